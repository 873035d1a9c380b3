(** Each theorem with a premise, applied once: its premises can be met. [.ci/formal] asks [met] of every
    theorem of the other files, so that one with a premise is applied here. *)

From Coq Require Import String List Bool Arith Lia.
From Arimaa Require Import Rules Text Board Captures Freezing Commute Pushes Pulls Turns Game Setups Moments Repeats Symmetry
  Sentences Search Ways Reached Sleep Levels Shades Goals.
Import ListNotations.
Open Scope string_scope.

(** The goal has no premise: what it says of all values, it says without a condition on them. A negation is none. *)
Ltac no_premise :=
  hnf;
  lazymatch goal with
  | |- _ -> False => idtac
  | |- forall _ : ?A, _ => lazymatch type of A with Prop => fail | _ => intro; no_premise end
  | |- _ => idtac
  end.
Ltac states_no_premise theorem := let T := type of theorem in assert_succeeds (assert T; [no_premise|]).

(** An application of a theorem that leaves none of its premises, with a mark in the proof that it was made. *)
Inductive marked {A : Type} (theorem : A) : Prop := mark.
Ltac head application := lazymatch application with ?f _ => head f | _ => application end.
Tactic Notation "applied" constr(application) :=
  states_no_premise application; let theorem := head application in pose proof (mark theorem).

Ltac meet :=
  lazymatch goal with
  | |- can_move _ _ _ _ => refine (conj _ (conj _ _)); [vm_compute; reflexivity|vm_compute; reflexivity|vm_compute; tauto]
  | |- _ <> _ => vm_compute; discriminate
  | |- begins _ _ => right; eexists; eexists; split; [|reflexivity]; vm_compute; reflexivity
  | |- _ -> _ => intros; vm_compute; reflexivity
  | |- _ < _ => vm_compute; lia
  | |- _ <= _ => vm_compute; lia
  | |- In _ _ => vm_compute; tauto
  | |- _ => vm_compute; reflexivity
  end.

(** Gold can push the cat into the trap c6, where it is captured. *)
Definition cat := Piece Silver Cat.
Definition b0 := board_with "ra8 cc5 Hc4 Rh1".
Definition t0 := turn_from Gold b0.
Definition c5 := Square N3 N5.
Definition c6 := Square N3 N6.
Definition cat_north := Step cat c5 North.
Definition horse_north := Step (Piece Gold Horse) (Square N3 N4) North.
Definition rabbit := Piece Gold Rabbit.

Lemma steps_applied : True.
Proof.
  applied (at_most_one_capture b0 c5 c6 cat c6 c6 ltac:(meet) ltac:(meet) ltac:(meet) ltac:(meet)).
  applied (own_steps_cost_own_pieces b0 c5 c6 cat c6 cat ltac:(meet) ltac:(meet) ltac:(meet) ltac:(meet)).
  applied (a_step_keeps_boards_valid b0 c5 c6 cat ltac:(meet) ltac:(meet)).
  applied (sides_commute b0 c5 c6 cat (Square N8 N1) (Square N8 N2) rabbit
                ltac:(meet) ltac:(meet) ltac:(meet) ltac:(meet) ltac:(meet)).
  applied (same_pushers b0 Gold c5 c6 cat (Square N3 N4) ltac:(meet) ltac:(meet) ltac:(meet)).
  applied (pushes_can_be_completed t0 cat_north c6 ltac:(meet) ltac:(meet) ltac:(meet) ltac:(meet) ltac:(meet)).
  applied (a_step_changes_the_board t0 cat_north ltac:(meet)).
  applied (a_push_changes_the_board t0 cat_north horse_north ltac:(meet) ltac:(meet) ltac:(meet) ltac:(meet) ltac:(meet)).
  applied (the_first_false_sentence_is_named (InPlay (play_from E2008 b0 Gold)) EndTurn TRN_2 ltac:(meet)).
  exact I.
Defined.

