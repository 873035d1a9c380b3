(** Why the last level need not be compared with boards an odd number of steps lower to which no
    capture leads: a step without a capture changes the shade of one piece's square. *)

From Coq Require Import String List Bool Arith Lia.
From Arimaa Require Import Rules Text Board Captures Pushes Commute Turns Game.
Import ListNotations.
Close Scope string_scope.

Definition odd_number (n : number) : bool := match n with N1 | N3 | N5 | N7 => true | _ => false end.
Definition dark (s : square) : bool := xorb (odd_number (file s)) (odd_number (rank s)).
(** How many pieces stand on dark squares. *)
Definition shaded (b : board) : nat := length (filter (fun s => dark s && negb (is_empty b s)) squares).

Lemma dark_beside s t d : beside s d = Some t -> dark t = negb (dark s).
Proof. destruct s as [f r]; destruct d, f, r; simpl; intros e; inversion e; reflexivity. Qed.

(** Counts of squares where something is put. *)
Lemma put_changes (test : square -> bool -> bool) b s c :
  length (filter (fun u => test u (is_empty (put b s c) u)) squares) + (if test s (is_empty b s) then 1 else 0)
  = length (filter (fun u => test u (is_empty b u)) squares) + (if test s (is_none c) then 1 else 0).
Proof.
  rewrite (filter_change (fun u => test u (is_empty (put b s c) u)) (fun u => test u (is_empty b u)) squares s
             squares_differ (in_squares s)).
  - unfold is_empty. rewrite contents_put. destruct (decide s s); [reflexivity|congruence].
  - intros u n. unfold is_empty. rewrite contents_put. destruct (decide u s); [congruence|reflexivity].
Qed.
Lemma filled_after_put b s c :
  filled (put b s c) + (if is_empty b s then 0 else 1) = filled b + (if is_none c then 0 else 1).
Proof.
  pose proof (put_changes (fun _ e => negb e) b s c) as h. unfold filled.
  destruct (is_empty b s), (is_none c); exact h.
Qed.
Lemma shaded_after_put b s c :
  shaded (put b s c) + (if dark s && negb (is_empty b s) then 1 else 0)
  = shaded b + (if dark s && negb (is_none c) then 1 else 0).
Proof. exact (put_changes (fun u e => dark u && negb e) b s c). Qed.

Lemma moved_counts b s t p d :
  can_move b s t p -> beside s d = Some t ->
  filled (moved b s t) = filled b /\ Nat.odd (shaded (moved b s t)) = negb (Nat.odd (shaded b)).
Proof.
  intros can bs. pose proof (can_move_differ b s t p can) as differ. destruct can as (c & e & _).
  pose proof (dark_beside s t d bs) as dk.
  assert (there : put b t (Some p) @ s = Some p) by (rewrite contents_put; destruct (decide s t); congruence).
  pose proof (filled_after_put b t (Some p)) as f1. pose proof (filled_after_put (put b t (Some p)) s None) as f2.
  pose proof (shaded_after_put b t (Some p)) as s1. pose proof (shaded_after_put (put b t (Some p)) s None) as s2.
  unfold moved. rewrite c. unfold is_empty in *. rewrite there in f2, s2. rewrite e in f1, s1. simpl in *. rewrite dk in s1.
  split; [lia|].
  revert s1 s2. generalize (shaded (put (put b t (Some p)) s None)), (shaded (put b t (Some p))), (shaded b).
  intros x y z s1 s2.
  destruct (dark s); simpl in *.
  - assert (h : z = S x) by lia. rewrite h, Nat.odd_succ, <- Nat.negb_odd, negb_involutive. reflexivity.
  - assert (h : x = S z) by lia. rewrite h, Nat.odd_succ, <- Nat.negb_odd. reflexivity.
Qed.

Lemma legal_step_counts t st :
  between_steps t -> step_refusal t st = None ->
  filled (now (stepped t st)) < filled (now t)
  \/ (filled (now (stepped t st)) = filled (now t)
      /\ Nat.odd (shaded (now (stepped t st))) = negb (Nat.odd (shaded (now t)))).
Proof.
  intros bet h. apply legal_step in h. destruct h as (_ & target & d & can & _).
  rewrite (stepped_eq _ _ _ d). simpl. pose proof (moved_counts _ _ _ _ _ can d) as (f & s).
  destruct (existsb (unsupported (moved (now t) (from st) target)) squares) eqn:some.
  - left. apply existsb_exists in some. destruct some as (u & _ & cap).
    pose proof (after_one_capture _ _ _ _ u bet can cap) as one.
    rewrite one. pose proof (filled_after_put (moved (now t) (from st) target) u None) as g.
    apply unsupported_true in cap. destruct cap as (_ & q & c & _). unfold is_empty in g. rewrite c in g. simpl in g. lia.
  - right. rewrite (after_no_capture (now t) (from st) target); [auto|]. intros u cap.
    assert (existsb (unsupported (moved (now t) (from st) target)) squares = true)
      by (apply existsb_exists; exists u; split; [apply in_squares|exact cap]). congruence.
Qed.
Lemma counts_along l : forall t u, between_steps t -> after_steps t l = Some u ->
  filled (now u) < filled (now t)
  \/ (filled (now u) = filled (now t)
      /\ Nat.odd (shaded (now u)) = xorb (Nat.odd (length l)) (Nat.odd (shaded (now t)))).
Proof.
  induction l as [|st l IH]; intros t u bet h; simpl in h.
  - inversion h. right. split; [reflexivity|]. simpl. destruct (Nat.odd (shaded (now u))); reflexivity.
  - destruct (step_refusal t st) eqn:r; [discriminate|].
    destruct (legal_step_counts t st bet r) as [lt|(e & s)];
      destruct (IH _ _ (stepped_between t st r) h) as [lt'|(e' & s')]; try (left; lia).
    right. split; [lia|]. cbn [length]. rewrite s', s, Nat.odd_succ, <- Nat.negb_odd.
    destruct (Nat.odd (length l)), (Nat.odd (shaded (now t))); reflexivity.
Qed.

(** Two ways through a turn to one board, one of them without a capture, differ by an even number of
    steps. *)
Theorem same_board_same_parity t l m u v :
  between_steps t -> after_steps t l = Some u -> after_steps t m = Some v -> now u = now v ->
  filled (now v) = filled (now t) -> Nat.odd (length l) = Nat.odd (length m).
Proof.
  intros bet hl hm e f.
  destruct (counts_along l t u bet hl) as [lt|(_ & one)]; [rewrite e in lt; lia|].
  destruct (counts_along m t v bet hm) as [lt|(_ & two)]; [lia|].
  rewrite e, two in one. destruct (Nat.odd (length l)), (Nat.odd (length m)), (Nat.odd (shaded (now t)));
    simpl in one; congruence.
Qed.

(** * A false neighbour *)

Open Scope string_scope.

(** With captures the numbers can differ by one: two traps are of two shades. *)
Example captures_lead_to_one_board :
  steps_lead Gold "ra8 Rd3 Ra1" "Rd3w" "ra8 Ra1" && steps_lead Gold "ra8 Rd3 Ra1" "Rd3e Re3e" "ra8 Ra1" = true.
Proof. vm_compute. reflexivity. Qed.
