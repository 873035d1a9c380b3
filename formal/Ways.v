(** The hypotheses of Search.v about the order of actions hold of the engine's order; and a search in
    which everything sleeps misses boards. *)

From Coq Require Import String List Bool Arith Lia FinFun.
From Arimaa Require Import Rules Text Board Captures Pushes Search.
Import ListNotations.
Close Scope string_scope.

(** * The engine's order of actions *)

(** Quiet steps, captures, pulls, pushes; of each kind those to the north first, then to the south, the
    east and the west; of these in the order of squares. The direction is that of the first step. *)
Definition deeds_on (sd : side) (b : board) : list deed :=
  map Plain (steps_on b)
  ++ flat_map (fun st => flat_map (fun st' => [PullBy st st'; PushBy st st'])
                           (steps_on (now (stepped (turn_from sd b) st)))) (steps_on b).
Definition number (dir : direction) : nat := match dir with North => 0 | South => 1 | East => 2 | West => 3 end.
Definition group (sd : side) (b : board) (d : deed) : nat :=
  match d with
  | Finish st | Plain st => (if quiet sd b st then 0 else 4) + number (towards st)
  | PullBy st _ => 8 + number (towards st)
  | PushBy st _ => 12 + number (towards st)
  end.
Definition in_order (sd : side) (b : board) : list deed :=
  let l := nodup decide (filter (legal sd b) (deeds_on sd b)) in
  flat_map (fun g => filter (fun d => group sd b d =? g) l) (seq 0 16).

Lemma refused_elsewhere t st : is_none (step_refusal t st) = true -> In st (steps_on (now t)).
Proof.
  intros h. apply is_none_true, legal_step in h. destruct h as (_ & target & _ & (c & _) & _).
  apply in_steps_on, c.
Qed.
Lemma legal_on sd b d : legal sd b d = true -> In d (deeds_on sd b).
Proof.
  unfold legal, deeds_on. intros h. apply in_app_iff.
  destruct d as [st|st|st st'|st st']; [discriminate| | |].
  - left. apply in_map_iff. exists st. split; [reflexivity|]. apply andb_true_iff in h.
    exact (refused_elsewhere (turn_from sd b) st (proj1 h)).
  - right. repeat rewrite andb_true_iff in h. destruct h as ((((f & _) & n) & _) & _).
    apply in_flat_map. exists st. split; [exact (refused_elsewhere (turn_from sd b) st f)|].
    apply in_flat_map. exists st'. split; [exact (refused_elsewhere _ st' n)|left; reflexivity].
  - right. repeat rewrite andb_true_iff in h. destruct h as ((f & _) & n).
    apply in_flat_map. exists st. split; [exact (refused_elsewhere (turn_from sd b) st f)|].
    apply in_flat_map. exists st'. split; [exact (refused_elsewhere _ st' n)|right; left; reflexivity].
Qed.
Lemma number_most dir : number dir < 4.
Proof. destruct dir; simpl; lia. Qed.
Lemma group_most sd b d : group sd b d < 16.
Proof.
  destruct d as [st|st|st st'|st st']; cbn [group]; pose proof (number_most (towards st)); try destruct (quiet sd b st); lia.
Qed.

Lemma once_app {A} (l m : list A) : NoDup l -> NoDup m -> (forall x, In x l -> ~ In x m) -> NoDup (l ++ m).
Proof.
  induction 1 as [|x l no nd IH]; intros ndm apart; [exact ndm|]. simpl. constructor.
  - rewrite in_app_iff. intros [i|i]; [exact (no i)|exact (apart x (or_introl eq_refl) i)].
  - apply IH; [exact ndm|]. intros y i. apply apart. right. exact i.
Qed.
Lemma place_before {A} `{Decidable A} (x y : A) l m :
  In x l -> ~ In y l -> place_in x (l ++ m) < place_in y (l ++ m).
Proof.
  induction l as [|z l IH]; simpl; [tauto|]. intros ix ny.
  destruct (decide y z) as [->|]; [tauto|]. destruct (decide x z); [lia|].
  apply -> Nat.succ_lt_mono. apply IH; [destruct ix; congruence || assumption|tauto].
Qed.
Lemma place_skip {A} `{Decidable A} (x : A) l m : ~ In x l -> place_in x (l ++ m) = length l + place_in x m.
Proof.
  induction l as [|z l IH]; simpl; [reflexivity|]. intros n.
  destruct (decide x z) as [->|]; [tauto|]. rewrite IH; tauto.
Qed.

Section Sorted.

