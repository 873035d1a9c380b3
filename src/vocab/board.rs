//! A piece on a square, and the contents of the 64 squares, as plain data.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use super::{Piece, Square, UnknownWord};

/// A piece on a square, written `Ra1`: a placement of the setup, or a piece on a board.
#[derive(Clone, Copy, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Placed {
    /// The piece.
    pub piece: Piece,
    /// The square on which the piece stands.
    pub square: Square,
}

impl Placed {
    /// A description for people, such as `the gold rabbit on a1`.
    pub fn described(self) -> String {
        format!("the {} on {}", self.piece.described(), self.square)
    }
}

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.piece, self.square)
    }
}

impl FromStr for Placed {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let piece = Piece::from_letter(text.chars().next()?)?;
            let square = text.get(1..)?.parse().ok()?;
            Some(Self { piece, square })
        };
        read().ok_or_else(|| UnknownWord::new(text, "a piece and a square, such as `Ra1`"))
    }
}

/// The contents of the 64 squares, which need not be possible in a game.
///
/// A board is data that engines accept and return. It checks no rule.
///
/// It is written as 64 characters in brackets, a8 to h8, then a7 to h7, down to a1 to h1: letters
/// for pieces and blanks for empty squares. Dots are read as empty squares too.
///
/// ```
/// use arimaa::vocab::{Board, Kind, Piece, Side};
///
/// let d4 = "d4".parse()?;
/// let elephant = Piece::new(Side::Gold, Kind::Elephant);
/// let mut board = Board::EMPTY;
/// board.set(d4, Some(elephant));
/// assert_eq!(board.at(d4), Some(elephant));
/// assert_eq!(board.placed().count(), 1);
///
/// let text = board.to_string();
/// assert_eq!(text.len(), "[]".len() + 64);
/// assert_eq!(text.parse(), Ok(board));
/// # Ok::<(), arimaa::vocab::UnknownWord>(())
/// ```
#[derive(Clone, Copy, Eq, PartialEq)]
pub struct Board([Option<Piece>; 64]);

impl Board {
    /// The empty board.
    pub const EMPTY: Self = Self([None; 64]);

    /// The piece on a square, or `None` if the square is empty.
    pub const fn at(&self, square: Square) -> Option<Piece> {
        self.0[square.index()]
    }

    /// Puts a piece on a square, or empties it with `None`.
    pub const fn set(&mut self, square: Square, content: Option<Piece>) {
        self.0[square.index()] = content;
    }

    /// Every piece with its square, from a1 to h8.
    pub fn placed(&self) -> impl Iterator<Item = Placed> + '_ {
        Square::ALL
            .into_iter()
            .filter_map(|square| self.at(square).map(|piece| Placed { piece, square }))
    }

    /// The board mirrored from west to east: the a-file becomes the h-file. Sides are kept.
    #[doc(alias = "mirror")]
    #[must_use]
    pub fn flip_horizontal(&self) -> Self {
        let mut flipped = *self;
        flipped.0.chunks_mut(8).for_each(<[_]>::reverse);
        flipped
    }

    /// The letters of the pieces, from a1 to h8; 0 for an empty square.
    fn letters(&self) -> [u8; 64] {
        let mut letters = [0; 64];
        for (letter, content) in letters.iter_mut().zip(&self.0) {
            *letter = content.map_or(0, |piece| piece.letter() as u8);
        }
        letters
    }
}

impl FromIterator<Placed> for Board {
    /// Makes a board with these pieces. Of two pieces on one square the later stays.
    fn from_iter<I: IntoIterator<Item = Placed>>(pieces: I) -> Self {
        let mut board = Self::EMPTY;
        for Placed { piece, square } in pieces {
            board.set(square, Some(piece));
        }
        board
    }
}

impl Hash for Board {
    /// Hashes the 64 letters in one write, which is many times faster than field by field.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(&self.letters());
    }
}

impl Default for Board {
    /// The empty board.
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Ord for Board {
    /// Compares the contents square by square, a1 first.
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}

impl PartialOrd for Board {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Board {
    /// Writes the 64 squares in brackets, empty squares as blanks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |square| self.at(square).map_or(' ', Piece::letter);
        let letters: String = Square::reading_order().map(letter).collect();
        write!(f, "[{letters}]")
    }
}

impl FromStr for Board {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let mut letters = text.strip_prefix('[')?.strip_suffix(']')?.chars();
            let mut board = Self::EMPTY;
            for square in Square::reading_order() {
                let content = match letters.next()? {
                    ' ' | '.' => None,
                    letter => Some(Piece::from_letter(letter)?),
                };
                board.set(square, content);
            }
            letters.next().is_none().then_some(board)
        };
        read().ok_or_else(|| {
            UnknownWord::new(text, "a board (64 squares in brackets, a8 to h8 first)")
        })
    }
}

impl fmt::Debug for Board {
    /// Writes eight ranks, rank 8 first, with dots for empty squares: readable if a test fails.
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
