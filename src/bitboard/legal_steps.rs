//! Iterates over the legal steps of a position.

use std::iter::FusedIterator;

use crate::vocab::{Direction, Step};

use super::bits::square_at;
use super::planes::{Planes, piece_of};
use super::view::Legal;

/// An iterator over the legal steps of a position, which allocates nothing and knows its length:
/// see [`Position::steps`](super::Position::steps).
#[derive(Clone, Debug)]
pub struct LegalSteps {
    board: Planes,
    /// The starts of the steps still to come in the direction `direction`.
    current: u64,
    direction: usize,
    /// The starts of steps, by direction.
    starts: [u64; 4],
}

impl LegalSteps {
    /// The iterator over no steps.
    pub(super) const NONE: Self = Self {
        board: Planes::EMPTY,
        current: 0,
        direction: 3,
        starts: [0; 4],
    };

    #[inline(always)]
    pub(super) fn new(board: Planes, Legal { own, enemy }: Legal) -> Self {
        let starts: [u64; 4] = std::array::from_fn(|direction| own[direction] | enemy[direction]);
        Self {
            board,
            current: starts[0],
            direction: 0,
            starts,
        }
    }

    /// The step from a square in a direction.
    #[inline(always)]
    pub(super) fn step(&self, index: usize, direction: usize) -> Step {
        Step {
            piece: piece_of(self.board.piece_code(index)),
            from: square_at(index),
            direction: Direction::ALL[direction & 3],
        }
    }

    /// Advances to the next step: the index of the square where it starts, and its direction.
    #[inline(always)]
    pub(super) fn next_from_to(&mut self) -> Option<(usize, usize)> {
        while self.current == 0 {
            if self.direction == 3 {
                return None;
            }
            self.direction += 1;
            self.current = self.starts[self.direction & 3];
        }
        let index = self.current.trailing_zeros() as usize;
        self.current &= self.current - 1;
        Some((index, self.direction))
    }
}

impl Iterator for LegalSteps {
    type Item = Step;

    #[inline]
    fn next(&mut self) -> Option<Step> {
        let (index, direction) = self.next_from_to()?;
        Some(self.step(index, direction))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.len();
        (len, Some(len))
    }

    #[inline]
    fn count(self) -> usize {
        self.len()
    }
}

impl ExactSizeIterator for LegalSteps {
    #[inline]
    fn len(&self) -> usize {
        let later = self.starts.iter().skip(self.direction + 1);
        let later: u32 = later.map(|starts| starts.count_ones()).sum();
        (self.current.count_ones() + later) as usize
    }
}

impl FusedIterator for LegalSteps {}
