//! The end of a turn, and of the game.

use std::cell::RefCell;

use super::{Game, Rules, Stopped};
use crate::board::{Board, EMPTY, Part, Step, WAYS, count_pieces, is_gold, is_rabbit, strength};
use crate::cell::Cell;
use crate::fault::Fault as F;
use crate::fault::{Fault, Faults};
use crate::slip::{Look, Shape};

/// The greatest number of moments in a search for a legal turn: with many faults there may be none.
const MOST_SEARCHED: u32 = 3000;
/// The greatest depth of the search in steps: with two faults, such as pushes that cost one step
/// and need not be completed, a turn may have no end.
const MOST_STEPS: usize = 8;

impl Game<'_> {
    /// Ends the turn if that is legal, and returns whether it is.
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
        let is_same = self.decide_by(Look::SameBoard, start, &[mirrored(&start)], |board| {
            self.board == start || self.board == board
        });
        let looks_same = occupied_alone(&self.board) == occupied_alone(&self.kept.start);
        let is_same = self.decide(F::ShapesCompared, is_same, looks_same);
        let own = |board: &Board| board.map(|piece| (is_gold(piece) == self.gold).then_some(piece));
        let owns_stay = self.kept.steps > 0 && own(&self.board) == own(&self.kept.start);
        let is_same = self.decide(F::OwnPiecesMayNotStay, is_same, is_same || owns_stay);
        let is_same = self.decide(F::BoardMayStay, is_same, false);
        let loses = is_same && self.decide(F::UnchangedLoses, false, true);
        let is_same = is_same && !loses;
        // A pass leaves the board as it is.
        let is_same = is_same && self.kept.steps > 0;
        let too_soon = self.decide(F::EndOnlyAfterFour, false, self.kept.steps < 4);
        let too_late = self.decide(F::EndsByItself, false, self.kept.steps >= 4);
        if is_empty || pends || is_same || too_soon || too_late || self.repeats() {
            return false;
        }
        let forgets = self.decide(F::PresentNotRecorded, false, true);
        let kept = self.history.len() - usize::from(forgets);
        let mut history = self.history[..kept].to_vec();
        let has_captured = count_pieces(&self.board) < count_pieces(&self.kept.start);
        if has_captured && self.decide(F::HistoryEndsWithACapture, false, true) {
            history.clear();
        }
        let lost = loses.then_some(!self.gold);
        let next = Game::new(self.rules, !self.gold, self.board, history);
        let ended_by = self.past.uncaptured;
        let kept = self.kept_through_end(next.kept);
        *self = Game {
            won: lost.or(self.won),
            is_given: false,
            ended_by,
            kept,
            ..next
        };
        true
    }

    /// Whether the position after this turn would occur for the third time.
    fn repeats(&self) -> bool {
        let after = (!self.gold, self.board);
        let history = &self.history;
        let count = |of: &[(bool, Board)]| of.iter().filter(|end| **end == after).count();
        let is = self.decide_by(Look::RepeatedBoard, None, &LIKENESSES, |is_like| {
            let is_same =
                |end: &&End| **end == after || is_like.is_some_and(|is_like| is_like(end, &after));
            history.iter().filter(is_same).count() >= 2
        });
        let since = |is_new: fn(&Board, &Board) -> bool| {
            let mut pairs = history.windows(2);
            let last = pairs.rposition(|pair| is_new(&pair[0].1, &pair[1].1));
            &history[last.map_or(0, |last| last + 1)..]
        };
        let remembered = [
            since(|one, other| count_pieces(one) != count_pieces(other)),
            since(|one, other| rabbits(one) != rabbits(other)),
            &history[history.len().saturating_sub(20)..],
        ];
        let is = self.decide_by(Look::History, None, &remembered.map(Some), |remembered| {
            is && remembered.is_none_or(|remembered| count(remembered) >= 2)
        });
        let times = count(history);
        let is = self.decide(F::SecondRefused, is, times >= 1);
        let is = self.decide(F::FourthRefused, is, times >= 3);
        let boards = history.iter().filter(|end| end.1 == self.board).count();
        let is = self.decide(F::SideNotCompared, is, boards >= 2);
        let passed = self.passed.iter().filter(|board| **board == self.board);
        let is = self.decide(F::MidTurnBoardsRepeat, is, boards + passed.count() >= 2);
        let is = self.decide(F::FirstNotRecorded, is, count(&history[1..]) >= 2);
        let last = &history[history.len().saturating_sub(8)..];
        let is = self.decide(F::LastEightRemembered, is, count(last) >= 2);
        let is_every_second = |(at, _): &(usize, &(bool, Board))| (history.len() - at) % 2 == 1;
        let own = history.iter().enumerate().filter(is_every_second);
        let own = own.filter(|(_, end)| **end == after).count();
        let is = self.decide(F::OwnRepetitionsOnly, is, own >= 2);
        self.decide(F::RepetitionForgotten, is, false)
    }

    /// The winner at the start of this turn, if the game is decided.
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
        let has_moved = Game {
            gold: mover,
            ..self.clone()
        };
        let is_other = !has_moved.has_step();
        let other = is_other.then_some(!mover);
        let stuck = choose(F::MoverImmobilized, stuck, other);
        let stuck = choose(F::EitherStuckLoses, stuck, stuck.or(other));
        let slips = &rules.slips;
        let wrong = if slips.are_off() {
            [false; 4]
        } else {
            [
                is_other,
                !has_moved.any_step(|_, _, _, part| part == Part::Plain),
                !has_moved.any_piece(|square, _| has_moved.has_room(square)),
                !has_moved.any_piece(|square, piece| !has_moved.is_frozen(square, piece)),
            ]
        };
        let stuck = slips.by(Look::BlockedSide, mover, false, &wrong, |wins| {
            stuck.or(wins.then_some(mover))
        });
        let first = |order: [Option<bool>; 5]| order.into_iter().flatten().next();
        // A later end that holds, too, goes before the first.
        let exchanged = |order: [Option<bool>; 5]| {
            let mut holding = (0..5).filter(|at| order[*at].is_some());
            let first = holding.next()?;
            let is_next = |second: &usize| {
                let second = *second;
                !slips.decide(Cell::Order { first, second }, mover, true)
            };
            order[holding.find(is_next).unwrap_or(first)]
        };
        let goals = [own_goal, other_goal];
        let losses = [other_loss, own_loss];
        let [a, b] = goals;
        let [c, d] = losses;
        let mut winner = exchanged([a, b, c, d, stuck]);
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

    /// Whether the engine refuses steps since there is a winner.
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

    pub(super) fn has_rabbit(&self, gold: bool) -> bool {
        let uncaptured = self.ended_by.unwrap_or(self.board);
        let slips = &self.rules.slips;
        slips.by(
            Look::RabbitBoard,
            gold,
            self.board,
            &[uncaptured],
            |board| board.contains(if gold { &b'R' } else { &b'r' }),
        )
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
        let ends_at_once = !is && ahead.after_a_step().any(|mut after| after.end());
        let is = choose(F::OnlyOneStepSaves, is, is || !ends_at_once);
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
                is_enemy
                    && game.has_room(victim)
                    && game.any_beside(victim, |by| {
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

    /// Whether an adjacent square is empty.
    pub(crate) fn has_room(&self, square: usize) -> bool {
        let mut near = WAYS.iter().filter_map(|way| self.neighbour(square, *way));
        near.any(|near| self.board[near] == EMPTY)
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

    /// Whether a legal step fits `is_one`.
    pub(crate) fn any_step(&self, is_one: impl Fn(usize, usize, u8, Part) -> bool) -> bool {
        let squares = (0..64).filter(|square| self.board[*square] != EMPTY);
        let mut steps = squares.flat_map(|from| {
            let piece = self.board[from];
            WAYS.iter().map(move |&way| Step { piece, from, way })
        });
        steps.any(|step| {
            let to = self.destination(step, None);
            to.is_some_and(|to| {
                let part = self.part_of_step(step.from, to, step.piece, step.way);
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

    /// Whether further steps can bring this turn to a legal end. `but` is a shape that a search
    /// with a fault overlooks at a step; `searched` counts moments.
    pub(crate) fn can_end(&self, searched: &mut u32, but: Option<(Shape, u32)>) -> bool {
        *searched += 1;
        if *searched > MOST_SEARCHED {
            return true;
        }
        let goes_on = self.passed.len() < MOST_STEPS;
        let is_overlooked =
            |after: &Self| but.is_some_and(|(shape, at)| after.last_has_shape(shape, at));
        self.clone().end() && but != Some((Shape::End, self.kept.steps))
            || goes_on
                && self
                    .after_a_step()
                    .any(|after| !is_overlooked(&after) && after.can_end(searched, but))
    }
}

/// A position at the end of a turn: whether Gold is to move, and the board.
type End = (bool, Board);

/// Whether a fault takes one position for another.
type Likeness = fn(&End, &End) -> bool;

const LIKENESSES: [Option<Likeness>; 6] = [
    Some(|one, other| *one == (other.0, mirrored(&other.1))),
    Some(|one, other| *one == (!other.0, exchanged(&other.1))),
    Some(|one, other| one.0 == other.0 && kinds_alone(&one.1) == kinds_alone(&other.1)),
    Some(|one, other| one.0 == other.0 && sides_alone(&one.1) == sides_alone(&other.1)),
    Some(|one, other| one.0 == other.0 && occupied_alone(&one.1) == occupied_alone(&other.1)),
    Some(|one, other| one.0 == other.0 && has_all(&one.1, &other.1)),
];

fn occupied_alone(board: &Board) -> [bool; 64] {
    board.map(|piece| piece == EMPTY)
}

fn kinds_alone(board: &Board) -> Board {
    board.map(|piece| piece.to_ascii_uppercase())
}

fn sides_alone(board: &Board) -> [Option<bool>; 64] {
    board.map(|piece| (piece != EMPTY).then(|| is_gold(piece)))
}

fn rabbits(board: &Board) -> [Option<u8>; 64] {
    board.map(|piece| is_rabbit(piece).then_some(piece))
}

/// Whether `board` has every piece of `of` on its square.
fn has_all(board: &Board, of: &Board) -> bool {
    let mut squares = board.iter().zip(of);
    squares.all(|(there, piece)| *piece == EMPTY || there == piece)
}

/// The board mirrored from west to east.
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
