//! Single steps: their parts, their legality, and their effects.

use super::Game;
use crate::board::{
    EMPTY, Left, Part, Push, Step, WAYS, are_in_line, is_gold, is_rabbit, strength,
};
use crate::cell::{Cell, Deed, Relation, Role};
use crate::fault::Fault as F;
use crate::slip::Look;

impl Game<'_> {
    /// Makes a step if it is legal, and returns whether it is.
    pub fn step(&mut self, step: Step) -> bool {
        let Step { from, way, .. } = step;
        let Some(to) = self.destination(step, None) else {
            return false;
        };
        let piece = self.piece_at(from);
        let Some(part) = self.part_of_step(from, to, piece, way) else {
            return false;
        };
        self.make_step(from, to, part)
    }

    /// The piece on a square of the board by which steps are judged.
    fn piece_at(&self, square: usize) -> u8 {
        let (now, first) = (self.board[square], self.kept.start[square]);
        self.rules
            .choose(F::FirstBoardJudged, self.gold, now, first)
    }

    /// The square that a step enters; `None` if the piece is not there, the square is not free or
    /// no step is left. In an action of two steps `partner` is the square of the other piece.
    pub(super) fn destination(&self, step: Step, partner: Option<usize>) -> Option<usize> {
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
        let is_free = self.decide_by(Look::PairTarget, None, &[partner], |leaves| {
            self.piece_at(to) == EMPTY || leaves == Some(to)
        });
        let is_free = self.decide(F::OccupiedEntered, is_free, true);
        (there != EMPTY && is_named && is_free && self.stopped.is_none()).then_some(to)
    }

    /// Whether the turn has this many steps left.
    pub(super) fn has_steps_left(&self, count: u32) -> bool {
        let left = |most: u32| self.kept.steps + count <= most;
        let has = self.decide(F::FiveSteps, left(4), left(5));
        self.decide(F::ThreeSteps, has, left(3))
    }

    /// The part that a step would play; `None` where it is illegal.
    pub(super) fn part_of_step(&self, from: usize, to: usize, piece: u8, way: u8) -> Option<Part> {
        let part = self.part_by_rules(from, to, piece, way)?;
        let (kind, steps) = (strength(piece), self.kept.steps);
        let mover = if self.gold { b'R' } else { b'r' };
        let deed = match part {
            Part::Plain => Deed::Step,
            Part::Begin => Deed::Pushed,
            Part::Complete => Deed::Complete,
            Part::Pull => Deed::Pulled,
        };
        let is_taken = self.decide_in_cell(Cell::Step { part, kind, way }, piece, true)
            && self.does_deed(deed, from, piece)
            && self.decide_in_cell(Cell::StepAfter { part, steps }, mover, true);
        is_taken.then_some(part)
    }

    fn part_by_rules(&self, from: usize, to: usize, piece: u8, way: u8) -> Option<Part> {
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
        let may_complete = self.decide_by(
            Look::CompleterSide,
            Some(true),
            &[Some(false), None],
            |mine| mine.is_none_or(|mine| mine == is_mine),
        );
        let completes = may_complete && self.completes(push, from, to, piece);
        let fills = !is_mine && to == push.square && self.has_steps_left(1);
        let completes = self.decide(F::EnemyCompletes, completes, completes || fills);
        let is_stronger = strength(piece) > strength(push.piece);
        let completes = self.decide(
            F::StrongEnemyCompletes,
            completes,
            completes || fills && is_stronger,
        );
        if completes {
            return Some(Part::Complete);
        }
        let follows = to == push.square;
        if self.decide_by(Look::SecondPush, false, &[follows, true], |may| {
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
        let without = forgotten.part_of_step(from, to, piece, way);
        self.rules
            .choose(F::PushNotCompleted, self.gold, None, without)
    }

    fn completes(&self, push: Push, from: usize, to: usize, piece: u8) -> bool {
        let pulled = self.past.left;
        let others = [self.board[push.to], self.board[push.pusher]];
        let others = [
            others[0],
            others[1],
            pulled.map_or(push.piece, |left| left.piece),
        ];
        let is_strong = self.decide_by(Look::CompletedPiece, push.piece, &others, |than| {
            self.stronger(Relation::Complete, piece, than)
        });
        let is_gone = self.board[push.to] != push.piece;
        let is_strong = self.decide(F::AnyCompletesAfterCapture, is_strong, is_strong || is_gone);
        let others = [push.to, push.pusher];
        let is_free = self.decide_by(Look::CompleterFreezing, from, &others, |at| {
            !self.is_frozen_from(from, at, piece)
        });
        let others = [push.to, pulled.map_or(push.square, |left| left.square)];
        let is_there = self.decide_by(Look::CompletedSquare, push.square, &others, |at| to == at);
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

    /// Whether the player's own piece may make a plain step.
    pub(super) fn is_plain(&self, from: usize, piece: u8, way: u8) -> bool {
        let others = [self.neighbour(from, way).unwrap_or(from)];
        let is_frozen = self.decide_by(Look::StepFreezing, from, &others, |at| {
            self.is_frozen_from(from, at, piece)
        });
        let is_frozen = self.decide(F::FrozenSteps, is_frozen, false);
        let may_pull = self.any_beside(from, |by| {
            !self.is_friend(by, piece) && strength(piece) > strength(self.board[by])
        });
        let is_frozen = self.decide(F::FrozenBeginsPull, is_frozen, is_frozen && !may_pull);
        let is_lost = self.neighbour(from, way).is_some_and(|to| {
            self.is_trap(to) && !self.any_beside(to, |by| by != from && self.is_friend(by, piece))
        });
        let is_frozen = self.decide(F::OwnCaptureRefused, is_frozen, is_frozen || is_lost);
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
        let fits = |left: &Left, is_there: bool| {
            let is_straight = are_in_line(from, left.square, left.to);
            let before = self
                .left_before
                .last()
                .map_or(left.piece, |left| left.piece);
            let others = [self.board[left.to], before];
            let is_strong = self.decide_by(Look::Puller, left.piece, &others, |puller| {
                self.stronger(Relation::Pull, puller, piece)
            });
            let is_gone = self.board[left.to] != left.piece;
            let is_strong = self.decide(F::CapturedPullerPullsAny, is_strong, is_strong || is_gone);
            let is_at_corner = [0, 7, 56, 63].contains(&from);
            let is_strong = self.decide(F::NoPullFromCorner, is_strong, is_strong && !is_at_corner);
            let is_strong = is_strong && self.does_deed(Deed::Pull, left.to, left.piece);
            is_there && is_strong && self.decide(F::PullStraightOn, true, is_straight)
        };
        let is = self.kept.left.is_some_and(|left| {
            let is_there =
                self.decide_by(Look::PulledSquare, left.square, &[left.to], |at| to == at);
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
        let is = self.decide(F::PullNotWithFourthStep, is, is && self.kept.steps < 3);
        let goes_on_goal = is_rabbit(piece) && to / 8 == if is_gold(piece) { 0 } else { 7 };
        let is = self.decide(F::RabbitsNotLedOntoGoal, is, is && !goes_on_goal);
        self.decide(F::NoPulls, is, false)
    }

    /// Whether an enemy step is refused because a rabbit would go back: only with a fault.
    pub(super) fn enemy_goes_back(&self, piece: u8, way: u8) -> bool {
        let backward = |gold: bool| is_rabbit(piece) && way == if gold { b's' } else { b'n' };
        let goes_back = self.decide(F::PushedRabbitsNotBack, false, backward(is_gold(piece)));
        self.decide(F::PushedRabbitsAsMover, goes_back, backward(self.gold))
    }

    /// Whether enough steps are left to complete a push.
    pub(super) fn has_steps_left_for_push(&self) -> bool {
        let is_in_time = self.has_steps_left(2);
        let is_in_time = self.decide(F::PushWithLastStep, is_in_time, self.has_steps_left(1));
        let is_in_time = self.decide(F::PushNeedsThreeSteps, is_in_time, self.has_steps_left(3));
        self.decide(F::PushCostsOneStep, is_in_time, self.has_steps_left(1))
    }

    /// Whether an enemy step from this square may begin a push.
    fn begins_push(&self, from: usize, to: usize, piece: u8) -> bool {
        let is_in_time = self.has_steps_left_for_push();
        let begins = is_in_time && self.pusher(from, to, piece).is_some();
        let goes_on_goal = is_rabbit(piece) && to / 8 == if is_gold(piece) { 0 } else { 7 };
        let begins = self.decide(F::RabbitsNotLedOntoGoal, begins, begins && !goes_on_goal);
        self.decide(F::NoPushes, begins, false)
    }

    /// The first piece found that can push the piece on `victim` away.
    fn pusher(&self, victim: usize, to: usize, piece: u8) -> Option<usize> {
        self.decide_by(Look::PushedFrom, victim, &[to], |beside| {
            let near = WAYS.iter().filter_map(|way| self.neighbour(beside, *way));
            let near = near.chain(self.beyond_edge(Role::Pusher, beside));
            let mut near = near.filter(|by| self.board[*by] != EMPTY && *by != victim);
            near.find(|&by| {
                let own = self.board[by];
                let is_mine = is_gold(own) == self.gold;
                let is_one =
                    self.decide_by(Look::PusherSide, Some(true), &[Some(false), None], |mine| {
                        mine.is_none_or(|mine| mine == is_mine)
                    });
                let is_one = is_one && self.counts_in_role(Role::Pusher, victim, by);
                let is_one = is_one && self.does_deed(Deed::Push, by, own);
                is_one && self.may_push(by, own, victim, piece) && {
                    let is_straight = are_in_line(by, victim, to);
                    self.decide(F::PushStraightOn, true, is_straight)
                }
            })
        })
    }

    pub(super) fn may_push(&self, by: usize, own: u8, victim: usize, piece: u8) -> bool {
        let pulled = self.past.left.map_or(piece, |left| left.piece);
        let pushed = self.past.push.map_or(piece, |push| push.piece);
        let is_strong = self.decide_by(Look::PushedPiece, piece, &[pulled, pushed], |than| {
            self.stronger(Relation::Push, own, than)
        });
        let kinds = [own, piece].map(|piece| piece.to_ascii_uppercase());
        let is_strong = self.decide(
            F::DogDoesNotPushCat,
            is_strong,
            is_strong && kinds != *b"DC",
        );
        let elephants = strength(own) == 5 && strength(piece) == 5;
        let is_strong = self.decide(F::ElephantsPushElephants, is_strong, is_strong || elephants);
        let is_free = self.decide_by(Look::PusherFreezing, by, &[victim], |at| {
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

    /// Makes a legal step, and returns whether the board after it is acceptable.
    pub(super) fn make_step(&mut self, from: usize, to: usize, part: Part) -> bool {
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
        if part == Part::Pull && self.decide(F::PullSecondHalfFree, false, true) {
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
                let pushed = kept.push.map(|push| Left {
                    square: push.square,
                    to: push.to,
                    piece: push.piece,
                });
                self.kept.left = self.decide(F::PushAndPull, false, true).then_some(left);
                if self.decide(F::PushedOpensPull, false, true) {
                    self.kept.left = pushed;
                }
            }
            Part::Pull => {
                self.kept.left = self.decide(F::PulledPullsOn, false, true).then_some(left);
            }
        }
        self.past.uncaptured = (self.board != before).then_some(before);
        let pulled_by = kept.left.filter(|_| part == Part::Pull);
        if let Some(puller) = pulled_by {
            self.past.came_by[puller.to] = Some(part);
        }
        self.past.came_by[from] = None;
        self.past.came_by[to] = Some(part);
        self.slip_in_kept(left, part, &kept, &before);
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
}
