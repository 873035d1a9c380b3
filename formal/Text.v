(** Letters for pieces, squares and steps (NOT-1, NOT-2), so that examples can be read. *)

From Coq Require Import List Bool Ascii String.
From Arimaa Require Import Rules.
Import ListNotations.
Open Scope string_scope.

(** The place of a letter in a text, counted in a list. *)
Definition lettered {A} (letters : string) (l : list A) (c : ascii) : option A :=
  match index 0 (String c "") letters with Some n => nth_error l n | None => None end.
(** A piece on a square, written as three letters; a step, written as four. *)
Definition piece_named (word : string) : option (piece * square) :=
  match word with
  | String p (String f (String r "")) =>
      match lettered "EMHDCRemhdcr" (flat_map (fun s => map (Piece s) kinds) sides) p,
            lettered "abcdefgh" numbers f, lettered "12345678" numbers r with
      | Some p, Some f, Some r => Some (p, Square f r)
      | _, _, _ => None
      end
  | _ => None
  end.
Definition step_named (word : string) : option step :=
  match piece_named (substring 0 3 word), substring 3 (String.length word) word with
  | Some (p, s), String d "" => option_map (Step p s) (lettered "nsew" directions d)
  | _, _ => None
  end.

(** The words of a line; the steps that they name; and the board with the pieces that they name, each on a square of its own. *)
Fixpoint words_from (word : string) (text : string) : list string :=
  match text with
  | EmptyString => if word =? "" then [] else [word]
  | String " " rest => word :: words_from "" rest
  | String c rest => words_from (word ++ String c "") rest
  end.
Definition read_steps (text : string) : option (list step) :=
  fold_right (fun word l => match step_named word, l with Some st, Some l => Some (st :: l) | _, _ => None end)
             (Some []) (words_from "" text).
Definition read_board (text : string) : option board :=
  fold_left (fun b word => match b, piece_named word with
                           | Some b, Some (p, s) => if is_empty b s then Some (put b s (Some p)) else None
                           | _, _ => None
                           end) (words_from "" text) (Some empty_board).

(** What was read. Of an unreadable text it has another type, so that no statement about it can be written. *)
Definition as_read {A} (x : option A) : match x with Some _ => A | None => unit end := match x with Some a => a | None => tt end.
Definition steps_named (text : string) := as_read (read_steps text).
Definition board_with (text : string) := as_read (read_board text).
Fail Example an_unreadable_board : board_with "ra8 Ex4" = empty_board.
Fail Example two_pieces_on_a_square : board_with "ra8 Ea8" = empty_board.
Fail Example an_unreadable_step : steps_named "Ed4n Ed5" = [].

(** The turn after steps that are all legal. *)
Fixpoint after_steps (t : turn) (l : list step) : option turn :=
  match l with
  | [] => Some t
  | st :: rest => match step_refusal t st with
                  | Some _ => None
                  | None => after_steps (stepped t st) rest
                  end
  end.
(** The turn after the named steps from a board with the named pieces; whether it leads to a board; and by which rule, if
    by any, a step after them is refused. [None] if a text cannot be read or a step before the last is refused. *)
Definition steps_from (s : side) (pieces steps : string) : option turn :=
  match read_board pieces, read_steps steps with Some b, Some l => after_steps (turn_from s b) l | _, _ => None end.
Definition steps_lead (s : side) (pieces steps after : string) : bool :=
  match steps_from s pieces steps, read_board after with Some t, Some b => now t == b | _, _ => false end.
Definition refused_last (s : side) (pieces steps last : string) : option (option rule) :=
  match steps_from s pieces steps, step_named last with
  | Some t, Some st => Some (step_refusal t st)
  | _, _ => None
  end.
