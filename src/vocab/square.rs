//! The sixty-four squares and their names.

use std::fmt;
use std::str::FromStr;

use super::UnknownWord;

/// One of the 64 squares, named `a1` to `h8`.
///
/// A square has a name, a file and a rank, and knows no rule (see the [module](super) for why).
/// Squares are ordered `a1`, `b1`, … `h1`, `a2`, … `h8`, and so is every list of squares.
///
/// ```
/// use arimaa::vocab::Square;
///
/// let square: Square = "c3".parse()?;
/// assert_eq!(square, Square::C3);
/// assert_eq!((square.file(), square.rank()), ('c', 3));
/// assert_eq!(square.offset(2, -1), Some(Square::E2));
/// assert_eq!(square.distance(Square::E2), 3);
/// # Ok::<(), arimaa::vocab::UnknownWord>(())
/// ```
#[derive(Clone, Copy, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Square(u8);

/// Defines a constant for each square, in the order of [`Square::ALL`].
macro_rules! constants {
    ($($name:ident)*) => {
        enum Place { $($name),* }

        impl Square {
            $(
                #[doc = concat!("`", stringify!($name), "`, in small letters as text.")]
                pub const $name: Self = Self(Place::$name as u8);
            )*
        }
    };
}

constants! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

impl Square {
    /// Every square, from a1 to h8.
    pub const ALL: [Self; 64] = {
        let mut all = [Self(0); 64];
        let mut index = 0;
        while index < 64 {
            #[expect(clippy::cast_possible_truncation, reason = "index is below 64")]
            let square = Self(index as u8);
            all[index] = square;
            index += 1;
        }
        all
    };

    /// Every square in the order of reading a page: a8 to h8, then a7 to h7, down to a1 to h1.
    pub fn reading_order() -> impl Iterator<Item = Self> {
        (0..8)
            .rev()
            .flat_map(|rank| (0..8).map(move |file| Self(8 * rank + file)))
    }

    /// The square with this file, `a` to `h`, and this rank, 1 to 8; `None` for any others.
    pub fn named(file: char, rank: u8) -> Option<Self> {
        let file = match file {
            'a'..='h' => file as u8 - b'a',
            _ => return None,
        };
        (1..=8).contains(&rank).then(|| Self((rank - 1) * 8 + file))
    }

    /// The square with this index in [`Square::ALL`], or `None` for 64 and more.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        #[expect(clippy::cast_possible_truncation, reason = "index is below 64")]
        if index < 64 {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// The letter of the file, `a` (west) to `h` (east).
    pub const fn file(self) -> char {
        (b'a' + self.0 % 8) as char
    }

    /// The number of the rank, 1 (south, Gold's side) to 8 (north, Silver's side).
    pub const fn rank(self) -> u8 {
        self.0 / 8 + 1
    }

    /// The index of this square in [`Square::ALL`]: a1 is 0, b1 is 1, h8 is 63.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square `files` files to the east and `ranks` ranks to the north, or `None` if it is off
    /// the board. Negative numbers lead to the west and to the south.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = (self.0 % 8).checked_add_signed(files);
        let rank = (self.0 / 8).checked_add_signed(ranks);
        match (file, rank) {
            (Some(file @ ..8), Some(rank @ ..8)) => Some(Self(8 * rank + file)),
            _ => None,
        }
    }

    /// The sum of the files and ranks between two squares: the fewest steps from one to the other
    /// on an empty board.
    pub const fn distance(self, other: Self) -> u8 {
        (self.0 % 8).abs_diff(other.0 % 8) + (self.0 / 8).abs_diff(other.0 / 8)
    }

    /// The square mirrored from north to south: a1 becomes a8. The rank as Silver counts it is
    /// `square.flip_vertical().rank()`.
    #[doc(alias = "relative")]
    #[doc(alias = "mirror")]
    #[must_use]
    pub const fn flip_vertical(self) -> Self {
        Self(self.0 ^ 0b111_000)
    }

    /// The square mirrored from west to east: a1 becomes h1.
    #[must_use]
    pub const fn flip_horizontal(self) -> Self {
        Self(self.0 ^ 0b000_111)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

impl FromStr for Square {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = match text.as_bytes() {
            [file, rank @ b'1'..=b'8'] => Self::named(*file as char, rank - b'0'),
            _ => None,
        };
        named.ok_or_else(|| UnknownWord::new(text, "a square (a1 to h8)"))
    }
}
