(** The search for a goal passes over nothing: the induction of src/bitboard/goal_bound.rs. What it
    rests on are hypotheses here, which the solver proves of the engine's code for Gold
    (tests/proofs/kernels/goal.rs); the engine flips Silver's boards. *)

From Coq Require Import List Bool Arith Lia.
From Arimaa Require Import Rules Text Board Captures Pushes Turns Search Ways Reached.
Import ListNotations.

Section Goals.

Variable sd : side.
(** With so many steps left: is a rabbit near enough, and is an action one to try? And can a rabbit
    step on its goal rank? *)
Variable near : nat -> board -> bool.
Variable to_try : nat -> board -> deed -> bool.
Variable goal_next : board -> bool.

(** The search finds a goal. *)
Inductive finds : nat -> board -> Prop :=
| at_once left b : near left b = true -> goal_next b = true -> finds left b
| after_action left b d :
    near left b = true -> legal sd b d = true -> size d < left -> to_try left b d = true ->
    finds (left - size d) (after_deed sd b d) -> finds left b.
(** It would try something. *)
Definition tries_anything (left : nat) (b : board) : Prop :=
  near left b = true
  /\ (goal_next b = true \/ exists d, legal sd b d = true /\ size d < left /\ to_try left b d = true).

(** What the solver proves of an action on a board between steps without a rabbit at goal. *)
Definition may_be (b : board) (d : deed) : Prop :=
  supported b = true /\ on_goal b sd = false /\ legal sd b d = true.
Hypothesis last_action : forall b d, may_be b d ->
  on_goal (after_deed sd b d) sd = true -> near (size d) b = true /\ goal_next b = true.
Hypothesis earlier_action : forall left b d, may_be b d -> size d < left -> left <= 4 ->
  tries_anything (left - size d) (after_deed sd b d) ->
  near left b = true /\ (goal_next b = true \/ to_try left b d = true).
Hypothesis nearer : forall left left' b, left <= left' -> near left b = true -> near left' b = true.

(** Actions one after the other. *)
Fixpoint leads (b : board) (l : list deed) (b' : board) : Prop :=
  match l with [] => b = b' | d :: rest => legal sd b d = true /\ leads (after_deed sd b d) rest b' end.

Lemma leads_app l : forall b m b' b'', leads b l b' -> leads b' m b'' -> leads b (l ++ m) b''.
Proof.
  induction l as [|d l IH]; simpl; intros b m b' b'' h h'; [subst; exact h'|].
  split; [tauto|]. apply (IH _ m b'); tauto.
Qed.
Lemma goal_is_found l : forall left b b',
  supported b = true -> on_goal b sd = false -> leads b l b' -> steps l <= left <= 4 -> on_goal b' sd = true ->
  finds left b /\ tries_anything left b.
Proof.
  induction l as [|d l IH]; intros left b b' sup no h n goal; [simpl in h; congruence|].
  destruct h as (lg & h). cbn [steps] in n. assert (m : may_be b d) by (repeat split; assumption).
  assert (now_ : near left b = true -> goal_next b = true -> finds left b /\ tries_anything left b)
    by (intros a c; split; [apply at_once; assumption|split; auto]).
  destruct (on_goal (after_deed sd b d) sd) eqn:g.
  - destruct (last_action b d m g) as (a & c). apply now_; [apply (nearer (size d)); [lia|exact a]|exact c].
  - assert (more : 0 < steps l) by (destruct l as [|e l]; [simpl in h; congruence|cbn [steps]; destruct (size_some e); lia]).
    destruct (IH (left - size d) (after_deed sd b d) b') as (f & t); auto; [exact (after_supported (turn_from sd b) b d sup)|lia|].
    destruct (earlier_action left b d m ltac:(lia) ltac:(lia) t) as (a & [c|c]); [exact (now_ a c)|].
    split; [apply (after_action left b d); auto; lia|]. split; [exact a|]. right. exists d. repeat split; auto; lia.
Qed.

(** The last step of what was begun brings no rabbit to its goal: no rabbit pushes. *)
Lemma no_ending_on_goal t st : mover t = sd ->
  on_goal (now t) sd = false -> ends_open t st = true -> on_goal (now (stepped t st)) sd = false.
Proof.
  intros mv no h. apply not_true_iff_false. intros g. apply not_true_iff_false in no. apply no. clear no.
  apply existsb_exists in g. destruct g as (f & i & g). apply same_true in g.
  apply existsb_exists. exists f. split; [exact i|]. apply same_true.
  unfold ends_open in h. apply andb_true_iff in h. destruct h as (ok & part). apply is_none_true, legal_step in ok.
  destruct ok as (_ & target & d & (c & _) & rules). rewrite d in part.
  rewrite (stepped_eq _ _ _ d) in g. simpl in g. apply after_stood in g. destruct g as [(_ & g)|(_ & _ & g)]; [|exact g].
  assert (e : stepper st = Piece sd Rabbit) by congruence. unfold part_of in part. rewrite e, <- mv in part. simpl in part.
  destruct (decide (mover t) (mover t)) as [_|]; [|congruence]. unfold part_rules in rules.
  destruct (opened t) as [|k v|k v]; try discriminate. rewrite first_broken_none in rules.
  assert (s : stronger (kind_of (stepper st)) k = true) by (apply (rules PSH_5); simpl; auto).
  rewrite e in s. destruct k; discriminate.
Qed.

(** From a moment within a turn: what was begun ends first. *)
Definition finds_from (t : turn) : Prop :=
  (push_pending t = false /\ finds (4 - taken t) (now t))
  \/ exists st, ends_open t st = true /\ finds (3 - taken t) (now (stepped t st)).

(** If so many steps are legal and lead to a board with a rabbit at goal, the search finds a goal. *)
Theorem goals_are_found t l u :
  mover t = sd -> supported (now t) = true -> on_goal (now t) sd = false -> taken t <= 4 ->
  after_steps t l = Some u -> push_pending u = false -> on_goal (now u) sd = true -> finds_from t.
Proof.
  intros mv sup no four h np goal. pose proof (taken_along l t u h) as tk. pose proof (at_most_four_steps l t u four h) as most.
  destruct (turns_are_ways t (in_order (mover t)) (in_order_right _) (endings_of t) (endings_right t) l u h np)
    as (w & ww & e & len).
  assert (parts : forall w, way t (in_order (mover t)) (endings_of t) w = true ->
    (push_pending t = false /\ exists m, leads (now t) m (board_after t w) /\ steps m = steps w)
    \/ exists st m, ends_open t st = true /\ leads (now (stepped t st)) m (board_after t w) /\ S (steps m) = steps w).
  { clear - mv. intros w. induction w as [|a w IH]; intros ww.
    - left. split; [apply negb_true_iff, ww|]. exists []. split; reflexivity.
    - apply (way_cons t _ (in_order_right (mover t)) _ (endings_right t)) in ww. destruct ww as (i & [f|(ww & f)]).
      + right. pose proof (finish_first t _ (in_order_right (mover t)) _ a w i f) as ->.
        destruct a as [st| | |]; try discriminate. simpl in i. apply in_app_iff in i. destruct i as [i|i].
        * apply (endings_right t) in i. destruct i as (x & ex & o). inversion ex; subst x. exists st, []. simpl. auto.
        * destruct (push_pending t); [destruct i|]. apply (in_order_right (mover t)) in i. discriminate.
      + destruct (tried_legal t _ (in_order_right (mover t)) _ (endings_right t) a w i f) as (lg & _).
        rewrite mv in lg.
        assert (on : forall b m, leads b m (board_after t w) -> leads b (m ++ [a]) (board_after t (a :: w)))
          by (intros b m r; apply (leads_app m b _ _ _ r); rewrite after_cons, mv by exact f; simpl; auto).
        assert (more : forall m, steps (m ++ [a]) = size a + steps m)
          by (induction m as [|x m IHm]; simpl; [lia|rewrite IHm; lia]).
        destruct (IH ww) as [(p & m & r & n)|(st & m & o & r & n)].
        * left. split; [exact p|]. exists (m ++ [a]). rewrite more. simpl. auto.
        * right. exists st, (m ++ [a]). rewrite more. simpl. repeat split; auto. lia. }
  destruct (parts w ww) as [(p & m & r & n)|(st & m & o & r & n)]; [left; split; [exact p|]|right; exists st; split; [exact o|]];
    eapply goal_is_found; eauto using stepped_supported, no_ending_on_goal; try lia; congruence.
Qed.

End Goals.
