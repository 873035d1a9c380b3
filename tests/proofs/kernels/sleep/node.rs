//! A board as the search for distinct turns sees it, and its sleep set after an action.
//!
//! The engine's own functions compute the sleep set. A view that is wrong on purpose (no piece is
//! threatened, none is captured) shows that a condition is needed.

use proofs::cell::Contents;
use proofs::formula::{after, plain, settled};
use proofs::geometry::{beside, opposite};
use proofs::logic::all;
use proofs::proof::{Claim, given};
use proofs::squares::Squares;
use proofs::term::{Truth, any_board, any_word, assume};

use crate::bits::{EAST, NORTH, SOUTH, WEST, direction_index, neighbours};
use crate::distinct::action_view::ActionView;
use crate::distinct::sleep::{Disturbed, Steps, asleep_round_the_corner, at_corners};
use crate::every_step;
use crate::planes::Planes;
use crate::view::threatened;
use crate::vocab::{Direction, Side, Square};

use super::action::Action;

/// The side to move. [`symmetry`](super::symmetry) extends the claims to the other side.
pub(super) const SIDE: Side = Side::Gold;

/// Any board between steps.
pub(super) struct Node {
    pub(super) cells: Contents<Truth>,
    pub(super) planes: Planes<Squares>,
    pub(super) view: ActionView<Squares>,
    /// An arbitrary set of squares for each direction.
    some: Steps<Squares>,
}

/// How the search classifies an action, and the plain steps that sleep after it.
pub(super) struct Taken {
    /// Whether the search tries the action.
    pub(super) when: Truth,
    /// The quiet steps that are tried before the action or need not be tried after it.
    pub(super) done: Steps<Squares>,
    pub(super) asleep: Steps<Squares>,
}

impl Node {
    pub(super) fn any() -> Self {
        let board = any_board();
        assume(settled(&board.cells));
        let planes = planes(board.planes.map(Squares::from));
        let view = view(&planes, SIDE);
        // As `lists::plain_steps` shows.
        let steps = view.view.plain_steps();
        let claim = |(from, way)| Claim {
            at: String::new(),
            found: steps[direction_index(way)].holds(from),
            expected: plain(&board.cells, SIDE, from, way),
        };
        given(&every_step().map(claim).collect::<Vec<_>>());
        Self {
            cells: board.cells,
            planes,
            view,
            some: ["north", "south", "east", "west"].map(|way| Squares::from(any_word(way))),
        }
    }

    /// A plain step as a quiet one, after any quiet steps.
    pub(super) fn quiet(&self, action: Action) -> Taken {
        let quiet = self.view.plain.quiet;
        let done = std::array::from_fn(|way| quiet[way] & self.some[way]);
        let Action::Step(from, way) = action else {
            panic!("{action} is no plain step");
        };
        let (start, slot) = (set(from), direction_index(way));
        let beside = neighbours(start);
        let mut asleep = self.view.asleep_after_quiet(done, start, beside, slot);
        let turning = asleep_round_the_corner(&at_corners(&self.view), start, slot);
        for first in [NORTH, SOUTH] {
            asleep[first] = asleep[first] | turning[first];
        }
        Taken {
            when: quiet[slot].holds(from),
            done,
            asleep,
        }
    }

    /// An action that is tried after all quiet steps: a plain step that costs a piece, a pull or a
    /// push.
    pub(super) fn late(&self, action: Action) -> Taken {
        self.disturbed(action, &self.disturbance(action), &self.after(action))
    }

    /// An action that is tried after all quiet steps, which disturbs these squares and leads to
    /// this board.
    pub(super) fn disturbed(
        &self,
        action: Action,
        disturbed: &Disturbed<Squares>,
        after: &Planes<Squares>,
    ) -> Taken {
        let when = match action {
            Action::Step(from, way) => self.view.plain.captures[direction_index(way)].holds(from),
            Action::Pull(..) | Action::Push(..) => action.is_seen(&self.cells, SIDE),
        };
        Taken {
            when,
            done: self.view.plain.quiet,
            asleep: self.view.asleep_after(disturbed, after, SIDE),
        }
    }

