//! A board together with its key.

use super::bits::{beside, shift, when};
use super::key::{COLUMNS, Key, add};
use super::planes::Planes;

/// A board and its key relative to the board where the key was zero.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Keyed {
    pub(super) board: Planes,
    pub(super) key: Key,
}

impl Keyed {
    /// What the steps of the piece on a square change, by direction, where they capture nothing.
    #[inline(always)]
    pub(super) fn changes(&self, index: usize) -> [Self; 4] {
        let columns = &COLUMNS[self.board.slot(index) & 15];
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
                key: add(columns[index & 63], columns[beside(index, direction) & 63]),
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
        let columns = &COLUMNS[self.board.slot(index) & 15];
        let from = 1_u64 << index;
        let change = add(columns[index & 63], columns[beside(index, direction) & 63]);
        Self {
            board: self.board.moved(from, shift(from, direction)),
            key: add(self.key, change),
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
            after.key = add(after.key, COLUMNS[after.board.slot(trap) & 15][trap]);
            after.board = after.board.without(gone);
        }
        after
    }
}
