//! A board in four words.
//!
//! Three planes hold the strength of the piece on each square in binary (0 nothing, 1 rabbit, …
//! 6 elephant). The fourth holds the squares with silver pieces. Two boards are equal exactly if
//! their four words are equal. Moving a piece moves one bit in each word, whatever the piece is.

use crate::vocab::{Board, Kind, Piece, Placed, Side, Square};

use super::bits::{Word, bit, only_square, squares};
use super::masks::{self, goal_rank, unsupported};

/// A board. Pieces of one kind and side are the same piece (SPEC.md BRD-6, TRN-4).
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(super) struct Planes<W = u64> {
    /// Squares whose strength code is odd: 1, 3 or 5.
    pub(super) low: W,
    /// Squares whose strength code has its second bit set: 2, 3 or 6.
    pub(super) mid: W,
    /// Squares whose strength code is four or more.
    pub(super) high: W,
    /// Squares with silver pieces.
    pub(super) silver: W,
}

/// The strength of a kind, from 1 for a rabbit to 6 for an elephant (BRD-4).
pub(super) const fn strength(kind: Kind) -> usize {
    match kind {
        Kind::Rabbit => 1,
        Kind::Cat => 2,
        Kind::Dog => 3,
        Kind::Horse => 4,
        Kind::Camel => 5,
        Kind::Elephant => 6,
    }
}

/// The pieces by their [code](Planes::piece_code). Unused codes are filled with rabbits.
const PIECES: [Piece; 16] = {
    const KINDS: [Kind; 8] = [
        Kind::Rabbit,
        Kind::Rabbit,
        Kind::Cat,
        Kind::Dog,
        Kind::Horse,
        Kind::Camel,
        Kind::Elephant,
        Kind::Rabbit,
    ];
    let mut pieces = [Piece::new(Side::Gold, Kind::Rabbit); 16];
    let mut code = 0;
    while code < 16 {
        let side = if code & 8 == 0 {
            Side::Gold
        } else {
            Side::Silver
        };
        pieces[code] = Piece::new(side, KINDS[code & 7]);
        code += 1;
    }
    pieces
};

/// The piece with a code other than 0.
#[inline(always)]
pub(super) const fn piece_of(code: usize) -> Piece {
    PIECES[code & 15]
}

/// The code of a piece: its strength, plus 8 if it is silver.
pub(super) const fn code_of(piece: Piece) -> usize {
    strength(piece.kind)
        + match piece.side {
            Side::Gold => 0,
            Side::Silver => 8,
        }
}

impl<W: Word> Planes<W> {
    /// Squares with a piece.
    #[inline(always)]
    pub(super) fn occupied(&self) -> W {
        self.low | self.mid | self.high
    }

    /// Squares without a piece.
    #[inline(always)]
    pub(super) fn empty(&self) -> W {
        !self.occupied()
    }

    /// The pieces of one side.
    #[inline(always)]
    pub(super) fn of(&self, side: Side) -> W {
        match side {
            Side::Gold => self.occupied() & !self.silver,
            Side::Silver => self.silver,
        }
    }

    /// The pieces of either side with strength 2, 3, 4, 5 and 6 or more.
    #[inline(always)]
    pub(super) fn at_least(&self) -> [W; 5] {
        masks::at_least(self.low, self.mid, self.high)
    }

    /// The rabbits of both sides.
    #[inline(always)]
    pub(super) fn rabbits(&self) -> W {
        self.low & !(self.mid | self.high)
    }

    /// The rabbits of one side.
    #[inline(always)]
    pub(super) fn rabbits_of(&self, side: Side) -> W {
        self.rabbits() & self.of(side)
    }

    /// The rabbits of one side that stand on their goal rank (SPEC.md END-3, END-4).
    #[inline(always)]
    pub(super) fn at_goal(&self, side: Side) -> W {
        self.rabbits_of(side) & W::from(goal_rank(side))
    }

    /// The board after a move from `from` to `to`, sets of one square, before any capture.
    #[must_use]
    #[inline(always)]
    pub(super) fn moved(&self, from: W, to: W) -> Self {
        let both = from | to;
        let plane = |plane: W| plane ^ ((plane & from).all_if_any() & both);
        Self {
            low: plane(self.low),
            mid: plane(self.mid),
            high: plane(self.high),
            silver: plane(self.silver),
        }
    }

