//! A quick hasher for the states of the ordered listing.

use std::hash::{BuildHasherDefault, Hasher};

/// A quick, weak hasher for words: multiply and fold. Equality is decided by the hash set.
#[derive(Default)]
pub(super) struct WordHasher(u64);

const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

pub(super) type BuildWordHasher = BuildHasherDefault<WordHasher>;

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        // The set looks at the highest and at the lowest bits; products are poor in the low ones.
        let folded = (self.0 ^ self.0 >> 32).wrapping_mul(MULTIPLIER);
        folded ^ folded >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(MULTIPLIER);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::hash::BuildHasher;

    use super::*;
    use crate::bitboard::bits::bit;
    use crate::bitboard::planes::Planes;
    use crate::vocab::{Piece, Placed, Square};

    /// Boards of one piece, each with nothing open and with four values for an open push or pull.
    fn states() -> impl Iterator<Item = (u64, Planes)> {
        let pieces = Piece::ALL.into_iter();
        let placed = pieces.flat_map(|piece| Square::ALL.map(|square| Placed { piece, square }));
        placed.flat_map(|Placed { piece, square }| {
            let mut board = Planes::default();
            board.put(piece, square);
            let here = bit(square);
            let opens = [1, 8, 56, 63].map(|way| here | here.rotate_left(way));
            opens.into_iter().chain([0]).map(move |open| (open, board))
        })
    }

    /// A hash set is quick only if the hashes are spread over its buckets, which it chooses by
    /// their lowest bits, and differ in the highest seven. No answer depends on the spread.
    #[test]
    fn hashes_of_states_are_spread_evenly() {
        let hashes: Vec<u64> = states()
            .map(|state| BuildWordHasher::default().hash_one(state))
            .collect();
        assert_eq!(hashes.len(), 3_840);
        let different = |part: fn(u64) -> u64| {
            let parts: HashSet<u64> = hashes.iter().map(|&hash| part(hash)).collect();
            parts.len()
        };
        assert!(different(|hash| hash) > 3_800, "hardly any are equal");
        // Random hashes would fall on 2492 of the 4096 places, give or take 31.
        let places = different(|hash| hash & 0xfff);
        assert!((2_400..2_600).contains(&places), "{places}");
        assert_eq!(different(|hash| hash >> 57), 128);
    }

    #[test]
    fn bytes_are_hashed_one_after_the_other() {
        let (mut together, mut singly) = (WordHasher::default(), WordHasher::default());
        together.write(&[7, 1]);
        singly.write_u64(7);
        singly.write_u64(1);
        assert_eq!(together.finish(), singly.finish());
    }
}
