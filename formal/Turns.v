(** Turns: TRN-1, the boards at which a turn or a setup can end (TRN-6), END-8 and THM-7's second half, and the
    checks of END-2 with the tables of SPEC.md, chapter 8. *)

From Coq Require Import String List Bool Arith Lia.
From Arimaa Require Import Rules Text Board Captures Pushes.
Import ListNotations.
Close Scope string_scope.

(** * Ways through a turn *)

(** A way: legal steps one after the other. *)
Lemma taken_along l : forall t u, after_steps t l = Some u -> taken u = taken t + length l.
Proof.
  induction l as [|st l IH]; intros t u h; simpl in h.
  - inversion h. simpl. lia.
  - destruct (step_refusal t st) eqn:r; [discriminate|]. apply legal_step in r.
    destruct r as (_ & target & d & _). rewrite (IH _ _ h), (stepped_eq _ _ _ d). simpl. lia.
Qed.
Lemma at_most_four_steps l : forall t u,
  taken t <= 4 -> after_steps t l = Some u -> taken u <= 4.
Proof.
  induction l as [|st l IH]; intros t u n h; simpl in h.
  - inversion h. subst. exact n.
  - destruct (step_refusal t st) eqn:r; [discriminate|]. apply legal_step in r.
    destruct r as (lt & target & d & _). apply (IH _ _) in h; [exact h|].
    rewrite (stepped_eq _ _ _ d). simpl. lia.
Qed.
Lemma start_along l : forall t u,
  after_steps t l = Some u -> start u = start t /\ mover u = mover t.
Proof.
  induction l as [|st l IH]; intros t u h; simpl in h.
  - inversion h. auto.
  - destruct (step_refusal t st) eqn:r; [discriminate|]. apply legal_step in r.
    destruct r as (_ & target & d & _). rewrite (stepped_eq _ _ _ d) in h.
    apply (IH _ _) in h. exact h.
Qed.
Lemma between_along l : forall t u,
  between_steps t -> after_steps t l = Some u -> between_steps u.
Proof.
  induction l as [|st l IH]; intros t u bet h; simpl in h.
  - inversion h. subst. exact bet.
  - destruct (step_refusal t st) eqn:r; [discriminate|].
    exact (IH _ _ (stepped_between t st r) h).
Qed.
Lemma after_steps_app l m t :
  after_steps t (l ++ m) = match after_steps t l with Some u => after_steps u m | None => None end.
Proof.
  revert t. induction l as [|st l IH]; intros t; simpl; [reflexivity|].
  destruct (step_refusal t st); [reflexivity|apply IH].
Qed.

Definition at_turn (p : play) (t : turn) : play := Play (edition_of p) (past p) t.
Lemma at_current_turn p : at_turn p (current_turn p) = p.
Proof. destruct p. reflexivity. Qed.

(** TRN-6: [ends] has the boards to which a way leads at whose end the turn can end. *)
Lemma in_ends n : forall p b,
  In b (ends n p) <->
  exists l t, length l <= n /\ after_steps (current_turn p) l = Some t /\
              end_refusal (at_turn p t) = None /\ now t = b.
Proof.
  induction n as [|n IH]; intros p b.
  - simpl. rewrite app_nil_r. destruct (end_refusal p) as [r|] eqn:e; simpl.
    + split; [intros []|]. intros (l & t & len & h & ok & _).
      destruct l; [|simpl in len; lia]. simpl in h. inversion h. subst t.
      rewrite at_current_turn in ok. congruence.
    + split.
      * intros [<-|[]]. exists [], (current_turn p). rewrite at_current_turn.
        split; [simpl; lia|]. split; [reflexivity|]. split; [exact e|reflexivity].
      * intros (l & t & len & h & _ & <-). destruct l; [|simpl in len; lia].
        simpl in h. inversion h. left. reflexivity.
  - simpl. rewrite in_app_iff, in_flat_map. split.
    + intros [i|(st & i & j)].
      * destruct (end_refusal p) eqn:e; simpl in i; [destruct i|]. destruct i as [<-|[]].
        exists [], (current_turn p). rewrite at_current_turn.
        split; [simpl; lia|]. split; [reflexivity|]. split; [exact e|reflexivity].
      * apply in_legal_steps in i. apply IH in j. destruct j as (l & t & len & h & ok & eq).
        exists (st :: l), t. split; [simpl; lia|]. split; [|split; [exact ok|exact eq]].
        simpl. rewrite i. exact h.
    + intros (l & t & len & h & ok & eq). destruct l as [|st l].
      * left. simpl in h. inversion h. subst t. rewrite at_current_turn in ok.
        rewrite ok. left. exact eq.
      * right. simpl in h. destruct (step_refusal (current_turn p) st) eqn:r; [discriminate|].
        exists st. rewrite in_legal_steps. split; [exact r|]. apply IH.
        exists l, t. split; [simpl in len; lia|]. split; [exact h|]. split; [exact ok|exact eq].
