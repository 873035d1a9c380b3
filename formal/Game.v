(** Whole games: a refused action changes nothing; every board of a game is valid (VAL-1, VAL-2,
    VAL-6); no position stands three times in the current edition (VAL-7); and every game ends. *)

From Coq Require Import String List Bool Arith Lia.
From Arimaa Require Import Rules Text Board Captures Pushes Turns.
Import ListNotations.
Close Scope string_scope.

(** * Refused actions *)

(** A person tries actions one after the other (END-12). *)
Definition attempt (g : game) (a : action) : game :=
  match act g a with inl _ => g | inr g' => g' end.
Fixpoint accepted (g : game) (l : list action) : list action :=
  match l with
  | [] => []
  | a :: rest => match act g a with inl _ => accepted g rest | inr g' => a :: accepted g' rest end
  end.
(** The game after actions that are all accepted. *)
Fixpoint acts (g : game) (l : list action) : option game :=
  match l with
  | [] => Some g
  | a :: rest => match act g a with inl _ => None | inr g' => acts g' rest end
  end.

(** Refused actions change nothing: without them the game is the same, and all others are accepted. *)
Theorem refused_actions_change_nothing l : forall g,
  acts g (accepted g l) = Some (fold_left attempt l g).
Proof.
  induction l as [|a l IH]; intros g; simpl; [reflexivity|].
  unfold attempt at 2. destruct (act g a) as [r|g'] eqn:e; [apply IH|].
  simpl. rewrite e. apply IH.
Qed.

(** An action is accepted if the game is not decided and no rule refuses it. *)
Lemma act_accepted g a g' :
  act g a = inr g' <-> outcome g = None /\ refusal g a = None /\ g' = effect g a.
Proof.
  unfold act, player_refusal. destruct (outcome g) as [[r w]|].
  - split; [discriminate|]. intros (e & _). discriminate.
  - destruct (refusal g a); split; try discriminate.
    + intros (_ & e & _). discriminate.
    + intros e. inversion e. auto.
    + intros (_ & _ & ->). reflexivity.
Qed.
Lemma acts_are_legal l : forall g g', acts g l = Some g' -> after_actions g l = Some g'.
Proof.
  induction l as [|a l IH]; intros g g'; simpl; [auto|].
  destruct (act g a) as [|h] eqn:e; [discriminate|]. apply act_accepted in e.
  destruct e as (_ & -> & ->). apply IH.
Qed.

(** * Validity *)

Definition board_now (g : game) : board :=
  match g with InSetup s => placed s | InPlay p => now (current_turn p) end.

(** A board of setups: all pieces stand on the home ranks, where no trap is. *)
Definition at_home (b : board) : Prop :=
  forall sq, b @ sq <> None -> is_home Gold sq = true \/ is_home Silver sq = true.
Lemma no_trap_at_home sq : is_home Gold sq = true \/ is_home Silver sq = true -> is_trap sq = false.
Proof. destruct sq as [f r]. destruct f, r; cbv; intros [h|h]; reflexivity || discriminate. Qed.
Lemma supported_at_home b : at_home b -> supported b = true.
Proof.
  intros h. apply supported_true. intros sq. unfold unsupported.
  destruct (b @ sq) as [p|] eqn:c; [|apply andb_false_r].
  rewrite no_trap_at_home; [reflexivity|]. apply h. congruence.
Qed.
Lemma few_enough_true b : few_enough b = true <-> forall s k, count (Piece s k) b <= in_a_set k.
Proof.
  unfold few_enough. rewrite forallb_forall. split.
  - intros all s k. assert (is : In s sides) by (destruct s; cbv; tauto).
    specialize (all s is). rewrite forallb_forall in all. apply Nat.leb_le, all.
    destruct k; cbv; tauto.
  - intros all s _. apply forallb_forall. intros k _. apply Nat.leb_le, all.
Qed.

Definition sound (g : game) : Prop :=
  match g with
  | InSetup s => few_enough (placed s) = true /\ at_home (placed s)
  | InPlay p =>
      valid_board (now (current_turn p)) = true
      /\ (exists rest, past p = (start (current_turn p), mover (current_turn p)) :: rest)
      /\ (forall x, In x (past p) -> valid_board (fst x) = true)
      /\ taken (current_turn p) <= 4
      /\ (taken (current_turn p) = 0
          -> current_turn p = turn_from (mover (current_turn p)) (start (current_turn p)))
  end.

Lemma count_placed p q b sq :
  b @ sq = None -> count q (put b sq (Some p)) = count q b + (if decide (Some p) (Some q) then 1 else 0).
Proof. intros e. pose proof (count_put b sq (Some p) q) as h. rewrite e in h.
  destruct (decide None (Some q)); [discriminate|].
  destruct (decide (Some p) (Some q)); lia. Qed.

Lemma sound_step g a : sound g -> refusal g a = None -> sound (effect g a).
Proof.
  intros ok legal. destruct g as [s|p]; destruct a as [q sq|st|]; cbn [refusal] in legal; try discriminate.
  - (* A placement. *)
    destruct ok as (few & home). simpl.
    assert (rules : forall r h, In (r, h) (placement_rules s q sq) -> h = true)
      by (apply first_broken_none; exact legal).
    unfold placement_rules in rules.
    assert (own : (side_of q == placer s) = true) by (apply (rules SET_2); simpl; auto).
    assert (hm : is_home (placer s) sq = true) by (apply (rules SET_3); simpl; auto).
    assert (em : is_empty (placed s) sq = true) by (apply (rules SET_4); simpl; auto).
    assert (lt : (count q (placed s) <? to_place (left_out s) q) = true)
      by (apply (rules SET_5); simpl; auto).
    apply is_empty_true in em. apply Nat.ltb_lt in lt.
    split.
    + apply few_enough_true. intros sd k. rewrite count_placed by exact em.
      destruct (decide (Some q) (Some (Piece sd k))) as [e|].
      * inversion e. subst q. unfold to_place in lt. simpl in lt. lia.
      * rewrite few_enough_true in few. specialize (few sd k). lia.
    + intros u c. rewrite contents_put in c. destruct (decide u sq) as [->|]; [|exact (home u c)].
      destruct (placer s); auto.
  - (* The end of a setup. *)
    destruct ok as (few & home). simpl. destruct (placer s); simpl; [auto|].
    assert (v : valid_board (placed s) = true)
      by (unfold valid_board; rewrite few, (supported_at_home _ home); reflexivity).
    split; [exact v|]. split; [eauto|].
    split; [intros x [<-|[]]; exact v|split; [lia|reflexivity]].
  - (* A step. *)
    destruct ok as (v & head & all & four & _). simpl.
    pose proof legal as h. apply legal_step in h. destruct h as (lt & target & d & can & _).
    rewrite (stepped_eq _ _ _ d). simpl.
    split; [|split; [exact head|split; [intros x; exact (all x)|split; [lia|discriminate]]]].
    exact (a_step_keeps_boards_valid _ _ _ _ can v).
  - (* The end of a turn. *)
    destruct ok as (v & head & all & four & _). simpl.
    split; [exact v|]. split; [eauto|]. split; [|split; [lia|reflexivity]].
    intros x [<-|i]; [exact v|exact (all x i)].
Qed.

Lemma sound_along l : forall g g', sound g -> after_actions g l = Some g' -> sound g'.
Proof.
  induction l as [|a l IH]; intros g g' ok; simpl; [intros e; inversion e; subst; exact ok|].
  destruct (refusal g a) eqn:r; [discriminate|]. apply IH. apply sound_step; assumption.
Qed.

Lemma sound_new_game e h : sound (new_game e h).
Proof.
  split; [vm_compute; reflexivity|]. intros sq c. exfalso. apply c.
  unfold new_game. simpl. apply (contents_board_of (fun _ => None)).
Qed.
Lemma sound_play_from e b s : valid_board b = true -> sound (InPlay (play_from e b s)).
Proof.
  intros v. split; [exact v|]. split; [exists []; reflexivity|].
  split; [|split; [simpl; lia|reflexivity]].
  intros x i. simpl in i. destruct i as [<-|[]]. exact v.
Qed.

(** A game begins with its setups, whatever the handicap, or from a valid position that stands for the
    first time (SET-8, REP-3). A moment that is given with earlier ends of turns is no beginning. *)
Definition begins (e : edition) (g : game) : Prop :=
  (exists h, g = new_game e h) \/ exists b s, valid_board b = true /\ g = InPlay (play_from e b s).
Lemma sound_beginning e g : begins e g -> sound g.
Proof. intros [(h & ->)|(b & s & v & ->)]; [apply sound_new_game|apply sound_play_from, v]. Qed.

(** Every board of every game is valid, *)
Theorem boards_of_games_are_valid e g l g' :
  begins e g -> after_actions g l = Some g' -> valid_board (board_now g') = true.
