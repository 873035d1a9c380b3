//! The contents of a square.

use arimaa::vocab::{Board, Kind, Piece, Side, Square};

use crate::logic::{Logic, all};

/// The content of a square in four truths: the strength in binary (0 nothing, 1 rabbit, 2 cat, 3
/// dog, 4 horse, 5 camel, 6 elephant; 7 does not occur), lowest first, and whether the piece is
/// silver.
///
/// This is how the bitboard engine writes boards down; all else is said of cells by
/// [`is`](Self::is) and [`of`](Self::of).
#[derive(Clone, Copy, Debug)]
pub struct Cell<L> {
    /// The bits of the strength, the lowest first.
    pub strength: [L; 3],
    /// Whether the piece is silver.
    pub silver: L,
}

/// The contents of all squares, in the order of squares.
pub type Contents<L> = [Cell<L>; 64];

impl<L: Logic> Cell<L> {
    /// An empty square.
    pub fn empty() -> Self {
        Self {
            strength: [L::from(false); 3],
            silver: L::from(false),
        }
    }

    /// A constant content: a piece, or none.
    pub fn known(piece: Option<Piece>) -> Self {
        piece.map_or_else(Self::empty, |piece| {
            let number = number(piece.kind);
            Self {
                strength: [1, 2, 4].map(|bit| L::from(number & bit != 0)),
                silver: L::from(piece.side == Side::Silver),
            }
        })
    }

    /// A piece stands here.
    #[inline]
    pub fn is_piece(&self) -> L {
        let [low, mid, high] = self.strength;
        low | mid | high
    }

    /// A piece of this kind stands here.
    #[inline]
    pub fn is(&self, kind: Kind) -> L {
        let [low, mid, high] = self.strength;
        match kind {
            Kind::Rabbit => !high & !mid & low,
            Kind::Cat => !high & mid & !low,
            Kind::Dog => !high & mid & low,
            Kind::Horse => high & !mid & !low,
            Kind::Camel => high & !mid & low,
            Kind::Elephant => high & mid & !low,
        }
    }

    /// A piece of this side stands here.
    #[inline]
    pub fn of(&self, side: Side) -> L {
        match side {
            Side::Gold => self.is_piece() & !self.silver,
            Side::Silver => self.is_piece() & self.silver,
        }
    }

    /// Both squares have the same content (TRN-4).
    pub fn equals(&self, other: &Self) -> L {
        let strength = self.strength.into_iter().zip(other.strength);
        all(strength
            .map(|(one, two)| one.same(two))
            .chain([self.silver.same(other.silver)]))
    }

    /// The content if `condition` holds, else an empty square.
    #[must_use]
    pub fn only_if(&self, condition: L) -> Self {
        Self {
            strength: self.strength.map(|bit| bit & condition),
            silver: self.silver & condition,
        }
    }
}

/// The number that encodes a kind.
fn number(kind: Kind) -> u8 {
    match kind {
        Kind::Rabbit => 1,
        Kind::Cat => 2,
        Kind::Dog => 3,
        Kind::Horse => 4,
        Kind::Camel => 5,
        Kind::Elephant => 6,
    }
}

/// The contents of a constant board.
pub fn contents(board: &Board) -> Contents<bool> {
    Square::ALL.map(|square| Cell::known(board.at(square)))
}
