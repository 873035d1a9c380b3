(** Steps that commute: two steps that do not disturb each other lead to one board in either order. *)

From Coq Require Import List Bool Arith Lia.
From Arimaa Require Import Rules Board Captures Pushes.
Import ListNotations.

(** * Boards on which the pieces of a side stand alike *)

Definition agree (sd : side) (b c : board) : Prop :=
  forall u q, side_of q = sd -> (b @ u = Some q <-> c @ u = Some q).

Lemma agree_both b c : (forall sd, agree sd b c) -> b = c.
Proof.
  intros h. apply board_ext. intros u. destruct (b @ u) as [q|] eqn:e.
  - symmetry. apply (h (side_of q) u q eq_refl), e.
  - destruct (c @ u) as [q|] eqn:f; [|reflexivity].
    apply (h (side_of q) u q eq_refl) in f. congruence.
Qed.
Lemma agree_moved sd b c s t p :
  agree sd b c -> b @ s = Some p -> c @ s = Some p -> agree sd (moved b s t) (moved c s t).
Proof.
  intros h e f u q sq. rewrite !contents_moved.
  destruct (decide u s); [tauto|]. destruct (decide u t); [rewrite e, f; tauto|]. apply h, sq.
Qed.
Lemma agree_unsupported sd b c u q :
  agree sd b c -> side_of q = sd -> b @ u = Some q -> unsupported b u = true -> unsupported c u = true.
