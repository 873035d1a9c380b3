(** Letters for pieces, squares and steps (NOT-1, NOT-2), so that examples can be read. *)

From Coq Require Import List Bool Ascii String.
From Arimaa Require Import Rules.
Import ListNotations.
Open Scope string_scope.

Definition letters : list (string * piece) :=
  [ ("E", Piece Gold Elephant); ("M", Piece Gold Camel); ("H", Piece Gold Horse);
    ("D", Piece Gold Dog); ("C", Piece Gold Cat); ("R", Piece Gold Rabbit);
    ("e", Piece Silver Elephant); ("m", Piece Silver Camel); ("h", Piece Silver Horse);
    ("d", Piece Silver Dog); ("c", Piece Silver Cat); ("r", Piece Silver Rabbit) ].
Definition named {A} (names : list (string * A)) (name : string) : option A :=
  option_map snd (find (fun entry => String.eqb (fst entry) name) names).
Definition file_names := combine ["a"; "b"; "c"; "d"; "e"; "f"; "g"; "h"] numbers.
Definition rank_names := combine ["1"; "2"; "3"; "4"; "5"; "6"; "7"; "8"] numbers.
Definition direction_names := combine ["n"; "s"; "e"; "w"] directions.

Definition at_place (text : string) (n : nat) : string := substring n 1 text.
Definition square_named (text : string) : option square :=
  match named file_names (at_place text 0), named rank_names (at_place text 1) with
  | Some f, Some r => Some (Square f r)
  | _, _ => None
  end.
Definition step_named (text : string) : option step :=
  match named letters (at_place text 0), square_named (substring 1 2 text),
        named direction_names (at_place text 3) with
  | Some p, Some s, Some d => Some (Step p s d)
  | _, _, _ => None
  end.

(** The words of a line, and the steps that they name. *)
Fixpoint words_from (word : string) (text : string) : list string :=
  match text with
  | EmptyString => [word]
  | String " " rest => word :: words_from "" rest
  | String c rest => words_from (word ++ String c "") rest
  end.
Definition steps_named (text : string) : list step :=
  flat_map (fun word => match step_named word with Some st => [st] | None => [] end)
           (words_from "" text).

Fixpoint place_of (n : number) (l : list number) : nat :=
  match l with [] => 0 | m :: rest => if decide n m then 0 else S (place_of n rest) end.
(** Eight ranks, rank 8 first; every other character is an empty square. *)
Definition drawn (ranks : list string) : board :=
  board_of (fun s => named letters (at_place (nth (7 - place_of (rank s) numbers) ranks "")
                                             (place_of (file s) numbers))).

(** The turn after steps that are all legal. *)
Fixpoint after_steps (t : turn) (l : list step) : option turn :=
  match l with
  | [] => Some t
  | st :: rest => match step_refusal t st with
                  | Some _ => None
                  | None => after_steps (stepped t st) rest
                  end
  end.
Definition steps_lead (s : side) (before : board) (text : string) (after : board) : bool :=
  match after_steps (turn_from s before) (steps_named text) with
  | Some t => now t == after
  | None => false
  end.
(** The rule by which the last of these steps is refused, the others being legal. *)
Definition refused_last (s : side) (before : board) (text : string) (last : string) : option rule :=
  match after_steps (turn_from s before) (steps_named text), step_named last with
  | Some t, Some st => step_refusal t st
  | _, _ => None
  end.
