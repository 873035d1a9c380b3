(** The rules as a program in OCaml; program.ml reads and writes lines around it, and formulas.ml writes the formulas of
    Formulas.v. Natural numbers become OCaml's integers: here they are below a hundred, but for counts. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt.
From Arimaa Require Import Rules Formulas Ways Levels.

Extraction Language OCaml.
Extraction "rules.ml"
  contents board_of squares kinds beside moved after_step steps_on
  refusal effect outcome player_refusal legal_steps end_refusal
  invalidity given_start after_actions
  distinct_turns distinct_setups steps_to_depth turns_to_depth current
  sides directions pieces frozen_formula unsupported_formula after_formula step_formula
  goal_formula in_order endings_of expanded.
