//! The push or pull that a step leaves open.

use crate::bitboard::key::square_of;
use crate::bitboard::planes::piece_of;
use crate::vocab::{Placed, Square};

/// The push or pull that the last step left open: a
/// [piece-square](crate::bitboard::key::piece_square), and a mark.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(in super::super) struct Open(pub(super) u16);

impl Open {
    pub(super) const NOTHING: Self = Self(0);
    /// The mark of a push that must be completed (SPEC.md PSH-4). The piece-square is the pushed
    /// piece, on the square it left.
    pub(super) const PUSH: u16 = 1 << 10;
    /// The mark of a pull that may follow (PUL-1). The piece-square is the piece that made a plain
    /// step, on the square it left.
    pub(super) const PULL: u16 = 2 << 10;

    /// An open push, with the pushed piece on the square it left.
    #[inline(always)]
    pub(in super::super) const fn push(at: usize) -> Self {
        Self(Self::PUSH | at as u16)
    }

    /// A pull that may follow, with the puller on the square it left.
    #[inline(always)]
    pub(in super::super) const fn pull(at: usize) -> Self {
        Self(Self::PULL | at as u16)
    }

    /// The piece, on the square it left, if `mark` is the mark of what is open.
    #[inline(always)]
    pub(super) fn piece(self, mark: u16) -> Option<Placed> {
        (self.0 & mark != 0).then(|| Placed {
            piece: piece_of(usize::from(self.0 >> 6)),
            square: Square::ALL[square_of(usize::from(self.0))],
        })
    }
}
