//! Writes positions as text, with the steps taken since the start of the turn.

use std::fmt;

use crate::vocab::TurnEnd;

use super::position::Position;

impl fmt::Display for Position {
    /// The side to move, the board at the start of the turn from a8 to h1 in square brackets, and
    /// the steps taken since: `g [rrr…] Ed2n Ed3n`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = TurnEnd {
            board: self.turn_start().board(),
            to_move: self.side(),
        };
        start.fmt(f)?;
        for step in self.steps_taken().iter() {
            write!(f, " {step}")?;
        }
        Ok(())
    }
}
