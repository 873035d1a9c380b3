(** THM-6: an enemy's step that fits a pull loses nothing by being that pull (PUL-3), with the
    induction of SPEC.md, chapter 16. *)

From Coq Require Import String List Bool Arith Lia.
From Arimaa Require Import Rules Text Board Captures Pushes.
Import ListNotations.
Close Scope string_scope.

(** The turn as if the last step had opened no pull. *)
Definition forget_pull (t : turn) : turn :=
  Turn (mover t) (start t) (now t) (taken t)
       (match opened t with Pull _ _ => Nothing | o => o end).

(** One step with either reading: as the rules have it, or an enemy's step read as the beginning of
    a push although it may fit a pull. *)
Inductive reads (t : turn) (st : step) : turn -> Prop :=
| as_ruled : step_refusal t st = None -> reads t st (stepped t st)
| as_a_push : side_of (stepper st) <> mover t -> step_refusal (forget_pull t) st = None ->
              reads t st (stepped (forget_pull t) st).

Inductive reads_all : turn -> list step -> turn -> Prop :=
| reads_none t : reads_all t [] t
| reads_some t st t' l t'' : reads t st t' -> reads_all t' l t'' -> reads_all t (st :: l) t''.

(** The lemma that the solver proves: a step that completes a push is a legal plain step if no push
    is pending. *)
Lemma completions_are_plain_steps t t' k vacated st :
  opened t = Push k vacated -> opened t' = Nothing ->
  mover t' = mover t -> now t' = now t -> taken t' = taken t ->
  step_refusal t st = None ->
  step_refusal t' st = None /\ side_of (stepper st) = mover t'.
Proof.
  intros o o' m n k' h. apply legal_step in h. destruct h as (lt & target & d & can & parts).
  unfold part_rules in parts. rewrite o in parts. rewrite first_broken_none in parts.
  assert (own : side_of (stepper st) = mover t).
  { assert (h : (side_of (stepper st) == mover t) && (target == vacated) = true)
      by (apply (parts PSH_4); left; reflexivity).
    apply andb_true_iff in h. destruct h as (h & _). apply same_true in h. exact h. }
  assert (str : stronger (kind_of (stepper st)) k = true)
    by (apply (parts PSH_5); right; left; reflexivity).
  assert (free : negb (frozen (now t) (from st)) = true)
    by (apply (parts FRZ_2); right; right; left; reflexivity).
  split; [|congruence].
  apply legal_step. split; [lia|]. exists target. split; [exact d|]. split; [congruence|].
  unfold part_rules. rewrite o', m. destruct (decide (side_of (stepper st)) (mover t)); [|congruence].
  apply first_broken_none. intros r h [i|[i|[]]]; inversion i; subst.
  - (* A rabbit is stronger than nothing. *)
    apply negb_true_iff. unfold steps_backward.
    destruct (kind_of (stepper st)) eqn:kd; try reflexivity. destruct k; discriminate str.
  - rewrite n. exact free.
Qed.

