//! The arrangement of pieces in a player's setup.

use std::fmt;

use arimaa::vocab::{Placed, Side, Square};

/// The letters of a player's setup, the rank that faces the enemy first, both from the a-file to
/// the h-file.
///
/// A setup and its left-right mirror image count as one: of the two, the one that comes first in
/// the alphabet is kept. Each side is mirrored by itself, whatever the other did. Squares left
/// empty by a handicap are dots.
///
/// ```
/// use arimaa_oracle_cli::statistics::Arrangement;
/// use arimaa::vocab::{Placed, Side};
///
/// let placed: Vec<Placed> = ["Ea2".parse()?, "Rh1".parse()?].into();
/// let arrangement = Arrangement::new(Side::Gold, placed);
/// assert_eq!(arrangement.to_string(), ".......E / R.......");
/// # Ok::<(), arimaa::vocab::UnknownWord>(())
/// ```
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Arrangement {
    front: [u8; 8],
    back: [u8; 8],
}

impl Arrangement {
    /// The arrangement of these pieces of one side.
    pub fn new(side: Side, placed: impl IntoIterator<Item = Placed>) -> Self {
        let (front, back) = match side {
            Side::Gold => (2, 1),
            Side::Silver => (7, 8),
        };
        let placed: Vec<Placed> = placed.into_iter().collect();
        let rank = |rank: u8| {
            let mut squares = Square::ALL
                .into_iter()
                .filter(|square| square.rank() == rank);
            std::array::from_fn(|_| {
                let square = squares.next();
                let piece = placed.iter().find(|placed| Some(placed.square) == square);
                piece.map_or(b'.', |placed| placed.piece.letter() as u8)
            })
        };
        let seen = Self {
            front: rank(front),
            back: rank(back),
        };
        let mut mirrored = seen.clone();
        mirrored.front.reverse();
        mirrored.back.reverse();
        seen.min(mirrored)
    }

    /// The letters on the rank that faces the enemy.
    pub fn front_rank(&self) -> String {
        self.front.iter().copied().map(char::from).collect()
    }

    /// The letters on the player's first rank, behind the front rank.
    pub fn back_rank(&self) -> String {
        self.back.iter().copied().map(char::from).collect()
    }
}

impl fmt::Display for Arrangement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} / {}", self.front_rank(), self.back_rank())
    }
}
