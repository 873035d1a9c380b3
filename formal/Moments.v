(** Chapter 11 and games: every moment of a game, given as NOT-11 gives it, is valid, and its actions lead back to the game. *)

From Coq Require Import List Bool Arith Lia.
From Arimaa Require Import Rules Board Pushes Turns Game Setups.
Import ListNotations.

(** The actions of a game up to the last end of a turn, and those after it. *)
Definition in_turns (l : list action) : list action * list action :=
  fold_left (fun '(before, turn) a => if ends_turn a then (before ++ turn ++ [a], []) else (before, turn ++ [a])) l ([], []).
(** The moment with these actions in the turn that begins with [g] (NOT-11), *)
Definition moment_of (g : game) (turn : list action) : moment :=
  match g with
  | InSetup s => Moment (setup_edition s) (placer s) (placed s) turn [] (Some (left_out s))
  | InPlay p => Moment (edition_of p) (mover (current_turn p)) (start (current_turn p)) turn (rev (tl (past p))) None
  end.
(** and the moment after all actions of a game. *)
Definition moment_after (g : game) (l : list action) : option moment :=
  let (before, turn) := in_turns l in option_map (fun h => moment_of h turn) (after_actions g before).

(** * The start of a turn *)

Definition turn_begins (g : game) : Prop :=
  match g with
  | InSetup s => handicap_fits (left_out s) = true /\ begins_setup (left_out s) (placer s) (placed s) = true
  | InPlay p => current_turn p = turn_from (mover (current_turn p)) (start (current_turn p))
  end.

Lemma in_turns_snoc l a :
  in_turns (l ++ [a]) = let (before, turn) := in_turns l in
                        if ends_turn a then (before ++ turn ++ [a], []) else (before, turn ++ [a]).
Proof. unfold in_turns. rewrite fold_left_app. cbn [fold_left]. destruct (fold_left _ l _). reflexivity. Qed.
Lemma in_turns_all l :
  fst (in_turns l) ++ snd (in_turns l) = l /\ forallb (fun a => negb (ends_turn a)) (snd (in_turns l)) = true.
Proof.
  induction l as [|a l (IH & none)] using rev_ind; [split; reflexivity|]. rewrite in_turns_snoc.
  destruct (in_turns l) as (before, turn). simpl in IH, none. subst l. destruct (ends_turn a) eqn:e; simpl.
  - split; [rewrite app_nil_r, app_assoc; reflexivity|reflexivity].
  - split; [rewrite app_assoc; reflexivity|]. rewrite forallb_app, none. simpl. rewrite e. reflexivity.
Qed.
Lemma after_app l m : forall g,
  after_actions g (l ++ m) = match after_actions g l with Some h => after_actions h m | None => None end.
Proof.
  induction l as [|a l IH]; intros g; simpl; [reflexivity|]. destruct (refusal g a); [reflexivity|apply IH].
Qed.

(** Within a turn of play the past is the same; within a setup only placements are made. *)
Lemma turn_in_play l : forall p g,
  forallb (fun a => negb (ends_turn a)) l = true -> after_actions (InPlay p) l = Some g ->
  exists t, g = InPlay (Play (edition_of p) (past p) t).
Proof.
  induction l as [|a l IH]; intros p g none h; simpl in *.
  - inversion h. exists (current_turn p). destruct p. reflexivity.
  - apply andb_true_iff in none. destruct none as (na & none).
    destruct a as [q sq|st|]; simpl in h; try discriminate.
    destruct (step_refusal (current_turn p) st); [discriminate|]. destruct (IH _ _ none h) as (t & ->). simpl. eauto.
Qed.
Lemma turn_in_setup l : forall s g,
  forallb (fun a => negb (ends_turn a)) l = true -> after_actions (InSetup s) l = Some g ->
  exists m s', l = placing m /\ g = InSetup s'.
Proof.
  induction l as [|a l IH]; intros s g none h; cbn [after_actions forallb] in *.
  - inversion h. exists [], s. auto.
  - apply andb_true_iff in none. destruct none as (na & none).
    destruct a as [q sq|st|]; cbn [refusal effect] in h; try discriminate.
    destruct (first_broken (placement_rules s q sq)); [discriminate|]. destruct (IH _ _ none h) as (m & s' & -> & ->).
    exists ((q, sq) :: m), s'. auto.
Qed.

(** The end of a turn is the start of the next. *)
Lemma next_turn_begins g l g' :
  turn_begins g -> forallb (fun a => negb (ends_turn a)) l = true -> after_actions g l = Some g' ->
  refusal g' EndTurn = None -> turn_begins (effect g' EndTurn).
Proof.
  intros b none h legal. destruct g as [s|p].
  - destruct (turn_in_setup l s g' none h) as (m & s' & -> & ->). destruct s as [e hc sd b0].
    destruct b as (fit & b). cbn [left_out placer placed] in fit, b.
    destruct (within_along m e hc sd b0 b0 s' (begins_within hc sd b0 b) h) as (w & es).
    destruct s' as [e' hc' sd' b']. cbn [placed] in w, es. inversion es. subst e' hc' sd'.
    apply setup_end in legal. destruct sd; cbn [effect placer setup_edition left_out placed].
    + split; [exact fit|]. cbn [begins_setup left_out placer placed]. apply andb_true_iff. split.
      * apply forallb_forall. intros sq _. destruct (b' @ sq) as [p|] eqn:c; [|reflexivity].
        destruct w as ((away & own) & _). destruct (is_home Gold sq) eqn:hm.
        -- rewrite (own sq p hm c). reflexivity.
        -- rewrite (away sq hm) in c. apply same_true in b. subst b0. unfold empty_board in c.
           rewrite contents_board_of in c. discriminate.
      * apply forallb_forall. intros k _. apply Nat.eqb_eq, legal.
    + reflexivity.
  - destruct (turn_in_play l p g' none h) as (t & ->). reflexivity.
Qed.
Lemma turn_began g l g' :
  turn_begins g -> after_actions g l = Some g' ->
  exists h, after_actions g (fst (in_turns l)) = Some h /\ turn_begins h /\ after_actions h (snd (in_turns l)) = Some g'.
Proof.
  intros b. revert g'. induction l as [|a l IH] using rev_ind; intros g' h.
  - exists g. auto.
  - rewrite after_app in h. destruct (after_actions g l) as [g1|] eqn:e; [|discriminate].
    destruct (IH g1 eq_refl) as (h1 & before & b1 & turn). pose proof (in_turns_all l) as (all & none).
    rewrite in_turns_snoc. destruct (in_turns l) as (bef, tur). cbn [fst snd] in *.
    simpl in h. destruct (refusal g1 a) eqn:r; [discriminate|]. inversion h; subst g'.
    destruct (ends_turn a) eqn:et; cbn [fst snd].
    + destruct a; try discriminate. exists (effect g1 EndTurn). split; [|split; [|reflexivity]].
      * rewrite app_assoc, all, after_app, e. simpl. rewrite r. reflexivity.
      * eapply next_turn_begins; eassumption.
    + exists h1. split; [exact before|]. split; [exact b1|]. rewrite after_app, turn. simpl. rewrite r. reflexivity.
Qed.

Lemma times_rev e x l : times e x (rev l) = times e x l.
Proof.
  induction l as [|y l IH]; [reflexivity|]. rewrite times_cons. simpl. unfold times in *. rewrite filter_app, app_length, IH.
  simpl. destruct (same_position e x y); simpl; lia.
Qed.
(** The moment is valid, and leads back. *)
Lemma moment_at_start g l g' :
  sound g -> none_stands_thrice g -> turn_begins g -> forallb (fun a => negb (ends_turn a)) l = true ->
  after_actions g l = Some g' ->
  given_start (moment_of g l) = g /\ invalidity (moment_of g l) = None.
Proof.
  intros ok two b none h.
  assert (back : given_start (moment_of g l) = g).
  { destruct g as [[e hc sd b0]|[e l0 t]]; [reflexivity|].
    destruct ok as (_ & (rest & head) & _). pose proof b as fresh. cbn [turn_begins current_turn past edition_of] in *.
    unfold moment_of, given_start.
    cbn [given_setup given_edition given_board given_side given_earlier edition_of past current_turn].
    rewrite head. cbn [tl]. rewrite rev_involutive, <- fresh. reflexivity. }
  split; [exact back|]. unfold invalidity. apply first_broken_none. unfold moment_rules. rewrite back.
  intros r v i. cbn [In] in i.
  destruct g as [s|p]; cbn [moment_of given_board given_setup given_earlier given_edition given_side given_actions] in i.
  - destruct ok as (few & home), b as (fit & b).
    repeat (destruct i as [i|i]; [apply (f_equal snd) in i; cbn [snd] in i; rewrite <- i|]); [ | | | | | | |destruct i].
    + exact few.
    + apply supported_at_home, home.
    + exact fit.
    + exact b.
    + reflexivity.
    + unfold none_thrice. simpl. unfold times. simpl. destruct (same_position _ _ _), (refuses_third _); reflexivity.
    + rewrite none, h. reflexivity.
  - destruct ok as (v0 & (rest & head) & all & _).
    assert (vb : valid_board (start (current_turn p)) = true)
      by (apply (all (start (current_turn p), mover (current_turn p))); rewrite head; left; reflexivity).
    unfold valid_board in vb. apply andb_true_iff in vb. destruct vb as (v1 & v2).
    repeat (destruct i as [i|i]; [apply (f_equal snd) in i; cbn [snd] in i; rewrite <- i|]); [ | | | | | | |destruct i].
    + exact v1.
    + exact v2.
    + reflexivity.
    + reflexivity.
    + apply forallb_forall. intros x j. apply in_rev in j. apply all. rewrite head in *. right. exact j.
    + assert (e : rev (tl (past p)) ++ [(start (current_turn p), mover (current_turn p))] = rev (past p))
        by (rewrite head; reflexivity).
      rewrite e. unfold none_thrice. simpl in two. destruct (refuses_third (edition_of p)); [|reflexivity].
      apply forallb_forall. intros x _. rewrite times_rev. apply Nat.leb_le, two. reflexivity.
    + rewrite none, h. reflexivity.
Qed.

(** Every moment of a game that begins with a handicap that fits, or from a valid position, is valid as NOT-11 gives it, and
    its actions lead to the game as it stands. So it is even after a decision, if movement goes on (END-11). *)
Theorem moments_of_games_are_valid e g l g' :
  begins e g -> match g with InSetup s => handicap_fits (left_out s) | InPlay _ => true end = true ->
  after_actions g l = Some g' ->
  exists m, moment_after g l = Some m /\ invalidity m = None
            /\ after_actions (given_start m) (given_actions m) = Some g'.
Proof.
  intros b fit h.
  assert (tb : turn_begins g).
  { destruct b as [(hc & ->)|(b & s & _ & ->)].
    - split; [exact fit|vm_compute; reflexivity].
    - reflexivity. }
  destruct (turn_began g l g' tb h) as (g1 & before & b1 & turn).
  pose proof (in_turns_all l) as (_ & none). unfold moment_after. destruct (in_turns l) as (bef, tur).
  cbn [fst snd] in *. rewrite before. exists (moment_of g1 tur). split; [reflexivity|].
  pose proof (sound_along _ _ _ (sound_beginning e g b) before) as ok.
  pose proof (none_thrice_along _ _ _ (none_thrice_beginning e g b) before) as two.
  destruct (moment_at_start g1 tur g' ok two b1 none turn) as (back & valid).
  split; [exact valid|]. rewrite back. destruct g1; exact turn.
Qed.

(** A false neighbour: with a handicap of three camels the moment is not valid. *)
Example a_handicap_that_does_not_fit :
  option_map invalidity (moment_after (new_game E2008 (repeat (Piece Gold Camel) 3)) []) = Some (Some VAL_3).
Proof. vm_compute. reflexivity. Qed.