Proof.
  intros h sq e un. apply unsupported_true in un. destruct un as (trap & q' & e' & none).
  assert (q' = q) by congruence. subst q'. apply unsupported_true. split; [exact trap|].
  exists q. split; [apply h; assumption|]. intros v r i f sr.
  assert (sr' : side_of r = sd) by congruence. apply (h v r sr') in f. exact (none v r i f sr).
Qed.
Lemma agree_symmetric sd b c : agree sd b c -> agree sd c b.
Proof. intros h u q sq. symmetry. apply h, sq. Qed.
Lemma agree_after b c s t p :
  agree (side_of p) b c -> b @ s = Some p -> c @ s = Some p ->
  agree (side_of p) (after_step b s t) (after_step c s t).
Proof.
  intros h e f. pose proof (agree_moved _ b c s t p h e f) as m.
  assert (one : forall x y, agree (side_of p) (moved x s t) (moved y s t) ->
            forall u q, side_of q = side_of p -> after_step x s t @ u = Some q -> after_step y s t @ u = Some q).
  { intros x y a u q sq. rewrite !contents_after.
    destruct (unsupported (moved x s t) u) eqn:ux; [discriminate|]. intros ex.
    destruct (unsupported (moved y s t) u) eqn:uy; [|apply a; assumption].
    rewrite (agree_unsupported _ _ _ u q (agree_symmetric _ _ _ a) sq (proj1 (a u q sq) ex) uy) in ux.
    discriminate. }
  intros u q sq. split; apply one; auto. apply agree_symmetric, m.
Qed.
Lemma agree_other b s t p :
  supported b = true -> can_move b s t p -> agree (other (side_of p)) (after_step b s t) b.
Proof.
  intros sup can u q sq. apply (after_other_side b s t p u q sup can). rewrite sq. apply other_differs.
Qed.

(** * Steps of both sides *)

Lemma empty_after b s t u : b @ u = None -> u <> t -> after_step b s t @ u = None.
Proof.
  intros e n. destruct (after_step b s t @ u) as [q|] eqn:f; [|reflexivity].
  apply after_stood in f. destruct f as [(f & _)|(_ & _ & f)]; congruence.
Qed.
Lemma can_move_after_other b s t p s' t' p' :
  supported b = true -> can_move b s t p -> can_move b s' t' p' -> side_of p' = other (side_of p) -> t' <> t ->
  can_move (after_step b s t) s' t' p'.
Proof.
  intros sup can (c & e & i) sp n. split; [|split; [apply empty_after; assumption|exact i]].
  apply (agree_other b s t p sup can s' p' sp). exact c.
Qed.

Lemma sides_commute_half b s t p s' t' p' :
  supported b = true -> can_move b s t p -> can_move b s' t' p' -> side_of p' = other (side_of p) -> t' <> t ->
  agree (side_of p) (after_step (after_step b s t) s' t') (after_step (after_step b s' t') s t).
Proof.
  intros sup can can' sp n.
  assert (back : side_of p = other (side_of p')) by (rewrite sp, other_other; reflexivity).
  pose proof (can_move_after_other b s t p s' t' p' sup can can' sp n) as later'.
  destruct (can_move_after_other b s' t' p' s t p sup can' can back ltac:(congruence)) as (cl & _).
  assert (a : agree (side_of p) b (after_step b s' t')).
  { apply agree_symmetric. rewrite back. exact (agree_other b s' t' p' sup can'). }
  intros u q sq. rewrite <- (agree_after b _ s t p a (proj1 can) cl u q sq).
  apply (agree_other _ s' t' p' (supported_after_step b s t) later' u q). congruence.
Qed.
(** A step of one side and one of the other commute if they lead to two squares. *)
Lemma sides_commute b s t p s' t' p' :
  supported b = true -> can_move b s t p -> can_move b s' t' p' -> side_of p' = other (side_of p) -> t' <> t ->
  after_step (after_step b s t) s' t' = after_step (after_step b s' t') s t.
Proof.
  intros sup can can' sp n. apply agree_both. intros sd.
  assert (back : side_of p = other (side_of p')) by (rewrite sp, other_other; reflexivity).
  destruct (decide sd (side_of p)) as [->|m].
  - apply (sides_commute_half b s t p s' t' p'); assumption.
  - assert (e : sd = side_of p') by (rewrite sp; apply not_same_side, m). subst sd.
    apply agree_symmetric. apply (sides_commute_half b s' t' p' s t p); auto; congruence.
Qed.

(** * Steps of one side *)

Lemma unsupported_alike b c u :
  b @ u = c @ u -> (is_trap u = true -> forall v, In v (adjacent u) -> b @ v = c @ v) ->
  unsupported b u = unsupported c u.
Proof.
  intros e near. unfold unsupported. rewrite e. destruct (is_trap u); [|reflexivity].
  destruct (c @ u) as [q|]; [|reflexivity]. simpl. f_equal. apply eq_true_iff_eq.
  rewrite !any_beside_true. split; intros (v & r & i & f & h); exists v, r;
    (split; [exact i|split; [|exact h]]); [rewrite <- near|rewrite near]; auto.
Qed.
(** A captured piece supports no other. *)
Lemma capture_first b u : unsupported b u = true -> without_captured (put b u None) = without_captured b.
Proof.
  intros un. pose proof un as trap. apply unsupported_true in trap. destruct trap as (trap & _).
  apply board_ext. intros v. unfold without_captured. rewrite !contents_board_of, contents_put.
  destruct (decide v u) as [->|n].
  - rewrite un. destruct (unsupported (put b u None) u); reflexivity.
  - rewrite (unsupported_alike (put b u None) b v); [reflexivity| |].
    + rewrite contents_put. destruct (decide v u); [congruence|reflexivity].
    + intros trap' w i. rewrite contents_put. destruct (decide w u) as [->|]; [|reflexivity].
      destruct (traps_not_adjacent v u trap' trap i).
Qed.
Lemma after_one_capture b s t p u :
  supported b = true -> can_move b s t p -> captured b s t u -> after_step b s t = put (moved b s t) u None.
Proof.
  intros sup can cap. apply board_ext. intros v. rewrite contents_after, contents_put.
  destruct (decide v u) as [->|n]; [unfold captured in cap; rewrite cap; reflexivity|].
  destruct (unsupported (moved b s t) v) eqn:e; [|reflexivity].
  destruct n. exact (at_most_one_capture b s t p v u sup can e cap).
Qed.
Lemma after_no_capture b s t : (forall u, ~ captured b s t u) -> after_step b s t = moved b s t.
Proof.
  intros none. apply board_ext. intros v. rewrite contents_after.
  destruct (unsupported (moved b s t) v) eqn:e; [destruct (none v e)|reflexivity].
Qed.
Lemma no_capture_after b s t u : after_step b s t = moved b s t -> ~ captured b s t u.
Proof.
  intros e cap. pose proof cap as un. apply unsupported_true in un. destruct un as (_ & q & c & _).
  rewrite <- e, contents_after in c. unfold captured in cap. rewrite cap in c. discriminate.
Qed.

(** Of two steps of a side, of which the second captures nothing before the first and gives a piece
    that the first captures no support, the order does not matter. *)
Lemma own_steps_commute b s t p s' t' p' :
  supported b = true -> can_move b s t p -> can_move b s' t' p' -> s' <> s -> t' <> t ->
  (forall u, ~ captured b s' t' u) ->
  (forall u, captured b s t u -> u <> s' /\ ~ In u (adjacent t')) ->
  after_step (after_step b s t) s' t' = after_step (after_step b s' t') s t.
Proof.
  intros sup can can' ns nt quiet free.
  rewrite (after_no_capture b s' t' quiet). unfold after_step at 1 3.
  pose proof can as (c & e & _). pose proof can' as (c' & e' & _).
  assert (both : moved (moved b s t) s' t' = moved (moved b s' t') s t).
  { apply board_ext. intros v. rewrite !contents_moved.
    destruct (decide s' s); [congruence|]. destruct (decide s' t); [congruence|].
    destruct (decide s s'); [congruence|]. destruct (decide s t'); [congruence|].
    destruct (decide v s'), (decide v t'), (decide v s), (decide v t); congruence. }
  destruct (existsb (unsupported (moved b s t)) squares) eqn:some.
  - apply existsb_exists in some. destruct some as (u & _ & cap).
    destruct (free u cap) as (us & ut).
    assert (ut' : u <> t').
    { intros ->. destruct (captured_where b s t p t' sup can cap) as (_ & [h|(_ & _ & q & h & _)]); congruence. }
    rewrite (after_one_capture b s t p u sup can cap).
    assert (drop : moved (put (moved b s t) u None) s' t' = put (moved (moved b s t) s' t') u None).
    { apply board_ext. intros v. rewrite contents_put, !contents_moved, !contents_put, !contents_moved.
      destruct (decide v s'), (decide v u), (decide v t'), (decide s' u); congruence. }
    rewrite drop, both. apply capture_first. rewrite <- both.
    apply unsupported_true in cap. destruct cap as (trap & q & cq & none).
    apply unsupported_true. split; [exact trap|]. exists q.
    split; [rewrite contents_moved; destruct (decide u s'), (decide u t'); congruence|].
    intros v r i f. rewrite contents_moved in f. destruct (decide v s'); [discriminate|].
    destruct (decide v t') as [->|]; [|exact (none v r i f)].
    destruct ut. apply adjacent_symmetric, i.
  - rewrite (after_no_capture b s t); [rewrite both; reflexivity|].
    intros u cap. assert (h : existsb (unsupported (moved b s t)) squares = true)
      by (apply existsb_exists; exists u; split; [apply in_squares|exact cap]).
    congruence.
Qed.

(** What no step of a side captures on one board, it does not capture on a board where the pieces of
    that side stand alike. *)
Lemma no_capture_alike b c s t p :
  supported c = true -> can_move b s t p -> can_move c s t p -> agree (side_of p) b c ->
  (forall u, ~ captured b s t u) -> forall u, ~ captured c s t u.
Proof.
  intros sup (cb & _) can a none u cap. pose proof cap as un. apply unsupported_true in un.
  destruct un as (_ & q & cq & _).
  pose proof (own_steps_cost_own_pieces c s t p u q sup can cap cq) as own.
  apply (none u). unfold captured.
  apply (agree_unsupported (side_of p) (moved c s t) (moved b s t) u q); auto.
  apply agree_symmetric. apply (agree_moved _ b c s t p); auto. apply can.
Qed.