(** What stands on no trap, beside no two of them; friends; and a frozen horse. *)
Lemma squares_applied : True.
Proof.
  applied (traps_not_adjacent c6 (Square N6 N6) ltac:(meet) ltac:(meet)).
  applied (one_trap_beside c5 c6 c6 ltac:(meet) ltac:(meet) ltac:(meet) ltac:(meet)).
  applied (captured_where b0 c5 c6 cat c6 ltac:(meet) ltac:(meet) ltac:(meet)).
  applied (nobody_moves_an_elephant t0 cat_north ltac:(meet) ltac:(meet)).
  set (b := board_with "Ed5 hd4 Rd3 Re3 rh8").
  applied (no_elephant_is_frozen b (Square N4 N5) (Piece Gold Elephant) ltac:(meet) ltac:(meet)).
  applied (friends_are_free b (Square N4 N3) (Square N5 N3) rabbit rabbit ltac:(meet) ltac:(meet) ltac:(meet) ltac:(meet)).
  applied (a_frozen_piece_helps_nobody b (Square N4 N4) (Square N8 N8) (Piece Silver Horse) (Piece Silver Rabbit)
                ltac:(meet) ltac:(meet) ltac:(meet) ltac:(meet) ltac:(meet)).
  exact I.
Defined.

(** The second setup with a full set. *)
Definition gold_board :=
  board_with "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Da2 Hb2 Cc2 Ed2 Me2 Cf2 Hg2 Dh2".
Definition gold_set : list action :=
  (flat_map (fun sq => match gold_board @ sq with Some p => [Place p sq] | None => [] end) squares ++ [EndTurn])%list.
Lemma setups_applied : True.
Proof.
  assert (home : match after_actions (new_game E2008 []) gold_set with
                 | Some (InSetup s) => s = Setup E2008 [] Silver (placed s) /\ begins_setup [] Silver (placed s) = true
                 | _ => False
                 end) by (vm_compute; split; reflexivity).
  destruct (after_actions (new_game E2008 []) gold_set) as [[s|p]|] eqn:e; try contradiction.
  destruct home as (_ & home).
  applied (arrangements E2008 [] Silver (placed s) home).
  applied (arrangements_of_a_full_set E2008 Silver (placed s) home).
  applied (setups_can_be_completed E2008 [] Silver (placed s) [] _ home eq_refl).
  applied (moments_of_games_are_valid E2008 (new_game E2008 []) gold_set _ (or_introl (ex_intro _ [] eq_refl)) eq_refl e).
  exact I.
Defined.

