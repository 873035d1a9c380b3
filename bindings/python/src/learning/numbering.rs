//! The numbers that stand for actions in arrays.
//!
//! | numbers | actions |
//! |---|---|
//! | 0–255 | 4 × square + direction: the piece on the square steps north, south, east or west |
//! | 256 | the turn ends |
//! | 257–640 | 257 + 64 × kind + square: the side to move places a piece |
//!
//! Squares are counted from a1 (0), b1 (1) to h8 (63), kinds are R, C, D, H, M, E.

use arimaa::vocab::{Action, Direction, Kind, Piece, Placed, Side, Square, Step};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::{self, Text};

/// How many action numbers there are.
pub const ACTIONS: usize = END as usize + 1 + 6 * 64;

/// The number of the end of the turn.
pub const END: u16 = 256;

/// The number of an action.
#[expect(
    clippy::cast_possible_truncation,
    reason = "places of squares and kinds"
)]
pub fn number(action: Action) -> u16 {
    match action {
        Action::Step(Step {
            from, direction, ..
        }) => from.index() as u16 * 4 + direction as u16,
        Action::EndTurn => END,
        Action::Place(Placed { piece, square }) => {
            END + 1 + piece.kind.index() as u16 * 64 + square.index() as u16
        }
    }
}

/// The number of the action on a board whose ranks are mirrored.
pub const fn mirrored(number: u16) -> u16 {
    match number {
        END => END,
        // The rank of a square is its upper three bits. North and south, the first two directions,
        // change places.
        ..END => number ^ (0o70 << 2) ^ (number & 2 == 0) as u16,
        _ => ((number - END - 1) ^ 0o70) + END + 1,
    }
}

/// The action with this number, on a board that `pieces` gives. A step from an empty square is read
/// as a rabbit's, which the rules refuse. `None` beyond the last number.
pub fn action(
    number: i64,
    side: Side,
    piece_at: impl FnOnce(Square) -> Option<Piece>,
) -> Option<Action> {
    let number = usize::try_from(number).ok()?;
    let end = usize::from(END);
    if number == end {
        return Some(Action::EndTurn);
    }
    if let Some(placed) = number.checked_sub(end + 1) {
        let kind = *Kind::ALL.get(placed / 64)?;
        return Some(Action::Place(Placed {
            piece: Piece::new(side, kind),
            square: Square::from_index(placed % 64)?,
        }));
    }
    let from = Square::from_index(number / 4)?;
    Some(Action::Step(Step {
        piece: piece_at(from).unwrap_or(Piece::new(side, Kind::Rabbit)),
        from,
        direction: Direction::ALL[number % 4],
    }))
}

/// The number of an action that is given as text.
#[pyfunction]
pub fn action_number(py: Python<'_>, text: Text) -> PyResult<u16> {
    let action: Action = text
        .0
        .parse()
        .map_err(|error: arimaa::vocab::UnknownWord| errors::of_text(py, error.into()))?;
    Ok(number(action))
}

/// The text of the action with this number, on the board whose 64 squares are `letters`, a1 first.
#[pyfunction]
pub fn action_text(number: i64, letters: &str, side: &str) -> PyResult<String> {
    let side = side.chars().next().and_then(Side::from_letter);
    let side = side.ok_or_else(|| PyValueError::new_err("a side is gold or silver"))?;
    let piece_at = |square: Square| {
        letters
            .chars()
            .nth(square.index())
            .and_then(Piece::from_letter)
    };
    match action(number, side, piece_at) {
        Some(Action::Step(step)) if piece_at(step.from).is_none() => {
            Err(PyValueError::new_err(format!("{} is empty", step.from)))
        }
        Some(action) => Ok(action.to_string()),
        None => Err(PyValueError::new_err(format!(
            "{number} is no action: 0 to {} are",
            ACTIONS - 1
        ))),
    }
}
