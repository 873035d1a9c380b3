(** Symmetries of the game: the mirror (a-file for h-file), and the exchange of the players with
    rank 1 for rank 8. Orders of text aside, a rule says the same of what is seen so. *)

From Coq Require Import String List Bool Arith Lia Permutation.
From Arimaa Require Import Rules Text Board Captures Pushes Turns Game.
Import ListNotations.
Close Scope string_scope.

(** Another way to see a game: in the mirror, or with the players exchanged. *)
Inductive view := Mirror | Exchange.

Definition turned (n : number) : number :=
  match n with
  | N1 => N8 | N2 => N7 | N3 => N6 | N4 => N5 | N5 => N4 | N6 => N3 | N7 => N2 | N8 => N1
  end.
Definition see_square (v : view) (s : square) : square :=
  match v with
  | Mirror => Square (turned (file s)) (rank s)
  | Exchange => Square (file s) (turned (rank s))
  end.
Definition see_direction (v : view) (d : direction) : direction :=
  match v, d with
  | Mirror, East => West | Mirror, West => East
  | Exchange, North => South | Exchange, South => North
  | _, _ => d
  end.
Definition see_side (v : view) (s : side) : side :=
  match v with Mirror => s | Exchange => other s end.
Definition see_piece (v : view) (p : piece) : piece := Piece (see_side v (side_of p)) (kind_of p).
Definition see_board (v : view) (b : board) : board :=
  board_of (fun s => option_map (see_piece v) (b @ see_square v s)).
Definition see_step (v : view) (st : step) : step :=
  Step (see_piece v (stepper st)) (see_square v (from st)) (see_direction v (towards st)).
Definition see_opening (v : view) (o : opening) : opening :=
  match o with
  | Nothing => Nothing
  | Pull k s => Pull k (see_square v s)
  | Push k s => Push k (see_square v s)
  end.
Definition see_turn (v : view) (t : turn) : turn :=
  Turn (see_side v (mover t)) (see_board v (start t)) (see_board v (now t)) (taken t)
       (see_opening v (opened t)).
Definition see_position (v : view) (x : position) : position := (see_board v (fst x), see_side v (snd x)).
Definition see_play (v : view) (p : play) : play :=
  Play (edition_of p) (map (see_position v) (past p)) (see_turn v (current_turn p)).

(** * Squares, pieces, boards *)

Lemma see_square_twice v s : see_square v (see_square v s) = s.
Proof. destruct v, s as [f r]; simpl; [destruct f|destruct r]; reflexivity. Qed.
Lemma see_side_twice v s : see_side v (see_side v s) = s.
Proof. destruct v, s; reflexivity. Qed.
Lemma see_piece_twice v p : see_piece v (see_piece v p) = p.
Proof. destruct p. unfold see_piece. simpl. rewrite see_side_twice. reflexivity. Qed.
Lemma see_direction_twice v d : see_direction v (see_direction v d) = d.
Proof. destruct v, d; reflexivity. Qed.
Lemma see_other v s : see_side v (other s) = other (see_side v s).
Proof. destruct v, s; reflexivity. Qed.

(** What can be taken back keeps equality and difference. *)
Lemma same_seen {A B} `{Decidable A} `{Decidable B} (f : A -> B) (g : B -> A) (x y : A) :
  (forall a, g (f a) = a) -> (f x == f y) = (x == y).
Proof. intros back. destruct (decide x y), (decide (f x) (f y)); congruence. Qed.
Lemma same_square v s t : (see_square v s == see_square v t) = (s == t).
Proof. apply (same_seen _ (see_square v)). apply see_square_twice. Qed.
Lemma same_side v s t : (see_side v s == see_side v t) = (s == t).
Proof. apply (same_seen _ (see_side v)). apply see_side_twice. Qed.
Lemma same_piece v p q : (see_piece v p == see_piece v q) = (p == q).
Proof. apply (same_seen _ (see_piece v)). apply see_piece_twice. Qed.

