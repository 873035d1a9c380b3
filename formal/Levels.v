(** Levels that are not complete. In Search.v a level is made when all lower ones are complete. The
    engine has one table of boards: an action of two steps puts a board on the level after the next
    while single steps still make the next. It keeps the same levels. *)

From Coq Require Import List Bool Arith Lia.
From Arimaa Require Import Rules Text Board Captures Pushes Commute Turns Search Ways Reached Sleep.
Import ListNotations.

Section Levels.

(** A moment, and the number of steps that the search takes from there. *)
Variable t0 : turn.
Variable left : nat.
Hypothesis start_between : supported (now t0) = true.
Hypothesis enough : taken t0 + left <= 4.
Hypothesis fresh : taken t0 = 0 -> opened t0 = Nothing.

Let sd := mover t0.
Variable actions : board -> list deed.
Hypothesis order : stands_right sd actions.
Variable endings : list deed.
Hypothesis begun : ends_begun t0 endings.
Notation there := (board_after t0).
Notation keep := (keep t0).
Notation tried := (tried t0 actions endings (asleep_in_engine sd)).
Notation level := (level t0 actions endings (asleep_in_engine sd)).
Notation levels := (levels t0 actions endings (asleep_in_engine sd)).
Notation made := (made t0 actions endings (asleep_in_engine sd)).
Notation known := (known t0 actions endings).

(** Expands the boards of a level one after the other, with a table of all boards so far: gives what
    their single steps add to the next level, what their pulls and pushes add to the one after, and
    the table then. Where [deep] is false, pulls and pushes are the last actions of the turn and
    are not looked up. *)
