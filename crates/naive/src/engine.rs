//! A small engine as people write one: 64 letters, and a function for each part of a turn.
//!
//! Every condition of a rule goes through `Rules::choose`, with its right value and the value
//! that the engine with a fault gives it. So each fault can be switched on alone or beside others,
//! and the engine notes the faults that would have changed something.

use std::cell::RefCell;
use std::rc::Rc;

use crate::fault::Fault as F;
use crate::fault::{Fault, Faults};
use crate::slip::{Kept, Look, Past, Shape, Slips};

/// The squares from a8 to h8 down to a1 to h1: a letter for a piece, or a dot.
pub type Board = [u8; 64];

pub const EMPTY: u8 = b'.';
/// The traps: c6, f6, c3 and f3.
const TRAPS: [usize; 4] = [18, 21, 42, 45];
/// The four directions.
pub const WAYS: [u8; 4] = *b"nesw";
/// The most moments that a search for a legal turn looks at: with many faults it may find none.
const MOST_SEARCHED: u32 = 3000;
/// The most steps that are searched: with two faults, such as pushes that cost one step and need
/// not be completed, a turn may go on for ever.
const MOST_STEPS: usize = 8;

/// The rules that an engine follows: the right ones, but for some faults.
#[derive(Debug, Default)]
pub struct Rules {
    faults: Faults,
    touched: RefCell<Faults>,
    pub slips: Slips,
}

impl Rules {
    pub fn with(faults: Faults) -> Self {
        Self {
            faults,
            ..Self::default()
        }
    }

    pub fn slipping(slips: Slips) -> Self {
        Self {
            slips,
            ..Self::default()
        }
    }

    /// The faults that would have decided something otherwise so far.
    pub fn touched(&self) -> Faults {
        *self.touched.borrow()
    }

    /// The value of a condition: the right one, or the one that a fault gives it.
    fn choose<T: PartialEq>(&self, fault: Fault, gold: bool, right: T, wrong: T) -> T {
        if right == wrong {
            return right;
        }
        self.touched.borrow_mut().insert(fault, gold);
        if self.faults.has(fault, gold) || self.slips.has(fault, gold) {
            wrong
        } else {
            right
        }
    }
}

/// One step of a piece.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub piece: u8,
    pub from: usize,
    pub way: u8,
}

/// The part that a step plays.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Part {
    Plain,
    Begin,
    Complete,
    Pull,
}

/// A push to be completed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Push {
    pub(crate) square: usize,
    /// The square to which the piece was pushed.
    pub(crate) to: usize,
    pub piece: u8,
    /// The first piece that was found able to push.
    pub(crate) pusher: usize,
}

/// A square that was left, and the piece that left it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Left {
    pub(crate) square: usize,
    /// The square to which that piece went.
    pub(crate) to: usize,
    pub piece: u8,
}

/// The actions refused after a turn is decided in its middle.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Stopped {
    Steps,
    All,
}

/// A position at the start of a turn, or in the middle of one.
#[derive(Clone, Debug)]
pub struct Game<'r> {
    pub(crate) rules: &'r Rules,
    pub(crate) gold: bool,
    pub board: Board,
    /// All that it keeps within a turn.
    pub(crate) kept: Kept,
    pub(crate) past: Past,
    left_before: Vec<Left>,
    passed: Vec<Board>,
    pub(crate) history: Rc<Vec<(bool, Board)>>,
    /// Whether the position was given, and no turn has been made since.
    is_given: bool,
    stopped: Option<Stopped>,
    /// Whether this is a look ahead, which tells and ends nothing.
    is_search: bool,
    /// The winner announced in mid-turn.
    told: Option<bool>,
    /// The winner by something that happened in mid-turn.
    won: Option<bool>,
}

impl<'r> Game<'r> {
    /// The start of a turn. `earlier` are the positions before: whether Gold was to move, and the
    /// board.
    pub fn new(
        rules: &'r Rules,
        gold: bool,
        board: Board,
        mut earlier: Vec<(bool, Board)>,
    ) -> Self {
        earlier.push((gold, board));
        Self {
            rules,
            gold,
            board,
            kept: Kept::at(board),
            past: Past::default(),
            left_before: Vec::new(),
            passed: Vec::new(),
            history: Rc::new(earlier),
            is_given: true,
            stopped: None,
            is_search: false,
            told: None,
            won: None,
        }
    }

    fn decide(&self, fault: Fault, right: bool, wrong: bool) -> bool {
        self.rules.choose(fault, self.gold, right, wrong)
    }

    /// The value of a condition by the thing that it looks at, or by another in play.
    fn by<T: Copy, R: PartialEq>(
        &self,
        look: Look,
        right: T,
        others: &[T],
        says: impl Fn(T) -> R,
    ) -> R {
        self.rules.slips.by(look, self.gold, right, others, says)
    }

    // Squares and pieces.

    /// The square beside another. Square 0 is a8, square 63 is h1.
    pub(crate) fn neighbour(&self, square: usize, way: u8) -> Option<usize> {
        let beside = |by: isize| square.checked_add_signed(by).filter(|to| *to < 64);
        match way {
            b'n' => {
                let round = Some((square + 56) % 64);
                self.rules
                    .choose(F::RanksWrap, self.gold, beside(-8), round)
            }
            b's' => {
                let round = Some((square + 8) % 64);
                self.rules.choose(F::RanksWrap, self.gold, beside(8), round)
            }
            b'e' => {
                let (right, wrong) = (beside(1).filter(|to| to % 8 != 0), beside(1));
                let to = self.rules.choose(F::EastWraps, self.gold, right, wrong);
                self.rules.choose(F::EdgesWrap, self.gold, to, wrong)
            }
            _ => {
                let (right, wrong) = (beside(-1).filter(|to| to % 8 != 7), beside(-1));
                let to = self.rules.choose(F::WestWraps, self.gold, right, wrong);
                self.rules.choose(F::EdgesWrap, self.gold, to, wrong)
            }
        }
    }

