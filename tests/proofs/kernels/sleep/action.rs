//! Actions of a search as the rules describe them: plain steps, pulls and pushes.

use std::fmt;

use proofs::cell::{Cell, Contents};
use proofs::formula::{after, completes, open, plain, pulls, pusher};
use proofs::geometry::{beside, opposite};
use proofs::logic::{Logic, any};

use crate::vocab::{Direction, Kind, Side, Square};

/// An action whose steps stay on the board.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Action {
    /// A plain step.
    Step(Square, Direction),
    /// A pull: a step, and the direction from its start to the enemy that follows.
    Pull(Square, Direction, Direction),
    /// A push: a step of an enemy, and the direction from its start to the own piece that follows.
    Push(Square, Direction, Direction),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step(from, way) => write!(f, "{from}{way}"),
            Self::Pull(from, way, enemy) => write!(f, "{from}{way} pulling from {enemy}"),
            Self::Push(from, way, by) => write!(f, "{from}{way} pushed from {by}"),
        }
    }
}

impl Action {
    /// Every plain step from this square.
    pub(crate) fn steps(from: Square) -> Vec<Self> {
        let all = Direction::ALL.into_iter().map(|way| Self::Step(from, way));
        all.filter(|action| action.moves().is_some()).collect()
    }

    /// Every pull whose puller steps from this square.
    pub(crate) fn pulls(from: Square) -> Vec<Self> {
        Self::by_two_directions(|way, enemy| Self::Pull(from, way, enemy))
    }

    /// Every push whose enemy steps from this square.
    pub(crate) fn pushes(from: Square) -> Vec<Self> {
        Self::by_two_directions(|way, by| Self::Push(from, way, by))
    }

    fn by_two_directions(make: impl Fn(Direction, Direction) -> Self) -> Vec<Self> {
        let pairs = Direction::ALL
            .into_iter()
            .flat_map(|one| Direction::ALL.map(|other| (one, other)));
        let all = pairs.map(|(one, other)| make(one, other));
        all.filter(|action| action.moves().is_some()).collect()
    }

    /// The start and the target of each step: of the first, and of the second or of the first
    /// again. `None` if a step would leave the board or both would use one square.
    pub(crate) fn moves(self) -> Option<[(Square, Square); 2]> {
        let (from, way) = match self {
            Self::Step(from, way) | Self::Pull(from, way, _) | Self::Push(from, way, _) => {
                (from, way)
            }
        };
        let first = (from, beside(from, way)?);
        match self {
            Self::Step(..) => Some([first, first]),
            Self::Pull(_, _, other) | Self::Push(_, _, other) => {
                let second = (beside(from, other)?, from);
                (other != way).then_some([first, second])
            }
        }
    }

    /// Whether the search finds the action: of a pull or push it looks at both pieces beforehand.
    ///
    /// `lists` shows that the engine finds these.
    pub(crate) fn is_seen<L: Logic>(self, board: &Contents<L>, side: Side) -> L {
        let Some([(from, _), (second, _)]) = self.moves() else {
            return L::from(false);
        };
        match self {
            Self::Step(_, way) => plain(board, side, from, way),
            Self::Pull(_, way, enemy) => {
                let pulls = Self::pulls_from(&board[from.index()], board, side, second, enemy);
                plain(board, side, from, way) & pulls
            }
            Self::Push(_, way, _) => pusher(board, side, second, from) & open(board, from, way),
        }
    }

    /// The rules allow it, where nothing is open: the search takes it, and of a pull or a push the
    /// second step is legal after the first.
    pub(crate) fn is_legal<L: Logic>(self, board: &Contents<L>, side: Side) -> L {
        let Some([(from, to), (second, _)]) = self.moves() else {
            return L::from(false);
        };
        let then = after(board, from, to);
        let here = &board[from.index()];
        let goes_on = match self {
            Self::Step(..) => L::from(true),
            Self::Pull(_, _, enemy) => {
                Self::pulls_from(here, &then, side, second, enemy)
                    & open(&then, second, opposite(enemy))
            }
            Self::Push(_, _, by) => {
                let left = Square::ALL.map(|square| L::from(square == from));
                let completes = any(Kind::ALL.map(|kind| {
                    here.is(kind) & completes(&then, side, (kind, &left), second, opposite(by))
                }));
                completes & open(&then, second, opposite(by))
            }
        };
        self.is_seen(board, side) & goes_on
    }

    /// A piece that left `from` pulls the enemy in this direction from it.
    fn pulls_from<L: Logic>(
        puller: &Cell<L>,
        board: &Contents<L>,
        side: Side,
        enemy: Square,
        way: Direction,
    ) -> L {
        let back = opposite(way);
        let left = Square::ALL.map(|square| L::from(Some(square) == beside(enemy, back)));
        any(Kind::ALL.map(|kind| puller.is(kind) & pulls(board, side, (kind, &left), enemy, back)))
    }

    /// The board after the action.
    pub(crate) fn after<L: Logic>(self, board: &Contents<L>) -> Contents<L> {
        let Some([(from, to), (second, then_to)]) = self.moves() else {
            return *board;
        };
        let first = after(board, from, to);
        match self {
            Self::Step(..) => first,
            Self::Pull(..) | Self::Push(..) => after(&first, second, then_to),
        }
    }
}