Lemma see_contents v b s : see_board v b @ s = option_map (see_piece v) (b @ see_square v s).
Proof. apply (contents_board_of (fun s => option_map (see_piece v) (b @ see_square v s))). Qed.
Lemma see_contents_seen v b s : see_board v b @ see_square v s = option_map (see_piece v) (b @ s).
Proof. rewrite see_contents, see_square_twice. reflexivity. Qed.
Lemma see_board_twice v b : see_board v (see_board v b) = b.
Proof.
  apply board_ext. intros s. rewrite !see_contents, see_square_twice.
  destruct (b @ s); simpl; [rewrite see_piece_twice|]; reflexivity.
Qed.
Lemma same_board v a b : (see_board v a == see_board v b) = (a == b).
Proof. apply (same_seen _ (see_board v)). apply see_board_twice. Qed.
Lemma see_empty v b s : is_empty (see_board v b) (see_square v s) = is_empty b s.
Proof. unfold is_empty. rewrite see_contents_seen. destruct (b @ s); reflexivity. Qed.

Lemma see_beside v s d :
  beside (see_square v s) (see_direction v d) = option_map (see_square v) (beside s d).
Proof. destruct v, s as [f r], d; simpl; [destruct f..|]; try destruct f; destruct r; reflexivity. Qed.
Lemma see_adjacent v s t : In t (adjacent s) <-> In (see_square v t) (adjacent (see_square v s)).
Proof.
  rewrite !in_adjacent. split; intros (d & e).
  - exists (see_direction v d). rewrite see_beside, e. reflexivity.
  - exists (see_direction v d). rewrite <- (see_square_twice v s), see_beside, e. simpl.
    rewrite see_square_twice. reflexivity.
Qed.
Lemma see_trap v s : is_trap (see_square v s) = is_trap s.
Proof. destruct v, s as [f r]; destruct f, r; reflexivity. Qed.

