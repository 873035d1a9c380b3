//! Reads positions from text.
//!
//! The board is read by the readers of [`text`](crate::text), and judged by the bitboard engine.

use std::fmt;
use std::str::FromStr;

use crate::bitboard::Position;
use crate::text::TextError;
use crate::text::compact::read_headed_compact;
use crate::text::plain::read_plain;
use crate::vocab::{Illegal, Invalid, Step};

/// The reason why a text is no position.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum PositionError {
    /// The text cannot be read: the column, what was found there and what was expected.
    Text(TextError),
    /// The board breaks a rule of validity (SPEC.md VAL-1, VAL-2).
    Invalid(Invalid),
    /// A step of the text is illegal.
    Illegal {
        /// The step.
        step: Step,
        /// The reason why the step is illegal, with the rule that it breaks.
        illegal: Illegal,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => error.fmt(f),
            Self::Invalid(invalid) => invalid.fmt(f),
            Self::Illegal { step, illegal } => write!(f, "{step}: {illegal}"),
        }
    }
}

impl std::error::Error for PositionError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Text(error) => Some(error),
            Self::Invalid(invalid) => Some(invalid),
            Self::Illegal { illegal, .. } => Some(illegal),
        }
    }
}

impl From<TextError> for PositionError {
    fn from(error: TextError) -> Self {
        Self::Text(error)
    }
}

impl FromStr for Position {
    type Err = PositionError;

    /// Reads the side to move, a board, and the steps taken since the start of the turn. The board
    /// is 64 squares in brackets, as [`Display`](fmt::Display) writes it, or eight ranks with `/`
    /// between them, where a digit is that number of empty squares. Elsewhere an empty square is a
    /// space or a dot.
    ///
    /// ```
    /// use arimaa::Position;
    ///
    /// let text = "s [r..................................E...........................R] ra8s";
    /// let position: Position = text.parse()?;
    /// assert_eq!(position.steps_left(), 3);
    /// assert_eq!(position.to_string().replace(' ', "."), text.replace(' ', "."));
    /// assert_eq!("s r7/8/8/8/3E4/8/8/7R ra8s".parse(), Ok(position));
    ///
    /// let error = "g r7/8/8/8/3E/8/8/7R".parse::<Position>().unwrap_err();
    /// let expected = "line 1, column 14: found 4 squares on rank 4, expected 8 squares";
    /// assert_eq!(error.to_string(), expected);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, PositionError> {
        let read = if text.contains('/') {
            read_plain(text)?
        } else {
            read_headed_compact(text)?
        };
        let position = Self::new(read.side, &read.board);
        let mut position = position.map_err(PositionError::Invalid)?;
        for step in read.steps {
            let played = position.play_step(step);
            played.map_err(|illegal| PositionError::Illegal { step, illegal })?;
        }
        Ok(position)
    }
}
