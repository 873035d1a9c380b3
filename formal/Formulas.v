(** The rules of steps as formulas, which a solver reads: each says of a board, and of what is open, what its rule says. *)

From Coq Require Import List Bool Arith.
From Arimaa Require Import Rules Board Captures Pushes.
Import ListNotations.

(** A formula: what stands on a square, whether that is frozen, and whether the step before left the square open. *)
Inductive formula :=
| Known (truth : bool) | Stands (s : square) (p : piece) | Frozen (s : square) | Left (s : square)
| And (f g : formula) | Or (f g : formula) | Not (f : formula).
Fixpoint holds (t : turn) (f : formula) : bool :=
  match f with
  | Known truth => truth
  | Stands s p => now t @ s == Some p
  | Frozen s => frozen (now t) s
  | Left s => match opened t with Nothing => false | Pull _ v | Push _ v => s == v end
  | And f g => holds t f && holds t g
  | Or f g => holds t f || holds t g
  | Not f => negb (holds t f)
  end.

(** * What stands on and beside squares *)

Definition any (l : list formula) : formula := fold_right Or (Known false) l.
Definition pieces : list piece := flat_map (fun sd => map (Piece sd) kinds) sides.
(** A piece stands on [s], and [f] holds of it; [on] says what stands where. *)
Definition some_piece (on : square -> piece -> formula) (s : square) (f : piece -> formula) : formula :=
  any (map (fun p => And (on s p) (f p)) pieces).
Definition some_beside on (s : square) (test : piece -> bool) : formula :=
  any (map (fun u => some_piece on u (fun q => Known (test q))) (adjacent s)).

Lemma holds_any t l : holds t (any l) = existsb (holds t) l.
Proof. induction l as [|f l IH]; simpl; [reflexivity|rewrite IH; reflexivity]. Qed.
Lemma existsb_map {A B} (f : A -> B) test l : existsb test (map f l) = existsb (fun x => test (f x)) l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|rewrite IH; reflexivity]. Qed.
Lemma existsb_same {A} (f g : A -> bool) l : (forall x, f x = g x) -> existsb f l = existsb g l.
Proof. intros e. induction l as [|x l IH]; simpl; [reflexivity|rewrite e, IH; reflexivity]. Qed.
Lemma in_pieces p : In p pieces.
Proof. destruct p as [[] []]; simpl; tauto. Qed.

Section On.
Variables (t : turn) (b : board) (on : square -> piece -> formula).
Hypothesis says : forall s p, holds t (on s p) = (b @ s == Some p).
Lemma holds_some_piece s f :
  holds t (some_piece on s f) = match b @ s with Some p => holds t (f p) | None => false end.
Proof.
  unfold some_piece. rewrite holds_any, existsb_map. apply eq_true_iff_eq. rewrite existsb_exists. simpl. split.
  - intros (p & _ & h). apply andb_true_iff in h. rewrite says, same_true in h. destruct h as (-> & h). exact h.
  - destruct (b @ s) as [p|] eqn:e; [|discriminate]. intros h. exists p. split; [apply in_pieces|].
    rewrite says, e, same_refl. exact h.
Qed.
Lemma holds_some_beside s test : holds t (some_beside on s test) = any_beside b s test.
Proof.
  unfold some_beside, any_beside. rewrite holds_any, existsb_map. apply existsb_same. intros u.
  rewrite holds_some_piece. destruct (b @ u); reflexivity.
Qed.
End On.

Lemma stands t s p : holds t (Stands s p) = (now t @ s == Some p).
Proof. reflexivity. Qed.

(** * Freezing and captures *)

Definition frozen_formula (s : square) : formula :=
  some_piece Stands s (fun p =>
    And (some_beside Stands s (fun q => enemy p q && stronger (kind_of q) (kind_of p)))
        (Not (some_beside Stands s (friendly p)))).
Theorem frozen_by_formula t s : holds t (frozen_formula s) = frozen (now t) s.
Proof.
  unfold frozen_formula, frozen. rewrite (holds_some_piece t (now t) Stands (stands t)).
  destruct (now t @ s) as [p|]; [|reflexivity]. simpl.
  rewrite !(holds_some_beside t (now t) Stands (stands t)). reflexivity.
