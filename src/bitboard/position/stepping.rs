//! The position after a legal step.

use crate::bitboard::bits::{direction_index, index_beside};
use crate::bitboard::key::{CHANGES, COLUMNS, add, piece_square, side_of, square_of};
use crate::bitboard::turn_steps::pack_step;
use crate::bitboard::view::Pending;
use crate::vocab::Step;

use super::{Open, Position};

impl Position {
    /// The position after one of the [legal steps](Self::steps).
    ///
    /// This is quick because it does not check the step. The position after an illegal step means
    /// nothing. [`play_step`](Self::play_step) checks.
    ///
    /// # Panics
    ///
    /// In builds with debug assertions, if the step is not legal.
    #[doc(alias = "make_move")]
    #[doc(alias = "play_unchecked")]
    #[inline]
    #[must_use]
    pub fn after(&self, step: Step) -> Self {
        debug_assert!(
            self.judge(step).is_ok(),
            "{step} is not legal in {self}: {:?}",
            self.judge(step)
        );
        self.stepped(step.from.index(), direction_index(step.direction))
    }

    /// The position after a legal step of the piece on a square.
    #[inline(always)]
    pub(in super::super) fn stepped(&self, index: usize, direction: usize) -> Self {
        let here = piece_square(self.board.piece_code(index), index);
        let open = self.opened_by_step(here, direction);
        let mut after = self.after_quiet_step(here, direction, open);
        let to = 1_u64 << (index_beside(index, direction) & 63);
        let captured = after.board.captured_by_step(to);
        if captured != 0 {
            after.take_off(captured);
        }
        after
    }

    /// The position after a step that captures nothing. `here` is the piece-square that steps, and
    /// `open` is the push or pull that the step leaves open.
    #[inline(always)]
    pub(super) fn after_quiet_step(&self, here: usize, direction: usize, open: Open) -> Self {
        let index = square_of(here);
        let (from, to) = (
            1_u64 << index,
            1_u64 << (index_beside(index, direction) & 63),
        );
        Self {
            board: self.board.moved(from, to),
            key: add(self.key, CHANGES[here & 1023][direction & 3]),
            taken: self.taken.followed_by(pack_step(here, direction)),
            captured: self.captured << 4,
            left: self.left.wrapping_sub(1),
            open,
            ..*self
        }
    }

    /// Takes the piece that the last step captured off the board.
    #[inline(always)]
    fn take_off(&mut self, captured: u64) {
        let trap = captured.trailing_zeros() as usize & 63;
        let code = self.board.piece_code(trap);
        self.board = self.board.without(captured);
        self.key = add(self.key, COLUMNS[piece_square(code, trap)]);
        self.captured |= code as u16;
    }

    /// The push or pull that a legal step leaves open. `here` is the piece-square that steps.
    #[inline(always)]
    fn opened_by_step(&self, here: usize, direction: usize) -> Open {
        let own = side_of(here) == self.side as usize;
        match self.open.0 & (Open::PUSH | Open::PULL) {
            Open::PUSH => Open::NOTHING,
            _ if own => Open::pull(here),
            Open::PULL if self.pulls(square_of(here), direction) => Open::NOTHING,
            _ => Open::push(here),
        }
    }

    /// Whether this step of an enemy piece ends the open pull (PUL-1); false if no pull is open.
    #[inline(never)]
    pub(in super::super) fn pulls(&self, index: usize, direction: usize) -> bool {
        match self.pending() {
            Pending::Pull { vacated, strength } => {
                self.view().pulls(vacated, strength)[direction & 3] >> index & 1 != 0
            }
            _ => false,
        }
    }
}
