//! The leaves of a search in flat memory: their keys and, where they are wanted, their origins.

use crate::bitboard::bits::Bits;
use crate::bitboard::key::{CHANGES, COLUMNS, Key, add};
use crate::bitboard::keyed::TRAP_BESIDE;
use crate::bitboard::turn_steps::pack_step;

use super::node::{Node, Place};
use super::sleep::Steps;

/// The [piece-square](crate::bitboard::key::piece_square) of each square with a piece of the
/// player. The entries of other squares mean nothing.
pub(super) type PieceSquares = [u16; 64];

/// The most plain steps of a board: sixteen pieces, four ways.
const MOST: usize = 64;

/// The origin of a leaf: a node, and the one or two steps that lead from it to the leaf.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Origin {
    pub(super) node: Place,
    /// The first of the steps, [packed](pack_step).
    pub(super) first: u16,
    /// The second step, or 0 where there is only one.
    pub(super) second: u16,
}

/// The keys of the leaves, and their origins. The memory behind the last leaf is kept, and leaves
/// are written there before it is known whether they are wanted.
#[derive(Clone, Debug, Default)]
pub(super) struct Leaves {
    keys: Vec<Key>,
    origins: Vec<Origin>,
    len: usize,
}

impl Leaves {
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    pub(super) fn keys(&self) -> &[Key] {
        self.keys.get(..self.len).unwrap_or_default()
    }

    /// The origins of the leaves, if all were gathered with them.
    pub(super) fn origins(&self) -> &[Origin] {
        self.origins.get(..self.len).unwrap_or_default()
    }

    /// Adds one leaf.
    #[inline(always)]
    pub(super) fn push<const ORIGINS: bool>(&mut self, key: Key, origin: Origin) {
        let Some((keys, origins)) = self.room_for_a_node() else {
            return;
        };
        keys[0] = key;
        if ORIGINS {
            origins[0] = origin;
        }
        self.len += 1;
    }

    /// Adds the leaves after `steps`, plain steps of a node that capture nothing.
    ///
    /// Each piece that takes any of the steps is tried in all four directions. A leaf that is not
    /// wanted is overwritten by the next, so the only branch is on whether another piece follows.
    #[inline(always)]
    pub(super) fn push_quiet<const ORIGINS: bool>(
        &mut self,
        node: &Node,
        place: Place,
        piece_squares: &PieceSquares,
        steps: Steps,
    ) {
        let Some((keys, origins)) = self.room_for_a_node() else {
            return;
        };
        let mut made = 0;
        for index in Bits(steps[0] | steps[1] | steps[2] | steps[3]) {
            let here = usize::from(piece_squares[index & 63]);
            let changes = &CHANGES[here & 1023];
            for direction in 0..4 {
                keys[made & (MOST - 1)] = add(node.at.key, changes[direction]);
                if ORIGINS {
                    origins[made & (MOST - 1)] = Origin::of_last_step(place, here, direction);
                }
                made += (steps[direction] >> index & 1) as usize;
            }
        }
        self.len += made;
    }

    /// Adds the leaves after `steps`, plain steps of a node each of which costs a piece. `own` are
    /// the pieces of the player.
    ///
    /// The trap is the one beside the square left. A piece that stands on it is captured, whichever
    /// way its support leaves. If none does, the mover enters the trap and is captured itself.
    #[inline(always)]
    pub(super) fn push_captures<const ORIGINS: bool>(
        &mut self,
        node: &Node,
        place: Place,
        piece_squares: &PieceSquares,
        own: u64,
        steps: Steps,
    ) {
        let Some((keys, origins)) = self.room_for_a_node() else {
            return;
        };
        let mut made = 0;
        for index in Bits(steps[0] | steps[1] | steps[2] | steps[3]) {
            let trap = usize::from(TRAP_BESIDE[index & 63]);
            let here = usize::from(piece_squares[index & 63]);
            // Where the mover itself is captured, no piece (0) moves, which changes nothing.
            let (captured, moved) = if own >> trap & 1 == 0 {
                (here, 0)
            } else {
                (usize::from(piece_squares[trap & 63]), here)
            };
            let key = add(node.at.key, COLUMNS[captured & 1023]);
            let changes = &CHANGES[moved & 1023];
            for direction in 0..4 {
                keys[made & (MOST - 1)] = add(key, changes[direction]);
                if ORIGINS {
                    origins[made & (MOST - 1)] = Origin::of_last_step(place, here, direction);
                }
                made += (steps[direction] >> index & 1) as usize;
            }
        }
        self.len += made;
    }

    /// The memory behind the last leaf, for as many leaves as one node can have.
    #[inline(always)]
    fn room_for_a_node(&mut self) -> Option<(&mut [Key; MOST], &mut [Origin; MOST])> {
        if self.keys.len() < self.len + MOST {
            self.grow();
        }
        let keys = self.keys.get_mut(self.len..)?.first_chunk_mut()?;
        let origins = self.origins.get_mut(self.len..)?.first_chunk_mut()?;
        Some((keys, origins))
    }

    #[cold]
    fn grow(&mut self) {
        let size = (2 * self.keys.len()).max(1 << 12);
        self.keys.resize(size, [0; 2]);
        self.origins.resize(size, Origin::default());
    }
}

impl Origin {
    /// The origin of a leaf one step after a node: the step of this piece-square in a direction.
    #[inline(always)]
    fn of_last_step(node: Place, piece_square: usize, direction: usize) -> Self {
        Self {
            node,
            first: pack_step(piece_square, direction) as u16,
            second: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_grows_when_the_leaves_of_one_board_might_not_fit() {
        let mut leaves = Leaves::default();
        leaves.push::<false>([1; 2], Origin::default());
        let size = leaves.keys.len();
        leaves.len = size - MOST;
        leaves.push::<false>([2; 2], Origin::default());
        assert_eq!(leaves.keys.len(), size);
        leaves.push::<false>([3; 2], Origin::default());
        assert_eq!(leaves.keys.len(), 2 * size);
        assert_eq!(leaves.keys()[size - MOST..], [[2; 2], [3; 2]]);
    }
}
