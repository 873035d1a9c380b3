//! `Arbitrary` for the vocabulary and for positions: values for fuzz targets and property tests.
//!
//! A position is always valid, with up to three steps taken. Bytes are used up from the front, and
//! where they end the smallest choice is made, so any bytes give a value.

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::bitboard::{Bitboard, Position};
use crate::vocab::{
    Action, Board, Direction, Edition, Handicap, Invalid, Kind, Piece, Placed, Side, Square, Step,
    TurnEnd,
};

/// The most pieces of a position: those of both sets.
const MOST_PIECES: usize = 32;

macro_rules! one_of_all {
    ($($name:ty),*) => {$(
        impl<'a> Arbitrary<'a> for $name {
            fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
                u.choose(&Self::ALL).copied()
            }
        }
    )*};
}

one_of_all!(Direction, Edition, Kind, Piece, Side, Square);

impl<'a> Arbitrary<'a> for Placed {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let (piece, square) = (u.arbitrary()?, u.arbitrary()?);
        Ok(Self { piece, square })
    }
}

impl<'a> Arbitrary<'a> for Step {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let (piece, from, direction) = (u.arbitrary()?, u.arbitrary()?, u.arbitrary()?);
        Ok(Self {
            piece,
            from,
            direction,
        })
    }
}

impl<'a> Arbitrary<'a> for Action {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        Ok(match u.int_in_range(0..=2)? {
            0 => Self::EndTurn,
            1 => Self::Place(u.arbitrary()?),
            _ => Self::Step(u.arbitrary()?),
        })
    }
}

impl<'a> Arbitrary<'a> for Handicap {
    /// A handicap of up to eight pieces, which may be more of a kind than a set holds.
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let missing = u.int_in_range(0..=8)?;
        (0..missing).try_fold(Self::NONE, |handicap, _| Ok(handicap.and(u.arbitrary()?)))
    }
}

impl<'a> Arbitrary<'a> for Board {
    /// A board of up to 32 pieces, possible in a game or not.
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let pieces = u.int_in_range(0..=MOST_PIECES)?;
        (0..pieces).map(|_| u.arbitrary::<Placed>()).collect()
    }
}

impl<'a> Arbitrary<'a> for TurnEnd {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let (board, to_move) = (u.arbitrary()?, u.arbitrary()?);
        Ok(Self { board, to_move })
    }
}

impl<'a> Arbitrary<'a> for Bitboard {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        u.arbitrary().map(Self)
    }
}

impl<'a> Arbitrary<'a> for Position {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let side = u.arbitrary()?;
        let mut board = u.arbitrary()?;
        let mut position = loop {
            match Self::new(side, &board) {
                Ok(position) => break position,
                Err(invalid) => mend(&mut board, &invalid),
            }
        };
        for _ in 0..u.int_in_range(0..=3)? {
            let steps: Vec<Step> = position.steps().collect();
            if steps.is_empty() {
                break;
            }
            position = position.after(*u.choose(&steps)?);
        }
        Ok(position)
    }
}

/// Removes one piece for which the board is invalid.
fn mend(board: &mut Board, invalid: &Invalid) {
    let placed = match invalid {
        Invalid::TooMany { piece, .. } => board.placed().find(|placed| placed.piece == *piece),
        Invalid::Unsupported { piece } => Some(*piece),
        _ => board.placed().next(),
    };
    if let Some(placed) = placed {
        board.set(placed.square, None);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "any bytes give a value")]

    use super::*;
    use crate::random::SplitMix64;

    #[test]
    fn any_bytes_give_a_valid_position() {
        let (mut pieces, mut within, mut pushing) = (0, 0, 0);
        for stream in 0..2_000 {
            let mut random = SplitMix64::new(1, stream);
            let bytes: Vec<u8> = (0..random.below(150))
                .map(|_| random.next().to_le_bytes()[0])
                .collect();
            let position = Position::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
            assert_eq!(position.to_string().parse(), Ok(position));
            pieces = pieces.max(position.occupied().len());
            within += usize::from(position.steps_left() < 4);
            pushing += usize::from(position.open_push().is_some());
        }
        assert!(
            pieces > 15 && within > 500 && pushing > 20,
            "{pieces} {within} {pushing}"
        );
    }

    #[test]
    fn no_bytes_give_the_first_values() {
        let mut none = Unstructured::new(&[]);
        assert_eq!(Square::arbitrary(&mut none).unwrap(), Square::A1);
        assert_eq!(Action::arbitrary(&mut none).unwrap(), Action::EndTurn);
        assert_eq!(Handicap::arbitrary(&mut none).unwrap(), Handicap::NONE);
        assert_eq!(Board::arbitrary(&mut none).unwrap(), Board::EMPTY);
        assert!(Bitboard::arbitrary(&mut none).unwrap().is_empty());
    }
}