Proof.
  intros b a. pose proof (sound_along l _ _ (sound_beginning e g b) a) as ok.
  destruct g' as [s|p]; simpl in *; [|tauto].
  destruct ok as (few & home). unfold valid_board. rewrite few, (supported_at_home _ home). reflexivity.
Qed.
(** and so are the ends of earlier turns (VAL-6); a turn without a step is as it began. *)
Theorem turns_of_games e g l p (t := current_turn p) :
  begins e g -> after_actions g l = Some (InPlay p) ->
  forallb (fun x => valid_board (fst x)) (past p) = true
  /\ taken t <= 4 /\ (taken t = 0 -> t = turn_from (mover t) (start t)).
Proof.
  intros b a. pose proof (sound_along l _ _ (sound_beginning e g b) a) as ok.
  destruct ok as (_ & _ & all & four & fresh).
  split; [apply forallb_forall; exact all|auto].
Qed.

(** * Repetition *)

Lemma same_position_true e x y :
  same_position e x y = true <-> fst x = fst y /\ (compares_side e = true -> snd x = snd y).
Proof.
  unfold same_position. rewrite andb_true_iff, same_true, orb_true_iff, negb_true_iff, same_true.
  destruct (compares_side e); intuition congruence.
Qed.
Lemma same_position_equal e x y z :
  same_position e x y = true -> same_position e x z = same_position e y z.