Lemma see_any_beside v b s test test' :
  (forall p, test' (see_piece v p) = test p) ->
  any_beside (see_board v b) (see_square v s) test' = any_beside b s test.
Proof.
  intros h. apply eq_true_iff_eq. rewrite !any_beside_true. split.
  - intros (t & p & i & c & e). rewrite see_contents in c.
    destruct (b @ see_square v t) as [q|] eqn:d; [|discriminate]. simpl in c. inversion c; subst p.
    exists (see_square v t), q. rewrite h in e. split; [|auto].
    apply (see_adjacent v). rewrite see_square_twice. exact i.
  - intros (t & p & i & c & e). exists (see_square v t), (see_piece v p).
    split; [apply see_adjacent, i|]. rewrite see_contents_seen, c, h. auto.
Qed.
Lemma see_friendly v p q : friendly (see_piece v p) (see_piece v q) = friendly p q.
Proof. unfold friendly. simpl. apply same_side. Qed.
Lemma see_frozen v b s : frozen (see_board v b) (see_square v s) = frozen b s.
Proof.
  unfold frozen. rewrite see_contents_seen. destruct (b @ s) as [p|]; simpl; [|reflexivity].
  f_equal; [|f_equal]; apply see_any_beside; intros q; unfold enemy; rewrite see_friendly; reflexivity.
Qed.
Lemma see_unsupported v b s : unsupported (see_board v b) (see_square v s) = unsupported b s.
Proof.
  unfold unsupported. rewrite see_trap, see_contents_seen. f_equal.
  destruct (b @ s) as [p|]; simpl; [|reflexivity].
  f_equal. apply see_any_beside. intros q. apply see_friendly.
Qed.
Lemma decide_square v (A : Type) s t (x y : A) :
  (if decide (see_square v s) t then x else y) = (if decide s (see_square v t) then x else y).
Proof.
  destruct (decide (see_square v s) t) as [d|n], (decide s (see_square v t)) as [e|m]; try reflexivity.
  - subst t. rewrite see_square_twice in m. congruence.
  - subst s. rewrite see_square_twice in n. congruence.
Qed.
Lemma see_put v b s c : see_board v (put b s c) = put (see_board v b) (see_square v s) (option_map (see_piece v) c).
Proof.
  apply board_ext. intros t. rewrite see_contents, !contents_put, decide_square.
  destruct (decide t (see_square v s)); [reflexivity|]. rewrite see_contents. reflexivity.
Qed.
Lemma see_after_step v b s t :
  see_board v (after_step b s t) = after_step (see_board v b) (see_square v s) (see_square v t).
Proof.
  assert (m : see_board v (moved b s t) = moved (see_board v b) (see_square v s) (see_square v t))
    by (unfold moved; rewrite !see_put, see_contents_seen; reflexivity).
  apply board_ext. intros u. rewrite see_contents. unfold after_step, without_captured.
  rewrite !contents_board_of, <- m.
  rewrite <- (see_unsupported v (moved b s t) (see_square v u)), see_square_twice.
  destruct (unsupported (see_board v (moved b s t)) u); [reflexivity|]. rewrite see_contents. reflexivity.
Qed.

(** * Steps *)

Lemma see_pushers v b sd k s u :
  In u (pushers b sd k s) <-> In (see_square v u) (pushers (see_board v b) (see_side v sd) k (see_square v s)).
Proof.
  rewrite !in_pushers, <- see_adjacent, see_contents_seen. split; intros (i & p & c & e & st); (split; [exact i|]).
  - exists (see_piece v p). rewrite c. simpl. rewrite e. auto.
  - destruct (b @ u) as [q|]; [|discriminate]. simpl in c. inversion c; subst p. exists q.
    simpl in *. rewrite <- (see_side_twice v (side_of q)), e, see_side_twice. auto.
Qed.
Lemma empty_seen {A} (l m : list A) (f : A -> A) :
  (forall x, In x l -> In (f x) m) -> (forall x, In x m -> exists y, In y l) ->
  l = [] <-> m = [].
Proof.
  intros lm ml. split; intros ->.
  - destruct m as [|x m]; [reflexivity|]. destruct (ml x (or_introl eq_refl)) as (y & []).
  - destruct l as [|x l]; [reflexivity|]. destruct (lm x (or_introl eq_refl)).
Qed.
Lemma decide_side v (A : Type) (s t : side) (x y : A) :
  (if decide (see_side v s) (see_side v t) then x else y) = (if decide s t then x else y).
Proof.
  pose proof (same_side v s t) as h.
  destruct (decide (see_side v s) (see_side v t)), (decide s t); congruence.
Qed.

Lemma see_fits_pull v t p target :
  fits_pull (see_turn v t) (see_piece v p) (see_square v target) = fits_pull t p target.
Proof.
  unfold fits_pull. destruct (opened t) as [|k s|k s] eqn:o; simpl; rewrite o; simpl; try reflexivity.
  rewrite <- see_other, same_side, same_square. reflexivity.
Qed.
Lemma see_backward v s : backward (see_side v s) = see_direction v (backward s).
Proof. destruct v, s; reflexivity. Qed.
Lemma see_steps_backward v st : steps_backward (see_step v st) = steps_backward st.
Proof.
  unfold steps_backward. simpl. f_equal. rewrite see_backward.
  apply (same_seen _ (see_direction v)). apply see_direction_twice.
Qed.

Lemma see_part_rules v t st target :
  part_rules (see_turn v t) (see_step v st) (see_square v target) = part_rules t st target.
Proof.
  assert (own : part_rules (see_turn v t) (see_step v st) (see_square v target)
    = match opened t with
      | Push pushed vacated =>
          [ (PSH_4, (side_of (stepper st) == mover t) && (target == vacated));
            (PSH_5, stronger (kind_of (stepper st)) pushed);
            (FRZ_2, negb (frozen (now t) (from st))) ]
      | _ =>
          if decide (side_of (stepper st)) (mover t)
          then [ (STP_5, negb (steps_backward st)); (FRZ_2, negb (frozen (now t) (from st))) ]
          else if fits_pull t (stepper st) target then []
          else let able := pushers (see_board v (now t)) (see_side v (mover t)) (kind_of (stepper st)) (see_square v (from st)) in
               [ (PSH_1, negb (able == []));
                 (PSH_2, existsb (fun s => negb (frozen (see_board v (now t)) s)) able);
                 (PSH_3, taken t <? 3) ]
      end).
  { unfold part_rules. cbv zeta.
    replace (stepper (see_step v st)) with (see_piece v (stepper st)) by reflexivity.
    rewrite see_steps_backward, see_fits_pull.
    destruct (opened t) as [|k s|k s] eqn:o; simpl; rewrite ?o; simpl;
      rewrite see_frozen, ?same_side, ?same_square, ?decide_side; reflexivity. }
  rewrite own. unfold part_rules. clear own.
  set (one := pushers (now t) (mover t) (kind_of (stepper st)) (from st)).
  set (two := pushers (see_board v (now t)) _ _ _).
  assert (there : forall u, In u one -> In (see_square v u) two) by (intros u; apply see_pushers).
  assert (back : forall u, In u two -> In (see_square v u) one).
  { intros u i. apply (see_pushers v). rewrite see_square_twice. exact i. }
  assert (none : (two == []) = (one == [])).
  { apply eq_true_iff_eq. rewrite !same_true. symmetry.
    apply (empty_seen one two (see_square v) there). intros u i. exists (see_square v u). apply back, i. }
  assert (free : existsb (fun s => negb (frozen (see_board v (now t)) s)) two
                 = existsb (fun s => negb (frozen (now t) s)) one).
  { apply eq_true_iff_eq. rewrite !existsb_exists. split; intros (u & i & f); exists (see_square v u).
    - split; [apply back, i|]. rewrite <- (see_frozen v), see_square_twice. exact f.
    - split; [apply there, i|]. rewrite see_frozen. exact f. }
  cbv zeta. rewrite none, free. reflexivity.
Qed.

(** A step is refused by the same rule. *)
Theorem see_step_refusal v t st : step_refusal (see_turn v t) (see_step v st) = step_refusal t st.
Proof.
  unfold step_refusal, step_rules, any_step_rules.
  replace (from (see_step v st)) with (see_square v (from st)) by reflexivity.
  replace (towards (see_step v st)) with (see_direction v (towards st)) by reflexivity.
  replace (taken (see_turn v t)) with (taken t) by reflexivity.
  replace (now (see_turn v t)) with (see_board v (now t)) by reflexivity.
  replace (stepper (see_step v st)) with (see_piece v (stepper st)) by reflexivity.
  rewrite see_beside, see_empty, see_contents_seen.
  assert (same : (option_map (see_piece v) (now t @ from st) == Some (see_piece v (stepper st)))
                 = (now t @ from st == Some (stepper st))).
  { destruct (now t @ from st) as [p|]; simpl option_map.
    - pose proof (same_piece v p (stepper st)) as h.
      destruct (decide (Some (see_piece v p)) (Some (see_piece v (stepper st)))),
               (decide (Some p) (Some (stepper st))), (decide p (stepper st)),
               (decide (see_piece v p) (see_piece v (stepper st))); congruence.
    - reflexivity. }
  rewrite same. destruct (beside (from st) (towards st)) as [target|]; simpl option_map; [|reflexivity].
  cbv iota. rewrite see_empty, see_part_rules. reflexivity.
Qed.

Lemma see_opens v t st target :
  opens (see_turn v t) (see_step v st) (see_square v target) = see_opening v (opens t st target).
Proof.
  unfold opens, part_of.
  replace (stepper (see_step v st)) with (see_piece v (stepper st)) by reflexivity.
  rewrite see_fits_pull. simpl. rewrite decide_side.
  destruct (decide (side_of (stepper st)) (mover t)), (opened t), (fits_pull t (stepper st) target); reflexivity.
Qed.
(** And leads to the same turn. *)
Lemma see_stepped v t st : stepped (see_turn v t) (see_step v st) = see_turn v (stepped t st).
Proof.
  unfold stepped. simpl. rewrite see_beside.
  destruct (beside (from st) (towards st)) as [target|]; simpl; [|reflexivity].
  unfold stepped_to, see_turn. simpl. rewrite see_after_step.
  f_equal. apply see_opens.
Qed.

(** * Ends of turns *)

Lemma same_seen_position v e x y :
  same_position e (see_position v x) (see_position v y) = same_position e x y.
Proof. unfold same_position, see_position. simpl. rewrite same_board, same_side. reflexivity. Qed.
Lemma see_times v e x l : times e (see_position v x) (map (see_position v) l) = times e x l.
Proof.
  unfold times. induction l as [|y l IH]; simpl; [reflexivity|].
  rewrite same_seen_position. destruct (same_position e x y); simpl; congruence.
Qed.
Lemma see_end_position v t : end_position (see_turn v t) = see_position v (end_position t).
Proof. unfold end_position, see_position. simpl. rewrite see_other. reflexivity. Qed.
Theorem see_end_refusal v p : end_refusal (see_play v p) = end_refusal p.
Proof.
  unfold end_refusal, end_rules. f_equal. simpl current_turn. cbv zeta.
  rewrite see_end_position. simpl. rewrite see_times, same_board.
  replace (push_pending (see_turn v (current_turn p))) with (push_pending (current_turn p)).
  - reflexivity.
  - unfold push_pending. simpl. destruct (opened (current_turn p)); reflexivity.
Qed.
Lemma see_play_end v p : play_end (see_play v p) = see_play v (play_end p).
Proof.
  unfold play_end, see_play. simpl. rewrite see_end_position. unfold see_turn. simpl.
  rewrite see_other. reflexivity.
Qed.
Lemma see_play_step v p st : play_step (see_play v p) (see_step v st) = see_play v (play_step p st).
Proof. unfold play_step, see_play. simpl. rewrite see_stepped. reflexivity. Qed.

Lemma see_step_twice v st : see_step v (see_step v st) = st.
Proof.
  destruct st. unfold see_step. simpl. rewrite see_piece_twice, see_square_twice, see_direction_twice. reflexivity.
Qed.
Lemma see_turn_twice v t : see_turn v (see_turn v t) = t.
Proof.
  destruct t as [m s n k o]. unfold see_turn. simpl. rewrite see_side_twice, !see_board_twice. f_equal.
  destruct o; simpl; rewrite ?see_square_twice; reflexivity.
Qed.
Lemma see_after_steps v l : forall t,
  after_steps (see_turn v t) (map (see_step v) l) = option_map (see_turn v) (after_steps t l).
Proof.
  induction l as [|st l IH]; intros t; simpl; [reflexivity|].
  rewrite see_step_refusal, see_stepped. destruct (step_refusal t st); [reflexivity|apply IH].
Qed.

Lemma can_end_seen n v p : can_end n p = true -> can_end n (see_play v p) = true.
Proof.
  rewrite !can_end_ends. intros (b & i). apply in_ends in i. destruct i as (l & t & len & h & ok & _).
  exists (see_board v (now t)). apply in_ends. exists (map (see_step v) l), (see_turn v t).
  rewrite map_length. split; [exact len|]. split; [|split; [|reflexivity]].
  - simpl. rewrite see_after_steps, h. reflexivity.
  - replace (at_turn (see_play v p) (see_turn v t)) with (see_play v (at_turn p t)) by reflexivity.
    rewrite see_end_refusal. exact ok.
Qed.
Lemma see_position_twice v x : see_position v (see_position v x) = x.
Proof. destruct x. unfold see_position. simpl. rewrite see_board_twice, see_side_twice. reflexivity. Qed.
Lemma see_play_twice v p : see_play v (see_play v p) = p.
Proof.
  destruct p as [e l t]. unfold see_play. simpl. rewrite see_turn_twice, map_map. f_equal.
  rewrite <- (map_id l) at 2. apply map_ext. apply see_position_twice.
Qed.
Lemma see_can_end n v p : can_end n (see_play v p) = can_end n p.
Proof.
  apply eq_true_iff_eq. split; [|apply can_end_seen].
  intros h. apply (can_end_seen n v) in h. rewrite see_play_twice in h. exact h.
Qed.
(** A turn can end at the boards that are seen. *)
Theorem see_distinct_turns v p b :
  taken (current_turn p) <= 4 ->
  In b (distinct_turns p) <-> In (see_board v b) (distinct_turns (see_play v p)).
Proof.
  intros n. rewrite !distinct_turns_are_all by exact n. split.
  - intros (l & t & h & ok & <-). exists (map (see_step v) l), (see_turn v t). simpl.
    rewrite see_after_steps, h. split; [reflexivity|]. split; [|reflexivity].
    replace (at_turn (see_play v p) (see_turn v t)) with (see_play v (at_turn p t)) by reflexivity.
    rewrite see_end_refusal. exact ok.
  - intros (l & t & h & ok & e). exists (map (see_step v) l), (see_turn v t). split; [|split].
    + pose proof (see_after_steps v l (current_turn (see_play v p))) as s. rewrite h in s.
      simpl in s. rewrite see_turn_twice in s. exact s.
    + rewrite <- ok, <- (see_end_refusal v). f_equal. unfold see_play, at_turn. simpl.
      rewrite see_turn_twice. reflexivity.
    + simpl. rewrite e, see_board_twice. reflexivity.
Qed.

(** * The end of the game *)

Lemma see_on_goal v b s : on_goal (see_board v b) (see_side v s) = on_goal b s.
Proof.
  assert (iff : forall b s, on_goal b s = true <->
            exists f, b @ Square f (goal_rank s) = Some (Piece s Rabbit)).
  { clear. intros b s. unfold on_goal. rewrite existsb_exists. split.
    - intros (f & _ & h). exists f. apply same_true, h.
    - intros (f & h). exists f. split; [apply in_numbers|apply same_true, h]. }
  assert (one : forall b s, on_goal b s = true -> on_goal (see_board v b) (see_side v s) = true).
  { intros b' s' h. apply iff in h. destruct h as (f & h). apply iff.
    exists (match v with Mirror => turned f | Exchange => f end).
    replace (Square (match v with Mirror => turned f | Exchange => f end) (goal_rank (see_side v s')))
      with (see_square v (Square f (goal_rank s')))
      by (destruct v, s'; reflexivity).
    rewrite see_contents_seen, h. reflexivity. }
  apply eq_true_iff_eq. split; [|apply one].
  intros h. apply one in h. rewrite see_board_twice, see_side_twice in h. exact h.
Qed.
Lemma see_has_rabbit v b s : has_rabbit (see_board v b) (see_side v s) = has_rabbit b s.
Proof.
  assert (iff : forall b s, has_rabbit b s = true <-> exists sq, b @ sq = Some (Piece s Rabbit)).
  { clear. intros b s. unfold has_rabbit, count. rewrite negb_true_iff, Nat.eqb_neq. split.
    - intros n. destruct (filter (fun sq => b @ sq == Some (Piece s Rabbit)) squares) as [|sq l] eqn:e;
        [destruct (n eq_refl)|]. exists sq.
      assert (i : In sq (filter (fun sq => b @ sq == Some (Piece s Rabbit)) squares)) by (rewrite e; left; reflexivity).
      apply filter_In in i. destruct i as (_ & i). apply same_true in i. exact i.
    - intros (sq & h) z.
      assert (i : In sq (filter (fun sq => b @ sq == Some (Piece s Rabbit)) squares)).
      { apply filter_In. split; [apply in_squares|]. apply same_true. exact h. }
      destruct (filter _ squares); [destruct i|discriminate]. }
  assert (one : forall b s, has_rabbit b s = true -> has_rabbit (see_board v b) (see_side v s) = true).
  { intros b' s' h. apply iff in h. destruct h as (sq & h). apply iff. exists (see_square v sq).
    rewrite see_contents_seen, h. reflexivity. }
  apply eq_true_iff_eq. split; [|apply one].
  intros h. apply one in h. rewrite see_board_twice, see_side_twice in h. exact h.
Qed.
Lemma see_has_step v b s : has_step (see_board v b) (see_side v s) = has_step b s.
Proof.
  assert (one : forall b s, has_step b s = true -> has_step (see_board v b) (see_side v s) = true).
  { intros b' s' h. apply has_step_true in h. destruct h as (st & h). apply has_step_true.
    exists (see_step v st). replace (turn_from (see_side v s') (see_board v b')) with (see_turn v (turn_from s' b')) by reflexivity.
    rewrite see_step_refusal. exact h. }
  apply eq_true_iff_eq. split; [|apply one].
  intros h. apply one in h. rewrite see_board_twice, see_side_twice in h. exact h.
Qed.

Lemma see_check v p r : check (see_play v p) r = check p r.
Proof.
  destruct p as [e l t]. destruct r; try reflexivity; unfold check; cbn [see_play current_turn edition_of past start mover see_turn];
    rewrite <- ?see_other, ?see_on_goal, ?see_has_rabbit, ?see_has_step; try reflexivity.
  - f_equal. f_equal.
    exact (see_can_end 4 v (Play e l (turn_from (mover t) (start t)))).
  - f_equal. exact (see_times v e (start t, mover t) l).
Qed.
(** The same rule decides, for the player who is seen. *)
Lemma see_decided_by v p : decided_by (see_play v p) = decided_by p.
Proof.
  unfold decided_by. simpl. induction (order (edition_of p)) as [|r l IH]; simpl; [reflexivity|].
  rewrite see_check, IH. reflexivity.
Qed.
Theorem see_outcome v p :
  play_outcome (see_play v p) =
  option_map (fun o => (fst o, option_map (see_side v) (snd o))) (play_outcome p).
Proof.
  unfold play_outcome. rewrite see_decided_by. destruct (decided_by p) as [r|]; simpl; [|reflexivity].
  f_equal. f_equal. rewrite <- see_other.
  destruct r; simpl; rewrite <- ?see_other; reflexivity.
Qed.

(** * The game in play *)

Definition see_action (v : view) (a : action) : action :=
  match a with
  | Place p s => Place (see_piece v p) (see_square v s)
  | Move st => Move (see_step v st)
  | EndTurn => EndTurn
  end.

(** A game in play, seen otherwise, is the same game: each action is refused by the same rule, or
    leads to what is seen of the game after it. *)
Theorem play_is_symmetric v p a :
  act (InPlay (see_play v p)) (see_action v a) =
  match act (InPlay p) a with
  | inr (InPlay q) => inr (InPlay (see_play v q))
  | refused => refused
  end.
Proof.
  unfold act, player_refusal. cbn [outcome]. rewrite see_outcome.
  destruct (play_outcome p) as [[r w]|]; simpl option_map; [reflexivity|].
  destruct a as [q sq|st|]; cbn [see_action refusal effect].
  - reflexivity.
  - cbn [see_play current_turn]. rewrite see_step_refusal.
    destruct (step_refusal (current_turn p) st); [reflexivity|].
    change (Play (edition_of p) (map (see_position v) (past p)) (see_turn v (current_turn p))) with (see_play v p).
    rewrite see_play_step. reflexivity.
  - rewrite see_end_refusal. destruct (end_refusal p); [reflexivity|]. rewrite see_play_end. reflexivity.
Qed.

(** * Setups in the mirror *)

Lemma see_count v b p : count (see_piece v p) (see_board v b) = count p b.
Proof.
  unfold count.
  assert (perm : Permutation squares (map (see_square v) squares)).
  { apply NoDup_Permutation.
    - exact squares_differ.
    - apply FinFun.Injective_map_NoDup; [|exact squares_differ]. intros x y e.
      rewrite <- (see_square_twice v x), e. apply see_square_twice.
    - intros x. split; [intros _|intros _; apply in_squares].
      apply in_map_iff. exists (see_square v x). split; [apply see_square_twice|apply in_squares]. }
  assert (each : forall s, (see_board v b @ see_square v s == Some (see_piece v p)) = (b @ s == Some p)).
  { intros s. rewrite see_contents_seen. destruct (b @ s) as [q|]; simpl option_map; [|reflexivity].
    pose proof (same_piece v q p) as h.
    destruct (decide (Some (see_piece v q)) (Some (see_piece v p))), (decide (Some q) (Some p)),
             (decide q p), (decide (see_piece v q) (see_piece v p)); congruence. }
  transitivity (List.length (filter (fun s => see_board v b @ s == Some (see_piece v p)) (map (see_square v) squares))).
  - clear each. induction perm as [|x l m perm IH|x y l|l m n one IH1 two IH2]; simpl; auto.
    + destruct (decide _ _); simpl; congruence.
    + repeat destruct (decide _ _); reflexivity.
    + congruence.
  - clear perm. induction squares as [|s l IH]; [reflexivity|].
    cbn [map filter]. rewrite each. destruct (decide (b @ s) (Some p)); cbn [List.length]; congruence.
Qed.

(** The mirror leaves pieces and sides as they are. *)
Lemma mirrored_piece p : see_piece Mirror p = p.
Proof. destruct p. reflexivity. Qed.
Definition mirrored_setup (s : setup) : setup :=
  Setup (setup_edition s) (left_out s) (placer s) (see_board Mirror (placed s)).
Lemma mirrored_count b p : count p (see_board Mirror b) = count p b.
Proof. rewrite <- (mirrored_piece p) at 1. apply see_count. Qed.

Theorem setups_are_symmetric_in_the_mirror s a :
  act (InSetup (mirrored_setup s)) (see_action Mirror a) =
  match act (InSetup s) a with
  | inl r => inl r
  | inr (InSetup q) => inr (InSetup (mirrored_setup q))
  | inr (InPlay q) => inr (InPlay (see_play Mirror q))
  end.
Proof.
  unfold act, player_refusal. cbn [outcome]. destruct a as [p sq|st|]; cbn [see_action refusal effect].
  - rewrite mirrored_piece. unfold placement_rules. cbn [mirrored_setup placer placed left_out].
    rewrite see_empty, mirrored_count.
    replace (is_home (placer s) (see_square Mirror sq)) with (is_home (placer s) sq)
      by (destruct sq as [f r], (placer s), r; reflexivity).
    destruct (first_broken _); [reflexivity|]. unfold mirrored_setup, place. cbn [setup_edition left_out placer placed].
    rewrite see_put. cbn [option_map]. rewrite mirrored_piece. reflexivity.
  - reflexivity.
  - unfold setup_end_rules. cbn [mirrored_setup placer placed left_out forallb kinds].
    rewrite !mirrored_count. destruct (first_broken _); [reflexivity|].
    destruct (placer s); reflexivity.
Qed.

(** * False neighbours *)

Open Scope string_scope.

(** Exchanging the players without turning the board, and turning the board without exchanging them:
    a rabbit steps backward. *)
Example rabbits_know_their_direction :
  refused_last Gold "rh8 Ra4" "" "Ra4n" = Some None /\ refused_last Silver "Rh8 ra4" "" "ra4n" = Some (Some STP_5)
  /\ refused_last Gold "rh1 Ra5" "" "Ra5s" = Some (Some STP_5).
Proof. vm_compute. repeat split. Qed.

(** Setups are not symmetric by the exchange: Gold's ends with Silver's, and Silver's with play. *)
Example gold_sets_up_first :
  let left_out := flat_map (fun s => flat_map (fun k => repeat (Piece s k) (in_a_set k)) kinds) sides in
  effect (InSetup (Setup E2008 left_out Gold empty_board)) EndTurn
    = InSetup (Setup E2008 left_out Silver empty_board)
  /\ effect (InSetup (Setup E2008 left_out Silver empty_board)) EndTurn
    = InPlay (play_from E2008 empty_board Gold).
Proof. split; reflexivity. Qed.
