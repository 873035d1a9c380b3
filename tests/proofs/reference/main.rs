//! Compares the reference engine with the formulas, on everything that a rule can look at.
//!
//! Below stand the engine's own files, compiled once more, by their paths, so that its functions
//! can be asked about boards that no game has: five elephants are a board like any other to the
//! formulas and to the solver, and so they are here.
//!
//! A rule looks at few squares. Each test names them, fills them with every content (a piece of
//! either side or nothing: thirteen) at every place of the board, edges and corners included, and
//! where that would be too many says which contents stand for which.

#[path = "../../../src/reference/board.rs"]
#[allow(dead_code, reason = "the setup is not looked at here")]
mod board;
#[path = "../../../src/reference/ending.rs"]
mod ending;
#[path = "../../../src/reference/freezing.rs"]
mod freezing;
#[path = "../../../src/reference/push_and_pull.rs"]
mod push_and_pull;
#[path = "../../../src/reference/repetition.rs"]
#[allow(dead_code, reason = "a history is only held here")]
mod repetition;
#[path = "../../../src/reference/steps.rs"]
mod steps;
#[path = "../../../src/reference/traps.rs"]
mod traps;
#[path = "../../../src/reference/turn.rs"]
mod turn;

mod contents;
mod control;
mod ends;
mod movement;
mod pushing;

// The engine's files call the vocabulary by this name.
use arimaa::vocab;
use turn::{Moment, Open};
use vocab::{Board, Side};

/// A moment of a turn with `left` steps left.
fn moment(board: &Board, side: Side, open: Open, left: u32) -> Moment {
    Moment {
        board: *board,
        side,
        open,
        steps_taken: 4 - left,
    }
}