Fixpoint expand (deep : bool) (table : list board) (l : list (list deed))
  : list (list deed) * list (list deed) * list board :=
  match l with
  | [] => ([], [], table)
  | u :: rest =>
      let ones := keep table (tried 1 u) in
      let table1 := map there ones ++ table in
      let twos := if deep then keep table1 (tried 2 u) else [] in
      let '(ones', twos', table') := expand deep (map there twos ++ table1) rest in
      (ones ++ ones', twos ++ twos', table')
  end.
(** Level [n] when it is expanded, what stands on level [n + 1] by then, and the table. *)
Fixpoint expanded (n : nat) : list (list deed) * list (list deed) * list board :=
  match n with
  | 0 => ([[]], [], known [[[]]])
  | S m =>
      let '(l, next, table) := expanded m in
      let '(ones, twos, table') := expand (m + 2 <? left) table l in
      (next ++ ones, twos, table')
  end.

(** * What is kept *)

Lemma keep_alike l : forall kn kn',
  (forall x, In x l -> (In (there x) kn <-> In (there x) kn')) -> keep kn l = keep kn' l.
Proof.
  induction l as [|x l IH]; intros kn kn' h; [reflexivity|]. simpl.
  destruct (in_dec decide (there x) kn) as [i|i], (in_dec decide (there x) kn') as [i'|i'].
  - apply IH. intros y iy. apply h. right. exact iy.
  - destruct i'. apply h; [left; reflexivity|exact i].
  - destruct i. apply h; [left; reflexivity|exact i'].
  - f_equal. apply IH. intros y iy. simpl. rewrite (h y (or_intror iy)). tauto.
Qed.
Lemma keep_app l m : forall kn, keep kn (l ++ m) = keep kn l ++ keep (map there (keep kn l) ++ kn) m.
Proof.
  induction l as [|x l IH]; intros kn; [reflexivity|]. simpl.
  destruct (in_dec decide (there x) kn); [apply IH|]. simpl. f_equal. rewrite IH. f_equal.
  apply keep_alike. intros y _. simpl. rewrite !in_app_iff. simpl. tauto.
Qed.
Lemma in_keep_in w l : forall kn, In w (keep kn l) -> In w l.
Proof.
  induction l as [|x l IH]; intros kn; simpl; [tauto|].
  destruct (in_dec decide (there x) kn); simpl; intros j; [right; eauto|].
  destruct j as [j|j]; [left; exact j|right; eauto].
Qed.
Lemma in_keep_boards b l : forall kn, In b (map there (keep kn l)) <-> In b (map there l) /\ ~ In b kn.
Proof.
  induction l as [|x l IH]; intros kn; simpl; [tauto|].
  destruct (in_dec decide (there x) kn) as [i|i]; simpl; rewrite IH; simpl.
  - split; [tauto|]. intros ([<-|h] & n); [contradiction|tauto].
  - split; [intros [<-|h]; tauto|]. intros (h & n). destruct (decide (there x) b); [tauto|].
    destruct h as [h|h]; [contradiction|]. right. tauto.
Qed.

(** A board made by a single step from one of these is made by no pull or push from one. *)
Definition apart (l : list (list deed)) : Prop :=
  forall x y, In x (flat_map (tried 1) l) -> In y (flat_map (tried 2) l) -> there x <> there y.
Lemma not_among x l : (forall y, In y l -> there x <> there y) -> ~ In (there x) (map there l).
Proof. intros h i. apply in_map_iff in i. destruct i as (y & e & i). exact (h y i (eq_sym e)). Qed.

Lemma expand_all deep l : forall table, (deep = true -> apart l \/ length l <= 1) ->
  let '(ones, twos, table') := expand deep table l in
  ones = keep table (flat_map (tried 1) l)
  /\ twos = (if deep then keep (map there ones ++ table) (flat_map (tried 2) l) else [])
  /\ forall b, In b table' <-> In b table \/ In b (map there ones) \/ In b (map there twos).
Proof.
  induction l as [|u l IH]; intros table h; cbn [expand flat_map].
  - simpl. destruct deep; simpl; intuition.
  - set (ones := keep table (tried 1 u)). set (table1 := map there ones ++ table).
    set (twos := if deep then keep table1 (tried 2 u) else []).
    specialize (IH (map there twos ++ table1)).
    destruct (expand deep (map there twos ++ table1) l) as ((ones', twos'), table') eqn:ex.
    assert (h' : deep = true -> apart l \/ length l <= 1).
    { intros d. destruct (h d) as [a|n]; [left|right; simpl in n; lia].
      intros x y ix iy. apply a; apply in_app_iff; right; assumption. }
    destruct (IH h') as (o & t & k). clear IH.
    assert (short : deep = true -> length (u :: l) <= 1 -> l = []) by (intros _ n; destruct l; [reflexivity|simpl in n; lia]).
    assert (o' : ones' = keep table1 (flat_map (tried 1) l)).
    { rewrite o. apply keep_alike. intros x ix. rewrite in_app_iff. split; [|tauto]. intros [i|i]; [|exact i].
      exfalso. subst twos. destruct deep; [|destruct i]. destruct (h eq_refl) as [a|n].
      - revert i. apply not_among. intros y iy. apply in_keep_in in iy.
        apply a; apply in_app_iff; [right; exact ix|left; exact iy].
      - rewrite (short eq_refl n) in ix. destruct ix. }
    split; [rewrite keep_app, o'; reflexivity|]. split.
    + destruct deep; [|rewrite t; reflexivity]. subst twos. rewrite keep_app.
      assert (one : keep table1 (tried 2 u) = keep (map there (ones ++ ones') ++ table) (tried 2 u)).
      { apply keep_alike. intros y iy. unfold table1. rewrite map_app, !in_app_iff. split; [tauto|].
        intros [[i|i]|i]; [tauto| |tauto]. exfalso. destruct (h eq_refl) as [a|n].
        - revert i. apply not_among. intros x ix e. rewrite o' in ix. apply in_keep_in in ix. symmetry in e. revert e.
          apply a; apply in_app_iff; [right; exact ix|left; exact iy].
        - rewrite (short eq_refl n) in o'. simpl in o'. rewrite o' in i. destruct i. }
      rewrite <- one. f_equal. rewrite t. apply keep_alike. intros y iy.
      unfold table1. rewrite map_app, !in_app_iff. tauto.
    + intros b. rewrite k, !map_app, !in_app_iff. unfold table1. rewrite in_app_iff. tauto.
Qed.

(** * The levels *)

Lemma known_next m b :
  In b (known (levels (S m))) <-> In b (known (levels m)) \/ In b (map there (level (S m))).
Proof.
  pose proof (kept_first t0 start_between actions order endings begun (S m)) as (all & _). unfold kept in all.
  change (levels (S m)) with (level (S m) :: levels m).
  unfold known. cbn [concat]. rewrite filter_app, map_app, in_app_iff.
  assert (e : filter (way t0 actions endings) (level (S m)) = level (S m)).
  { assert (ways : forall w, In w (level (S m)) -> way t0 actions endings w = true)
      by (intros w i; apply all in i; destruct i as [(f & _)|((ww & _) & _)]; [discriminate|exact ww]).
    revert ways. generalize (level (S m)). induction l as [|x l IH]; intros ways; [reflexivity|]. simpl.
    rewrite (ways x (or_introl eq_refl)). f_equal. apply IH. intros w i. apply ways. right. exact i. }
  rewrite e. tauto.
Qed.

(** Where the search may make four steps, the boards of level 1 are made by plain steps, which leave
    every enemy where it was, and a pull or a push takes one away. *)
Lemma level_1_apart : left = 4 -> apart (level 1).
Proof.
  intros four x y ix iy e.
  assert (o : opened t0 = Nothing) by (apply fresh; lia).
  assert (none : endings = []).
  { destruct endings as [|d l]; [reflexivity|]. exfalso.
    destruct (proj1 (proj1 begun d) (or_introl eq_refl)) as (st & _ & i). apply andb_true_iff in i. destruct i as (_ & i).
    destruct (beside (from st) (towards st)) as [target|]; [|discriminate].
    unfold part_of, fits_pull in i. rewrite o in i.
    destruct (decide (side_of (stepper st)) (mover t0)); discriminate. }
  assert (steps1 : forall u, In u (level 1) -> exists a t, u = [Plain a] /\ can_step sd (now t0) a t
            /\ there u = after_step (now t0) (from a) t).
  { intros u i. rewrite level_S in i. apply in_keep_in in i. simpl in i. rewrite app_nil_r in i.
    apply in_tried in i. destruct i as (a & -> & i & one & _). simpl in i.
    rewrite none in i. unfold push_pending in i. rewrite o in i. simpl in i. apply order in i.
    destruct a as [st|st|st st'|st st']; try discriminate. apply plain_legal in i. destruct i as (t & i).
    exists st, t. split; [reflexivity|]. split; [exact i|]. apply after_plain, i. }
  assert (still : forall b st t, supported b = true -> can_step sd b st t -> agree (other sd) (after_step b (from st) t) b).
  { intros b st t sup (_ & can & own & _). rewrite <- own. exact (agree_other b _ _ _ sup can). }
  apply in_flat_map in ix. destruct ix as (u & iu & ix). apply in_tried in ix.
  destruct ix as (d & -> & id & one & _).
  apply in_flat_map in iy. destruct iy as (v & iv & iy). apply in_tried in iy.
  destruct iy as (d' & -> & id' & two & _).
  destruct (steps1 u iu) as (a & t & -> & ca & ea). destruct (steps1 v iv) as (a' & t' & -> & ca' & ea').
  change (tries t0 actions endings [Plain a]) with (actions (there [Plain a])) in id.
  change (tries t0 actions endings [Plain a']) with (actions (there [Plain a'])) in id'.
  apply order in id, id'.
  assert (sup1 : forall st t, supported (after_step (now t0) st t) = true) by (intros; apply supported_after_step).
  destruct d as [st|st|st st'|st st']; try discriminate. clear one.
  apply plain_legal in id. destruct id as (tx & cx).
  assert (ex : there [Plain st; Plain a] = after_step (after_step (now t0) (from a) t) (from st) tx)
    by (rewrite <- ea; apply after_plain, cx).
  rewrite ea in cx.
  assert (agx : agree (other sd) (there [Plain st; Plain a]) (now t0)).
  { intros q p sp. rewrite ex, (still _ st tx (sup1 _ _) cx q p sp). exact (still _ a t start_between ca q p sp). }
  assert (gone : exists q p, side_of p = other sd /\ now t0 @ q = Some p /\ there (d' :: [Plain a']) @ q <> Some p).
  { destruct d' as [s|s|s s'|s s']; try discriminate.
    - apply pull_legal in id'. destruct id' as (ty & ((dy & cy & oy & _) & dz & en & _ & c)).
      rewrite ea' in *. exists (from s'), (stepper s'). split; [exact en|]. split.
      + apply (still _ a' t' start_between ca' (from s') (stepper s') en).
        assert (agy : agree (other sd) (after_step (after_step (now t0) (from a') t') (from s) ty) (after_step (now t0) (from a') t'))
          by (rewrite <- oy; exact (agree_other _ _ _ _ (sup1 _ _) cy)).
        apply (agy (from s') (stepper s') en). exact c.
      + change (there [PullBy s s'; Plain a']) with (after_deed sd (there [Plain a']) (PullBy s s')).
        unfold after_deed. rewrite (after_two sd _ s s' ty (from s) dy dz), ea', after_where_it_left. discriminate.
    - apply push_legal in id'; [|rewrite ea'; apply sup1].
      destruct id' as (ty & (dy & (c & em & _) & en & dz & c' & own & _)). rewrite ea' in *.
      exists (from s), (stepper s). split; [exact en|]. split.
      + apply (still _ a' t' start_between ca' (from s) (stepper s) en). exact c.
      + change (there [PushBy s s'; Plain a']) with (after_deed sd (there [Plain a']) (PushBy s s')).
        unfold after_deed. rewrite (after_two sd _ s s' ty (from s) dy dz), ea'. intros stood.
        apply after_stood in stood. destruct stood as [(_ & stood)|(n & _)]; [|congruence].
        apply after_stood in stood. destruct stood as [(e' & _)|(_ & _ & stood)]; [congruence|].
        assert (s_ : stepper s' = stepper s) by congruence. rewrite s_, en in own. exact (other_differs _ own). }
  destruct gone as (q & p & sp & c & n). apply n. rewrite <- e. apply (agx q p sp). exact c.
Qed.

(** The engine's levels below the last are those of Search.v. *)
Theorem levels_are_complete n : n < left -> fst (fst (expanded n)) = level n.
Proof.
  assert (all : forall n, n < left ->
    let '(l, next, table) := expanded n in
    l = level n
    /\ next = match n with
              | 0 => []
              | S k => if n + 1 <? left then keep (known (levels n)) (flat_map (tried 2) (level k)) else []
              end
    /\ forall b, In b table <-> In b (known (levels n)) \/ In b (map there next)).
  { clear n. induction n as [|n IH]; intros lt.
    - simpl. split; [reflexivity|]. split; [reflexivity|]. intros b. simpl. tauto.
    - specialize (IH ltac:(lia)). cbn [expanded].
      destruct (expanded n) as ((l, next), table). destruct IH as (-> & nx & tb).
      assert (ap : (n + 2 <? left) = true -> apart (level n) \/ length (level n) <= 1).
      { intros d. apply Nat.ltb_lt in d. destruct n as [|[|n]]; [right; reflexivity| |lia].
        left. apply level_1_apart. lia. }
      pose proof (expand_all (n + 2 <? left) (level n) table ap) as ex.
      destruct (expand (n + 2 <? left) table (level n)) as ((ones, twos), table').
      destruct ex as (o & t & k).
      assert (lv : next ++ ones = level (S n)).
      { rewrite level_S. destruct n as [|n].
        - rewrite nx, o. apply keep_alike. intros x _. rewrite tb, nx. simpl. tauto.
        - replace (S n + 1 <? left) with true in nx by (symmetry; apply Nat.ltb_lt; lia).
          cbn [Search.made]. rewrite keep_app, <- nx, o. f_equal. apply keep_alike. intros x _.
          rewrite tb, in_app_iff. tauto. }
      split; [exact lv|]. split.
      + rewrite t. replace (S n + 1) with (n + 2) by lia. destruct (n + 2 <? left); [|reflexivity].
        apply keep_alike. intros y _. rewrite known_next, <- lv, map_app, !in_app_iff, tb. tauto.
      + intros b. rewrite k, tb, known_next, <- lv, map_app, in_app_iff. tauto. }
  intros lt. specialize (all n lt). destruct (expanded n) as ((l, next), table). apply all.
Qed.
(** The last level is made without being looked up: it has the boards that are made and not known. *)
Theorem leaves_are_the_last_level m b :
  In b (map there (level (S m))) <-> In b (map there (made (S m))) /\ ~ In b (known (levels m)).
Proof. rewrite level_S. apply in_keep_boards. Qed.

End Levels.
