(** The search for distinct turns that leaves out sleeping steps: the induction of
    docs/formal.md. Its lemmas L1 to L6 are hypotheses here, stated of Rules.v; the solver
    proves them of the engine's code (tests/proofs/kernels/sleep). *)

From Coq Require Import List Bool Arith Lia Sorted.
From Arimaa Require Import Rules Text Board Captures Pushes Turns.
Import ListNotations.

(** * Words *)

(** An action: the last step of what was begun before the search, a plain step, a pull or a push. *)
Inductive deed :=
| Finish (st : step)
| Plain (st : step)
| PullBy (puller pulled : step)
| PushBy (pushed pusher : step).
#[export] Instance step_decidable : Decidable step.
Proof. intros x y. decide equality; apply decide. Defined.
#[export] Instance deed_decidable : Decidable deed.
Proof. intros x y. decide equality; apply decide. Defined.

(** Its number of steps. *)
Definition size (d : deed) : nat := match d with PullBy _ _ | PushBy _ _ => 2 | _ => 1 end.

(** Actions of a side on a board with nothing open: legal ones, and the board after one. *)
Definition legal (sd : side) (b : board) (d : deed) : bool :=
  let t := turn_from sd b in
  let first st := is_none (step_refusal t st) in
  let then_ st st' := is_none (step_refusal (stepped t st) st') in
  match d with
  | Finish _ => false
  | Plain st => first st && (side_of (stepper st) == sd)
  | PullBy st st' =>
      first st && (side_of (stepper st) == sd) && then_ st st'
      && (side_of (stepper st') == other sd) && negb (push_pending (stepped (stepped t st) st'))
  | PushBy st st' => first st && (side_of (stepper st) == other sd) && then_ st st'
  end.
Definition after_deed (sd : side) (b : board) (d : deed) : board :=
  let t := turn_from sd b in
  now match d with
      | Finish st | Plain st => stepped t st
      | PullBy st st' | PushBy st st' => stepped (stepped t st) st'
      end.
(** A plain step that captures nothing. *)
Definition quiet (sd : side) (b : board) (st : step) : bool :=
  legal sd b (Plain st)
  && match beside (from st) (towards st) with
     | Some target => after_step b (from st) target == moved b (from st) target
     | None => false
     end.

(** The first place of something in a list. *)
Fixpoint place_in {A} `{Decidable A} (x : A) (l : list A) : nat :=
  match l with [] => 0 | y :: rest => if decide x y then 0 else S (place_in x rest) end.
Definition among {A} `{Decidable A} (x : A) (l : list A) : bool := existsb (fun y => x == y) l.

(** * L1 to L6 *)

Section Lemmas.

Variable sd : side.
(** What the search puts to sleep after an action on a board, given the steps that are done there. *)
Variable asleep_after : board -> (step -> bool) -> deed -> step -> bool.

(** The other order of [s] and [a] leads from [M] to the same board. *)
Definition other_order (M : board) (done : step -> bool) (a : deed) (s : step) : Prop :=
  done s = true
  /\ legal sd (after_deed sd M (Plain s)) a = true
  /\ after_deed sd (after_deed sd M (Plain s)) a = after_deed sd (after_deed sd M a) (Plain s).

(** [s] sleeps after [a] on [M], where [done] are quiet steps, and is legal there. *)
Definition sleeps (M : board) (done : step -> bool) (a : deed) (s : step) : Prop :=
  supported M = true /\ (forall x, done x = true -> quiet sd M x = true)
  /\ legal sd M a = true /\ asleep_after M done a s = true
  /\ legal sd (after_deed sd M a) (Plain s) = true.

(** Where an action is tried that is no quiet step, all quiet steps are done. *)
Definition all_quiet_done (M : board) (done : step -> bool) : Prop :=
  forall x, quiet sd M x = true -> done x = true.

Definition L1 : Prop := forall M done a to s,
  sleeps M done (Plain a) s -> quiet sd M a = true ->
  beside (from a) (towards a) = Some to -> from s <> to ->
  other_order M done (Plain a) s.
Definition L2 : Prop := forall M done a to s,
  sleeps M done (Plain a) s -> quiet sd M a = true ->
  beside (from a) (towards a) = Some to -> from s = to -> towards s = opposite (towards a) ->
  after_deed sd (after_deed sd M (Plain a)) (Plain s) = M.
Definition L3 : Prop := forall M done a to s,
  sleeps M done (Plain a) s -> quiet sd M a = true ->
  beside (from a) (towards a) = Some to -> from s = to -> towards s <> opposite (towards a) ->
  (towards a = East \/ towards a = West) /\ (towards s = North \/ towards s = South)
  /\ exists between,
       let f := Step (stepper a) (from a) (towards s) in
       let g := Step (stepper a) between (towards a) in
       beside (from a) (towards s) = Some between
       /\ quiet sd M f = true /\ legal sd (after_deed sd M (Plain f)) (Plain g) = true
       /\ after_deed sd (after_deed sd M (Plain f)) (Plain g)
          = after_deed sd (after_deed sd M (Plain a)) (Plain s).
Definition L4 : Prop := forall M done a s,
  sleeps M done (Plain a) s -> all_quiet_done M done -> quiet sd M a = false ->
  other_order M done (Plain a) s.
Definition L5 : Prop := forall M done a a' s,
  sleeps M done (PullBy a a') s -> all_quiet_done M done -> other_order M done (PullBy a a') s.
Definition L6 : Prop := forall M done a a' s,
  sleeps M done (PushBy a a') s -> all_quiet_done M done -> other_order M done (PushBy a a') s.

End Lemmas.

(** The actions that are legal on a board, in the order in which they stand: quiet steps first, of
    these the ones to the north and south first. *)
