//! Boards and legal actions as arrays of bytes, for programs that learn.

use arimaa::text::write_compact;
use arimaa::vocab::{Action, Board, Phase, Piece, Side, Square};
use arimaa_oracle::judge::JudgedGame;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::parallel::for_rows;
use super::rows::{Cell, Rows};

/// The bytes of a packed position: 64 squares, a1 first, and the side to move.
pub const PACKED: usize = 65;

/// The entries of a mask: four directions from each of 64 squares, and the end of the turn.
const MASK: usize = 64 * 4 + 1;

/// The side of a packed row without a position, so that no function takes it for an empty board.
const NO_POSITION: u8 = 255;

/// One row of bytes after the other, and the reasons of rows without a position.
type Packed<'py> = (Bound<'py, PyBytes>, Vec<(usize, String)>);

/// The boards of positions: 0 for an empty square, 1 to 12 for a piece; then the side to move.
#[pyfunction]
pub fn pack<'py>(
    py: Python<'py>,
    positions: &Rows,
    edition: Option<&str>,
) -> PyResult<Packed<'py>> {
    let mut nothing = vec![0; PACKED];
    nothing[PACKED - 1] = NO_POSITION;
    rows_of_bytes(py, positions, edition, &nothing, |game, bytes| {
        let board = game.state().board();
        for (square, byte) in Square::ALL.into_iter().zip(bytes.iter_mut()) {
            *byte = board.at(square).map_or(0, code);
        }
        bytes[64] = game.label().side as u8;
        Ok(())
    })
}

/// The legal actions of positions of play: 1 where the step from a square in a direction, or the
/// end of the turn, is legal.
#[pyfunction]
pub fn legal_mask<'py>(
    py: Python<'py>,
    positions: &Rows,
    edition: Option<&str>,
) -> PyResult<Packed<'py>> {
    rows_of_bytes(py, positions, edition, &[0; MASK], |game, bytes| {
        let state = game.state();
        if matches!(state.snapshot().phase, Phase::Setup { .. }) {
            return Err("a mask is of steps, and pieces are being placed".to_owned());
        }
        if game.outcome().is_some() {
            return Ok(());
        }
        for action in state.legal_actions() {
            match action {
                Action::Step(step) => bytes[step.from.index() * 4 + step.direction as usize] = 1,
                Action::EndTurn => bytes[MASK - 1] = 1,
                Action::Place(_) => {}
            }
        }
        Ok(())
    })
}

/// The compact boards of packed positions, and the reasons of rows that have none.
#[pyfunction]
pub fn unpack(positions: &Rows) -> (Vec<Option<String>>, Vec<(usize, String)>) {
    let (mut texts, mut reasons) = (Vec::new(), Vec::new());
    for row in 0..positions.len() {
        match positions.cell(row) {
            Cell::Packed(packed) => match text_of(packed) {
                Ok(text) => texts.push(Some(text)),
                Err(reason) => {
                    texts.push(None);
                    reasons.push((row, reason));
                }
            },
            _ => texts.push(None),
        }
    }
    (texts, reasons)
}

/// The compact board of a packed position.
///
/// # Errors
///
/// Why there is none.
pub fn text_of(row: &[u8; PACKED]) -> Result<String, String> {
    if row[PACKED - 1] == NO_POSITION {
        return Err("the row was packed without a position".to_owned());
    }
    let mut board = Board::EMPTY;
    for (square, &byte) in Square::ALL.into_iter().zip(row) {
        let piece = match byte {
            0 => None,
            code => Some(
                Piece::ALL
                    .get(usize::from(code) - 1)
                    .copied()
                    .ok_or_else(|| format!("{code} on {square} is no piece: 0 to 12 are"))?,
            ),
        };
        board.set(square, piece);
    }
    let side = Side::ALL.get(usize::from(row[64])).copied();
    let side = side.ok_or_else(|| "the side to move is 0 or 1".to_owned())?;
    Ok(write_compact(side, &board))
}

#[expect(clippy::cast_possible_truncation, reason = "there are twelve pieces")]
fn code(piece: Piece) -> u8 {
    piece.side as u8 * 6 + piece.kind.index() as u8 + 1
}

/// A row of bytes for each position; `nothing` for those without one.
fn rows_of_bytes<'py>(
    py: Python<'py>,
    positions: &Rows,
    edition: Option<&str>,
    nothing: &[u8],
    fill: impl Fn(&JudgedGame, &mut [u8]) -> Result<(), String> + Sync,
) -> PyResult<Packed<'py>> {
    let filled = for_rows(py, positions.len(), None, |row| {
        let game = positions.cell(row).game(edition)?;
        let game = game.map_err(|fault| fault.message().to_owned())?;
        let mut bytes = vec![0; nothing.len()];
        fill(&game, &mut bytes).map(|()| bytes)
    })?;
    let mut bytes = Vec::with_capacity(nothing.len() * filled.len());
    let mut reasons = Vec::new();
    for (row, filled) in filled.into_iter().enumerate() {
        match filled {
            Ok(filled) => bytes.extend(filled),
            Err(reason) => {
                bytes.extend(nothing);
                reasons.push((row, reason));
            }
        }
    }
    Ok((PyBytes::new(py, &bytes), reasons))
}
