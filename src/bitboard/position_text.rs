//! Positions as text, without the formats of files: `FromStr` and `Display`.

use std::fmt;
use std::str::FromStr;

use crate::vocab::{Board, Illegal, Invalid, Piece, Side, Square, Step, UnknownWord};

use super::position::Position;

impl fmt::Display for Position {
    /// The side to move, the board at the start of the turn from a8 to h1 in square brackets, and
    /// the steps taken since: `g [rrr…] Ed2n Ed3n`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = self.turn_start();
        write!(f, "{} [", self.side().letter())?;
        for square in from_a8_to_h1() {
            write!(f, "{}", start.piece_at(square).map_or(' ', Piece::letter))?;
        }
        f.write_str("]")?;
        for step in self.steps_taken().iter() {
            write!(f, " {step}")?;
        }
        Ok(())
    }
}

/// The squares in the order of reading.
fn from_a8_to_h1() -> impl Iterator<Item = Square> {
    (0..64).map(|place| Square::ALL[place ^ 0b11_1000])
}

/// Why a text is no position.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum PositionError {
    /// It does not begin with a side and a board of 64 squares in square brackets.
    Form,
    /// A square holds what is no piece.
    Square {
        /// The square.
        square: Square,
        /// The character found there.
        found: char,
    },
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
            Self::Form => f.write_str(
                "a position is `g` or `s`, a board of 64 squares in `[` and `]`, and steps",
            ),
            Self::Square { square, found } => {
                write!(f, "`{found}` on {square} is not a piece, a space or a dot")
            }
            Self::Step(error) => error.fmt(f),
            Self::Invalid(invalid) => invalid.fmt(f),
            Self::Illegal { step, illegal } => write!(f, "{step}: {illegal}"),
        }
    }
}

impl std::error::Error for PositionError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Form | Self::Square { .. } => None,
            Self::Step(error) => Some(error),
            Self::Invalid(invalid) => Some(invalid),
            Self::Illegal { illegal, .. } => Some(illegal),
        }
    }
}

impl FromStr for Position {
    type Err = PositionError;

    /// Reads what [`Display`](fmt::Display) writes. Empty squares are spaces or dots.
    ///
    /// ```
    /// use arimaa_oracle::bitboard::Position;
    ///
    /// let text = "s [r..................................E...........................R] ra8s";
    /// let position: Position = text.parse()?;
    /// assert_eq!(position.steps_left(), 3);
    /// assert_eq!(position.to_string().replace(' ', "."), text.replace(' ', "."));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (side, rest) = text.split_once(" [").ok_or(PositionError::Form)?;
        let (squares, steps) = rest.split_once(']').ok_or(PositionError::Form)?;
        let side = match side {
            "g" => Side::Gold,
            "s" => Side::Silver,
            _ => return Err(PositionError::Form),
        };
        if squares.chars().count() != 64 {
            return Err(PositionError::Form);
        }
        let mut board = Board::EMPTY;
        for (square, found) in from_a8_to_h1().zip(squares.chars()) {
            let piece = Piece::from_letter(found);
            if piece.is_none() && !matches!(found, ' ' | '.') {
                return Err(PositionError::Square { square, found });
            }
            board.set(square, piece);
        }
        let mut position = Self::new(side, &board).map_err(PositionError::Invalid)?;
        for step in steps.split_whitespace() {
            let step: Step = step.parse().map_err(PositionError::Step)?;
            let played = position.play_step(step);
            played.map_err(|illegal| PositionError::Illegal { step, illegal })?;
        }
        Ok(position)
    }
}
