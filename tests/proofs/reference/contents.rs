//! Boards with every content on some squares.

use proofs::cell::{Cell, Contents};

use crate::vocab::{Board, Piece, Square};

/// A board for the reference engine, and the same board for the formulas.
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

/// Every content of a square: each piece, and none.
pub(crate) fn everything() -> Vec<Option<Piece>> {
    Piece::ALL.into_iter().map(Some).chain([None]).collect()
}

/// Visits every combination of these contents on these squares; the rest of the board is unchanged.
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
