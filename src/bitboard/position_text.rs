//! Positions as text, without the formats of files: `FromStr` and `Display`.

use std::fmt;
use std::str::FromStr;

use crate::vocab::{Illegal, Invalid, Step, TurnEnd, UnknownWord};

use super::position::Position;

impl fmt::Display for Position {
    /// The side to move, the board at the start of the turn from a8 to h1 in square brackets, and
    /// the steps taken since: `g [rrr…] Ed2n Ed3n`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = TurnEnd {
            board: self.turn_start().board(),
            to_move: self.side(),
        };
        start.fmt(f)?;
        for step in self.steps_taken().iter() {
            write!(f, " {step}")?;
        }
        Ok(())
    }
}

/// Why a text is no position.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum PositionError {
    /// It does not begin with a compact board: a side and 64 squares in square brackets.
    Board(UnknownWord),
    /// A step cannot be read.
    Step(UnknownWord),
    /// The board cannot stand at the start of a turn.
    Invalid(Invalid),
    /// A step is illegal.
    Illegal {
        /// The step.
        step: Step,
        /// The rule that it breaks.
        illegal: Illegal,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(error) | Self::Step(error) => error.fmt(f),
            Self::Invalid(invalid) => invalid.fmt(f),
            Self::Illegal { step, illegal } => write!(f, "{step}: {illegal}"),
        }
    }
}

impl std::error::Error for PositionError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Board(error) | Self::Step(error) => Some(error),
            Self::Invalid(invalid) => Some(invalid),
            Self::Illegal { illegal, .. } => Some(illegal),
        }
    }
}

impl FromStr for Position {
    type Err = PositionError;

    /// Reads what [`Display`](fmt::Display) writes, and every compact board that a [`TurnEnd`] can
    /// be read from. Empty squares are spaces or dots.
    ///
    /// ```
    /// use arimaa::bitboard::Position;
    ///
    /// let text = "s [r..................................E...........................R] ra8s";
    /// let position: Position = text.parse()?;
    /// assert_eq!(position.steps_left(), 3);
    /// assert_eq!(position.to_string().replace(' ', "."), text.replace(' ', "."));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (board, steps) = text.split_at(text.find(']').map_or(text.len(), |end| end + 1));
        let start: TurnEnd = board.parse().map_err(PositionError::Board)?;
        let position = Self::new(start.to_move, &start.board);
        let mut position = position.map_err(PositionError::Invalid)?;
        for step in steps.split_whitespace() {
            let step: Step = step.parse().map_err(PositionError::Step)?;
            let played = position.play_step(step);
            played.map_err(|illegal| PositionError::Illegal { step, illegal })?;
        }
        Ok(position)
    }
}