    /// The board without the pieces on these squares.
    #[must_use]
    #[inline(always)]
    pub(super) fn without(&self, gone: W) -> Self {
        Self {
            low: self.low & !gone,
            mid: self.mid & !gone,
            high: self.high & !gone,
            silver: self.silver & !gone,
        }
    }

    /// The pieces on traps without support (CAP-1). After one step there is at most one (CAP-3).
    #[inline(always)]
    pub(super) fn captured(&self) -> W {
        unsupported(self.of(Side::Gold)) | unsupported(self.silver)
    }

    /// The piece on a trap without support after a step of the piece that is now on `to`. Only
    /// pieces of its own side can have lost their support.
    #[inline(always)]
    pub(super) fn captured_by_step(&self, to: W) -> W {
        let is_silver = (self.silver & to).all_if_any();
        unsupported(self.occupied() & !(self.silver ^ is_silver))
    }

    /// The board after a whole step, captures included.
    #[must_use]
    #[inline(always)]
    pub(super) fn stepped(&self, from: W, to: W) -> Self {
        let moved = self.moved(from, to);
        moved.without(moved.captured_by_step(to))
    }

    /// Puts a piece of this kind and side on each of these empty squares.
    pub(super) fn put_on_squares(&mut self, piece: Piece, here: W) {
        let code = code_of(piece);
        let in_plane = |bit| if code & bit == 0 { W::from(0) } else { here };
        self.low = self.low | in_plane(1);
        self.mid = self.mid | in_plane(2);
        self.high = self.high | in_plane(4);
        self.silver = self.silver | in_plane(8);
    }

    /// The squares with pieces of this kind and side.
    pub(super) fn only_of(&self, piece: Piece) -> W {
        let code = strength(piece.kind);
        let low = if code & 1 == 0 { !self.low } else { self.low };
        let mid = if code & 2 == 0 { !self.mid } else { self.mid };
        let high = if code & 4 == 0 { !self.high } else { self.high };
        low & mid & high & self.of(piece.side)
    }

    /// The squares on which two boards differ.
    #[inline(always)]
    pub(super) fn differing_squares(&self, other: &Self) -> W {
        (self.low ^ other.low)
            | (self.mid ^ other.mid)
            | (self.high ^ other.high)
            | (self.silver ^ other.silver)
    }
}

impl Planes {
    /// The board without a piece.
    pub(super) const EMPTY: Self = Self {
        low: 0,
        mid: 0,
        high: 0,
        silver: 0,
    };

    /// The strength code of the piece on a square, 0 if the square is empty.
    #[inline(always)]
    pub(super) const fn strength_at(&self, index: usize) -> usize {
        ((self.low >> index & 1) | (self.mid >> index & 1) << 1 | (self.high >> index & 1) << 2)
            as usize
    }

    /// The code of the piece on a square: its strength, plus 8 if it is silver; 0 if there is none.
    #[inline(always)]
    pub(super) const fn piece_code(&self, index: usize) -> usize {
        self.strength_at(index) | ((self.silver >> index & 1) as usize) << 3
    }

    /// The piece on a square.
    #[inline(always)]
    pub(super) fn at(&self, square: Square) -> Option<Piece> {
        let code = self.piece_code(square.index());
        (code > 0).then(|| piece_of(code))
    }

    /// Puts a piece on an empty square.
    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        self.put_on_squares(piece, bit(square));
    }

    /// Every piece with its square, in the order a1, b1, … h8.
    pub(super) fn pieces(self) -> impl Iterator<Item = Placed> {
        squares(self.occupied()).filter_map(move |square| self.placed_at(square))
    }

    /// The pieces on these squares, in the order a1, b1, … h8.
    pub(super) fn placed(&self, set: u64) -> Vec<Placed> {
        squares(set)
            .filter_map(|square| self.placed_at(square))
            .collect()
    }

    /// The piece on a square, together with the square; `None` if the square is empty.
    pub(super) fn placed_at(&self, square: Square) -> Option<Placed> {
        self.at(square).map(|piece| Placed { piece, square })
    }

    /// The piece on the only square of a set, or `None` if the set or the square is empty.
    pub(super) fn placed_only(&self, set: u64) -> Option<Placed> {
        if set == 0 {
            None
        } else {
            self.placed_at(only_square(set))
        }
    }

    /// This board as data.
    pub(super) fn to_board(self) -> Board {
        self.pieces().collect()
    }
}

impl From<&Board> for Planes {
    fn from(board: &Board) -> Self {
        let mut planes = Self::default();
        for Placed { piece, square } in board.placed() {
            planes.put(piece, square);
        }
        planes
    }
}
