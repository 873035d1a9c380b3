(** Letters for pieces, squares and steps (NOT-1, NOT-2), so that examples can be read. *)

From Coq Require Import List Bool Ascii String.
From Arimaa Require Import Rules.
Import ListNotations.
Open Scope string_scope.

(** The place of a letter in a text, counted in a list. *)
Definition lettered {A} (letters : string) (l : list A) (c : option ascii) : option A :=
  match option_map (fun c => index 0 (String c "") letters) c with
  | Some (Some n) => nth_error l n
  | _ => None
  end.
Definition piece_named (text : string) : option piece :=
  lettered "EMHDCRemhdcr" (flat_map (fun s => map (Piece s) kinds) sides) (get 0 text).
Definition square_named (text : string) : option square :=
  match lettered "abcdefgh" numbers (get 1 text), lettered "12345678" numbers (get 2 text) with
  | Some f, Some r => Some (Square f r)
  | _, _ => None
  end.
Definition step_named (text : string) : option step :=
  match piece_named text, square_named text, lettered "nsew" directions (get 3 text) with
  | Some p, Some s, Some d => Some (Step p s d)
  | _, _, _ => None
  end.

(** The words of a line, the steps that they name, and the board with the pieces that they name. *)
Fixpoint words_from (word : string) (text : string) : list string :=
  match text with
  | EmptyString => [word]
  | String " " rest => word :: words_from "" rest
  | String c rest => words_from (word ++ String c "") rest
  end.
Definition steps_named (text : string) : list step :=
  flat_map (fun word => match step_named word with Some st => [st] | None => [] end) (words_from "" text).
Definition board_with (text : string) : board :=
  fold_left (fun b word => match square_named word with Some s => put b s (piece_named word) | None => b end)
            (words_from "" text) empty_board.

(** The turn after steps that are all legal. *)
Fixpoint after_steps (t : turn) (l : list step) : option turn :=
  match l with
  | [] => Some t
  | st :: rest => match step_refusal t st with
                  | Some _ => None
                  | None => after_steps (stepped t st) rest
                  end
  end.
(** The turn after the named steps from a board with the named pieces; whether it leads to a board; and
    the rule by which a step after them is refused. *)
Definition steps_from (s : side) (pieces steps : string) : option turn :=
  after_steps (turn_from s (board_with pieces)) (steps_named steps).
Definition steps_lead (s : side) (pieces steps after : string) : bool :=
  option_map now (steps_from s pieces steps) == Some (board_with after).
Definition refused_last (s : side) (pieces steps last : string) : option rule :=
  match steps_from s pieces steps, step_named last with
  | Some t, Some st => step_refusal t st
  | _, _ => None
  end.