Qed.

Lemma can_end_ends n : forall p, can_end n p = true <-> exists b, In b (ends n p).
Proof.
  induction n as [|n IH]; intros p; simpl; rewrite orb_true_iff.
  - destruct (end_refusal p); simpl; split; try tauto.
    + intros [f|f]; discriminate.
    + intros (b & []).
    + intros _. eexists. left. reflexivity.
  - rewrite existsb_exists. split.
    + intros [h|(st & i & h)].
      * rewrite h. eexists. left. reflexivity.
      * apply IH in h. destruct h as (b & j). exists b. apply in_app_iff. right.
        apply in_flat_map. eauto.
    + intros (b & i). apply in_app_iff in i. destruct i as [i|i].
      * left. destruct (is_none (end_refusal p)); [reflexivity|destruct i].
      * right. apply in_flat_map in i. destruct i as (st & i & j). exists st.
        split; [exact i|]. apply IH. eauto.
Qed.

(** Four steps are enough to look for: every way is at most so long. *)
Theorem distinct_turns_are_all p b :
  taken (current_turn p) <= 4 ->
  In b (distinct_turns p) <->
  exists l t, after_steps (current_turn p) l = Some t /\
              end_refusal (at_turn p t) = None /\ now t = b.
Proof.
  intros n. unfold distinct_turns. rewrite nodup_In, in_ends. split.
  - intros (l & t & _ & rest). eauto.
  - intros (l & t & h & rest). exists l, t. split; [|auto].
    pose proof (at_most_four_steps l _ _ n h). pose proof (taken_along l _ _ h). lia.
Qed.
Theorem distinct_turns_differ p : NoDup (distinct_turns p).
Proof. apply NoDup_nodup. Qed.
Corollary can_end_distinct_turns p : can_end 4 p = true <-> distinct_turns p <> [].
Proof.
  rewrite can_end_ends. unfold distinct_turns. split.
  - intros (b & i) e. apply (nodup_In decide) in i. rewrite e in i. destruct i.
  - intros ne. destruct (nodup decide (ends 4 p)) as [|b l] eqn:e; [congruence|].
    exists b. apply (nodup_In decide). rewrite e. left. reflexivity.
Qed.

(** * Turns of a setup *)

