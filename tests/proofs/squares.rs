//! A bitboard of terms as sixty-four truth values.
//!
//! Known squares are computed here, one by one, and shifts move truths without a term. So the
//! solver is sent only what lies around the squares that a claim is about.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use arimaa::vocab::Square;

use crate::logic::{Logic, any};
use crate::term::{Term, Truth};

/// The truths of all squares, in the order of squares.
#[derive(Clone, Copy, Debug)]
pub struct Squares([Truth; 64]);

impl Squares {
    /// The squares for which `holds` is true.
    pub fn of(holds: impl Fn(Square) -> Truth) -> Self {
        Self(Square::ALL.map(holds))
    }

    /// Whether a square is in the set.
    #[must_use]
    pub fn holds(&self, square: Square) -> Truth {
        self.0[square.index()]
    }

    /// All squares if the set has any, else none.
    #[must_use]
    pub fn all_if_any(self) -> Self {
        Self([any(self.0); 64])
    }

    fn zip_with(self, other: Self, truth: impl Fn(Truth, Truth) -> Truth) -> Self {
        Self(std::array::from_fn(|at| truth(self.0[at], other.0[at])))
    }

    /// Moves truths between squares: each takes that of the index `from`; false where there is
    /// none.
    fn taken(self, from: impl Fn(usize) -> Option<usize>) -> Self {
        let truth = |at| from(at).and_then(|from| self.0.get(from).copied());
        Self(std::array::from_fn(|at| truth(at).unwrap_or(false.into())))
    }
}

impl From<Term> for Squares {
    fn from(word: Term) -> Self {
        Self(word.bits())
    }
}

impl From<u64> for Squares {
    fn from(number: u64) -> Self {
        Self(Term::from(number).bits())
    }
}

impl BitAnd for Squares {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.zip_with(other, |one, two| one & two)
    }
}

impl BitOr for Squares {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.zip_with(other, |one, two| one | two)
    }
}

impl BitXor for Squares {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        self.zip_with(other, |one, two| !one.same(two))
    }
}

impl Not for Squares {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0.map(|truth| !truth))
    }
}

impl Shl<u32> for Squares {
    type Output = Self;

    fn shl(self, by: u32) -> Self {
        self.taken(|at| at.checked_sub(by as usize))
    }
}

impl Shr<u32> for Squares {
    type Output = Self;

    fn shr(self, by: u32) -> Self {
        self.taken(|at| at.checked_add(by as usize))
    }
}
