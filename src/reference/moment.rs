//! How things stand in the course of a turn (SPEC.md chapters 4 and 6).

use crate::vocab::{Board, Placed, Side, TurnEnd};

/// A turn has at most four steps (TRN-1).
const MOST_STEPS: u32 = 4;

/// How things stand in the course of a turn.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) struct Moment {
    pub(super) board: Board,
    pub(super) side: Side,
    pub(super) open: Open,
    pub(super) steps_taken: u32,
}

/// What the last step left open.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) enum Open {
    /// Nothing: the next step stands on its own.
    Nothing,
    /// A push has begun and must be completed next (PSH-4).
    Push {
        /// The pushed piece, on the square it left.
        pushed: Placed,
    },
    /// A weaker enemy may be pulled next (PUL-1).
    Pull {
        /// The piece that stepped, on the square it left.
        puller: Placed,
    },
}

impl Moment {
    /// Before the first step.
    pub(super) fn start_of_turn(start: TurnEnd) -> Self {
        Self {
            board: start.board,
            side: start.to_move,
            open: Open::Nothing,
            steps_taken: 0,
        }
    }

    /// How many steps the turn may still have.
    pub(super) fn steps_left(&self) -> u32 {
        MOST_STEPS - self.steps_taken
    }
}
