(** Drawings of SPEC.md and small cases, computed. *)

From Coq Require Import List Bool String.
From Arimaa Require Import Rules Text.
Import ListNotations.
Open Scope string_scope.

(** The game in brief: a push, a pull and a capture. *)
Example a_push  : steps_lead Gold "ra8 Ed4 re4 Rh1" "re4n Ed4e" "ra8 re5 Ee4 Rh1" = true.
Proof. vm_compute. reflexivity. Qed.
Example a_pull  : steps_lead Gold "ra8 Md4 de4 Rh1" "Md4w de4w" "ra8 Mc4 dd4 Rh1" = true.
Proof. vm_compute. reflexivity. Qed.
Example a_capture  : steps_lead Gold "ra8 cc5 Hc4 Rh1" "cc5n Hc4n" "ra8 Hc5 Rh1" = true.
Proof. vm_compute. reflexivity. Qed.

(** FRZ-1's drawing. *)
Definition football := "ra7 Rb7 Da6 db6 Hd6 ed5 rc4 rf4 rc3 Ed3 hc2 rd2 hf2 Cc1 Rd1 Rf1".
Example frozen_pieces :
  filter (frozen (board_with football)) squares = [Square N6 N1; Square N4 N6; Square N1 N7; Square N2 N7].
Proof. vm_compute. reflexivity. Qed.
Example the_goal_in_three_steps :
  option_map (fun t => on_goal (now t) Gold) (steps_from Gold football "ra7n Da6n Rb7n") = Some true.
Proof. vm_compute. reflexivity. Qed.
Example refusals :
  map (refused_last Gold football "") ["rd2s"; "rd2e"; "Rb7n"; "Rc1s"; "df2n"; "Dc7n"; "Hd6w"; "hc2w"]
  = map Some [Some STP_4; None; Some FRZ_2; Some STP_2; Some STP_2; Some STP_1; Some FRZ_2; Some PSH_1].
Proof. vm_compute. reflexivity. Qed.

(** PUL-2: the puller is captured by its own step, and the pull is ended all the same. *)
Example a_pull_by_a_captured_piece  : steps_lead Silver "rf4 hf2 Rf1" "rf4e hf2n Rf1n" "rg4 Rf2" = true.
Proof. vm_compute. reflexivity. Qed.

(** TRN-6, TRN-3 and CNT-1 of two lone rabbits. *)
Definition corner := board_with "rh8 Ra1".
Example turns_of_a_lone_rabbit : List.length (distinct_turns (play_from E2008 corner Gold)) = 14.
Proof. vm_compute. reflexivity. Qed.
Example steps_of_a_lone_rabbit :
  map (fun n => steps_to_depth n (InPlay (play_from E2008 corner Gold))) [1; 2; 3; 4] = [2; 5; 13; 35].
Proof. vm_compute. reflexivity. Qed.
