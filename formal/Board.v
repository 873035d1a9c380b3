(** Boards: contents decide equality, what is beside what, and how many pieces there are. *)

From Coq Require Import List Bool Arith Lia.
From Arimaa Require Import Rules.
Import ListNotations.

Lemma same_true {A} `{Decidable A} (x y : A) : (x == y) = true <-> x = y.
Proof. destruct (decide x y); split; congruence. Qed.
Lemma same_false {A} `{Decidable A} (x y : A) : (x == y) = false <-> x <> y.
Proof. destruct (decide x y); split; congruence. Qed.
Lemma same_refl {A} `{Decidable A} (x : A) : (x == x) = true.
Proof. apply same_true. reflexivity. Qed.

Lemma is_none_true {A} (x : option A) : is_none x = true <-> x = None.
Proof. destruct x; simpl; split; congruence. Qed.
Lemma is_none_false {A} (x : option A) : is_none x = false <-> exists y, x = Some y.
Proof. destruct x; simpl; split; try congruence; [eauto | intros [y e]; congruence]. Qed.

(** * Squares *)

Lemma in_squares (s : square) : In s squares.
Proof. destruct s as [f r]; destruct f, r; cbv; tauto. Qed.
Lemma in_numbers (n : number) : In n numbers.
Proof. destruct n; cbv; tauto. Qed.
Lemma in_directions (d : direction) : In d directions.
Proof. destruct d; cbv; tauto. Qed.

(** What is true of each of the 64 squares is true of all. *)
Lemma every_square (test : square -> bool) :
  forallb test squares = true -> forall s, test s = true.
Proof. intros all s. rewrite forallb_forall in all. apply all, in_squares. Qed.
Lemma every_two_squares (test : square -> square -> bool) :
  forallb (fun s => forallb (test s) squares) squares = true -> forall s t, test s t = true.
Proof.
  intros all s t. apply every_square.
  apply (every_square (fun s => forallb (test s) squares)). exact all.
Qed.

Lemma squares_differ : NoDup squares.
Proof.
  assert (same : nodup decide squares = squares) by (vm_compute; reflexivity).
  rewrite <- same. apply NoDup_nodup.
Qed.

Definition opposite (d : direction) : direction :=
  match d with North => South | South => North | East => West | West => East end.
Lemma beside_opposite (s t : square) (d : direction) :
  beside s d = Some t -> beside t (opposite d) = Some s.
Proof.
  destruct s as [f r]; destruct d, f, r; simpl; intros e; inversion e; reflexivity.
Qed.
Lemma in_adjacent (s t : square) : In t (adjacent s) <-> exists d, beside s d = Some t.
Proof.
  unfold adjacent. rewrite in_flat_map. split.
  - intros (d & _ & i). exists d. destruct (beside s d); simpl in i; [|tauto].
    destruct i; [congruence | tauto].
  - intros (d & e). exists d. split; [apply in_directions|]. rewrite e. left. reflexivity.
Qed.
Lemma adjacent_symmetric (s t : square) : In t (adjacent s) -> In s (adjacent t).
Proof. rewrite !in_adjacent. intros (d & e). exists (opposite d). apply beside_opposite, e. Qed.

Definition is_beside (s t : square) : bool := existsb (fun u => u == t) (adjacent s).
Lemma is_beside_true s t : is_beside s t = true <-> In t (adjacent s).
Proof.
  unfold is_beside. rewrite existsb_exists. split.
  - intros (u & i & e). apply same_true in e. congruence.
  - intros i. exists t. split; [exact i | apply same_refl].
Qed.

Lemma not_adjacent_to_itself (s : square) : ~ In s (adjacent s).
Proof.
  assert (all : forall s, negb (is_beside s s) = true)
    by (apply every_square; vm_compute; reflexivity).
  intros i. apply is_beside_true in i. specialize (all s). rewrite i in all. discriminate.
Qed.

(** No three squares are beside each other. *)
Lemma no_triangle (s t u : square) : In t (adjacent s) -> In u (adjacent s) -> ~ In u (adjacent t).
Proof.
  assert (all : forall s, forallb (fun t => forallb (fun u => negb (is_beside t u)) (adjacent s))
                            (adjacent s) = true)
    by (apply every_square; vm_compute; reflexivity).
  intros it iu i. apply is_beside_true in i. specialize (all s).
  rewrite forallb_forall in all. specialize (all t it).
  rewrite forallb_forall in all. specialize (all u iu). rewrite i in all. discriminate.
Qed.

(** CAP-3: no trap is beside another. *)
Theorem traps_not_adjacent (s t : square) :
  is_trap s = true -> is_trap t = true -> ~ In t (adjacent s).
Proof.
  assert (all : forall s, negb (is_trap s) || forallb (fun t => negb (is_trap t)) (adjacent s) = true)
    by (apply every_square; vm_compute; reflexivity).
  intros hs ht i. specialize (all s).
  rewrite hs in all. simpl in all. rewrite forallb_forall in all. specialize (all t i).
  rewrite ht in all. discriminate.
Qed.

(** And no square is beside two. *)
Theorem one_trap_beside (s t u : square) :
  In t (adjacent s) -> In u (adjacent s) -> is_trap t = true -> is_trap u = true -> t = u.
Proof.
  assert (all : forall s, forallb (fun t => forallb (fun u =>
                            negb (is_trap t) || negb (is_trap u) || (t == u)) (adjacent s))
                            (adjacent s) = true)
    by (apply every_square; vm_compute; reflexivity).
  intros it iu ht hu. specialize (all s).
  rewrite forallb_forall in all. specialize (all t it).
  rewrite forallb_forall in all. specialize (all u iu).
  rewrite ht, hu in all. simpl in all. apply same_true in all. exact all.
Qed.

(** * Contents *)

Lemma item_tabulate {A} (f : number -> A) n : item (tabulate f) n = f n.
Proof. destruct n; reflexivity. Qed.
Lemma contents_board_of f s : board_of f @ s = f s.
Proof. unfold board_of, contents. rewrite !item_tabulate. destruct s. reflexivity. Qed.

Lemma eight_ext {A} (v w : eight A) : (forall n, item v n = item w n) -> v = w.
Proof.
  intros same. destruct v, w.
  pose proof (same N1); pose proof (same N2); pose proof (same N3); pose proof (same N4).
  pose proof (same N5); pose proof (same N6); pose proof (same N7); pose proof (same N8).
  simpl in *. congruence.
Qed.
(** Boards with the same contents are equal. *)
Lemma board_ext (a b : board) : (forall s, a @ s = b @ s) -> a = b.
Proof.
  intros same. apply eight_ext. intros r. apply eight_ext. intros f.
  exact (same (Square f r)).
Qed.
Lemma board_of_ext f g : (forall s, f s = g s) -> board_of f = board_of g.
Proof. intros same. apply board_ext. intros s. rewrite !contents_board_of. apply same. Qed.

Lemma contents_put b s c t : put b s c @ t = if decide t s then c else b @ t.
Proof. unfold put. apply contents_board_of. Qed.
Lemma contents_moved b s t u :
  moved b s t @ u = if decide u s then None else if decide u t then b @ s else b @ u.
Proof. unfold moved. rewrite !contents_put. reflexivity. Qed.
Lemma contents_after b s t u :
  after_step b s t @ u = if unsupported (moved b s t) u then None else moved b s t @ u.
Proof. unfold after_step, without_captured. apply contents_board_of. Qed.
Lemma is_empty_true b s : is_empty b s = true <-> b @ s = None.
Proof. apply is_none_true. Qed.

Lemma any_beside_true b s test :
  any_beside b s test = true <->
  exists t p, In t (adjacent s) /\ b @ t = Some p /\ test p = true.
Proof.
  unfold any_beside. rewrite existsb_exists. split.
  - intros (t & i & e). destruct (b @ t) as [p|] eqn:c; [|discriminate]. eauto.
  - intros (t & p & i & c & e). exists t. rewrite c. auto.
Qed.
Lemma any_beside_false b s test :
  any_beside b s test = false <->
  forall t p, In t (adjacent s) -> b @ t = Some p -> test p = false.
Proof.
  split.
  - intros e t p i c. destruct (test p) eqn:h; [|reflexivity].
    rewrite <- e. symmetry. apply any_beside_true. eauto.
  - intros none. destruct (any_beside b s test) eqn:e; [|reflexivity].
    apply any_beside_true in e. destruct e as (t & p & i & c & h).
    rewrite (none t p i c) in h. congruence.
Qed.

Lemma friendly_true p q : friendly p q = true <-> side_of p = side_of q.
Proof. apply same_true. Qed.
Lemma friendly_symmetric p q : friendly p q = friendly q p.
Proof.
  unfold friendly. destruct (decide (side_of p) (side_of q)), (decide (side_of q) (side_of p)); congruence.
Qed.
Lemma enemy_true p q : enemy p q = true <-> side_of p <> side_of q.
Proof. unfold enemy. rewrite negb_true_iff. apply same_false. Qed.
Lemma other_other s : other (other s) = s.
Proof. destruct s; reflexivity. Qed.
Lemma other_differs s : other s <> s.
Proof. destruct s; discriminate. Qed.
Lemma not_same_side s t : s <> t -> s = other t.
Proof. destruct s, t; simpl; congruence. Qed.

Lemma unsupported_true b s :
  unsupported b s = true <->
  is_trap s = true /\
  exists p, b @ s = Some p /\
  forall t q, In t (adjacent s) -> b @ t = Some q -> side_of q <> side_of p.
Proof.
  unfold unsupported. rewrite andb_true_iff. split.
  - intros [trap h]. split; [exact trap|]. destruct (b @ s) as [p|]; [|discriminate].
    exists p. split; [reflexivity|]. intros t q i c.
    apply negb_true_iff in h. rewrite any_beside_false in h. specialize (h t q i c).
    apply same_false in h. congruence.
  - intros [trap (p & e & none)]. split; [exact trap|]. rewrite e. apply negb_true_iff.
    apply any_beside_false. intros t q i c. apply same_false. specialize (none t q i c). congruence.
Qed.

(** Every piece on a trap has a friendly piece beside it: VAL-2. *)
Lemma supported_true b : supported b = true <-> forall s, unsupported b s = false.
Proof.
  unfold supported. rewrite forallb_forall. split.
  - intros all s. apply negb_true_iff. apply all, in_squares.
  - intros all s _. apply negb_true_iff, all.
Qed.

(** * How many pieces *)

Lemma filter_length_le {A} (f g : A -> bool) l :
  (forall x, f x = true -> g x = true) -> length (filter f l) <= length (filter g l).
Proof.
  intros h. induction l as [|x l IH]; simpl; [lia|].
  destruct (f x) eqn:e; [rewrite (h x e); simpl; lia|].
  destruct (g x); simpl; lia.
Qed.
Lemma filter_change {A} (f g : A -> bool) l x :
  NoDup l -> In x l -> (forall y, y <> x -> f y = g y) ->
  length (filter f l) + (if g x then 1 else 0) = length (filter g l) + (if f x then 1 else 0).
Proof.
  intros nd i same. induction nd as [|y l no nd IH]; [destruct i|].
  simpl. destruct i as [e|i].
  - subst y. assert (rest : filter f l = filter g l).
    { apply filter_ext_in. intros y iy. apply same. intros ->. contradiction. }
    rewrite rest. destruct (f x), (g x); simpl; lia.
  - specialize (IH i). rewrite (same y) by (intros ->; contradiction).
    destruct (g y); simpl; lia.
Qed.

Lemma count_put b s c p :
  count p (put b s c) + (if b @ s == Some p then 1 else 0) = count p b + (if c == Some p then 1 else 0).
Proof.
  unfold count.
  pose proof (filter_change (fun t => put b s c @ t == Some p) (fun t => b @ t == Some p) squares s
    squares_differ (in_squares s)) as h.
  cbv beta in h. rewrite h.
  - rewrite contents_put. destruct (decide s s); [reflexivity|congruence].
  - intros t n. rewrite contents_put. destruct (decide t s); congruence.
Qed.
Lemma count_moved b s t p : b @ t = None -> s <> t -> count p (moved b s t) = count p b.
Proof.
  intros e n. unfold moved.
  pose proof (count_put (put b t (b @ s)) s None p) as one.
  pose proof (count_put b t (b @ s) p) as two.
  rewrite contents_put in one. destruct (decide s t); [congruence|].
  rewrite e in two. simpl in two. simpl in one. lia.
Qed.
Lemma count_without_captured b p : count p (without_captured b) <= count p b.
Proof.
  unfold count. apply filter_length_le. intros s. unfold without_captured.
  rewrite contents_board_of. destruct (unsupported b s); [discriminate|auto].
Qed.
