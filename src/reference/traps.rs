//! Traps and captures (SPEC.md chapter 5, rules CAP-1 to CAP-3).

use super::board::{has_friend_beside, is_trap};
use crate::vocab::{Board, Placed};

/// After each step, a piece on a trap without a friend beside it is removed, whichever side it
/// belongs to and whether it moved or lost its support (CAP-1, CAP-2).
///
/// There is at most one, because no step touches two traps (CAP-3).
pub(super) fn capture(board: &mut Board) -> Option<Placed> {
    let captured = unsupported(board)?;
    board.set(captured.square, None);
    Some(captured)
}

/// The first piece, in the order of squares, that stands on a trap without a friend beside it.
pub(super) fn unsupported(board: &Board) -> Option<Placed> {
    board
        .placed()
        .filter(|placed| is_trap(placed.square))
        .find(|placed| !has_friend_beside(board, placed.square, placed.piece.side))
}
