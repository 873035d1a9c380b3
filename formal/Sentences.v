(** The rules about actions as sentences with quantifiers, stated a second time and not as
    computations. An action is legal if and only if all of them hold, which can be decided; and a
    refusal names a rule whose sentence is false, the first of them in the order of ORD-1. *)

From Coq Require Import String List Bool Arith Lia.
From Arimaa Require Import Rules Text Board Captures Pushes.
Import ListNotations.
Close Scope string_scope.

(** * The sentences *)

(** FRZ-1 *)
Definition Frozen (b : board) (s : square) : Prop :=
  exists p, b @ s = Some p
  /\ (exists t q, In t (adjacent s) /\ b @ t = Some q /\ side_of q <> side_of p
                  /\ stronger (kind_of q) (kind_of p) = true)
  /\ ~ exists t q, In t (adjacent s) /\ b @ t = Some q /\ side_of q = side_of p.

(** PSH-1: a piece of the player on [u], beside the square that the step leaves, is stronger. *)
Definition could_push (t : turn) (st : step) (u : square) : Prop :=
  In u (adjacent (from st)) /\
  exists p, now t @ u = Some p /\ side_of p = mover t /\ stronger (kind_of p) (kind_of (stepper st)) = true.

Definition own (t : turn) (st : step) : Prop := side_of (stepper st) = mover t.
Definition pending (t : turn) : Prop := exists k v, opened t = Push k v.
(** PUL-1 *)
Definition ends_a_pull (t : turn) (st : step) : Prop :=
  exists k v, opened t = Pull k v /\ beside (from st) (towards st) = Some v
              /\ side_of (stepper st) <> mover t /\ stronger k (kind_of (stepper st)) = true.
(** PLY-1 *)
Definition begins_a_push (t : turn) (st : step) : Prop :=
  ~ own t st /\ ~ pending t /\ ~ ends_a_pull t st.

(** What each rule says of a step; of rules about other things, nothing. *)
Definition step_sentence (t : turn) (st : step) (r : rule) : Prop :=
  match r with
  | TRN_1 => taken t < 4
  | STP_1 => exists p, now t @ from st = Some p
  | STP_2 => now t @ from st = Some (stepper st)
  | STP_3 => exists target, beside (from st) (towards st) = Some target
  | STP_4 => forall target, beside (from st) (towards st) = Some target -> now t @ target = None
  | STP_5 => own t st -> ~ pending t -> kind_of (stepper st) = Rabbit ->
             towards st <> backward (mover t)
  | FRZ_2 => own t st -> ~ Frozen (now t) (from st)
  | PSH_1 => begins_a_push t st -> exists u, could_push t st u
  | PSH_2 => begins_a_push t st -> exists u, could_push t st u /\ ~ Frozen (now t) u
  | PSH_3 => begins_a_push t st -> taken t + 2 <= 4
  | PSH_4 => forall k v, opened t = Push k v -> own t st /\ beside (from st) (towards st) = Some v
  | PSH_5 => forall k v, opened t = Push k v -> own t st -> beside (from st) (towards st) = Some v ->
             stronger (kind_of (stepper st)) k = true
  | _ => True
  end.
Definition end_sentence (p : play) (r : rule) : Prop :=
  let t := current_turn p in
  match r with
  | TRN_2 => 1 <= taken t
  | PSH_4 => ~ pending t
  | TRN_3 => exists s, now t @ s <> start t @ s
  | REP_2 => edition_of p = E2008 ->
             ~ 2 <= length (filter (fun x => x == (now t, other (mover t))) (past p))
  | _ => True
  end.
Definition placement_sentence (s : setup) (p : piece) (sq : square) (r : rule) : Prop :=
  match r with
  | SET_2 => side_of p = placer s
  | SET_3 => match placer s with
             | Gold => rank sq = N1 \/ rank sq = N2
             | Silver => rank sq = N7 \/ rank sq = N8
             end
  | SET_4 => placed s @ sq = None
  | SET_5 => count p (placed s) + count_occ decide (left_out s) p < in_a_set (kind_of p)
  | _ => True
  end.
Definition sentence (g : game) (a : action) (r : rule) : Prop :=
  match g, a with
  | InSetup s, Place p sq => placement_sentence s p sq r
  | InSetup s, Move _ => r <> SET_1
  | InSetup s, EndTurn => r = SET_6 ->
      forall k, count (Piece (placer s) k) (placed s)
                = in_a_set k - count_occ decide (left_out s) (Piece (placer s) k)
  | InPlay p, Place _ _ => r <> SET_1
  | InPlay p, Move st => step_sentence (current_turn p) st r
  | InPlay p, EndTurn => end_sentence p r
  end.

