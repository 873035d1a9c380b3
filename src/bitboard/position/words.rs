//! A position as the engine's other files take it: in words.

use crate::bitboard::key::{CHANGES, COLUMNS, Key, add, coordinate};
use crate::bitboard::keyed::{Keyed, TRAP_BESIDE};
use crate::bitboard::planes::Planes;
use crate::bitboard::view::{Pending, View};

use super::{Open, Position};

impl Position {
    /// The board in words.
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

    pub(in super::super) const fn open(&self) -> Open {
        self.open
    }

    /// The position that a turn ends with, at the start of the other side's turn.
    #[inline(always)]
    pub(in super::super) const fn ended_with(&self, at: Keyed) -> Self {
        Self::starting(self.side.other(), at)
    }

    /// The key of the board at the start of the turn. A turn may not end with that board (TRN-3).
    #[inline(always)]
    pub(in super::super) fn start_key(&self) -> Key {
        let mut key = self.key;
        for (back, number) in self.taken.numbers().rev().enumerate() {
            key = add(key, CHANGES[number >> 2][number & 3]);
            let code = usize::from(self.captured >> (4 * back) & 15);
            // The column of no piece is zero.
            let trap = usize::from(TRAP_BESIDE[number >> 2 & 63]);
            key = add(key, COLUMNS[coordinate(code, trap)]);
        }
        key
    }

    /// The board as the side to move sees it.
    #[inline(always)]
    pub(in super::super) fn view(&self) -> View {
        View::of(&self.board, self.side)
    }

    /// The open push or pull, with squares as sets.
    #[inline(always)]
    pub(in super::super) fn pending(&self) -> Pending {
        let (square, strength) = (1 << (self.open.0 & 63), usize::from(self.open.0 >> 6 & 7));
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
