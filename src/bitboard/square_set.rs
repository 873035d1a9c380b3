//! A set of squares, as callers of the engine see it.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use crate::vocab::{Direction, Side, Square};

use super::bits::{self, Bits, direction_index, square_at};
use super::masks;

/// A set of squares in 64 bits: bit 0 is a1, bit 7 is h1, bit 63 is h8.
///
/// The operators are those of sets: `|` union, `&` intersection, `^` symmetric difference, `-`
/// difference, `!` complement. The iterator gives the squares from a1 to h8.
///
/// ```
/// use arimaa::vocab::{Direction, Square};
/// use arimaa::{Bitboard, Position};
///
/// let rabbits = Position::default().by_piece("R".parse()?);
/// assert_eq!(rabbits.len(), 8);
/// let ahead = rabbits.shift(Direction::North);
/// assert!(ahead.contains(Square::B2) && !ahead.contains(Square::B1));
///
/// // The squares from which a trap is supported.
/// let support = Bitboard::from(Square::C3).neighbours();
/// let squares: Vec<String> = support.iter().map(|square| square.to_string()).collect();
/// assert_eq!(squares, ["c2", "b3", "d3", "c4"]);
/// # Ok::<(), arimaa::vocab::UnknownWord>(())
/// ```
#[derive(Clone, Copy, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// All 64 squares.
    pub const FULL: Self = Self(!0);

    /// The traps c3, f3, c6 and f6 (SPEC.md BRD-3).
    pub const TRAPS: Self = Self(masks::TRAPS);

    /// The set that holds this square only.
    #[inline]
    pub const fn from_square(square: Square) -> Self {
        Self(bits::bit(square))
    }

    /// The eight squares of a rank, 1 to 8. Empty for any other number.
    #[inline]
    pub const fn from_rank(rank: u8) -> Self {
        match rank {
            1..=8 => Self(0xff << (8 * (rank - 1))),
            _ => Self::EMPTY,
        }
    }

    /// The eight squares of a file, `a` to `h`. Empty for any other letter.
    #[inline]
    pub const fn from_file(file: char) -> Self {
        match file {
            'a'..='h' => Self(bits::FILE_A << (file as u8 - b'a')),
            _ => Self::EMPTY,
        }
    }

    /// The goal rank of a side's rabbits (BRD-5): rank 8 for Gold, rank 1 for Silver.
    ///
    /// ```
    /// use arimaa::Bitboard;
    /// use arimaa::vocab::Side;
    ///
    /// assert_eq!(Bitboard::goal_rank(Side::Gold), Bitboard::from_rank(8));
    /// ```
    #[inline]
    pub const fn goal_rank(side: Side) -> Self {
        Self(masks::goal_rank(side))
    }

    /// The number of squares in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set holds this square.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the two sets have no square in common.
    #[inline]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Whether `other` has all squares of this set.
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The set with this square, too.
    #[must_use]
    #[inline]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | bits::bit(square))
    }

    /// The set without this square.
    #[must_use]
    #[inline]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !bits::bit(square))
    }

    /// The first square in the order a1, b1, … h8, or `None` if the set is empty.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() {
            return None;
        }
        Some(square_at(self.0.trailing_zeros() as usize))
    }

    /// The last square in the order a1, b1, … h8, or `None` if the set is empty.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.is_empty() {
            return None;
        }
        Some(square_at(63 - self.0.leading_zeros() as usize))
    }

    /// The only square of the set, or `None` if it has none or several.
    #[inline]
    pub const fn single_square(self) -> Option<Square> {
        match self.len() {
            1 => self.first(),
            _ => None,
        }
    }

    /// Every square of the set moved by one in a direction; those at the edge fall off.
    #[must_use]
    #[inline]
    pub fn shift(self, direction: Direction) -> Self {
        Self(bits::shift(self.0, direction_index(direction)))
    }

    /// The squares beside at least one square of the set (BRD-2).
    #[must_use]
    #[inline]
    pub fn neighbours(self) -> Self {
        Self(bits::neighbours(self.0))
    }

    /// The set mirrored from north to south: a1 becomes a8.
    #[must_use]
    #[inline]
    pub const fn flip_vertical(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// The set mirrored from west to east: a1 becomes h1.
    #[must_use]
    #[inline]
    pub const fn flip_horizontal(self) -> Self {
        Self(self.0.reverse_bits().swap_bytes())
    }

    /// The squares, from a1 to h8.
    #[inline]
    pub const fn iter(self) -> Squares {
        Squares(Bits(self.0))
    }
}

