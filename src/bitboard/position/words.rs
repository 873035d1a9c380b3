//! A position in the form that the other files of the engine use: as words of bits.

use crate::bitboard::key::{CHANGES, COLUMNS, Key, add, piece_square, square_of, strength_of};
use crate::bitboard::keyed::{Keyed, TRAP_BESIDE};
use crate::bitboard::planes::Planes;
use crate::bitboard::turn_steps::unpack;
use crate::bitboard::view::{Pending, View};

use super::{Open, Position};

impl Position {
    /// The board as words of bits.
    #[inline(always)]
    pub(in super::super) const fn planes(&self) -> &Planes {
        &self.board
    }

    /// The board with its key.
    #[inline(always)]
    pub(in super::super) const fn keyed(&self) -> Keyed {
        Keyed {
            board: self.board,
            key: self.key,
        }
    }

    /// The position at the start of the other side's turn, if this turn ends with the board `at`.
    #[inline(always)]
    pub(in super::super) const fn ended_with(&self, at: Keyed) -> Self {
        Self::starting(self.side.other(), at)
    }

    /// The key of the board at the start of the turn. A turn may not end with that board (TRN-3).
    #[inline(always)]
    pub(in super::super) fn start_key(&self) -> Key {
        let mut key = self.key;
        for (back, step) in self.taken.packed().rev().enumerate() {
            let (here, direction) = unpack(step);
            key = add(key, CHANGES[here][direction]);
            let code = usize::from(self.captured >> (4 * back) & 15);
            // The column of no piece is zero.
            let trap = usize::from(TRAP_BESIDE[square_of(here)]);
            key = add(key, COLUMNS[piece_square(code, trap)]);
        }
        key
    }

    /// The board as the side to move sees it.
    #[inline(always)]
    pub(in super::super) fn view(&self) -> View {
        View::of(&self.board, self.side)
    }

    /// The squares by which [equality](Position) compares what is open: see [`View::open_squares`].
    #[inline(always)]
    pub(in super::super) fn open_squares(&self) -> u64 {
        self.view().open_squares(self.steps_left(), self.pending())
    }

    /// The open push or pull, with squares as sets.
    #[inline(always)]
    pub(in super::super) fn pending(&self) -> Pending {
        let left = usize::from(self.open.0);
        let (square, strength) = (1 << square_of(left), strength_of(left));
        match self.open.0 & (Open::PUSH | Open::PULL) {
            Open::PUSH => Pending::Push {
                vacated: square,
                strength,
            },
            Open::PULL => Pending::Pull {
                vacated: square,
                strength,
            },
            _ => Pending::Nothing,
        }
    }
}