Proof.
  intros h. apply eq_true_iff_eq. rewrite !same_position_true in *. intuition congruence.
Qed.
Lemma times_equal e x y l : same_position e x y = true -> times e x l = times e y l.
Proof.
  intros h. unfold times. f_equal. apply filter_ext. intros z. apply same_position_equal, h.
Qed.
Lemma times_cons e x y l :
  times e x (y :: l) = (if same_position e x y then 1 else 0) + times e x l.
Proof. unfold times. simpl. destruct (same_position e x y); reflexivity. Qed.
Lemma count_occ_times e x l : count_occ decide l x <= times e x l.
Proof.
  induction l as [|y l IH]; simpl; [lia|]. rewrite times_cons.
  destruct (decide y x) as [->|]; [|lia].
  replace (same_position e x x) with true; [lia|].
  symmetry. apply same_position_true. auto.
Qed.

(** In the current edition no position stands three times, even if movement goes on after the end. *)
Definition none_stands_thrice (g : game) : Prop :=
  match g with
  | InSetup _ => True
  | InPlay p => refuses_third (edition_of p) = true -> forall x, times (edition_of p) x (past p) <= 2
  end.
Lemma none_thrice_start e b s : none_stands_thrice (InPlay (play_from e b s)).
Proof.
  intros _ x. cbn [past play_from edition_of]. rewrite times_cons. unfold times. simpl.
  destruct (same_position e x (b, s)); lia.
