//! A board together with its key.

use super::bits::{shift, when};
use super::key::{CHANGES, COLUMNS, Key, add, standing};
use super::planes::Planes;

/// A board and its key relative to the board where the key was zero.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Keyed {
    pub(super) board: Planes,
    pub(super) key: Key,
}

impl Keyed {
    /// The piece on a square, [with the square](standing).
    #[inline(always)]
    pub(super) fn standing(&self, index: usize) -> usize {
        standing(self.board.slot(index), index)
    }

    /// What the steps of the piece on a square change, by direction, where they capture nothing.
    #[inline(always)]
    pub(super) fn changes(&self, index: usize) -> [Self; 4] {
        let changes = &CHANGES[self.standing(index)];
        let part = |plane: u64| when(plane >> (index & 63) & 1 != 0);
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

    /// With a change added.
    #[must_use]
    #[inline(always)]
    pub(super) fn changed(&self, change: &Self) -> Self {
        let (one, other) = (&self.board, &change.board);
        Self {
            board: Planes {
                low: one.low ^ other.low,
                mid: one.mid ^ other.mid,
                high: one.high ^ other.high,
                silver: one.silver ^ other.silver,
            },
            key: add(self.key, change.key),
        }
    }

    /// After a step that captures nothing.
    #[must_use]
    #[inline(always)]
    pub(super) fn moved(&self, index: usize, direction: usize) -> Self {
        let from = 1_u64 << index;
        Self {
            board: self.board.moved(from, shift(from, direction)),
            key: add(self.key, CHANGES[self.standing(index)][direction & 3]),
        }
    }

    /// After a step, captures included.
    #[must_use]
    #[inline(always)]
    pub(super) fn stepped(&self, index: usize, direction: usize) -> Self {
        let mut after = self.moved(index, direction);
        let gone = after.board.doomed();
        if gone != 0 {
            let trap = gone.trailing_zeros() as usize & 63;
            after.key = add(after.key, COLUMNS[after.standing(trap)]);
            after.board = after.board.without(gone);
        }
        after
    }
}
