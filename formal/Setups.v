(** Setups: every setup can be completed, and how many arrangements there are (SET-6), with any handicap. *)

From Coq Require Import String List Bool Arith NArith Lia Factorial FinFun.
From Arimaa Require Import Rules Text Board Pushes Turns Game.
Import ListNotations.
Close Scope string_scope.

(** * How many lists hold each of some values a given number of times *)

Lemma sum_zeros {A} (l : list A) : list_sum (map (fun _ => 0) l) = 0.
Proof. induction l; simpl; auto. Qed.
Lemma product_ones {A} (l : list A) : fold_right Nat.mul 1 (map (fun _ => 1) l) = 1.
Proof. induction l as [|x l IH]; simpl; [reflexivity|]. rewrite IH. reflexivity. Qed.

Section Words.
Context {A : Type} {D : Decidable A} (all : list A).
Hypothesis each : forall x, In x all.
Hypothesis once : NoDup all.

Definition sum_of (m : A -> nat) : nat := list_sum (map m all).
Definition one_less (m : A -> nat) (x : A) : A -> nat := fun y => if decide y x then pred (m y) else m y.
(** The lists of length [n] in which each [x] stands [m x] times, if these are [n] together. *)
Fixpoint words (n : nat) (m : A -> nat) : list (list A) :=
  match n with
  | 0 => [[]]
  | S k => flat_map (fun x => if m x =? 0 then [] else map (cons x) (words k (one_less m x))) all
  end.

Lemma sum_map_change (f g : A -> nat) l x :
  NoDup l -> In x l -> (forall y, y <> x -> f y = g y) ->
  list_sum (map f l) + g x = list_sum (map g l) + f x.
Proof.
  intros nd i same. induction nd as [|y l no nd IH]; [destruct i|]. simpl. destruct i as [->|i].
  - assert (e : map f l = map g l) by (apply map_ext_in; intros z iz; apply same; intros ->; contradiction).
    rewrite e. lia.
  - specialize (IH i). rewrite (same y) by (intros ->; contradiction). lia.
Qed.
Lemma sum_one_less m x : m x <> 0 -> S (sum_of (one_less m x)) = sum_of m.
Proof.
  intros n. unfold sum_of.
  pose proof (sum_map_change (one_less m x) m all x once (each x)) as h. unfold one_less in *.
  destruct (decide x x); [|congruence].
  assert (s : forall y, y <> x -> (if decide y x then pred (m y) else m y) = m y)
    by (intros y ne; destruct (decide y x); congruence).
  specialize (h s). lia.
Qed.
Lemma sum_zero m : sum_of m = 0 -> forall x, m x = 0.
Proof.
  intros s x. unfold sum_of in s. pose proof (in_map m all x (each x)) as i.
  induction (map m all) as [|y l IH]; [destruct i|]. simpl in s.
  destruct i as [->|i]; [lia|apply IH; [lia|exact i]].
Qed.
Lemma length_counts w : length w = sum_of (count_occ decide w).
Proof.
  induction w as [|x w IH]; cbn [length].
  - symmetry. apply (sum_zeros all).
  - rewrite IH, <- (sum_one_less (count_occ decide (x :: w)) x) by (rewrite count_occ_cons_eq; auto).
    f_equal. unfold sum_of. f_equal. apply map_ext. intros y. unfold one_less.
    destruct (decide y x) as [->|n]; [rewrite count_occ_cons_eq; auto|].
    rewrite count_occ_cons_neq; congruence.
Qed.

Lemma in_words n : forall m w,
  sum_of m = n -> (In w (words n m) <-> length w = n /\ forall x, count_occ decide w x = m x).
