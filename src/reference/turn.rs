//! Turns (SPEC.md chapter 6, rules TRN-1 to TRN-5).

use super::repetition::{self, History};
use crate::vocab::{Board, Illegal, Placed, Side, TurnEnd};

/// The largest number of steps in a turn (TRN-1).
const MOST_STEPS: u32 = 4;

/// A moment of a turn: the board after the steps taken so far, with a push or pull left open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub(super) board: Board,
    /// The player whose turn it is.
    pub(super) side: Side,
    pub(super) open: Open,
    pub(super) steps_taken: u32,
}

/// The push or pull that the last step left open.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) enum Open {
    /// Nothing: the next step neither completes a push nor ends a pull.
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
    /// The moment before the first step of a turn.
    pub(super) fn start_of_turn(start: TurnEnd) -> Self {
        Self {
            board: start.board,
            side: start.to_move,
            open: Open::Nothing,
            steps_taken: 0,
        }
    }

    /// The number of steps that the turn may still have (TRN-1).
    pub(super) fn steps_left(&self) -> u32 {
        MOST_STEPS - self.steps_taken
    }

    /// Judges ending the turn here: it must have a step, no push may be pending, the board must
    /// have changed, and repetition must allow the position (TRN-2, PSH-4, TRN-3, TRN-4, TRN-5).
    pub(super) fn judge_end(&self, history: &History) -> Result<TurnEnd, Illegal> {
        if self.steps_taken == 0 {
            return Err(Illegal::NoStepTaken);
        }
        if let Open::Push { pushed } = self.open {
            return Err(Illegal::PushUnfinished { pushed });
        }
        if self.board == history.start.board {
            return Err(Illegal::NothingChanged);
        }
        let end = TurnEnd {
            board: self.board,
            to_move: self.side.other(),
        };
        repetition::judge(&end, history)?;
        Ok(end)
    }
}
