//! A moment as planes of 8 × 8 bytes, the square a1 first and b1 after it.
//!
//! | planes | 1 where |
//! |---|---|
//! | 0–11 | the pieces stand now: Gold's R, C, D, H, M, E, then Silver's |
//! | 12–23 | they stood at the start of the turn |
//! | 24 | the square is that which a push has vacated and that must be entered |
//! | 25 | the square is that to which a pull may draw a piece |
//! | 26–29 | everywhere, if the turn has at least 1, 2, 3, 4 steps left |
//! | 30 | everywhere, if Silver is to move |
//! | 31 | everywhere, if pieces are being placed |
//!
//! Relative planes have the pieces of the side to move first, and its own side of the board on
//! rank 1: for Silver ranks are mirrored.

use arimaa::vocab::{Board, Side, Square};

use super::moment::Moment;
use super::packed::code;

/// How many planes there are.
pub const PLANES: usize = 32;

/// The bytes of all planes.
pub const SIZE: usize = PLANES * 64;

/// The first plane of each group.
const START: usize = 12;
const PUSH: usize = 24;
const PULL: usize = 25;
const LEFT: usize = 26;
const SILVER: usize = 30;
const SETUP: usize = 31;

/// Draws a moment on planes that are all 0.
pub fn draw(moment: &Moment, relative: bool, planes: &mut [u8]) {
    let side = moment.label().side;
    let is_turned = relative && side == Side::Silver;
    let at = |plane: usize, square: Square| {
        let mirror = if is_turned { 56 } else { 0 };
        plane * 64 + (square.index() ^ mirror)
    };
    let mut pieces = |first: usize, board: &Board| {
        for placed in board.placed() {
            let plane = usize::from(code(placed.piece)) - 1;
            let plane = if is_turned { (plane + 6) % 12 } else { plane };
            planes[at(first + plane, placed.square)] = 1;
        }
    };
    if let Some((position, start)) = moment.positions() {
        pieces(0, &position.board());
        pieces(START, &start.board());
        if let Some(pushed) = position.open_push() {
            planes[at(PUSH, pushed.square)] = 1;
        }
        if let Some(puller) = position.open_pull() {
            planes[at(PULL, puller.square)] = 1;
        }
        for plane in LEFT..LEFT + position.steps_left() {
            planes[plane * 64..][..64].fill(1);
        }
    } else {
        pieces(0, &moment.rules().board());
        pieces(START, &moment.rules().snapshot().start);
        planes[SETUP * 64..][..64].fill(1);
    }
    if side == Side::Silver {
        planes[SILVER * 64..][..64].fill(1);
    }
}