    /// Whether a piece beside a square, or touching its corner, is one of these.
    pub(crate) fn beside(&self, square: usize, is_one: impl Fn(usize) -> bool) -> bool {
        let is_near = WAYS.iter().any(|way| {
            let near = self.neighbour(square, *way);
            near.is_some_and(|near| self.board[near] != EMPTY && is_one(near))
        });
        if is_near {
            return true;
        }
        let (row, file) = (square / 8, square % 8);
        let corners = [(row + 1, file + 1), (row + 1, file.wrapping_sub(1))];
        let corners = corners.into_iter().chain([
            (row.wrapping_sub(1), file + 1),
            (row.wrapping_sub(1), file.wrapping_sub(1)),
        ]);
        let mut corners = corners.filter(|(row, file)| *row < 8 && *file < 8);
        let is_at_corner = corners.any(|(row, file)| {
            let corner = row * 8 + file;
            self.board[corner] != EMPTY && is_one(corner)
        });
        self.decide(F::DiagonalsTouch, false, is_at_corner)
    }

    pub(crate) fn is_friend(&self, square: usize, of: u8) -> bool {
        is_gold(self.board[square]) == is_gold(of)
    }

    /// Whether one piece is stronger than another, and the same where the fault lets equals pass or
    /// every piece.
    fn stronger(&self, one: u8, other: u8, equals: Option<Fault>, any: Option<Fault>) -> bool {
        let (a, b) = (strength(one), strength(other));
        let swapped = |value| match value {
            1 => 2,
            2 => 1,
            other => other,
        };
        let is = self.decide(F::CatsOverDogs, a > b, swapped(a) > swapped(b));
        let is = self.decide(F::StrengthReversed, is, a < b);
        let is = equals.map_or(is, |fault| self.decide(fault, is, is || a == b));
        any.map_or(is, |fault| self.decide(fault, is, true))
    }

    /// Whether a piece on a square is beside a stronger enemy.
    pub(crate) fn is_threatened(&self, square: usize, piece: u8) -> bool {
        self.beside(square, |by| {
            let is_friend = self.is_friend(by, piece);
            let others = [Some(true), None];
            if !self.by(Look::ThreatSide, Some(false), &others, |friend| {
                friend.is_none_or(|friend| friend == is_friend)
            }) {
                return false;
            }
            let freezer = self.board[by];
            let equals = Some(F::EqualsFreeze);
            let is_stronger = self.stronger(freezer, piece, equals, Some(F::AnyEnemyFreezes));
            is_stronger && self.decide(F::FrozenDoesNotFreeze, true, !is_held(&self.board, by))
        })
    }

    pub(crate) fn is_frozen(&self, square: usize, piece: u8) -> bool {
        self.is_frozen_from(square, square, piece)
    }

    /// Whether a piece would be frozen on a square if it came there from another.
    fn is_frozen_from(&self, from: usize, square: usize, piece: u8) -> bool {
        let helps = |by: usize| {
            let friend = self.board[by];
            let is_weaker = strength(friend) < strength(piece);
            let is_friend = self.is_friend(by, piece);
            by != from
                && self.by(
                    Look::HelperSide,
                    Some(true),
                    &[Some(false), None],
                    |friend| friend.is_none_or(|friend| friend == is_friend),
                )
                && self.decide(F::WeakerFriendDoesNotHelp, true, !is_weaker)
                && self.decide(
                    F::ThreatenedFriendDoesNotHelp,
                    true,
                    !self.is_threatened(by, friend),
                )
        };
        let is_threatened = self.is_threatened(square, piece);
        let has_friend = self.beside(square, helps);
        let has_friend = self.decide(F::FriendsDoNotHelp, has_friend, false);
        let is = is_threatened && !has_friend;
        let is = if self.kept.steps == 0 {
            is
        } else {
            let was = self.kept.start[square] == piece && is_held(&self.kept.start, square);
            self.decide(F::FreezingOnceATurn, is, was)
        };
        let is = self.decide(F::RabbitsNotFrozen, is, is && !is_rabbit(piece));
        self.decide(F::NothingFreezes, is, false)
    }

    // One step at a time.

    /// Makes a step if it is legal, and says whether it is.
    pub fn step(&mut self, step: Step) -> bool {
        let Step { from, way, .. } = step;
        let Some(to) = self.destination(step, None) else {
            return false;
        };
        let piece = self.piece_at(from);
        let Some(part) = self.part(from, to, piece, way) else {
            return false;
        };
        self.make(from, to, part)
    }

    /// The piece on a square by the board on which a step is judged.
    fn piece_at(&self, square: usize) -> u8 {
        let (now, first) = (self.board[square], self.kept.start[square]);
        self.rules
            .choose(F::FirstBoardJudged, self.gold, now, first)
    }

    /// The square that a step leads to, if there is such a piece, room for it, and a step left for
    /// something. In an action of two steps another piece moves, too.
    fn destination(&self, step: Step, partner: Option<usize>) -> Option<usize> {
        let there = self.piece_at(step.from);
        let is_named = there == step.piece;
        let is_named = self.decide(
            F::ColourIgnored,
            is_named,
            there.eq_ignore_ascii_case(&step.piece),
        );
        let is_named = self.decide(F::LetterIgnored, is_named, true);
        let mirrored = match step.way {
            b'e' if !self.gold => b'w',
            b'w' if !self.gold => b'e',
            way => way,
        };
        let rules = self.rules;
        let way = rules.choose(F::FilesMirrored, self.gold, step.way, mirrored);
        let to = self.neighbour(step.from, way)?;
        let is_free = self.by(Look::PairTarget, None, &[partner], |leaves| {
            self.piece_at(to) == EMPTY || leaves == Some(to)
        });
        let is_free = self.decide(F::OccupiedEntered, is_free, true);
        (there != EMPTY && is_named && is_free && self.stopped.is_none()).then_some(to)
    }

    /// Whether the turn has this many steps left.
    fn has_steps_left(&self, count: u32) -> bool {
        let left = |most: u32| self.kept.steps + count <= most;
        let has = self.decide(F::FiveSteps, left(4), left(5));
        self.decide(F::ThreeSteps, has, left(3))
    }

