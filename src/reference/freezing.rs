//! Freezing (SPEC.md chapter 3, rules FRZ-1 to FRZ-4).
//!
//! A piece beside a stronger enemy may not step unless a friend stands beside it too. FRZ-4 needs
//! no code: only `judge` and the function that judges pushes ask whether a piece is frozen, so a
//! frozen piece freezes and supports others like any piece.

use super::board::{has_friend_beside, is_stronger, pieces_beside};
use crate::vocab::{Board, Illegal, Placed};

/// Judges whether a piece is free to step, on the board before the step (FRZ-2, FRZ-3).
pub(super) fn judge(board: &Board, piece: Placed) -> Result<(), Illegal> {
    if is_frozen(board, piece) {
        return Err(Illegal::Frozen {
            piece,
            by: stronger_enemies_beside(board, piece).collect(),
        });
    }
    Ok(())
}

/// Whether a piece is frozen: a stronger enemy is beside it and no friend is. It does not matter
/// whether those are frozen themselves (FRZ-1, FRZ-4).
pub(super) fn is_frozen(board: &Board, piece: Placed) -> bool {
    stronger_enemies_beside(board, piece).next().is_some()
        && !has_friend_beside(board, piece.square, piece.piece.side)
}

/// The stronger enemies beside a piece, in the order of squares (ORD-2).
fn stronger_enemies_beside(board: &Board, piece: Placed) -> impl Iterator<Item = Placed> + '_ {
    pieces_beside(board, piece.square).filter(move |beside| {
        beside.piece.side != piece.piece.side && is_stronger(beside.piece, piece.piece)
    })
}
