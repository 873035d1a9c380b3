//! Distinct turns of a position, as callers see them.

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::vocab::{Board, Placed};

use super::bits::index_beside;
use super::distinct::{self, Node, Root, Workspace};
use super::key::{Key, square_of};
use super::keyed::Keyed;
use super::position::{Position, PositionKey};
use super::turn_steps::{TurnSteps, unpack};

/// A distinct turn: see [`Position::visit_turns`].
#[derive(Clone, Copy, Debug)]
pub struct DistinctTurn<'a> {
    start: &'a Position,
    node: &'a Node,
    /// The steps from the node to the end of the turn, [packed](super::turn_steps::pack_step):
    /// none, one or two. 0 stands for no step.
    first: u16,
    second: u16,
    key: Key,
}

impl DistinctTurn<'_> {
    /// One of the shortest ways to play the turn: the steps from the visited position on.
    #[inline]
    pub fn steps(&self) -> TurnSteps {
        let mut steps = self.node.way;
        for step in [self.first, self.second] {
            if step != 0 {
                steps = steps.followed_by(usize::from(step));
            }
        }
        steps
    }

    /// The position after the turn, at the start of the other side's.
    #[inline]
    pub fn position(&self) -> Position {
        let mut board = self.node.at.board;
        for step in [self.first, self.second] {
            if step != 0 {
                let (here, direction) = unpack(usize::from(step));
                let index = square_of(here);
                let to = index_beside(index, direction) & 63;
                board = board.stepped(1 << index, 1 << to);
            }
        }
        self.start.ended_with(Keyed {
            board,
            key: self.key,
        })
    }

    /// The pieces that these [`steps`](Self::steps) capture, with their traps, in playing order.
    ///
    /// ```
    /// use arimaa::vocab::Square;
    /// use arimaa::{Position, Workspace};
    ///
    /// // A silver rabbit on c5 beside a trap, and a gold elephant south of it.
    /// let position: Position = "g \
    ///     ......../\
    ///     ......../\
    ///     ......../\
    ///     ..r...../\
    ///     ..E...../\
    ///     ......../\
    ///     ......../\
    ///     R.......".parse()?;
    /// let mut captured = 0;
    /// position.visit_turns(&mut Workspace::default(), |turn| {
    ///     captured += usize::from(turn.captures().any(|placed| placed.square == Square::C6));
    /// });
    /// assert!(captured > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn captures(&self) -> impl Iterator<Item = Placed> {
        let mut now = *self.start;
        self.steps().into_iter().filter_map(move |step| {
            now = now.after(step);
            now.last_capture()
        })
    }

    /// Whether the turn ends with a rabbit of its player on its goal rank (SPEC.md END-3).
    #[inline]
    pub fn is_goal(&self) -> bool {
        self.position().planes().at_goal(self.start.side()) != 0
    }

    /// The board after the turn, as data.
    pub fn board(&self) -> Board {
        self.position().board()
    }

    /// The key of the board after the turn, as [`Position::board_key`] gives it. It is known
    /// without making the board.
    #[inline]
    pub const fn board_key(&self) -> PositionKey {
        PositionKey::new(self.key)
    }
}

/// Calls `visit` with each distinct turn of a position, except those that end at a board whose key
/// is in the sorted list `refused`.
pub(super) fn each(
    space: &mut Workspace,
    position: &Position,
    refused: &[Key],
    mut visit: impl FnMut(&DistinctTurn<'_>),
) {
    let ControlFlow::Continue(()) = try_each(space, position, refused, |turn| {
        visit(turn);
        ControlFlow::<Infallible>::Continue(())
    });
}

/// Like [`each`], until `visit` breaks off.
pub(super) fn try_each<B>(
    space: &mut Workspace,
    position: &Position,
    refused: &[Key],
    mut visit: impl FnMut(&DistinctTurn<'_>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let start = position;
    distinct::try_each(space, &start.root(), refused, |node, first, second, key| {
        visit(&DistinctTurn {
            start,
            node,
            first,
            second,
            key,
        })
    })
}

impl Position {
    /// The position in the form from which the search for distinct turns starts.
    pub(super) fn root(&self) -> Root {
        Root {
            at: self.keyed(),
            side: self.side(),
            steps_left: self.steps_left(),
            pending: self.pending(),
        }
    }
}
