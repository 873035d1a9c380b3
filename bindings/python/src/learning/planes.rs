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

use arimaa::vocab::{Piece, Placed, Side, Square};

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

/// Draws a moment on planes, as any type of numbers; without one they are all 0. Where there are no
/// planes nothing is drawn.
pub fn draw<T: Copy + From<u8>>(moment: Option<&Moment>, relative: bool, planes: &mut [T]) {
    let (zero, one) = (T::from(0), T::from(1));
    planes.fill(zero);
    let Some(moment) = moment.filter(|_| !planes.is_empty()) else {
        return;
    };
    let side = moment.label().side;
    let is_turned = relative && side == Side::Silver;
    let at = |plane: usize, square: Square| {
        let mirror = if is_turned { 56 } else { 0 };
        plane * 64 + (square.index() ^ mirror)
    };
    let first_plane = |piece: Piece| {
        let plane = usize::from(code(piece)) - 1;
        if is_turned { (plane + 6) % 12 } else { plane }
    };
    if let Some((position, start)) = moment.positions() {
        for Placed { piece, square } in position.pieces() {
            planes[at(first_plane(piece), square)] = one;
        }
        for Placed { piece, square } in start.pieces() {
            planes[at(START + first_plane(piece), square)] = one;
        }
        if let Some(pushed) = position.open_push() {
            planes[at(PUSH, pushed.square)] = one;
        }
        if let Some(puller) = position.open_pull() {
            planes[at(PULL, puller.square)] = one;
        }
        planes[LEFT * 64..][..position.steps_left() * 64].fill(one);
    } else {
        for Placed { piece, square } in moment.rules().board().placed() {
            planes[at(first_plane(piece), square)] = one;
        }
        for Placed { piece, square } in moment.rules().snapshot().start.placed() {
            planes[at(START + first_plane(piece), square)] = one;
        }
        planes[SETUP * 64..][..64].fill(one);
    }
    if side == Side::Silver {
        planes[SILVER * 64..][..64].fill(one);
    }
}