    /// The part that a step would play; `None` where it is illegal.
    fn part(&self, from: usize, to: usize, piece: u8, way: u8) -> Option<Part> {
        let is_mine = is_gold(piece) == self.gold;
        if let Some(push) = self.kept.push {
            return self.part_in_push(push, from, to, piece, way);
        }
        if is_mine {
            let is_plain = self.has_steps_left(1) && self.is_plain(from, piece, way);
            let is_pulled = self.is_pull(from, to, piece);
            let is_plain = self.decide(F::OwnPiecesPulled, is_plain, is_plain || is_pulled);
            if is_plain {
                return Some(Part::Plain);
            }
            let is_pushed = self.begins_push(from, to, piece);
            return self
                .decide(F::OwnPiecesPushed, false, is_pushed)
                .then_some(Part::Begin);
        }
        if self.enemy_goes_back(piece, way) {
            return None;
        }
        let pushes = self.begins_push(from, to, piece);
        let has_left = self.decide(
            F::PullWithFifthStep,
            self.has_steps_left(1),
            self.kept.steps <= 4,
        );
        let pulls = has_left && self.is_pull(from, to, piece);
        let pulls = self.decide(F::PushBeforePull, pulls, pulls && !pushes);
        if pulls {
            return Some(Part::Pull);
        }
        let pushes = self.decide(
            F::NoPushAfterAStep,
            pushes,
            pushes && self.kept.left.is_none(),
        );
        pushes.then_some(Part::Begin)
    }

    fn part_in_push(&self, push: Push, from: usize, to: usize, piece: u8, way: u8) -> Option<Part> {
        let is_mine = is_gold(piece) == self.gold;
        let may_complete = self.by(
            Look::CompleterSide,
            Some(true),
            &[Some(false), None],
            |mine| mine.is_none_or(|mine| mine == is_mine),
        );
        if may_complete && self.completes(push, from, to, piece) {
            return Some(Part::Complete);
        }
        let follows = to == push.square;
        if self.by(Look::SecondPush, false, &[follows, true], |may| {
            may && !is_mine && self.begins_push(from, to, piece)
        }) {
            return Some(Part::Begin);
        }
        let is_plain = is_mine && self.has_steps_left(1) && self.is_plain(from, piece, way);
        if self.decide(F::AnyStepCompletes, false, is_plain) {
            return Some(Part::Complete);
        }
        if self.decide(F::AnotherMovesInPush, false, is_plain && to != push.square) {
            return Some(Part::Plain);
        }
        let mut forgotten = self.clone();
        forgotten.kept.push = None;
        let without = forgotten.part(from, to, piece, way);
        self.rules
            .choose(F::PushNotCompleted, self.gold, None, without)
    }

    fn completes(&self, push: Push, from: usize, to: usize, piece: u8) -> bool {
        let equals = Some(F::EqualCompletes);
        let pulled = self.past.left;
        let others = [self.board[push.to], self.board[push.pusher]];
        let others = [
            others[0],
            others[1],
            pulled.map_or(push.piece, |left| left.piece),
        ];
        let is_strong = self.by(Look::CompletedPiece, push.piece, &others, |than| {
            self.stronger(piece, than, equals, Some(F::WeakCompletes))
        });
        let others = [push.to, push.pusher];
        let is_free = self.by(Look::CompleterFreezing, from, &others, |at| {
            !self.is_frozen_from(from, at, piece)
        });
        let others = [push.to, pulled.map_or(push.square, |left| left.square)];
        let is_there = self.by(Look::CompletedSquare, push.square, &others, |at| to == at);
        let is_free = self.decide(F::FrozenCompletes, is_free, true);
        let is_free = self.decide(
            F::FreezingOnVictimsSquare,
            is_free,
            !self.is_frozen_from(from, push.square, piece),
        );
        let is_chosen = self.decide(F::BoundToOnePusher, true, from == push.pusher);
        let is_straight = are_in_line(from, push.square, push.to);
        let is_chosen = self.decide(F::PushStraightOn, is_chosen, is_chosen && is_straight);
        self.has_steps_left(1) && is_there && is_strong && is_free && is_chosen
    }

    /// Whether the player's own piece may make a step for itself.
    fn is_plain(&self, from: usize, piece: u8, way: u8) -> bool {
        let others = [self.neighbour(from, way).unwrap_or(from)];
        let is_frozen = self.by(Look::StepFreezing, from, &others, |at| {
            self.is_frozen_from(from, at, piece)
        });
        let is_frozen = self.decide(F::FrozenSteps, is_frozen, false);
        let (forward, backward) = if is_gold(piece) {
            (b'n', b's')
        } else {
            (b's', b'n')
        };
        let goes_back = is_rabbit(piece) && way == backward;
        let goes_back = self.decide(F::RabbitsStepBack, goes_back, false);
        let faces = is_rabbit(piece) && way == forward;
        let mut goes_back = self.decide(F::RabbitsFaceWrongly, goes_back, faces);
        for (fault, is_meant) in [
            (F::UpsideDown, true),
            (F::GoldRabbitsFaceSouth, is_gold(piece)),
            (F::SilverRabbitsFaceNorth, !is_gold(piece)),
        ] {
            let turned = if is_meant { faces } else { goes_back };
            goes_back = self.decide(fault, goes_back, turned);
        }
        let goes_back = self.decide(
            F::RabbitsNotSideways,
            goes_back,
            is_rabbit(piece) && way != forward,
        );
        let goes_north = !is_gold(piece) && way == b'n';
        let goes_back = self.decide(F::NoSilverNorth, goes_back, goes_back || goes_north);
        !is_frozen && !goes_back
    }

    /// Whether an enemy step to this square completes a pull.
    fn is_pull(&self, from: usize, to: usize, piece: u8) -> bool {
        let equals = (Some(F::EqualsPulled), Some(F::AnyStrengthPulls));
        let fits = |left: &Left, is_there: bool| {
            let is_straight = are_in_line(from, left.square, left.to);
            let before = self
                .left_before
                .last()
                .map_or(left.piece, |left| left.piece);
            let others = [self.board[left.to], before];
            is_there
                && self.by(Look::Puller, left.piece, &others, |puller| {
                    self.stronger(puller, piece, equals.0, equals.1)
                })
                && self.decide(F::PullStraightOn, true, is_straight)
        };
        let is = self.kept.left.is_some_and(|left| {
            let is_there = self.by(Look::PulledSquare, left.square, &[left.to], |at| to == at);
            let is = fits(&left, is_there);
            let is_beside = WAYS
                .iter()
                .any(|way| self.neighbour(from, *way) == Some(left.square));
            let is = self.decide(F::PullLeadsAnywhere, is, is || fits(&left, is_beside));
            let could_push = to == left.square && self.pusher(from, to, piece).is_some();
            self.decide(F::AnyStepIntoLeftSquare, is, is || could_push)
        });
        let stays = || {
            let mut before = self.left_before.iter();
            before.any(|left| fits(left, to == left.square))
        };
        let is = self.decide(F::PullStaysOpen, is, is || stays());
        self.decide(F::NoPulls, is, false)
    }