(** * They are what is computed *)

Lemma Frozen_true b s : frozen b s = true <-> Frozen b s.
Proof.
  rewrite frozen_true. unfold Frozen. split; intros (p & c & held & none); exists p;
    (split; [exact c|split; [exact held|]]).
  - intros (t & q & i & cq & e). exact (none t q i cq e).
  - intros t q i cq e. apply none. eauto.
Qed.
Lemma Frozen_false b s : negb (frozen b s) = true <-> ~ Frozen b s.
Proof. rewrite negb_true_iff, <- Frozen_true. destruct (frozen b s); split; congruence. Qed.
Lemma could_push_in t st u :
  In u (pushers (now t) (mover t) (kind_of (stepper st)) (from st)) <-> could_push t st u.
Proof. apply in_pushers. Qed.
Lemma pending_true t : push_pending t = true <-> pending t.
Proof.
  unfold push_pending, pending. destruct (opened t) as [|k v|k v]; split; try discriminate; eauto;
    intros (? & ? & e); discriminate.
Qed.
Lemma fits_true t st target :
  beside (from st) (towards st) = Some target ->
  (fits_pull t (stepper st) target = true <-> ends_a_pull t st).
Proof.
  intros d. unfold fits_pull, ends_a_pull. destruct (opened t) as [|k v|k v]; split; try discriminate.
  - intros (? & ? & e & _). discriminate.
  - rewrite !andb_true_iff, !same_true. intros ((e & st') & ->). exists k, v.
    split; [reflexivity|]. split; [exact d|]. split; [rewrite e; apply other_differs|exact st'].
  - intros (k' & v' & e & d' & n & st'). inversion e; subst. rewrite !andb_true_iff, !same_true.
    split; [split; [exact (not_same_side _ _ n)|exact st']|congruence].
  - intros (? & ? & e & _). discriminate.
Qed.

(** Each sentence that is computed of a step is the one above. *)
Lemma any_step_entries t st q h : In (q, h) (any_step_rules t st) -> (h = true <-> step_sentence t st q).
Proof.
  intros [e|[e|[e|[e|[e|[]]]]]]; inversion e; subst; cbn [step_sentence].
  - apply Nat.ltb_lt.
  - unfold is_empty. rewrite negb_true_iff, is_none_false. reflexivity.
  - apply same_true.
  - rewrite negb_true_iff, is_none_false. reflexivity.
  - destruct (beside (from st) (towards st)) as [target|].
    + rewrite is_empty_true. split; [intros n target' d; inversion d; subst; exact n|auto].
    + split; [intros _ ? d; discriminate|reflexivity].
Qed.
(** PSH-5 and FRZ-2 speak of the player's own pieces, and are computed of any while a push is pending; but where PSH-4 is
    broken they are not asked. *)
Definition asked (t : turn) (st : step) (q : rule) : Prop :=
  q = PSH_5 \/ q = FRZ_2 -> forall k v, opened t = Push k v -> own t st /\ beside (from st) (towards st) = Some v.
Lemma part_entries t st target q h :
  beside (from st) (towards st) = Some target -> In (q, h) (part_rules t st target) ->
  (h = true -> step_sentence t st q) /\ (asked t st q -> step_sentence t st q -> h = true).
Proof.
  intros d i. assert (both : forall P : Prop, (h = true <-> P) -> (h = true -> P) /\ (asked t st q -> P -> h = true)) by tauto.
  assert (begun : ~ own t st -> fits_pull t (stepper st) target = false -> push_pending t = false ->
            begins_a_push t st).
  { intros no nf np. split; [exact no|]. split.
    - rewrite <- pending_true. congruence.
    - rewrite <- (fits_true t st target d). congruence. }
  assert (owned : push_pending t = false -> own t st ->
            In (q, h) [ (STP_5, negb (steps_backward st)); (FRZ_2, negb (frozen (now t) (from st))) ] ->
            (h = true <-> step_sentence t st q)).
  { intros np o [e|[e|[]]]; inversion e; subst; cbn [step_sentence].
    - unfold steps_backward. rewrite negb_true_iff, andb_false_iff, !same_false. split.
      + intros [n|n] _ _ k; [congruence|]. unfold own in o. congruence.
      + intros s. destruct (decide (kind_of (stepper st)) Rabbit) as [k|n]; [right|left; exact n].
        unfold own in o. rewrite o. apply s; [exact o| |exact k]. rewrite <- pending_true. congruence.
    - rewrite Frozen_false. tauto. }
  assert (enemys : push_pending t = false -> ~ own t st -> fits_pull t (stepper st) target = false ->
            In (q, h) (let able := pushers (now t) (mover t) (kind_of (stepper st)) (from st) in
                       [ (PSH_1, negb (able == []));
                         (PSH_2, existsb (fun s => negb (frozen (now t) s)) able);
                         (PSH_3, taken t <? 3) ]) ->
            (h = true <-> step_sentence t st q)).
  { intros np no nf. pose proof (begun no nf np) as b.
    intros [e|[e|[e|[]]]]; inversion e; subst; cbn [step_sentence].
    - rewrite negb_true_iff, same_false. split.
      + intros n _. destruct (pushers (now t) (mover t) (kind_of (stepper st)) (from st)) as [|u l] eqn:pl;
          [congruence|]. exists u. apply could_push_in. rewrite pl. left. reflexivity.
      + intros s n. destruct (s b) as (u & c). apply could_push_in in c. rewrite n in c. destruct c.
    - rewrite existsb_exists. split.
      + intros (u & i' & f) _. exists u. rewrite <- could_push_in, <- Frozen_false. auto.
      + intros s. destruct (s b) as (u & c & f). exists u. rewrite could_push_in, Frozen_false. auto.
    - rewrite Nat.ltb_lt. split; [lia|intros s; specialize (s b); lia]. }
  unfold part_rules in i. unfold push_pending in *.
  destruct (opened t) as [|k v|k v] eqn:o.
  1,2: destruct (decide (side_of (stepper st)) (mover t)) as [e|n]; [apply both, owned; auto|];
       destruct (fits_pull t (stepper st) target) eqn:f; [destruct i|apply both, enemys; auto].
  destruct i as [e|[e|[e|[]]]]; inversion e; subst; cbn [step_sentence].
  - apply both. rewrite andb_true_iff, !same_true. unfold own. split.
    + intros (ow & ->) k' v' e'. rewrite o in e'. inversion e'; subst. auto.
    + intros s. destruct (s k v o) as (ow & d'). split; [exact ow|congruence].
  - split; [intros s k' v' e'; rewrite o in e'; inversion e'; subst; auto|]. intros as_ s.
    destruct (as_ (or_introl eq_refl) k v o) as (ow & d'). exact (s k v o ow d').
  - split; [intros s _; apply Frozen_false, s|]. intros as_ s. apply Frozen_false, s.
    apply (as_ (or_intror eq_refl) k v o).
Qed.
Lemma step_entries t st q h :
  In (q, h) (step_rules t st) ->
  (h = true -> step_sentence t st q) /\ (asked t st q -> step_sentence t st q -> h = true).
Proof.
  intros i. unfold step_rules in i. apply in_app_iff in i. destruct i as [i|i].
  - apply any_step_entries in i. tauto.
  - destruct (beside (from st) (towards st)) as [target|] eqn:d; [|destruct i].
    exact (part_entries t st target q h d i).
Qed.
Lemma refused_asked t st r : step_refusal t st = Some r -> asked t st r.
Proof.
  intros h is k v o. unfold step_refusal, step_rules in h. rewrite first_broken_app in h.
  destruct (first_broken (any_step_rules t st)) as [x|] eqn:e.
  - inversion h; subst x. apply first_broken_some in e.
    destruct is; subst r; destruct e as [e|[e|[e|[e|[e|[]]]]]]; discriminate.
  - destruct (beside (from st) (towards st)) as [target|] eqn:d; [|discriminate].
    unfold part_rules in h. rewrite o in h. cbn [first_broken] in h.
    destruct ((side_of (stepper st) == mover t) && (target == v)) eqn:c.
    + apply andb_true_iff in c. rewrite !same_true in c. destruct c as (ow & ->). auto.
    + inversion h; subst r. destruct is; discriminate.
Qed.

Lemma boards_differ a b : a <> b <-> exists s, a @ s <> b @ s.
Proof.
  split.
  - intros n. destruct (existsb (fun s => negb (a @ s == b @ s)) squares) eqn:e.
    + apply existsb_exists in e. destruct e as (s & _ & h). exists s.
      apply negb_true_iff, same_false in h. exact h.
    + destruct n. apply board_ext. intros s.
      destruct (decide (a @ s) (b @ s)) as [h|h]; [exact h|].
      assert (t : existsb (fun s => negb (a @ s == b @ s)) squares = true).
      { apply existsb_exists. exists s. split; [apply in_squares|]. apply negb_true_iff, same_false, h. }
      congruence.
  - intros (s & n) e. congruence.
Qed.
Lemma end_entries p q h : In (q, h) (end_rules p) -> (h = true <-> end_sentence p q).
Proof.
  unfold end_rules. cbv zeta.
  intros [e|[e|[e|[e|[]]]]]; pose proof (f_equal fst e) as eq1; pose proof (f_equal snd e) as eq2;
    cbn [fst snd] in eq1, eq2; subst q h; clear e; cbn [end_sentence].
  - rewrite negb_true_iff, Nat.eqb_neq. lia.
  - rewrite negb_true_iff, <- pending_true. destruct (push_pending (current_turn p)); split; congruence.
  - rewrite negb_true_iff, same_false. apply boards_differ.
  - rewrite negb_true_iff. unfold times.
    destruct (edition_of p) eqn:ed; cbn [refuses_third andb]; try (split; [discriminate|reflexivity]).
    assert (same : filter (same_position E2008 (end_position (current_turn p))) (past p)
              = filter (fun x => x == (now (current_turn p), other (mover (current_turn p)))) (past p)).
    { apply filter_ext. intros [b s]. unfold same_position, end_position. simpl.
      destruct (decide (b, s) (now (current_turn p), other (mover (current_turn p)))) as [eq|n].
      - inversion eq; subst. rewrite !same_refl. reflexivity.
      - destruct (decide (now (current_turn p)) b), (decide (other (mover (current_turn p))) s);
          simpl; congruence. }
    rewrite same, Nat.leb_gt. split.
    + intros l _ m. exact (Nat.lt_irrefl _ (Nat.lt_le_trans _ _ _ l m)).
    + intros s. apply Nat.nle_gt. exact (s eq_refl).
Qed.
Lemma placement_entries s p sq q h :
  In (q, h) (placement_rules s p sq) -> (h = true <-> placement_sentence s p sq q).
Proof.
  intros [e|[e|[e|[e|[]]]]]; inversion e; subst; cbn [placement_sentence].
  - apply same_true.
  - unfold is_home. destruct (placer s), (rank sq); split; auto; try discriminate;
      intros [n|n]; discriminate.
  - apply is_empty_true.
  - rewrite Nat.ltb_lt. unfold to_place. lia.
Qed.
Lemma setup_end_entry s :
  forallb (fun k => let p := Piece (placer s) k in count p (placed s) =? to_place (left_out s) p) kinds = true
  <-> forall k, count (Piece (placer s) k) (placed s)
                = in_a_set k - count_occ decide (left_out s) (Piece (placer s) k).
Proof.
  rewrite forallb_forall. split.
  - intros all k. apply Nat.eqb_eq. apply (all k). destruct k; cbv; tauto.
  - intros all k _. apply Nat.eqb_eq. apply all.
Qed.

(** * Refusals *)

(** A refusal names a rule whose sentence is false. *)
Lemma a_refusal_names_a_false_sentence g a r : refusal g a = Some r -> ~ sentence g a r.
Proof.
  assert (no : forall P : Prop, (false = true <-> P) -> ~ P) by (intros P h x; apply h in x; discriminate).
  destruct g as [s|p], a as [q sq|st|]; cbn [refusal sentence].
  - intros h. apply first_broken_some in h. apply no, (placement_entries s q sq), h.
  - intros h. inversion h; subst. intros n. exact (n eq_refl).
  - intros h. apply first_broken_some in h. destruct h as [h|[]]. inversion h as [[e1 e2]]; subst.
    intros n. rewrite <- e2 in *. specialize (n eq_refl). apply setup_end_entry in n. congruence.
  - intros h. inversion h; subst. intros n. exact (n eq_refl).
  - intros h n. pose proof (refused_asked (current_turn p) st r h) as as_.
    apply first_broken_some, step_entries in h. destruct h as (_ & h). specialize (h as_ n). discriminate.
  - intros h. apply first_broken_some in h. apply no, end_entries, h.
Qed.

(** Of a legal action every sentence holds. *)
Lemma legal_actions_break_no_sentence g a : refusal g a = None -> forall r, sentence g a r.
Proof.
  destruct g as [s|p], a as [q sq|st|]; cbn [refusal sentence]; intros h r; try discriminate.
  - rewrite first_broken_none in h.
    assert (yes : forall h', In (r, h') (placement_rules s q sq) -> placement_sentence s q sq r).
    { intros h' i. apply (placement_entries s q sq r h' i). exact (h r h' i). }
    destruct r; try exact I; eapply yes; simpl; eauto.
  - intros ->. apply setup_end_entry. apply (proj1 (first_broken_none _) h SET_6). left. reflexivity.
  - pose proof h as lg. apply legal_step in lg. destruct lg as (_ & target & d & _ & parts).
    unfold step_refusal in h. rewrite first_broken_none in h.
    assert (yes : forall h', In (r, h') (step_rules (current_turn p) st) -> step_sentence (current_turn p) st r).
    { intros h' i. apply (step_entries _ _ r h' i). exact (h r h' i). }
    set (t := current_turn p) in *.
    assert (inpart : forall h', In (r, h') (part_rules t st target) -> step_sentence t st r).
    { intros h' i. apply (yes h'). unfold step_rules. rewrite d. apply in_app_iff. right. exact i. }
    assert (any : forall h', In (r, h') (any_step_rules t st) -> step_sentence t st r).
    { intros h' i. apply (yes h'). unfold step_rules. apply in_app_iff. left. exact i. }
    clear yes h. unfold part_rules in inpart, parts. unfold begins_a_push, ends_a_pull, pending in *.
    assert (f : fits_pull t (stepper st) target = true <-> ends_a_pull t st) by (apply fits_true, d).
    destruct r; try exact I; try (eapply any; simpl; eauto 8; fail); cbn [step_sentence] in *;
      unfold begins_a_push, own, pending in *.
    + (* STP-5 *) destruct (opened t) as [|k v|k v] eqn:o.
      1,2: destruct (decide (side_of (stepper st)) (mover t)); [eapply inpart; simpl; eauto|intros ow; congruence].
      intros _ np. destruct np. eauto.
    + (* FRZ-2 *) destruct (opened t) as [|k v|k v] eqn:o.
      1,2: destruct (decide (side_of (stepper st)) (mover t)); [eapply inpart; simpl; eauto|intros ow; congruence].
      eapply inpart. simpl. eauto.
    + (* PSH-1 *) intros (no & np & nf). destruct (opened t) as [|k v|k v] eqn:o; [| |destruct np; eauto].
      all: destruct (decide (side_of (stepper st)) (mover t)); [congruence|];
           destruct (fits_pull t (stepper st) target); [destruct nf; apply f; reflexivity|];
           eapply inpart; simpl; eauto 6; repeat split; auto.
    + intros (no & np & nf). destruct (opened t) as [|k v|k v] eqn:o; [| |destruct np; eauto].
      all: destruct (decide (side_of (stepper st)) (mover t)); [congruence|];
           destruct (fits_pull t (stepper st) target); [destruct nf; apply f; reflexivity|];
           eapply inpart; simpl; eauto 6; repeat split; auto.
    + intros (no & np & nf). destruct (opened t) as [|k v|k v] eqn:o; [| |destruct np; eauto].
      all: destruct (decide (side_of (stepper st)) (mover t)); [congruence|];
           destruct (fits_pull t (stepper st) target); [destruct nf; apply f; reflexivity|];
           eapply inpart; simpl; eauto 6; repeat split; auto.
    + (* PSH-4 *) destruct (opened t) as [|k v|k v] eqn:o; [intros ? ? e; discriminate|intros ? ? e; discriminate|].
      eapply inpart. simpl. eauto.
    + (* PSH-5 *) destruct (opened t) as [|k v|k v] eqn:o; [intros ? ? e; discriminate|intros ? ? e; discriminate|].
      eapply inpart. simpl. eauto.
  - unfold end_refusal in h. rewrite first_broken_none in h.
    assert (yes : forall h', In (r, h') (end_rules p) -> end_sentence p r).
    { intros h' i. apply (end_entries p r h' i). exact (h r h' i). }
    destruct r; try exact I; eapply yes; simpl; eauto 6.
Qed.

(** So an action is legal if and only if all sentences hold, and that can be decided. *)
Theorem legality_is_decided g a :
  {refusal g a = None /\ forall r, sentence g a r} + {exists r, refusal g a = Some r /\ ~ sentence g a r}.
Proof.
  destruct (refusal g a) as [r|] eqn:e.
  - right. exists r. split; [reflexivity|]. apply a_refusal_names_a_false_sentence, e.
  - left. split; [reflexivity|]. apply legal_actions_break_no_sentence, e.
Qed.
Lemma legal_if_all_sentences_hold g a : (forall r, sentence g a r) <-> refusal g a = None.
Proof.
  split; [|apply legal_actions_break_no_sentence]. intros all.
  destruct (refusal g a) as [r|] eqn:e; [|reflexivity].
  destruct (a_refusal_names_a_false_sentence g a r e (all r)).
Qed.

(** ORD-1: the rules that are asked of an action, in their order. *)
Definition order_of_refusals (g : game) (a : action) : list rule :=
  match g, a with
  | InSetup _, Place _ _ => [SET_2; SET_3; SET_4; SET_5]
  | InSetup _, Move _ | InPlay _, Place _ _ => [SET_1]
  | InSetup _, EndTurn => [SET_6]
  | InPlay p, Move st =>
      [TRN_1; STP_1; STP_2; STP_3; STP_4]
      ++ (if push_pending (current_turn p) then [PSH_4; PSH_5; FRZ_2]
          else if side_of (stepper st) == mover (current_turn p) then [STP_5; FRZ_2]
          else [PSH_1; PSH_2; PSH_3])
  | InPlay p, EndTurn => [TRN_2; PSH_4; TRN_3; REP_2]
  end.

Lemma first_broken_first l r :
  first_broken l = Some r ->
  exists one two, map fst l = one ++ r :: two /\ forall q, In q one -> In (q, true) l.
Proof.
  induction l as [|(q, h) l IH]; simpl; [discriminate|]. destruct h.
  - intros e. destruct (IH e) as (one & two & m & all). exists (q :: one), two. rewrite m.
    split; [reflexivity|]. intros x [<-|i]; auto.
  - intros e. inversion e; subst. exists [], (map fst l). split; [reflexivity|]. intros x [].
Qed.
(** The rule of a refusal is the first of them whose sentence is false. *)
Theorem the_first_false_sentence_is_named g a r :
  refusal g a = Some r ->
  exists one two, order_of_refusals g a = one ++ r :: two /\ forall q, In q one -> sentence g a q.
Proof.
  destruct g as [s|p], a as [q sq|st|]; cbn [refusal sentence order_of_refusals]; intros h.
  - apply first_broken_first in h. destruct h as (one & two & m & all). exists one, two. split; [exact m|].
    intros x i. apply (placement_entries s q sq x true (all x i)). reflexivity.
  - inversion h; subst. exists [], []. split; [reflexivity|]. intros x [].
  - apply first_broken_some in h. destruct h as [h|[]]. inversion h; subst.
    exists [], []. split; [reflexivity|]. intros x [].
  - inversion h; subst. exists [], []. split; [reflexivity|]. intros x [].
  - apply first_broken_first in h. destruct h as (one & two & m & all).
    assert (long : exists rest, order_of_refusals (InPlay p) (Move st)
                     = map fst (step_rules (current_turn p) st) ++ rest).
    { unfold step_rules. rewrite map_app. simpl order_of_refusals.
      destruct (beside (from st) (towards st)) as [target|].
      2:{ simpl. eexists. reflexivity. }
      unfold part_rules, push_pending. destruct (opened (current_turn p)).
      1,2: destruct (decide (side_of (stepper st)) (mover (current_turn p))); [exists []; reflexivity|];
           destruct (fits_pull (current_turn p) (stepper st) target); [eexists|exists []]; reflexivity.
      exists []. reflexivity. }
    destruct long as (rest & long). exists one, (two ++ rest).
    split; [refine (eq_trans long _); rewrite m, <- app_assoc; reflexivity|].
    intros x i. apply (step_entries _ _ x true (all x i)). reflexivity.
  - apply first_broken_first in h. destruct h as (one & two & m & all). exists one, two. split; [exact m|].
    intros x i. apply (end_entries p x true (all x i)). reflexivity.
Qed.

(** * A false neighbour *)

(** Not every sentence that is false is named: a step can break several rules. *)
Example only_the_first_is_named :
  let t := turn_from Gold empty_board in
  let st := Step (Piece Gold Rabbit) (Square N2 N1) South in
  step_refusal t st = Some STP_1 /\ ~ step_sentence t st STP_2 /\ ~ step_sentence t st STP_3.
Proof.
  intros t st. split; [vm_compute; reflexivity|]. split.
  - intros h. apply same_true in h. vm_compute in h. discriminate.
  - intros (target & h). discriminate.
Qed.
