//! The reason why a step is refused, and the legal steps in the order of their text.

use crate::vocab::{Direction, Illegal, Part, Placed, Side, Step};

use super::bits::{bit, direction_index, neighbours, shift, squares};
use super::planes::strength;
use super::position::Position;
use super::view::Legal;

impl Position {
    /// The legal steps in the order of their text (SPEC.md ORD-2).
    pub(super) fn steps_in_text_order(&self) -> impl Iterator<Item = Step> {
        let mut steps = Vec::with_capacity(64);
        self.list_steps(&mut steps);
        steps.into_iter().map(|(_, step)| step)
    }

    /// Fills a list with the legal steps in the order of their text, each with its
    /// [`text_order`].
    pub(super) fn list_steps(&self, steps: &mut Vec<(u32, Step)>) {
        let Legal { own, enemy } = self.legal_steps();
        steps.clear();
        for direction in Direction::ALL {
            let slot = direction_index(direction);
            for from in squares(own[slot] | enemy[slot]) {
                let Some(piece) = self.piece_at(from) else {
                    continue;
                };
                let step = Step {
                    piece,
                    from,
                    direction,
                };
                let order = text_order(step);
                let place = steps.partition_point(|(other, _)| *other < order);
                steps.insert(place, (order, step));
            }
        }
    }

    /// The part that a step would play (PLY-1), or the first rule that it breaks (ORD-1).
    pub(super) fn judge(&self, step: Step) -> Result<Part, Illegal> {
        let board = self.planes();
        if self.steps_left() == 0 {
            return Err(Illegal::NoStepsLeft);
        }
        let found = board
            .placed_at(step.from)
            .ok_or(Illegal::EmptySquare { square: step.from })?;
        if found.piece != step.piece {
            let named = step.piece;
            return Err(Illegal::WrongPiece { named, found });
        }
        let direction = direction_index(step.direction);
        let to = shift(bit(step.from), direction);
        if to == 0 {
            return Err(Illegal::OffBoard {
                from: step.from,
                direction: step.direction,
            });
        }
        if let Some(by) = board.placed_only(to & board.occupied()) {
            return Err(Illegal::Occupied { by });
        }
        match self.open_push() {
            Some(pushed) => self.judge_completion(found, to, pushed),
            _ if found.piece.side == self.side() => self.judge_plain(found, direction),
            _ => self.judge_displacement(found, direction),
        }
    }

    /// Judges the step of `found` to `to` while a push is pending (PSH-4, PSH-5, FRZ-2).
    fn judge_completion(&self, found: Placed, to: u64, pushed: Placed) -> Result<Part, Illegal> {
        if found.piece.side != self.side() || to != bit(pushed.square) {
            return Err(Illegal::PushUnfinished { pushed });
        }
        let stronger = self.view().stronger_than(strength(pushed.piece.kind));
        if bit(found.square) & stronger == 0 {
            let pusher = found;
            return Err(Illegal::PusherTooWeak { pusher, pushed });
        }
        self.judge_freezing(found)?;
        Ok(Part::PushCompleted)
    }

    /// Judges a step of an own piece while no push is pending (STP-5, FRZ-2).
    fn judge_plain(&self, found: Placed, direction: usize) -> Result<Part, Illegal> {
        let backward = self.view().movers.backward;
        // To the east and to the west nothing is backward.
        let backward = backward.get(direction).copied().unwrap_or(0);
        if bit(found.square) & backward != 0 {
            return Err(Illegal::RabbitBackward { rabbit: found });
        }
        self.judge_freezing(found)?;
        Ok(Part::Plain)
    }

    /// Judges a step of an enemy piece while no push is pending: it is a pull if it fits one, else
    /// the beginning of a push (PUL-3, PSH-1, PSH-2, PSH-3).
    fn judge_displacement(&self, found: Placed, direction: usize) -> Result<Part, Illegal> {
        if self.pulls(found.square.index(), direction) {
            return Ok(Part::Pull);
        }
        let board = self.planes();
        let here = bit(found.square);
        let strong = self.stronger_beside(found, self.side());
        if strong == 0 {
            return Err(Illegal::NoPusher {
                piece: found,
                beside: board.placed(board.of(self.side()) & neighbours(here)),
                open_pull: self.open_pull(),
            });
        }
        if strong & self.view().free == 0 {
            return Err(Illegal::PusherFrozen {
                piece: found,
                pushers: board.placed(strong),
            });
        }
        if self.steps_left() < 2 {
            return Err(Illegal::NoStepForPush { piece: found });
        }
        Ok(Part::PushBegun)
    }

    /// Refuses a frozen piece, naming the stronger enemies beside it (FRZ-1, FRZ-2).
    fn judge_freezing(&self, piece: Placed) -> Result<(), Illegal> {
        if bit(piece.square) & self.view().free != 0 {
            return Ok(());
        }
        let by = self.stronger_beside(piece, self.side().other());
        let by = self.planes().placed(by);
        Err(Illegal::Frozen { piece, by })
    }

    /// The pieces of a side that are beside this piece and stronger.
    fn stronger_beside(&self, piece: Placed, side: Side) -> u64 {
        let stronger = self.view().stronger_than(strength(piece.piece.kind));
        neighbours(bit(piece.square)) & self.planes().of(side) & stronger
    }

    /// The part that a legal step plays (PLY-1).
    pub(super) fn part_of_step(&self, step: Step) -> Part {
        let direction = direction_index(step.direction);
        match self.open_push() {
            Some(_) => Part::PushCompleted,
            _ if step.piece.side == self.side() => Part::Plain,
            _ if self.pulls(step.from.index(), direction) => Part::Pull,
            _ => Part::PushBegun,
        }
    }
}

/// A number by which steps sort as by their text (ORD-2): piece letter, file, rank and direction
/// letter, a byte each.
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
