//! The sixty-four squares and their names.

use std::fmt;
use std::str::FromStr;

use super::UnknownWord;

/// One of the 64 squares, named `a1` to `h8`.
///
/// A square knows its name and nothing else; see the module documentation for why. Squares are
/// ordered `a1`, `b1`, … `h1`, `a2`, … `h8`: the order in which every list of squares is given.
///
/// ```
/// use arimaa::vocab::Square;
///
/// let square: Square = "c3".parse()?;
/// assert_eq!((square.file(), square.rank()), ('c', 3));
/// assert_eq!(Square::ALL.len(), 64);
/// # Ok::<(), arimaa::vocab::UnknownWord>(())
/// ```
#[derive(Clone, Copy, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Square(u8);

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

    /// Every square as a page is read: a8 to h8, then a7 to h7, down to a1 to h1.
    pub fn reading_order() -> impl Iterator<Item = Self> {
        (0..8)
            .rev()
            .flat_map(|rank| (0..8).map(move |file| Self(8 * rank + file)))
    }

    /// The square with this name, if there is one: a file `a` to `h` and a rank 1 to 8.
    pub fn named(file: char, rank: u8) -> Option<Self> {
        let file = match file {
            'a'..='h' => file as u8 - b'a',
            _ => return None,
        };
        (1..=8).contains(&rank).then(|| Self((rank - 1) * 8 + file))
    }

    /// The square at a place of [`Square::ALL`], if there is one.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        #[expect(clippy::cast_possible_truncation, reason = "index is below 64")]
        if index < 64 {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// The file, `a` (west) to `h` (east).
    pub const fn file(self) -> char {
        (b'a' + self.0 % 8) as char
    }

    /// The rank, 1 (south, Gold's side) to 8 (north, Silver's side).
    pub const fn rank(self) -> u8 {
        self.0 / 8 + 1
    }

    /// The place of this square in [`Square::ALL`]: a1 is 0, b1 is 1, h8 is 63.
    pub const fn index(self) -> usize {
        self.0 as usize
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