/// An iterator over the squares of a [`Bitboard`], from a1 to h8.
#[derive(Clone, Debug)]
pub struct Squares(Bits);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.0.next().map(square_at)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl DoubleEndedIterator for Squares {
    #[inline]
    fn next_back(&mut self) -> Option<Square> {
        let last = Bitboard(self.0.0).last()?;
        self.0.0 &= !bits::bit(last);
        Some(last)
    }
}

impl ExactSizeIterator for Squares {}

impl FusedIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl Extend<Square> for Bitboard {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        *self |= squares.into_iter().collect::<Self>();
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        Self::from_square(square)
    }
}

/// Implements an operator of sets by that of words, and its assignment operator.
macro_rules! set_operators {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident: $word:expr;)*) => {$(
        impl $operator for Bitboard {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                let word: fn(u64, u64) -> u64 = $word;
                Self(word(self.0, other.0))
            }
        }

        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = self.$method(other);
            }
        }
    )*};
}

set_operators! {
    BitAnd bitand BitAndAssign bitand_assign: |one, other| one & other;
    BitOr bitor BitOrAssign bitor_assign: |one, other| one | other;
    BitXor bitxor BitXorAssign bitxor_assign: |one, other| one ^ other;
    Sub sub SubAssign sub_assign: |one, other| one & !other;
}

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl fmt::Debug for Bitboard {
    /// Writes eight ranks, the northern first: `1` is a square of the set, a dot any other.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, square) in Square::reading_order().enumerate() {
            let mark = if self.contains(square) { '1' } else { '.' };
            let before = if place.is_multiple_of(8) { '\n' } else { ' ' };
            write!(f, "{before}{mark}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use quickcheck::quickcheck;

    use super::*;

    fn set_of(bitboard: Bitboard) -> BTreeSet<Square> {
        let is_in = |square: &Square| bitboard.0 / 2_u64.pow(square.index() as u32) % 2 == 1;
        Square::ALL.into_iter().filter(is_in).collect()
    }

    quickcheck! {
        fn operators_are_those_of_sets(one: Bitboard, other: Bitboard) -> bool {
            let (ones, others) = (set_of(one), set_of(other));
            let [mut union, mut common, mut different, mut left] = [one; 4];
            union |= other;
            common &= other;
            different ^= other;
            left -= other;
            set_of(one | other) == &ones | &others
                && set_of(one & other) == &ones & &others
                && set_of(one ^ other) == &ones ^ &others
                && set_of(one - other) == &ones - &others
                && set_of(!one) == &set_of(Bitboard::FULL) - &ones
                && [union, common, different, left] == [one | other, one & other, one ^ other, one - other]
                && one.is_subset(other) == ones.is_subset(&others)
                && (one & other).is_subset(other)
                && one.is_disjoint(other) == ones.is_disjoint(&others)
                && (one - other).is_disjoint(other)
        }

        fn squares_come_and_go_as_in_a_set(set: Bitboard, square: Square) -> bool {
            let (mut more, mut less) = (set_of(set), set_of(set));
            more.insert(square);
            less.remove(&square);
            let mut extended = set;
            extended.extend([square]);
            set.contains(square) == set_of(set).contains(&square)
                && set_of(set.with(square)) == more
                && set_of(set.without(square)) == less
                && extended == set | Bitboard::from(square)
                && set_of(extended) == more
        }

        fn squares_are_listed_as_in_a_set(set: Bitboard) -> bool {
            let squares = set_of(set);
            let (first, last) = (squares.first().copied(), squares.last().copied());
            set.iter().eq(squares.iter().copied())
                && set.iter().rev().eq(squares.iter().rev().copied())
                && set.into_iter().len() == squares.len()
                && set.iter().collect::<Bitboard>() == set
                && set.len() == squares.len()
                && set.is_empty() == squares.is_empty()
                && (set.first(), set.last()) == (first, last)
                && set.single_square() == first.filter(|_| squares.len() == 1)
                && first.is_none_or(|one| Bitboard::from(one).single_square() == first)
        }
    }
}
