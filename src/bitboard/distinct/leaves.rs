//! The leaves of a search: keys, with their ways if those are asked for, gathered in flat memory.

use crate::bitboard::bits::{Bits, neighbours_of_square};
use crate::bitboard::key::{CHANGES, COLUMNS, Key, add};
use crate::bitboard::masks::TRAPS;

use super::search::{Node, packed};
use super::sleep::Steps;

/// What stands on each square, where a piece of the player does; elsewhere anything.
pub(super) type Standing = [u16; 64];

/// The trap beside each square. Of squares that touch none, anything.
static BESIDE_TRAP: [u8; 64] = {
    let mut traps = [0; 64];
    let mut index = 0;
    while index < 64 {
        traps[index] = ((neighbours_of_square(index) & TRAPS).trailing_zeros() & 63) as u8;
        index += 1;
    }
    traps
};

/// The most plain steps of a board: sixteen pieces, four ways.
const MOST: usize = 64;

/// Keys, and ways beside them. The memory behind the last is kept, and written to before it is known to be wanted.
#[derive(Clone, Debug, Default)]
pub(super) struct Leaves {
    keys: Vec<Key>,
    ways: Vec<u64>,
    len: usize,
}

impl Leaves {
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    pub(super) fn keys(&self) -> &[Key] {
        self.keys.get(..self.len).unwrap_or_default()
    }

    /// As many as there are keys, if all were gathered with their ways.
    pub(super) fn ways(&self) -> &[u64] {
        self.ways.get(..self.len).unwrap_or_default()
    }

    /// Adds one leaf.
    #[inline(always)]
    pub(super) fn push<const WAYS: bool>(&mut self, key: Key, way: u64) {
        let Some((keys, ways)) = self.room() else {
            return;
        };
        keys[0] = key;
        if WAYS {
            ways[0] = way;
        }
        self.len += 1;
    }

    /// Adds the leaves that these steps lead to, which capture nothing.
    ///
    /// Each piece that takes any of them is tried in all four directions and what it does not do is overwritten by the next, so
    /// the only branch is that on whether another piece follows.
    #[inline(always)]
    pub(super) fn push_steps<const WAYS: bool>(
        &mut self,
        node: &Node,
        depth: usize,
        standing: &Standing,
        steps: Steps,
    ) {
        let Some((keys, ways)) = self.room() else {
            return;
        };
        let mut made = 0;
        for index in Bits(steps[0] | steps[1] | steps[2] | steps[3]) {
            let changes = &CHANGES[usize::from(standing[index & 63]) & 1023];
            for direction in 0..4 {
                keys[made & (MOST - 1)] = add(node.at.key, changes[direction]);
                if WAYS {
                    ways[made & (MOST - 1)] = node.way | packed(depth, index, direction);
                }
                made += (steps[direction] >> index & 1) as usize;
            }
        }
        self.len += made;
    }

    /// Adds the leaves that these steps lead to, each of which costs a piece; `own` are the pieces of the player.
    ///
    /// The trap is the one beside the square left. Where a piece stands on it, that is lost, whichever way its support leaves; else the mover
    /// is lost, which enters, and nothing else changes.
    #[inline(always)]
    pub(super) fn push_costly<const WAYS: bool>(
        &mut self,
        node: &Node,
        depth: usize,
        standing: &Standing,
        own: u64,
        steps: Steps,
    ) {
        let Some((keys, ways)) = self.room() else {
            return;
        };
        let mut made = 0;
        for index in Bits(steps[0] | steps[1] | steps[2] | steps[3]) {
            let trap = usize::from(BESIDE_TRAP[index & 63]);
            let mover = usize::from(standing[index & 63]);
            let (lost, moved) = if own >> trap & 1 == 0 {
                (mover, 0)
            } else {
                (usize::from(standing[trap & 63]), mover)
            };
            let key = add(node.at.key, COLUMNS[lost & 1023]);
            let changes = &CHANGES[moved & 1023];
            for direction in 0..4 {
                keys[made & (MOST - 1)] = add(key, changes[direction]);
                if WAYS {
                    ways[made & (MOST - 1)] = node.way | packed(depth, index, direction);
                }
                made += (steps[direction] >> index & 1) as usize;
            }
        }
        self.len += made;
    }

    /// Memory for as many leaves as one node can have.
    #[inline(always)]
    fn room(&mut self) -> Option<(&mut [Key; MOST], &mut [u64; MOST])> {
        if self.keys.len() < self.len + MOST {
            self.grow();
        }
        let keys = self.keys.get_mut(self.len..)?.first_chunk_mut()?;
        let ways = self.ways.get_mut(self.len..)?.first_chunk_mut()?;
        Some((keys, ways))
    }

    #[cold]
    fn grow(&mut self) {
        let size = (2 * self.keys.len()).max(1 << 12);
        self.keys.resize(size, [0; 2]);
        self.ways.resize(size, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_grows_when_the_leaves_of_one_board_might_not_fit() {
        let mut leaves = Leaves::default();
        leaves.push::<false>([1; 2], 0);
        let size = leaves.keys.len();
        leaves.len = size - MOST;
        leaves.push::<false>([2; 2], 0);
        assert_eq!(leaves.keys.len(), size);
        leaves.push::<false>([3; 2], 0);
        assert_eq!(leaves.keys.len(), 2 * size);
        assert_eq!(leaves.keys()[size - MOST..], [[2; 2], [3; 2]]);
    }
}
