//! Iterates over the positions after one step.

use std::iter::FusedIterator;

use crate::bitboard::key::piece_square;
use crate::bitboard::legal_steps::LegalSteps;
use crate::bitboard::masks::capturing;
use crate::bitboard::view::{ByDirection, Pending};
use crate::vocab::Step;

use super::{Open, Position};

/// An iterator over the legal steps of a position, each with the position after it, which allocates
/// nothing and knows its length: see [`Position::successors`].
#[derive(Clone, Debug)]
pub struct Successors {
    position: Position,
    steps: LegalSteps,
    /// The starts of plain steps that capture nothing, by direction.
    quiet: ByDirection<u64>,
}

impl Position {
    /// The [legal steps](Self::steps), in the same order, each with the position
    /// [after](Self::after) it, which knows its [capture](Self::last_capture).
    ///
    /// This is the quick way to make all positions after one step: the captures are found for all
    /// steps at once.
    ///
    /// ```
    /// use arimaa::bitboard::Position;
    ///
    /// let position = Position::default();
    /// for (step, after) in position.successors() {
    ///     assert_eq!(after, position.after(step));
    /// }
    /// ```
    #[inline]
    pub fn successors(&self) -> Successors {
        let mut quiet = [0; 4];
        if self.steps_left() == 0 {
            return Successors {
                position: *self,
                steps: LegalSteps::NONE,
                quiet,
            };
        }
        let legal = self.legal_steps();
        if !matches!(self.pending(), Pending::Push { .. }) {
            let captures = capturing(self.board.of(self.side), legal.own);
            quiet = std::array::from_fn(|direction| legal.own[direction] & !captures[direction]);
        }
        let steps = LegalSteps::new(self.board, legal);
        Successors {
            position: *self,
            steps,
            quiet,
        }
    }
}

impl Iterator for Successors {
    type Item = (Step, Position);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (index, direction) = self.steps.next_from_to()?;
        let after = if self.quiet[direction & 3] >> (index & 63) & 1 != 0 {
            let here = piece_square(self.position.board.piece_code(index), index);
            self.position
                .after_quiet_step(here, direction, Open::pull(here))
        } else {
            self.position.stepped(index, direction)
        };
        Some((self.steps.step(index, direction), after))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.steps.size_hint()
    }
}

impl ExactSizeIterator for Successors {}

impl FusedIterator for Successors {}