    /// Whether an enemy's step is refused because a rabbit goes back: never by the rules.
    fn enemy_goes_back(&self, piece: u8, way: u8) -> bool {
        let backward = |gold: bool| is_rabbit(piece) && way == if gold { b's' } else { b'n' };
        let goes_back = self.decide(F::PushedRabbitsNotBack, false, backward(is_gold(piece)));
        self.decide(F::PushedRabbitsAsMover, goes_back, backward(self.gold))
    }

    /// Whether enough steps are left for both halves of a push.
    fn has_steps_left_for_push(&self) -> bool {
        let is_in_time = self.has_steps_left(2);
        let is_in_time = self.decide(F::PushWithLastStep, is_in_time, self.has_steps_left(1));
        let is_in_time = self.decide(F::PushNeedsThreeSteps, is_in_time, self.has_steps_left(3));
        self.decide(F::PushCostsOneStep, is_in_time, self.has_steps_left(1))
    }

    /// Whether an enemy step from this square may begin a push.
    fn begins_push(&self, from: usize, to: usize, piece: u8) -> bool {
        let is_in_time = self.has_steps_left_for_push();
        let begins = is_in_time && self.pusher(from, to, piece).is_some();
        self.decide(F::NoPushes, begins, false)
    }

    /// The first piece of the player beside the square that can push this piece away.
    fn pusher(&self, victim: usize, to: usize, piece: u8) -> Option<usize> {
        self.by(Look::PushedFrom, victim, &[to], |beside| {
            let near = WAYS.iter().filter_map(|way| self.neighbour(beside, *way));
            let mut near = near.filter(|by| self.board[*by] != EMPTY && *by != victim);
            near.find(|&by| {
                let own = self.board[by];
                let is_mine = is_gold(own) == self.gold;
                let is_one = self.by(Look::PusherSide, Some(true), &[Some(false), None], |mine| {
                    mine.is_none_or(|mine| mine == is_mine)
                });
                is_one && self.may_push(by, own, victim, piece) && {
                    let is_straight = are_in_line(by, victim, to);
                    self.decide(F::PushStraightOn, true, is_straight)
                }
            })
        })
    }

    fn may_push(&self, by: usize, own: u8, victim: usize, piece: u8) -> bool {
        let equals = Some(F::EqualsPush);
        let pulled = self.past.left.map_or(piece, |left| left.piece);
        let pushed = self.past.push.map_or(piece, |push| push.piece);
        let is_strong = self.by(Look::PushedPiece, piece, &[pulled, pushed], |than| {
            self.stronger(own, than, equals, Some(F::AnyStrengthPushes))
        });
        let elephants = strength(own) == 5 && strength(piece) == 5;
        let is_strong = self.decide(F::ElephantsPushElephants, is_strong, is_strong || elephants);
        let is_free = self.by(Look::PusherFreezing, by, &[victim], |at| {
            !self.is_frozen_from(by, at, own)
        });
        let is_free = self.decide(F::FrozenBeginsPush, is_free, true);
        let is_free = self.decide(
            F::ThreatenedDoesNotPush,
            is_free,
            is_free && !self.is_threatened(by, own),
        );
        let is_free = self.decide(
            F::FreezingOnVictimsSquare,
            is_free,
            !self.is_frozen_from(by, victim, own),
        );
        is_strong && is_free
    }

    /// Makes a legal step. Says whether the board may be as it is then.
    fn make(&mut self, from: usize, to: usize, part: Part) -> bool {
        let piece = self.piece_at(from);
        let pusher = self.pusher(from, to, piece).unwrap_or(from);
        self.passed.push(self.board);
        let kept = self.kept;
        (self.board[from], self.board[to]) = (EMPTY, piece);
        let before = self.board;
        self.capture(part, from, to);
        let is_gone = self.board[to] != before[to];
        self.kept.steps += 1;
        if part == Part::Begin && self.decide(F::PushCostsOneStep, false, true) {
            self.kept.steps -= 1;
        }
        let left = Left {
            square: from,
            to,
            piece,
        };
        let own = self.kept.left.take();
        self.left_before.extend(own);
        let is_open = self.kept.push.is_some();
        if !self.decide(F::AnotherMovesInPush, false, is_open) {
            self.kept.push = None;
        }
        match part {
            Part::Plain => {
                let pulls = self.decide(F::CapturedPullerDoesNotPull, true, !is_gone);
                let pulls = self.decide(
                    F::FrozenPullerDoesNotPull,
                    pulls,
                    pulls && (is_gone || !self.is_frozen(to, piece)),
                );
                self.kept.left = pulls.then_some(left);
            }
            Part::Begin => {
                let push = Push {
                    square: from,
                    to,
                    piece,
                    pusher,
                };
                let pends = self.decide(F::CaptureEndsPush, true, !is_gone);
                self.kept.push = pends.then_some(push);
            }
            Part::Complete => {
                self.kept.push = None;
                self.kept.left = self.decide(F::PushAndPull, false, true).then_some(left);
            }
            Part::Pull => {
                self.kept.left = self.decide(F::PulledPullsOn, false, true).then_some(left);
            }
        }
        self.slip(left, part, &kept, &before);
        let restores = self.board == self.kept.start;
        let is_refused = self.decide(F::NoStepMayRestore, false, restores);
        let restores = restores && self.kept.steps >= 4;
        if self.decide(
            F::FourthStepMayNotRestore,
            is_refused,
            is_refused || restores,
        ) {
            return false;
        }
        self.look_for_an_end();
        true
    }

