//! Squares filled in every way.

use proofs::cell::{Cell, Contents};

use crate::vocab::{Board, Piece, Square};

/// A board twice: as the reference engine sees it and as the formulas do.
#[derive(Clone)]
pub(crate) struct Both {
    pub(crate) board: Board,
    pub(crate) cells: Contents<bool>,
}

impl Both {
    pub(crate) fn empty() -> Self {
        Self {
            board: Board::EMPTY,
            cells: [Cell::empty(); 64],
        }
    }

    pub(crate) fn set(&mut self, square: Square, content: Option<Piece>) {
        self.board.set(square, content);
        self.cells[square.index()] = Cell::known(content);
    }
}

/// Every piece, and nothing.
pub(crate) fn everything() -> Vec<Option<Piece>> {
    Piece::ALL.into_iter().map(Some).chain([None]).collect()
}

/// Fills these squares with each combination of these contents; the rest of the board stays as it
/// is.
pub(crate) fn fill(
    both: &mut Both,
    squares: &[Square],
    contents: &[Option<Piece>],
    visit: &mut impl FnMut(&mut Both),
) {
    match squares.split_first() {
        None => visit(both),
        Some((&square, rest)) => {
            for &content in contents {
                both.set(square, content);
                fill(both, rest, contents, visit);
            }
            both.set(square, None);
        }
    }
}
