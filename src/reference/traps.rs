//! Traps and captures (SPEC.md chapter 5, rules CAP-1 to CAP-3).

use super::board::{has_friend_beside, is_trap};
use crate::vocab::{Board, Placed};

/// Captures the piece that stands on a trap without a friend beside it, whichever side it belongs
/// to and whether it moved or lost its support (CAP-1, CAP-2).
///
/// After a step there is at most one such piece (CAP-3).
pub(super) fn capture(board: &mut Board) -> Option<Placed> {
    let captured = unsupported(board)?;
    board.set(captured.square, None);
    Some(captured)
}

/// The first piece, in the order of squares, that stands on a trap without a friend beside it
/// (CAP-1).
pub(super) fn unsupported(board: &Board) -> Option<Placed> {
    board
        .placed()
        .filter(|placed| is_trap(placed.square))
        .find(|placed| !has_friend_beside(board, placed.square, placed.piece.side))
}