Qed.
Lemma none_thrice_beginning e g : begins e g -> none_stands_thrice g.
Proof. intros [(h & ->)|(b & s & _ & ->)]; [exact I|apply none_thrice_start]. Qed.
Lemma none_thrice_step g a : none_stands_thrice g -> refusal g a = None -> none_stands_thrice (effect g a).
Proof.
  intros few legal. destruct g as [s|p]; destruct a as [q sq|st|]; cbn [refusal] in legal; try discriminate; try exact I.
  - simpl. destruct (placer s); [exact I|apply none_thrice_start].
  - exact few.
  - intros old x. cbn [effect play_end edition_of past current_turn] in *. specialize (few old).
    rewrite times_cons. destruct (same_position _ x (end_position (current_turn p))) eqn:s; [|specialize (few x); lia].
    rewrite (times_equal _ x _ _ s).
    assert (r : negb (refuses_third (edition_of p) && (2 <=? times (edition_of p) (end_position (current_turn p)) (past p))) = true)
      by (apply (proj1 (first_broken_none (end_rules p)) legal REP_2); simpl; tauto).
    rewrite old, andb_true_l in r. apply negb_true_iff, Nat.leb_gt in r. lia.
Qed.
Lemma none_thrice_along l : forall g g', none_stands_thrice g -> after_actions g l = Some g' -> none_stands_thrice g'.
Proof.
  induction l as [|a l IH]; intros g g' few; cbn [after_actions]; [intros e; inversion e; subst; exact few|].
  destruct (refusal g a) eqn:r; [discriminate|]. apply IH, none_thrice_step; assumption.
Qed.
(** VAL-7: in the current edition no position of a game stands three times. *)
Theorem nothing_stands_three_times e g l p :
  begins e g -> after_actions g l = Some (InPlay p) -> edition_of p = E2008 -> forall x, times E2008 x (past p) <= 2.
Proof.
  intros b a h. pose proof (none_thrice_along l _ _ (none_thrice_beginning e g b) a) as few.
  simpl in few. rewrite h in few. exact (few eq_refl).
Qed.

(** In the others one may stand a third time at the last end of a turn, which then decides the game. *)
Definition few_repetitions (g : game) : Prop :=
  match g with
  | InSetup _ => True
  | InPlay p => refuses_third (edition_of p) = false ->
                (forall x, times (edition_of p) x (past p) <= 3) /\ (forall x, times (edition_of p) x (tl (past p)) <= 2)
  end.
Lemma few_repetitions_start e b s : few_repetitions (InPlay (play_from e b s)).
Proof.
  intros _. split; intros x; cbn [past play_from edition_of tl]; [rewrite times_cons|]; unfold times; simpl; [|lia].
  destruct (same_position e x (b, s)); lia.
Qed.

Lemma few_repetitions_act g a g' :
  sound g -> few_repetitions g -> act g a = inr g' -> few_repetitions g'.
Proof.
  intros ok few h. apply act_accepted in h. destruct h as (going & legal & ->).
  destruct g as [s|p]; destruct a as [q sq|st|]; cbn [refusal] in legal; try discriminate; try exact I.
  - simpl. destruct (placer s); [exact I|]. apply few_repetitions_start.
  - exact few.
  - simpl in *. destruct ok as (_ & (rest & head) & _ & _). intros old. destruct (few old) as (_ & two).
    set (e := edition_of p) in *. set (x0 := end_position (current_turn p)) in *.
    assert (lt : times e (start (current_turn p), mover (current_turn p)) (past p) < 3).
    { unfold outcome, play_outcome in going. destruct (decided_by p) eqn:dec; [discriminate|].
      rewrite none_holds_goes_on in dec.
      assert (c : check p END_10 = false)
        by (apply dec; unfold e in old; destruct (edition_of p); simpl; try tauto; discriminate).
      unfold check in c. apply Nat.leb_gt in c. exact c. }
    assert (all : forall x, times e x (past p) <= 2).
    { intros x. rewrite head in *. simpl in two.
      destruct (same_position e x (start (current_turn p), mover (current_turn p))) eqn:s.
      - rewrite (times_equal e x _ _ s). lia.
      - rewrite times_cons, s. apply two. }
    split; [|exact all]. intros x. rewrite times_cons. specialize (all x).
    destruct (same_position e x x0); lia.