(** The dog's step loses the rabbit on c3, and the rabbit on h1 has nothing to do with it. *)
Lemma own_steps_applied : True.
Proof.
  set (b := board_with "ra8 Dc4 Rc3 Rh1").
  assert (quiet : forall u, ~ captured b (Square N8 N1) (Square N8 N2) u).
  { assert (all : forall u, negb (unsupported (moved b (Square N8 N1) (Square N8 N2)) u) = true)
      by (apply every_square; vm_compute; reflexivity).
    intros u h. unfold captured in h. specialize (all u). rewrite h in all. discriminate. }
  assert (free : forall u, captured b (Square N3 N4) (Square N3 N5) u -> u <> Square N8 N1 /\ ~ In u (adjacent (Square N8 N2))).
  { intros u h. assert (e : u = Square N3 N3).
    { apply (at_most_one_capture b (Square N3 N4) (Square N3 N5) (Piece Gold Dog) u (Square N3 N3));
        [meet|meet|exact h|meet]. }
    subst u. split; vm_compute; [discriminate|intuition discriminate]. }
  applied (own_steps_commute b (Square N3 N4) (Square N3 N5) (Piece Gold Dog) (Square N8 N1) (Square N8 N2) rabbit
                ltac:(meet) ltac:(meet) ltac:(meet) ltac:(meet) ltac:(meet) quiet free).
  exact I.
Defined.

(** Here the cat's step fits the horse's pull, is read as a push, and the dog completes it. *)
Lemma readings_applied : True.
Proof.
  set (t := turn_from Gold (board_with "ra8 cd5 Hd4 De5 Ra1")).
  assert (reading : exists u, reads_all t (steps_named "Hd4w cd5s De5w") u /\ push_pending u = false).
  { let l := eval vm_compute in (steps_named "Hd4w cd5s De5w") in change (steps_named "Hd4w cd5s De5w") with l.
    eexists. split.
    - eapply reads_some; [apply as_ruled; vm_compute; reflexivity|].
      eapply reads_some; [apply as_a_push; [vm_compute; discriminate|vm_compute; reflexivity]|].
      eapply reads_some; [apply as_ruled; vm_compute; reflexivity|apply reads_none].
    - vm_compute. reflexivity. }
  destruct reading as (u & r & np). applied (pulls_lose_no_turn t _ u r np). exact I.
Defined.

(** A game in which a position comes back, one in which every turn repeats, and the same in an older
    edition. *)
Lemma games_applied : True.
Proof.
  set (g := InPlay (play_from E2008 two_elephants Gold)).
  assert (beginning : begins E2008 g) by meet.
  assert (again : match acts g shuttle with Some (InPlay p) => edition_of p = E2008 | _ => False end) by meet.
  destruct (acts g shuttle) as [[s|p]|] eqn:e; try contradiction.
  applied (nothing_stands_three_times E2008 g shuttle p beginning (acts_are_legal _ _ _ e) again).
  applied (moments_of_games_are_valid E2008 g shuttle _ beginning eq_refl (acts_are_legal _ _ _ e)).
  assert (thrice : match after_actions (from_there E2005) (shuttle ++ removelast shuttle)%list with
                   | Some (InPlay q) => 2 <= times (edition_of q) (end_position (current_turn q)) (past q)
                   | _ => False
                   end) by (vm_compute; lia).
  destruct (after_actions (from_there E2005) _) as [[s|q]|] in thrice; try contradiction.
  applied (a_third_occurrence q thrice).
  applied (every_game_ends E2008 g shuttle _ beginning e).
  applied (boards_of_games_are_valid E2008 g shuttle _ beginning (acts_are_legal _ _ _ e)).
  applied (turns_of_games E2008 g shuttle p beginning (acts_are_legal _ _ _ e)).
  applied (winners (play_from E2002 (board_with "ra1 Rh2") Gold) END_3 (Some Silver) ltac:(meet)).
  applied (a_game_that_goes_on_has_a_turn (play_from E2008 b0 Gold) ltac:(meet) ltac:(meet)).
  applied (a_legal_turn_but_for_repetition E2008 stood_twice two_turns Silver ltac:(meet) ltac:(meet)).
  applied (no_turn_only_by_repetition (Play E2008 stood_twice (turn_from Silver two_turns)) ltac:(meet) ltac:(meet) ltac:(meet)).
  exact I.
Defined.

(** A step that sleeps, for each of L1 to L6, where all quiet steps are done. *)
Definition the (text : string) := as_read (step_named text).
Ltac asleep := refine (conj _ (conj (fun x h => h) (conj _ (conj _ _)))); vm_compute; reflexivity.
Lemma sleep_applied : True.
Proof.
  set (b1 := board_with "ra8 Ra1 Rh1"). set (b2 := board_with "ra8 Da1 Rh1").
  set (b3 := board_with "ra8 Dd4 Rh1"). set (b4 := board_with "ra8 Dc4 Rc3 Rh1").
  set (b5 := board_with "ra8 cd5 Hd4 Rh1"). set (h1 := the "Rh1n").
  applied (L1_holds Gold b1 (quiet Gold b1) (the "Ra1n") (Square N1 N2) h1
                ltac:(asleep) ltac:(meet) ltac:(meet) ltac:(meet)).
  applied (L2_holds Gold b2 (quiet Gold b2) (the "Da1n") (Square N1 N2) (the "Da2s")
                ltac:(asleep) ltac:(meet) ltac:(meet) ltac:(meet) ltac:(meet)).
  applied (L3_holds Gold b3 (quiet Gold b3) (the "Dd4e") (Square N5 N4) (the "De4n")
                ltac:(asleep) ltac:(meet) ltac:(meet) ltac:(meet) ltac:(meet)).
  applied (L4_holds Gold b4 (quiet Gold b4) (the "Dc4n")
                h1 ltac:(asleep) (fun x h => h) ltac:(meet)).
  applied (L5_holds Gold b5 (quiet Gold b5) (the "Hd4w") (the "cd5s")
                h1 ltac:(asleep) (fun x h => h)).
  applied (L6_holds Gold b0 (quiet Gold b0) cat_north horse_north
                h1 ltac:(asleep) (fun x h => h)).
  exact I.
Defined.

(** Turns and the search, of a lone rabbit. *)
Definition corner := play_from E2008 (board_with "rh8 Ra1") Gold.
Definition rabbit_north := Step rabbit (Square N1 N1) North.
Lemma search_applied : True.
Proof.
  set (p := corner). set (t := turn_from Gold (board_with "rh8 Ra1")).
  assert (sup : supported (now t) = true) by meet.
  applied (distinct_turns_are_all p (board_with "rh8 Ra2") ltac:(meet)).
  applied (see_distinct_turns Mirror p (board_with "rh8 Ra2") ltac:(meet)).
  set (all := in_order Gold). set (ends := endings_of t).
  pose proof (in_order_right Gold : stands_right (mover t) all) as right. pose proof (endings_right t) as begun.
  applied (distinct_turns_are_found p all ends (board_with "rh8 Ra2") right begun ltac:(meet) ltac:(meet) ltac:(meet)).
  destruct (after_steps t [rabbit_north]) as [u|] eqn:e; [|vm_compute in e; discriminate e].
  assert (np : push_pending u = false) by (assert (x : Some u = after_steps t [rabbit_north]) by congruence;
    vm_compute in x; inversion x; reflexivity).
  applied (turns_are_ways t all right ends begun _ u e np).
  assert (w : is_way t all ends [Plain rabbit_north] = true) by meet.
  applied (ways_are_turns t all right ends begun [Plain rabbit_north] w ltac:(meet)).
  destruct (kept_all t sup all right ends begun _ w) as (v & i & wv & _).
  applied (each_is_found_once t sup all right ends begun (steps v) (steps v) v v i i wv wv eq_refl).
  applied (no_board_is_missed t sup all right ends begun (asleep_in_engine Gold) (L1_to_L6_hold Gold) [Plain rabbit_north] w).
  applied (no_board_is_counted_twice t sup all right ends begun (asleep_in_engine Gold) (L1_to_L6_hold Gold) (steps v) (steps v) v v i i wv wv eq_refl).
  applied (the_search_keeps_first_ways t sup all right ends begun (asleep_in_engine Gold) (L1_to_L6_hold Gold) 4).
  applied (levels_are_complete t 4 sup ltac:(meet) ltac:(meet) all right ends begun 3 ltac:(meet)).
  applied (leaves_are_the_last_level t all ends 3 (board_with "rh8 Ra4")).
  exact I.
Defined.
Lemma goals_applied : True.
Proof.
  set (t := turn_from Gold (board_with "rh7 Ra7")).
  destruct (after_steps t (steps_named "Ra7n")) as [u|] eqn:e; [|vm_compute in e; discriminate e].
  assert (goal : push_pending u = false /\ on_goal (now u) Gold = true) by (vm_compute in e; inversion e; split; reflexivity).
  applied (goals_are_found Gold (fun _ _ => true) (fun _ _ _ => true) (fun _ => true) (fun _ _ _ _ => conj eq_refl eq_refl)
                (fun _ _ _ _ _ _ _ => conj eq_refl (or_introl eq_refl)) (fun _ _ _ _ h => h)
                t _ u eq_refl ltac:(meet) ltac:(meet) ltac:(meet) e (proj1 goal) (proj2 goal)).
  exact I.
Defined.
Lemma shades_applied : True.
Proof.
  set (t := turn_from Gold (board_with "rh8 Ra1")).
  set (l := steps_named "Ra1n Ra2e"). set (m := steps_named "Ra1e Rb1n").
  assert (same : match after_steps t l, after_steps t m with
                 | Some u, Some v => now u = now v /\ filled (now v) = filled (now t)
                 | _, _ => False
                 end) by (vm_compute; split; reflexivity).
  destruct (after_steps t l) as [u|] eqn:e; [|contradiction].
  destruct (after_steps t m) as [v|] eqn:f; [|contradiction].
  destruct same as (same & kept).
  applied (same_board_same_parity t l m u v ltac:(meet) e f same kept). exact I.
Defined.

(** A theorem has no premise, or is applied above. *)
Definition all_applied := (steps_applied, squares_applied, setups_applied, own_steps_applied, readings_applied,
  games_applied, sleep_applied, search_applied, shades_applied, goals_applied).
Ltac met theorem :=
  first
    [ states_no_premise theorem
    | let proofs := eval cbv delta [all_applied steps_applied squares_applied setups_applied own_steps_applied readings_applied games_applied sleep_applied search_applied shades_applied goals_applied] in all_applied in
      lazymatch proofs with context [mark theorem] => idtac end
    | fail 1 "a premise of" theorem "is met nowhere in Applied.v" ].
