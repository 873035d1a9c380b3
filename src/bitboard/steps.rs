//! Which steps are legal: as masks for the list, and one by one with the reason of a refusal.

use crate::vocab::{Direction, Illegal, Part, Placed, Side, Step};

use super::bits::{bit, direction_index, neighbours, shift, squares};
use super::legal::{Pending, Steps};
use super::masks::{backward, held};
use super::planes::strength;
use super::state::{Open, Play};

impl Play {
    /// Every legal step while so many are left, in no particular order.
    fn options(&self, left: usize, side: Side) -> Steps<u64> {
        let pending = match self.open {
            Open::Nothing => Pending::Nothing,
            Open::Push(pushed) => Pending::Push {
                vacated: bit(pushed.square),
                strength: strength(pushed.piece.kind),
            },
            Open::Pull(puller) => Pending::Pull {
                left: bit(puller.square),
                strength: strength(puller.piece.kind),
            },
        };
        self.board.legal(side, left, pending)
    }

    /// The legal steps, in the order of their text (SPEC.md ORD-2).
    pub(super) fn legal_steps(&self, side: Side) -> impl Iterator<Item = Step> {
        let mut steps = Vec::with_capacity(64);
        self.legal_steps_with(self.left(), side, &mut steps);
        steps.into_iter().map(|(_, step)| step)
    }

    /// Fills a list with the steps that are legal while so many are left, in the order of their text and with their place in it.
    pub(super) fn legal_steps_with(&self, left: usize, side: Side, steps: &mut Vec<(u32, Step)>) {
        let Steps { own, enemy } = self.options(left, side);
        steps.clear();
        for direction in Direction::ALL {
            let slot = direction_index(direction);
            steps.extend(squares(own[slot] | enemy[slot]).filter_map(|from| {
                let piece = self.board.at(from)?;
                let step = Step {
                    piece,
                    from,
                    direction,
                };
                Some((text_order(step), step))
            }));
        }
        steps.sort_unstable_by_key(|&(order, _)| order);
    }

    /// Which part a step would play, or the first rule it breaks (ORD-1).
    pub(super) fn judge(&self, step: Step, side: Side) -> Result<Part, Illegal> {
        let board = &self.board;
        if self.left() == 0 {
            return Err(Illegal::NoStepsLeft);
        }
        let from = bit(step.from);
        let found = board
            .placed_at(step.from)
            .ok_or(Illegal::EmptySquare { square: step.from })?;
        if found.piece != step.piece {
            let named = step.piece;
            return Err(Illegal::WrongPiece { named, found });
        }
        let to = shift(from, direction_index(step.direction));
        if to == 0 {
            return Err(Illegal::OffBoard {
                from: step.from,
                direction: step.direction,
            });
        }
        if let Some(by) = board.placed_only(to & board.occupied()) {
            return Err(Illegal::Occupied { by });
        }
        match self.open {
            Open::Push(pushed) => self.judge_completion(found, to, pushed, side),
            _ if found.piece.side == side => self.judge_plain(found, to, side),
            _ => self.judge_displacement(found, to, side),
        }
    }

    /// The step of `found` to `to` while a push is pending (PSH-4, PSH-5, FRZ-2).
    fn judge_completion(
        &self,
        found: Placed,
        to: u64,
        pushed: Placed,
        side: Side,
    ) -> Result<Part, Illegal> {
        if found.piece.side != side || to != bit(pushed.square) {
            return Err(Illegal::PushUnfinished { pushed });
        }
        let stronger = self.board.stronger_than(strength(pushed.piece.kind));
        if bit(found.square) & stronger == 0 {
            let pusher = found;
            return Err(Illegal::PusherTooWeak { pusher, pushed });
        }
        self.judge_freezing(found, side)?;
        Ok(Part::PushCompleted)
    }

    /// The step of an own piece by itself (STP-5, FRZ-2).
    fn judge_plain(&self, found: Placed, to: u64, side: Side) -> Result<Part, Illegal> {
        if backward(bit(found.square), to, self.board.barred(side)) != 0 {
            return Err(Illegal::RabbitBackward { rabbit: found });
        }
        self.judge_freezing(found, side)?;
        Ok(Part::Plain)
    }

