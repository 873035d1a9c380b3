//! Freezing (SPEC.md chapter 3, rules FRZ-1 to FRZ-4).
//!
//! A piece beside a stronger enemy may not move unless a friend stands beside it too. The test is made afresh on the
//! board as it stands before each step (FRZ-3); nothing is remembered. What a frozen piece still does
//! (hold, support, unfreeze: FRZ-4) needs no code: nothing else asks whether a piece is frozen.

use super::board::{has_friend_beside, is_stronger, pieces_beside};
use crate::vocab::{Board, Illegal, Placed};

/// A frozen piece does not step (FRZ-2).
pub(super) fn judge(board: &Board, piece: Placed) -> Result<(), Illegal> {
    if is_frozen(board, piece) {
        return Err(Illegal::Frozen {
            piece,
            by: stronger_enemies_beside(board, piece).collect(),
        });
    }
    Ok(())
}

/// Frozen is a piece with a stronger enemy beside it and no friend beside it (FRZ-1).
pub(super) fn is_frozen(board: &Board, piece: Placed) -> bool {
    stronger_enemies_beside(board, piece).next().is_some()
        && !has_friend_beside(board, piece.square, piece.piece.side)
}

fn stronger_enemies_beside(board: &Board, piece: Placed) -> impl Iterator<Item = Placed> + '_ {
    pieces_beside(board, piece.square).filter(move |beside| {
        beside.piece.side != piece.piece.side && is_stronger(beside.piece, piece.piece)
    })
}
