//! A board with its key, which is kept up to date by each step.

use super::bits::{Bits, mask_if, neighbours_of_square, shift};
use super::key::{CHANGES, COLUMNS, Key, add, piece_square};
use super::masks::TRAPS;
use super::planes::Planes;

/// The index of the trap beside each square. The entries of squares beside no trap mean nothing.
pub(super) static TRAP_BESIDE: [u8; 64] = {
    let mut traps = [0; 64];
    let mut index = 0;
    while index < 64 {
        traps[index] = ((neighbours_of_square(index) & TRAPS).trailing_zeros() & 63) as u8;
        index += 1;
    }
    traps
};

/// A board and its key; or the difference of two boards: the bits that differ, and the sum of both
/// keys.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Keyed {
    pub(super) board: Planes,
    pub(super) key: Key,
}

impl Keyed {
    /// The key of a board.
    pub(super) fn key_of(board: &Planes) -> Key {
        Bits(board.occupied()).fold([0; 2], |key, index| {
            add(key, COLUMNS[piece_square(board.piece_code(index), index)])
        })
    }

    /// The [piece-square](piece_square) of the piece on a square.
    #[inline(always)]
    pub(super) fn piece_square(&self, index: usize) -> usize {
        piece_square(self.board.piece_code(index), index)
    }

    /// The differences that steps of the piece on a square make, by direction, without captures.
    #[inline(always)]
    pub(super) fn changes(&self, index: usize) -> [Self; 4] {
        let changes = &CHANGES[self.piece_square(index)];
        let part = |plane: u64| mask_if(plane >> (index & 63) & 1 != 0);
        let (low, mid) = (part(self.board.low), part(self.board.mid));
        let (high, silver) = (part(self.board.high), part(self.board.silver));
        std::array::from_fn(|direction| {
            let both = 1 << (index & 63) | shift(1 << (index & 63), direction);
            Self {
                board: Planes {
                    low: low & both,
                    mid: mid & both,
                    high: high & both,
                    silver: silver & both,
                },
                key: changes[direction],
            }
        })
    }

    /// The board after a difference is added.
    #[must_use]
    #[inline(always)]
    pub(super) fn changed(&self, difference: &Self) -> Self {
        let (one, other) = (&self.board, &difference.board);
        Self {
            board: Planes {
                low: one.low ^ other.low,
                mid: one.mid ^ other.mid,
                high: one.high ^ other.high,
                silver: one.silver ^ other.silver,
            },
            key: add(self.key, difference.key),
        }
    }

    /// The board after a step that captures nothing.
    #[must_use]
    #[inline(always)]
    pub(super) fn moved(&self, index: usize, direction: usize) -> Self {
        let from = 1_u64 << index;
        Self {
            board: self.board.moved(from, shift(from, direction)),
            key: add(self.key, CHANGES[self.piece_square(index)][direction & 3]),
        }
    }

    /// The board after a step, captures included.
    #[must_use]
    #[inline(always)]
    pub(super) fn stepped(&self, index: usize, direction: usize) -> Self {
        let mut after = self.moved(index, direction);
        let captured = after.board.captured_by_step(shift(1 << index, direction));
        if captured != 0 {
            let trap = captured.trailing_zeros() as usize & 63;
            after.key = add(after.key, COLUMNS[after.piece_square(trap)]);
            after.board = after.board.without(captured);
        }
        after
    }
}
