(** The rules as a program in OCaml; program.ml reads and writes lines around it. Natural numbers
    become OCaml's integers: here they are below a hundred, but for counts. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt.
From Arimaa Require Import Rules.

Extraction Language OCaml.
Extraction "rules.ml"
  contents board_of squares kinds beside moved after_step steps_on
  refusal effect outcome player_refusal legal_steps end_refusal
  invalidity given_start after_actions
  distinct_turns distinct_setups steps_to_depth turns_to_depth current.
