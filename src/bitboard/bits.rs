//! Sets of 64 squares in one word: bit 0 is a1, bit 7 is h1, bit 63 is h8.
//!
//! Pure arithmetic on sets of squares: which squares are beside which (SPEC.md BRD-1, BRD-2).
//! Nothing here knows a piece. The functions have no branches, so that the compiler can run several
//! boards side by side in one vector register. They are generic over the [`Word`]: the engine runs
//! them on `u64`, and `tests/proofs` runs the same code on terms of an SMT solver, which proves
//! them for all boards at once.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use crate::vocab::{Direction, Square};

/// A set of squares: a `u64`, or a term that has the same operations.
pub(super) trait Word:
    Copy
    + From<u64>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// All squares if the set holds any, else none: a condition as a mask.
    #[must_use]
    fn all_if_any(self) -> Self;
}

impl Word for u64 {
    #[inline(always)]
    fn all_if_any(self) -> Self {
        mask_if(self != 0)
    }
}

/// The westernmost file.
pub(super) const FILE_A: u64 = 0x0101_0101_0101_0101;
/// The easternmost file.
const FILE_H: u64 = FILE_A << 7;

/// The index of north in every array by direction: its place in [`Direction::ALL`].
pub(super) const NORTH: usize = 0;
/// The index of south: see [`NORTH`].
pub(super) const SOUTH: usize = 1;
/// The index of east: see [`NORTH`].
pub(super) const EAST: usize = 2;
/// The index of west: see [`NORTH`].
pub(super) const WEST: usize = 3;

/// Every square moved one to the north; those of rank 8 fall off.
#[inline(always)]
pub(super) fn north<W: Word>(set: W) -> W {
    set << 8
}

/// Every square moved one to the south; those of rank 1 fall off.
#[inline(always)]
pub(super) fn south<W: Word>(set: W) -> W {
    set >> 8
}

/// Every square moved one to the east; those of the h-file fall off.
#[inline(always)]
pub(super) fn east<W: Word>(set: W) -> W {
    (set & !W::from(FILE_H)) << 1
}

/// Every square moved one to the west; those of the a-file fall off.
#[inline(always)]
pub(super) fn west<W: Word>(set: W) -> W {
    (set & !W::from(FILE_A)) >> 1
}

/// Every square moved one in the direction with this index; those at the edge fall off.
#[inline(always)]
pub(super) fn shift<W: Word>(set: W, direction: usize) -> W {
    match direction {
        NORTH => north(set),
        SOUTH => south(set),
        EAST => east(set),
        _ => west(set),
    }
}

/// The index of the opposite direction. The indices of opposite directions are neighbours.
#[inline(always)]
pub(super) const fn opposite(direction: usize) -> usize {
    direction ^ 1
}

/// The index of the square beside another; meaningless over the edge of the board.
#[inline(always)]
pub(super) const fn index_beside(index: usize, direction: usize) -> usize {
    const BY: [usize; 4] = [8, 8_usize.wrapping_neg(), 1, 1_usize.wrapping_neg()];
    index.wrapping_add(BY[direction & 3])
}

/// [`shift`] of one square, for tables built at compile time, where no trait can be called.
pub(super) const fn shifted_square(index: usize, direction: usize) -> u64 {
    let set = 1 << index;
    match direction {
        NORTH => set << 8,
        SOUTH => set >> 8,
        EAST => (set & !FILE_H) << 1,
        _ => (set & !FILE_A) >> 1,
    }
}

/// [`neighbours`] of one square, for tables built at compile time.
pub(super) const fn neighbours_of_square(index: usize) -> u64 {
    shifted_square(index, NORTH)
        | shifted_square(index, SOUTH)
        | shifted_square(index, EAST)
        | shifted_square(index, WEST)
}

/// The squares beside at least one square of the set.
#[inline(always)]
pub(super) fn neighbours<W: Word>(set: W) -> W {
    north(set) | south(set) | east(set) | west(set)
}

/// All ones or all zeros: a condition as a mask.
#[inline(always)]
pub(super) const fn mask_if(condition: bool) -> u64 {
    (condition as u64).wrapping_neg()
}

/// The set that holds this square only.
#[inline]
pub(super) const fn bit(square: Square) -> u64 {
    1 << square.index()
}

/// The square that a set of one square holds (a1 of an empty set, the first of a larger one).
#[inline]
pub(super) const fn only_square(set: u64) -> Square {
    Square::ALL[set.trailing_zeros() as usize & 63]
}

/// The square with this index, taken modulo 64.
#[inline(always)]
pub(super) const fn square_at(index: usize) -> Square {
    match Square::from_index(index & 63) {
        Some(square) => square,
        None => Square::ALL[0],
    }
}

/// The index of a direction of the vocabulary.
pub(super) const fn direction_index(direction: Direction) -> usize {
    match direction {
        Direction::North => NORTH,
        Direction::South => SOUTH,
        Direction::East => EAST,
        Direction::West => WEST,
    }
}

/// Iterates over the bits of a set as indices, lowest first: the order a1, b1, … h8.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bits(pub(super) u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(index)
    }
}

/// The bits of a set as squares, in the order a1, b1, … h8.
pub(super) fn squares(set: u64) -> impl Iterator<Item = Square> {
    Bits(set).map(|index| Square::ALL[index])
}
