//! The index of a history: a persistent map from positions to the number of times they have stood.
//!
//! It is a hash trie. Nodes that no clone shares are changed in place; else the few nodes on the
//! way are copied. It compares boards, not only keys: no answer relies on keys being different.

use std::sync::Arc;

use crate::vocab::Side;

use super::key::Key;
use super::planes::Planes;

/// The number of occurrences after which a position may not occur again (REP-2).
pub(super) const TWICE: usize = 2;

/// The part of a position that REP-1 compares: the board and, except in 2002, the side to move.
pub(super) type RepeatedPart = (Planes, Option<Side>);

/// A position in the index: the part that REP-1 compares, and the key of the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stood {
    pub(super) identity: RepeatedPart,
    pub(super) key: Key,
}

/// A hash of 64 bits made from a key. Different positions may share it.
const fn hash(key: Key) -> u64 {
    (key[0] ^ key[1].rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The number of times a position has stood, and the numbers of the first two turns it began.
#[derive(Clone, Debug)]
pub(super) struct Times {
    pub(super) stood: Stood,
    pub(super) count: usize,
    pub(super) first: [usize; TWICE],
}

/// A hash trie with sixteen branches a node: a persistent map from positions to [`Times`].
#[derive(Clone, Debug, Default)]
pub(super) enum Trie {
    #[default]
    Empty,
    /// Positions that share a whole hash: nearly always a single position.
    Leaf(Arc<[Times]>),
    Branch(Arc<[Trie; 16]>),
}

impl Trie {
    /// The branch of a hash at a depth: four of its bits, the highest first, which are mixed best.
    const fn branch(hash: u64, depth: u32) -> usize {
        (hash.rotate_left(4 * (depth + 1)) & 15) as usize
    }

    pub(super) fn get(&self, stood: &Stood) -> Option<&Times> {
        let mut with_key = self.positions_with_key(stood.key).iter();
        with_key.find(|times| times.stood.identity == stood.identity)
    }

    /// The positions whose hash is that of this key: those with the key, and perhaps others.
    pub(super) fn positions_with_key(&self, key: Key) -> &[Times] {
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

    /// Changes the entry of a position, which begins with a count of 0, and removes it if the count
    /// is 0 afterwards. Returns the count.
    pub(super) fn change_entry(&mut self, stood: &Stood, change: impl FnOnce(&mut Times)) -> usize {
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
                Self::Leaf(_) | Self::Empty => break,
            }
        }
        let all: &[Times] = if let Self::Leaf(all) = &*at { all } else { &[] };
        let is_it = |times: &&Times| times.stood.identity == stood.identity;
        let mut times = all.iter().find(is_it).cloned().unwrap_or(Times {
            stood: *stood,
            count: 0,
            first: [0; TWICE],
        });
        change(&mut times);
        let count = times.count;
        let others = all.iter().filter(|other| !is_it(other));
        let mut others: Vec<Times> = others.cloned().collect();
        *at = match (others.is_empty(), count) {
            (true, 0) => Self::Empty,
            // Nearly always: a leaf of one position is one allocation.
            (true, _) => Self::Leaf(Arc::new([times])),
            (false, _) => {
                others.extend((count > 0).then_some(times));
                Self::Leaf(others.into())
            }
        };
        count
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use quickcheck::quickcheck;

    use super::*;

    /// One of 64 positions. Eight of them share each hash, and all hashes begin with the same bits.
    fn stood(number: u8) -> Stood {
        /// The inverse of the factor of [`hash`].
        const INVERSE: u64 = 0xf1de_83e1_9937_733d;
        let planes = Planes {
            low: 1 << (number % 64),
            ..Planes::default()
        };
        Stood {
            identity: (planes, None),
            key: [u64::from(number % 8).wrapping_mul(INVERSE), 0],
        }
    }

    fn holds_what(trie: &Trie, counts: &HashMap<u8, usize>) -> bool {
        (0..64).all(|number| {
            let count = trie.get(&stood(number)).map(|times| times.count);
            count == counts.get(&number).copied()
        })
    }

    quickcheck! {
        /// Positions are added and removed. A clone made before a change stays as it was.
        fn trie_counts_like_a_hash_map(changes: Vec<(u8, bool)>) -> bool {
            let (mut trie, mut counts) = (Trie::default(), HashMap::new());
            changes.into_iter().all(|(number, is_more)| {
                let (old, old_counts) = (trie.clone(), counts.clone());
                let number = number % 64;
                let after = |count: usize| if is_more { count + 1 } else { count.saturating_sub(1) };
                let count = trie.change_entry(&stood(number), |times| times.count = after(times.count));
                let expected = after(counts.remove(&number).unwrap_or(0));
                if expected > 0 {
                    counts.insert(number, expected);
                }
                count == expected && holds_what(&trie, &counts) && holds_what(&old, &old_counts)
            })
        }
    }

    #[test]
    fn hashes_of_the_test_begin_with_the_same_bits() {
        assert!((0..=u8::MAX).all(|number| hash(stood(number).key) == u64::from(number % 8)));
    }
}
