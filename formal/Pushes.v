(** Legal steps, and THM-4, THM-5, THM-7: who can complete a push, that a begun push can be
    completed, and that a player with a legal step has a legal turn but for repetition. *)

From Coq Require Import String List Bool Arith Lia.
From Arimaa Require Import Rules Text Board Captures.
Import ListNotations.
Close Scope string_scope.

(** * Reading refusals *)

Lemma first_broken_none l : first_broken l = None <-> forall r h, In (r, h) l -> h = true.
Proof.
  induction l as [|(r, h) l IH]; simpl.
  - split; [intros _ ? ? []|reflexivity].
  - destruct h.
    + rewrite IH. split; intros all q h i; [destruct i as [i|i]; [congruence|eauto]|eauto].
    + split; [discriminate|]. intros all. specialize (all r false (or_introl eq_refl)). discriminate.
Qed.
Lemma first_broken_app l m :
  first_broken (l ++ m) = match first_broken l with Some r => Some r | None => first_broken m end.
Proof. induction l as [|(r, h) l IH]; simpl; [reflexivity|]. destruct h; [exact IH|reflexivity]. Qed.
Lemma first_broken_some l r : first_broken l = Some r -> In (r, false) l.
Proof.
  induction l as [|(q, h) l IH]; simpl; [discriminate|].
  destruct h; [intros e; right; auto|]. intros e. left. congruence.
Qed.

(** What every legal step does: TRN-1, STP-1 to STP-4, and the rules of its part. *)
Lemma legal_step t st :
  step_refusal t st = None <->
  taken t < 4 /\
  exists target, beside (from st) (towards st) = Some target /\
  can_move (now t) (from st) target (stepper st) /\
  first_broken (part_rules t st target) = None.
Proof.
  unfold step_refusal, step_rules. rewrite first_broken_app. unfold any_step_rules. split.
  - intros h. simpl in h. destruct (beside (from st) (towards st)) as [target|] eqn:d; simpl in h.
    2:{ destruct (taken t <? 4); [|discriminate].
        destruct (is_empty (now t) (from st)); simpl in h; [discriminate|].
        destruct (decide (now t @ from st) (Some (stepper st))); discriminate. }
    destruct (taken t <? 4) eqn:n; [|discriminate].
    destruct (is_empty (now t) (from st)); simpl in h; [discriminate|].
    destruct (decide (now t @ from st) (Some (stepper st))) as [c|]; [|discriminate].
    destruct (is_empty (now t) target) eqn:e; [|discriminate].
    apply Nat.ltb_lt in n. apply is_empty_true in e.
    split; [lia|]. exists target. split; [reflexivity|]. split; [|exact h].
    repeat split; auto. apply in_adjacent. eauto.
  - intros (n & target & d & (c & e & _) & parts). simpl.
    replace (taken t <? 4) with true by (symmetry; apply Nat.ltb_lt; exact n).
    unfold is_empty. rewrite c. rewrite d. simpl. rewrite same_refl. rewrite e. simpl. exact parts.
Qed.

Lemma stepped_eq t st target :
  beside (from st) (towards st) = Some target -> stepped t st = stepped_to t st target.
Proof. unfold stepped. intros ->. reflexivity. Qed.

Lemma in_steps_on b st : In st (steps_on b) <-> b @ from st = Some (stepper st).
Proof.
  unfold steps_on. rewrite in_flat_map. split.
  - intros (s & _ & i). destruct (b @ s) as [p|] eqn:c; [|destruct i].
    apply in_map_iff in i. destruct i as (d & e & _). subst st. exact c.
  - intros c. exists (from st). split; [apply in_squares|]. rewrite c.
    apply in_map_iff. exists (towards st). split; [destruct st; reflexivity|apply in_directions].
