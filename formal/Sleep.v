(** What sleeps in the search of distinct turns, as src/bitboard/distinct/sleep.rs has it, and L1 to
    L6 of it. So the search of Search.v finds exactly the distinct turns of Rules.v. *)

From Coq Require Import String List Bool Arith Lia.
From Arimaa Require Import Rules Text Board Captures Pushes Commute Turns Search Ways Reached.
Import ListNotations.
Close Scope string_scope.

(** * What sleeps *)

(** A stronger enemy of [p] is beside [s]. *)
Definition threatened (b : board) (s : square) (p : piece) : bool :=
  any_beside b s (fun q => enemy p q && stronger (kind_of q) (kind_of p)).
Definition threatened_on (b : board) (s : square) : bool :=
  match b @ s with Some p => threatened b s p | None => false end.
(** A step from [t] is not to sleep after one from [s]: one of two neighbours is threatened. *)
Definition dependent (b : board) (s t : square) : bool :=
  (t == s) || is_beside s t && (threatened_on b t || threatened_on b s).

(** The way back. *)
Definition goes_back (a s : step) : bool :=
  (beside (from a) (towards a) == Some (from s)) && (towards s == opposite (towards a)).
(** To the north or south after a step to the east or west: the piece can go that way first, and is
    not frozen where it leads. *)
Definition rounds_a_corner (sd : side) (b : board) (a s : step) : bool :=
  (beside (from a) (towards a) == Some (from s))
  && match towards a, towards s with East, North | East, South | West, North | West, South => true | _, _ => false end
  && quiet sd b (Step (stepper a) (from a) (towards s))
  && match beside (from a) (towards s) with
     | Some between => negb (threatened b between (stepper a))
                       || any_beside (put b (from a) None) between (friendly (stepper a))
     | None => false
     end.

(** The own step of an action, and an own piece that the action costs. *)
Definition own_step (a : deed) : step :=
  match a with Finish st | Plain st | PullBy st _ | PushBy _ st => st end.
Definition is_own (sd : side) (b : board) (u : square) : bool :=
  match b @ u with Some p => side_of p == sd | None => false end.
Definition lost (sd : side) (b : board) (a : deed) (u : square) : bool :=
  let st := own_step a in
  match beside (from st) (towards st) with
  | Some target => is_own sd (moved b (from st) target) u && negb (is_own sd (after_deed sd b a) u)
  | None => false
  end.
(** An action that is tried after all quiet steps: the step leads neither beside a lost piece nor to
    where an enemy was pushed. *)
Definition sleeps_late (sd : side) (b : board) (a : deed) (s : step) : bool :=
  quiet sd b s && negb (dependent b (from (own_step a)) (from s))
  && match beside (from s) (towards s) with
     | Some target => negb (existsb (lost sd b a) (adjacent target))
                      && match a with
                         | PushBy st _ => negb (beside (from st) (towards st) == Some target)
                         | _ => true
                         end
     | None => false
     end.
Definition asleep_in_engine (sd : side) (b : board) (done : step -> bool) (a : deed) (s : step) : bool :=
  match a with
  | Plain st => if quiet sd b st
                then done s && negb (dependent b (from st) (from s)) || goes_back st s || rounds_a_corner sd b st s
                else sleeps_late sd b a s
  | _ => sleeps_late sd b a s
  end.

(** * Legal actions *)

(** A plain step from where it starts to [t]. *)
Definition can_step (sd : side) (b : board) (st : step) (t : square) : Prop :=
  beside (from st) (towards st) = Some t /\ can_move b (from st) t (stepper st)
  /\ side_of (stepper st) = sd /\ steps_backward st = false /\ frozen b (from st) = false.

Lemma plain_legal sd b st : legal sd b (Plain st) = true <-> exists t, can_step sd b st t.
Proof.
  unfold legal. rewrite andb_true_iff, is_none_true, same_true, legal_step. unfold part_rules. simpl.
  split.
  - intros ((_ & t & d & can & parts) & own). exists t. rewrite own in parts.
    destruct (decide sd sd); [|congruence]. simpl in parts.
    destruct (steps_backward st) eqn:sb; [discriminate|].
    destruct (frozen b (from st)) eqn:fr; [discriminate|]. repeat split; auto; apply can.
  - intros (t & d & can & own & sb & fr). split; [|exact own]. split; [lia|]. exists t.
    split; [exact d|]. split; [exact can|]. rewrite own. destruct (decide sd sd); [|congruence].
    rewrite sb, fr. reflexivity.
Qed.
Lemma after_plain sd b st t : beside (from st) (towards st) = Some t ->
  after_deed sd b (Plain st) = after_step b (from st) t.
Proof. intros d. unfold after_deed. rewrite (stepped_eq _ _ _ d). reflexivity. Qed.
Lemma after_two sd b st st' t t' :
  beside (from st) (towards st) = Some t -> beside (from st') (towards st') = Some t' ->
  now (stepped (stepped (turn_from sd b) st) st') = after_step (after_step b (from st) t) (from st') t'.
Proof. intros d d'. rewrite (stepped_eq _ st' _ d'), (stepped_eq _ st _ d). reflexivity. Qed.
Lemma quiet_true sd b st :
  quiet sd b st = true <->
  exists t, can_step sd b st t /\ after_step b (from st) t = moved b (from st) t.
Proof.
  unfold quiet. rewrite andb_true_iff, plain_legal. split.
  - intros ((t & can) & q). exists t. split; [exact can|]. destruct can as (d & _). rewrite d in q.
    apply same_true, q.
  - intros (t & can & q). split; [eauto|]. destruct can as (d & _). rewrite d. apply same_true, q.
Qed.

