//! The index of a history: a persistent map from positions to how often they have stood.
//!
//! It is a hash trie. Where nothing is shared it is changed in place; else the few nodes on the way
//! are copied. It compares boards, not only keys: no answer rests on keys being different.

use std::sync::Arc;

use crate::vocab::Side;

use super::key::Key;
use super::planes::Planes;

/// How often a position may have stood before so that it may not come to stand again (REP-2).
pub(super) const TWICE: usize = 2;

/// The identity of a position (REP-1): the board, and the side to move in all editions but the
/// first.
pub(super) type RepeatedPart = (Planes, Option<Side>);

/// A position as the index knows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stood {
    pub(super) identity: RepeatedPart,
    pub(super) key: Key,
}

/// Sixty-four bits of a key. Different positions may share them.
const fn hash(key: Key) -> u64 {
    (key[0] ^ key[1].rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// How often a position has stood, and where it did first.
#[derive(Clone, Debug)]
pub(super) struct Times {
    pub(super) stood: Stood,
    pub(super) count: usize,
    pub(super) first: [usize; TWICE],
}

/// A persistent map from positions to how often they stood: a hash trie with sixteen branches.
#[derive(Clone, Debug, Default)]
pub(super) enum Trie {
    #[default]
    Empty,
    /// Positions that share a whole hash: nearly always one.
    Leaf(Arc<Vec<Times>>),
    Branch(Arc<[Trie; 16]>),
}

impl Trie {
    /// The branch of a hash at a depth. The highest bits are mixed best.
    const fn branch(hash: u64, depth: u32) -> usize {
        (hash.rotate_left(4 * (depth + 1)) & 15) as usize
    }

    pub(super) fn get(&self, stood: &Stood) -> Option<&Times> {
        let mut with_key = self.with_key(stood.key).iter();
        with_key.find(|times| times.stood.identity == stood.identity)
    }

    /// The positions with this key, and others with its hash.
    pub(super) fn with_key(&self, key: Key) -> &[Times] {
        let (hash, mut at) = (hash(key), self);
        let mut depth = 0;
        while let Self::Branch(branches) = at {
            at = &branches[Self::branch(hash, depth)];
            depth += 1;
        }
        match at {
            Self::Leaf(all) => all,
            _ => &[],
        }
    }

    /// Changes what is known of a position, nothing at first, and forgets it where the count is 0
    /// afterwards. Returns the count.
    pub(super) fn change(&mut self, stood: &Stood, change: impl FnOnce(&mut Times)) -> usize {
        let (hash, mut at) = (hash(stood.key), self);
        let mut depth = 0;
        loop {
            // A leaf with another hash becomes a branch first.
            if let Self::Leaf(all) = &*at
                && let Some(other) = all.first().map(|times| self::hash(times.stood.key))
                && other != hash
            {
                let mut branches = [const { Self::Empty }; 16];
                branches[Self::branch(other, depth)] = std::mem::take(at);
                *at = Self::Branch(Arc::new(branches));
            }
            match at {
                Self::Branch(branches) => {
                    at = &mut Arc::make_mut(branches)[Self::branch(hash, depth)];
                    depth += 1;
                }
                Self::Leaf(_) => break,
                Self::Empty => *at = Self::Leaf(Arc::default()),
            }
        }
        let Self::Leaf(all) = at else {
            return 0;
        };
        let all = Arc::make_mut(all);
        let known = all
            .iter()
            .position(|times| times.stood.identity == stood.identity);
        let place = known.unwrap_or_else(|| {
            all.push(Times {
                stood: *stood,
                count: 0,
                first: [0; TWICE],
            });
            all.len() - 1
        });
        change(&mut all[place]);
        let count = all[place].count;
        if count == 0 {
            all.swap_remove(place);
            if all.is_empty() {
                *at = Self::Empty;
            }
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rabbit on the square of this number.
    fn board(number: usize) -> Planes {
        Planes {
            low: 1 << number,
            ..Planes::default()
        }
    }

    /// Hashes that are equal do not make positions equal.
    #[test]
    fn positions_with_equal_hashes_are_counted_apart() {
        let stood = |number: usize| Stood {
            identity: (board(number), None),
            key: [5, 5],
        };
        let mut trie = Trie::default();
        for number in 0..3 {
            assert_eq!(trie.change(&stood(number), |times| times.count += 1), 1);
        }
        assert_eq!(trie.change(&stood(1), |times| times.count += 1), 2);
        assert_eq!(trie.change(&stood(0), |times| times.count -= 1), 0);
        assert!(trie.get(&stood(0)).is_none());
        assert_eq!(trie.get(&stood(1)).map(|times| times.count), Some(2));
    }
}