(** A list by the groups of its elements. *)
Context {A : Type} `{Decidable A}.
Variable f : A -> nat.
Variable l : list A.
Hypothesis once : NoDup l.
Notation by_group k n := (flat_map (fun g => filter (fun d => f d =? g) l) (seq k n)).

Lemma in_by_group n x : forall k, In x (by_group k n) <-> In x l /\ k <= f x < k + n.
Proof.
  intros k. rewrite in_flat_map. split.
  - intros (g & ig & i). apply in_seq in ig. apply filter_In in i. rewrite Nat.eqb_eq in i. destruct i; subst. tauto.
  - intros (i & h). exists (f x). rewrite in_seq, filter_In, Nat.eqb_eq. tauto.
Qed.
Lemma by_group_once n : forall k, NoDup (by_group k n).
Proof.
  induction n as [|n IH]; intros k; [constructor|]. simpl. apply once_app; [apply NoDup_filter, once|apply IH|].
  intros x i. rewrite in_by_group. apply filter_In in i. rewrite Nat.eqb_eq in i. lia.
Qed.
Lemma place_by_group n x y : forall k, In x l -> In y l -> k <= f x < k + n -> f x < f y ->
  place_in x (by_group k n) < place_in y (by_group k n).
Proof.
  induction n as [|n IH]; intros k ix iy h lt; [lia|]. simpl.
  assert (no : forall z, f z <> k -> ~ In z (filter (fun d => f d =? k) l))
    by (intros z ne i; apply filter_In in i; rewrite Nat.eqb_eq in i; tauto).
  destruct (Nat.eq_dec (f x) k) as [e|ne].
  - apply place_before; [apply filter_In; rewrite Nat.eqb_eq; tauto|apply no; lia].
  - rewrite !place_skip by (apply no; lia). apply -> Nat.add_lt_mono_l. apply IH; assumption || lia.
Qed.

End Sorted.

Theorem in_order_right sd : stands_right sd (in_order sd).
Proof.
  assert (all : forall b d, In d (in_order sd b) <-> legal sd b d = true).
  { intros b d. unfold in_order. cbv zeta. rewrite in_by_group, nodup_In, filter_In. pose proof (group_most sd b d).
    split; [tauto|]. intros h. pose proof (legal_on sd b d h). split; [tauto|lia]. }
  assert (first : forall b d d', legal sd b d = true -> legal sd b d' = true -> group sd b d < group sd b d' ->
            place_in d (in_order sd b) < place_in d' (in_order sd b)).
  { intros b d d' h h' lt. pose proof (group_most sd b d).
    apply place_by_group; [apply nodup_In, filter_In; auto using legal_on..|lia|exact lt]. }
  split; [exact all|]. split; [intros b; apply by_group_once, NoDup_nodup|].
  assert (lg : forall b st, quiet sd b st = true -> legal sd b (Plain st) = true)
    by (intros b st q; unfold quiet in q; apply andb_true_iff in q; tauto).
  split.
  - intros b st d q h nq. apply first; [apply lg, q|exact h|]. cbn [group]. rewrite q.
    pose proof (number_most (towards st)).
    destruct d as [s|s|s s'|s s']; cbn [group]; [discriminate h|rewrite (nq s eq_refl)|..]; lia.
  - intros b st st' q q' d d'. apply first; [apply lg, q|apply lg, q'|]. cbn [group]. rewrite q, q'.
    destruct d as [-> | ->], d' as [-> | ->]; simpl; lia.
Qed.

(** What was begun before the search, and can be finished. *)
Definition endings_of (t : turn) : list deed :=
  let l := filter (ends_open t) (nodup decide (steps_on (now t))) in
  map Finish (flat_map (fun g => filter (fun st => number (towards st) =? g) l) (seq 0 4)).

Theorem endings_right t : ends_begun t (endings_of t).
Proof.
  split.
  - intros d. unfold endings_of. cbv zeta. rewrite in_map_iff. split.
    + intros (st & <- & i). apply in_by_group in i. destruct i as (i & _). apply filter_In in i. exists st. tauto.
    + intros (st & -> & h). exists st. split; [reflexivity|]. apply in_by_group.
      pose proof (number_most (towards st)). split; [|lia]. apply filter_In. split; [|exact h]. apply nodup_In.
      apply andb_true_iff in h. exact (refused_elsewhere t st (proj1 h)).
  - apply FinFun.Injective_map_NoDup; [intros x y e; congruence|]. apply by_group_once, NoDup_filter, NoDup_nodup.
Qed.

(** * A false neighbour *)

Open Scope string_scope.

(** Without L1 to L6 the search misses boards: if every plain step slept after every action, it would
    not find the board after two steps of a lone rabbit. *)
Example boards_are_missed_if_everything_sleeps :
  let t := turn_from Gold (board_with "rh8 Ra1") in
  let found asleep := map (@List.length _) (map (level t (in_order Gold) (endings_of t) asleep) [0; 1; 2]%nat) in
  found (fun _ _ _ _ => false) = [1; 2; 3]%nat /\ found (fun _ _ _ _ => true) = [1; 2; 0]%nat.
Proof. vm_compute. split; reflexivity. Qed.
