(** The rules of Arimaa: SPEC.md as definitions that compute, chapter by chapter, each with its id.

    Written from SPEC.md alone, to be laid beside it. Nothing is optimised and nothing is assumed.
    Theorems about these definitions stand in the other files; docs/formal.md is the way through.

    docs/formal.md lists the ids that are not here, with the reason of each. *)

From Coq Require Import List Bool Arith.
Import ListNotations.

(** Equality that can be computed. *)
Class Decidable (A : Type) := decide : forall x y : A, {x = y} + {x <> y}.
Notation "x == y" := (if decide x y then true else false) (at level 70, no associativity).

#[export] Instance nat_decidable : Decidable nat := Nat.eq_dec.
#[export] Instance option_decidable {A} `{Decidable A} : Decidable (option A).
Proof. intros x y. decide equality; apply decide. Defined.
#[export] Instance list_decidable {A} `{Decidable A} : Decidable (list A) := list_eq_dec decide.
#[export] Instance pair_decidable {A B} `{Decidable A} `{Decidable B} : Decidable (A * B).
Proof. intros x y. decide equality; apply decide. Defined.

Definition is_none {A} (x : option A) : bool := match x with None => true | Some _ => false end.

(** * 1 Board and pieces *)

(** BRD-1: a file, [N1] for a to [N8] for h, or a rank, [N1] to [N8]. *)
Inductive number := N1 | N2 | N3 | N4 | N5 | N6 | N7 | N8.
Definition numbers := [N1; N2; N3; N4; N5; N6; N7; N8].
Record square := Square { file : number; rank : number }.
Inductive direction := North | South | East | West.
Definition directions := [North; South; East; West].

(** The squares in the order a1, b1, … h1, a2, … h8. *)
Definition squares : list square :=
  flat_map (fun r => map (fun f => Square f r) numbers) numbers.

(** There is nothing before [N1] and after [N8]: no wrap-around (BRD-2). *)
Definition after_number (n : number) : option number :=
  match n with
  | N1 => Some N2 | N2 => Some N3 | N3 => Some N4 | N4 => Some N5
  | N5 => Some N6 | N6 => Some N7 | N7 => Some N8 | N8 => None
  end.
Definition before_number (n : number) : option number :=
  match n with
  | N1 => None | N2 => Some N1 | N3 => Some N2 | N4 => Some N3
  | N5 => Some N4 | N6 => Some N5 | N7 => Some N6 | N8 => Some N7
  end.

(** BRD-1, BRD-2: the square beside [s] that lies in direction [d], if there is one. *)
Definition beside (s : square) (d : direction) : option square :=
  match d with
  | North => option_map (fun r => Square (file s) r) (after_number (rank s))
  | South => option_map (fun r => Square (file s) r) (before_number (rank s))
  | East => option_map (fun f => Square f (rank s)) (after_number (file s))
  | West => option_map (fun f => Square f (rank s)) (before_number (file s))
  end.

(** BRD-2: the squares adjacent to [s]. *)
Definition adjacent (s : square) : list square :=
  flat_map (fun d => match beside s d with Some t => [t] | None => [] end) directions.

(** BRD-3: c3, f3, c6 and f6. *)
Definition is_trap (s : square) : bool :=
  match file s, rank s with
  | N3, N3 | N6, N3 | N3, N6 | N6, N6 => true
  | _, _ => false
  end.

(** BRD-4: kinds of pieces, and which is stronger. *)
Inductive kind := Elephant | Camel | Horse | Dog | Cat | Rabbit.
Definition kinds := [Elephant; Camel; Horse; Dog; Cat; Rabbit].
Definition place_in_list (k : kind) : nat :=
  match k with Elephant => 0 | Camel => 1 | Horse => 2 | Dog => 3 | Cat => 4 | Rabbit => 5 end.
Definition stronger (k l : kind) : bool := place_in_list k <? place_in_list l.

