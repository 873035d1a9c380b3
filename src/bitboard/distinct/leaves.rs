//! The leaves of a search: keys, with their ways if those are asked for, gathered in flat memory.

use crate::bitboard::bits::{Bits, beside, neighbours};
use crate::bitboard::key::{COLUMNS, Key, add};
use crate::bitboard::masks::TRAPS;

use super::search::{Node, packed};

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
        steps: [u64; 4],
    ) {
        let Some((keys, ways)) = self.room() else {
            return;
        };
        let mut made = 0;
        for index in Bits(steps[0] | steps[1] | steps[2] | steps[3]) {
            let columns = &COLUMNS[node.at.board.slot(index) & 15];
            let lifted = add(node.at.key, columns[index & 63]);
            for direction in 0..4 {
                keys[made & (MOST - 1)] = add(lifted, columns[beside(index, direction) & 63]);
                if WAYS {
                    ways[made & (MOST - 1)] = node.way | packed(depth, index, direction);
                }
                made += (steps[direction] >> index & 1) as usize;
            }
        }
        self.len += made;
    }

    /// Adds the leaves that these steps lead to, each of which costs a piece.
    #[inline(always)]
    pub(super) fn push_costly<const WAYS: bool>(
        &mut self,
        node: &Node,
        depth: usize,
        steps: [u64; 4],
    ) {
        for direction in 0..4 {
            for index in Bits(steps[direction]) {
                let (from, to) = (index & 63, beside(index, direction) & 63);
                let mover = node.at.board.slot(from);
                // Whether it is entered or robbed of its support, the trap is the one beside the square left.
                let trap = (neighbours(1 << from) & TRAPS).trailing_zeros() as usize & 63;
                let lost = if trap == to {
                    mover
                } else {
                    node.at.board.slot(trap)
                };
                let change = add(COLUMNS[mover & 15][from], COLUMNS[mover & 15][to]);
                let key = add(add(node.at.key, change), COLUMNS[lost & 15][trap]);
                self.push::<WAYS>(key, node.way | packed(depth, index, direction));
            }
        }
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
