//! `quickcheck::Arbitrary` for the vocabulary and for sets of squares: values for property tests.

use quickcheck::{Arbitrary, Gen};

use crate::bitboard::Bitboard;
use crate::vocab::{Direction, Label, Piece, Side, Square, Step};

macro_rules! one_of_all {
    ($($name:ty),*) => {$(
        impl Arbitrary for $name {
            fn arbitrary(g: &mut Gen) -> Self {
                Self::ALL[usize::arbitrary(g) % Self::ALL.len()]
            }
        }
    )*};
}

one_of_all!(Direction, Piece, Side, Square);

impl Arbitrary for Step {
    fn arbitrary(g: &mut Gen) -> Self {
        Self {
            piece: Piece::arbitrary(g),
            from: Square::arbitrary(g),
            direction: Direction::arbitrary(g),
        }
    }
}

impl Arbitrary for Label {
    /// Half of the labels are among the first eight, so that equal and neighbouring ones occur.
    fn arbitrary(g: &mut Gen) -> Self {
        let most = if bool::arbitrary(g) { 4 } else { u32::MAX - 1 };
        Self {
            number: u32::arbitrary(g) % most + 1,
            side: Side::arbitrary(g),
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let side = self.side;
        let numbers = self.number.shrink().filter(|&number| number > 0);
        Box::new(numbers.map(move |number| Self { number, side }))
    }
}

impl Arbitrary for Bitboard {
    /// The empty set, a set of few squares, of half of them, of many, or of all.
    fn arbitrary(g: &mut Gen) -> Self {
        let (one, other) = (u64::arbitrary(g), u64::arbitrary(g));
        Self(match u8::arbitrary(g) % 8 {
            0 => 0,
            1 => !0,
            2 | 3 => one & other,
            4 | 5 => one | other,
            _ => one,
        })
    }

    /// The sets with one square less.
    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let set = *self;
        Box::new(set.iter().map(move |square| set.without(square)))
    }
}
