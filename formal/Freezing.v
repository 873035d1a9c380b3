(** Freezing (FRZ-1, FRZ-2, FRZ-4): what a frozen piece does not do for its friends, and still does to its enemies; and
    that no elephant is frozen, and nobody moves an enemy's (PLY-1). *)

From Coq Require Import String List Bool.
From Arimaa Require Import Rules Text Board Captures Pushes.
Import ListNotations.
Open Scope string_scope.

(** FRZ-4: two friends beside each other are both free, whatever else is beside them. *)
Theorem friends_are_free b s t p q :
  In t (adjacent s) -> b @ s = Some p -> b @ t = Some q -> side_of q = side_of p ->
  frozen b s = false /\ frozen b t = false.
Proof.
  intros i cs ct e.
  split; match goal with |- ?f = false => destruct f eqn:h; [exfalso|reflexivity] end;
    apply frozen_true in h; destruct h as (r & cr & _ & none).
  - apply (none t q i ct). congruence.
  - apply (none s p (adjacent_symmetric s t i) cs). congruence.
Qed.

(** FRZ-4: a frozen piece supports and unfreezes no friend: without it each is supported and frozen as before. *)
Theorem a_frozen_piece_helps_nobody b s t p q :
  frozen b s = true -> b @ s = Some p -> t <> s -> b @ t = Some q -> side_of q = side_of p ->
  frozen (put b s None) t = frozen b t /\ unsupported (put b s None) t = unsupported b t.
Proof.
  intros f cs n ct e.
  assert (apart : ~ In t (adjacent s)).
  { intros i. destruct (friends_are_free b s t p q i cs ct e). congruence. }
  assert (away : ~ In s (adjacent t)) by (intros i; apply apart, adjacent_symmetric, i).
  assert (same : forall test, any_beside (put b s None) t test = any_beside b t test).
  { intros test. apply eq_true_iff_eq. rewrite !any_beside_true.
    split; intros (u & r & i & c & h); exists u, r; (split; [exact i|split; [|exact h]]);
      rewrite contents_put in *; destruct (decide u s) as [->|]; try contradiction; exact c. }
  assert (here : put b s None @ t = Some q) by (rewrite contents_put; destruct (decide t s); [contradiction|exact ct]).
  unfold frozen, unsupported. rewrite here, ct, !same. auto.
Qed.

(** FRZ-1: an elephant is never frozen, there being nothing stronger. *)
Theorem no_elephant_is_frozen b s p : b @ s = Some p -> kind_of p = Elephant -> frozen b s = false.
Proof.
  intros c k. assert (none : forall j, stronger j Elephant = false) by (intros []; reflexivity).
  assert (h : any_beside b s (fun q => enemy p q && stronger (kind_of q) (kind_of p)) = false).
  { unfold any_beside. rewrite k. induction (adjacent s) as [|t l IH]; [reflexivity|]. cbn [existsb].
    rewrite IH. destruct (b @ t) as [q|]; [rewrite none, andb_false_r|]; reflexivity. }
  unfold frozen. rewrite c, h. reflexivity.
Qed.

(** PLY-1: an elephant is never pushed or pulled, there being nothing stronger. *)
Theorem nobody_moves_an_elephant t st :
  step_refusal t st = None -> side_of (stepper st) <> mover t -> kind_of (stepper st) <> Elephant.
Proof.
  intros h ns k. apply legal_step in h. destruct h as (_ & target & d & _ & parts).
  assert (none : forall j, stronger j (kind_of (stepper st)) = false) by (intros j; rewrite k; destruct j; reflexivity).
  unfold part_rules in parts. destruct (opened t) as [|j v|j v] eqn:o.
  3:{ destruct (decide (side_of (stepper st)) (mover t)); [contradiction|discriminate]. }
  all: destruct (decide (side_of (stepper st)) (mover t)); [contradiction|].
  all: destruct (fits_pull t (stepper st) target) eqn:f;
    [unfold fits_pull in f; rewrite o in f; try discriminate; rewrite none, andb_false_r in f; discriminate|].
  all: rewrite first_broken_none in parts; specialize (parts PSH_2 _ (or_intror (or_introl eq_refl)));
    apply existsb_exists in parts; destruct parts as (u & i & _); apply in_pushers in i;
    destruct i as (_ & r & _ & _ & s); rewrite none in s; discriminate.
Qed.

(** FRZ-4, FRZ-2: a frozen horse freezes a rabbit; and it can be pushed and pulled. *)
Example what_frozen_pieces_do :
  let b := board_with "Ed5 hd4 Rd3 ra8" in
  filter (frozen b) squares = [Square N4 N3; Square N4 N4]
  /\ steps_lead Gold "Ed5 hd4 Rd3 ra8" "hd4e Ed5s" "Ed4 he4 Rd3 ra8" = true
  /\ steps_lead Gold "Ed5 hd4 Rd3 ra8" "Ed5n hd4n" "Ed6 hd5 Rd3 ra8" = true.
Proof. vm_compute. repeat split. Qed.
(** A false neighbour: a piece beside a stronger enemy helps its friends, for with them beside it it is not frozen. *)
Example a_piece_that_is_not_frozen_helps :
  let b := board_with "Dc3 Rd3 ed4 ra8" in
  frozen b (Square N4 N3) = false /\ unsupported b (Square N3 N3) = false
  /\ unsupported (put b (Square N4 N3) None) (Square N3 N3) = true.
Proof. vm_compute. repeat split. Qed.
