//! Which steps are legal: as masks for the list, and one by one with the reason of a refusal.

use crate::vocab::{Direction, Illegal, Part, Placed, Side, Step};

use super::bits::{bit, direction_index, neighbours, opposite, shift, squares};
use super::masks::{mobile, outmatched, plain_steps, push_begins};
use super::planes::{Planes, strength};
use super::state::{Bitboard, Open, Play};

/// The legal steps of a moment, by direction: from which squares a piece may step that way.
struct Options {
    own: [u64; 4],
    enemy: [u64; 4],
}

impl Play {
    /// Every legal step, in no particular order.
    fn options(&self, left: usize, side: Side) -> Options {
        let mut options = Options {
            own: [0; 4],
            enemy: [0; 4],
        };
        if left == 0 {
            return options;
        }
        let board = &self.board;
        let (own, enemy) = (board.of(side), board.of(side.other()));
        let ranks = board.ranks();
        let free = mobile(own, outmatched(own, enemy, ranks));
        match self.open {
            Open::Push(pushed) => {
                let completers = free & stronger_than(board, pushed);
                let vacated = bit(pushed.square);
                for (direction, set) in options.own.iter_mut().enumerate() {
                    *set = completers & shift(vacated, opposite(direction));
                }
            }
            Open::Pull(_) | Open::Nothing => {
                options.own = plain_steps(free, board.empty(), Bitboard::barred(board, side));
                if left >= 2 {
                    options.enemy = push_begins(outmatched(enemy, free, ranks), board.empty());
                }
                if let Open::Pull(puller) = self.open {
                    let pulled = enemy & weaker_than(board, puller);
                    for (direction, set) in options.enemy.iter_mut().enumerate() {
                        *set |= pulled & shift(bit(puller.square), opposite(direction));
                    }
                }
            }
        }
        options
    }

    /// The legal steps, in the order of their text (SPEC.md ORD-2).
    pub(super) fn legal_steps(&self, side: Side) -> impl Iterator<Item = Step> {
        let mut steps = Vec::with_capacity(64);
        self.legal_steps_with(self.left(), side, &mut steps);
        steps.into_iter().map(|(_, step)| step)
    }

    /// Fills a list with the steps that are legal while so many are left, in the order of their text and with their place in it.
    pub(super) fn legal_steps_with(&self, left: usize, side: Side, steps: &mut Vec<(u32, Step)>) {
        let Options { own, enemy } = self.options(left, side);
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

    /// Whether there is any legal step.
    pub(super) fn has_step(&self, side: Side) -> bool {
        let Options { own, enemy } = self.options(self.left(), side);
        own.into_iter().chain(enemy).any(|set| set != 0)
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
        if strength(found.piece.kind) <= strength(pushed.piece.kind) {
            let pusher = found;
            return Err(Illegal::PusherTooWeak { pusher, pushed });
        }
        self.judge_freezing(found, side)?;
        Ok(Part::PushCompleted)
    }

    /// The step of an own piece by itself (STP-5, FRZ-2).
    fn judge_plain(&self, found: Placed, to: u64, side: Side) -> Result<Part, Illegal> {
        let [not_north, not_south] = Bitboard::barred(&self.board, side);
        let from = bit(found.square);
        if (from & not_north != 0 && to == shift(from, super::bits::NORTH))
            || (from & not_south != 0 && to == shift(from, super::bits::SOUTH))
        {
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
        let own = board.of(side);
        let beside = own & neighbours(bit(found.square));
        let strong = beside & stronger_than(board, found);
        if strong == 0 {
            return Err(Illegal::NoPusher {
                piece: found,
                beside: board.placed(beside),
                open_pull,
            });
        }
        if strong & mobile(own, outmatched(own, board.of(side.other()), board.ranks())) == 0 {
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
                to == bit(puller.square) && strength(puller.piece.kind) > strength(found.piece.kind)
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
        let beside = neighbours(bit(piece.square));
        let by = beside & board.of(side.other()) & stronger_than(board, piece);
        if by != 0 && beside & board.of(side) == 0 {
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

/// The squares whose pieces, of either side, are stronger than this one.
fn stronger_than(board: &Planes, piece: Placed) -> u64 {
    let ranks = board.ranks();
    ranks
        .get(strength(piece.piece.kind) - 1)
        .copied()
        .unwrap_or(0)
}

/// The squares whose pieces, of either side, are weaker than this one; empty squares too.
fn weaker_than(board: &Planes, piece: Placed) -> u64 {
    let ranks = board.ranks();
    match strength(piece.piece.kind) {
        1 => 0,
        code => ranks.get(code - 2).map_or(0, |as_strong| !as_strong),
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