(** BRD-6: sides, pieces, and how many of them a set has. *)
Inductive side := Gold | Silver.
Definition sides := [Gold; Silver].
Definition other (s : side) : side := match s with Gold => Silver | Silver => Gold end.
Record piece := Piece { side_of : side; kind_of : kind }.
Definition in_a_set (k : kind) : nat :=
  match k with Elephant | Camel => 1 | Horse | Dog | Cat => 2 | Rabbit => 8 end.

#[export] Instance number_decidable : Decidable number.
Proof. intros x y. decide equality. Defined.
#[export] Instance square_decidable : Decidable square.
Proof. intros x y. decide equality; apply decide. Defined.
#[export] Instance direction_decidable : Decidable direction.
Proof. intros x y. decide equality. Defined.
#[export] Instance kind_decidable : Decidable kind.
Proof. intros x y. decide equality. Defined.
#[export] Instance side_decidable : Decidable side.
Proof. intros x y. decide equality. Defined.
#[export] Instance piece_decidable : Decidable piece.
Proof. intros x y. decide equality; apply decide. Defined.

Definition friendly (p q : piece) : bool := side_of p == side_of q.
Definition enemy (p q : piece) : bool := negb (friendly p q).

(** BRD-5 *)
Definition goal_rank (s : side) : number := match s with Gold => N8 | Silver => N1 end.

(** A board: on each square a piece or nothing. It is kept as 64 contents, so that equal contents
    are equal boards; pieces have no identity beside kind and side (BRD-6, TRN-4). *)
Inductive eight (A : Type) := Eight (x1 x2 x3 x4 x5 x6 x7 x8 : A).
Arguments Eight {A}.
Definition item {A} (v : eight A) (n : number) : A :=
  let (x1, x2, x3, x4, x5, x6, x7, x8) := v in
  match n with
  | N1 => x1 | N2 => x2 | N3 => x3 | N4 => x4 | N5 => x5 | N6 => x6 | N7 => x7 | N8 => x8
  end.
Definition tabulate {A} (f : number -> A) : eight A :=
  Eight (f N1) (f N2) (f N3) (f N4) (f N5) (f N6) (f N7) (f N8).
#[export] Instance eight_decidable {A} `{Decidable A} : Decidable (eight A).
Proof. intros x y. decide equality; apply decide. Defined.

Definition board := eight (eight (option piece)).
Definition contents (b : board) (s : square) : option piece := item (item b (rank s)) (file s).
Notation "b @ s" := (contents b s) (at level 30, s at level 29).
Definition board_of (f : square -> option piece) : board :=
  tabulate (fun r => tabulate (fun c => f (Square c r))).
Definition empty_board : board := board_of (fun _ => None).
#[export] Instance board_decidable : Decidable board := eight_decidable.

Definition is_empty (b : board) (s : square) : bool := is_none (b @ s).
Definition put (b : board) (s : square) (c : option piece) : board :=
  board_of (fun t => if decide t s then c else b @ t).
(** How many squares hold this piece. *)
Definition count (p : piece) (b : board) : nat :=
  length (filter (fun s => b @ s == Some p) squares).
(** Some piece beside [s] passes the test. *)
Definition any_beside (b : board) (s : square) (test : piece -> bool) : bool :=
  existsb (fun t => match b @ t with Some p => test p | None => false end) (adjacent s).

(** A rule that an action can break or a state can violate, and a check of END-2. *)
Inductive rule :=
| SET_1 | SET_2 | SET_3 | SET_4 | SET_5 | SET_6
| STP_1 | STP_2 | STP_3 | STP_4 | STP_5 | FRZ_2
| PSH_1 | PSH_2 | PSH_3 | PSH_4 | PSH_5
| TRN_1 | TRN_2 | TRN_3 | REP_2
| END_3 | END_4 | END_5 | END_6 | END_7 | END_8 | END_9 | END_10
| VAL_1 | VAL_2 | VAL_3 | VAL_4 | VAL_5 | VAL_6 | VAL_7.
#[export] Instance rule_decidable : Decidable rule.
Proof. intros x y. decide equality. Defined.

