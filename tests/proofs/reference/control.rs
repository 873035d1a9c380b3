//! Controls: formulas that are wrong on purpose, whose difference the comparison must notice.

use arimaa::text::draw;

use crate::vocab::Board;

/// A formula that is wrong, and the first board on which that was noticed.
pub(crate) struct Control {
    wrong: &'static str,
    noticed: Option<Board>,
}

impl Control {
    /// A control whose formula has the false assumption `wrong`.
    pub(crate) fn new(wrong: &'static str) -> Self {
        Self {
            wrong,
            noticed: None,
        }
    }

    /// Compares the engine's value with the wrong formula's, until a difference is found.
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

    /// Asserts that a difference was found, and prints the board.
    pub(crate) fn assert_noticed(self) {
        match self.noticed {
            Some(board) => println!("noticed, if {}:\n{}", self.wrong, draw(&board, &[])),
            None => panic!("not noticed, if {}", self.wrong),
        }
    }
}
