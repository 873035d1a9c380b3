(** Traps and captures: THM-1, THM-2, THM-3, and that a step keeps a board valid (VAL-1, VAL-2).

    A [board between steps] is one with [supported b = true], whatever the number of its pieces. *)

From Coq Require Import String List Bool Arith Lia.
From Arimaa Require Import Rules Text Board.
Import ListNotations.

(** STP-1, STP-3, STP-4: the piece [p] on [s] can be moved to the adjacent empty square [t]. *)
Definition can_move (b : board) (s t : square) (p : piece) : Prop :=
  b @ s = Some p /\ b @ t = None /\ In t (adjacent s).

Lemma can_move_differ b s t p : can_move b s t p -> s <> t.
Proof. intros (c & e & _) ->. congruence. Qed.

(** The squares on which a step captures. *)
Definition captured (b : board) (s t u : square) : Prop := unsupported (moved b s t) u = true.

(** CAP-3: a captured piece stands where the step led to, or beside the square that it left; it is friendly
    to the piece that moved. *)
Theorem captured_where b s t p u :
  supported b = true -> can_move b s t p -> captured b s t u ->
  is_trap u = true /\
  (u = t \/ In u (adjacent s) /\ u <> s /\ exists q, b @ u = Some q /\ side_of q = side_of p).
Proof.
  intros sup (c & e & i) cap.
  apply unsupported_true in cap. destruct cap as (trap & q & cq & none).
  split; [exact trap|]. destruct (decide u t) as [->|nt]; [left; reflexivity|right].
  rewrite contents_moved in cq.
  destruct (decide u s) as [|ns]; [discriminate|]. destruct (decide u t); [congruence|].
  rewrite supported_true in sup. specialize (sup u).
  unfold unsupported in sup. rewrite trap, cq in sup. simpl in sup.
  apply negb_false_iff, any_beside_true in sup. destruct sup as (v & r & iv & cv & fr).
  apply friendly_true in fr.
  destruct (decide v s) as [->|nv].
  - assert (r = p) by congruence. subst r. split; [apply adjacent_symmetric, iv|].
    split; [exact ns|]. exists q. auto.
  - exfalso. apply (none v r iv).
    + rewrite contents_moved. destruct (decide v s); [congruence|].
      destruct (decide v t); [congruence|exact cv].
    + congruence.
Qed.

(** THM-1: a step captures at most one piece. *)
Theorem at_most_one_capture b s t p u v :
  supported b = true -> can_move b s t p -> captured b s t u -> captured b s t v -> u = v.
Proof.
  intros sup can cu cv.
  destruct (captured_where b s t p u sup can cu) as (tu & pu).
  destruct (captured_where b s t p v sup can cv) as (tv & pv).
  destruct can as (_ & _ & i).
  destruct pu as [->|(iu & _)], pv as [->|(iv & _)]; try reflexivity;
    eapply one_trap_beside; eassumption.
Qed.