    /// The squares disturbed by an action that is tried after all quiet steps.
    pub(super) fn disturbance(&self, action: Action) -> Disturbed<Squares> {
        let moves = action
            .moves()
            .unwrap_or([(Square::ALL[0], Square::ALL[0]); 2]);
        let [(from, to), (second, _)] = moves.map(|(from, to)| (set(from), set(to)));
        match action {
            Action::Step(..) | Action::Pull(..) => {
                Disturbed::by_step(&self.view, from, neighbours(from), to)
            }
            Action::Push(..) => {
                Disturbed::by_push(&self.view, second, neighbours(second), [from, to])
            }
        }
    }

    /// The engine's board after an action.
    pub(super) fn after(&self, action: Action) -> Planes<Squares> {
        self.after_steps(action, Planes::stepped)
    }

    /// The board after an action without captures.
    pub(super) fn after_without_captures(&self, action: Action) -> Planes<Squares> {
        self.after_steps(action, Planes::moved)
    }

    fn after_steps(
        &self,
        action: Action,
        step: fn(&Planes<Squares>, Squares, Squares) -> Planes<Squares>,
    ) -> Planes<Squares> {
        let Some([first, second]) = action.moves() else {
            return self.planes;
        };
        let once = step(&self.planes, set(first.0), set(first.1));
        match action {
            Action::Step(..) => once,
            Action::Pull(..) | Action::Push(..) => step(&once, set(second.0), set(second.1)),
        }
    }

    /// Claims that the action is legal, and that each step that sleeps after it is not needed
    /// there, if it can be taken:
    ///
    /// - the other order is as good: the step is quiet and done before the action, which is legal
    ///   after it, and both orders lead to the same board; or
    /// - it is the way back to the board before the action; or
    /// - it is the second step round a corner, to the north or south, and the piece can go round
    ///   the other way, of which the first step is quiet, to the same board.
    ///
    /// The square where the action leads was empty before it, so no step is done there, and the
    /// second and third reason are for steps from there.
    pub(super) fn is_not_needed(&self, action: Action, taken: &Taken) -> Vec<Claim> {
        let then = action.after(&self.cells);
        let claim = |(from, way): (Square, Direction)| {
            let to = beside(from, way)?;
            let slot = direction_index(way);
            let sleeps = taken.when & taken.asleep[slot].holds(from);
            if let Truth::Known(false) = sleeps {
                return None;
            }
            let sleeps = sleeps & plain(&then, SIDE, from, way);
            let last = after(&then, from, to);
            let reason = match action {
                Action::Step(start, back) if beside(start, back) == Some(from) => {
                    self.is_back_or_round(start, back, way, &last)
                }
                _ => {
                    let first = after(&self.cells, from, to);
                    taken.done[slot].holds(from)
                        & action.is_legal(&first, SIDE)
                        & same(&last, &action.after(&first))
                }
            };
            Some(Claim::that(
                format!("{action}: {from}{way}"),
                !sleeps | reason,
            ))
        };
        let legal = !taken.when | action.is_legal(&self.cells, SIDE);
        let legal = Claim::that(format!("{action}: legal"), legal);
        every_step().filter_map(claim).chain([legal]).collect()
    }

    /// Whether a second step of the same piece is not needed: it goes back, or round a corner.
    fn is_back_or_round(
        &self,
        start: Square,
        first: Direction,
        then: Direction,
        last: &Contents<Truth>,
    ) -> Truth {
        if then == opposite(first) {
            return same(last, &self.cells);
        }
        let slot = direction_index(then);
        let turns =
            [EAST, WEST].contains(&direction_index(first)) && [NORTH, SOUTH].contains(&slot);
        let Some(between) = beside(start, then).filter(|_| turns) else {
            return false.into();
        };
        let Some(end) = beside(between, first) else {
            return false.into();
        };
        let once = after(&self.cells, start, between);
        self.view.plain.quiet[slot].holds(start)
            & plain(&once, SIDE, between, first)
            & same(last, &after(&once, between, end))
    }
}

/// A board as bitboards of sets.
pub(super) fn planes([low, mid, high, silver]: [Squares; 4]) -> Planes<Squares> {
    Planes {
        low,
        mid,
        high,
        silver,
    }
}

/// The engine's view of a board for a side.
pub(super) fn view(planes: &Planes<Squares>, side: Side) -> ActionView<Squares> {
    ActionView::of(planes, threatened(planes, side), side)
}

/// The set of one square.
pub(super) fn set(square: Square) -> Squares {
    Squares::from(1 << square.index())
}

fn same(one: &Contents<Truth>, other: &Contents<Truth>) -> Truth {
    all(one.iter().zip(other).map(|(one, other)| one.equals(other)))
}
