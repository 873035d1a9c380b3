(** The hypotheses of Search.v about the order of actions hold of an order; and a search in which
    everything sleeps misses boards. *)

From Coq Require Import String List Bool Arith Lia FinFun.
From Arimaa Require Import Rules Text Board Captures Pushes Search.
Import ListNotations.
Close Scope string_scope.

(** * An order of actions *)

Definition deeds_on (sd : side) (b : board) : list deed :=
  map Plain (steps_on b)
  ++ flat_map (fun st => flat_map (fun st' => [PullBy st st'; PushBy st st'])
                           (steps_on (now (stepped (turn_from sd b) st)))) (steps_on b).
Definition group (sd : side) (b : board) (d : deed) : nat :=
  match d with
  | Plain st => if quiet sd b st
                then match towards st with North | South => 0 | East | West => 1 end
                else 2
  | _ => 3
  end.
Definition in_order (sd : side) (b : board) : list deed :=
  let l := nodup decide (filter (legal sd b) (deeds_on sd b)) in
  let part g := filter (fun d => group sd b d =? g) l in
  part 0 ++ part 1 ++ part 2 ++ part 3.

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
Lemma group_most sd b d : group sd b d <= 3.
Proof. destruct d as [st|st|st st'|st st']; simpl; [lia| |lia|lia]. destruct (quiet sd b st), (towards st); lia. Qed.

Lemma in_order_legal sd b d : In d (in_order sd b) <-> legal sd b d = true.
Proof.
  unfold in_order. rewrite !in_app_iff, !filter_In, !nodup_In, !filter_In, !Nat.eqb_eq.
  pose proof (group_most sd b d). split; [tauto|]. intros h. pose proof (legal_on sd b d h).
  assert (e : group sd b d = 0 \/ group sd b d = 1 \/ group sd b d = 2 \/ group sd b d = 3) by lia. tauto.
Qed.
Lemma once_app {A} (l m : list A) : NoDup l -> NoDup m -> (forall x, In x l -> ~ In x m) -> NoDup (l ++ m).
Proof.
  induction 1 as [|x l no nd IH]; intros ndm apart; [exact ndm|]. simpl. constructor.
  - rewrite in_app_iff. intros [i|i]; [exact (no i)|exact (apart x (or_introl eq_refl) i)].
  - apply IH; [exact ndm|]. intros y i. apply apart. right. exact i.
Qed.
Lemma in_order_once sd b : NoDup (in_order sd b).
Proof.
  unfold in_order. cbv zeta. set (l := nodup decide (filter (legal sd b) (deeds_on sd b))).
  assert (nd : NoDup l) by apply NoDup_nodup.
  repeat apply once_app; try (apply NoDup_filter, nd);
    intros x i; rewrite ?in_app_iff, ?filter_In, ?Nat.eqb_eq in *; lia.
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
Lemma groups_in_order sd b d d' :
  legal sd b d = true -> legal sd b d' = true -> group sd b d < group sd b d' ->
  place_in d (in_order sd b) < place_in d' (in_order sd b).
Proof.
  intros ld ld' lt. unfold in_order. cbv zeta.
  set (l := nodup decide (filter (legal sd b) (deeds_on sd b))).
  assert (i : forall x, legal sd b x = true -> In x l)
    by (intros x h; apply nodup_In, filter_In; split; [apply legal_on, h|exact h]).
  assert (yes : forall x g, legal sd b x = true -> group sd b x = g ->
            In x (filter (fun d => group sd b d =? g) l))
    by (intros x g h e; apply filter_In; split; [apply i, h|apply Nat.eqb_eq, e]).
  assert (no : forall x g, group sd b x <> g -> ~ In x (filter (fun d => group sd b d =? g) l))
    by (intros x g n h; apply filter_In in h; destruct h as (_ & h); apply Nat.eqb_eq in h; contradiction).
  pose proof (group_most sd b d').
  destruct (Nat.eq_dec (group sd b d) 0) as [e|n0]; [apply place_before; [apply yes|apply no]; auto; lia|].
  rewrite !(place_skip _ (filter (fun d => group sd b d =? 0) l)) by (apply no; lia).
  apply -> Nat.add_lt_mono_l.
  destruct (Nat.eq_dec (group sd b d) 1) as [e|n1]; [apply place_before; [apply yes|apply no]; auto; lia|].
  rewrite !(place_skip _ (filter (fun d => group sd b d =? 1) l)) by (apply no; lia).
  apply -> Nat.add_lt_mono_l.
  apply place_before; [apply yes|apply no]; auto; lia.
Qed.

Lemma in_order_quiet_first sd b st d :
  quiet sd b st = true -> legal sd b d = true ->
  (forall st', d = Plain st' -> quiet sd b st' = false) ->
  place_in (Plain st) (in_order sd b) < place_in d (in_order sd b).
Proof.
  intros q l nq. apply groups_in_order; [|exact l|].
  - unfold quiet in q. apply andb_true_iff in q. tauto.
  - simpl. rewrite q. destruct d as [s|s|s s'|s s']; simpl; [discriminate l| | |];
      [rewrite (nq s eq_refl)|..]; destruct (towards st); lia.
Qed.
Lemma in_order_north_and_south_first sd b st st' :
  quiet sd b st = true -> quiet sd b st' = true ->
  (towards st = North \/ towards st = South) -> (towards st' = East \/ towards st' = West) ->
  place_in (Plain st) (in_order sd b) < place_in (Plain st') (in_order sd b).
Proof.
  intros q q' d d'. apply groups_in_order.
  - unfold quiet in q. apply andb_true_iff in q. tauto.
  - unfold quiet in q'. apply andb_true_iff in q'. tauto.
  - simpl. rewrite q, q'. destruct d as [-> | ->], d' as [-> | ->]; lia.
Qed.

Theorem in_order_right sd : stands_right sd (in_order sd).
Proof.
  repeat split; intros; [apply in_order_legal; assumption|apply in_order_legal; assumption|apply in_order_once| |].
  - apply in_order_quiet_first; assumption.
  - apply in_order_north_and_south_first; assumption.
Qed.

(** What was begun before the search, and can be finished. *)
Definition endings_of (t : turn) : list deed :=
  map Finish (filter (fun st =>
    is_none (step_refusal t st)
    && match beside (from st) (towards st) with
       | Some target => match part_of t (stepper st) target with
                        | CompletesPush | EndsPull => true
                        | _ => false
                        end
       | None => false
       end) (nodup decide (steps_on (now t)))).
Lemma endings_finish_what_was_begun t d :
  In d (endings_of t) -> exists st, d = Finish st /\ step_refusal t st = None.
Proof.
  unfold endings_of. rewrite in_map_iff. intros (st & <- & i). exists st. split; [reflexivity|].
  apply filter_In in i. destruct i as (_ & h). apply andb_true_iff in h. apply is_none_true. tauto.
Qed.
Lemma endings_differ t : NoDup (endings_of t).
Proof.
  unfold endings_of. apply FinFun.Injective_map_NoDup; [intros x y e; congruence|].
  apply NoDup_filter, NoDup_nodup.
Qed.

Theorem endings_right t : ends_begun t (endings_of t).
Proof. split; [apply endings_finish_what_was_begun|apply endings_differ]. Qed.

(** * A false neighbour *)

Open Scope string_scope.

(** Without L1 to L6 the search misses boards: if every plain step slept after every action, it would
    not find the board after two steps of a lone rabbit. *)
Example boards_are_missed_if_everything_sleeps :
  let t := turn_from Gold (board_with "rh8 Ra1") in
  let found asleep := map (@List.length _) (map (level t (in_order Gold) (endings_of t) asleep) [0; 1; 2]%nat) in
  found (fun _ _ _ _ => false) = [1; 2; 3]%nat /\ found (fun _ _ _ _ => true) = [1; 2; 0]%nat.
Proof. vm_compute. split; reflexivity. Qed.