(** THM-2: after a step no piece stands on a trap without support; of any board. *)
Theorem supported_after_captures b : supported (without_captured b) = true.
Proof.
  apply supported_true. intros s. destruct (unsupported (without_captured b) s) eqn:h; [|reflexivity].
  exfalso. apply unsupported_true in h. destruct h as (trap & p & c & none).
  unfold without_captured in c. rewrite contents_board_of in c.
  destruct (unsupported b s) eqn:u; [discriminate|].
  unfold unsupported in u. rewrite trap, c in u. simpl in u.
  apply negb_false_iff, any_beside_true in u. destruct u as (t & q & i & cq & f).
  apply friendly_true in f. apply (none t q i); [|congruence].
  unfold without_captured. rewrite contents_board_of.
  destruct (unsupported b t) eqn:v; [|exact cq].
  apply unsupported_true in v. destruct v as (trap' & _).
  exfalso. exact (traps_not_adjacent s t trap trap' i).
Qed.
Lemma supported_after_step b s t : supported (after_step b s t) = true.
Proof. apply supported_after_captures. Qed.

(** THM-3: a player's own step captures no enemy piece. *)
Theorem own_steps_cost_own_pieces b s t p u q :
  supported b = true -> can_move b s t p -> captured b s t u -> moved b s t @ u = Some q ->
  side_of q = side_of p.
Proof.
  intros sup can cap cq. destruct (captured_where b s t p u sup can cap) as (_ & w).
  pose proof (can_move_differ b s t p can) as differ. destruct can as (c & e & i).
  rewrite contents_moved in cq. destruct (decide u s); [discriminate|].
  destruct w as [->|(_ & _ & r & cr & sr)].
  - destruct (decide t t); congruence.
  - destruct (decide u t); congruence.
Qed.

(** VAL-1: no step makes a piece more. *)
Lemma no_more_pieces b s t p q : can_move b s t p -> count q (after_step b s t) <= count q b.
Proof.
  intros can. pose proof (can_move_differ b s t p can) as differ. destruct can as (_ & e & _).
  unfold after_step. rewrite <- (count_moved b s t q e differ). apply count_without_captured.
Qed.

(** VAL-1, VAL-2: a step keeps a board valid. *)
Theorem a_step_keeps_boards_valid b s t p :
  can_move b s t p -> valid_board b = true -> valid_board (after_step b s t) = true.
Proof.
  unfold valid_board. intros can v. apply andb_true_iff in v. destruct v as (few & _).
  apply andb_true_iff. split; [|apply supported_after_step].
  unfold few_enough in *. rewrite forallb_forall in *. intros sd i. specialize (few sd i).
  rewrite forallb_forall in *. intros k ik. specialize (few k ik).
  apply Nat.leb_le. apply Nat.leb_le in few.
  pose proof (no_more_pieces b s t p (Piece sd k) can). lia.
Qed.

(** * The contents after a step *)

Lemma after_where_it_left b s t : after_step b s t @ s = None.
Proof.
  rewrite contents_after, contents_moved. destruct (decide s s); [|congruence].
  destruct (unsupported _ s); reflexivity.
Qed.
(** What stands after a step stood there before it, or is the piece that moved. *)
Lemma after_stood b s t u q :
  after_step b s t @ u = Some q -> (u = t /\ b @ s = Some q) \/ (u <> t /\ u <> s /\ b @ u = Some q).
Proof.
  rewrite contents_after, contents_moved. destruct (unsupported _ u); [discriminate|].
  destruct (decide u s); [discriminate|]. destruct (decide u t); auto.
Qed.
(** A piece that is not of the side that moved stands as before. *)
Lemma after_other_side b s t p u q :
  supported b = true -> can_move b s t p -> side_of q <> side_of p ->
  (after_step b s t @ u = Some q <-> b @ u = Some q).
Proof.
  intros sup can ns. pose proof (can_move_differ b s t p can) as differ. split.
  - intros h. destruct can as (c & _). apply after_stood in h. destruct h as [(_ & h)|(_ & _ & h)]; congruence.
  - intros h. assert (m : moved b s t @ u = Some q).
    { rewrite contents_moved. destruct can as (c & e & _).
      destruct (decide u s); [congruence|]. destruct (decide u t); congruence. }
    rewrite contents_after. destruct (unsupported (moved b s t) u) eqn:cap; [|exact m].
    exfalso. apply ns. eapply own_steps_cost_own_pieces; eassumption.
Qed.

(** * False neighbours *)

Open Scope string_scope.

(** THM-1 and THM-3 of boards with an unsupported piece: a step elsewhere captures both. *)
Definition unsupported_pair := board_with "rc6 rf6 Ra1".
Example two_captures_where_pieces_are_unsupported :
  let capture u := unsupported (moved unsupported_pair (Square N1 N1) (Square N1 N2)) u in
  supported unsupported_pair = false /\ filter capture squares = [Square N3 N6; Square N6 N6].
Proof. split; vm_compute; reflexivity. Qed.

(** THM-2, if nothing were captured. *)
Definition into_a_trap := board_with "Rb3 ra1".
Example unsupported_if_nothing_were_captured :
  supported into_a_trap = true /\ supported (moved into_a_trap (Square N2 N3) (Square N3 N3)) = false.
Proof. split; vm_compute; reflexivity. Qed.

(** THM-3 of own pieces: the step that loses the last support costs one. *)
Definition last_support := board_with "Eb3 Rc3 ed3 ra1".
Example an_own_step_costs_an_own_piece :
  count (Piece Gold Rabbit) last_support = 1 /\
  count (Piece Gold Rabbit) (after_step last_support (Square N2 N3) (Square N2 N4)) = 0.
Proof. split; vm_compute; reflexivity. Qed.