    /// The step of an enemy piece: a pull if it fits one, else the beginning of a push (PUL-3, PSH-1, PSH-2, PSH-3).
    fn judge_displacement(&self, found: Placed, to: u64, side: Side) -> Result<Part, Illegal> {
        let board = &self.board;
        let open_pull = match self.open {
            Open::Pull(puller) => Some(puller),
            _ => None,
        };
        if self.pulls(found, to) {
            return Ok(Part::Pull);
        }
        let here = bit(found.square);
        let strong = board.stronger_beside(here, strength(found.piece.kind), side);
        if strong == 0 {
            return Err(Illegal::NoPusher {
                piece: found,
                beside: board.placed(board.of(side) & neighbours(here)),
                open_pull,
            });
        }
        if strong & board.free(side) == 0 {
            return Err(Illegal::PusherFrozen {
                piece: found,
                pushers: board.placed(strong),
            });
        }
        if self.left() < 2 {
            return Err(Illegal::NoStepForPush { piece: found });
        }
        Ok(Part::PushBegun)
    }

    /// Whether moving this enemy piece to `to` ends the pull that is open, if one is (PUL-1).
    fn pulls(&self, found: Placed, to: u64) -> bool {
        match self.open {
            Open::Pull(puller) => {
                let weaker = self.board.weaker_than(strength(puller.piece.kind));
                to == bit(puller.square) && bit(found.square) & weaker != 0
            }
            _ => false,
        }
    }

    /// The part that a legal step plays (PLY-1).
    pub(super) fn part(&self, step: Step, side: Side) -> Part {
        let found = Placed {
            piece: step.piece,
            square: step.from,
        };
        let to = shift(bit(step.from), direction_index(step.direction));
        match self.open {
            Open::Push(_) => Part::PushCompleted,
            _ if step.piece.side == side => Part::Plain,
            _ if self.pulls(found, to) => Part::Pull,
            _ => Part::PushBegun,
        }
    }

    /// Refuses a frozen piece, naming the stronger enemies beside it (FRZ-1, FRZ-2).
    fn judge_freezing(&self, piece: Placed, side: Side) -> Result<(), Illegal> {
        let board = &self.board;
        let here = bit(piece.square);
        let by = board.stronger_beside(here, strength(piece.piece.kind), side.other());
        // Mostly nobody is there, and no friend need be looked for.
        if by != 0 && held(here, by, board.of(side)) != 0 {
            let by = board.placed(by);
            return Err(Illegal::Frozen { piece, by });
        }
        Ok(())
    }

    /// Takes a legal step that plays this part, and returns what it captured.
    pub(super) fn take(&mut self, step: Step, part: Part) -> Option<Placed> {
        let captured = self.advance(step, part);
        self.taken.push(step);
        captured
    }

    /// Changes the board and what is open by a legal step that plays this part, and returns what it captured.
    pub(super) fn advance(&mut self, step: Step, part: Part) -> Option<Placed> {
        let from = bit(step.from);
        let to = shift(from, direction_index(step.direction));
        let moved = self.board.moved(from, to);
        let gone = moved.doomed();
        self.board = moved.without(gone);
        let left = Placed {
            piece: step.piece,
            square: step.from,
        };
        self.open = match part {
            Part::Plain => Open::Pull(left),
            Part::PushBegun => Open::Push(left),
            _ => Open::Nothing,
        };
        moved.placed_only(gone)
    }
}

/// Compares as the step's text does (ORD-2): letter, file, rank, direction letter, each in its own bits.
pub(super) fn text_order(step: Step) -> u32 {
    let parts = [
        step.piece.letter(),
        step.from.file(),
        char::from(step.from.rank()),
        step.direction.letter(),
    ];
    parts
        .into_iter()
        .fold(0, |order, part| order << 8 | u32::from(part) & 0xff)
}
