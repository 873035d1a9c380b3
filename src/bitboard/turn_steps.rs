//! The steps of one turn, in eight bytes.

use std::fmt;

use crate::vocab::{Direction, Square, Step};

use super::key::{piece_square, square_of};
use super::planes::{code_of, piece_of};

/// The steps of one turn, in playing order: at most four.
///
/// A small value that is copied, compared and hashed like a number.
///
/// ```
/// use arimaa::bitboard::Position;
///
/// let mut position = Position::default();
/// position.play_step("Ed2n".parse()?)?;
/// position.play_step("Ed3n".parse()?)?;
/// let taken = position.steps_taken();
/// assert_eq!(taken.len(), 2);
/// assert_eq!(taken.to_string(), "Ed2n Ed3n");
/// assert_eq!(taken.iter().next(), Some("Ed2n".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// Sixteen bits for each step, the last lowest: see `pack_step`. Zero where there is no step.
#[derive(Clone, Copy, Default, Eq, Hash, PartialEq)]
pub struct TurnSteps(u64);

/// The number of bits of one step.
const BITS: u32 = 16;

/// A step as a number other than 0: the [piece-square](piece_square) that it leaves, times four,
/// plus the direction.
#[inline(always)]
pub(super) const fn pack_step(piece_square: usize, direction: usize) -> usize {
    piece_square << 2 | direction & 3
}

/// The piece-square and the direction of a [packed](pack_step) step.
#[inline(always)]
pub(super) const fn unpack(step: usize) -> (usize, usize) {
    (step >> 2 & 1023, step & 3)
}

/// The step of the vocabulary that was [packed](pack_step) as this number.
#[inline(always)]
fn step_of(packed: usize) -> Step {
    let (here, direction) = unpack(packed);
    Step {
        piece: piece_of(here >> 6),
        from: Square::ALL[square_of(here)],
        direction: Direction::ALL[direction],
    }
}

impl TurnSteps {
    /// The maximal number of steps in a turn (SPEC.md TRN-1).
    pub const MOST: usize = 4;

    /// No steps.
    pub(super) const NONE: Self = Self(0);

    /// These steps followed by one more, which is [packed](pack_step).
    #[inline(always)]
    #[must_use]
    pub(super) const fn followed_by(self, step: usize) -> Self {
        Self(self.0 << BITS | step as u64)
    }

    /// The steps, [packed](pack_step), in playing order.
    #[inline(always)]
    pub(super) fn packed(self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator {
        let len = self.len() as u32;
        (0..len).map(move |place| (self.0 >> (BITS * (len - 1 - place)) & 0xfff) as usize)
    }

    /// The number of steps.
    #[inline(always)]
    pub const fn len(self) -> usize {
        (u64::BITS - self.0.leading_zeros()).div_ceil(BITS) as usize
    }

    /// Whether there are no steps.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The steps, in playing order.
    #[inline]
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Step> + ExactSizeIterator {
        self.packed().map(step_of)
    }
}

impl FromIterator<Step> for TurnSteps {
    /// Collects the first four of the steps; later ones are ignored.
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        let steps = steps.into_iter().take(Self::MOST);
        steps.fold(Self::NONE, |steps, step| {
            let at = piece_square(code_of(step.piece), step.from.index());
            steps.followed_by(pack_step(at, super::bits::direction_index(step.direction)))
        })
    }
}

impl IntoIterator for TurnSteps {
    type Item = Step;
    type IntoIter = std::iter::Flatten<std::array::IntoIter<Option<Step>, { TurnSteps::MOST }>>;

    fn into_iter(self) -> Self::IntoIter {
        let mut steps = [None; Self::MOST];
        for (slot, step) in steps.iter_mut().zip(self.iter()) {
            *slot = Some(step);
        }
        steps.into_iter().flatten()
    }
}

impl fmt::Display for TurnSteps {
    /// Writes the steps in notation, without captures: `Ed2n Ed3n`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, step) in self.iter().enumerate() {
            let separator = if place == 0 { "" } else { " " };
            write!(f, "{separator}{step}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for TurnSteps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;

    use super::*;

    quickcheck! {
        /// The first four steps of a list are packed, and are unpacked in the same order.
        fn packed_steps_are_the_first_four(steps: Vec<Step>, longer: Vec<Step>) -> bool {
            let packed: TurnSteps = steps.iter().copied().collect();
            let first = &steps[..steps.len().min(TurnSteps::MOST)];
            let text: Vec<String> = first.iter().map(Step::to_string).collect();
            let more = [first, &longer].concat();
            packed.iter().eq(first.iter().copied())
                && packed.iter().rev().eq(first.iter().rev().copied())
                && packed.into_iter().eq(first.iter().copied())
                && (packed.len(), packed.iter().len()) == (first.len(), first.len())
                && packed.is_empty() == first.is_empty()
                && packed.to_string() == text.join(" ")
                && format!("{packed:?}") == format!("{first:?}")
                && (packed == more.iter().copied().collect()) == (more.len() == first.len() || first.len() == TurnSteps::MOST)
        }

        fn packed_step_is_unpacked(here: usize, direction: usize) -> bool {
            let (here, direction) = (here % 1024, direction % 4);
            let packed = pack_step(here, direction);
            unpack(packed) == (here, direction)
        }
    }
}
