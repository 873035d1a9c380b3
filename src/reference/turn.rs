//! Turns (SPEC.md chapter 6, rules TRN-1 to TRN-5).

use super::moment::{Moment, Open};
use super::repetition::{self, History};
use super::{steps, traps};
use crate::vocab::{Direction, Effect, Illegal, Part, Placed, Square, Step, TurnEnd};

impl Moment {
    /// Takes one step: the piece moves, then the traps are looked at (CAP-1).
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
        Ok((next, Effect { part, captured }))
    }

    /// Every legal step and what it leads to, in the order of SPEC.md ORD-2.
    pub(super) fn legal_steps(&self) -> Vec<(Step, Self, Effect)> {
        let mut legal = Vec::new();
        for from in Square::ALL {
            let Some(piece) = self.board.at(from) else {
                continue;
            };
            for direction in Direction::ALL {
                let step = Step {
                    piece,
                    from,
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

    /// Judges ending the turn here (TRN-2, PSH-4, TRN-3, REP-2), and says how it ends.
    pub(super) fn judge_end(&self, history: &History) -> Result<(TurnEnd, Effect), Illegal> {
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
        let effect = Effect {
            part: Part::TurnEnded,
            captured: None,
        };
        Ok((end, effect))
    }
}

/// A step of a player's own opens a pull, half a push must be completed, anything else leaves
/// nothing open: one step plays one part (PUL-4).
fn left_open(part: Part, step: Step) -> Open {
    let left = Placed {
        piece: step.piece,
        square: step.from,
    };
    match part {
        Part::Plain => Open::Pull { puller: left },
        Part::PushBegun => Open::Push { pushed: left },
        Part::PushCompleted | Part::Pull | Part::Placement | Part::TurnEnded => Open::Nothing,
    }
}
