//! A board together with its key.

use super::bits::{beside, shift};
use super::key::{COLUMNS, Key, add};
use super::planes::Planes;

/// A board and its key relative to the board where the key was zero.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Keyed {
    pub(super) board: Planes,
    pub(super) key: Key,
}

impl Keyed {
    /// What a step that captures nothing changes.
    #[inline(always)]
    pub(super) fn change(&self, index: usize, direction: usize) -> Self {
        let after = self.moved(index, direction);
        self.changed(&after)
    }

    /// With a change added; also the change between two.
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
