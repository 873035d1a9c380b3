(** Ways and turns: a turn can be where no push is pending, after so many steps, at exactly the boards
    to which a way of Search.v leads in as many. With THM-6, as docs/formal.md says. *)

From Coq Require Import String List Bool Arith Lia.
From Arimaa Require Import Rules Text Board Captures Pushes Pulls Turns Search.
Import ListNotations.
Close Scope string_scope.

(** A step that is legal is legal from another turn with the same board and the same thing open, if
    there are steps left. *)
Lemma transfer t u st :
  mover u = mover t -> now u = now t -> opened u = opened t -> taken u < 4 ->
  (push_pending t = true \/ side_of (stepper st) = mover t \/ taken u < 3
   \/ exists target, beside (from st) (towards st) = Some target /\ fits_pull t (stepper st) target = true) ->
  step_refusal t st = None -> step_refusal u st = None.
Proof.
  intros m n o lt room h. apply legal_step in h. destruct h as (_ & target & d & can & parts).
  apply legal_step. split; [exact lt|]. exists target. split; [exact d|]. split; [congruence|].
  assert (f : fits_pull u (stepper st) target = fits_pull t (stepper st) target)
    by (unfold fits_pull; rewrite o, m; reflexivity).
  unfold part_rules in *. rewrite o, m, n, f.
  assert (more : decide (side_of (stepper st)) (mover t) = decide (side_of (stepper st)) (mover t) ->
            push_pending t = false -> side_of (stepper st) <> mover t ->
            fits_pull t (stepper st) target = false -> taken u < 3).
  { intros _ np ns nf. destruct room as [r|[r|[r|(x & d' & r)]]]; congruence || exact r. }
  unfold push_pending in more. destruct (opened t); [| |exact parts].
  all: destruct (decide (side_of (stepper st)) (mover t)) as [e|ns]; [exact parts|];
       destruct (fits_pull t (stepper st) target); [reflexivity|];
       specialize (more eq_refl eq_refl ns eq_refl);
       rewrite first_broken_none in *; intros r h [i|[i|[i|[]]]];
       [apply (parts r h); left; exact i|apply (parts r h); right; left; exact i|];
       inversion i; subst; apply Nat.ltb_lt; exact more.
Qed.
(** An own step asks nothing of an open pull, and an enemy's step that does not fit it neither. *)
Lemma transfer_pull t u st :
  mover u = mover t -> now u = now t -> push_pending t = false -> push_pending u = false -> taken u < 4 ->
  (side_of (stepper st) = mover t
   \/ taken u < 3 /\ forall target, beside (from st) (towards st) = Some target ->
        fits_pull t (stepper st) target = false /\ fits_pull u (stepper st) target = false) ->
  step_refusal t st = None -> step_refusal u st = None.
Proof.
  intros m n np np' lt room h. apply legal_step in h. destruct h as (_ & target & d & can & parts).
  apply legal_step. split; [exact lt|]. exists target. split; [exact d|]. split; [congruence|].
  unfold part_rules in *. unfold push_pending in *. rewrite m, n.
  assert (parts' : first_broken
     (if decide (side_of (stepper st)) (mover t)
      then [(STP_5, negb (steps_backward st)); (FRZ_2, negb (frozen (now t) (from st)))]
      else if fits_pull t (stepper st) target then []
      else let able := pushers (now t) (mover t) (kind_of (stepper st)) (from st) in
           [(PSH_1, negb (able == [])); (PSH_2, existsb (fun s => negb (frozen (now t) s)) able);
            (PSH_3, taken t <? 3)]) = None) by (destruct (opened t); [exact parts|exact parts|discriminate]).
  assert (goal : first_broken
     (if decide (side_of (stepper st)) (mover t)
      then [(STP_5, negb (steps_backward st)); (FRZ_2, negb (frozen (now t) (from st)))]
      else if fits_pull u (stepper st) target then []
      else let able := pushers (now t) (mover t) (kind_of (stepper st)) (from st) in
           [(PSH_1, negb (able == [])); (PSH_2, existsb (fun s => negb (frozen (now t) s)) able);
            (PSH_3, taken u <? 3)]) = None).
  { destruct (decide (side_of (stepper st)) (mover t)) as [e|ns]; [exact parts'|].
    destruct room as [r|(more & nf)]; [congruence|]. destruct (nf target d) as (f & f').
    rewrite f in parts'. rewrite f'. rewrite first_broken_none in *. intros r h [i|[i|[i|[]]]];
      [apply (parts' r h); left; exact i|apply (parts' r h); right; left; exact i|].
    inversion i; subst. apply Nat.ltb_lt. exact more. }
  destruct (opened u); [exact goal|exact goal|discriminate].
Qed.

Lemma now_stepped t u st : now u = now t -> now (stepped u st) = now (stepped t st).
Proof. intros n. unfold stepped. destruct (beside (from st) (towards st)); [|exact n]. simpl. rewrite n. reflexivity. Qed.
Lemma mover_stepped t st : mover (stepped t st) = mover t.
Proof. unfold stepped. destruct (beside (from st) (towards st)); reflexivity. Qed.
Lemma taken_stepped t st : step_refusal t st = None -> taken (stepped t st) = S (taken t).
Proof. intros h. apply legal_step in h. destruct h as (_ & target & d & _). rewrite (stepped_eq _ _ _ d). reflexivity. Qed.
Lemma opened_plain t st :
  step_refusal t st = None -> side_of (stepper st) = mover t -> push_pending t = false ->
  opened (stepped t st) = Pull (kind_of (stepper st)) (from st).
Proof.
  intros h o np. apply legal_step in h. destruct h as (_ & target & d & _). rewrite (stepped_eq _ _ _ d).
  simpl. unfold opens, part_of. destruct (decide (side_of (stepper st)) (mover t)); [|congruence].
  unfold push_pending in np. destruct (opened t); reflexivity || discriminate.
Qed.
Lemma opened_completion t st :
  step_refusal t st = None -> push_pending t = true ->
  opened (stepped t st) = Nothing /\ side_of (stepper st) = mover t.
Proof.
  intros h p. apply legal_step in h. destruct h as (_ & target & d & _ & parts). rewrite (stepped_eq _ _ _ d).
  unfold push_pending in p. unfold part_rules in parts. simpl. unfold opens, part_of.
  destruct (opened t) as [|k v|k v]; try discriminate. rewrite first_broken_none in parts.
  assert (own : (side_of (stepper st) == mover t) && (target == v) = true) by (apply (parts PSH_4); left; reflexivity).
  apply andb_true_iff in own. destruct own as (own & _). apply same_true in own.
  destruct (decide (side_of (stepper st)) (mover t)); [|congruence]. auto.
Qed.
Lemma opened_enemy t st target :
  beside (from st) (towards st) = Some target -> side_of (stepper st) <> mover t ->
  opened (stepped t st) = if fits_pull t (stepper st) target then Nothing
                          else Push (kind_of (stepper st)) (from st).
Proof.
  intros d ns. rewrite (stepped_eq _ _ _ d). simpl. unfold opens, part_of.
  destruct (decide (side_of (stepper st)) (mover t)); [congruence|].
  destruct (fits_pull t (stepper st) target); reflexivity.
Qed.
Lemma pending_opened t : push_pending t = match opened t with Push _ _ => true | _ => false end.
Proof. reflexivity. Qed.

Section Reached.

Variable t0 : turn.
Hypothesis start_between : supported (now t0) = true.
Let sd := mover t0.
Variable actions : board -> list deed.
Hypothesis order : stands_right sd actions.
Variable endings : list deed.
Hypothesis begun : ends_begun t0 endings.
Notation ways := (way t0 actions endings).
Notation there := (board_after t0).

Lemma way_cons' a u :
  ways (a :: u) = true <->
  In a (tries t0 actions endings u)
  /\ (finishes a = true \/ (ways u = true /\ finishes a = false)).
Proof.
  apply (way_cons t0 actions order endings begun).
Qed.
Lemma way_on' a u : ways u = true -> legal sd (there u) a = true -> ways (a :: u) = true.
Proof.
  apply (way_on t0 actions order endings begun).
Qed.

(** Each way is a turn that has come so far, with as many steps. *)
Lemma ways_are_read w : ways w = true -> taken t0 + steps w <= 4 ->
  exists l u, reads_all t0 l u /\ length l = steps w /\ push_pending u = false
    /\ now u = there w /\ mover u = sd /\ taken u = taken t0 + steps w.
Proof.
  assert (on : forall l t u m v, reads_all t l u -> reads_all u m v -> reads_all t (l ++ m) v).
  { intros l t u m v r. induction r; intros r'; [exact r'|]. simpl. eapply reads_some; eauto. }
  induction w as [|a w IH]; intros ww n.
  - exists [], t0. split; [constructor|]. simpl in *. apply negb_true_iff in ww.
    repeat (split; [reflexivity||assumption|]). lia.
  - apply way_cons' in ww. destruct ww as (i & r). destruct r as [f|(ww & f)].
    + assert (w = []).
      { destruct w; [reflexivity|]. simpl in i. apply order in i. destruct a; discriminate. }
      subst w. destruct a as [st| | |]; try discriminate. simpl in i. apply in_app_iff in i.
      destruct i as [i|i].
      2:{ destruct (push_pending t0); [destruct i|]. apply order in i. discriminate. }
      apply begun in i. destruct i as (st' & e & h). inversion e; subst st'.
      apply andb_true_iff in h. destruct h as (h & part).
      apply is_none_true in h. exists [st], (stepped t0 st).
      split; [eapply reads_some; [apply as_ruled, h|constructor]|]. split; [reflexivity|].
      destruct (beside (from st) (towards st)) as [target|] eqn:d; [|discriminate].
      split; [|split; [reflexivity|split; [apply mover_stepped|rewrite taken_stepped by exact h; simpl; lia]]].
      rewrite (stepped_eq _ _ _ d). unfold push_pending. simpl. unfold opens.
      destruct (part_of t0 (stepper st) target); reflexivity || discriminate.
    + cbn [steps] in n. destruct IH as (l & u & r & len & np & nw & mv & tk); [exact ww|lia|].
      assert (lg : legal sd (there w) a = true).
      { destruct (tried_legal t0 actions order endings
                    begun a w i f) as (lg & _). exact lg. }
      set (t := turn_from sd (there w)) in *.
      assert (plain : forall st, step_refusal t st = None -> side_of (stepper st) = sd -> taken u < 4 ->
                step_refusal u st = None).
      { intros st h o lt. apply (transfer_pull t u st); auto. }
      destruct a as [st|st|st st'|st st']; [discriminate| | |]; unfold legal in lg; fold t in lg;
        repeat rewrite andb_true_iff in lg; rewrite ?is_none_true, ?same_true, ?negb_true_iff in lg; cbn [size steps] in *.
      * destruct lg as (h & o). pose proof (plain st h o ltac:(lia)) as hu.
        exists (l ++ [st]), (stepped u st).
        split; [eapply on; [exact r|eapply reads_some; [apply as_ruled, hu|constructor]]|].
        split; [rewrite app_length; simpl; lia|].
        split; [rewrite pending_opened, (opened_plain u st hu ltac:(congruence) np); reflexivity|].
        split; [exact (now_stepped t u st nw)|]. split; [rewrite mover_stepped; exact mv|].
        rewrite (taken_stepped u st hu). lia.
      * destruct lg as ((((h & o) & h') & o') & np').
        pose proof (plain st h o ltac:(lia)) as hu.
        pose proof (opened_plain u st hu ltac:(congruence) np) as ou.
        pose proof (opened_plain t st h o eq_refl) as ot.
        assert (d : exists target, beside (from st') (towards st') = Some target)
          by (apply legal_step in h'; destruct h' as (_ & x & d & _); eauto).
        destruct d as (target & d).
        assert (ns : side_of (stepper st') <> mover (stepped t st))
          by (rewrite mover_stepped, o'; apply other_differs).
        pose proof (opened_enemy (stepped t st) st' target d ns) as oe.
        rewrite pending_opened, oe in np'.
        destruct (fits_pull (stepped t st) (stepper st') target) eqn:fit; [|discriminate].
        assert (hu' : step_refusal (stepped u st) st' = None).
        { apply (transfer (stepped t st) (stepped u st) st').
          - rewrite !mover_stepped. exact mv.
          - exact (now_stepped t u st nw).
          - congruence.
          - rewrite (taken_stepped u st hu). lia.
          - right. right. right. eauto.
          - exact h'. }
        exists (l ++ [st; st']), (stepped (stepped u st) st').
        split; [eapply on; [exact r|eapply reads_some; [apply as_ruled, hu|
                 eapply reads_some; [apply as_ruled, hu'|constructor]]]|].
        split; [rewrite app_length; simpl; lia|]. split.
        { rewrite pending_opened, (opened_enemy (stepped u st) st' target d).
          - assert (same : fits_pull (stepped u st) (stepper st') target = fits_pull (stepped t st) (stepper st') target)
              by (unfold fits_pull; rewrite ou, ot, !mover_stepped, mv; reflexivity).
            rewrite same, fit. reflexivity.
          - rewrite mover_stepped, mv, o'. apply other_differs. }
        split; [exact (now_stepped _ _ st' (now_stepped t u st nw))|].
        split; [rewrite !mover_stepped; exact mv|].
        rewrite (taken_stepped _ st' hu'), (taken_stepped u st hu). lia.
      * destruct lg as ((h & o) & h').
        assert (ns : side_of (stepper st) <> sd) by (rewrite o; apply other_differs).
        assert (d : exists target, beside (from st) (towards st) = Some target)
          by (apply legal_step in h; destruct h as (_ & x & d & _); eauto).
        destruct d as (target & d).
        assert (fn : opened (forget_pull u) = Nothing).
        { unfold forget_pull. rewrite pending_opened in np. simpl. destruct (opened u); reflexivity || discriminate. }
        assert (hf : step_refusal (forget_pull u) st = None).
        { apply (transfer t (forget_pull u) st); [exact mv|exact nw|exact fn|simpl; lia|right; right; left; simpl; lia|exact h]. }
        assert (oft : forall x, opened x = Nothing -> side_of (stepper st) <> mover x ->
                  opened (stepped x st) = Push (kind_of (stepper st)) (from st)).
        { intros x ox nx. rewrite (opened_enemy x st target d nx). unfold fits_pull. rewrite ox. reflexivity. }
        pose proof (oft t eq_refl ns) as ot.
        pose proof (oft (forget_pull u) fn ltac:(simpl; congruence)) as of.
        assert (hf' : step_refusal (stepped (forget_pull u) st) st' = None).
        { apply (transfer (stepped t st) (stepped (forget_pull u) st) st').
          - rewrite !mover_stepped. exact mv.
          - exact (now_stepped t (forget_pull u) st nw).
          - congruence.
          - rewrite (taken_stepped _ st hf). simpl. lia.
          - left. rewrite pending_opened, ot. reflexivity.
          - exact h'. }
        exists (l ++ [st; st']), (stepped (stepped (forget_pull u) st) st').
        split; [eapply on; [exact r|eapply reads_some; [apply as_a_push; [rewrite mv; exact ns|exact hf]|
                 eapply reads_some; [apply as_ruled, hf'|constructor]]]|].
        split; [rewrite app_length; simpl; lia|]. split.
        { rewrite pending_opened, (proj1 (opened_completion _ st' hf' ltac:(rewrite pending_opened, of; reflexivity))).
          reflexivity. }
        split; [exact (now_stepped _ _ st' (now_stepped t (forget_pull u) st nw))|].
        split; [rewrite !mover_stepped; exact mv|].
        rewrite (taken_stepped _ st' hf'), (taken_stepped _ st hf). simpl. lia.
Qed.

Lemma ways_are_turns w : ways w = true -> taken t0 + steps w <= 4 ->
  exists l u, after_steps t0 l = Some u /\ length l = steps w /\ push_pending u = false /\ now u = there w.
Proof.
  intros ww n. destruct (ways_are_read w ww n) as (l & u & r & len & np & nw & _).
  destruct (pulls_lose_no_turn t0 l u r np) as (u' & h & nw' & _ & _ & _ & np').
  exists l, u'. repeat split; auto. congruence.
Qed.

(** And each turn that has come so far, with no push pending, is a way of as many steps. *)
Definition as_way (l : list step) (u : turn) : Prop :=
  mover u = sd
  /\ (push_pending u = false -> exists w, ways w = true /\ there w = now u /\ steps w = length l
      /\ forall k v, opened u = Pull k v ->
         (l = [] /\ u = t0 /\ w = [])
         \/ exists st w', w = Plain st :: w' /\ k = kind_of (stepper st) /\ v = from st)
  /\ (push_pending u = true -> (l = [] /\ u = t0)
      \/ exists w st, ways w = true /\ S (steps w) = length l
         /\ opened u = Push (kind_of (stepper st)) (from st)
         /\ step_refusal (turn_from sd (there w)) st = None /\ side_of (stepper st) = other sd
         /\ opened (stepped (turn_from sd (there w)) st) = Push (kind_of (stepper st)) (from st)
         /\ now u = now (stepped (turn_from sd (there w)) st)).

Lemma finish_way st target :
  step_refusal t0 st = None -> beside (from st) (towards st) = Some target ->
  (part_of t0 (stepper st) target = CompletesPush \/ part_of t0 (stepper st) target = EndsPull) ->
  ways [Finish st] = true.
Proof.
  intros h d part. apply way_cons'. split; [|left; reflexivity]. simpl. apply in_app_iff. left.
  apply begun. exists st. split; [reflexivity|]. unfold ends_open. rewrite h, d. simpl.
  destruct part as [-> | ->]; reflexivity.
Qed.

Lemma as_way_step l v st : as_way l v -> step_refusal v st = None -> as_way (l ++ [st]) (stepped v st).
Proof.
  intros (mv & free & busy) h.
  assert (len : length (l ++ [st]) = S (length l)) by (rewrite app_length; simpl; lia).
  assert (d : exists target, beside (from st) (towards st) = Some target)
    by (apply legal_step in h; destruct h as (_ & x & d & _); eauto).
  destruct d as (target & d).
  split; [rewrite mover_stepped; exact mv|].
  destruct (push_pending v) eqn:p.
  - destruct (opened_completion v st h p) as (on & own).
    assert (np : push_pending (stepped v st) = false) by (rewrite pending_opened, on; reflexivity).
    split; [intros _|congruence]. destruct (busy eq_refl) as [(-> & ->)|(w & s & ww & e & o & hs & os & ot & nw)].
    + exists [Finish st]. split.
      { apply (finish_way st target h d). left. unfold part_of. rewrite own.
        destruct (decide (mover t0) (mover t0)); [|congruence]. unfold push_pending in p.
        destruct (opened t0); discriminate || reflexivity. }
      split; [reflexivity|]. split; [reflexivity|]. intros k x ex. congruence.
    + exists (PushBy s st :: w). split; [apply way_on'; [exact ww|]|].
      * unfold legal. rewrite hs, os, same_refl. simpl is_none. rewrite !andb_true_l. apply is_none_true.
        apply (transfer v); [rewrite mover_stepped; simpl; congruence|simpl; congruence|congruence
          |rewrite (taken_stepped _ s hs); simpl; lia|left; exact p|exact h].
      * split; [symmetry; exact (now_stepped _ _ st nw)|]. split; [simpl; lia|].
        intros k x ex. congruence.
  - destruct (free eq_refl) as (w & ww & bw & e & last).
    destruct (decide (side_of (stepper st)) (mover v)) as [own|ns].
    + pose proof (opened_plain v st h own p) as on.
      split; [intros _|rewrite pending_opened, on; discriminate].
      exists (Plain st :: w). split; [apply way_on'; [exact ww|]|].
      * unfold legal. rewrite <- mv, own, same_refl, andb_true_r. apply is_none_true.
        apply (transfer_pull v); [reflexivity|exact bw|exact p|reflexivity|simpl; lia|left; exact own|exact h].
      * split; [cbn [board_after]; unfold after_deed; symmetry; apply now_stepped; symmetry; exact bw|].
        split; [simpl; lia|]. intros k x ex. right. exists st, w. rewrite on in ex. inversion ex. auto.
    + pose proof (opened_enemy v st target d ns) as on.
      destruct (fits_pull v (stepper st) target) eqn:fit.
      * split; [intros _|rewrite pending_opened, on; discriminate].
        pose proof fit as fit'. unfold fits_pull in fit'.
        destruct (opened v) as [|k x|k x] eqn:ov; try discriminate.
        destruct (last k x eq_refl) as [(-> & -> & ->)|(s & w' & -> & -> & ->)].
        -- exists [Finish st]. split.
           { apply (finish_way st target h d). right. unfold part_of.
             destruct (decide (side_of (stepper st)) (mover t0)); [congruence|]. rewrite fit. reflexivity. }
           split; [reflexivity|]. split; [reflexivity|]. intros k' x' ex. congruence.
        -- apply way_cons' in ww. destruct ww as (i & [f|(ww & _)]); [discriminate|].
           destruct (tried_legal t0 actions order endings
                       begun (Plain s) w' i eq_refl) as (lg0 & _).
           assert (lg : legal sd (there w') (Plain s) = true) by exact lg0. clear lg0.
           unfold legal in lg. apply andb_true_iff in lg. destruct lg as (hs & os).
           apply is_none_true in hs. apply same_true in os.
           set (t := turn_from sd (there w')) in *.
           pose proof (opened_plain t s hs os eq_refl) as ot.
           assert (same : fits_pull (stepped t s) (stepper st) target = true).
           { rewrite <- fit. unfold fits_pull. rewrite ot, ov, mover_stepped, mv. reflexivity. }
           assert (h' : step_refusal (stepped t s) st = None).
           { apply (transfer v); [rewrite mover_stepped; simpl; congruence|exact bw|congruence
               |rewrite (taken_stepped t s hs); simpl; lia|right; right; right; eauto|exact h]. }
           assert (ns' : side_of (stepper st) <> mover (stepped t s)) by (rewrite mover_stepped; simpl; congruence).
           exists (PullBy s st :: w'). split; [apply way_on'; [exact ww|]|].
           ++ unfold legal. cbv zeta. fold t. rewrite hs, os, h', same_refl. simpl is_none. rewrite !andb_true_l.
              apply andb_true_iff. split.
              ** apply same_true. rewrite <- mv. exact (not_same_side _ _ ns).
              ** apply negb_true_iff. rewrite pending_opened, (opened_enemy _ st target d ns'), same. reflexivity.
           ++ split; [exact (now_stepped v (stepped t s) st bw)|]. split; [simpl in *; lia|].
              intros k' x' ex. congruence.
      * split; [rewrite pending_opened, on; discriminate|]. intros _. right. exists w, st.
        assert (h' : step_refusal (turn_from sd (there w)) st = None).
        { apply (transfer_pull v); [exact (eq_sym mv)|exact bw|exact p|reflexivity|simpl; lia|right|exact h].
          split; [simpl; lia|]. intros x dx. assert (x = target) by congruence. subst x. auto. }
        split; [exact ww|]. split; [lia|]. split; [exact on|]. split; [exact h'|].
        split; [rewrite <- mv; exact (not_same_side _ _ ns)|]. split.
        -- rewrite (opened_enemy _ st target d) by (simpl; congruence). reflexivity.
        -- apply now_stepped. symmetry. exact bw.
Qed.

Lemma turns_as_ways l : forall u, after_steps t0 l = Some u -> as_way l u.
Proof.
  induction l as [|st l IH] using rev_ind; intros u h.
  - simpl in h. inversion h; subst u. split; [reflexivity|]. split; [|left; auto].
    intros np. exists []. simpl. rewrite np. repeat (split; [reflexivity|]). auto.
  - rewrite after_steps_app in h. destruct (after_steps t0 l) as [v|] eqn:e; [|discriminate].
    simpl in h. destruct (step_refusal v st) eqn:r; [discriminate|]. inversion h; subst u.
    apply as_way_step; [apply IH; reflexivity|exact r].
Qed.
Lemma turns_are_ways l u :
  after_steps t0 l = Some u -> push_pending u = false ->
  exists w, ways w = true /\ there w = now u /\ steps w = length l.
Proof.
  intros h np. destruct (turns_as_ways l u h) as (_ & free & _).
  destruct (free np) as (w & ww & bw & n & _). eauto.
Qed.

End Reached.