(** ORD-1: sentences with their rules, in order; the first that is false is the reason. *)
Fixpoint first_broken (sentences : list (rule * bool)) : option rule :=
  match sentences with
  | [] => None
  | (r, true) :: rest => first_broken rest
  | (r, false) :: _ => Some r
  end.

(** * 9 Editions, which later chapters ask for *)

(** EDN-1 to EDN-5, each with what later chapters say of it; EDN-1: the one without a choice. *)
Inductive edition := E2002 | E2005 | E2005_no_draws | E2008.
Definition current := E2008.

(** REP-1: is the side to move compared? REP-2, REP-4: is a third occurrence refused? *)
Definition compares_side (e : edition) : bool := match e with E2002 => false | _ => true end.
Definition refuses_third (e : edition) : bool := match e with E2008 => true | _ => false end.

(** * 2 Setup *)

(** SET-7: the pieces left out, one entry for each. *)
Definition handicap := list piece.
Definition to_place (h : handicap) (p : piece) : nat :=
  in_a_set (kind_of p) - count_occ decide h p.

(** A setup turn: the side that places, and the board with what is placed. *)
Record setup := Setup { setup_edition : edition; left_out : handicap; placer : side; placed : board }.

(** SET-3 *)
Definition is_home (s : side) (sq : square) : bool :=
  match s, rank sq with
  | Gold, (N1 | N2) | Silver, (N7 | N8) => true
  | _, _ => false
  end.

(** SET-2 to SET-5, SET-6 *)
Definition placement_rules (s : setup) (p : piece) (sq : square) : list (rule * bool) :=
  [ (SET_2, side_of p == placer s);
    (SET_3, is_home (placer s) sq);
    (SET_4, is_empty (placed s) sq);
    (SET_5, count p (placed s) <? to_place (left_out s) p) ].
Definition setup_end_rules (s : setup) : list (rule * bool) :=
  [ (SET_6, forallb (fun k => let p := Piece (placer s) k in
                              count p (placed s) =? to_place (left_out s) p) kinds) ].

(** The setup after a placement, the legal placements, and the boards with which the setup can end
    after at most [n] more, each once (TRN-6): there are at most sixteen. *)
Definition place (s : setup) (placement : piece * square) : setup :=
  let (p, sq) := placement in
  Setup (setup_edition s) (left_out s) (placer s) (put (placed s) sq (Some p)).
