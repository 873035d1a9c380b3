//! Formulas that are wrong on purpose: what is tried must be able to tell.

use arimaa::text::draw;

use crate::vocab::Board;

/// A formula that is wrong, and the first board on which that was noticed.
pub(crate) struct Control {
    wrong: &'static str,
    noticed: Option<Board>,
}

impl Control {
    /// A control whose formula makes the false assumption named here.
    pub(crate) fn new(wrong: &'static str) -> Self {
        Self {
            wrong,
            noticed: None,
        }
    }

    /// Compares what the engine found with what the wrong formula says, as long as no difference is
    /// known.
    #[inline]
    pub(crate) fn look<T: Copy + PartialEq>(
        &mut self,
        board: &Board,
        found: T,
        wrong: impl FnOnce() -> T,
    ) {
        if self.noticed.is_none() && found != wrong() {
            self.noticed = Some(*board);
        }
    }

    /// The wrong formula has been noticed; draws where.
    pub(crate) fn assert_noticed(self) {
        match self.noticed {
            Some(board) => println!("noticed, if {}:\n{}", self.wrong, draw(&board, &[])),
            None => panic!("not noticed, if {}", self.wrong),
        }
    }
}