Proof.
  induction n as [|n IH]; intros m w s.
  - pose proof (sum_zero m s) as z. simpl. split.
    + intros [<-|[]]. simpl. auto.
    + intros (l & _). destruct w; [auto|discriminate].
  - cbn [words]. rewrite in_flat_map. split.
    + intros (x & _ & i). destruct (m x =? 0) eqn:e; [destruct i|]. apply Nat.eqb_neq in e.
      apply in_map_iff in i. destruct i as (v & <- & i).
      pose proof (sum_one_less m x e) as s'. apply IH in i; [|lia]. destruct i as (l & c).
      split; [simpl; lia|]. intros y. specialize (c y). unfold one_less in c. cbn [count_occ].
      destruct (decide x y) as [->|n'].
      * destruct (decide y y); [lia|congruence].
      * destruct (decide y x); [congruence|exact c].
    + intros (l & c). destruct w as [|x v]; [discriminate|]. exists x. split; [apply each|].
      assert (e : m x <> 0) by (rewrite <- c, count_occ_cons_eq; auto).
      destruct (m x =? 0) eqn:e'; [apply Nat.eqb_eq in e'; contradiction|].
      apply in_map. pose proof (sum_one_less m x e) as s'. apply IH; [lia|]. split; [simpl in l; lia|].
      intros y. specialize (c y). unfold one_less. cbn [count_occ] in c.
      destruct (decide x y) as [->|n'].
      * destruct (decide y y); [lia|congruence].
      * destruct (decide y x); [congruence|exact c].
Qed.

Lemma heads_differ (f : A -> list (list A)) l :
  NoDup l -> (forall x, NoDup (f x)) -> (forall x w, In w (f x) -> exists v, w = x :: v) -> NoDup (flat_map f l).
Proof.
  intros nd each_nd head. induction nd as [|x l no nd IH]; simpl; [constructor|].
  assert (apart : forall w, In w (f x) -> ~ In w (flat_map f l)).
  { intros w i j. apply in_flat_map in j. destruct j as (y & iy & j).
    apply head in i. apply head in j. destruct i as (u & ->), j as (v & e). inversion e; subst. contradiction. }
  specialize (each_nd x). induction each_nd as [|w ws now_ nd' IH']; simpl; [exact IH|].
  constructor.
  - rewrite in_app_iff. intros [i|i]; [contradiction|]. exact (apart w (or_introl eq_refl) i).
  - apply IH'. intros v i. apply apart. right. exact i.
Qed.
Lemma words_differ n : forall m, NoDup (words n m).
Proof.
  induction n as [|n IH]; intros m; cbn [words]; [repeat constructor; intros []|].
  apply heads_differ; [exact once| |].
  - intros x. destruct (m x =? 0); [constructor|]. apply Injective_map_NoDup; [|apply IH]. intros u v e. congruence.
  - intros x w i. destruct (m x =? 0); [destruct i|]. apply in_map_iff in i. destruct i as (v & <- & _). eauto.
Qed.

Definition product_of (m : A -> nat) : nat := fold_right Nat.mul 1 (map (fun x => fact (m x)) all).
Lemma fact_next n : fact (S n) = S n * fact n.
Proof. reflexivity. Qed.
Lemma product_one_less m x : m x <> 0 -> product_of m = m x * product_of (one_less m x).
Proof.
  intros n. unfold product_of. generalize (each x). generalize once. clear each once.
  induction all as [|y l IH]; intros nd i; [destruct i|]. inversion nd as [|? ? no nd' ]; subst.
  cbn [map fold_right]. destruct (decide y x) as [->|ne].
  - assert (same : map (fun y => fact (one_less m x y)) l = map (fun y => fact (m y)) l).
    { apply map_ext_in. intros y iy. unfold one_less. destruct (decide y x); [congruence|reflexivity]. }
    rewrite same. unfold one_less. destruct (decide x x); [|congruence].
    destruct (m x) as [|k]; [congruence|]. cbn [pred]. rewrite fact_next. lia.
  - destruct i as [e|i]; [congruence|]. rewrite (IH nd' i). unfold one_less at 2.
    destruct (decide y x); [congruence|]. lia.
Qed.
(** n! = how many · the product of all m(x)! *)
Lemma number_of_words n : forall m, sum_of m = n -> length (words n m) * product_of m = fact n.
Proof.
  induction n as [|n IH]; intros m s.
  - pose proof (sum_zero m s) as z. cbn [words length]. rewrite Nat.mul_1_l. unfold product_of.
    rewrite (map_ext _ (fun _ => 1)) by (intros x; rewrite z; reflexivity). apply product_ones.
  - cbn [words].
    assert (parts : forall l, length (flat_map (fun x => if m x =? 0 then [] else map (cons x) (words n (one_less m x))) l)
              * product_of m = list_sum (map m l) * fact n).
    { induction l as [|x l IHl]; [reflexivity|]. cbn [flat_map map]. change (list_sum (?a :: ?b)) with (a + list_sum b).
      rewrite app_length, Nat.mul_add_distr_r, IHl, Nat.mul_add_distr_r. f_equal.
      destruct (m x =? 0) eqn:e.
      - apply Nat.eqb_eq in e. rewrite e. reflexivity.
      - apply Nat.eqb_neq in e. rewrite map_length, (product_one_less m x e).
        pose proof (sum_one_less m x e) as s'. rewrite <- (IH (one_less m x)) by lia. lia. }
    rewrite parts. fold (sum_of m). rewrite s. reflexivity.
Qed.
End Words.

(** * Boards of a setup *)

(** How many pieces are to be placed, and what holds at every moment of a setup that began with the board [b0]:
    elsewhere nothing has changed, at home only own pieces stand, and not too many of a kind. *)
Definition to_place_of (h : handicap) (sd : side) (k : kind) : nat := to_place h (Piece sd k).
Definition only_home (sd : side) (b0 b : board) : Prop :=
  (forall sq, is_home sd sq = false -> b @ sq = b0 @ sq)
  /\ (forall sq p, is_home sd sq = true -> b @ sq = Some p -> side_of p = sd).
Definition within (h : handicap) (sd : side) (b0 b : board) : Prop :=
  only_home sd b0 b /\ (forall k, count (Piece sd k) b <= to_place_of h sd k).
Definition full (h : handicap) (sd : side) (b : board) : Prop := forall k, count (Piece sd k) b = to_place_of h sd k.
Definition placed_along (e : edition) (h : handicap) (sd : side) (b b' : board) : Prop :=
  exists l, after_actions (InSetup (Setup e h sd b)) (placing l) = Some (InSetup (Setup e h sd b')).

Lemma count_zero p b : (forall sq, b @ sq <> Some p) -> count p b = 0.
Proof.
  intros none. unfold count. induction squares as [|sq l IH]; [reflexivity|]. simpl.
  destruct (decide (b @ sq) (Some p)); [destruct (none sq e)|exact IH].
Qed.
(** At the beginning no own piece stands anywhere, and nothing at home. *)
Lemma before_setup h sd b sq p :
  begins_setup h sd b = true -> b @ sq = Some p -> side_of p <> sd /\ is_home sd sq = false.
Proof.
  unfold begins_setup. destruct sd; intros h0 c.
  - apply same_true in h0. subst b. unfold empty_board in c. rewrite contents_board_of in c. discriminate.
  - apply andb_true_iff in h0. destruct h0 as (all & _). rewrite forallb_forall in all.
    specialize (all sq (in_squares sq)). rewrite c in all. apply andb_true_iff in all. destruct all as (e & home).
    apply same_true in e. split; [rewrite e; discriminate|]. unfold is_home in *. destruct (rank sq); congruence.
Qed.
Lemma begins_within h sd b : begins_setup h sd b = true -> within h sd b b.
Proof.
  intros h0. split; [split; [auto|]|].
  - intros sq p home c. apply (before_setup h sd b sq p h0) in c. destruct c. congruence.
  - intros k. rewrite count_zero; [lia|]. intros sq c. apply (before_setup h sd b sq _ h0) in c.
    destruct c as (n & _). apply n. reflexivity.
Qed.

Lemma legal_placement e h sd b p sq :
  first_broken (placement_rules (Setup e h sd b) p sq) = None <->
  side_of p = sd /\ is_home sd sq = true /\ b @ sq = None /\ count p b < to_place h p.
Proof.
  rewrite first_broken_none. unfold placement_rules. cbn [placer placed left_out]. split.
  - intros all. split; [apply same_true, (all SET_2); simpl; auto|].
    split; [apply (all SET_3); simpl; auto|]. split; [apply is_empty_true, (all SET_4); simpl; auto|].
    apply Nat.ltb_lt, (all SET_5). simpl; auto.
  - intros (own & home & em & lt) r v [i|[i|[i|[i|[]]]]]; inversion i; subst.
    + apply same_refl.
    + exact home.
    + apply is_empty_true, em.
    + apply Nat.ltb_lt, lt.
Qed.
Lemma setup_end e h sd b : refusal (InSetup (Setup e h sd b)) EndTurn = None <-> full h sd b.
Proof.
  cbn [refusal]. rewrite first_broken_none. unfold setup_end_rules, full. cbn [placer placed left_out]. split.
  - intros all k. apply Nat.eqb_eq. specialize (all SET_6 _ (or_introl eq_refl)). rewrite forallb_forall in all.
    apply (all k). destruct k; cbv; tauto.
  - intros all r v [i|[]]. apply (f_equal snd) in i. cbn [snd] in i. rewrite <- i.
    apply forallb_forall. intros k _. apply Nat.eqb_eq, all.
Qed.

Lemma placed_within e h sd b0 p sq b :
  within h sd b0 b -> first_broken (placement_rules (Setup e h sd b) p sq) = None ->
  within h sd b0 (put b sq (Some p)).
Proof.
  intros ((away & own) & few) r. apply legal_placement in r. destruct r as (sp & home & em & lt).
  split; [split|].
  - intros u n. rewrite contents_put. destruct (decide u sq); [congruence|auto].
  - intros u q hm. rewrite contents_put. destruct (decide u sq); [intros c; congruence|apply own; exact hm].
  - intros k. rewrite count_placed by exact em. specialize (few k). unfold to_place_of in *.
    destruct (decide (Some p) (Some (Piece sd k))) as [i|]; [|lia].
    assert (e' : p = Piece sd k) by congruence. rewrite e' in lt. lia.
Qed.
Lemma within_along l : forall e h sd b0 b s,
  within h sd b0 b -> after_actions (InSetup (Setup e h sd b)) (placing l) = Some (InSetup s) ->
  within h sd b0 (placed s) /\ s = Setup e h sd (placed s).
Proof.
  induction l as [|(p & sq) l IH]; intros e h sd b0 b s w a; cbn [placing map after_actions refusal effect] in a.
  - inversion a; subst. auto.
  - destruct (first_broken (placement_rules (Setup e h sd b) p sq)) eqn:r; [discriminate|].
    apply (IH e h sd b0 (put b sq (Some p))); [|exact a]. eapply placed_within; eassumption.
Qed.

(** * Every setup can be completed *)

Definition homes (sd : side) : list square := filter (is_home sd) squares.
(** What stands on the home squares, as kinds. *)
Definition home_row (sd : side) (b : board) : list (option kind) := map (fun sq => option_map kind_of (b @ sq)) (homes sd).
Definition cells : list (option kind) := None :: map Some kinds.
Lemma each_cell c : In c cells.
Proof. destruct c as [[]|]; cbv; tauto. Qed.
Lemma cells_differ : NoDup cells.
Proof.
  assert (same : nodup decide cells = cells) by (vm_compute; reflexivity).
  rewrite <- same. apply NoDup_nodup.
Qed.
Lemma kinds_differ : NoDup kinds.
Proof.
  assert (same : nodup decide kinds = kinds) by (vm_compute; reflexivity).
  rewrite <- same. apply NoDup_nodup.
Qed.
Lemma sixteen_homes sd : length (homes sd) = 16.
Proof. destruct sd; reflexivity. Qed.
Lemma in_homes sd sq : In sq (homes sd) <-> is_home sd sq = true.
Proof. unfold homes. rewrite filter_In. pose proof (in_squares sq). tauto. Qed.

Lemma count_home h sd b0 b k :
  begins_setup h sd b0 = true -> only_home sd b0 b -> count (Piece sd k) b = count_occ decide (home_row sd b) (Some k).
Proof.
  intros h0 (away & own). unfold count, home_row, homes.
  assert (home : forall sq, b @ sq = Some (Piece sd k) -> is_home sd sq = true).
  { intros sq c. destruct (is_home sd sq) eqn:e; [reflexivity|]. rewrite (away sq e) in c.
    apply (before_setup h sd b0 sq _ h0) in c. destruct c as (n & _). destruct (n eq_refl). }
  induction squares as [|sq l IH]; [reflexivity|]. cbn [filter].
  destruct (is_home sd sq) eqn:e.
  - cbn [map count_occ]. destruct (b @ sq) as [p|] eqn:c; cbn [option_map].
    + pose proof (own sq p e c) as sp. destruct p as [sd' k']. cbn [side_of kind_of] in *. subst sd'.
      destruct (decide (Some (Piece sd k')) (Some (Piece sd k))), (decide (Some k') (Some k));
        cbn [length]; try congruence; rewrite IH; reflexivity.
    + destruct (decide None (Some (Piece sd k))); [discriminate|]. destruct (decide None (Some k)); [discriminate|]. exact IH.
  - destruct (decide (b @ sq) (Some (Piece sd k))) as [c|]; [rewrite (home sq c) in e; discriminate|]. exact IH.
Qed.
Lemma home_length sd b : length (home_row sd b) = 16.
Proof. unfold home_row. rewrite map_length. apply sixteen_homes. Qed.
Lemma cells_sum (m : option kind -> nat) : sum_of cells m = m None + list_sum (map (fun k => m (Some k)) kinds).
Proof. unfold sum_of, cells. cbn [map list_sum fold_right]. rewrite map_map. reflexivity. Qed.

Lemma at_most_sixteen h sd : list_sum (map (to_place_of h sd) kinds) <= 16.
Proof.
  assert (le : forall k, to_place_of h sd k <= in_a_set k) by (intros k; unfold to_place_of, to_place; cbn [kind_of]; lia).
  pose proof (le Elephant); pose proof (le Camel); pose proof (le Horse);
    pose proof (le Dog); pose proof (le Cat); pose proof (le Rabbit).
  cbn [kinds map list_sum fold_right in_a_set] in *. lia.
Qed.

Lemma a_place_is_left h sd b0 b :
  begins_setup h sd b0 = true -> within h sd b0 b -> ~ full h sd b ->
  exists k sq, count (Piece sd k) b < to_place_of h sd k /\ is_home sd sq = true /\ b @ sq = None.
Proof.
  intros h0 w nf. pose proof w as (oh & few).
  assert (left : exists k, count (Piece sd k) b < to_place_of h sd k).
  { destruct (existsb (fun k => count (Piece sd k) b <? to_place_of h sd k) kinds) eqn:ex.
    - apply existsb_exists in ex. destruct ex as (k & _ & lt). exists k. apply Nat.ltb_lt, lt.
    - destruct nf. intros k. specialize (few k).
      destruct (Nat.eq_dec (count (Piece sd k) b) (to_place_of h sd k)) as [e|n]; [exact e|].
      assert (t : existsb (fun k => count (Piece sd k) b <? to_place_of h sd k) kinds = true); [|congruence].
      apply existsb_exists. exists k. split; [destruct k; cbv; tauto|]. apply Nat.ltb_lt. lia. }
  destruct left as (k & lt).
  assert (none : count_occ decide (home_row sd b) None <> 0).
  { pose proof (length_counts cells each_cell cells_differ (home_row sd b)) as len.
    rewrite home_length, cells_sum in len. pose proof (at_most_sixteen h sd) as most.
    cbn [kinds map list_sum fold_right] in len, most.
    rewrite <- !(count_home h sd b0 b _ h0 oh) in len.
    pose proof (few Elephant); pose proof (few Camel); pose proof (few Horse);
      pose proof (few Dog); pose proof (few Cat); pose proof (few Rabbit).
    destruct k; lia. }
  assert (i : In None (home_row sd b)) by (apply (count_occ_In decide); lia).
  apply in_map_iff in i. destruct i as (sq & c & i). exists k, sq. split; [exact lt|].
  split; [apply in_homes, i|]. destruct (b @ sq); [discriminate|reflexivity].
Qed.

Definition left_to_place (h : handicap) (sd : side) (b : board) : nat :=
  list_sum (map (fun k => to_place_of h sd k - count (Piece sd k) b) kinds).
Lemma completed n : forall e h sd b0 b,
  begins_setup h sd b0 = true -> within h sd b0 b -> left_to_place h sd b <= n ->
  exists b', placed_along e h sd b b' /\ full h sd b'.
Proof.
  assert (dec : forall h sd b, full h sd b \/ ~ full h sd b).
  { intros h sd b. destruct (refusal (InSetup (Setup E2008 h sd b)) EndTurn) eqn:r.
    - right. rewrite <- (setup_end E2008), r. discriminate.
    - left. apply (setup_end E2008), r. }
  induction n as [|n IH]; intros e h sd b0 b h0 w le; destruct (dec h sd b) as [f|nf];
    try (exists b; split; [exists []; reflexivity|exact f]);
    destruct (a_place_is_left h sd b0 b h0 w nf) as (k & sq & lt & home & em).
  - exfalso. unfold left_to_place in le. cbn [kinds map list_sum fold_right] in le. destruct k; lia.
  - assert (r : first_broken (placement_rules (Setup e h sd b) (Piece sd k) sq) = None)
      by (apply legal_placement; auto).
    pose proof (placed_within e h sd b0 _ sq b w r) as w'.
    destruct (IH e h sd b0 (put b sq (Some (Piece sd k))) h0 w') as (b' & (l & a) & f).
    + pose proof (sum_map_change (fun j => to_place_of h sd j - count (Piece sd j) (put b sq (Some (Piece sd k))))
                    (fun j => to_place_of h sd j - count (Piece sd j) b) kinds k kinds_differ
                    ltac:(destruct k; cbv; tauto)) as change.
      cbv beta in change. rewrite count_placed in change by exact em.
      destruct (decide (Some (Piece sd k)) (Some (Piece sd k))); [|congruence].
      unfold left_to_place in *. rewrite <- Nat.lt_succ_r. apply Nat.lt_le_trans with (2 := le).
      apply (Nat.add_lt_mono_r _ _ (to_place_of h sd k - (count (Piece sd k) b + 1))).
      rewrite <- change; [lia|]. intros j ne. rewrite count_placed by exact em.
      destruct (decide (Some (Piece sd k)) (Some (Piece sd j))); [congruence|lia].
    + exists b'. split; [|exact f]. exists ((Piece sd k, sq) :: l).
      cbn [placing map after_actions refusal effect]. rewrite r. exact a.
Qed.

(** Every setup can be completed: while a piece is to be placed there is a legal placement, and some end can be reached. *)
Theorem setups_can_be_completed e h sd b l s :
  begins_setup h sd b = true -> after_actions (InSetup (Setup e h sd b)) (placing l) = Some (InSetup s) ->
  distinct_setups s <> [] /\ (refusal (InSetup s) EndTurn <> None -> exists p sq, refusal (InSetup s) (Place p sq) = None).
Proof.
  intros h0 a. destruct (within_along l e h sd b b s (begins_within h sd b h0) a) as (w & ->).
  set (b1 := placed s) in *. clearbody b1. split.
  - destruct (completed _ e h sd b b1 h0 w (le_n _)) as (b' & (m & am) & f). intros none.
    assert (i : In b' (distinct_setups (Setup e h sd b1))).
    { apply distinct_setups_are_all. exists m, (Setup e h sd b'). split; [exact am|].
      split; [apply setup_end, f|reflexivity]. }
    rewrite none in i. destruct i.
  - intros r. assert (nf : ~ full h sd b1) by (intros f; apply r, setup_end, f).
    destruct (a_place_is_left h sd b b1 h0 w nf) as (k & sq & lt & home & em).
    exists (Piece sd k), sq. apply legal_placement. auto.
Qed.

(** * SET-6 *)

Definition below (b b' : board) : Prop := forall sq, b @ sq = None \/ b @ sq = b' @ sq.
Definition differing (b b' : board) : nat := length (filter (fun sq => negb (b @ sq == b' @ sq)) squares).
Lemma count_below b b' p : below b b' -> count p b <= count p b'.
Proof.
  intros le. unfold count. apply filter_length_le. intros sq c. apply same_true in c.
  destruct (le sq) as [n|e]; [congruence|]. apply same_true. congruence.
Qed.
(** Every board with the right pieces at home is reached, in any order. *)
Lemma reached n : forall e h sd b0 b b',
  within h sd b0 b -> within h sd b0 b' -> below b b' -> differing b b' <= n -> placed_along e h sd b b'.
Proof.
  induction n as [|n IH]; intros e h sd b0 b b' w w' le d.
  - assert (same : b = b').
    { apply board_ext. intros sq. destruct (decide (b @ sq) (b' @ sq)) as [s|ne]; [exact s|exfalso].
      unfold differing in d. assert (i : In sq (filter (fun sq => negb (b @ sq == b' @ sq)) squares)).
      { apply filter_In. split; [apply in_squares|]. apply negb_true_iff, same_false, ne. }
      destruct (filter _ squares); [destruct i|simpl in d; lia]. }
    subst b'. exists []. reflexivity.
  - destruct (filter (fun sq => negb (b @ sq == b' @ sq)) squares) as [|sq l] eqn:f.
    + apply (IH e h sd b0); auto. unfold differing. rewrite f. simpl. lia.
    + assert (i : In sq (filter (fun sq => negb (b @ sq == b' @ sq)) squares)) by (rewrite f; left; reflexivity).
      apply filter_In in i. destruct i as (_ & ne). apply negb_true_iff, same_false in ne.
      destruct (le sq) as [em|]; [|contradiction].
      destruct (b' @ sq) as [p|] eqn:c; [|congruence].
      pose proof w as ((away & _) & _). pose proof w' as ((away' & own') & few').
      assert (home : is_home sd sq = true).
      { destruct (is_home sd sq) eqn:hm; [reflexivity|]. specialize (away sq hm). specialize (away' sq hm). congruence. }
      pose proof (own' sq p home c) as sp.
      assert (le' : below (put b sq (Some p)) b').
      { intros u. rewrite contents_put. destruct (decide u sq) as [->|]; [right; congruence|apply le]. }
      assert (r : first_broken (placement_rules (Setup e h sd b) p sq) = None).
      { apply legal_placement. split; [exact sp|]. split; [exact home|]. split; [exact em|].
        pose proof (count_below _ _ p le') as k. rewrite count_placed in k by exact em.
        destruct (decide (Some p) (Some p)); [|congruence].
        specialize (few' (kind_of p)). unfold to_place_of in few'. rewrite <- sp in few'.
        replace (Piece (side_of p) (kind_of p)) with p in few' by (destruct p; reflexivity). lia. }
      destruct (IH e h sd b0 (put b sq (Some p)) b') as (m & a).
      * eapply placed_within; eassumption.
      * exact w'.
      * exact le'.
      * unfold differing in *. rewrite f in d.
        pose proof (filter_change (fun u => negb (put b sq (Some p) @ u == b' @ u)) (fun u => negb (b @ u == b' @ u))
                      squares sq squares_differ (in_squares sq)) as change.
        assert (pt : forall u, u <> sq -> negb (put b sq (Some p) @ u == b' @ u) = negb (b @ u == b' @ u))
          by (intros u n'; rewrite contents_put; destruct (decide u sq); [congruence|reflexivity]).
        specialize (change pt). cbv beta in change. rewrite f, em, c, contents_put in change.
        destruct (decide sq sq); [|congruence]. rewrite same_refl in change.
        destruct (decide None (Some p)); [discriminate|]. cbn [negb length] in *. lia.
      * exists ((p, sq) :: m). cbn [placing map after_actions refusal effect]. rewrite r. exact a.
Qed.
Lemma in_distinct_setups e h sd b b' :
  begins_setup h sd b = true -> (In b' (distinct_setups (Setup e h sd b)) <-> within h sd b b' /\ full h sd b').
Proof.
  intros h0. pose proof (begins_within h sd b h0) as w0. rewrite distinct_setups_are_all. split.
  - intros (l & s' & a & r & <-). destruct (within_along l e h sd b b s' w0 a) as (w & es).
    split; [exact w|]. rewrite es in r. cbn [placed]. apply setup_end in r. exact r.
  - intros (w & f). assert (le : below b b').
    { intros sq. destruct (is_home sd sq) eqn:hm.
      - left. destruct (b @ sq) eqn:c; [|reflexivity]. apply (before_setup h sd b sq _ h0) in c. destruct c. congruence.
      - right. symmetry. apply w, hm. }
    destruct (reached _ e h sd b b b' w0 w le (le_n _)) as (l & a).
    exists l, (Setup e h sd b'). split; [exact a|]. split; [apply setup_end, f|reflexivity].
Qed.

(** The board whose home squares hold the kinds of a list. *)
Fixpoint held (l : list square) (w : list (option kind)) (sq : square) : option kind :=
  match l, w with
  | s :: l', c :: w' => if decide s sq then c else held l' w' sq
  | _, _ => None
  end.
Definition arranged (sd : side) (b : board) (w : list (option kind)) : board :=
  board_of (fun sq => if is_home sd sq then option_map (Piece sd) (held (homes sd) w sq) else b @ sq).
Lemma held_all l : forall w, NoDup l -> length w = length l -> map (held l w) l = w.
Proof.
  induction l as [|s l IH]; intros [|c w] nd len; try discriminate; [reflexivity|].
  inversion nd as [|? ? no nd']; subst. cbn [map]. f_equal; [cbn [held]; destruct (decide s s); congruence|].
  transitivity (map (held l w) l); [|apply IH; [exact nd'|simpl in len; lia]]. apply map_ext_in. intros sq i.
  cbn [held]. destruct (decide s sq) as [->|]; [contradiction|reflexivity].
Qed.
Lemma row_arranged sd b w : length w = 16 -> home_row sd (arranged sd b w) = w.
Proof.
  intros len. transitivity (map (held (homes sd) w) (homes sd)); [|apply held_all].
  - unfold home_row. apply map_ext_in. intros sq i. apply in_homes in i. unfold arranged.
    rewrite contents_board_of, i. destruct (held (homes sd) w sq); reflexivity.
  - apply NoDup_filter, squares_differ.
  - rewrite sixteen_homes. exact len.
Qed.
Lemma row_decides h sd b a a' : within h sd b a -> within h sd b a' -> home_row sd a = home_row sd a' -> a = a'.
Proof.
  intros ((away & own) & _) ((away' & own') & _) same. apply board_ext. intros sq.
  destruct (is_home sd sq) eqn:hm; [|rewrite away, away' by exact hm; reflexivity].
  assert (e : option_map kind_of (a @ sq) = option_map kind_of (a' @ sq)).
  { apply in_homes in hm. unfold home_row in same. clear - hm same. induction (homes sd) as [|u l IH]; [destruct hm|].
    simpl in same. inversion same. destruct hm as [->|i]; auto. }
  specialize (own sq). specialize (own' sq).
  destruct (a @ sq) as [p|], (a' @ sq) as [q|]; simpl in e; try discriminate; [|reflexivity].
  specialize (own p hm eq_refl). specialize (own' q hm eq_refl). destruct p, q. simpl in *. congruence.
Qed.

(** How often each content stands at home when the setup ends. *)
Definition contents_at_end (h : handicap) (sd : side) (c : option kind) : nat :=
  match c with Some k => to_place_of h sd k | None => 16 - list_sum (map (to_place_of h sd) kinds) end.
Lemma sixteen_at_end h sd : sum_of cells (contents_at_end h sd) = 16.
Proof.
  rewrite cells_sum. change (map (fun k => contents_at_end h sd (Some k)) kinds) with (map (to_place_of h sd) kinds).
  unfold contents_at_end. pose proof (at_most_sixteen h sd). lia.
Qed.
Lemma rows_are_words h sd b w :
  begins_setup h sd b = true ->
  (In w (words cells 16 (contents_at_end h sd)) <->
   exists a, within h sd b a /\ full h sd a /\ home_row sd a = w).
Proof.
  intros h0. rewrite in_words by (apply each_cell || apply cells_differ || apply sixteen_at_end). split.
  - intros (len & c). exists (arranged sd b w). pose proof (row_arranged sd b w len) as row.
    assert (oh : only_home sd b (arranged sd b w)).
    { split.
      - intros sq n. unfold arranged. rewrite contents_board_of, n. reflexivity.
      - intros sq p hm. unfold arranged. rewrite contents_board_of, hm.
        destruct (held (homes sd) w sq); [|discriminate]. intros e. inversion e. reflexivity. }
    assert (f : full h sd (arranged sd b w)) by (intros k; rewrite (count_home h sd b _ k h0 oh), row; apply c).
    split; [split; [exact oh|intros k; rewrite f; lia]|]. split; [exact f|exact row].
  - intros (a & wi & f & <-). split; [apply home_length|]. intros [k|].
    + rewrite <- (count_home h sd b a k h0 (proj1 wi)). apply f.
    + pose proof (length_counts cells each_cell cells_differ (home_row sd a)) as len.
      rewrite home_length, cells_sum in len. cbn [contents_at_end].
      rewrite (map_ext _ (to_place_of h sd)) in len by (intros k; rewrite <- (count_home h sd b a k h0 (proj1 wi)); apply f).
      lia.
Qed.

(** SET-6: how many boards a setup can end with is 16! divided by the factorials of the numbers of pieces to place and of
    empty squares; *)
Theorem arrangements e h sd b (counts := map (fun k => to_place h (Piece sd k)) kinds) :
  begins_setup h sd b = true ->
  length (distinct_setups (Setup e h sd b)) * fold_right Nat.mul 1 (map fact (16 - list_sum counts :: counts)) = fact 16.
Proof.
  intros h0. rewrite <- (number_of_words cells each_cell cells_differ 16 _ (sixteen_at_end h sd)). unfold product_of.
  change (16 - list_sum counts :: counts) with (map (contents_at_end h sd) cells). rewrite map_map. f_equal.
  pose proof (words_differ cells cells_differ 16 (contents_at_end h sd)) as nd.
  pose proof (fun w => rows_are_words h sd b w h0) as rows.
  pose proof (fun a => in_distinct_setups e h sd b a h0) as in_d.
  assert (ndd : NoDup (distinct_setups (Setup e h sd b))) by apply NoDup_nodup.
  generalize dependent (words cells 16 (contents_at_end h sd)). intros ws nd rows.
  generalize dependent (distinct_setups (Setup e h sd b)). intros d in_d ndd.
  rewrite <- (map_length (home_row sd) d).
  assert (eqv : forall w, In w (map (home_row sd) d) <-> In w ws).
  { intros w. rewrite rows, in_map_iff. split.
    - intros (a & row & i). apply in_d in i. destruct i. eauto.
    - intros (a & wi & f & row). exists a. split; [exact row|]. apply in_d. auto. }
  apply Nat.le_antisymm; apply NoDup_incl_length; auto; try (intros w i; apply eqv, i).
  assert (all : forall a, In a d -> within h sd b a) by (intros a i; apply in_d, i).
  clear in_d eqv. induction ndd as [|a l no nd' IH]; simpl; constructor.
  - intros i. apply in_map_iff in i. destruct i as (a' & row & i). apply no.
    rewrite (row_decides h sd b a a'); auto; apply all; [left; reflexivity|right; exact i].
  - apply IH. intros a' i. apply all. right. exact i.
Qed.
(** with a full set 64,864,800. *)
Corollary arrangements_of_a_full_set e sd b :
  begins_setup [] sd b = true -> N.of_nat (length (distinct_setups (Setup e [] sd b))) = 64864800%N.
Proof.
  intros h0. pose proof (arrangements e [] sd b h0) as h. cbv zeta in h.
  generalize dependent (length (distinct_setups (Setup e [] sd b))). intros n h.
  assert (counts : map (fun k => to_place [] (Piece sd k)) kinds = [1; 1; 2; 2; 2; 8]) by reflexivity.
  rewrite counts in h. cbn [list_sum fold_right Nat.add Nat.sub map] in h.
  apply (f_equal N.of_nat) in h. rewrite !Nat2N.inj_mul in h.
  assert (f : forall k, N.of_nat (fact k) = N.recursion 1%N (fun j f => (N.succ j * f)%N) (N.of_nat k)).
  { induction k as [|k IH]; [reflexivity|].
    rewrite fact_next, Nat2N.inj_mul, IH, !Nat2N.inj_succ, N.recursion_succ; [reflexivity|reflexivity|].
    intros x y -> u v ->. reflexivity. }
  rewrite !f in h.
  repeat match type of h with context [N.recursion ?a ?g ?k] =>
    let v := eval vm_compute in (N.recursion a g k) in change (N.recursion a g k) with v in h end.
  change (N.of_nat 1) with 1%N in h. lia.
Qed.

(** * A false neighbour *)

Open Scope string_scope.

(** Of other boards a setup need not have an end: beside sixteen rabbits nothing else finds a place. *)
Example sixteen_rabbits_are_no_setup :
  let s := Setup E2008 [] Gold (board_with "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ra2 Rb2 Rc2 Rd2 Re2 Rf2 Rg2 Rh2") in
  placements s = [] /\ refusal (InSetup s) EndTurn = Some SET_6.
Proof. vm_compute. split; reflexivity. Qed.
