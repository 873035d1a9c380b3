//! Push and pull (SPEC.md chapter 4, rules PLY-1, PSH-1 to PSH-6, PUL-1 to PUL-4).

use super::board::{is_stronger, pieces_beside};
use super::freezing;
use super::turn::{Moment, Open};
use crate::vocab::{Illegal, Part, Piece, Placed, Square};

/// Judges a step of an enemy piece: it ends a pull if it fits one and otherwise begins a push
/// (PLY-1, PUL-3).
pub(super) fn judge_enemy_step(now: &Moment, enemy: Placed, to: Square) -> Result<Part, Illegal> {
    if fits_pull(now, enemy.piece, to) {
        return Ok(Part::Pull);
    }
    judge_push(now, enemy).map(|()| Part::PushBegun)
}

/// Whether a step of an enemy piece ends a pull: it leads to the square that a stronger piece of
/// the player just left by a plain step. The puller may be frozen or captured by now (PUL-1,
/// PUL-2).
fn fits_pull(now: &Moment, enemy: Piece, to: Square) -> bool {
    match now.open {
        Open::Pull { puller } => to == puller.square && is_stronger(puller.piece, enemy),
        Open::Push { .. } | Open::Nothing => false,
    }
}

/// Judges the beginning of a push: a stronger piece of the player must be beside the enemy, one of
/// those must not be frozen, and the turn must have two steps left (PSH-1, PSH-2, PSH-3).
fn judge_push(now: &Moment, enemy: Placed) -> Result<(), Illegal> {
    let beside: Vec<Placed> = pieces_beside(&now.board, enemy.square)
        .filter(|beside| beside.piece.side == now.side)
        .collect();
    let pushers: Vec<Placed> = beside
        .iter()
        .copied()
        .filter(|beside| is_stronger(beside.piece, enemy.piece))
        .collect();
    if pushers.is_empty() {
        return Err(Illegal::NoPusher {
            piece: enemy,
            beside,
            open_pull: match now.open {
                Open::Pull { puller } => Some(puller),
                Open::Push { .. } | Open::Nothing => None,
            },
        });
    }
    if pushers
        .iter()
        .all(|&pusher| freezing::is_frozen(&now.board, pusher))
    {
        return Err(Illegal::PusherFrozen {
            piece: enemy,
            pushers,
        });
    }
    if now.steps_left() < 2 {
        return Err(Illegal::NoStepForPush { piece: enemy });
    }
    Ok(())
}

/// Judges a step while a push is pending: a piece of the player must step to the square that the
/// pushed piece left, be stronger than that piece, and not be frozen (PSH-4, PSH-5, PSH-6).
pub(super) fn judge_completion(
    now: &Moment,
    piece: Placed,
    to: Square,
    pushed: Placed,
) -> Result<Part, Illegal> {
    if piece.piece.side != now.side || to != pushed.square {
        return Err(Illegal::PushUnfinished { pushed });
    }
    if !is_stronger(piece.piece, pushed.piece) {
        return Err(Illegal::PusherTooWeak {
            pusher: piece,
            pushed,
        });
    }
    freezing::judge(&now.board, piece)?;
    Ok(Part::PushCompleted)
}
