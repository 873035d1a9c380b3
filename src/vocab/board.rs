//! What stands where, as plain data.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::{Piece, Placed, Square};

/// The contents of the 64 squares: any at all, possible in a game or not.
///
/// A board is data to hand to an engine and to get back from one. It judges nothing.
///
/// ```
/// use arimaa_oracle::vocab::{Board, Kind, Piece, Side};
///
/// let d4 = "d4".parse()?;
/// let elephant = Piece::new(Side::Gold, Kind::Elephant);
/// let mut board = Board::EMPTY;
/// board.set(d4, Some(elephant));
/// assert_eq!(board.at(d4), Some(elephant));
/// assert_eq!(board.placed().count(), 1);
/// # Ok::<(), arimaa_oracle::vocab::UnknownWord>(())
/// ```
#[derive(Clone, Copy, Eq, PartialEq)]
pub struct Board([Option<Piece>; 64]);

impl Board {
    /// The board before the first placement.
    pub const EMPTY: Self = Self([None; 64]);

    /// What stands on a square.
    pub const fn at(&self, square: Square) -> Option<Piece> {
        self.0[square.index()]
    }

    /// Puts a piece on a square, or empties it.
    pub const fn set(&mut self, square: Square, content: Option<Piece>) {
        self.0[square.index()] = content;
    }

    /// Every piece with its square, from a1 to h8.
    pub fn placed(&self) -> impl Iterator<Item = Placed> + '_ {
        Square::ALL
            .into_iter()
            .filter_map(|square| self.at(square).map(|piece| Placed { piece, square }))
    }

    /// How many of this very piece (kind and colour) stand on the board.
    pub fn count(&self, piece: Piece) -> usize {
        self.0
            .iter()
            .filter(|&&content| content == Some(piece))
            .count()
    }
}

impl FromIterator<Placed> for Board {
    /// A board with these pieces; of two on one square the later stays.
    fn from_iter<I: IntoIterator<Item = Placed>>(pieces: I) -> Self {
        let mut board = Self::EMPTY;
        for Placed { piece, square } in pieces {
            board.set(square, Some(piece));
        }
        board
    }
}

impl Hash for Board {
    /// Equal boards hash alike; sixty-four letters in one go are many times cheaper than the derived field by field.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let letters = self
            .0
            .map(|content| content.map_or(0, |piece| piece.letter() as u8));
        state.write(&letters);
    }
}

impl fmt::Debug for Board {
    /// Eight ranks, north first, empty squares as dots: readable where a test fails.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (1..=8).rev() {
            write!(f, "\n{rank} ")?;
            for square in Square::ALL.into_iter().filter(|s| s.rank() == rank) {
                write!(f, " {}", self.at(square).map_or('.', Piece::letter))?;
            }
        }
        write!(f, "\n   a b c d e f g h")
    }
}