Qed.
Lemma in_legal_steps t st : In st (legal_steps t) <-> step_refusal t st = None.
Proof.
  unfold legal_steps. rewrite filter_In, is_none_true, in_steps_on. split; [tauto|].
  intros h. split; [|exact h]. apply legal_step in h. destruct h as (_ & target & _ & (c & _) & _). exact c.
Qed.

(** A legal step leads to a board between steps, from whatever board. *)
Definition between_steps (t : turn) : Prop := supported (now t) = true.
Lemma stepped_between t st : step_refusal t st = None -> between_steps (stepped t st).
Proof.
  intros h. apply legal_step in h. destruct h as (_ & target & d & _).
  rewrite (stepped_eq t st target d). unfold between_steps.
  exact (supported_after_step (now t) (from st) target).
Qed.

(** * THM-4 *)

Lemma frozen_true b s :
  frozen b s = true <->
  exists p, b @ s = Some p /\
  (exists t q, In t (adjacent s) /\ b @ t = Some q /\ side_of q <> side_of p /\
               stronger (kind_of q) (kind_of p) = true) /\
  (forall t q, In t (adjacent s) -> b @ t = Some q -> side_of q <> side_of p).
Proof.
  unfold frozen. destruct (b @ s) as [p|].
  - rewrite andb_true_iff, negb_true_iff, any_beside_true, any_beside_false. split.
    + intros ((t & q & i & c & h) & none). exists p. split; [reflexivity|]. split.
      * exists t, q. apply andb_true_iff in h. destruct h as (en & st).
        apply enemy_true in en. split; [exact i|]. split; [exact c|]. split; [congruence|exact st].
      * intros u r iu cu. specialize (none u r iu cu). apply same_false in none. congruence.
    + intros (p' & e & (t & q & i & c & ns & st) & none). inversion e; subst p'. split.
      * exists t, q. split; [exact i|]. split; [exact c|]. apply andb_true_iff.
        split; [apply enemy_true; congruence|exact st].
      * intros u r iu cu. apply same_false. specialize (none u r iu cu). congruence.
  - split; [discriminate|]. intros (p & e & _). discriminate.
Qed.

Lemma in_pushers b sd k s t :
  In t (pushers b sd k s) <->
  In t (adjacent s) /\ exists p, b @ t = Some p /\ side_of p = sd /\ stronger (kind_of p) k = true.
Proof.
  unfold pushers. rewrite filter_In. split; intros (i & h); (split; [exact i|]).
  - destruct (b @ t) as [p|]; [|discriminate]. apply andb_true_iff in h. destruct h as (e & st).
    apply same_true in e. eauto.
  - destruct h as (p & -> & <- & st). rewrite same_refl. exact st.
Qed.

Lemma stronger_asymmetric k l : stronger k l = true -> stronger l k = false.
Proof. unfold stronger. rewrite Nat.ltb_lt, Nat.ltb_ge. lia. Qed.

(** The pieces of a side that are stronger than an enemy piece beside them are frozen after its step
    if they were before. *)
Lemma same_frozen b s t p u r :
  supported b = true -> can_move b s t p -> In u (adjacent s) -> b @ u = Some r ->
  side_of r <> side_of p -> stronger (kind_of r) (kind_of p) = true ->
  frozen (after_step b s t) u = frozen b u.
Proof.
  intros sup can iu cu ns st.
  pose proof (can_move_differ b s t p can) as differ.
  assert (cu' : after_step b s t @ u = Some r)
    by (apply (after_other_side b s t p u r sup can ns); exact cu).
  apply eq_true_iff_eq. rewrite !frozen_true. rewrite cu, cu'. split.
  - intros (r' & e & (v & q & iv & cv & nq & sq) & none). inversion e; subst r'.
    exists r. split; [reflexivity|]. split.
    + destruct (after_stood b s t v q cv) as [(ev & cq)|(_ & _ & cq)].
      * (* The piece that moved is weaker. *)
        destruct can as (c & _). assert (q = p) by congruence. subst q.
        apply stronger_asymmetric in sq. congruence.
      * exists v, q. auto.
    + intros w x iw cx. destruct (decide (side_of x) (side_of p)) as [ex|nx]; [congruence|].
      apply (none w x iw). apply (after_other_side b s t p w x sup can nx). exact cx.
  - intros (r' & e & (v & q & iv & cv & nq & sq) & none). inversion e; subst r'.
    exists r. split; [reflexivity|]. split.
    + exists v, q. split; [exact iv|]. split; [|auto].
      assert (nv : v <> s).
      { intros ->. destruct can as (c & _). assert (q = p) by congruence. subst q.
        apply stronger_asymmetric in sq. congruence. }
      rewrite contents_after. destruct (unsupported (moved b s t) v) eqn:cap.
      * exfalso. destruct (captured_where b s t p v sup can cap) as (_ & [->|(ivs & _)]).
        -- destruct can as (_ & e' & _). congruence.
        -- exact (no_triangle s u v iu ivs iv).
      * rewrite contents_moved. destruct (decide v s); [contradiction|].
        destruct (decide v t) as [->|]; [destruct can as (_ & e' & _); congruence|exact cv].
    + intros w x iw cx. destruct (after_stood b s t w x cx) as [(_ & cs)|(_ & _ & cx')].
      * destruct can as (c & _). assert (x = p) by congruence. subst x. congruence.
      * exact (none w x iw cx').
Qed.

(** THM-4: after the first half of a push, the pieces that can complete it are those that could have
    begun it, whatever was captured. *)
Theorem same_pushers b sd s t p u :
  supported b = true -> can_move b s t p -> side_of p = other sd ->
  let b' := after_step b s t in
  (In u (pushers b' sd (kind_of p) s) /\ frozen b' u = false) <->
  (In u (pushers b sd (kind_of p) s) /\ frozen b u = false).
Proof.
  intros sup can sp b'. subst b'. rewrite !in_pushers.
  split; intros ((iu & r & cu & sr & st) & fr).
  - assert (ns : side_of r <> side_of p)
      by (rewrite sr, sp; intros e; symmetry in e; exact (other_differs _ e)).
    assert (cu0 : b @ u = Some r) by (apply (after_other_side b s t p u r sup can ns); exact cu).
    split; [eauto|]. rewrite <- fr. symmetry. eapply same_frozen; eauto.
  - assert (ns : side_of r <> side_of p)
      by (rewrite sr, sp; intros e; symmetry in e; exact (other_differs _ e)).
    split; [split; [exact iu|]; exists r; split; [|auto]|].
    + apply (after_other_side b s t p u r sup can ns). exact cu.
    + rewrite <- fr. eapply same_frozen; eauto.
Qed.

(** * THM-5 *)

(** The step that begins a push, and those that complete it. *)
Lemma begins_push t st target :
  beside (from st) (towards st) = Some target -> push_pending t = false ->
  part_of t (stepper st) target = BeginsPush -> step_refusal t st = None ->
  side_of (stepper st) = other (mover t) /\ taken t < 3 /\
  exists u, In u (pushers (now t) (mover t) (kind_of (stepper st)) (from st)) /\
            frozen (now t) u = false.
Proof.
  intros d np part h. apply legal_step in h. destruct h as (_ & target' & d' & can & parts).
  assert (target' = target) by congruence. subst target'.
  unfold part_of in part. unfold part_rules in parts.
  destruct (decide (side_of (stepper st)) (mover t)) as [|ns];
    [destruct (opened t); discriminate|].
  destruct (fits_pull t (stepper st) target); [discriminate|].
  unfold push_pending in np.
  assert (able : first_broken
            [(PSH_1, negb (pushers (now t) (mover t) (kind_of (stepper st)) (from st) == []));
             (PSH_2, existsb (fun s => negb (frozen (now t) s))
                       (pushers (now t) (mover t) (kind_of (stepper st)) (from st)));
             (PSH_3, taken t <? 3)] = None) by (destruct (opened t); [exact parts|exact parts|discriminate]).
  rewrite first_broken_none in able.
  split; [apply not_same_side, ns|]. split.
  - apply Nat.ltb_lt. apply (able PSH_3). right. right. left. reflexivity.
  - assert (ex : existsb (fun s => negb (frozen (now t) s))
                   (pushers (now t) (mover t) (kind_of (stepper st)) (from st)) = true)
      by (apply (able PSH_2); right; left; reflexivity).
    apply existsb_exists in ex. destruct ex as (u & i & f). apply negb_true_iff in f. eauto.
Qed.

Lemma begun_push_opens t st target :
  part_of t (stepper st) target = BeginsPush -> opens t st target = Push (kind_of (stepper st)) (from st).
Proof. unfold opens. intros ->. reflexivity. Qed.

(** THM-5: a begun push can be completed. *)
Theorem pushes_can_be_completed t st target :
  between_steps t -> beside (from st) (towards st) = Some target -> push_pending t = false ->
  part_of t (stepper st) target = BeginsPush -> step_refusal t st = None ->
  exists st', step_refusal (stepped t st) st' = None
    /\ side_of (stepper st') = mover t
    /\ beside (from st') (towards st') = Some (from st)
    /\ push_pending (stepped (stepped t st) st') = false.
Proof.
  intros bet d np part h.
  destruct (begins_push t st target d np part h) as (enemy & n & able).
  pose proof h as h'. apply legal_step in h'. destruct h' as (_ & target' & d' & can & _).
  assert (target' = target) by congruence. subst target'.
  destruct able as (u & able). pose proof able as before.
  apply (same_pushers (now t) (mover t) (from st) target (stepper st) u bet can enemy) in able.
  destruct able as (able & free). apply in_pushers in able.
  destruct able as (iu & r & cu & sr & str).
  apply adjacent_symmetric, in_adjacent in iu. destruct iu as (dir & di).
  exists (Step r u dir). rewrite (stepped_eq t st target d).
  assert (opened_now : opened (stepped_to t st target) = Push (kind_of (stepper st)) (from st))
    by (apply begun_push_opens, part).
  split; [|split; [exact sr|split; [exact di|]]].
  - apply legal_step. split; [simpl; lia|]. exists (from st). split; [exact di|]. split.
    + split; [exact cu|]. split; [apply after_where_it_left|]. apply in_adjacent. eauto.
    + unfold part_rules. rewrite opened_now. simpl.
      rewrite sr, !same_refl. simpl. simpl in str. rewrite str. simpl.
      simpl in free. rewrite free. reflexivity.
  - rewrite (stepped_eq _ (Step r u dir) (from st) di). unfold push_pending. simpl.
    unfold opens, part_of. simpl stepper. rewrite sr.
    replace (mover (stepped_to t st target)) with (mover t) by reflexivity.
    destruct (decide (mover t) (mover t)) as [|f]; [|congruence]. rewrite opened_now. reflexivity.
Qed.

(** * THM-7 *)

(** A step changes the board. *)
Theorem a_step_changes_the_board t st : step_refusal t st = None -> now (stepped t st) <> now t.
Proof.
  intros h. apply legal_step in h. destruct h as (_ & target & d & (c & _) & _).
  rewrite (stepped_eq t st target d). simpl. intros same.
  pose proof (after_where_it_left (now t) (from st) target) as gone. rewrite same in gone. congruence.
Qed.

(** So do the two steps of a push together. *)
Theorem a_push_changes_the_board t st st' :
  step_refusal t st = None -> side_of (stepper st) = other (mover t) ->
  step_refusal (stepped t st) st' = None -> side_of (stepper st') = mover t ->
  beside (from st') (towards st') = Some (from st) ->
  now (stepped (stepped t st) st') <> now t.
Proof.
  intros h en h' own d' same.
  apply legal_step in h. destruct h as (_ & target & d & (c & _) & _).
  apply legal_step in h'. destruct h' as (_ & target' & e & (c' & _) & _).
  assert (target' = from st) by congruence. subst target'.
  rewrite (stepped_eq _ st' (from st) d') in same. simpl in same.
  rewrite <- same in c. apply after_stood in c.
  destruct c as [(_ & c)|(n & _)]; [|congruence].
  rewrite c' in c. inversion c as [eq]. rewrite eq, en in own. exact (other_differs _ own).
Qed.

(** A player with a legal step can reach, by at most two legal steps, a board at which the turn can
    end but for repetition: TRN-2, PSH-4 and TRN-3 hold. *)
Lemma a_step_makes_a_turn b sd st :
  supported b = true -> step_refusal (turn_from sd b) st = None ->
  exists l t, after_steps (turn_from sd b) l = Some t /\ length l <= 2 /\
    taken t <> 0 /\ push_pending t = false /\ now t <> start t.
Proof.
  intros sup h. pose proof h as h0. apply legal_step in h0.
  destruct h0 as (_ & target & d & can & parts).
  pose proof (a_step_changes_the_board _ _ h) as changed.
  destruct (decide (side_of (stepper st)) sd) as [own|ns].
  - exists [st], (stepped (turn_from sd b) st). simpl. rewrite h.
    rewrite (stepped_eq _ st target d) in *. split; [reflexivity|].
    split; [lia|]. split; [discriminate|]. split; [|exact changed].
    unfold push_pending, stepped_to, opens, part_of. simpl.
    destruct (decide (side_of (stepper st)) sd); [reflexivity|congruence].
  - assert (part : part_of (turn_from sd b) (stepper st) target = BeginsPush).
    { unfold part_of, fits_pull. simpl. destruct (decide (side_of (stepper st)) sd); [congruence|reflexivity]. }
    destruct (pushes_can_be_completed (turn_from sd b) st target sup d eq_refl part h)
      as (st' & h' & own & d' & closed).
    exists [st; st'], (stepped (stepped (turn_from sd b) st) st'). simpl. rewrite h, h'.
    split; [reflexivity|]. split; [lia|].
    assert (both := a_push_changes_the_board (turn_from sd b) st st' h (not_same_side _ _ ns) h' own d').
    split; [|split; [exact closed|]].
    + rewrite (stepped_eq _ st' _ d'). discriminate.
    + rewrite (stepped_eq _ st' _ d') in *. rewrite (stepped_eq _ st _ d) in *. exact both.
Qed.

(** * False neighbours *)

Open Scope string_scope.

(** THM-4 of boards with an unsupported piece: its capture unfreezes a piece that could not push. *)
Definition frozen_by_an_unsupported_piece := board_with "ec6 Dc5 rc4 Ra1".
Example pushers_differ_where_pieces_are_unsupported :
  let b := frozen_by_an_unsupported_piece in
  let b' := after_step b (Square N3 N4) (Square N4 N4) in
  frozen b (Square N3 N5) = true /\ frozen b' (Square N3 N5) = false.
Proof. split; vm_compute; reflexivity. Qed.

(** THM-5, if frozen pieces could begin a push: nobody completes it. *)
Definition frozen_pusher := board_with "ec5 Dc4 rc3 Ra1".
Example a_frozen_piece_would_be_caught_in_a_push :
  let t := turn_from Gold frozen_pusher in
  let st := Step (Piece Silver Rabbit) (Square N3 N3) West in
  step_refusal t st = Some PSH_2 /\ legal_steps (stepped t st) = [].
Proof. split; vm_compute; reflexivity. Qed.

(** THM-7, if two steps could always end a turn: the second can be the way back. *)
Example two_steps_can_restore_the_board : steps_lead Gold "ra8 Ra1 Ed1" "Ed1n Ed2s" "ra8 Ra1 Ed1" = true.
Proof. vm_compute. reflexivity. Qed.
