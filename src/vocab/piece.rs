//! The two sides, the six kinds, the twelve pieces.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use super::UnknownWord;

/// A player, and the colour of a player's pieces.
#[doc(alias = "Color")]
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Side {
    /// Gold: sets up first, on ranks 1 and 2, and has capital letters.
    Gold,
    /// Silver: sets up second, on ranks 7 and 8, and has small letters.
    Silver,
}

impl Side {
    /// Both sides: Gold, then Silver.
    pub const ALL: [Self; 2] = [Self::Gold, Self::Silver];

    /// The other player.
    #[doc(alias = "opponent")]
    #[doc(alias = "opposite")]
    #[doc(alias = "not")]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Gold => Self::Silver,
            Self::Silver => Self::Gold,
        }
    }

    /// The letter of the side in turn labels and compact boards: `g` or `s`.
    pub const fn letter(self) -> char {
        match self {
            Self::Gold => 'g',
            Self::Silver => 's',
        }
    }

    /// The side with this letter: `g` or `s`, or `w` or `b` as in records before August 2008, small
    /// or capital. `None` for any other letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            'g' | 'w' => Some(Self::Gold),
            's' | 'b' => Some(Self::Silver),
            _ => None,
        }
    }

    /// The name of the side: `gold` or `silver`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gold => "gold",
            Self::Silver => "silver",
        }
    }
}

/// The kind of a piece, whichever side it belongs to.
///
/// Kinds cannot be compared by `<`, because strength is a rule, and each engine states the rules
/// for itself. The bitboard engine has it as a number, [`strength`](crate::bitboard::strength).
#[doc(alias = "PieceType")]
#[doc(alias = "Role")]
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Kind {
    /// The rabbit, letter `R`.
    Rabbit,
    /// The cat, letter `C`.
    Cat,
    /// The dog, letter `D`.
    Dog,
    /// The horse, letter `H`.
    Horse,
    /// The camel, letter `M`: C is the cat's.
    Camel,
    /// The elephant, letter `E`.
    Elephant,
}

impl Kind {
    /// All kinds, in the order of their declaration.
    pub const ALL: [Self; 6] = [
        Self::Rabbit,
        Self::Cat,
        Self::Dog,
        Self::Horse,
        Self::Camel,
        Self::Elephant,
    ];

    /// The capital letter of this kind.
    pub const fn letter(self) -> char {
        match self {
            Self::Rabbit => 'R',
            Self::Cat => 'C',
            Self::Dog => 'D',
            Self::Horse => 'H',
            Self::Camel => 'M',
            Self::Elephant => 'E',
        }
    }

    /// The name of this kind, such as `rabbit`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rabbit => "rabbit",
            Self::Cat => "cat",
            Self::Dog => "dog",
            Self::Horse => "horse",
            Self::Camel => "camel",
            Self::Elephant => "elephant",
        }
    }

    /// The index of this kind in [`Kind::ALL`], from 0: no measure of strength.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A kind with a side, written as a letter: `E` is the gold elephant, `e` the silver one.
///
/// Pieces are ordered by their letter, capitals first, so that they can be sorted and be keys. The
/// order has nothing to do with strength.
///
/// ```
/// use arimaa::vocab::{Kind, Piece, Side};
///
/// let camel: Piece = "m".parse()?;
/// assert_eq!(camel, Piece::new(Side::Silver, Kind::Camel));
/// assert_eq!(camel.described(), "silver camel");
/// # Ok::<(), arimaa::vocab::UnknownWord>(())
/// ```
#[derive(Clone, Copy, Eq, Hash, PartialEq)]
pub struct Piece {
    /// The side that the piece belongs to.
    pub side: Side,
    /// The kind of the piece.
    pub kind: Kind,
}

impl Piece {
    /// Every piece, Gold's six kinds first.
    pub const ALL: [Self; 12] = {
        let mut all = [Self::new(Side::Gold, Kind::Rabbit); 12];
        let mut slot = 0;
        while slot < 12 {
            all[slot] = Self::new(Side::ALL[slot / 6], Kind::ALL[slot % 6]);
            slot += 1;
        }
        all
    };

    /// The piece of this kind and side.
    pub const fn new(side: Side, kind: Kind) -> Self {
        Self { side, kind }
    }

    /// The piece with this letter, or `None` for any other letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        let kind = match letter.to_ascii_uppercase() {
            'R' => Kind::Rabbit,
            'C' => Kind::Cat,
            'D' => Kind::Dog,
            'H' => Kind::Horse,
            'M' => Kind::Camel,
            'E' => Kind::Elephant,
            _ => return None,
        };
        let side = if letter.is_ascii_uppercase() {
            Side::Gold
        } else {
            Side::Silver
        };
        Some(Self { side, kind })
    }

    /// The letter of the piece: capital for Gold, small for Silver.
    pub const fn letter(self) -> char {
        match self.side {
            Side::Gold => self.kind.letter(),
            Side::Silver => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// A description for people, such as `gold cat`.
    pub fn described(self) -> String {
        format!("{} {}", self.side, self.kind)
    }
}

impl Ord for Piece {
    /// Compares the letters of the pieces.
    fn cmp(&self, other: &Self) -> Ordering {
        self.letter().cmp(&other.letter())
    }
}

impl PartialOrd for Piece {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Piece {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut letters = text.chars();
        match (letters.next().and_then(Self::from_letter), letters.next()) {
            (Some(piece), None) => Ok(piece),
            _ => Err(UnknownWord::new(
                text,
                "a piece letter (one of EMHDCRemhdcr)",
            )),
        }
    }
}
