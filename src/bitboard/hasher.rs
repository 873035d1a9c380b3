//! A quick hasher for the states of the ordered listing.

use std::hash::{BuildHasherDefault, Hasher};

/// A hasher for words: multiply and fold. Equality is decided by the set, not by this.
#[derive(Default)]
pub(super) struct WordHasher(u64);

pub(super) type BuildWordHasher = BuildHasherDefault<WordHasher>;

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        // The set looks at the highest and at the lowest bits; products are poor in the low ones.
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u16(&mut self, word: u16) {
        self.write_u64(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::hash::BuildHasher;

    use super::*;
    use crate::bitboard::key::piece_square;
    use crate::bitboard::planes::{Planes, code_of};
    use crate::bitboard::position::Open;
    use crate::vocab::{Piece, Placed, Square};

    /// Boards of one piece, with nothing open, and with a push or a pull of that piece from there
    /// or from the next square.
    fn states() -> impl Iterator<Item = (Planes, Open)> {
        let placed = Piece::ALL.into_iter().flat_map(|piece| {
            let at = move |square| Placed { piece, square };
            let next = Square::ALL.into_iter().cycle().skip(1);
            Square::ALL
                .into_iter()
                .zip(next)
                .map(move |(here, there)| (at(here), at(there)))
        });
        placed.flat_map(|(here, there)| {
            let mut board = Planes::default();
            board.put(here.piece, here.square);
            let opens = [here, there].map(|placed: Placed| {
                let at = piece_square(code_of(placed.piece), placed.square.index());
                [Open::push(at), Open::pull(at)]
            });
            let opens = opens.into_iter().flatten().chain([Open::default()]);
            opens.map(move |open| (board, open))
        })
    }

    /// A hash set is quick only if the hashes are spread over its places, which it takes from the
    /// lowest bits, and differ in the highest seven. No answer depends on it.
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
        // By chance that many fall on 2492 of 4096 places, give or take 31.
        let places = different(|hash| hash & 0xfff);
        assert!((2_400..2_600).contains(&places), "{places}");
        assert_eq!(different(|hash| hash >> 57), 128);
    }

    #[test]
    fn bytes_and_short_words_are_hashed_one_after_the_other() {
        let (mut together, mut singly) = (WordHasher::default(), WordHasher::default());
        together.write(&[7, 1]);
        singly.write_u16(7);
        singly.write_u16(1);
        assert_eq!(together.finish(), singly.finish());
    }
}
