(** A third occurrence (REP-4); and false neighbours of Game.v: games that come back to a position, computed. *)

From Coq Require Import String List Bool Arith Lia.
From Arimaa Require Import Rules Text Board Pushes Turns Game.
Import ListNotations.
Close Scope string_scope.

(** REP-4: a turn that makes a position stand for the third time is refused in the current edition; in the older ones
    repetition does not refuse it, and it decides the game. *)
Theorem a_third_occurrence p :
  2 <= times (edition_of p) (end_position (current_turn p)) (past p) ->
  if refuses_third (edition_of p) then end_refusal p <> None
  else end_refusal p <> Some REP_2 /\ decided_by (play_end p) <> None.
Proof.
  intros two. pose proof two as two'. apply Nat.leb_le in two'.
  destruct (refuses_third (edition_of p)) eqn:old.
  - intros legal. assert (r : negb (refuses_third (edition_of p)
        && (2 <=? times (edition_of p) (end_position (current_turn p)) (past p))) = true)
      by (apply (proj1 (first_broken_none _) legal REP_2); simpl; tauto).
    rewrite old, two' in r. discriminate.
  - split.
    + intros h. apply first_broken_some in h. destruct h as [h|[h|[h|[h|[]]]]]; try discriminate.
      apply (f_equal snd) in h. cbn [snd] in h. rewrite old in h. discriminate.
    + rewrite none_holds_goes_on. intros none.
      assert (c : check (play_end p) END_10 = false)
        by (apply none; cbn [play_end edition_of]; destruct (edition_of p); simpl; try tauto; discriminate).
      assert (c' : (3 <=? times (edition_of p) (end_position (current_turn p)) (end_position (current_turn p) :: past p)) = false)
        by exact c.
      apply Nat.leb_gt in c'. rewrite times_cons in c'.
      assert (s : same_position (edition_of p) (end_position (current_turn p)) (end_position (current_turn p)) = true)
        by (apply same_position_true; auto).
      rewrite s in c'. lia.
Qed.

(** REP-1: the side to move is compared in all editions but that of 2002. *)
Theorem sides_are_compared e x y :
  same_position e x y = true <-> fst x = fst y /\ (e <> E2002 -> snd x = snd y).
Proof. rewrite same_position_true. destruct e; simpl; intuition congruence. Qed.

(** * False neighbours *)

Open Scope string_scope.

(** Movement alone has no end in the older editions: in `2005-05-28` nothing refuses a turn that makes
    a position stand for the sixth time, if the game goes on although it is decided (END-11). *)
Definition shuttle : list action :=
  flat_map (fun l => (map Move l ++ [EndTurn])%list)
           [steps_named "Ed1n"; steps_named "ed8s"; steps_named "Ed2s"; steps_named "ed7n"].
Definition two_elephants := board_with "ra8 ed8 Ra1 Ed1".
Definition from_there (e : edition) : game := InPlay (play_from e two_elephants Gold).
(** How often the first position has stood. *)
Definition occurrences (g : option game) : option nat :=
  match g with Some (InPlay p) => Some (times (edition_of p) (two_elephants, Gold) (past p)) | _ => None end.
Example movement_alone_has_no_end :
  occurrences (after_actions (from_there E2005) (List.concat (repeat shuttle 5))) = Some 6.
Proof. vm_compute. reflexivity. Qed.
(** For players the game ends there with the third occurrence, and in the current edition the turn that
    would make it is refused, so that a bound of one occurrence is false of both. *)
Example a_player_comes_back_twice :
  let twice := List.concat (repeat shuttle 2) in
  option_map outcome (acts (from_there E2005) twice) = Some (Some (END_10, Some Gold))
  /\ acts (from_there E2005) (twice ++ shuttle)%list = None
  /\ acts (from_there E2008) twice = None /\ occurrences (acts (from_there E2008) shuttle) = Some 2.
Proof. vm_compute. repeat split. Qed.
