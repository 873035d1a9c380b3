//! Steps (SPEC.md chapter 3, rules STP-1 to STP-5).

use super::board::adjacent;
use super::moment::{Moment, Open};
use super::{displacement, freezing};
use crate::vocab::{Direction, Illegal, Kind, Part, Piece, Placed, Side, Square, Step};

/// Judges one step in the order of SPEC.md chapter 12, and says which part it plays and where it leads (PLY-1).
pub(super) fn judge(now: &Moment, step: Step) -> Result<(Part, Square), Illegal> {
    if now.steps_left() == 0 {
        return Err(Illegal::NoStepsLeft);
    }
    let piece = judge_piece(now, step)?;
    let to = judge_destination(now, step)?;
    let part = match now.open {
        Open::Push { pushed } => displacement::judge_completion(now, piece, to, pushed)?,
        _ if piece.piece.side != now.side => displacement::judge_enemy_step(now, piece, to)?,
        _ => judge_own_step(now, piece, step.direction)?,
    };
    Ok((part, to))
}

/// The piece that is named stands where it is said to stand (STP-1, STP-2).
fn judge_piece(now: &Moment, step: Step) -> Result<Placed, Illegal> {
    let square = step.from;
    let Some(piece) = now.board.at(square) else {
        return Err(Illegal::EmptySquare { square });
    };
    let found = Placed { piece, square };
    if piece != step.piece {
        return Err(Illegal::WrongPiece {
            named: step.piece,
            found,
        });
    }
    Ok(found)
}

/// A step leads to an adjacent square, and that square is empty (STP-3, STP-4).
fn judge_destination(now: &Moment, step: Step) -> Result<Square, Illegal> {
    let Some(square) = adjacent(step.from, step.direction) else {
        return Err(Illegal::OffBoard {
            from: step.from,
            direction: step.direction,
        });
    };
    match now.board.at(square) {
        Some(piece) => Err(Illegal::Occupied {
            by: Placed { piece, square },
        }),
        None => Ok(square),
    }
}

/// A player's own piece steps unless it is a rabbit going backward or frozen (STP-5, FRZ-2).
fn judge_own_step(now: &Moment, piece: Placed, direction: Direction) -> Result<Part, Illegal> {
    if is_rabbit_backward(piece.piece, direction) {
        return Err(Illegal::RabbitBackward { rabbit: piece });
    }
    freezing::judge(&now.board, piece)?;
    Ok(Part::Plain)
}

/// Backward is south for a gold rabbit and north for a silver one (STP-5).
fn is_rabbit_backward(piece: Piece, direction: Direction) -> bool {
    let backward = match piece.side {
        Side::Gold => Direction::South,
        Side::Silver => Direction::North,
    };
    piece.kind == Kind::Rabbit && direction == backward
}