    pub(crate) fn is_trap(&self, square: usize) -> bool {
        let mut is = TRAPS.contains(&square);
        let missing = [
            (F::NoTrapC6, 18),
            (F::NoTrapF6, 21),
            (F::NoTrapC3, 42),
            (F::NoTrapF3, 45),
        ];
        for (fault, trap) in missing {
            is = self.decide(fault, is, is && square != trap);
        }
        let beside = [18, 20, 42, 45].contains(&square);
        let is = self.decide(F::TrapBesideItsPlace, is, beside);
        let from_zero = [10, 13, 34, 37].contains(&square);
        self.decide(F::TrapsFromZero, is, from_zero)
    }

    /// Whether a piece on a trap beside this square has a friend there.
    fn is_supported(&self, square: usize, piece: u8) -> bool {
        let others = [Some(self.gold), Some(!self.gold)];
        self.by(Look::SupporterSide, Some(is_gold(piece)), &others, |side| {
            let is_one = |by: usize, on: &Board| Some(is_gold(on[by])) == side;
            self.by(Look::SupportBoard, false, &[true], |was| {
                match self.passed.last() {
                    Some(board) if was => {
                        let board = *board;
                        let then = Self {
                            board,
                            ..self.clone()
                        };
                        then.beside(square, |by| is_one(by, &board))
                    }
                    _ => self.beside(square, |by| is_one(by, &self.board)),
                }
            })
        })
    }

    /// Takes captured pieces from the board, after a step from one square to another.
    fn capture(&mut self, part: Part, from: usize, to: usize) {
        for square in [10, 13, 18, 20, 21, 34, 37, 42, 45] {
            let piece = self.board[square];
            if piece == EMPTY || !self.is_trap(square) {
                continue;
            }
            let others = [from, to].map(|at| at.min(63));
            let has_friend = self.by(Look::SupportSquare, square, &others, |at| {
                self.is_supported(at, piece)
            });
            let any = self.beside(square, |_| true);
            let is_safe = self.decide(F::EnemiesSupport, has_friend, any);
            let is_safe = self.decide(F::SupportDoesNotSave, is_safe, false);
            if is_safe {
                continue;
            }
            let is_mine = is_gold(piece) == self.gold;
            if self.stays_on_trap(is_mine) {
                continue;
            }
            let keeps = [
                (F::NothingCaptured, true),
                (F::CapturesAtEnd, true),
                (F::OnlyMoverCaptured, square != to),
                (F::MoverNotCaptured, square == to),
                (F::OnlyOwnCaptured, !is_mine),
                (F::OnlyEnemiesCaptured, is_mine),
                (F::PushBeginsWithoutCapture, part == Part::Begin),
                (F::PushLeavesUncaptured, part == Part::Begin && square != to),
                (F::CompletedPushCapturesNothing, part == Part::Complete),
                (F::PulledNotCaptured, part == Part::Pull),
            ];
            let is_kept = keeps.into_iter().fold(false, |kept, (fault, keeps)| {
                self.decide(fault, kept, kept || keeps)
            });
            if !is_kept {
                self.board[square] = EMPTY;
            }
        }
    }

    // Actions of two steps, in an engine whose pushes and pulls are one action.

    /// Makes an own piece's step for itself.
    pub fn plain(&mut self, step: Step) -> bool {
        let is_mine = is_gold(self.board[step.from]) == self.gold;
        is_mine && self.step(step)
    }

    /// Makes a push or a pull: steps of both sides, of which the second enters the square that the
    /// first left.
    pub fn pair(&mut self, first: Step, second: Step) -> bool {
        let is_mine = is_gold(first.piece) == self.gold;
        let (own, enemy) = if is_mine {
            (first, second)
        } else {
            (second, first)
        };
        if is_mine {
            self.pull(own, enemy)
        } else {
            self.push_pair(own, enemy)
        }
    }

    fn push_pair(&mut self, own: Step, enemy: Step) -> bool {
        let Some(target) = self.destination(enemy, Some(own.from)) else {
            return false;
        };
        let (pusher, victim) = (own.piece, self.board[enemy.from]);
        if self.board[own.from] != pusher || is_gold(victim) == self.gold {
            return false;
        }
        let goes_back = self.enemy_goes_back(victim, enemy.way);
        let is_in_time = self.has_steps_left_for_push();
        let is_straight = are_in_line(own.from, enemy.from, target);
        let may = is_in_time && !goes_back && self.may_push(own.from, pusher, enemy.from, victim);
        let may = self.decide(F::PushStraightOn, may, may && is_straight);
        let may = self.decide(F::NoPushes, may, false);
        let may = self.decide(F::NoPushAfterAStep, may, may && self.kept.left.is_none());
        if may && target == own.from {
            return self.change_places(own, enemy);
        }
        if !may || !self.make(enemy.from, target, Part::Begin) {
            return false;
        }
        self.kept.push = None;
        let follows = self
            .rules
            .choose(F::PusherFollowsVictim, self.gold, enemy.from, target);
        self.make(own.from, follows, Part::Complete)
    }

    fn pull(&mut self, own: Step, enemy: Step) -> bool {
        let Some(to) = self.destination(own, Some(enemy.from)) else {
            return false;
        };
        let (puller, victim) = (self.board[own.from], enemy.piece);
        if self.board[enemy.from] != victim {
            return false;
        }
        let goes_back = self.enemy_goes_back(victim, enemy.way);
        let is_in_time = self.has_steps_left(2);
        let is_in_time = self.decide(F::PullWithFifthStep, is_in_time, self.has_steps_left(1));
        let equals = Some(F::EqualsPulled);
        let is_strong = self.stronger(puller, victim, equals, Some(F::AnyStrengthPulls));
        let may = is_in_time && !goes_back && is_strong && self.is_plain(own.from, puller, own.way);
        let is_straight = are_in_line(enemy.from, own.from, to);
        let may = self.decide(F::PullStraightOn, may, may && is_straight);
        if may && to == enemy.from {
            return self.change_places(own, enemy);
        }
        if !self.decide(F::NoPulls, may, false) || !self.make(own.from, to, Part::Plain) {
            return false;
        }
        // The puller may be captured, or frozen where it stands now.
        let pulls = self.kept.left.is_some();
        let is_there = self.board[enemy.from] == victim;
        pulls && is_there && self.make(enemy.from, own.from, Part::Pull)
    }

    fn change_places(&mut self, own: Step, enemy: Step) -> bool {
        self.board.swap(own.from, enemy.from);
        self.kept.steps += 2;
        true
    }