(** What stands between the two readings: equal turns; or the first has nothing open where the
    second has a pull (SPEC.md's o1 and o2); or the first has begun a push where the second has
    ended a pull. *)
Definition ahead (o o' : opening) : Prop :=
  o = o'
  \/ (o = Nothing /\ exists k v, o' = Pull k v)
  \/ ((exists k v, o = Push k v) /\ o' = Nothing).
Definition simulates (t t' : turn) : Prop :=
  mover t' = mover t /\ start t' = start t /\ now t' = now t /\ taken t' = taken t
  /\ ahead (opened t) (opened t').

Lemma equal_turns t t' :
  mover t' = mover t -> start t' = start t -> now t' = now t -> taken t' = taken t ->
  opened t = opened t' -> t' = t.
Proof. destruct t, t'. simpl. intros -> -> -> -> ->. reflexivity. Qed.
Lemma simulates_itself t : simulates t t.
Proof. unfold simulates, ahead. tauto. Qed.

Lemma simulates_stepped t t' st target :
  simulates t t' -> beside (from st) (towards st) = Some target ->
  ahead (opens t st target) (opens t' st target) ->
  simulates (stepped t st) (stepped t' st).
Proof.
  intros (m & s & n & k & _) d o. rewrite !(stepped_eq _ st target d).
  unfold simulates, stepped_to. simpl. rewrite m, s, n, k. auto.
Qed.

(** A step that is no completion, from a turn with nothing open, is legal from one with a pull. *)
Lemma step_with_a_pull_open t t' st :
  simulates t t' -> opened t = Nothing -> (exists k v, opened t' = Pull k v) ->
  step_refusal t st = None ->
  step_refusal t' st = None /\ simulates (stepped t st) (stepped t' st).
Proof.
  intros sim o (k & v & o') h. pose proof sim as (m & s & n & tk & _).
  apply legal_step in h. destruct h as (lt & target & d & can & parts).
  assert (parts' : first_broken (part_rules t' st target) = None).
  { unfold part_rules in *. rewrite o in parts. rewrite o', m, n, tk.
    destruct (decide (side_of (stepper st)) (mover t)); [exact parts|].
    destruct (fits_pull t' (stepper st) target); [reflexivity|].
    unfold fits_pull in parts. rewrite o in parts. exact parts. }
  split.
  - apply legal_step. split; [lia|]. exists target. split; [exact d|]. split; [congruence|exact parts'].
  - apply (simulates_stepped t t' st target sim d). unfold opens, part_of. rewrite o, o', m.
    destruct (decide (side_of (stepper st)) (mover t)).
    + left. reflexivity.
    + unfold fits_pull at 1. rewrite o.
      destruct (fits_pull t' (stepper st) target); [right; right|left]; eauto.
Qed.

Lemma read_step t t' st u :
  simulates t t' -> reads t st u ->
  step_refusal t' st = None /\ simulates u (stepped t' st).
Proof.
  intros sim r. pose proof sim as (m & s & n & tk & o).
  destruct r as [h|ns h].
  - destruct o as [o|[(o & op)|((k & v & o) & o')]].
    + assert (t' = t) by (apply equal_turns; assumption). subst t'.
      split; [exact h|apply simulates_itself].
    + exact (step_with_a_pull_open t t' st sim o op h).
    + destruct (completions_are_plain_steps t t' k v st o o' m n tk h) as (h' & own).
      split; [exact h'|]. pose proof h as lg. apply legal_step in lg.
      destruct lg as (_ & target & d & _).
      apply (simulates_stepped t t' st target sim d). unfold opens, part_of. rewrite o, o', <- m, own.
      destruct (decide (mover t') (mover t')); [|congruence]. right. left. eauto.
  - (* The enemy's step is read as a push: [forget_pull t] has nothing open, or a push. *)
    destruct (opened t) as [|k v|k v] eqn:ot.
    + assert (f : forget_pull t = t) by (unfold forget_pull; rewrite ot; destruct t; simpl in *; rewrite ot; reflexivity).
      rewrite f in *. destruct o as [o|[(_ & op)|((k & v & o) & _)]]; [| |discriminate].
      * assert (t' = t) by (apply equal_turns; congruence). subst t'.
        split; [exact h|apply simulates_itself].
      * exact (step_with_a_pull_open t t' st sim ot op h).
    + destruct o as [o|[(o & _)|((k' & v' & o) & _)]]; [|discriminate|discriminate].
      apply (step_with_a_pull_open (forget_pull t) t' st); auto.
      * unfold simulates, forget_pull. rewrite ot. simpl. repeat (split; [reflexivity||assumption|]).
        right. left. split; [reflexivity|]. exists k, v. congruence.
      * unfold forget_pull. rewrite ot. reflexivity.
      * exists k, v. congruence.
    + exfalso. apply ns.
      assert (f : forget_pull t = t) by (unfold forget_pull; rewrite ot; destruct t; simpl in *; rewrite ot; reflexivity).
      rewrite f in h. apply legal_step in h. destruct h as (_ & target & _ & _ & parts).
      unfold part_rules in parts. rewrite ot in parts. rewrite first_broken_none in parts.
      assert (e : (side_of (stepper st) == mover t) && (target == v) = true)
        by (apply (parts PSH_4); left; reflexivity).
      apply andb_true_iff in e. destruct e as (e & _). apply same_true in e. exact e.
Qed.

Lemma read_steps l : forall t t' u,
  simulates t t' -> reads_all t l u ->
  exists u', after_steps t' l = Some u' /\ simulates u u'.
Proof.
  induction l as [|st l IH]; intros t t' u sim r; inversion r as [|? ? m ? ? one rest]; subst.
  - exists t'. split; [reflexivity|exact sim].
  - destruct (read_step t t' st m sim one) as (h & sim').
    simpl. rewrite h. apply (IH m (stepped t' st) u sim' rest).
Qed.

(** THM-6: whatever turn can end with some such steps read as pushes, the same steps read as the
    rules say end at the same board, as many of them, with no push pending. *)
Theorem pulls_lose_no_turn t l u :
  reads_all t l u -> push_pending u = false ->
  exists u', after_steps t l = Some u' /\ now u' = now u /\ taken u' = taken u /\
             start u' = start u /\ mover u' = mover u /\ push_pending u' = false.
Proof.
  intros r np.
  destruct (read_steps l t t u (simulates_itself t) r) as (u' & h & m & s & n & k & o).
  exists u'. repeat split; auto.
  unfold push_pending in *. destruct o as [o|[(_ & a & b & o)|((a & b & o) & _)]].
  - rewrite <- o. exact np.
  - rewrite o. reflexivity.
  - rewrite o in np. discriminate.
Qed.

(** * A false neighbour *)

Open Scope string_scope.

(** The other way round turns are lost: after this pull the turn can end, and read as a push the
    same steps leave a push pending. *)
Example pushes_lose_a_turn :
  let t := turn_from Gold (board_with "ra8 Dc5 cd5 Hd4 Ra1") in
  let l := steps_named "Hd4e cd5s" in
  option_map push_pending (after_steps t l) = Some false
  /\ exists u, reads_all t l u /\ push_pending u = true.
Proof.
  cbv zeta. split; [vm_compute; reflexivity|].
  let l := eval vm_compute in (steps_named "Hd4e cd5s") in change (steps_named "Hd4e cd5s") with l.
  eexists. split.
  - eapply reads_some; [apply as_ruled; vm_compute; reflexivity|].
    eapply reads_some; [apply as_a_push|apply reads_none].
    + vm_compute. discriminate.
    + vm_compute. reflexivity.
  - vm_compute. reflexivity.
Qed.