Definition stands_right (sd : side) (actions : board -> list deed) : Prop :=
  (forall b d, In d (actions b) <-> legal sd b d = true)
  /\ (forall b, NoDup (actions b))
  /\ (forall b st d, quiet sd b st = true -> legal sd b d = true ->
        (forall st', d = Plain st' -> quiet sd b st' = false) ->
        place_in (Plain st) (actions b) < place_in d (actions b))
  /\ (forall b st st', quiet sd b st = true -> quiet sd b st' = true ->
        (towards st = North \/ towards st = South) -> (towards st' = East \/ towards st' = West) ->
        place_in (Plain st) (actions b) < place_in (Plain st') (actions b)).
(** The last steps of what was begun before, each once, in any order. *)
Definition ends_open (t : turn) (st : step) : bool :=
  is_none (step_refusal t st)
  && match beside (from st) (towards st) with
     | Some target => match part_of t (stepper st) target with CompletesPush | EndsPull => true | _ => false end
     | None => false
     end.
Definition ends_begun (t : turn) (endings : list deed) : Prop :=
  (forall d, In d endings <-> exists st, d = Finish st /\ ends_open t st = true) /\ NoDup endings.

Section Search.

(** The moment where the search starts: a board between steps. *)
Variable t0 : turn.
Hypothesis start_between : supported (now t0) = true.
Let sd := mover t0.

Variable actions : board -> list deed.
Hypothesis order : stands_right sd actions.
Variable endings : list deed.
Hypothesis begun : ends_begun t0 endings.
Let actions_legal := proj1 order.
Let actions_once := proj1 (proj2 order).
Let quiet_first := proj1 (proj2 (proj2 order)).
Let north_and_south_first := proj2 (proj2 (proj2 order)).
Let endings_once := proj2 begun.

(** What sleeps, and L1 to L6 of it. *)
Variable asleep_after : board -> (step -> bool) -> deed -> step -> bool.
Hypothesis lemmas : L1 sd asleep_after /\ L2 sd asleep_after /\ L3 sd asleep_after
                    /\ L4 sd asleep_after /\ L5 sd asleep_after /\ L6 sd asleep_after.

(** * Ways *)

(** A way is a list of actions, the last first. *)
Fixpoint board_after (w : list deed) : board :=
  match w with
  | [] => now t0
  | Finish st :: _ => now (stepped t0 st)
  | a :: u => after_deed sd (board_after u) a
  end.
Fixpoint steps (w : list deed) : nat :=
  match w with [] => 0 | a :: u => size a + steps u end.

(** What can be tried after a way: at the start what was begun comes first, and alone if it is a
    push. *)
Definition tries (w : list deed) : list deed :=
  match w with
  | [] => endings ++ (if push_pending t0 then [] else actions (now t0))
  | _ => actions (board_after w)
  end.
Fixpoint way (w : list deed) : bool :=
  match w with
  | [] => negb (push_pending t0)
  | a :: u => among a (tries u) && match u with [] => true | _ => way u end
  end.

(** What sleeps along a way, and what is done where an action is tried. *)
Fixpoint asleep (w : list deed) (s : step) : bool :=
  match w with
  | [] | Finish _ :: _ => false
  | a :: u =>
      asleep_after (board_after u)
        (fun x => quiet sd (board_after u) x
                  && (asleep u x || (place_in (Plain x) (tries u) <? place_in a (tries u)))) a s
  end.

(** The order of ways of one length. *)
Fixpoint before (w w' : list deed) : Prop :=
  match w, w' with
  | a :: u, b :: v =>
      size b < size a
      \/ (size a = size b
          /\ (before u v \/ (u = v /\ place_in a (tries u) < place_in b (tries u))))
  | _, _ => False
  end.
Definition better (w w' : list deed) : Prop :=
  steps w < steps w' \/ (steps w = steps w' /\ before w w').
Definition ahead_of (w u : list deed) : Prop :=
  steps w = S (steps u)
  /\ match w with
     | [] => False
     | b :: v => size b = 2 \/ (size b = 1 /\ before v u)
     end.

(** The first way to a board: the first of the shortest. *)
Definition first (w : list deed) : Prop :=
  way w = true /\ forall w', way w' = true -> board_after w' = board_after w -> ~ better w' w.

Lemma endings_finish d : In d endings -> exists st, d = Finish st /\ step_refusal t0 st = None.
Proof.
  intros i. apply begun in i. destruct i as (st & e & h). apply andb_true_iff in h.
  exists st. split; [exact e|apply is_none_true, h].
Qed.
Lemma among_true {A} `{Decidable A} (x : A) l : among x l = true <-> In x l.
Proof.
  unfold among. rewrite existsb_exists. split.
  - intros (y & i & e). apply same_true in e. congruence.
  - intros i. exists x. split; [exact i|apply same_refl].
Qed.
Lemma place_equal {A} `{Decidable A} (x y : A) l : In x l -> In y l -> place_in x l = place_in y l -> x = y.
Proof.
  induction l as [|z l IH]; simpl; [tauto|].
  destruct (decide x z), (decide y z); try congruence; intros ix iy e; try discriminate.
  injection e as e. apply IH; auto; [destruct ix|destruct iy]; congruence || auto.
Qed.
Lemma tries_once w : NoDup (tries w).
Proof.
  destruct w; [|apply actions_once]. simpl.
  destruct (push_pending t0); [rewrite app_nil_r; exact endings_once|].
  assert (apart : forall l, (forall d, In d l -> exists st, d = Finish st /\ step_refusal t0 st = None) ->
            NoDup l -> NoDup (l ++ actions (now t0))).
  { intros l. induction l as [|d l IH]; intros f nd; [apply actions_once|].
    inversion nd; subst. simpl. constructor.
    - rewrite in_app_iff. intros [i|i]; [contradiction|].
      destruct (f d (or_introl eq_refl)) as (st & -> & _). apply actions_legal in i. discriminate.
    - apply IH; auto. intros e i. apply f. right. exact i. }
  apply apart; [exact endings_finish|exact endings_once].
Qed.

Definition finishes (a : deed) : bool := match a with Finish _ => true | _ => false end.

(** An action of a way is legal where it is made, but for the end of what was begun. *)
Lemma tried_legal a u :
  In a (tries u) -> finishes a = false -> legal sd (board_after u) a = true /\ (u = [] -> way [] = true).
Proof.
  intros i n. destruct u as [|c u].
  - simpl in *. apply in_app_iff in i. destruct i as [i|i].
    + apply endings_finish in i. destruct i as (st & -> & _). discriminate.
    + destruct (push_pending t0); [destruct i|]. apply actions_legal in i. auto.
  - simpl in i. apply actions_legal in i. split; [exact i|discriminate].
Qed.
Lemma legal_tried a u : way u = true -> legal sd (board_after u) a = true -> In a (tries u).
Proof.
  intros w h. destruct u as [|c u].
  - simpl in *. apply negb_true_iff in w. rewrite w. apply in_app_iff. right. apply actions_legal. exact h.
  - simpl tries. apply actions_legal. exact h.
Qed.
Lemma finish_first a u : In a (tries u) -> finishes a = true -> u = [].
Proof.
  intros i f. destruct u as [|c u]; [reflexivity|]. simpl in i. apply actions_legal in i.
  destruct a; discriminate.
Qed.
Lemma way_cons a u :
  way (a :: u) = true <-> In a (tries u) /\ (finishes a = true \/ (way u = true /\ finishes a = false)).
Proof.
  simpl way. rewrite andb_true_iff, among_true. split.
  - intros (i & r). split; [exact i|]. destruct (finishes a) eqn:f; [left; reflexivity|right].
    split; [|reflexivity]. destruct u; [|exact r]. exact (proj2 (tried_legal a [] i f) eq_refl).
  - intros (i & r). split; [exact i|]. destruct u as [|c u]; [reflexivity|].
    destruct r as [f|(w & _)]; [|exact w]. pose proof (finish_first a _ i f). discriminate.
Qed.
(** A way goes on by any legal action. *)
Lemma way_on a u : way u = true -> legal sd (board_after u) a = true -> way (a :: u) = true.
Proof.
  intros w h. apply way_cons. split; [apply legal_tried; assumption|]. right.
  split; [exact w|]. destruct a; reflexivity || discriminate.
Qed.
Lemma after_cons a u : finishes a = false -> board_after (a :: u) = after_deed sd (board_after u) a.
Proof. destruct a; simpl; intros; reflexivity || discriminate. Qed.

Lemma size_some a : size a = 1 \/ size a = 2.
Proof. destruct a; auto. Qed.

Lemma stepped_supported t st : supported (now t) = true -> supported (now (stepped t st)) = true.
Proof.
  intros h. unfold stepped. destruct (beside (from st) (towards st)) as [to|]; [|exact h].
  exact (supported_after_step (now t) (from st) to).
Qed.
Lemma after_supported b a : supported b = true -> supported (after_deed sd b a) = true.
Proof.
  intros h. pose proof (fun st => stepped_supported (turn_from sd b) st h) as one.
  destruct a as [st|st|st st'|st st'].
  - exact (one st).
  - exact (one st).
  - exact (stepped_supported (stepped (turn_from sd b) st) st' (one st)).
  - exact (stepped_supported (stepped (turn_from sd b) st) st' (one st)).
Qed.
Lemma way_supported w : supported (board_after w) = true.
Proof.
  induction w as [|a u IH]; [exact start_between|].
  destruct a as [st|st|st st'|st st'].
  - exact (stepped_supported t0 st start_between).
  - exact (after_supported (board_after u) (Plain st) IH).
  - exact (after_supported (board_after u) (PullBy st st') IH).
  - exact (after_supported (board_after u) (PushBy st st') IH).
Qed.

(** * The order of ways *)

Lemma before_irreflexive w : ~ before w w.
Proof.
  induction w as [|a u IH]; simpl; [tauto|]. intros [h|(_ & [h|(_ & h)])]; [lia|exact (IH h)|lia].
Qed.
Lemma before_transitive w : forall w' w'', before w w' -> before w' w'' -> before w w''.
Proof.
  induction w as [|a u IH]; intros [|b v] [|c x]; simpl; try tauto.
  intros [h|(e & h)] [h'|(e' & h')]; try (left; lia). right. split; [lia|].
  destruct h as [h|(<- & h)], h' as [h'|(<- & h')].
  - left. exact (IH _ _ h h').
  - left. exact h.
  - left. exact h'.
  - right. split; [reflexivity|lia].
Qed.
Lemma before_total w : forall w',
  way w = true -> way w' = true -> steps w = steps w' -> w = w' \/ before w w' \/ before w' w.
Proof.
  induction w as [|a u IH]; intros [|b v] hw hw' e.
  - auto.
  - simpl in e. destruct (size_some b); lia.
  - simpl in e. destruct (size_some a); lia.
  - cbn [steps] in e. cbn [before].
    destruct (Nat.lt_trichotomy (size a) (size b)) as [h|[h|h]]; [right; right; left; exact h| |right; left; left; exact h].
    assert (euv : steps u = steps v) by lia.
    assert (cmp : u = v \/ before u v \/ before v u).
    { apply way_cons in hw. apply way_cons in hw'. destruct hw as (i & f), hw' as (i' & f').
      destruct f as [f|(f & _)], f' as [f'|(f' & _)].
      - left. rewrite (finish_first a u i f), (finish_first b v i' f'). reflexivity.
      - rewrite (finish_first a u i f) in *. destruct v as [|c v]; [left; reflexivity|].
        simpl in euv. destruct (size_some c); lia.
      - rewrite (finish_first b v i' f') in *. destruct u as [|c u]; [left; reflexivity|].
        simpl in euv. destruct (size_some c); lia.
      - exact (IH v f f' euv). }
    destruct cmp as [<-|[c|c]].
    + apply way_cons in hw. apply way_cons in hw'. destruct hw as (i & _), hw' as (i' & _).
      destruct (Nat.lt_trichotomy (place_in a (tries u)) (place_in b (tries u))) as [p|[p|p]].
      * right. left. right. auto.
      * left. f_equal. exact (place_equal a b (tries u) i i' p).
      * right. right. right. auto.
    + right. left. right. auto.
    + right. right. right. auto.
Qed.

(** O1, O2, O3, and that a way ahead of [u] is before [u] with any plain step. *)
Lemma O1 u v a b : before u v -> size a = size b -> before (a :: u) (b :: v).
Proof. simpl. auto. Qed.
Lemma ahead_before w u s : ahead_of w u -> before w (Plain s :: u).
Proof.
  intros (_ & h). destruct w as [|b v]; [destruct h|]. simpl.
  destruct h as [h|(h & bv)]; [left; lia|right; split; [exact h|left; exact bv]].
Qed.
Lemma O2 w u a : ahead_of w u -> ahead_of (a :: w) (a :: u).
Proof.
  intros h. pose proof h as (n & _). split; [simpl; lia|].
  destruct (size_some a) as [one|two]; [right|left; exact two]. split; [exact one|].
  destruct h as (_ & h). destruct w as [|b v]; [destruct h|]. simpl.
  destruct h as [h|(h & bv)]; [left; lia|right; split; [lia|left; exact bv]].
Qed.
Lemma O3 u s a : place_in (Plain s) (tries u) < place_in a (tries u) -> ahead_of (a :: Plain s :: u) (a :: u).
Proof.
  intros p. split; [simpl; lia|]. destruct (size_some a) as [one|two]; [right|left; exact two].
  split; [exact one|]. simpl. right. split; [lia|right; auto].
Qed.

(** O4: beginnings of first ways are first ways. *)
Lemma O4 a u : first (a :: u) -> way u = true -> first u.
Proof.
  intros (w & f) wu. split; [exact wu|]. intros w' ww' same bt.
  destruct (finishes a) eqn:fa.
  - apply way_cons in w. destruct w as (i & _). rewrite (finish_first a u i fa) in *.
    destruct bt as [bt|(_ & bt)]; [simpl in bt; lia|]. destruct w'; exact bt.
  - apply way_cons in w. destruct w as (i & _).
    destruct (tried_legal a u i fa) as (lg & _). rewrite <- same in lg.
    apply (f (a :: w') (way_on a w' ww' lg)).
    + rewrite !after_cons by exact fa. congruence.
    + destruct bt as [bt|(e & bt)]; [left; simpl; lia|right]. split; [simpl; lia|]. apply O1; auto.
Qed.

(** * S: sleeping steps are not needed *)

Lemma quiet_legal b st : quiet sd b st = true -> legal sd b (Plain st) = true.
Proof. unfold quiet. intros h. apply andb_true_iff in h. tauto. Qed.
Lemma place_tries b u st d :
  board_after u = b -> way u = true -> legal sd b (Plain st) = true -> legal sd b d = true ->
  place_in (Plain st) (actions b) < place_in d (actions b) -> place_in (Plain st) (tries u) < place_in d (tries u).
Proof.
  intros <- w ls ld h. destruct u as [|c u]; [|exact h].
  simpl in *. apply negb_true_iff in w. rewrite w.
  assert (skip : forall x, finishes x = false -> place_in x (endings ++ actions (now t0))
                           = List.length endings + place_in x (actions (now t0))).
  { intros x n. assert (all : forall l, (forall y, In y l -> finishes y = true) ->
        place_in x (l ++ actions (now t0)) = List.length l + place_in x (actions (now t0))).
    { intros l. induction l as [|y l IH]; intros fy; [reflexivity|]. simpl.
      destruct (decide x y) as [->|]; [rewrite fy in n by (left; reflexivity); discriminate|].
      rewrite IH; [reflexivity|]. intros z i. apply fy. right. exact i. }
    apply all. intros y i. apply endings_finish in i. destruct i as (? & -> & _). reflexivity. }
  rewrite !skip; [lia| |reflexivity]. destruct d; reflexivity || discriminate.
Qed.

Lemma S_ u : forall s,
  first u -> asleep u s = true -> legal sd (board_after u) (Plain s) = true ->
  exists w, way w = true /\ board_after w = after_deed sd (board_after u) (Plain s)
            /\ (steps w <= steps u \/ ahead_of w u).
Proof.
  destruct lemmas as (l1 & l2 & l3 & l4 & l5 & l6).
  induction u as [|a v IH]; intros s f sl ls; [discriminate|].
  destruct (finishes a) eqn:fa; [destruct a; discriminate|].
  pose proof f as (w & _). apply way_cons in w. destruct w as (i & [fa'|(wv & _)]); [congruence|].
  pose proof (O4 a v f wv) as fv.
  destruct (tried_legal a v i fa) as (la & _).
  set (M := board_after v) in *.
  set (done := fun x => quiet sd M x && (asleep v x || (place_in (Plain x) (tries v) <? place_in a (tries v)))).
  assert (sl' : asleep_after M done a s = true) by (destruct a; [discriminate|exact sl..]).
  rewrite after_cons in * by exact fa. fold M in ls |- *.
  assert (sleeping : sleeps sd asleep_after M done a s).
  { split; [apply way_supported|]. split; [|auto]. intros x h. apply andb_true_iff in h. tauto. }
  (* The other order. *)
  assert (other : other_order sd M done a s ->
    exists w, way w = true /\ board_after w = after_deed sd (after_deed sd M a) (Plain s)
              /\ (steps w <= steps (a :: v) \/ ahead_of w (a :: v))).
  { intros (d & la' & same). apply andb_true_iff in d. destruct d as (q & d).
    pose proof (quiet_legal _ _ q) as lsM.
    apply orb_true_iff in d. destruct d as [d|d].
    - destruct (IH s fv d lsM) as (x & wx & bx & cmp). exists (a :: x). fold M in bx.
      split; [apply way_on; [exact wx|rewrite bx; exact la']|].
      split; [rewrite after_cons by exact fa; rewrite bx; exact same|].
      destruct cmp as [cmp|cmp]; [left; simpl; lia|right; apply O2, cmp].
    - apply Nat.ltb_lt in d. exists (a :: Plain s :: v).
      assert (ws : way (Plain s :: v) = true) by (apply way_on; assumption).
      split; [apply way_on; [exact ws|exact la']|].
      split; [rewrite after_cons by exact fa; exact same|]. right. apply O3, d. }
  assert (late : (forall st, a = Plain st -> quiet sd M st = false) -> all_quiet_done sd M done).
  { intros nq x q. unfold done. rewrite q. cbn [andb]. apply orb_true_iff. right. apply Nat.ltb_lt.
    apply (place_tries M v x a eq_refl wv (quiet_legal _ _ q) la), quiet_first; assumption. }
  destruct a as [st|st|st st'|st st']; [discriminate| | |].
  - destruct (quiet sd M st) eqn:q.
    2:{ apply other, l4; [exact sleeping| |exact q]. apply late. intros st' e. congruence. }
    destruct (beside (from st) (towards st)) as [to|] eqn:bs.
    2:{ unfold quiet in q. rewrite bs in q. rewrite andb_false_r in q. discriminate. }
    destruct (decide (from s) to) as [e|ne]; [|apply other; eapply l1; eassumption].
    destruct (decide (towards s) (opposite (towards st))) as [back|turn].
    + exists v. split; [exact wv|]. split; [|left; simpl; lia].
      symmetry. eapply l2; eassumption.
    + destruct (l3 M done st to s sleeping q bs e turn) as (ew & ns & between & bf & qf & lg & same).
      set (fst_ := Step (stepper st) (from st) (towards s)) in *.
      set (snd_ := Step (stepper st) between (towards st)) in *.
      exists (Plain snd_ :: Plain fst_ :: v).
      assert (wf : way (Plain fst_ :: v) = true) by (apply way_on; [exact wv|exact (quiet_legal _ _ qf)]).
      split; [apply way_on; [exact wf|exact lg]|]. split; [exact same|]. right.
      split; [simpl; lia|]. right. split; [reflexivity|]. simpl. right. split; [reflexivity|]. right.
      split; [reflexivity|]. apply (place_tries M); auto using quiet_legal.
  - apply other, l5; [exact sleeping|]. apply late. discriminate.
  - apply other, l6; [exact sleeping|]. apply late. discriminate.
Qed.

(** No first way ends with a step that sleeps. *)
Lemma first_ways_are_awake s u : first (Plain s :: u) -> way u = true -> asleep u s = false.
Proof.
  intros f wu. destruct (asleep u s) eqn:sl; [|reflexivity]. exfalso.
  pose proof f as (w & least). apply way_cons in w. destruct w as (i & _).
  destruct (tried_legal (Plain s) u i eq_refl) as (ls & _).
  destruct (S_ u s (O4 _ u f wu) sl ls) as (x & wx & bx & cmp).
  apply (least x wx bx). destruct cmp as [cmp|cmp]; [left; simpl; lia|right].
  split; [destruct cmp; simpl; lia|apply ahead_before, cmp].
Qed.

(** * The levels of the search *)

(** Of the ways at a level the search tries the actions that are awake, in their order. *)
Definition awake (u : list deed) (a : deed) : bool :=
  match a with Plain s => negb (asleep u s) | _ => true end.
Definition tried (k : nat) (u : list deed) : list (list deed) :=
  map (fun a => a :: u) (filter (fun a => (size a =? k) && awake u a) (tries u)).
(** It keeps a way if its board is not known, neither from a lower level nor from this one. *)
Fixpoint keep (known : list board) (l : list (list deed)) : list (list deed) :=
  match l with
  | [] => []
  | w :: rest =>
      if in_dec decide (board_after w) known then keep known rest
      else w :: keep (board_after w :: known) rest
  end.
(** The levels so far, the last first. Level [n] is made by actions of two steps from level [n - 2],
    then by single steps from level [n - 1]. At level 0 stands the empty way, from which what was
    begun goes on. *)
Definition known (levels : list (list (list deed))) : list board :=
  map board_after (filter way (concat levels)).
Fixpoint levels (n : nat) : list (list (list deed)) :=
  match n with
  | 0 => [[[]]]
  | S m =>
      let below := levels m in
      keep (known below)
           (flat_map (tried 2) (nth 1 below []) ++ flat_map (tried 1) (nth 0 below [])) :: below
  end.
Definition level (n : nat) : list (list deed) := nth 0 (levels n) [].
Definition made (n : nat) : list (list deed) :=
  match n with
  | 0 => [[]]
  | S m => (match m with 0 => [] | S k => flat_map (tried 2) (level k) end) ++ flat_map (tried 1) (level m)
  end.

Lemma level_S m : level (S m) = keep (known (levels m)) (made (S m)).
Proof. destruct m; reflexivity. Qed.
Lemma in_levels w : forall m, In w (concat (levels m)) <-> exists k, k <= m /\ In w (level k).
Proof.
  induction m as [|m IH].
  - simpl. split; [intros i; exists 0; auto|]. intros (k & n & i). assert (k = 0) by lia. subst k. exact i.
  - change (levels (S m)) with (level (S m) :: levels m). cbn [concat]. rewrite in_app_iff, IH. split.
    + intros [i|(k & n & i)]; [exists (S m)|exists k]; auto.
    + intros (k & n & i). destruct (Nat.eq_dec k (S m)) as [->|]; [left; exact i|right; exists k; split; [lia|exact i]].
Qed.
Lemma in_tried k u w :
  In w (tried k u) <-> exists a, w = a :: u /\ In a (tries u) /\ size a = k /\ awake u a = true.
Proof.
  unfold tried. rewrite in_map_iff. split.
  - intros (a & <- & i). apply filter_In in i. destruct i as (i & h). apply andb_true_iff in h.
    destruct h as (h & aw). apply Nat.eqb_eq in h. eauto.
  - intros (a & -> & i & h & aw). exists a. split; [reflexivity|]. apply filter_In. split; [exact i|].
    rewrite aw, andb_true_r. apply Nat.eqb_eq, h.
Qed.

(** Sorted lists of ways. *)
Notation sorted := (StronglySorted before).
Lemma sorted_app l m :
  sorted l -> sorted m -> (forall x y, In x l -> In y m -> before x y) -> sorted (l ++ m).
Proof.
  intros sl sm h. induction sl as [|x l sl IH fx]; [exact sm|]. simpl. constructor.
  - apply IH. intros y z iy iz. apply h; [right; exact iy|exact iz].
  - apply Forall_app. split; [exact fx|]. apply Forall_forall. intros y iy. apply h; [left; reflexivity|exact iy].
Qed.
Lemma sorted_by_place (l : list deed) : NoDup l -> StronglySorted (fun a b => place_in a l < place_in b l) l.
Proof.
  induction 1 as [|x l no nd IH]; constructor.
  - assert (shift : forall m, (forall y, In y m -> In y l) ->
      StronglySorted (fun a b => place_in a l < place_in b l) m ->
      StronglySorted (fun a b => place_in a (x :: l) < place_in b (x :: l)) m).
    { intros m. induction m as [|y m IHm]; intros sub sm; constructor; inversion sm; subst.
      - apply IHm; auto. intros z i. apply sub. right. exact i.
      - apply Forall_forall. intros z i. simpl.
        destruct (decide y x) as [->|]; [destruct (no (sub x (or_introl eq_refl)))|].
        destruct (decide z x) as [->|]; [destruct (no (sub x (or_intror i)))|].
        rewrite Forall_forall in H2. specialize (H2 z i). lia. }
    apply shift; auto.
  - apply Forall_forall. intros y i. simpl. destruct (decide x x); [|congruence].
    destruct (decide y x) as [->|]; [contradiction|lia].
Qed.
Lemma sorted_tried k u : sorted (tried k u).
Proof.
  unfold tried.
  assert (all : forall l, StronglySorted (fun a b => place_in a (tries u) < place_in b (tries u)) l ->
            sorted (map (fun a => a :: u) (filter (fun a => (size a =? k) && awake u a) l))).
  { induction 1 as [|x l sl IH fx]; simpl; [constructor|].
    destruct (size x =? k) eqn:sx; simpl; [|exact IH]. destruct (awake u x); [|exact IH].
    simpl. constructor; [exact IH|]. apply Forall_forall. intros w i.
    apply in_map_iff in i. destruct i as (y & <- & i). apply filter_In in i. destruct i as (i & h).
    apply andb_true_iff in h. destruct h as (sy & _). apply Nat.eqb_eq in sx. apply Nat.eqb_eq in sy.
    rewrite Forall_forall in fx. right. split; [lia|]. right. auto. }
  apply all, sorted_by_place, tries_once.
Qed.
Lemma sorted_expansions k l : sorted l -> sorted (flat_map (tried k) l).
Proof.
  induction 1 as [|u l sl IH fu]; simpl; [constructor|]. apply sorted_app; [apply sorted_tried|exact IH|].
  intros x y ix iy. apply in_tried in ix. destruct ix as (a & -> & _ & sa & _).
  apply in_flat_map in iy. destruct iy as (v & iv & iy). apply in_tried in iy.
  destruct iy as (b & -> & _ & sb & _). rewrite Forall_forall in fu. apply O1; [exact (fu v iv)|lia].
Qed.

Lemma in_keep w : forall l kn, sorted l ->
  In w (keep kn l) <->
  In w l /\ ~ In (board_after w) kn
  /\ forall w', In w' l -> board_after w' = board_after w -> w' = w \/ before w w'.
Proof.
  induction l as [|x l IH]; intros kn sl; [simpl; tauto|].
  inversion sl as [|? ? sl' fx]; subst. rewrite Forall_forall in fx. simpl keep.
  destruct (in_dec decide (board_after x) kn) as [kx|nx].
  - rewrite (IH kn sl'). split.
    + intros (i & n & m). split; [right; exact i|]. split; [exact n|].
      intros w' [<-|i'] e; [rewrite e in kx; contradiction|exact (m w' i' e)].
    + intros ([->|i] & n & m); [contradiction|]. split; [exact i|]. split; [exact n|].
      intros w' i' e. apply m; [right; exact i'|exact e].
  - simpl. rewrite (IH _ sl'). split.
    + intros [<-|(i & n & m)].
      * split; [left; reflexivity|]. split; [exact nx|]. intros w' [<-|i'] _; [left; reflexivity|right; exact (fx w' i')].
      * split; [right; exact i|]. split; [intros k; apply n; right; exact k|].
        intros w' [<-|i'] e; [destruct n; left; exact e|exact (m w' i' e)].
    + intros ([->|i] & n & m); [left; reflexivity|right]. split; [exact i|]. split.
      * intros [e|k]; [|exact (n k)].
        destruct (m x (or_introl eq_refl) e) as [->|b].
        -- exact (before_irreflexive w (fx w i)).
        -- exact (before_irreflexive w (before_transitive _ _ _ b (fx w i))).
      * intros w' i' e. apply m; [right; exact i'|exact e].
Qed.
Lemma sorted_keep : forall l kn, sorted l -> sorted (keep kn l).
Proof.
  induction l as [|x l IH]; intros kn sl; [constructor|]. inversion sl as [|? ? sl' fx]; subst. simpl.
  destruct (in_dec decide (board_after x) kn); [exact (IH kn sl')|]. constructor; [exact (IH _ sl')|].
  apply Forall_forall. intros y i. apply in_keep in i; [|exact sl']. rewrite Forall_forall in fx. apply fx, i.
Qed.

(** * A first way for every board *)

Lemma better_irreflexive w : ~ better w w.
Proof. intros [h|(_ & h)]; [lia|exact (before_irreflexive w h)]. Qed.
Lemma better_transitive x y z : better x y -> better y z -> better x z.
Proof.
  intros [h|(e & h)] [h'|(e' & h')]; try (left; lia). right. split; [lia|].
  exact (before_transitive _ _ _ h h').
Qed.
Lemma better_total x y : way x = true -> way y = true -> x = y \/ better x y \/ better y x.
Proof.
  intros wx wy. destruct (Nat.lt_trichotomy (steps x) (steps y)) as [h|[h|h]].
  - right. left. left. exact h.
  - destruct (before_total x y wx wy h) as [e|[b|b]]; [left; exact e|right; left|right; right]; right; auto.
  - right. right. left. exact h.
Qed.

Fixpoint candidates (n : nat) : list (list deed) :=
  match n with
  | 0 => [[]]
  | S m => [] :: flat_map (fun u => map (fun a => a :: u) (tries u)) (candidates m)
  end.
Lemma in_candidates w : forall n, way w = true -> List.length w <= n -> In w (candidates n).
Proof.
  induction w as [|a u IH]; intros n ww len; [destruct n; left; reflexivity|].
  destruct n as [|n]; simpl in len; [lia|]. apply way_cons in ww. destruct ww as (i & r). right.
  apply in_flat_map. exists u. split; [|apply in_map_iff; exists a; auto].
  destruct r as [f|(wu & _)]; [|apply IH; [exact wu|lia]].
  rewrite (finish_first a u i f). destruct n; left; reflexivity.
Qed.
Lemma length_steps w : List.length w <= steps w.
Proof. induction w as [|a u IH]; simpl; [lia|]. destruct (size_some a); lia. Qed.

Lemma exists_best (Q : list deed -> bool) : (forall w, Q w = true -> way w = true) ->
  forall l, (exists w, In w l /\ Q w = true) ->
  exists w, In w l /\ Q w = true /\ forall w', In w' l -> Q w' = true -> ~ better w' w.
Proof.
  intros qw. induction l as [|x l IH]; intros (w & i & q); [destruct i|].
  destruct (existsb Q l) eqn:ex.
  - apply existsb_exists in ex. destruct (IH ex) as (m & im & qm & least).
    destruct (Q x) eqn:qx.
    + destruct (better_total x m (qw x qx) (qw m qm)) as [->|[b|b]].
      * exists m. split; [left; reflexivity|]. split; [exact qm|].
        intros w' [<-|i'] q'; [apply better_irreflexive|exact (least w' i' q')].
      * exists x. split; [left; reflexivity|]. split; [exact qx|].
        intros w' [<-|i'] q'; [apply better_irreflexive|]. intros b'.
        exact (least w' i' q' (better_transitive _ _ _ b' b)).
      * exists m. split; [right; exact im|]. split; [exact qm|].
        intros w' [<-|i'] q'; [|exact (least w' i' q')]. intros b'.
        exact (better_irreflexive x (better_transitive _ _ _ b' b)).
    + exists m. split; [right; exact im|]. split; [exact qm|].
      intros w' [<-|i'] q'; [congruence|exact (least w' i' q')].
  - assert (none : forall y, In y l -> Q y = false).
    { intros y iy. destruct (Q y) eqn:qy; [|reflexivity].
      assert (existsb Q l = true) by (apply existsb_exists; eauto). congruence. }
    destruct i as [->|i]; [|rewrite (none w i) in q; discriminate].
    exists w. split; [left; reflexivity|]. split; [exact q|].
    intros w' [<-|i'] q'; [apply better_irreflexive|rewrite (none w' i') in q'; discriminate].
Qed.
Lemma exists_first w0 : way w0 = true ->
  exists w, first w /\ board_after w = board_after w0 /\ ~ better w0 w.
Proof.
  intros ww. set (Q := fun w => way w && (board_after w == board_after w0)).
  assert (q : forall w, Q w = true <-> way w = true /\ board_after w = board_after w0).
  { intros w. unfold Q. rewrite andb_true_iff, same_true. tauto. }
  destruct (exists_best Q (fun w h => proj1 (proj1 (q w) h)) (candidates (steps w0))) as (w & _ & qw & least).
  - exists w0. split; [apply in_candidates; [exact ww|apply length_steps]|]. apply q. auto.
  - apply q in qw. destruct qw as (wy & same).
    assert (nb : ~ better w0 w).
    { apply least; [apply in_candidates; [exact ww|apply length_steps]|apply q; auto]. }
    exists w. split; [|split; [exact same|exact nb]]. split; [exact wy|].
    intros w' ww' e b. apply (least w'); [|apply q; split; [exact ww'|congruence]|exact b].
    apply in_candidates; [exact ww'|]. pose proof (length_steps w').
    assert (steps w <= steps w0).
    { destruct (Nat.le_gt_cases (steps w) (steps w0)) as [h|h]; [exact h|]. destruct nb. left. exact h. }
    destruct b as [b|(b & _)]; lia.
Qed.
Lemma first_unique w w' : first w -> first w' -> board_after w = board_after w' -> w = w'.
Proof.
  intros (ww & f) (ww' & f') e. destruct (better_total w w' ww ww') as [h|[b|b]]; [exact h| |].
  - destruct (f' w ww e b).
  - destruct (f w' ww' (eq_sym e) b).
Qed.

(** * The theorem *)

Definition right_level (n : nat) : Prop :=
  (forall w, In w (level n) <-> (n = 0 /\ w = []) \/ (first w /\ steps w = n)) /\ sorted (level n).

Lemma level_0 : right_level 0.
Proof.
  split; [|repeat constructor]. intros w. simpl. split.
  - intros [<-|[]]. left. auto.
  - intros [(_ & ->)|(_ & e)]; [left; reflexivity|]. left. destruct w as [|a u]; [reflexivity|].
    simpl in e. destruct (size_some a); lia.
Qed.

(** What is made at a level are ways of so many steps, in their order, and all first ways. *)
Lemma made_ways m w : (forall k, k <= m -> right_level k) ->
  In w (made (S m)) -> way w = true /\ steps w = S m.
Proof.
  intros ih i.
  assert (one : forall k u, right_level k -> In u (level k) -> forall j, In w (tried j u) ->
            way w = true /\ steps w = j + k).
  { intros k u (rk & _) iu j it. apply in_tried in it. destruct it as (a & -> & ia & <- & _).
    apply rk in iu. split.
    - apply way_cons. split; [exact ia|]. destruct (finishes a) eqn:fa; [left; reflexivity|right].
      split; [|reflexivity]. destruct iu as [(_ & ->)|(f & _)]; [|exact (proj1 f)].
      exact (proj2 (tried_legal a [] ia fa) eq_refl).
    - simpl. destruct iu as [(-> & ->)|(_ & e)]; [reflexivity|lia]. }
  simpl in i. apply in_app_iff in i. destruct i as [i|i].
  - destruct m as [|k]; [destruct i|]. apply in_flat_map in i. destruct i as (u & iu & it).
    destruct (one k u (ih k ltac:(lia)) iu 2 it) as (h & e). split; [exact h|lia].
  - apply in_flat_map in i. destruct i as (u & iu & it).
    destruct (one m u (ih m ltac:(lia)) iu 1 it) as (h & e). split; [exact h|lia].
Qed.
Lemma made_sorted m : (forall k, k <= m -> right_level k) -> sorted (made (S m)).
Proof.
  intros ih. simpl. apply sorted_app.
  - destruct m as [|k]; [constructor|]. apply sorted_expansions, (ih k). lia.
  - apply sorted_expansions, (ih m). lia.
  - intros x y ix iy. destruct m as [|k]; [destruct ix|].
    apply in_flat_map in ix. destruct ix as (u & _ & ix). apply in_tried in ix.
    destruct ix as (a & -> & _ & sa & _). apply in_flat_map in iy. destruct iy as (v & _ & iy).
    apply in_tried in iy. destruct iy as (b & -> & _ & sb & _). left. lia.
Qed.
Lemma first_ways_are_made m w : (forall k, k <= m -> right_level k) ->
  first w -> steps w = S m -> In w (made (S m)).
Proof.
  intros ih f e. destruct w as [|a u]; [discriminate|]. pose proof f as (ww & _).
  apply way_cons in ww. destruct ww as (ia & r).
  assert (there : exists k, steps u = k /\ In u (level k) /\ awake u a = true).
  { destruct r as [fa|(wu & fa)].
    - exists 0. rewrite (finish_first a u ia fa) in *. split; [reflexivity|]. split; [left; reflexivity|].
      destruct a; reflexivity || discriminate.
    - exists (steps u). split; [reflexivity|]. split.
      + apply ih; [simpl in e; destruct (size_some a); lia|]. right. split; [exact (O4 a u f wu)|reflexivity].
      + destruct a as [st|st|st st'|st st']; try reflexivity. simpl.
        rewrite (first_ways_are_awake st u f wu). reflexivity. }
  destruct there as (k & <- & iu & aw). simpl in e. simpl. apply in_app_iff.
  destruct (size_some a) as [one|two].
  - right. apply in_flat_map. exists u. assert (steps u = m) by lia. split; [congruence|].
    apply in_tried. exists a. auto.
  - left. destruct m as [|m]; [lia|]. apply in_flat_map. exists u. assert (steps u = m) by lia.
    split; [congruence|]. apply in_tried. exists a. auto.
Qed.

(** At each level the search keeps exactly the first ways of so many steps, in their order. *)
Theorem the_search_keeps_first_ways n : right_level n.
Proof.
  induction n as [n IH] using lt_wf_ind. destruct n as [|m]; [exact level_0|].
  assert (ih : forall k, k <= m -> right_level k) by (intros k h; apply IH; lia).
  pose proof (made_sorted m ih) as sm.
  split; [|rewrite level_S; apply sorted_keep, sm].
  assert (kn : forall b, In b (known (levels m)) <->
            exists k w, k <= m /\ In w (level k) /\ way w = true /\ board_after w = b).
  { intros b. unfold known. rewrite in_map_iff. split.
    - intros (w & e & i). apply filter_In in i. destruct i as (i & ww). apply in_levels in i.
      destruct i as (k & h & i). exists k, w. auto.
    - intros (k & w & h & i & ww & e). exists w. split; [exact e|]. apply filter_In.
      split; [apply in_levels; eauto|exact ww]. }
  intros w. rewrite level_S, (in_keep w _ _ sm). split.
  - intros (i & new & least). destruct (made_ways m w ih i) as (ww & e). right. split; [|exact e].
    split; [exact ww|]. intros w' ww' same b.
    destruct (exists_first w' ww') as (f & ff & ef & nb).
    assert (le : steps f <= steps w').
    { destruct (Nat.le_gt_cases (steps f) (steps w')) as [h|h]; [exact h|]. destruct nb. left. exact h. }
    destruct (Nat.eq_dec (steps f) (S m)) as [ef'|nf].
    + destruct (least f (first_ways_are_made m f ih ff ef') ltac:(congruence)) as [->|bf].
      * exact (nb b).
      * apply nb. destruct b as [b|(eb & b)]; [lia|]. right. split; [lia|].
        exact (before_transitive _ _ _ b bf).
    + apply new, kn. exists (steps f), f.
      assert (steps f <= m) by (destruct b as [b|(b & _)]; lia).
      split; [assumption|]. split; [apply ih; [assumption|right; auto]|].
      split; [exact (proj1 ff)|congruence].
  - intros [(h & _)|(f & e)]; [discriminate|]. split; [exact (first_ways_are_made m w ih f e)|].
    split.
    + intros k. apply kn in k. destruct k as (k & w' & h & i & ww' & same).
      apply (proj2 f w' ww' same). left. apply ih in i; [|exact h].
      destruct i as [(-> & ->)|(_ & e')]; simpl; lia.
    + intros w' i same. destruct (made_ways m w' ih i) as (ww' & e').
      destruct (before_total w' w ww' (proj1 f) ltac:(congruence)) as [h|[h|h]]; auto.
      exfalso. apply (proj2 f w' ww' same). right. split; [congruence|exact h].
Qed.

(** No board is missed, and a first shortest way to it is kept; *)
Lemma no_board_is_missed w0 :
  way w0 = true ->
  exists w, In w (level (steps w)) /\ first w /\ board_after w = board_after w0 /\ steps w <= steps w0.
Proof.
  intros ww. destruct (exists_first w0 ww) as (w & f & e & nb). exists w.
  split; [apply the_search_keeps_first_ways; right; auto|]. split; [exact f|]. split; [exact e|].
  destruct (Nat.le_gt_cases (steps w) (steps w0)) as [h|h]; [exact h|]. destruct nb. left. exact h.
Qed.
(** and none is counted twice. *)
Lemma no_board_is_counted_twice m n w w' :
  In w (level m) -> In w' (level n) -> way w = true -> way w' = true ->
  board_after w = board_after w' -> w = w' /\ m = n.
Proof.
  intros i i' ww ww' e.
  assert (f : forall k x, In x (level k) -> way x = true -> first x /\ steps x = k).
  { intros k x ix wx. apply the_search_keeps_first_ways in ix. destruct ix as [(-> & ->)|h]; [|exact h].
    split; [|reflexivity]. split; [exact wx|]. intros y wy _ b.
    destruct b as [b|(b & b')]; [simpl in b; lia|destruct y; exact b']. }
  destruct (f m w i ww) as (fw & <-), (f n w' i' ww') as (fw' & <-).
  pose proof (first_unique w w' fw fw' e) as <-. auto.
Qed.
Lemma levels_differ n : NoDup (level n).
Proof.
  destruct (the_search_keeps_first_ways n) as (_ & s). induction s as [|x l s IH fx]; constructor; [|exact IH].
  intros i. rewrite Forall_forall in fx. exact (before_irreflexive x (fx x i)).
Qed.

End Search.