Qed.

Definition unsupported_formula on (s : square) : formula :=
  And (Known (is_trap s)) (some_piece on s (fun p => Not (some_beside on s (friendly p)))).
Lemma holds_unsupported t b on s :
  (forall s p, holds t (on s p) = (b @ s == Some p)) -> holds t (unsupported_formula on s) = unsupported b s.
Proof.
  intros says. unfold unsupported_formula, unsupported. cbn [holds]. f_equal.
  rewrite (holds_some_piece t b on says). destruct (b @ s) as [p|]; [|reflexivity]. simpl.
  rewrite (holds_some_beside t b on says). reflexivity.
Qed.
Theorem unsupported_by_formula t s : holds t (unsupported_formula Stands s) = unsupported (now t) s.
Proof. apply holds_unsupported, stands. Qed.

(** [p] stands on [s] after a step from [u] to [v]: before the traps are looked at, and after. *)
Definition moved_formula (u v s : square) (p : piece) : formula :=
  if decide s u then Known false else Stands (if decide s v then u else s) p.
Definition after_formula (u v s : square) (p : piece) : formula :=
  And (moved_formula u v s p) (Not (unsupported_formula (moved_formula u v) s)).
Lemma holds_moved t u v s p : holds t (moved_formula u v s p) = (moved (now t) u v @ s == Some p).
Proof.
  unfold moved_formula, moved. rewrite !contents_put. destruct (decide s u); [reflexivity|].
  destruct (decide s v); reflexivity.
Qed.
Theorem after_by_formula t u v s p :
  holds t (after_formula u v s p) = (after_step (now t) u v @ s == Some p).
Proof.
  unfold after_formula. cbn [holds]. rewrite holds_moved, (holds_unsupported t (moved (now t) u v) _ s (holds_moved t u v)).
  unfold after_step, without_captured. rewrite contents_board_of.
  destruct (unsupported (moved (now t) u v) s); [apply andb_false_r|apply andb_true_r].
Qed.

(** * Legal steps *)

(** The side to move, the steps taken, and what is open but for its square, which [Left] asks for. *)
Inductive begun_part := NothingBegun | PullBegun (k : kind) | PushBegun (k : kind).
Definition begun_of (o : opening) : begun_part :=
  match o with Nothing => NothingBegun | Pull k _ => PullBegun k | Push k _ => PushBegun k end.

Definition part_formula (sd : side) (n : nat) (o : begun_part) (st : step) (target : square) : formula :=
  let p := stepper st in
  let pushes s := some_piece Stands s (fun q =>
    And (Known ((side_of q == sd) && stronger (kind_of q) (kind_of p))) (Not (Frozen s))) in
  let begins := And (Known (n <? 3)) (any (map pushes (adjacent (from st)))) in
  match o with
  | PushBegun pushed =>
      And (And (Known (side_of p == sd)) (Left target)) (And (Known (stronger (kind_of p) pushed)) (Not (Frozen (from st))))
  | _ =>
      if decide (side_of p) sd
      then And (Known (negb (steps_backward st))) (Not (Frozen (from st)))
      else match o with
           | PullBegun k => Or (And (Known (stronger k (kind_of p))) (Left target)) begins
           | _ => begins
           end
  end.
Definition step_formula (sd : side) (n : nat) (o : begun_part) (st : step) : formula :=
  match beside (from st) (towards st) with
  | Some target =>
      And (And (Known (n <? 4)) (Stands (from st) (stepper st)))
          (And (Not (some_piece Stands target (fun _ => Known true))) (part_formula sd n o st target))
  | None => Known false
  end.

Lemma none_is_broken l : is_none (first_broken l) = forallb snd l.
Proof. induction l as [|(r, h) l IH]; simpl; [reflexivity|]. destruct h; [exact IH|reflexivity]. Qed.
Lemma existsb_filter {A} (f g : A -> bool) l : existsb f (filter g l) = existsb (fun x => g x && f x) l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|]. destruct (g x); simpl; rewrite IH; reflexivity. Qed.