    // The end of a turn, and of the game.

    /// Ends the turn if that is legal, and says whether it is.
    pub fn end(&mut self) -> bool {
        if self.stopped == Some(Stopped::All) {
            return false;
        }
        if self.decide(F::CapturesAtEnd, false, true) {
            let late = Rules::with(Faults::NONE);
            let mut ended = Game {
                rules: &late,
                ..self.clone()
            };
            ended.capture(Part::Plain, 64, 64);
            self.board = ended.board;
        }
        let is_empty = self.decide(F::Passing, self.kept.steps == 0, false);
        let pends = self.kept.push.is_some();
        let pends = self.decide(F::PushLeftUnfinished, pends, false);
        let pends = self.decide(F::PushNotCompleted, pends, false);
        let start = self.kept.start;
        let is_same = self.by(Look::SameBoard, start, &[mirrored(&start)], |board| {
            self.board == start || self.board == board
        });
        let shape = |board: &Board| board.map(|piece| piece == EMPTY);
        let looks_same = shape(&self.board) == shape(&self.kept.start);
        let is_same = self.decide(F::ShapesCompared, is_same, looks_same);
        let is_same = self.decide(F::BoardMayStay, is_same, false);
        // A pass leaves the board as it is.
        let is_same = is_same && self.kept.steps > 0;
        let too_soon = self.decide(F::EndOnlyAfterFour, false, self.kept.steps < 4);
        let too_late = self.decide(F::EndsByItself, false, self.kept.steps >= 4);
        if is_empty || pends || is_same || too_soon || too_late || self.repeats() {
            return false;
        }
        let forgets = self.decide(F::PresentNotRecorded, false, true);
        let kept = self.history.len() - usize::from(forgets);
        let history = self.history[..kept].to_vec();
        let next = Game::new(self.rules, !self.gold, self.board, history);
        *self = Game {
            won: self.won,
            is_given: false,
            ..next
        };
        true
    }

    /// Whether the position after this turn would stand for the third time.
    fn repeats(&self) -> bool {
        let after = (!self.gold, self.board);
        let history = &self.history;
        let count = |of: &[(bool, Board)]| of.iter().filter(|end| **end == after).count();
        let images = [
            (!self.gold, mirrored(&self.board)),
            (self.gold, exchanged(&self.board)),
        ];
        let is = self.by(Look::RepeatedBoard, after, &images, |image| {
            let times = history
                .iter()
                .filter(|end| **end == after || **end == image);
            times.count() >= 2
        });
        let times = count(history);
        let is = self.decide(F::SecondRefused, is, times >= 1);
        let is = self.decide(F::FourthRefused, is, times >= 3);
        let boards = history.iter().filter(|end| end.1 == self.board).count();
        let is = self.decide(F::SideNotCompared, is, boards >= 2);
        let passed = self.passed.iter().filter(|board| **board == self.board);
        let is = self.decide(F::MidTurnBoardsRepeat, is, boards + passed.count() >= 2);
        let is = self.decide(F::FirstNotRecorded, is, count(&history[1..]) >= 2);
        self.decide(F::RepetitionForgotten, is, false)
    }

    /// The winner by the end of the last turn, if the game is decided.
    pub fn winner(&self) -> Option<bool> {
        let mover = !self.gold;
        let rules = self.rules;
        rules.slips.look_at(self.is_given);
        let choose = |fault, right: Option<bool>, wrong: Option<bool>| {
            rules.choose(fault, mover, right, wrong)
        };
        let goal = |player: bool| {
            let is = self.has_goal(player);
            let unseen = if player == mover {
                F::MoversGoalUnseen
            } else {
                F::OpponentsGoalUnseen
            };
            let is = rules.choose(unseen, mover, is, false);
            rules
                .choose(F::GoalForgotten, mover, is, false)
                .then_some(player)
        };
        let loss = |player: bool| {
            let is = !self.has_rabbit(player);
            let unseen = if player == mover {
                F::MoversLossUnseen
            } else {
                F::OpponentsLossUnseen
            };
            let is = rules.choose(unseen, mover, is, false);
            rules
                .choose(F::EliminationForgotten, mover, is, false)
                .then_some(!player)
        };
        let (own_goal, other_goal) = (goal(mover), goal(!mover));
        let (other_loss, own_loss) = (loss(!mover), loss(mover));
        let (golds, silvers) = if mover {
            (own_goal, other_goal)
        } else {
            (other_goal, own_goal)
        };
        let stuck = self.is_stuck().then_some(mover);
        let stuck = choose(F::ImmobileWins, stuck, stuck.map(|_| !mover));
        let other = Game {
            gold: mover,
            ..self.clone()
        };
        let is_other = !other.has_step();
        let other = is_other.then_some(!mover);
        let stuck = choose(F::MoverImmobilized, stuck, other);
        let slips = &rules.slips;
        let stuck = slips.by(Look::BlockedSide, mover, false, &[is_other], |wins| {
            stuck.or(wins.then_some(mover))
        });
        let first = |order: [Option<bool>; 5]| order.into_iter().flatten().next();
        let goals = [own_goal, other_goal];
        let losses = [other_loss, own_loss];
        let [a, b] = goals;
        let [c, d] = losses;
        let mut winner = first([a, b, c, d, stuck]);
        for (fault, order) in [
            (F::OpponentsGoalFirst, [b, a, c, d, stuck]),
            (F::SilversGoalFirst, [silvers, golds, c, d, stuck]),
            (F::GoldsGoalFirst, [golds, silvers, c, d, stuck]),
            (F::MoversRabbitsFirst, [a, b, d, c, stuck]),
            (F::EliminationBeforeGoal, [c, d, a, b, stuck]),
            (F::ImmobilizationBeforeGoal, [stuck, a, b, c, d]),
            (F::ImmobilizationBeforeElimination, [a, b, stuck, c, d]),
        ] {
            winner = choose(fault, winner, first(order));
        }
        let winner = self.won.or(winner);
        let winner = choose(F::LastMoverWins, winner, winner.map(|_| mover));
        let winner = choose(F::LoserNamed, winner, winner.map(|gold| !gold));
        choose(F::NeverEnds, winner, None)
    }