Definition placements (s : setup) : list (piece * square) :=
  filter (fun '(p, sq) => is_none (first_broken (placement_rules s p sq)))
         (list_prod (map (Piece (placer s)) kinds) squares).
Fixpoint setup_ends (n : nat) (s : setup) : list board :=
  (if is_none (first_broken (setup_end_rules s)) then [placed s] else [])
  ++ match n with
     | 0 => []
     | S m => flat_map (fun placement => setup_ends m (place s placement)) (placements s)
     end.
Definition distinct_setups (s : setup) : list board := nodup decide (setup_ends 16 s).

(** * 3 Steps and freezing *)

(** A step: the piece that it names, the square where it starts, and its direction. *)
Record step := Step { stepper : piece; from : square; towards : direction }.

(** STP-5 *)
Definition backward (s : side) : direction := match s with Gold => South | Silver => North end.
Definition steps_backward (st : step) : bool :=
  (kind_of (stepper st) == Rabbit) && (towards st == backward (side_of (stepper st))).

(** FRZ-1, FRZ-4; FRZ-3: of the board as it stands, which the rules of each step ask anew. *)
Definition frozen (b : board) (s : square) : bool :=
  match b @ s with
  | None => false
  | Some p =>
      any_beside b s (fun q => enemy p q && stronger (kind_of q) (kind_of p))
      && negb (any_beside b s (friendly p))
  end.

(** * 4 Push and pull *)

(** The step before left nothing open; or it opened a pull by a piece of this kind that left this
    square (PUL-1); or a push is pending of a piece of this kind that left this square (PSH-4). *)
Inductive opening := Nothing | Pull (puller : kind) (vacated : square) | Push (pushed : kind) (vacated : square).

(** The player whose turn it is, the board at its start and now, the steps taken, and what is
    open. *)
Record turn := Turn { mover : side; start : board; now : board; taken : nat; opened : opening }.
Definition turn_from (s : side) (b : board) : turn := Turn s b b 0 Nothing.

(** PSH-1, PSH-2: the pieces of a side beside [s] that are stronger than [k]. *)
Definition pushers (b : board) (by_side : side) (k : kind) (s : square) : list square :=
  filter (fun t => match b @ t with
                   | Some p => (side_of p == by_side) && stronger (kind_of p) k
                   | None => false
                   end) (adjacent s).

(** PUL-1: a weaker enemy piece steps to the square that the puller left. *)
Definition fits_pull (t : turn) (p : piece) (target : square) : bool :=
  match opened t with
  | Pull puller vacated =>
      (side_of p == other (mover t)) && stronger puller (kind_of p) && (target == vacated)
  | _ => false
  end.

(** PLY-1, PUL-3, PUL-4 *)
Inductive part := PlainStep | CompletesPush | EndsPull | BeginsPush.
Definition part_of (t : turn) (p : piece) (target : square) : part :=
  if decide (side_of p) (mover t)
  then match opened t with Push _ _ => CompletesPush | _ => PlainStep end
  else if fits_pull t p target then EndsPull else BeginsPush.

(** PUL-1, PSH-4, PUL-4, PUL-3: what a step leaves open, whatever it captures (PUL-2, PSH-6). *)
Definition opens (t : turn) (st : step) (target : square) : opening :=
  match part_of t (stepper st) target with
  | PlainStep => Pull (kind_of (stepper st)) (from st)
  | BeginsPush => Push (kind_of (stepper st)) (from st)
  | CompletesPush | EndsPull => Nothing
  end.

(** * 5 Traps and captures *)

(** CAP-1, CAP-2 *)
Definition unsupported (b : board) (s : square) : bool :=
  is_trap s && match b @ s with
               | Some p => negb (any_beside b s (friendly p))
               | None => false
               end.
Definition without_captured (b : board) : board :=
  board_of (fun s => if unsupported b s then None else b @ s).
(** The board with the piece on [s] moved to [t]. *)
Definition moved (b : board) (s t : square) : board := put (put b t (b @ s)) s None.
Definition after_step (b : board) (s t : square) : board := without_captured (moved b s t).

(** * 6 Turns *)

(** ORD-1: what has to hold of a step. First of any, *)
Definition any_step_rules (t : turn) (st : step) : list (rule * bool) :=
  [ (TRN_1, taken t <? 4);
    (STP_1, negb (is_empty (now t) (from st)));
    (STP_2, now t @ from st == Some (stepper st));
    (STP_3, negb (is_none (beside (from st) (towards st))));
    (STP_4, match beside (from st) (towards st) with Some target => is_empty (now t) target | None => true end) ].

(** then by what is open and whose piece it is. *)
Definition part_rules (t : turn) (st : step) (target : square) : list (rule * bool) :=
  let p := stepper st in
  match opened t with
  | Push pushed vacated =>
      [ (PSH_4, (side_of p == mover t) && (target == vacated));
        (PSH_5, stronger (kind_of p) pushed);
        (FRZ_2, negb (frozen (now t) (from st))) ]
  | _ =>
      if decide (side_of p) (mover t)
      then [ (STP_5, negb (steps_backward st));
             (FRZ_2, negb (frozen (now t) (from st))) ]
      else if fits_pull t p target then []
      else let able := pushers (now t) (mover t) (kind_of p) (from st) in
           [ (PSH_1, negb (able == []));
             (PSH_2, existsb (fun s => negb (frozen (now t) s)) able);
             (PSH_3, taken t <? 3) ]
  end.

Definition step_rules (t : turn) (st : step) : list (rule * bool) :=
  any_step_rules t st
  ++ match beside (from st) (towards st) with
     | Some target => part_rules t st target
     | None => []
     end.
Definition step_refusal (t : turn) (st : step) : option rule := first_broken (step_rules t st).

(** TRN-1, CAP-1: the turn after a step that leads to [target]. *)
Definition stepped_to (t : turn) (st : step) (target : square) : turn :=
  Turn (mover t) (start t) (after_step (now t) (from st) target) (S (taken t)) (opens t st target).
Definition stepped (t : turn) (st : step) : turn :=
  match beside (from st) (towards st) with Some target => stepped_to t st target | None => t end.

(** Every step that a piece on the board could be thought to make, and those that are legal. *)
Definition steps_on (b : board) : list step :=
  flat_map (fun s => match b @ s with
                     | Some p => map (Step p s) directions
                     | None => []
                     end) squares.
Definition legal_steps (t : turn) : list step :=
  filter (fun st => is_none (step_refusal t st)) (steps_on (now t)).

Definition push_pending (t : turn) : bool := match opened t with Push _ _ => true | _ => false end.

(** * 7 Repetition *)

(** REP-1: the board at the end of a turn, and the side to move next. *)
Definition position : Type := board * side.
Definition same_position (e : edition) (x y : position) : bool :=
  (fst x == fst y) && (negb (compares_side e) || (snd x == snd y)).
(** How often a position stands in a list. *)
Definition times (e : edition) (x : position) (l : list position) : nat :=
  length (filter (same_position e x) l).

(** A game in play: the edition, the ends of turns so far, newest first, the first of them the
    position in which the present turn began (REP-3), and that turn. *)
Record play := Play { edition_of : edition; past : list position; current_turn : turn }.
Definition play_from (e : edition) (b : board) (s : side) : play :=
  Play e [(b, s)] (turn_from s b).

(** The position in which the turn would end now. *)
Definition end_position (t : turn) : position := (now t, other (mover t)).

(** TRN-2, PSH-4, TRN-3, REP-2 in the order of ORD-1, and TRN-5. *)
Definition end_rules (p : play) : list (rule * bool) :=
  let t := current_turn p in
  [ (TRN_2, negb (taken t =? 0));
    (PSH_4, negb (push_pending t));
    (TRN_3, negb (now t == start t));
    (REP_2, negb (refuses_third (edition_of p)
                  && (2 <=? times (edition_of p) (end_position t) (past p)))) ].
Definition end_refusal (p : play) : option rule := first_broken (end_rules p).

Definition play_step (p : play) (st : step) : play :=
  Play (edition_of p) (past p) (stepped (current_turn p) st).
Definition play_end (p : play) : play :=
  let t := current_turn p in
  Play (edition_of p) (end_position t :: past p) (turn_from (other (mover t)) (now t)).

(** TRN-6: the boards at which the turn can end after at most [n] more steps, with every way that
    leads there, and whether there is one. A turn has at most four steps, so [n] is 4 below. *)
Fixpoint ends (n : nat) (p : play) : list board :=
  (if is_none (end_refusal p) then [now (current_turn p)] else [])
  ++ match n with
     | 0 => []
     | S m => flat_map (fun st => ends m (play_step p st)) (legal_steps (current_turn p))
     end.
Definition distinct_turns (p : play) : list board := nodup decide (ends 4 p).
Fixpoint can_end (n : nat) (p : play) : bool :=
  is_none (end_refusal p)
  || match n with
     | 0 => false
     | S m => existsb (fun st => can_end m (play_step p st)) (legal_steps (current_turn p))
     end.

(** * 8 End of the game *)

(** END-3, END-4; END-5, END-6, END-9; END-7 *)
Definition on_goal (b : board) (s : side) : bool :=
  existsb (fun f => b @ Square f (goal_rank s) == Some (Piece s Rabbit)) numbers.
Definition has_rabbit (b : board) (s : side) : bool := negb (count (Piece s Rabbit) b =? 0).
Definition has_step (b : board) (s : side) : bool :=
  negb (is_none (hd_error (legal_steps (turn_from s b)))).

(** Does a check hold at the end of a turn, that is at the start of the opponent's? *)
Definition check (p : play) (r : rule) : bool :=
  let t := current_turn p in
  let b := start t in
  let opponent := mover t in
  let mover := other opponent in
  let begun := Play (edition_of p) (past p) (turn_from opponent b) in
  match r with
  | END_3 => on_goal b mover
  | END_4 => on_goal b opponent
  | END_5 => negb (has_rabbit b opponent)
  | END_6 => negb (has_rabbit b mover)
  | END_7 => negb (has_step b opponent)
  | END_8 => has_step b opponent && negb (can_end 4 begun)
  | END_9 => negb (has_rabbit b mover) && negb (has_rabbit b opponent)
  | END_10 => 3 <=? times (edition_of p) (b, opponent) (past p)
  | _ => false
  end.

(** END-2 *)
Definition order (e : edition) : list rule :=
  match e with
  | E2002 | E2005 => [END_3; END_4; END_7; END_9; END_10]
  | E2005_no_draws => [END_3; END_4; END_5; END_6; END_7; END_10]
  | E2008 => [END_3; END_4; END_5; END_6; END_7; END_8]
  end.

(** Of each check the winner; [None] is a draw. *)
Definition winner (r : rule) (mover : side) : option side :=
  match r with
  | END_9 => None
  | END_4 | END_6 | END_10 => Some (other mover)
  | _ => Some mover
  end.

(** The rule that decides the game at the start of the present turn (END-1, SET-8), and the winner. *)
Definition decided_by (p : play) : option rule := find (check p) (order (edition_of p)).
Definition play_outcome (p : play) : option (rule * option side) :=
  option_map (fun r => (r, winner r (other (mover (current_turn p))))) (decided_by p).

(** * The game *)

Inductive game := InSetup (s : setup) | InPlay (p : play).
(** SET-1 *)
Definition new_game (e : edition) (h : handicap) : game := InSetup (Setup e h Gold empty_board).

(** An action: a placement, a step, or ending the turn (TRN-5). *)
Inductive action := Place (p : piece) (s : square) | Move (st : step) | EndTurn.

(** Chapters 2 to 7, which answer on decided positions too (END-11). SET-1: in a setup nothing
    moves, in play nothing is placed. *)
Definition refusal (g : game) (a : action) : option rule :=
  match g, a with
  | InSetup s, Place p sq => first_broken (placement_rules s p sq)
  | InSetup s, Move _ => Some SET_1
  | InSetup s, EndTurn => first_broken (setup_end_rules s)
  | InPlay p, Place _ _ => Some SET_1
  | InPlay p, Move st => step_refusal (current_turn p) st
  | InPlay p, EndTurn => end_refusal p
  end.

(** What a legal action leads to. *)
Definition effect (g : game) (a : action) : game :=
  match g, a with
  | InSetup s, Place p sq => InSetup (place s (p, sq))
  | InSetup s, EndTurn =>
      match placer s with
      | Gold => InSetup (Setup (setup_edition s) (left_out s) Silver (placed s))
      | Silver => InPlay (play_from (setup_edition s) (placed s) Gold)
      end
  | InPlay p, Move st => InPlay (play_step p st)
  | InPlay p, EndTurn => InPlay (play_end p)
  | _, _ => g
  end.

(** END-2: no check is made at the end of Gold's setup, nor before. *)
Definition outcome (g : game) : option (rule * option side) :=
  match g with InSetup _ => None | InPlay p => play_outcome p end.

(** END-11: for a player a decided game has no legal action; the rule that decided refuses it. *)
Definition player_refusal (g : game) (a : action) : option rule :=
  match outcome g with Some (r, _) => Some r | None => refusal g a end.

(** What comes of an action: the rule that refuses it, or the game after it. *)
Definition act (g : game) (a : action) : rule + game :=
  match player_refusal g a with Some r => inl r | None => inr (effect g a) end.

(** * 11 Validity of positions *)

(** VAL-1, VAL-2 *)
Definition few_enough (b : board) : bool :=
  forallb (fun s => forallb (fun k => count (Piece s k) b <=? in_a_set k) kinds) sides.
Definition supported (b : board) : bool := forallb (fun s => negb (unsupported b s)) squares.
Definition valid_board (b : board) : bool := few_enough b && supported b.

(** A moment as it is given (NOT-11): the board at the start of the turn, the actions taken in it,
    and the earlier ends of turns, oldest first; in a setup the handicap in their place. *)
Record moment := Moment {
  given_edition : edition; given_side : side; given_board : board;
  given_actions : list action; given_earlier : list position; given_setup : option handicap
}.

(** The game at the start of the turn, and after its actions; [None] if one is illegal. *)
Definition given_start (m : moment) : game :=
  match given_setup m with
  | Some h => InSetup (Setup (given_edition m) h (given_side m) (given_board m))
  | None => InPlay (Play (given_edition m) ((given_board m, given_side m) :: rev (given_earlier m))
                         (turn_from (given_side m) (given_board m)))
  end.
Fixpoint after_actions (g : game) (l : list action) : option game :=
  match l with
  | [] => Some g
  | a :: rest => match refusal g a with
                 | Some _ => None
                 | None => after_actions (effect g a) rest
                 end
  end.
Definition ends_turn (a : action) : bool := match a with EndTurn => true | _ => false end.

(** VAL-3, VAL-4, VAL-7 *)
Definition handicap_fits (h : handicap) : bool :=
  forallb (fun p => count_occ decide h p <=? in_a_set (kind_of p)) h.
Definition begins_setup (h : handicap) (s : side) (b : board) : bool :=
  match s with
  | Gold => b == empty_board
  | Silver => forallb (fun sq => match b @ sq with
                                 | Some p => (side_of p == Gold) && is_home Gold sq
                                 | None => true
                                 end) squares
              && forallb (fun k => count (Piece Gold k) b =? to_place h (Piece Gold k)) kinds
  end.
Definition none_thrice (e : edition) (l : list position) : bool :=
  negb (refuses_third e) || forallb (fun x => times e x l <=? 2) l.

(** ORD-4 *)
Definition moment_rules (m : moment) : list (rule * bool) :=
  [ (VAL_1, few_enough (given_board m));
    (VAL_2, supported (given_board m));
    (VAL_3, match given_setup m with Some h => handicap_fits h | None => true end);
    (VAL_4, match given_setup m with Some h => begins_setup h (given_side m) (given_board m) | None => true end);
    (VAL_6, forallb (fun x => valid_board (fst x)) (given_earlier m));
    (VAL_7, none_thrice (given_edition m)
              (given_earlier m ++ [(given_board m, given_side m)]));
    (VAL_5, forallb (fun a => negb (ends_turn a)) (given_actions m)
            && negb (is_none (after_actions (given_start m) (given_actions m)))) ].
Definition invalidity (m : moment) : option rule := first_broken (moment_rules m).

(** * 13 What perft counts *)

(** CNT-1: sequences of exactly [n] steps, in a setup of placements. *)
Fixpoint steps_to_depth (n : nat) (g : game) : nat :=
  match n, g with
  | 0, _ => 1
  | S m, InSetup s => list_sum (map (fun placement => steps_to_depth m (InSetup (place s placement))) (placements s))
  | S m, InPlay p => list_sum (map (fun st => steps_to_depth m (InPlay (play_step p st))) (legal_steps (current_turn p)))
  end.

(** The games after each distinct turn. *)
Definition after_turns (g : game) : list game :=
  match g with
  | InSetup s => map (fun b => effect (InSetup (Setup (setup_edition s) (left_out s) (placer s) b)) EndTurn)
                     (distinct_setups s)
  | InPlay p => let t := current_turn p in
                map (fun b => InPlay (play_end (Play (edition_of p) (past p) (Turn (mover t) (start t) b 1 Nothing))))
                    (distinct_turns p)
  end.
(** CNT-3: sequences of [n] distinct turns. *)
Fixpoint turns_to_depth (n : nat) (g : game) : nat :=
  match n with
  | 0 => 1
  | S m => if is_none (outcome g) then list_sum (map (turns_to_depth m) (after_turns g)) else 0
  end.
