//! Truth values, known or symbolic.

use std::ops::{BitAnd, BitOr, Not};

/// The truth values of formulas: `bool` evaluates them, a term of the solver proves claims about
/// them.
pub trait Logic:
    Copy + From<bool> + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// Whether both are true or neither is.
    #[must_use]
    fn same(self, other: Self) -> Self;

    /// Whether any of these is true.
    #[must_use]
    fn any(truths: impl Iterator<Item = Self>) -> Self;

    /// Whether all of these are true.
    #[must_use]
    fn all(truths: impl Iterator<Item = Self>) -> Self;
}

impl Logic for bool {
    #[inline]
    fn same(self, other: Self) -> Self {
        self == other
    }

    #[inline]
    fn any(mut truths: impl Iterator<Item = Self>) -> Self {
        truths.any(|truth| truth)
    }

    #[inline]
    fn all(mut truths: impl Iterator<Item = Self>) -> Self {
        truths.all(|truth| truth)
    }
}

/// Whether any of these is true.
#[inline]
pub fn any<L: Logic>(truths: impl IntoIterator<Item = L>) -> L {
    L::any(truths.into_iter())
}

/// Whether all of these are true.
#[inline]
pub fn all<L: Logic>(truths: impl IntoIterator<Item = L>) -> L {
    L::all(truths.into_iter())
}
