//! Steps (SPEC.md chapter 3, rules STP-1 to STP-5), and the moments that they lead to.

use super::board::adjacent;
use super::turn::{Moment, Open};
use super::{freezing, push_and_pull, traps};
use crate::vocab::{Direction, Effect, Illegal, Kind, Part, Piece, Placed, Side, Square, Step};

impl Moment {
    /// The moment after a step: the piece moves, then an unsupported piece is captured (CAP-1).
    pub(super) fn after(&self, step: Step) -> Result<(Self, Effect), Illegal> {
        let (part, to) = judge(self, step)?;
        let mut board = self.board;
        board.set(step.from, None);
        board.set(to, Some(step.piece));
        let captured = traps::capture(&mut board);
        let next = Self {
            board,
            side: self.side,
            open: left_open(part, step),
            steps_taken: self.steps_taken + 1,
        };
        Ok((next, Effect::new(part, captured)))
    }

    /// Every legal step, the moment after it and its effect, in the order of their text (ORD-2).
    pub(super) fn legal_steps(&self) -> Vec<(Step, Self, Effect)> {
        let mut legal = Vec::new();
        for Placed { piece, square } in self.board.placed() {
            for direction in Direction::ALL {
                let step = Step {
                    piece,
                    from: square,
                    direction,
                };
                if let Ok((next, effect)) = self.after(step) {
                    legal.push((step, next, effect));
                }
            }
        }
        legal.sort_by_key(|(step, ..)| {
            let Step {
                piece,
                from,
                direction,
            } = step;
            (piece.letter(), from.file(), from.rank(), direction.letter())
        });
        legal
    }
}

/// A plain step leaves a pull open, the first half of a push its completion, and any other step
/// nothing, because one step plays one part (PSH-4, PUL-1, PUL-4).
fn left_open(part: Part, step: Step) -> Open {
    let left = Placed {
        piece: step.piece,
        square: step.from,
    };
    match part {
        Part::Plain => Open::Pull { puller: left },
        Part::PushBegun => Open::Push { pushed: left },
        _ => Open::Nothing,
    }
}

/// Judges one step, and returns the part it plays and the square it leads to (PLY-1, TRN-1, ORD-1).
pub(super) fn judge(now: &Moment, step: Step) -> Result<(Part, Square), Illegal> {
    if now.steps_left() == 0 {
        return Err(Illegal::NoStepsLeft);
    }
    let piece = judge_piece(now, step)?;
    let to = judge_destination(now, step)?;
    let part = match now.open {
        Open::Push { pushed } => push_and_pull::judge_completion(now, piece, to, pushed)?,
        _ if piece.piece.side != now.side => push_and_pull::judge_enemy_step(now, piece, to)?,
        _ => judge_own_step(now, piece, step.direction)?,
    };
    Ok((part, to))
}

/// Finds the piece on the square where the step starts, which must be the piece that the step names
/// (STP-1, STP-2).
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

/// Finds the square that the step leads to, which must be on the board and empty (STP-3, STP-4).
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

/// Judges a plain step: the piece may not be a rabbit going backward, nor frozen (STP-5, FRZ-2).
fn judge_own_step(now: &Moment, piece: Placed, direction: Direction) -> Result<Part, Illegal> {
    if is_rabbit_backward(piece.piece, direction) {
        return Err(Illegal::RabbitBackward { rabbit: piece });
    }
    freezing::judge(&now.board, piece)?;
    Ok(Part::Plain)
}

/// Whether a rabbit would step backward: south if it is gold, north if it is silver (STP-5).
fn is_rabbit_backward(piece: Piece, direction: Direction) -> bool {
    let backward = match piece.side {
        Side::Gold => Direction::South,
        Side::Silver => Direction::North,
    };
    piece.kind == Kind::Rabbit && direction == backward
}