Definition placing (l : list (piece * square)) : list action := map (fun '(p, sq) => Place p sq) l.
Lemma in_placements s p sq :
  In (p, sq) (placements s) <-> first_broken (placement_rules s p sq) = None.
Proof.
  unfold placements. rewrite filter_In, is_none_true. split; [tauto|]. intros h. split; [|exact h].
  rewrite first_broken_none in h.
  assert (own : (side_of p == placer s) = true) by (apply (h SET_2); left; reflexivity).
  apply same_true in own. apply in_prod; [|apply in_squares]. apply in_map_iff. exists (kind_of p).
  split; [rewrite <- own; destruct p; reflexivity|]. destruct (kind_of p); cbv; tauto.
Qed.
Lemma in_setup_ends n : forall s b,
  In b (setup_ends n s) <->
  exists l s', length l <= n /\ after_actions (InSetup s) (placing l) = Some (InSetup s')
               /\ refusal (InSetup s') EndTurn = None /\ placed s' = b.
Proof.
  assert (here : forall s b, In b (if is_none (first_broken (setup_end_rules s)) then [placed s] else [])
            <-> refusal (InSetup s) EndTurn = None /\ placed s = b).
  { intros s b. cbn [refusal]. destruct (first_broken (setup_end_rules s)); simpl; split.
    - intros [].
    - intros (h & _). discriminate.
    - intros [h|[]]. auto.
    - intros (_ & h). auto. }
  induction n as [|n IH]; intros s b; cbn [setup_ends]; rewrite in_app_iff, here.
  - split.
    + intros [(h & e)|[]]. exists [], s. simpl. auto.
    + intros (l & s' & len & h & end_ & e). destruct l; [|simpl in len; lia]. simpl in h. inversion h; subst. auto.
  - split.
    + intros [(h & e)|i]; [exists [], s; simpl; repeat split; auto; lia|].
      apply in_flat_map in i. destruct i as ((p & sq) & i & j). apply in_placements in i. apply IH in j.
      destruct j as (l & s' & len & h & rest). exists ((p, sq) :: l), s'. split; [simpl; lia|].
      split; [|exact rest]. cbn [placing map after_actions refusal effect]. rewrite i. exact h.
    + intros (l & s' & len & h & end_ & e). destruct l as [|(p & sq) l].
      * left. simpl in h. inversion h; subst. auto.
      * right. cbn [placing map after_actions refusal effect] in h.
        destruct (first_broken (placement_rules s p sq)) eqn:r; [discriminate|].
        apply in_flat_map. exists (p, sq). split; [apply in_placements, r|]. apply IH.
        exists l, s'. split; [simpl in len; lia|]. auto.
Qed.
Lemma placements_fill l : forall s s',
  after_actions (InSetup s) (placing l) = Some (InSetup s') ->
  length l <= length (filter (fun sq => is_home (placer s) sq && is_empty (placed s) sq) squares).
Proof.
  induction l as [|(p & sq) l IH]; intros s s' h; [cbn [length]; lia|].
  cbn [placing map after_actions refusal effect] in h.
  destruct (first_broken (placement_rules s p sq)) eqn:r; [discriminate|]. rewrite first_broken_none in r.
  assert (hm : is_home (placer s) sq = true) by (apply (r SET_3); simpl; auto).
  assert (em : is_empty (placed s) sq = true) by (apply (r SET_4); simpl; auto).
  apply IH in h. cbn [place placer placed] in h.
  pose proof (filter_change (fun u => is_home (placer s) u && is_empty (put (placed s) sq (Some p)) u)
                (fun u => is_home (placer s) u && is_empty (placed s) u) squares sq squares_differ (in_squares sq)) as c.
  assert (full : is_empty (put (placed s) sq (Some p)) sq = false)
    by (unfold is_empty; rewrite contents_put; destruct (decide sq sq); [reflexivity|congruence]).
  cbv beta in c. rewrite hm, em, full in c. cbn [andb] in c. cbn [length].
  assert (same : forall u, u <> sq -> is_home (placer s) u && is_empty (put (placed s) sq (Some p)) u
                                      = is_home (placer s) u && is_empty (placed s) u).
  { intros u n. unfold is_empty. rewrite contents_put. destruct (decide u sq); [congruence|reflexivity]. }
  specialize (c same). lia.
Qed.
(** TRN-6 of a setup: sixteen placements are enough to look for. *)
Theorem distinct_setups_are_all s b :
  In b (distinct_setups s) <->
  exists l s', after_actions (InSetup s) (map (fun '(p, sq) => Place p sq) l) = Some (InSetup s')
               /\ refusal (InSetup s') EndTurn = None /\ placed s' = b.
Proof.
  unfold distinct_setups. rewrite nodup_In, in_setup_ends. split.
  - intros (l & s' & _ & rest). eauto.
  - intros (l & s' & h & rest). exists l, s'. split; [|auto]. apply placements_fill in h.
    pose proof (filter_length_le (fun sq => is_home (placer s) sq && is_empty (placed s) sq)
                  (is_home (placer s)) squares) as le.
    assert (sixteen : length (filter (is_home (placer s)) squares) = 16) by (destruct (placer s); reflexivity).
    rewrite sixteen in le. specialize (le ltac:(intros x e; apply andb_true_iff in e; tauto)). lia.
Qed.

(** * THM-7, second half, and END-8 *)

Lemma has_step_true b s : has_step b s = true <-> exists st, step_refusal (turn_from s b) st = None.
Proof.
  unfold has_step. split.
  - intros h. destruct (legal_steps (turn_from s b)) as [|st l] eqn:e; [discriminate|].
    exists st. apply in_legal_steps. rewrite e. left. reflexivity.
  - intros (st & h). apply in_legal_steps in h.
    destruct (legal_steps (turn_from s b)); [destruct h|reflexivity].
Qed.

(** The end of a turn is refused by repetition alone where the other rules allow it. *)
Lemma end_refused_by_repetition p :
  taken (current_turn p) <> 0 -> push_pending (current_turn p) = false ->
  now (current_turn p) <> start (current_turn p) ->
  end_refusal p = if refuses_third (edition_of p)
                     && (2 <=? times (edition_of p) (end_position (current_turn p)) (past p))
                  then Some REP_2 else None.
Proof.
  intros n np ch. unfold end_refusal, end_rules. simpl.
  replace (taken (current_turn p) =? 0) with false by (symmetry; apply Nat.eqb_neq; exact n).
  rewrite np. destruct (decide (now (current_turn p)) (start (current_turn p))); [contradiction|].
  simpl. destruct (refuses_third (edition_of p) && _); reflexivity.
Qed.

(** A player with a legal step has a legal turn, but for repetition: there is a way at whose end
    nothing but REP-2 can refuse the end. *)
Theorem a_legal_turn_but_for_repetition e l b s :
  supported b = true -> has_step b s = true ->
  exists way t, after_steps (turn_from s b) way = Some t /\
    (end_refusal (Play e l t) = None \/ end_refusal (Play e l t) = Some REP_2).
Proof.
  intros sup h. apply has_step_true in h. destruct h as (st & h).
  destruct (a_step_makes_a_turn b s st sup h) as (way & t & w & _ & n & np & ch).
  exists way, t. split; [exact w|].
  rewrite end_refused_by_repetition by (cbn [current_turn]; assumption).
  destruct (refuses_third _ && _); auto.
Qed.
(** In the older editions a step leads to a turn. *)
Lemma a_step_leads_to_a_turn e l b s :
  refuses_third e = false -> supported b = true -> has_step b s = true ->
  can_end 4 (Play e l (turn_from s b)) = true.
Proof.
  intros old sup h. apply has_step_true in h. destruct h as (st & h).
  destruct (a_step_makes_a_turn b s st sup h) as (way & t & w & len & n & np & ch).
  apply can_end_ends. exists (now t). apply in_ends. exists way, t.
  split; [lia|]. split; [exact w|]. split; [|reflexivity].
  unfold at_turn. rewrite end_refused_by_repetition by (cbn [current_turn]; assumption).
  cbn [edition_of]. rewrite old. reflexivity.
Qed.

(** * END-2 *)

Lemma find_first {A} (f : A -> bool) l x :
  find f l = Some x <->
  exists before after, l = before ++ x :: after /\ f x = true /\ forall y, In y before -> f y = false.
Proof.
  induction l as [|y l IH]; simpl.
  - split; [discriminate|]. intros (b & a & e & _). destruct b; discriminate.
  - destruct (f y) eqn:fy.
    + split.
      * intros e. inversion e; subst. exists [], l. simpl. repeat split; auto. intros ? [].
      * intros (b & a & e & fx & none). destruct b as [|z b]; simpl in e; inversion e; subst; auto.
        rewrite (none z) in fy; [discriminate|left; reflexivity].
    + rewrite IH. split.
      * intros (b & a & -> & fx & none). exists (y :: b), a. repeat split; auto.
        intros z [<-|i]; auto.
      * intros (b & a & e & fx & none). destruct b as [|z b]; simpl in e; inversion e; subst.
        -- congruence.
        -- exists b, a. repeat split; auto. intros w i. apply none. right. exact i.
Qed.

(** The first check that holds decides, in the order of the edition. *)
Theorem first_check_decides p r :
  decided_by p = Some r <->
  exists before after, order (edition_of p) = before ++ r :: after /\ check p r = true /\
                       forall q, In q before -> check p q = false.
Proof. apply find_first. Qed.
(** The game goes on if and only if none holds. *)
Lemma none_holds_goes_on p :
  decided_by p = None <-> forall r, In r (order (edition_of p)) -> check p r = false.
Proof.
  unfold decided_by. split.
  - intros h r i. exact (find_none _ _ h r i).
  - intros none. destruct (find (check p) (order (edition_of p))) as [r|] eqn:e; [|reflexivity].
    apply find_some in e. destruct e as (i & c). rewrite (none r i) in c. discriminate.
Qed.
(** The tables of chapter 8, rows with one content together, for the mover's and the opponent's rabbits. *)
Inductive rabbits := OnGoal | OffGoal | NoRabbit.
Definition rabbits_of (b : board) (s : side) : rabbits :=
  if on_goal b s then OnGoal else if has_rabbit b s then OffGoal else NoRabbit.

(** Columns: no step; no step, third time; a turn; a turn, third time. *)
Definition old_table (m o : rabbits) : list (option rule) :=
  match m, o with
  | OnGoal, _ => repeat (Some END_3) 4
  | _, OnGoal => repeat (Some END_4) 4
  | OffGoal, _ | NoRabbit, OffGoal => [Some END_7; Some END_7; None; Some END_10]
  | NoRabbit, NoRabbit => [Some END_7; Some END_7; Some END_9; Some END_9]
  end.
Definition no_draws_table (m o : rabbits) : list (option rule) :=
  match m, o with
  | OnGoal, _ => repeat (Some END_3) 4
  | _, OnGoal => repeat (Some END_4) 4
  | OffGoal, OffGoal => [Some END_7; Some END_7; None; Some END_10]
  | _, NoRabbit => repeat (Some END_5) 4
  | NoRabbit, OffGoal => repeat (Some END_6) 4
  end.
(** Columns: no step; no turn; a turn. *)
Definition current_table (m o : rabbits) : list (option rule) :=
  match m, o with
  | OnGoal, _ => repeat (Some END_3) 3
  | _, OnGoal => repeat (Some END_4) 3
  | OffGoal, OffGoal => [Some END_7; Some END_8; None]
  | _, NoRabbit => repeat (Some END_5) 3
  | NoRabbit, OffGoal => repeat (Some END_6) 3
  end.

Definition begun (p : play) : play := at_turn p (turn_from (mover (current_turn p)) (start (current_turn p))).
Definition old_column (p : play) : nat :=
  (if has_step (start (current_turn p)) (mover (current_turn p)) then 2 else 0)
  + (if 3 <=? times (edition_of p) (start (current_turn p), mover (current_turn p)) (past p) then 1 else 0).
Definition current_column (p : play) : nat :=
  if has_step (start (current_turn p)) (mover (current_turn p))
  then if can_end 4 (begun p) then 2 else 1
  else 0.

Theorem tables_of_chapter_8 p :
  let t := current_turn p in
  let m := rabbits_of (start t) (other (mover t)) in
  let o := rabbits_of (start t) (mover t) in
  decided_by p =
  match edition_of p with
  | E2002 | E2005 => nth (old_column p) (old_table m o) None
  | E2005_no_draws => nth (old_column p) (no_draws_table m o) None
  | E2008 => nth (current_column p) (current_table m o) None
  end.
Proof.
  destruct p as [e l t]. cbv zeta. cbn [edition_of current_turn past].
  set (p := Play e l t).
  assert (c3 : check p END_3 = on_goal (start t) (other (mover t))) by reflexivity.
  assert (c4 : check p END_4 = on_goal (start t) (mover t)) by reflexivity.
  assert (c5 : check p END_5 = negb (has_rabbit (start t) (mover t))) by reflexivity.
  assert (c6 : check p END_6 = negb (has_rabbit (start t) (other (mover t)))) by reflexivity.
  assert (c7 : check p END_7 = negb (has_step (start t) (mover t))) by reflexivity.
  assert (c8 : check p END_8 = has_step (start t) (mover t) && negb (can_end 4 (begun p))) by reflexivity.
  assert (c9 : check p END_9 = negb (has_rabbit (start t) (other (mover t)))
                               && negb (has_rabbit (start t) (mover t))) by reflexivity.
  assert (c10 : check p END_10 = (3 <=? times e (start t, mover t) l)) by reflexivity.
  assert (old : old_column p = (if has_step (start t) (mover t) then 2 else 0)
                  + (if 3 <=? times e (start t, mover t) l then 1 else 0)) by reflexivity.
  assert (cur : current_column p = if has_step (start t) (mover t)
                  then if can_end 4 (begun p) then 2 else 1 else 0) by reflexivity.
  assert (d : decided_by p = find (check p) (order e)) by reflexivity.
  rewrite d, old, cur. unfold rabbits_of.
  generalize dependent (check p). intros c c3 c4 c5 c6 c7 c8 c9 c10 _.
  destruct e; cbn [order find]; rewrite ?c3, ?c4, ?c5, ?c6, ?c7, ?c8, ?c9, ?c10;
    destruct (on_goal (start t) (other (mover t))), (on_goal (start t) (mover t)),
             (has_rabbit (start t) (other (mover t))), (has_rabbit (start t) (mover t)),
             (has_step (start t) (mover t)), (3 <=? times _ (start t, mover t) l);
    destruct (can_end 4 (begun p)); reflexivity.
Qed.

(** Who wins: with END-3 and END-4 the side whose rabbit is on goal, with END-5 and END-6 the one whose opponent has no
    rabbit, with END-7 and END-8 the mover, with END-10 the opponent; END-9 is a draw. *)
Theorem winners p r w (t := current_turn p) :
  play_outcome p = Some (r, w) ->
  match r, w with
  | (END_3 | END_4), Some s => on_goal (start t) s = true
  | (END_5 | END_6), Some s => has_rabbit (start t) (other s) = false
  | (END_7 | END_8), Some s => s = other (mover t)
  | END_10, Some s => s = mover t
  | END_9, None => True
  | _, _ => False
  end.
Proof.
  unfold play_outcome, decided_by. destruct (find _ _) as [q|] eqn:e; [|discriminate].
  intros h. inversion h; subst q w; clear h. apply find_some in e. destruct e as (_ & c).
  unfold t. destruct r; try discriminate c; simpl in *; try rewrite other_other;
    try apply negb_true_iff in c; auto.
Qed.

(** Of the combinations that do not occur, a step without a turn in the older editions. *)
Lemma no_turn_only_by_repetition p :
  supported (start (current_turn p)) = true ->
  has_step (start (current_turn p)) (mover (current_turn p)) = true ->
  can_end 4 (begun p) = false -> edition_of p = E2008.
Proof.
  intros sup h c. destruct (edition_of p) eqn:e; try reflexivity; exfalso;
    unfold begun, at_turn in c; rewrite a_step_leads_to_a_turn in c; try discriminate; auto;
    rewrite e; reflexivity.
Qed.

(** * A false neighbour *)

Open Scope string_scope.

(** In the current edition a step need not lead to a turn: here Silver's two turns have stood twice
    (END-8). In the edition before, the same player has a turn. *)
Definition two_turns := board_with "Ce8 rh8 Rf7 Rg7 Rh7".
Definition one_turn := board_with "Ce8 rg8 Rf7 Rg7 Rh7".
Definition other_turn := board_with "Ce8 rf8 Rf7 Rg7 Rh7".
Definition stood_twice : list position :=
  [(two_turns, Silver); (one_turn, Gold); (other_turn, Gold); (one_turn, Gold); (other_turn, Gold)].
Example a_step_without_a_turn :
  has_step two_turns Silver = true
  /\ can_end 4 (Play E2008 stood_twice (turn_from Silver two_turns)) = false
  /\ can_end 4 (Play E2005 stood_twice (turn_from Silver two_turns)) = true
  /\ decided_by (Play E2008 stood_twice (turn_from Silver two_turns)) = Some END_8.
Proof. vm_compute. repeat split. Qed.