Qed.

Lemma few_repetitions_along l : forall g g',
  sound g -> few_repetitions g -> acts g l = Some g' -> few_repetitions g'.
Proof.
  induction l as [|a l IH]; intros g g' ok few; simpl; [intros e; inversion e; subst; exact few|].
  destruct (act g a) as [|h] eqn:e; [discriminate|]. apply IH.
  - pose proof e as e'. apply act_accepted in e'. destruct e' as (_ & r & ->). apply sound_step; assumption.
  - eapply few_repetitions_act; eassumption.
Qed.

Lemma few_repetitions_beginning e g : begins e g -> few_repetitions g.
Proof. intros [(h & ->)|(b & s & _ & ->)]; [exact I|apply few_repetitions_start]. Qed.

(** * Every game ends *)

(** What a list can hold if it holds nothing often. *)
Lemma length_remove {A} `{Decidable A} (x : A) l : length l = count_occ decide l x + length (remove decide x l).
Proof.
  induction l as [|y l IH]; simpl; [reflexivity|].
  destruct (decide y x), (decide x y); simpl; try congruence; lia.
Qed.
Lemma count_occ_remove {A} `{Decidable A} (x y : A) l : count_occ decide (remove decide x l) y <= count_occ decide l y.
Proof.
  induction l as [|z l IH]; simpl; [lia|].
  destruct (decide x z); simpl; destruct (decide z y); lia.