    /// Whether a decided game takes no step.
    pub fn is_over(&self, winner: Option<bool>) -> bool {
        self.decide(F::DecidedPlaysOn, winner.is_some(), false)
    }

    fn has_goal(&self, gold: bool) -> bool {
        const FILES: [Fault; 8] = [
            F::GoalA,
            F::GoalB,
            F::GoalC,
            F::GoalD,
            F::GoalE,
            F::GoalF,
            F::GoalG,
            F::GoalH,
        ];
        let choose = |fault, right, wrong| self.rules.choose(fault, gold, right, wrong);
        (0..64).any(|square| {
            let piece = self.board[square];
            if piece == EMPTY || is_gold(piece) != gold {
                return false;
            }
            let (row, file) = (square / 8, square % 8);
            let is_there = row == if gold { 0 } else { 7 };
            let is_there = choose(F::UpsideDown, is_there, row == if gold { 7 } else { 0 });
            let is_there = choose(F::AnyGoalRank, is_there, row == 0 || row == 7);
            let is_low = is_there || (gold && row == 1);
            let is_there = choose(F::GoalRankLow, is_there, is_low);
            let is_seen = is_there && choose(F::AnyPieceOnGoal, is_rabbit(piece), true);
            choose(FILES[file], is_seen, false)
        })
    }

    fn has_rabbit(&self, gold: bool) -> bool {
        self.board.contains(if gold { &b'R' } else { &b'r' })
    }

    /// Whether the player to move has no legal turn.
    fn is_stuck(&self) -> bool {
        let has_step = self.has_step();
        let ahead = Game {
            is_search: true,
            ..self.clone()
        };
        let can_end = has_step && ahead.can_end(&mut 0, None);
        let choose = |fault, right, wrong| self.rules.choose(fault, !self.gold, right, wrong);
        let is = self.seems_stuck(!can_end, &ahead);
        let is = choose(F::OnlyRepetitionsForgotten, is, !has_step);
        let is = choose(F::ImmobilizationForgotten, is, is && has_step);
        let has_plain = self.any_piece(|square, piece| {
            WAYS.iter().any(|way| {
                let to = self.neighbour(square, *way);
                to.is_some_and(|to| self.board[to] == EMPTY) && self.is_plain(square, piece, *way)
            })
        });
        let is = choose(F::PushIsNoWayOut, is, is || !has_plain);
        let could_push = |game: &Self, frozen: bool| {
            (0..64).any(|victim| {
                let piece = game.board[victim];
                let is_enemy = piece != EMPTY && is_gold(piece) != game.gold;
                let has_room = || {
                    let mut near = WAYS.iter().filter_map(|way| game.neighbour(victim, *way));
                    near.any(|near| game.board[near] == EMPTY)
                };
                is_enemy
                    && has_room()
                    && game.beside(victim, |by| {
                        let own = game.board[by];
                        is_gold(own) == game.gold
                            && strength(own) > strength(piece)
                            && (frozen || !game.is_frozen(by, own))
                    })
            })
        };
        if is {
            let frozen = could_push(self, true);
            let is = choose(F::FrozenPusherCounts, is, !frozen);
            let other = Game {
                gold: !self.gold,
                ..self.clone()
            };
            let is = choose(F::MoversPushesCount, is, !could_push(&other, false));
            let has_room = self.any_piece(|square, piece| {
                let ways = WAYS.iter().filter(|way| {
                    !(is_rabbit(piece) && **way == if self.gold { b's' } else { b'n' })
                });
                let mut near = ways.filter_map(|way| self.neighbour(square, *way));
                near.any(|near| self.board[near] == EMPTY)
            });
            let is = choose(F::FrozenStepCounts, is, !has_room);
            let is_free = self.any_piece(|square, piece| !self.is_frozen(square, piece));
            let is = choose(F::BlockedPieceCounts, is, !is_free);
            return choose(F::StuckForgotten, is, false);
        }
        // Without a plain step, and with a push: only the other player's pushes are looked at.
        let other = || Game {
            gold: !self.gold,
            ..self.clone()
        };
        choose(
            F::MoversPushesCount,
            is,
            !has_plain && !could_push(&other(), false),
        )
    }

    pub(crate) fn any_piece(&self, is_one: impl Fn(usize, u8) -> bool) -> bool {
        (0..64).any(|square| {
            let piece = self.board[square];
            piece != EMPTY && is_gold(piece) == self.gold && is_one(square, piece)
        })
    }

