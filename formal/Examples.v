(** Drawings of SPEC.md and small cases, computed. *)

From Coq Require Import List Bool String.
From Arimaa Require Import Rules Text.
Import ListNotations.
Open Scope string_scope.

(** The game in brief: a push, a pull and a capture. *)
Example a_push :
  steps_lead Gold
    (drawn ["r......."; "........"; "........"; "........"; "...Er..."; "........"; "........"; ".......R"])
    "re4n Ed4e"
    (drawn ["r......."; "........"; "........"; "....r..."; "....E..."; "........"; "........"; ".......R"])
  = true.
Proof. vm_compute. reflexivity. Qed.

Example a_pull :
  steps_lead Gold
    (drawn ["r......."; "........"; "........"; "........"; "...Md..."; "........"; "........"; ".......R"])
    "Md4w de4w"
    (drawn ["r......."; "........"; "........"; "........"; "..Md...."; "........"; "........"; ".......R"])
  = true.
Proof. vm_compute. reflexivity. Qed.

Example a_capture :
  steps_lead Gold
    (drawn ["r......."; "........"; "........"; "..c....."; "..H....."; "........"; "........"; ".......R"])
    "cc5n Hc4n"
    (drawn ["r......."; "........"; "........"; "..H....."; "........"; "........"; "........"; ".......R"])
  = true.
Proof. vm_compute. reflexivity. Qed.

(** FRZ-1's drawing. *)
Definition football := drawn
  ["........"; "rR......"; "DdxH.x.."; "...e...."; "..r..r.."; "..rE.x.."; "..hr.h.."; "..CR.R.."].
Definition squares_named (text : string) : list square :=
  flat_map (fun word => match square_named word with Some s => [s] | None => [] end)
           (words_from "" text).
Example frozen_pieces : filter (frozen football) squares = squares_named "f1 d6 a7 b7".
Proof. vm_compute. reflexivity. Qed.
Example the_goal_in_three_steps :
  option_map (fun t => on_goal (now t) Gold)
             (after_steps (turn_from Gold football) (steps_named "ra7n Da6n Rb7n")) = Some true.
Proof. vm_compute. reflexivity. Qed.
Example refusals :
  map (refused_last Gold football "") ["rd2s"; "rd2e"; "Rb7n"; "Rc1s"; "df2n"; "Dc7n"; "Hd6w"; "hc2w"]
  = [Some STP_4; None; Some FRZ_2; Some STP_2; Some STP_2; Some STP_1; Some FRZ_2; Some PSH_1].
Proof. vm_compute. reflexivity. Qed.

(** PUL-2: the puller is captured by its own step, and the pull is ended all the same. *)
Example a_pull_by_a_captured_piece :
  steps_lead Silver
    (drawn ["........"; "........"; "........"; "........"; ".....r.."; "........"; ".....h.."; ".....R.."])
    "rf4e hf2n Rf1n"
    (drawn ["........"; "........"; "........"; "........"; "......r."; "........"; ".....R.."; "........"])
  = true.
Proof. vm_compute. reflexivity. Qed.

(** TRN-6, TRN-3 and CNT-1 of two lone rabbits. *)
Definition corner := drawn
  [".......r"; "........"; "........"; "........"; "........"; "........"; "........"; "R......."].
Example turns_of_a_lone_rabbit :
  List.length (distinct_turns (play_from E2008 corner Gold)) = 14.
Proof. vm_compute. reflexivity. Qed.
Example steps_of_a_lone_rabbit :
  map (fun n => steps_to_depth n (turn_from Gold corner)) [1; 2; 3; 4] = [2; 5; 13; 35].
Proof. vm_compute. reflexivity. Qed.