Qed.
Lemma length_by_count {A} `{Decidable A} (k : nat) (all : list A) : forall l,
  (forall x, In x l -> In x all) -> (forall x, count_occ decide l x <= k) -> length l <= k * length all.
Proof.
  induction all as [|x all IH]; intros l inc few.
  - destruct l as [|y l]; [simpl; lia|]. destruct (inc y (or_introl eq_refl)).
  - rewrite (length_remove x l). simpl. specialize (few x) as fx.
    assert (length (remove decide x l) <= k * length all); [|lia].
    apply IH.
    + intros y i. apply in_remove in i. destruct i as (i & n). destruct (inc y i); [congruence|assumption].
    + intros y. specialize (few y). pose proof (count_occ_remove x y l). lia.
Qed.

(** All boards there are: 13 contents on each of 64 squares. *)
Definition all_eights {A} (l : list A) : list (eight A) :=
  flat_map (fun a => flat_map (fun b => flat_map (fun c => flat_map (fun d =>
  flat_map (fun e => flat_map (fun f => flat_map (fun g => map (fun h => Eight a b c d e f g h)
    l) l) l) l) l) l) l) l.
Lemma in_all_eights {A} (l : list A) (v : eight A) : (forall n, In (item v n) l) -> In v (all_eights l).
Proof.
  intros h. destruct v as [a b c d e f g i]. unfold all_eights.
  apply in_flat_map; exists a; split; [exact (h N1)|]. apply in_flat_map; exists b; split; [exact (h N2)|].
  apply in_flat_map; exists c; split; [exact (h N3)|]. apply in_flat_map; exists d; split; [exact (h N4)|].
  apply in_flat_map; exists e; split; [exact (h N5)|]. apply in_flat_map; exists f; split; [exact (h N6)|].
  apply in_flat_map; exists g; split; [exact (h N7)|]. apply in_map. exact (h N8).
Qed.
Lemma length_flat_map_same {A B} (f : A -> list B) l n :
  (forall x, length (f x) = n) -> length (flat_map f l) = length l * n.
Proof. intros h. induction l; simpl; [reflexivity|]. rewrite app_length, h. lia. Qed.
Lemma length_all_eights {A} (l : list A) : length (all_eights l) = length l ^ 8.
Proof.
  unfold all_eights. simpl. rewrite Nat.mul_1_r.
  repeat (apply length_flat_map_same; intros ?). apply map_length.
Qed.

Definition all_contents : list (option piece) :=
  None :: flat_map (fun s => map (fun k => Some (Piece s k)) kinds) sides.
Lemma in_all_contents c : In c all_contents.
Proof. destruct c as [[s k]|]; [destruct s, k|]; cbv; tauto. Qed.
Definition all_positions : list position := list_prod (all_eights (all_eights all_contents)) sides.
Lemma in_all_positions (x : position) : In x all_positions.
Proof.
  destruct x as [b s]. apply in_prod.
  - apply in_all_eights. intros n. apply in_all_eights. intros m. apply in_all_contents.
  - destruct s; cbv; tauto.
Qed.
Lemma length_all_positions : length all_positions = 13 ^ 64 * 2.
Proof.
  transitivity (length (all_eights (all_eights all_contents)) * length sides); [apply prod_length|].
  rewrite !length_all_eights. replace (length all_contents) with 13 by reflexivity.
  rewrite <- Nat.pow_mul_r. change (8 * 8) with 64. change (length sides) with 2. exact eq_refl.
Qed.

(** Each action counts: placements by the squares that are filled, steps by those taken, ends of
    turns by the list of them. *)
Definition filled (b : board) : nat := length (filter (fun sq => negb (is_empty b sq)) squares).
Definition progress (g : game) : nat :=
  match g with
  | InSetup s => filled (placed s) + (match placer s with Gold => 0 | Silver => 1 end)
  | InPlay p => 61 + 5 * length (past p) + taken (current_turn p)
  end.

Lemma filled_most b : filled b <= 64.
Proof.
  unfold filled. pose proof (filter_length_le (fun sq => negb (is_empty b sq)) (fun _ => true) squares (fun _ _ => eq_refl)) as h.
  assert (e : length (filter (fun _ : square => true) squares) = 64) by reflexivity. lia.
Qed.
Lemma filled_put b sq p : b @ sq = None -> filled (put b sq (Some p)) = S (filled b).
Proof.
  intros e. unfold filled.
  pose proof (filter_change (fun t => negb (is_empty (put b sq (Some p)) t)) (fun t => negb (is_empty b t))
                squares sq squares_differ (in_squares sq)) as h.
  cbv beta in h. unfold is_empty in *. rewrite contents_put in h. rewrite e in h.
  destruct (decide sq sq); [|congruence]. cbn [is_none negb] in h.
  rewrite Nat.add_0_r in h. rewrite h; [lia|].
  intros t n. rewrite contents_put. destruct (decide t sq); congruence.
Qed.

Lemma progress_step g a : sound g -> refusal g a = None -> progress g < progress (effect g a).
Proof.
  intros ok legal. destruct g as [s|p]; destruct a as [q sq|st|]; cbn [refusal] in legal; try discriminate.
  - assert (em : is_empty (placed s) sq = true)
      by (apply (proj1 (first_broken_none _) legal SET_4); simpl; tauto).
    apply is_empty_true in em. simpl. rewrite filled_put by exact em. lia.
  - simpl. destruct (placer s); simpl; [lia|]. pose proof (filled_most (placed s)). lia.
  - simpl. apply legal_step in legal. destruct legal as (_ & target & d & _).
    rewrite (stepped_eq _ _ _ d). simpl. lia.
  - destruct ok as (_ & _ & _ & four & _).
    cbn [effect progress play_end past current_turn taken turn_from length].
    lia.
Qed.
Lemma progress_along l : forall g g',
  sound g -> after_actions g l = Some g' -> progress g + length l <= progress g'.
Proof.
  induction l as [|a l IH]; intros g g' ok; simpl.
  - intros e. inversion e. lia.
  - destruct (refusal g a) eqn:r; [discriminate|]. intros h.
    pose proof (progress_step g a ok r). specialize (IH _ _ (sound_step g a ok r) h). lia.
Qed.

Lemma past_most p k :
  (forall x, times (edition_of p) x (past p) <= k) -> length (past p) <= k * (13 ^ 64 * 2).
Proof.
  intros few. rewrite <- length_all_positions. apply (length_by_count k all_positions).
  - intros x _. apply in_all_positions.
  - intros x. pose proof (count_occ_times (edition_of p) x (past p)). specialize (few x). lia.
Qed.

(** In every edition, and with every handicap, every game ends: no game has more actions than this. *)
Theorem every_game_ends e g l g' :
  begins e g -> acts g l = Some g' -> length l <= 65 + 5 * (3 * (13 ^ 64 * 2)).
Proof.
  intros b a. pose proof (sound_beginning e g b) as ok0.
  pose proof (few_repetitions_along l _ _ ok0 (few_repetitions_beginning e g b) a) as few.
  pose proof (acts_are_legal l _ _ a) as legal.
  pose proof (none_thrice_along l _ _ (none_thrice_beginning e g b) legal) as two.
  pose proof (sound_along l _ _ ok0 legal) as ok.
  pose proof (progress_along l _ _ ok0 legal) as more.
  assert (bound : progress g' <= (match g with InSetup _ => 65 | InPlay _ => 66 end) + 5 * (3 * (13 ^ 64 * 2))).
  { assert (play : forall p, g' = InPlay p -> progress g' <= 65 + 5 * (3 * (13 ^ 64 * 2))).
    { intros p ->. generalize (past_most) as most. generalize (13 ^ 64 * 2) as n. intros n most. simpl progress.
      assert (three : forall x, times (edition_of p) x (past p) <= 3).
      { intros x. simpl in few, two. destruct (refuses_third (edition_of p)).
        - specialize (two eq_refl x). lia.
        - apply (few eq_refl). }
      specialize (most p 3 three). destruct ok as (_ & _ & _ & four & _). lia. }
    revert play. generalize (5 * (3 * (13 ^ 64 * 2))) as n. intros n play.
    destruct g' as [s'|p]; [|specialize (play p eq_refl); destruct g; lia].
    simpl progress. pose proof (filled_most (placed s')). destruct g, (placer s'); lia. }
  assert (begin : match g with InSetup _ => 0 | InPlay _ => 1 end <= progress g)
    by (destruct g; simpl; lia).
  revert bound more. generalize (5 * (3 * (13 ^ 64 * 2))) as n. intros. destruct g; lia.
Qed.

(** And no game stops without a result between two turns: a game that is not decided when a turn
    begins has a legal turn. *)
Theorem a_game_that_goes_on_has_a_turn p :
  supported (start (current_turn p)) = true -> decided_by p = None -> can_end 4 (begun p) = true.
Proof.
  intros sup none. rewrite none_holds_goes_on in none.
  assert (step : has_step (start (current_turn p)) (mover (current_turn p)) = true).
  { assert (c : check p END_7 = false) by (apply none; destruct (edition_of p); simpl; tauto).
    unfold check in c. apply negb_false_iff in c. exact c. }
  destruct (can_end 4 (begun p)) eqn:c; [reflexivity|].
  assert (e : edition_of p = E2008) by (exact (no_turn_only_by_repetition p sup step c)).
  assert (c8 : check p END_8 = false) by (apply none; rewrite e; simpl; tauto).
  assert (h : check p END_8 = has_step (start (current_turn p)) (mover (current_turn p))
                              && negb (can_end 4 (begun p))) by reflexivity.
  rewrite h, step, c in c8. discriminate.
Qed.