    /// The games after each legal step.
    fn after_a_step(&self) -> impl Iterator<Item = Self> + '_ {
        let squares = (0..64).filter(|square| self.board[*square] != EMPTY);
        let steps = squares.flat_map(|from| {
            let piece = self.board[from];
            WAYS.iter().map(move |&way| Step { piece, from, way })
        });
        steps.filter_map(|step| {
            // Most steps lead nowhere, and need no copy.
            self.destination(step, None)?;
            let mut after = self.clone();
            after.step(step).then_some(after)
        })
    }

    pub(crate) fn has_step(&self) -> bool {
        self.any_step(|_, _, _, _| true)
    }

    /// Whether there is a legal step that is one of these.
    pub(crate) fn any_step(&self, is_one: impl Fn(usize, usize, u8, Part) -> bool) -> bool {
        let squares = (0..64).filter(|square| self.board[*square] != EMPTY);
        let mut steps = squares.flat_map(|from| {
            let piece = self.board[from];
            WAYS.iter().map(move |&way| Step { piece, from, way })
        });
        steps.any(|step| {
            let to = self.destination(step, None);
            to.is_some_and(|to| {
                let part = self.part(step.from, to, step.piece, step.way);
                part.is_some_and(|part| is_one(step.from, to, step.piece, part))
            })
        })
    }

    /// Every legal step.
    pub fn next_steps(&self) -> Vec<Step> {
        let steps = RefCell::new(Vec::new());
        self.any_step(|from, _, piece, _| {
            steps.borrow_mut().push((from, piece));
            false
        });
        let steps = steps
            .into_inner()
            .into_iter()
            .flat_map(|(from, piece)| WAYS.map(|way| Step { piece, from, way }));
        steps.filter(|step| self.clone().step(*step)).collect()
    }

    /// Whether a trap takes the piece on a square.
    pub fn is_lost(&self, square: usize) -> bool {
        let piece = self.board[square];
        piece != EMPTY
            && self.is_trap(square)
            && !self.beside(square, |by| self.is_friend(by, piece))
    }

    /// Whether this turn can be brought to an end.
    pub(crate) fn can_end(&self, searched: &mut u32, but: Option<(Shape, u32)>) -> bool {
        *searched += 1;
        if *searched > MOST_SEARCHED {
            return true;
        }
        let goes_on = self.passed.len() < MOST_STEPS;
        let is_overlooked = |after: &Self| but.is_some_and(|(shape, at)| after.has(shape, at));
        self.clone().end() && but != Some((Shape::End, self.kept.steps))
            || goes_on
                && self
                    .after_a_step()
                    .any(|after| !is_overlooked(&after) && after.can_end(searched, but))
    }

    // Ends that are looked for in mid-turn.

    /// Whether another moment is the start of this turn, too.
    pub const fn is_start(&self) -> bool {
        self.kept.steps == 0 && self.kept.push.is_none()
    }

    /// The winner announced after a step without `end`.
    pub const fn announced_winner(&self) -> Option<bool> {
        self.told
    }

    fn look_for_an_end(&mut self) {
        use Stopped::{All, Steps};

        self.told = None;
        if self.is_search {
            return;
        }
        let mover = self.gold;
        let mut goal = [mover, !mover]
            .into_iter()
            .filter(|player| self.has_goal_plainly(*player));
        let goal = goal.next();
        let mut losers = [!mover, mover]
            .into_iter()
            .filter(|player| !self.has_rabbit(*player));
        let loss = losers.next().map(|loser| !loser);
        let stuck = self.stuck_in_mid_turn();
        let all = goal.or(loss).or(stuck);
        let events = [
            (
                goal,
                [
                    F::GoalAtOnce,
                    F::GoalAtOnceButForEnd,
                    F::GoalSaidAtOnce,
                    F::GoalStops,
                    F::GoalStopsButForEnd,
                    F::GoalKept,
                ],
            ),
            (
                loss,
                [
                    F::LossAtOnce,
                    F::LossAtOnceButForEnd,
                    F::LossSaidAtOnce,
                    F::LossStops,
                    F::LossStopsButForEnd,
                    F::LossKept,
                ],
            ),
            (
                stuck,
                [
                    F::StuckAtOnce,
                    F::StuckAtOnceButForEnd,
                    F::StuckSaidAtOnce,
                    F::StuckStops,
                    F::StuckStopsButForEnd,
                    F::StuckKept,
                ],
            ),
            (
                all,
                [
                    F::AllAtOnce,
                    F::AllAtOnceButForEnd,
                    F::AllSaidAtOnce,
                    F::AllStop,
                    F::AllStopButForEnd,
                    F::AllKept,
                ],
            ),
        ];
        for (winner, [at_once, but_for_end, said, stops, stops_but_for_end, kept]) in events {
            let Some(winner) = winner else {
                continue;
            };
            for (fault, tells, stopped) in [
                (at_once, true, Some(All)),
                (but_for_end, true, Some(Steps)),
                (said, true, None),
                (stops, false, Some(All)),
                (stops_but_for_end, false, Some(Steps)),
            ] {
                if self.decide(fault, false, true) {
                    self.told = tells.then_some(winner).or(self.told);
                    self.stopped = stopped.or(self.stopped);
                }
            }
            if self.won.is_none() && self.decide(kept, false, true) {
                self.won = Some(winner);
            }
        }
        let is_dead = self.kept.steps < 4 && self.kept.push.is_none() && !self.has_step();
        if self.decide(F::DeadEndSaid, false, is_dead) {
            self.told = Some(!mover);
        }
    }

    pub(crate) fn has_goal_plainly(&self, gold: bool) -> bool {
        if gold {
            self.board[..8].contains(&b'R')
        } else {
            self.board[56..].contains(&b'r')
        }
    }

    /// The player who wins because the opponent has no step on this board.
    fn stuck_in_mid_turn(&self) -> Option<bool> {
        if self.kept.push.is_some() {
            return None;
        }
        let quiet = Rules::with(Faults::NONE);
        let other = Game::new(&quiet, !self.gold, self.board, Vec::new());
        (!other.has_step()).then_some(self.gold)
    }
}

/// The board seen in a mirror: the a-file is the h-file.
fn mirrored(board: &Board) -> Board {
    std::array::from_fn(|at| board[at / 8 * 8 + 7 - at % 8])
}

/// The board with the sides exchanged: rank 1 is rank 8, and Gold's pieces are Silver's.
fn exchanged(board: &Board) -> Board {
    std::array::from_fn(|at| {
        let piece = board[(7 - at / 8) * 8 + at % 8];
        let case = if piece == EMPTY { 0 } else { 32 };
        piece ^ case
    })
}

pub const fn is_gold(piece: u8) -> bool {
    piece.is_ascii_uppercase()
}

pub(crate) const fn is_rabbit(piece: u8) -> bool {
    piece.eq_ignore_ascii_case(&b'r')
}

/// Whether steps from one square to the next and on to the last go in the same direction.
const fn are_in_line(first: usize, next: usize, last: usize) -> bool {
    first + last == 2 * next
}

/// Whether the piece on a square is frozen by the right rules.
fn is_held(board: &Board, square: usize) -> bool {
    let piece = board[square];
    let near = [
        (square >= 8).then(|| square - 8),
        (square < 56).then(|| square + 8),
        (square % 8 != 7).then(|| square + 1),
        (!square.is_multiple_of(8)).then(|| square - 1),
    ];
    let near = near.into_iter().flatten().map(|by| board[by]);
    let mut near = near.filter(|by| *by != EMPTY);
    let mut is_threatened = false;
    let has_friend = near.any(|by| {
        let is_enemy = is_gold(by) != is_gold(piece);
        is_threatened |= is_enemy && strength(by) > strength(piece);
        !is_enemy
    });
    is_threatened && !has_friend
}

/// From the rabbit, 0, to the elephant, 5.
pub(crate) const fn strength(piece: u8) -> u32 {
    match piece.to_ascii_uppercase() {
        b'C' => 1,
        b'D' => 2,
        b'H' => 3,
        b'M' => 4,
        b'E' => 5,
        _ => 0,
    }
}
