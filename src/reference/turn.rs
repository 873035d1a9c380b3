//! Turns (SPEC.md chapter 6, rules TRN-1 to TRN-5).

use super::repetition::{self, History};
use super::{steps, traps};
use crate::vocab::{Board, Direction, Effect, Illegal, Part, Placed, Side, Step, TurnEnd};

/// A turn has at most four steps (TRN-1).
const MOST_STEPS: u32 = 4;

/// A moment of a turn: the board after the steps taken so far, with a push or pull left open.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) struct Moment {
    pub(super) board: Board,
    /// The player whose turn it is.
    pub(super) side: Side,
    pub(super) open: Open,
    pub(super) steps_taken: u32,
}

/// The push or pull that the last step left open.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) enum Open {
    /// Nothing: the next step stands on its own.
    Nothing,
    /// A push has begun and must be completed next (PSH-4).
    Push {
        /// The pushed piece, on the square it left.
        pushed: Placed,
    },
    /// A weaker enemy may be pulled next (PUL-1).
    Pull {
        /// The piece that stepped, on the square it left.
        puller: Placed,
    },
}

impl Moment {
    /// The moment before the first step of a turn.
    pub(super) fn start_of_turn(start: TurnEnd) -> Self {
        Self {
            board: start.board,
            side: start.to_move,
            open: Open::Nothing,
            steps_taken: 0,
        }
    }

    /// The number of steps that the turn may still have (TRN-1).
    pub(super) fn steps_left(&self) -> u32 {
        MOST_STEPS - self.steps_taken
    }

    /// The moment after a step: the piece moves, then an unsupported piece is captured (CAP-1).
    pub(super) fn after(&self, step: Step) -> Result<(Self, Effect), Illegal> {
        let (part, to) = steps::judge(self, step)?;
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

    /// Every legal step with the moment after it and its effect, in the order of their text
    /// (ORD-2).
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

    /// Judges ending the turn here: it has a step, no push is pending, the board has changed, and
    /// the position may stand (TRN-2, PSH-4, TRN-3, TRN-4, TRN-5).
    pub(super) fn judge_end(&self, history: &History) -> Result<TurnEnd, Illegal> {
        if self.steps_taken == 0 {
            return Err(Illegal::NoStepTaken);
        }
        if let Open::Push { pushed } = self.open {
            return Err(Illegal::PushUnfinished { pushed });
        }
        if self.board == history.start.board {
            return Err(Illegal::NothingChanged);
        }
        let end = TurnEnd {
            board: self.board,
            to_move: self.side.other(),
        };
        repetition::judge(&end, history)?;
        Ok(end)
    }
}

/// The push or pull that a step leaves open: a plain step a pull, the first half of a push its
/// completion, and any other step nothing, because one step plays one part (PSH-4, PUL-1, PUL-4).
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