(** What holds of a step by the formula of its part holds by the rules of its part. *)
Lemma part_by_formula t st target :
  holds t (part_formula (mover t) (taken t) (begun_of (opened t)) st target)
  = forallb snd (part_rules t st target).
Proof.
  assert (begins : holds t (And (Known (taken t <? 3)) (any (map (fun s => some_piece Stands s (fun q =>
              And (Known ((side_of q == mover t) && stronger (kind_of q) (kind_of (stepper st)))) (Not (Frozen s))))
              (adjacent (from st)))))
    = forallb snd (let able := pushers (now t) (mover t) (kind_of (stepper st)) (from st) in
           [ (PSH_1, negb (able == []));
             (PSH_2, existsb (fun s => negb (frozen (now t) s)) able);
             (PSH_3, taken t <? 3) ])).
  { cbv zeta. cbn [holds forallb snd]. rewrite holds_any, existsb_map.
    set (able := pushers _ _ _ _).
    assert (e : existsb (fun s => holds t (some_piece Stands s (fun q =>
              And (Known ((side_of q == mover t) && stronger (kind_of q) (kind_of (stepper st)))) (Not (Frozen s)))))
              (adjacent (from st)) = existsb (fun s => negb (frozen (now t) s)) able).
    { unfold able, pushers. rewrite existsb_filter. apply existsb_same. intros s.
      rewrite (holds_some_piece t (now t) Stands (stands t)). destruct (now t @ s); reflexivity. }
    rewrite e. destruct able; simpl; [apply andb_false_r|]. rewrite andb_true_r. apply andb_comm. }
  unfold part_formula, part_rules, fits_pull.
  destruct (opened t) as [|k v|k v] eqn:o; cbn [begun_of].
  - destruct (decide (side_of (stepper st)) (mover t)); [cbn; rewrite andb_true_r; reflexivity|exact begins].
  - destruct (decide (side_of (stepper st)) (mover t)) as [|n]; [cbn; rewrite andb_true_r; reflexivity|].
    apply not_same_side in n. rewrite n, same_refl. cbn [holds] in *. rewrite o, andb_true_l.
    destruct (stronger k (kind_of (stepper st)) && (target == v)); [reflexivity|]. exact begins.
  - cbn [holds forallb snd]. rewrite o, andb_true_r. reflexivity.
Qed.
Theorem step_by_formula t st :
  holds t (step_formula (mover t) (taken t) (begun_of (opened t)) st) = is_none (step_refusal t st).
Proof.
  unfold step_formula, step_refusal, step_rules. rewrite none_is_broken, forallb_app. unfold any_step_rules.
  destruct (beside (from st) (towards st)) as [target|] eqn:d.
  - cbn [holds]. rewrite part_by_formula, (holds_some_piece t (now t) Stands (stands t)).
    cbn [forallb snd is_none negb andb holds]. unfold is_empty.
    destruct (decide (now t @ from st) (Some (stepper st))) as [e|].
    + rewrite e. destruct (taken t <? 4), (now t @ target); cbn; rewrite ?andb_true_r; reflexivity.
    + rewrite !andb_false_r. reflexivity.
  - cbn. rewrite !andb_false_r. reflexivity.
Qed.

(** * Rabbits at goal *)

Definition goal_formula (s : square) (sd : side) : formula :=
  And (Known (rank s == goal_rank sd)) (Stands s (Piece sd Rabbit)).
Theorem goal_by_formula t sd :
  existsb (fun s => holds t (goal_formula s sd)) squares = on_goal (now t) sd.
Proof.
  apply eq_true_iff_eq. unfold on_goal. rewrite !existsb_exists. cbn [holds goal_formula]. split.
  - intros (s & _ & h). apply andb_true_iff in h. rewrite !same_true in h. destruct h as (r & h).
    exists (file s). split; [apply in_numbers|]. apply same_true. rewrite <- r. destruct s. exact h.
  - intros (f & _ & h). exists (Square f (goal_rank sd)). split; [apply in_squares|].
    rewrite h. simpl. rewrite same_refl. reflexivity.
Qed.