(** A pull: the enemy is still there after the puller's step, and weaker. *)
Definition can_pull (sd : side) (b : board) (st st' : step) (t : square) : Prop :=
  can_step sd b st t /\ beside (from st') (towards st') = Some (from st)
  /\ side_of (stepper st') = other sd /\ stronger (kind_of (stepper st)) (kind_of (stepper st')) = true
  /\ after_step b (from st) t @ from st' = Some (stepper st').
Lemma pull_legal sd b st st' : legal sd b (PullBy st st') = true <-> exists t, can_pull sd b st st' t.
Proof.
  assert (open : forall t, can_step sd b st t ->
            opened (stepped (turn_from sd b) st) = Pull (kind_of (stepper st)) (from st)).
  { intros t (d & _ & own & _). rewrite (stepped_eq _ _ _ d). simpl. unfold opens, part_of. simpl.
    destruct (decide (side_of (stepper st)) sd); [reflexivity|congruence]. }
  assert (split_legal : legal sd b (PullBy st st') = true <->
    legal sd b (Plain st) = true /\ step_refusal (stepped (turn_from sd b) st) st' = None
    /\ side_of (stepper st') = other sd
    /\ push_pending (stepped (stepped (turn_from sd b) st) st') = false).
  { unfold legal. rewrite !andb_true_iff, negb_true_iff, !is_none_true, !same_true. tauto. }
  rewrite split_legal, plain_legal. clear split_legal. unfold can_pull. split.
  - intros ((t & can) & h & en & np). exists t. pose proof (open t can) as o.
    pose proof can as (d & _). rewrite (stepped_eq _ _ _ d) in *.
    apply legal_step in h. destruct h as (_ & t' & d' & (c & _) & _).
    assert (ns : side_of (stepper st') <> mover (stepped_to (turn_from sd b) st t))
      by (rewrite en; apply other_differs).
    rewrite pending_opened, (opened_enemy _ st' t' d' ns) in np.
    destruct (fits_pull (stepped_to (turn_from sd b) st t) (stepper st') t') eqn:fit; [|discriminate].
    unfold fits_pull in fit. rewrite o in fit. repeat rewrite andb_true_iff in fit. rewrite !same_true in fit.
    destruct fit as ((_ & str) & ->). auto.
  - intros (t & can & d' & en & str & c). split; [eauto|].
    pose proof (open t can) as o. pose proof can as (d & _). rewrite (stepped_eq _ _ _ d) in *.
    assert (ns : side_of (stepper st') <> mover (stepped_to (turn_from sd b) st t))
      by (rewrite en; apply other_differs).
    assert (fit : fits_pull (stepped_to (turn_from sd b) st t) (stepper st') (from st) = true)
      by (unfold fits_pull; rewrite o; simpl; rewrite en, str, !same_refl; reflexivity).
    split; [|split; [exact en|rewrite pending_opened, (opened_enemy _ st' _ d' ns), fit; reflexivity]].
    apply legal_step. split; [simpl; lia|]. exists (from st). split; [exact d'|]. split.
    + split; [exact c|]. split; [apply after_where_it_left|apply in_adjacent; eauto].
    + unfold part_rules. rewrite fit, o. destruct (decide (side_of (stepper st')) _); [contradiction|reflexivity].
Qed.

(** A push: the enemy can step, and a stronger piece that is not frozen follows. *)
Definition can_push (sd : side) (b : board) (st st' : step) (t : square) : Prop :=
  beside (from st) (towards st) = Some t /\ can_move b (from st) t (stepper st)
  /\ side_of (stepper st) = other sd /\ beside (from st') (towards st') = Some (from st)
  /\ b @ from st' = Some (stepper st') /\ side_of (stepper st') = sd
  /\ stronger (kind_of (stepper st')) (kind_of (stepper st)) = true /\ frozen b (from st') = false.
Lemma push_legal sd b st st' :
  supported b = true -> (legal sd b (PushBy st st') = true <-> exists t, can_push sd b st st' t).
Proof.
  intros sup.
  assert (split_legal : legal sd b (PushBy st st') = true <->
    step_refusal (turn_from sd b) st = None /\ side_of (stepper st) = other sd
    /\ step_refusal (stepped (turn_from sd b) st) st' = None).
  { unfold legal. rewrite !andb_true_iff, !is_none_true, same_true. tauto. }
  rewrite split_legal. clear split_legal.
  assert (open : forall t, beside (from st) (towards st) = Some t -> side_of (stepper st) = other sd ->
            opened (stepped (turn_from sd b) st) = Push (kind_of (stepper st)) (from st)).
  { intros t d en. rewrite (opened_enemy _ st t d); [reflexivity|]. simpl. rewrite en. apply other_differs. }
  split.
  - intros (h & en & h'). apply legal_step in h. destruct h as (_ & t & d & can & _). simpl in can.
    pose proof (open t d en) as o. rewrite (stepped_eq _ _ _ d) in *.
    apply legal_step in h'. destruct h' as (_ & t' & d' & (c & _) & parts). simpl in c.
    unfold part_rules in parts. rewrite o in parts. simpl in parts.
    destruct (decide (side_of (stepper st')) sd) as [own|]; [|discriminate].
    destruct (decide t' (from st)) as [->|]; [|discriminate]. simpl in parts.
    destruct (stronger (kind_of (stepper st')) (kind_of (stepper st))) eqn:str; [|discriminate].
    destruct (frozen (after_step b (from st) t) (from st')) eqn:fr; [discriminate|].
    destruct (proj1 (same_pushers b sd (from st) t (stepper st) (from st') sup can en)) as (pu & fr').
    { split; [|exact fr]. apply in_pushers. split; [apply adjacent_symmetric, in_adjacent; eauto|eauto]. }
    exists t. repeat (split; [assumption|]). split; [|auto].
    apply (agree_other b (from st) t (stepper st) sup can (from st') (stepper st')); [|exact c].
    rewrite own, en, other_other. reflexivity.
  - intros (t & d & can & en & d' & c & own & str & fr).
    assert (i : In (from st') (pushers b sd (kind_of (stepper st)) (from st)))
      by (apply in_pushers; split; [apply adjacent_symmetric, in_adjacent; eauto|eauto]).
    split; [|split; [exact en|]].
    + apply legal_step. split; [simpl; lia|]. exists t. split; [exact d|]. split; [exact can|].
      unfold part_rules. simpl. rewrite en. destruct (decide (other sd) sd) as [e|]; [destruct (other_differs _ e)|].
      unfold fits_pull. simpl.
      assert (ex : existsb (fun s => negb (frozen b s)) (pushers b sd (kind_of (stepper st)) (from st)) = true)
        by (apply existsb_exists; exists (from st'); rewrite fr; auto).
      rewrite ex. destruct (pushers b sd (kind_of (stepper st)) (from st)); [destruct i|reflexivity].
    + pose proof (open t d en) as o. rewrite (stepped_eq _ _ _ d) in *.
      destruct (proj2 (same_pushers b sd (from st) t (stepper st) (from st') sup can en) (conj i fr)) as (_ & fr').
      apply legal_step. split; [simpl; lia|]. exists (from st). split; [exact d'|]. split.
      * split; [|split; [apply after_where_it_left|apply in_adjacent; eauto]].
        apply (agree_other b (from st) t (stepper st) sup can (from st') (stepper st')); [|exact c].
        rewrite own, en, other_other. reflexivity.
      * unfold part_rules. rewrite o. simpl. rewrite own, str, !same_refl. simpl. simpl in fr'.
        rewrite fr'. reflexivity.
Qed.

(** * What sleeps commutes *)

Lemma is_own_alike sd b c u : agree sd b c -> is_own sd b u = is_own sd c u.
Proof.
  intros a. unfold is_own. apply eq_true_iff_eq. split.
  - destruct (b @ u) as [q|] eqn:e; [|discriminate]. intros s. apply same_true in s.
    apply (a u q s) in e. rewrite e. apply same_true, s.
  - destruct (c @ u) as [q|] eqn:e; [|discriminate]. intros s. apply same_true in s.
    apply (a u q s) in e. rewrite e. apply same_true, s.
Qed.
Lemma captured_own b s t p u :
  supported b = true -> can_move b s t p -> captured b s t u ->
  is_own (side_of p) (moved b s t) u = true /\ is_own (side_of p) (after_step b s t) u = false.
Proof.
  intros sup can cap. unfold is_own. pose proof cap as un. apply unsupported_true in un.
  destruct un as (_ & q & c & _). pose proof (own_steps_cost_own_pieces b s t p u q sup can cap c) as own.
  rewrite c, contents_after. unfold captured in cap. rewrite cap.
  split; [apply same_true, own|reflexivity].
Qed.

Lemma independent b s s' :
  dependent b s s' = false ->
  s' <> s /\ (In s' (adjacent s) -> threatened_on b s' = false /\ threatened_on b s = false).
Proof.
  unfold dependent. rewrite orb_false_iff, same_false, andb_false_iff, orb_false_iff. intros (n & h).
  split; [exact n|]. intros i. apply is_beside_true in i. destruct h as [h|h]; [congruence|exact h].
Qed.
(** A piece is not frozen by a step on which it does not depend. *)
Lemma still_free b s p s' t' p' :
  b @ s = Some p -> frozen b s = false -> can_move b s' t' p' -> side_of p' = side_of p ->
  dependent b s s' = false -> frozen (moved b s' t') s = false.
Proof.
  intros c fr (c' & e' & _) own dep. apply independent in dep. destruct dep as (ns & dep).
  destruct (frozen (moved b s' t') s) eqn:now; [|reflexivity]. exfalso.
  apply frozen_true in now. destruct now as (q & cq & (w & r & iw & cw & nr & sr) & none).
  rewrite contents_moved in cq. destruct (decide s s'); [congruence|]. destruct (decide s t'); [congruence|].
  assert (q = p) by congruence. subst q.
  rewrite contents_moved in cw. destruct (decide w s'); [discriminate|].
  destruct (decide w t') as [|nw]; [congruence|].
  assert (th : threatened b s p = true).
  { apply any_beside_true. exists w, r. split; [exact iw|]. split; [exact cw|].
    rewrite sr, andb_true_r. apply enemy_true. congruence. }
  unfold frozen in fr. rewrite c in fr. change (threatened b s p && negb (any_beside b s (friendly p)) = false) in fr.
  rewrite th in fr. apply negb_false_iff, any_beside_true in fr. destruct fr as (x & f & ix & cx & ff).
  apply friendly_true in ff. destruct (decide x s') as [->|nx].
  - destruct (dep ix) as (_ & h). unfold threatened_on in h. rewrite c in h. congruence.
  - apply (none x f ix); [|congruence]. rewrite contents_moved.
    destruct (decide x s'); [congruence|]. destruct (decide x t'); congruence.
Qed.
Lemma still_can_step sd b st t s t' :
  can_step sd b st t -> can_step sd b s t' -> dependent b (from st) (from s) = false -> t' <> t ->
  can_step sd (moved b (from s) t') st t.
Proof.
  intros (d & (c & e & i) & own & sb & fr) (_ & can' & own' & _) dep nt.
  pose proof (independent _ _ _ dep) as (ns & _). pose proof can' as (c' & e' & _).
  split; [exact d|]. split; [|split; [exact own|split; [exact sb|]]].
  - split; [|split; [|exact i]]; rewrite contents_moved.
    + destruct (decide (from st) (from s)); [congruence|]. destruct (decide (from st) t'); congruence.
    + destruct (decide t (from s)); [reflexivity|]. destruct (decide t t'); congruence.
  - apply (still_free b (from st) (stepper st) (from s) t' (stepper s)); auto. congruence.
Qed.
(** Two steps that are both made lead to two squares. *)
Lemma not_to_one_square b s t p s' t' p' :
  can_move b s t p -> can_move b s' t' p' -> side_of p' = side_of p -> s' <> s ->
  after_step b s t @ t' = None -> t' <> t.
Proof.
  intros can (c' & e' & i') own ns gone ->. pose proof (can_move_differ _ _ _ _ can) as differ.
  destruct can as (c & _). rewrite contents_after, contents_moved in gone.
  destruct (decide t s); [congruence|]. destruct (decide t t); [|congruence].
  destruct (unsupported (moved b s t) t) eqn:un; [|congruence].
  apply unsupported_true in un. destruct un as (_ & q & cq & none).
  rewrite contents_moved in cq. destruct (decide t s); [congruence|]. destruct (decide t t); [|congruence].
  apply (none s' p'); [apply adjacent_symmetric, i'| |congruence].
  rewrite contents_moved. destruct (decide s' s); [congruence|]. destruct (decide s' t); congruence.
Qed.

(** The order of an own step and a quiet one that sleeps after it. *)
Lemma own_order sd b st t s t' :
  supported b = true -> can_move b (from st) t (stepper st) -> side_of (stepper st) = sd ->
  can_step sd b s t' -> (forall u, ~ captured b (from s) t' u) -> from s <> from st -> t' <> t ->
  after_step b (from st) t @ from s = Some (stepper s) ->
  (forall u, In u (adjacent t') -> ~ captured b (from st) t u) ->
  after_step (after_step b (from st) t) (from s) t' = after_step (after_step b (from s) t') (from st) t.
Proof.
  intros sup can own (_ & can' & _) quiet ns nt still free.
  apply (own_steps_commute b _ _ (stepper st) _ _ (stepper s)); auto.
  intros u cap. split; [|intros i; exact (free u i cap)]. intros ->.
  unfold captured in cap. rewrite contents_after, cap in still. discriminate.
Qed.

Section Lemmas.

Variable sd : side.
Variable M : board.
Variable done : step -> bool.
Variable s : step.
Hypothesis sup : supported M = true.
Notation asleep := (asleep_in_engine sd).

(** A step that sleeps is legal where it sleeps. *)
Lemma legal_there N t' : legal sd N (Plain s) = true -> beside (from s) (towards s) = Some t' ->
  N @ from s = Some (stepper s) /\ N @ t' = None.
Proof.
  rewrite plain_legal. intros (t & d & (c & e & _) & _) d'. assert (t = t') by congruence. subst t. auto.
Qed.

Lemma plain_order a t t' :
  can_step sd M a t -> can_step sd M s t' -> after_step M (from s) t' = moved M (from s) t' ->
  dependent M (from a) (from s) = false -> legal sd (after_deed sd M (Plain a)) (Plain s) = true ->
  (forall u, In u (adjacent t') -> ~ captured M (from a) t u) -> done s = true ->
  other_order sd M done (Plain a) s.
Proof.
  intros ca cs qs dep ls free dn. pose proof (independent _ _ _ dep) as (ns & _).
  pose proof ca as (d & cana & owna & _). pose proof cs as (d' & cans & owns & _).
  unfold other_order. rewrite (after_plain sd M a t d) in *. rewrite (after_plain sd M s t' d').
  destruct (legal_there _ t' ls d') as (still & gone).
  assert (nt : t' <> t) by (apply (not_to_one_square M (from a) t (stepper a) (from s) t' (stepper s)); auto; congruence).
  split; [exact dn|]. split.
  - rewrite qs. apply plain_legal. exists t. apply still_can_step; assumption.
  - rewrite !(after_plain sd _ a t d), (after_plain sd _ s t' d'). symmetry. apply (own_order sd); auto.
    intros u. apply no_capture_after, qs.
Qed.

Lemma late a :
  sleeps_late sd M a s = true ->
  quiet sd M s = true /\ dependent M (from (own_step a)) (from s) = false
  /\ exists t', beside (from s) (towards s) = Some t'
       /\ (forall u, In u (adjacent t') -> lost sd M a u = false)
       /\ (forall st st', a = PushBy st st' -> beside (from st) (towards st) <> Some t').
Proof.
  unfold sleeps_late. rewrite !andb_true_iff, negb_true_iff. intros ((q & dep) & h).
  split; [exact q|]. split; [exact dep|]. destruct (beside (from s) (towards s)) as [t'|]; [|discriminate].
  apply andb_true_iff in h. destruct h as (h & h'). exists t'. split; [reflexivity|]. split.
  - intros u i. destruct (lost sd M a u) eqn:l; [|reflexivity]. apply negb_true_iff in h. rewrite <- h.
    symmetry. apply existsb_exists. eauto.
  - intros st st' -> e. rewrite e, same_refl in h'. discriminate.
Qed.

End Lemmas.

Theorem L1_holds sd : L1 sd (asleep_in_engine sd).
Proof.
  intros M done a to s (sup & dq & _ & sl & ls) qa d ne. unfold asleep_in_engine in sl. rewrite qa in sl.
  unfold goes_back, rounds_a_corner in sl. rewrite d in sl.
  destruct (decide (Some to) (Some (from s))); [congruence|]. simpl in sl. rewrite !orb_false_r in sl.
  apply andb_true_iff in sl. destruct sl as (dn & dep). apply negb_true_iff in dep.
  pose proof (dq s dn) as qs. apply quiet_true in qs. destruct qs as (t' & cs & qs).
  apply quiet_true in qa. destruct qa as (t & ca & qa).
  apply (plain_order sd M done s sup a t t'); auto. intros u _. apply no_capture_after, qa.
Qed.

Theorem L2_holds sd : L2 sd (asleep_in_engine sd).
Proof.
  intros M done a to s (sup & _ & _ & _ & ls) qa d e back.
  apply quiet_true in qa. destruct qa as (t & (d' & (c & em & _) & _) & q).
  assert (t = to) by congruence. subst t.
  assert (d'' : beside (from s) (towards s) = Some (from a)) by (rewrite e, back; apply beside_opposite, d).
  rewrite (after_plain sd M a to d), (after_plain sd _ s (from a) d''), q, e.
  apply board_ext. intros u.
  assert (same : moved (moved M (from a) to) to (from a) = M).
  { apply board_ext. intros v. rewrite !contents_moved.
    destruct (decide v to), (decide v (from a)), (decide to (from a)), (decide to to); congruence. }
  rewrite contents_after, same. rewrite supported_true in sup. rewrite sup. reflexivity.
Qed.

Theorem L3_holds sd : L3 sd (asleep_in_engine sd).
Proof.
  intros M done a to s (sup & dq & _ & sl & ls) qa d e turn. unfold asleep_in_engine in sl. rewrite qa in sl.
  pose proof qa as qa'. apply quiet_true in qa'. destruct qa' as (t & (d' & (c & em & ito) & own & _) & q).
  assert (t = to) by congruence. subst t.
  apply orb_true_iff in sl. destruct sl as [sl|sl]; [apply orb_true_iff in sl; destruct sl as [sl|sl]|].
  - exfalso. apply andb_true_iff in sl. destruct sl as (dn & _). specialize (dq s dn).
    apply quiet_true in dq. destruct dq as (x & (_ & (cs & _) & _) & _). congruence.
  - exfalso. unfold goes_back in sl. apply andb_true_iff in sl. destruct sl as (_ & sl).
    apply same_true in sl. contradiction.
  - unfold rounds_a_corner in sl. rewrite !andb_true_iff in sl. destruct sl as (((_ & dirs) & qf) & free).
    destruct (beside (from a) (towards s)) as [between|] eqn:db; [|discriminate].
    split; [destruct (towards a), (towards s); auto; discriminate|].
    split; [destruct (towards a), (towards s); auto; discriminate|].
    exists between. cbv zeta. split; [reflexivity|]. split; [exact qf|].
    pose proof qf as qf'. apply quiet_true in qf'. simpl in qf'.
    destruct qf' as (t & (db' & (_ & emb & ib) & _) & qb). simpl in db', emb, ib, qb.
    assert (t = between) by congruence. subst t.
    apply plain_legal in ls. destruct ls as (x & ds & (cs & es & ix) & owns & _).
    rewrite (after_plain sd M a to d), q, contents_moved in es, cs.
    assert (sq : beside between (towards a) = Some x).
    { revert d db ds dirs. rewrite e. clear. destruct (from a) as [f r].
      destruct (towards a), (towards s); try discriminate; intros h1 h2 h3 _; simpl in *;
        destruct f, r; simpl in *; inversion h1; inversion h2; subst; simpl in *; inversion h3; reflexivity. }
    assert (nx : x <> from a /\ x <> between /\ x <> to).
    { revert d db ds dirs. rewrite e. clear. destruct (from a) as [f r].
      destruct (towards a), (towards s); try discriminate; intros h1 h2 h3 _; simpl in *;
        destruct f, r; simpl in *; inversion h1; inversion h2; subst; simpl in *; inversion h3;
        repeat split; discriminate. }
    destruct nx as (nxf & nxb & nxt).
    assert (nbf : between <> from a) by (intros ->; congruence).
    destruct (decide x (from a)); [congruence|]. destruct (decide x to); [congruence|].
    set (f := Step (stepper a) (from a) (towards s)). set (g := Step (stepper a) between (towards a)).
    assert (df : beside (from f) (towards f) = Some between) by exact db.
    assert (dg : beside (from g) (towards g) = Some x) by exact sq.
    rewrite (after_plain sd M f between df). simpl from. rewrite qb. split.
    + apply plain_legal. exists x. split; [exact sq|]. split; [|split; [exact own|split]].
      * simpl. split; [|split; [|apply in_adjacent; eauto]]; rewrite contents_moved.
        -- destruct (decide between (from a)); [congruence|]. destruct (decide between between); congruence.
        -- destruct (decide x (from a)); [congruence|]. destruct (decide x between); congruence.
      * unfold steps_backward. simpl. destruct (towards a), (towards s); try discriminate;
          destruct (side_of (stepper a)); apply andb_false_r.
      * simpl. destruct (frozen (moved M (from a) between) between) eqn:fr; [|reflexivity]. exfalso.
        apply frozen_true in fr. destruct fr as (p & cp & (w & r & iw & cw & nr & sr) & none).
        rewrite contents_moved in cp. destruct (decide between (from a)); [congruence|].
        destruct (decide between between); [|congruence]. assert (p = stepper a) by congruence. subst p.
        apply orb_true_iff in free. destruct free as [free|free].
        -- apply negb_true_iff in free. unfold threatened in free. rewrite any_beside_false in free.
           rewrite contents_moved in cw. destruct (decide w (from a)); [discriminate|].
           destruct (decide w between) as [->|]; [exact (not_adjacent_to_itself _ iw)|].
           specialize (free w r iw cw). rewrite sr, andb_true_r in free.
           assert (en : enemy (stepper a) r = true) by (apply enemy_true; congruence). congruence.
        -- apply any_beside_true in free. destruct free as (y & k & iy & cy & fk). apply friendly_true in fk.
           rewrite contents_put in cy. destruct (decide y (from a)); [discriminate|].
           apply (none y k iy); [|congruence]. rewrite contents_moved.
           destruct (decide y (from a)); [congruence|]. destruct (decide y between); congruence.
    + rewrite (after_plain sd _ g x dg), (after_plain sd M a to d), (after_plain sd _ s x ds), q, e.
      unfold after_step. simpl from. f_equal. apply board_ext. intros v. rewrite !contents_moved.
      destruct (decide between between); [|congruence]. destruct (decide to to); [|congruence].
      destruct (decide between (from a)); [congruence|]. destruct (decide to (from a)); [congruence|].
      destruct (decide v between), (decide v x), (decide v (from a)), (decide v to); congruence.
Qed.

Theorem L4_holds sd : L4 sd (asleep_in_engine sd).
Proof.
  intros M done a s (sup & _ & la & sl & ls) all nq. unfold asleep_in_engine in sl. rewrite nq in sl.
  apply late in sl. destruct sl as (qs & dep & t' & d' & none & _). pose proof (all s qs) as dn.
  apply quiet_true in qs. destruct qs as (x & cs & qs). assert (x = t') by (destruct cs; congruence). subst x.
  apply plain_legal in la. destruct la as (t & ca).
  apply (plain_order sd M done s sup a t t'); auto. intros u i cap. specialize (none u i).
  destruct ca as (d & can & own & _). unfold lost in none. simpl own_step in none.
  rewrite d, (after_plain sd M a t d) in none.
  destruct (captured_own M (from a) t (stepper a) u sup can cap) as (one & two).
  rewrite own in one, two. rewrite one, two in none. discriminate.
Qed.

Theorem L5_holds sd : L5 sd (asleep_in_engine sd).
Proof.
  intros M done a a' s (sup & _ & la & sl & ls) all. apply late in sl.
  destruct sl as (qs & dep & t' & d' & none & _). pose proof (all s qs) as dn. simpl own_step in dep.
  apply quiet_true in qs. destruct qs as (x & cs & qs). assert (x = t') by (destruct cs; congruence). subst x.
  apply pull_legal in la. destruct la as (t & pull).
  pose proof pull as (ca & da & en & str & c). pose proof ca as (d & can & own & _).
  pose proof cs as (_ & cans & owns & _). pose proof (independent _ _ _ dep) as (ns & _).
  assert (two : forall b, after_deed sd b (PullBy a a') = after_step (after_step b (from a) t) (from a') (from a))
    by (intros b; exact (after_two sd b a a' t (from a) d da)).
  rewrite two in ls. destruct (legal_there sd s _ t' ls d') as (still & gone).
  set (M1 := after_step M (from a) t) in *.
  assert (sup1 : supported M1 = true) by apply supported_after_step.
  assert (can' : can_move M1 (from a') (from a) (stepper a'))
    by (split; [exact c|split; [apply after_where_it_left|apply in_adjacent; eauto]]).
  assert (en' : sd = other (side_of (stepper a'))) by (rewrite en, other_other; reflexivity).
  assert (ag : agree sd (after_step M1 (from a') (from a)) M1)
    by (rewrite en'; exact (agree_other M1 _ _ _ sup1 can')).
  assert (still1 : M1 @ from s = Some (stepper s)) by (apply (ag (from s) (stepper s)); assumption).
  assert (tf : t' <> from a) by (intros ->; destruct cans as (_ & e & _), can as (e' & _); congruence).
  assert (gone1 : M1 @ t' = None).
  { destruct (M1 @ t') as [q|] eqn:e; [|reflexivity]. exfalso.
    destruct (decide (side_of q) sd) as [sq|nq]; [apply (ag t' q sq) in e; congruence|].
    apply after_stood in e. destruct e as [(_ & e)|(_ & _ & e)].
    - destruct can as (c0 & _). congruence.
    - destruct cans as (_ & e0 & _). congruence. }
  assert (nt : t' <> t).
  { apply (not_to_one_square M (from a) t (stepper a) (from s) t' (stepper s)); auto. congruence. }
  assert (free : forall u, In u (adjacent t') -> ~ captured M (from a) t u).
  { intros u i cap. specialize (none u i). unfold lost in none. simpl own_step in none. rewrite d, two in none.
    fold M1 in none. rewrite (is_own_alike _ _ _ u ag) in none.
    destruct (captured_own M (from a) t (stepper a) u sup can cap) as (x1 & x2).
    rewrite own in x1, x2. fold M1 in x2. rewrite x1, x2 in none. discriminate. }
  assert (order : after_step M1 (from s) t' = after_step (after_step M (from s) t') (from a) t)
    by (apply (own_order sd); auto; intros u; apply no_capture_after, qs).
  assert (cs1 : can_move M1 (from s) t' (stepper s)) by (split; [exact still1|split; [exact gone1|apply cans]]).
  split; [exact dn|]. rewrite (after_plain sd M s t' d'). split.
  - apply pull_legal. exists t. split; [rewrite qs; apply still_can_step; assumption|].
    split; [exact da|]. split; [exact en|]. split; [exact str|]. rewrite <- order.
    apply (agree_other M1 (from s) t' (stepper s) sup1 cs1 (from a') (stepper a')); [|exact c]. congruence.
  - rewrite !two, (after_plain sd _ s t' d'), <- order. fold M1.
    apply (sides_commute M1 (from s) t' (stepper s) (from a') (from a) (stepper a')); auto; congruence.
Qed.

Theorem L6_holds sd : L6 sd (asleep_in_engine sd).
Proof.
  intros M done a a' s (sup & _ & la & sl & ls) all. apply late in sl.
  destruct sl as (qs & dep & t' & d' & none & pushed). pose proof (all s qs) as dn. simpl own_step in dep.
  apply quiet_true in qs. destruct qs as (x & cs & qs). assert (x = t') by (destruct cs; congruence). subst x.
  apply (push_legal sd M a a' sup) in la. destruct la as (t & push).
  pose proof push as (d & can & en & da & c' & own & str & fr).
  pose proof cs as (_ & cans & owns & _). pose proof (independent _ _ _ dep) as (ns & _).
  assert (two : forall b, after_deed sd b (PushBy a a') = after_step (after_step b (from a) t) (from a') (from a))
    by (intros b; exact (after_two sd b a a' t (from a) d da)).
  rewrite two in ls. destruct (legal_there sd s _ t' ls d') as (still & gone).
  assert (nt : t' <> t) by (intros ->; exact (pushed a a' eq_refl d)).
  set (M1 := after_step M (from a) t) in *.
  assert (sup1 : supported M1 = true) by apply supported_after_step.
  assert (en' : sd = other (side_of (stepper a))) by (rewrite en, other_other; reflexivity).
  assert (ag : agree sd M1 M) by (rewrite en'; exact (agree_other M _ _ _ sup can)).
  assert (c1 : M1 @ from a' = Some (stepper a')) by (apply (ag (from a') (stepper a')); assumption).
  assert (can1 : can_move M1 (from a') (from a) (stepper a'))
    by (split; [exact c1|split; [apply after_where_it_left|apply in_adjacent; eauto]]).
  assert (cs1 : can_move M1 (from s) t' (stepper s)).
  { apply (can_move_after_other M (from a) t (stepper a) (from s) t' (stepper s)); auto. congruence. }
  assert (tf : t' <> from a) by (intros ->; destruct cans as (_ & e & _), can as (e' & _); congruence).
  assert (quiet1 : forall u, ~ captured M1 (from s) t' u).
  { apply (no_capture_alike M M1 (from s) t' (stepper s)); auto.
    - rewrite owns. apply agree_symmetric, ag.
    - intros u. apply no_capture_after, qs. }
  assert (free : forall u, In u (adjacent t') -> ~ captured M1 (from a') (from a) u).
  { intros u i cap. specialize (none u i). unfold lost in none. simpl own_step in none. rewrite da, two in none.
    fold M1 in none.
    destruct (captured_own M1 (from a') (from a) (stepper a') u sup1 can1 cap) as (x1 & x2).
    rewrite own in x1, x2. rewrite x2 in none.
    rewrite (is_own_alike sd (moved M (from a') (from a)) (moved M1 (from a') (from a)) u), x1 in none; [discriminate|].
    apply (agree_moved sd M M1 _ _ (stepper a')); auto. apply agree_symmetric, ag. }
  assert (order : after_step (after_step M1 (from a') (from a)) (from s) t'
                  = after_step (after_step M1 (from s) t') (from a') (from a)).
  { apply (own_steps_commute M1 _ _ (stepper a') _ _ (stepper s)); auto.
    intros u cap. split; [|intros i; exact (free u i cap)]. intros ->.
    unfold captured in cap. rewrite contents_after, cap in still. discriminate. }
  assert (sides : after_step M1 (from s) t' = after_step (after_step M (from s) t') (from a) t).
  { apply (sides_commute M (from a) t (stepper a) (from s) t' (stepper s)); auto; congruence. }
  split; [exact dn|]. rewrite (after_plain sd M s t' d'). split.
  - apply push_legal; [apply supported_after_step|]. exists t.
    assert (can2 : can_move (after_step M (from s) t') (from a) t (stepper a)).
    { apply (can_move_after_other M (from s) t' (stepper s) (from a) t (stepper a)); auto; congruence. }
    repeat (split; [assumption|]). rewrite qs. split; [|split; [exact own|split; [exact str|]]].
    + rewrite contents_moved. destruct (decide (from a') (from s)); [congruence|].
      destruct (decide (from a') t') as [e|]; [destruct cans as (_ & e' & _); congruence|exact c'].
    + apply (still_free M (from a') (stepper a') (from s) t' (stepper s)); auto. congruence.
  - rewrite !two, (after_plain sd _ s t' d'), <- sides. fold M1. symmetry. exact order.
Qed.

(** * The search finds the distinct turns *)

Lemma L1_to_L6_hold sd :
  let a := asleep_in_engine sd in L1 sd a /\ L2 sd a /\ L3 sd a /\ L4 sd a /\ L5 sd a /\ L6 sd a.
Proof.
  exact (conj (L1_holds sd) (conj (L2_holds sd) (conj (L3_holds sd)
          (conj (L4_holds sd) (conj (L5_holds sd) (L6_holds sd)))))).
Qed.

Section Found.

(** A moment within a turn, on a board between steps, and any order of actions that stands right. *)
Variable t : turn.
Hypothesis sup : supported (now t) = true.
Variable actions : board -> list deed.
Hypothesis order : stands_right (mover t) actions.
Variable endings : list deed.
Hypothesis begun : ends_begun t endings.

(** The boards that the search keeps after a turn has come so far, each with its way. *)
Definition kept : nat -> list (list deed) := level t actions endings (asleep_in_engine (mover t)).
Definition is_way : list deed -> bool := way t actions endings.
Definition found (b : board) : Prop :=
  exists n w, taken t + n <= 4 /\ In w (kept n) /\ is_way w = true /\ board_after t w = b.

Lemma kept_first n : right_level t actions endings (asleep_in_engine (mover t)) n.
Proof. apply the_search_keeps_first_ways; auto using L1_to_L6_hold. Qed.
Lemma kept_all w0 : is_way w0 = true ->
  exists w, In w (kept (steps w)) /\ is_way w = true /\ board_after t w = board_after t w0 /\ steps w <= steps w0.
Proof.
  intros ww.
  destruct (no_board_is_missed t sup actions order endings begun (asleep_in_engine (mover t)) (L1_to_L6_hold _) w0 ww)
    as (w & i & (wy & _) & e & n).
  exists w. auto.
Qed.

(** No board is kept twice. *)
Theorem each_is_found_once m n w w' :
  In w (kept m) -> In w' (kept n) -> is_way w = true -> is_way w' = true ->
  board_after t w = board_after t w' -> w = w' /\ m = n.
Proof. apply no_board_is_counted_twice; auto using L1_to_L6_hold. Qed.

End Found.

(** TRN-6: they are the boards at which the turn can end, TRN-3 and REP-2 apart. *)
Theorem distinct_turns_are_found p actions endings b :
  let t := current_turn p in
  stands_right (mover t) actions -> ends_begun t endings ->
  supported (now t) = true -> taken t <= 4 -> (taken t = 0 -> now t = start t) ->
  In b (distinct_turns p) <->
  found t actions endings b /\ b <> start t
  /\ refuses_third (edition_of p) && (2 <=? times (edition_of p) (b, other (mover t)) (past p)) = false.
Proof.
  cbv zeta. set (t := current_turn p). intros order begun sup four fresh. rewrite distinct_turns_are_all by exact four. split.
  - intros (l & u & h & ok & <-). fold t in h. destruct (start_along l t u h) as (st & mv).
    pose proof (taken_along l t u h) as tk. pose proof (at_most_four_steps l t u four h) as most.
    unfold end_refusal in ok. rewrite first_broken_none in ok.
    assert (np : negb (push_pending u) = true) by (apply (ok PSH_4); simpl; auto).
    assert (ch : negb (now u == start u) = true) by (apply (ok TRN_3); simpl; auto).
    assert (rp : negb (refuses_third (edition_of p)
                   && (2 <=? times (edition_of p) (end_position u) (past p))) = true) by (apply (ok REP_2); simpl; auto).
    apply negb_true_iff in np, ch, rp. apply same_false in ch.
    destruct (turns_are_ways t actions order endings begun l u h np) as (w0 & ww & e & len).
    destruct (kept_all t sup actions order endings begun w0 ww) as (w & i & wy & same & n).
    split; [|split; [congruence|unfold end_position in rp; rewrite mv in rp; exact rp]].
    exists (steps w), w. split; [lia|]. split; [exact i|]. split; [exact wy|congruence].
  - intros ((n & w & room & i & ww & <-) & ch & rp).
    assert (len : steps w = n).
    { apply (kept_first t sup actions order endings begun n) in i. destruct i as [(-> & ->)|(_ & e)]; [reflexivity|exact e]. }
    destruct (ways_are_turns t actions order endings begun w ww ltac:(lia)) as (l & u & h & ll & np & e).
    destruct (start_along l t u h) as (st & mv). pose proof (taken_along l t u h) as tk.
    exists l, u. split; [exact h|]. split; [|exact e].
    rewrite end_refused_by_repetition; unfold at_turn; cbn [current_turn edition_of past].
    + unfold end_position. rewrite mv, e, rp. reflexivity.
    + intros z. apply ch. rewrite <- e. destruct l; [|simpl in tk; lia]. simpl in h. inversion h; subst u.
      apply fresh. exact z.
    + exact np.
    + congruence.
Qed.
(** * False neighbours *)

Open Scope string_scope.

(** Of an action and a quiet step, named in this order: is the step legal after the action, and do the
    two orders differ? *)
Definition order_matters (pieces text : string) : bool :=
  let differs b a s :=
    quiet Gold b s && legal Gold b a && legal Gold (after_deed Gold b a) (Plain s)
    && negb (legal Gold (after_deed Gold b (Plain s)) a
             && (after_deed Gold (after_deed Gold b (Plain s)) a == after_deed Gold (after_deed Gold b a) (Plain s))) in
  match read_board pieces, read_steps text with
  | Some b, Some [a; s] => differs b (Plain a) s
  | Some b, Some [a; a'; s] => differs b (if side_of (stepper a) == Gold then PullBy a a' else PushBy a a') s
  | _, _ => false
  end.
(** L1, if no piece kept another from freezing: the cat's step freezes the dog. *)
Example L1_needs_that_no_piece_is_threatened : order_matters "ra8 Cd5 Dd4 me4 Ra1" "Dd4w Cd5n" = true.
Proof. vm_compute. reflexivity. Qed.
(** L2, if the step could capture: the lost rabbit does not come back. *)
Example L2_needs_a_quiet_step : steps_lead Gold "ra8 Dc4 Rc3 Ra1" "Dc4n Dc5s" "ra8 Dc4 Ra1" = true.
Proof. vm_compute. reflexivity. Qed.
(** L3, if no piece froze at the corner: the dog cannot go on from d4. *)
Example L3_needs_that_no_piece_freezes :
  let lead := refused_last Gold "ra8 md5 Dd3 Ra1" in
  lead "Dd3e" "De3n" = Some None /\ lead "" "Dd3n" = Some None /\ lead "Dd3n" "Dd4e" = Some (Some FRZ_2).
Proof. vm_compute. auto. Qed.
(** L4 and L5, if a lost piece could not be supported: the cat's step saves the rabbit on c3. *)
Example L4_needs_that_no_lost_piece_is_supported : order_matters "ra8 Dc4 Ca3 Rc3 Ra1" "Dc4e Ca3e" = true.
Proof. vm_compute. reflexivity. Qed.
Example L5_needs_that_no_lost_piece_is_supported : order_matters "rc5 Dc4 Ca3 Rc3 Ra1" "Dc4e rc5s Ca3e" = true.
Proof. vm_compute. reflexivity. Qed.
(** L6, if a step could lead to where an enemy is pushed, and is captured. *)
Example L6_needs_another_square : order_matters "Cb6 Hd6 rc5 Dc4 Ra1" "rc5n Dc4n Cb6e" = true.
Proof. vm_compute. reflexivity. Qed.
