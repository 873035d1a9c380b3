//! Whether a rabbit of the player to move can reach its goal within the turn.
//!
//! A depth-first search over boards by the actions of [`distinct`](super::distinct): a plain step,
//! a pull, a push. It stops where a lower bound says that too few steps are left. Nearly every
//! board is settled by the bound alone, without a step tried.
//!
//! # The bound
//! A rabbit needs the steps of its own way, and steps that clear the way. The bound is the length
//! of the shortest way over squares of one class, and the fewest clearing steps of that class:
//!
//! | squares of the way | rabbit | clearing steps |
//! |---|---|---|
//! | empty | not frozen | 0 |
//! | empty or the player's | not frozen, or with a friend two steps away | 1 |
//! | any | any | 2 |
//!
//! *A plain step lowers the bound by at most 1.* A step of the rabbit shortens its way by one
//! square and clears nothing: a piece that it costs stood on a trap beside it, over which the way
//! would have been shorter. A step of another piece moves or costs only pieces of the player, so it
//! clears no way of the third class. *A push or a pull, which is two steps, lowers it by at most
//! 2*, because it moves no rabbit of the player. On goal the bound is 0. So a board from which the
//! goal can be reached has a bound no larger than the steps left, and none is passed over.
//!
//! Silver's board is turned over first, because the rules are the same for both sides then.

use super::bits::{Bits, NORTH, east, neighbours, north, opposite, shift, south, west};
use super::masks::{TRAPS, goal_rank};
use super::planes::Planes;
use super::position::Position;
use super::turn_steps::TurnSteps;
use super::view::{ByDirection, Pending, View};
use crate::vocab::{Direction, Side, Square, Step};

/// The goal rank, on a board that is turned so that the player is Gold.
const GOAL: u64 = goal_rank(Side::Gold);

/// The squares from which a way of so many steps leads to the goal rank over any squares: the ranks
/// before it.
const WITHIN: [u64; 5] = {
    let mut within = [0; 5];
    let mut steps = 1;
    while steps < 5 {
        within[steps] = within[steps - 1] | GOAL >> (8 * steps);
        steps += 1;
    }
    within
};

/// A shortest way to bring a rabbit to its goal within the turn, from a position without a rabbit
/// of the player on its goal rank, now and at the start of the turn.
pub(super) fn shortest(position: &Position) -> Option<TurnSteps> {
    let left = position.steps_left();
    (1..=left).find_map(|steps| way_of(position, steps))
}

/// Whether there is one.
#[inline]
pub(super) fn is_possible(position: &Position) -> bool {
    let mut search = Search::default();
    search.begin(position, position.steps_left())
}

/// A way of at most so many steps.
fn way_of(position: &Position, steps: usize) -> Option<TurnSteps> {
    let mut search = Search::default();
    if !search.begin(position, steps) {
        return None;
    }
    let turned = position.side() == Side::Silver;
    let mut now = *position;
    let steps = search.steps[..search.len].iter().rev();
    steps
        .map(|&(index, direction)| {
            let from = Square::ALL[usize::from(index) ^ if turned { 0b111_000 } else { 0 }];
            let direction = Direction::ALL[usize::from(direction)];
            let direction = match direction {
                Direction::North if turned => Direction::South,
                Direction::South if turned => Direction::North,
                other => other,
            };
            let piece = now.piece_at(from)?;
            let step = Step {
                piece,
                from,
                direction,
            };
            now = now.after(step);
            Some(step)
        })
        .collect()
}

/// A search, and when it has found a way the steps of that, the last first.
#[derive(Default)]
struct Search {
    steps: [(u8, u8); TurnSteps::MOST],
    len: usize,
}

impl Search {
    /// Whether the goal can be reached within so many steps, with what the last step left open.
    #[inline]
    fn begin(&mut self, position: &Position, left: usize) -> bool {
        let (mut board, mut pending) = (*position.planes(), position.pending());
        if position.side() == Side::Silver {
            board = turned(&board);
            if let Pending::Push { vacated, .. } | Pending::Pull { vacated, .. } = &mut pending {
                *vacated = vacated.swap_bytes();
            }
        }
        match pending {
            Pending::Nothing => self.within(&board, left),
            Pending::Push { vacated, strength } => {
                let steps = View::of(&board, Side::Gold).completions(vacated, strength);
                self.after_any(&board, steps, left)
            }
            Pending::Pull { vacated, strength } => {
                let steps = View::of(&board, Side::Gold).pulls(vacated, strength);
                self.within(&board, left) || self.after_any(&board, steps, left)
            }
        }
    }

    /// Whether the goal can be reached after one of these steps.
    fn after_any(&mut self, board: &Planes, steps: ByDirection<u64>, left: usize) -> bool {
        left > 0
            && (0..4).any(|direction| {
                Bits(steps[direction]).any(|index| {
                    let after = board.stepped(1 << index, shift(1 << index, direction));
                    self.within(&after, left - 1) && self.note([(index, direction)])
                })
            })
    }

    /// Whether the goal can be reached within so many steps. No rabbit of the player is there yet.
    #[inline]
    fn within(&mut self, board: &Planes, left: usize) -> bool {
        let rabbits = board.rabbits_of(Side::Gold);
        // No rabbit is near enough: nearly always.
        if left == 0 || rabbits & WITHIN[left.min(4)] == 0 {
            return false;
        }
        self.near(board, rabbits, left)
    }

    /// The same of a board with a rabbit near its goal.
    fn near(&mut self, board: &Planes, rabbits: u64, left: usize) -> bool {
        let view = View::of(board, Side::Gold);
        let empty = view.movers.empty;
        let at_goal_next = rabbits & view.free & south(empty & GOAL);
        if at_goal_next != 0 {
            return self.note([(at_goal_next.trailing_zeros() as usize, NORTH)]);
        }
        if left == 1 {
            return false;
        }
        let over_empty = ways_over(empty);
        let over_own = ways_over(empty | view.movers.own);
        if left == 2 {
            let steps = last_but_one(&view, rabbits, over_empty[1], over_own[1]);
            return self.after_any(board, steps, left);
        }
        let free = rabbits & view.free;
        let runners = free & over_empty[left];
        let helped_once = (free | two_away(view.movers.own) & rabbits) & over_own[left - 1];
        // Where an enemy is in the way, a plain step helps only if a push or a pull can follow.
        let helped_later = rabbits & (over_own[left - 2] | WITHIN[left - 3]);
        let mut steps = view.plain_steps();
        if helped_once | helped_later == 0 {
            steps = steps.map(|starts| starts & runners);
        }
        if self.after_any(board, steps, left) {
            return true;
        }
        let helped_twice = rabbits & WITHIN[left - 2];
        if helped_twice == 0 {
            return false;
        }
        let near = if left == 3 {
            touching(helped_twice)
        } else {
            !0
        };
        self.by_push(board, &view, near, left) || self.by_pull(board, &view, near, left)
    }

    /// Whether the goal can be reached after a push that touches these squares.
    fn by_push(&mut self, board: &Planes, view: &View, near: u64, left: usize) -> bool {
        let begun = view.pushes_begun();
        (0..4).any(|direction| {
            Bits(begun[direction]).any(|index| {
                let vacated = 1_u64 << index;
                let to = shift(vacated, direction);
                let pushed = board.stepped(vacated, to);
                let completions = view.completions(vacated, board.strength_at(index));
                (0..4).any(|toward| {
                    Bits(completions[toward]).any(|pusher| {
                        if (vacated | to | 1 << pusher) & near == 0 {
                            return false;
                        }
                        let after = pushed.stepped(1 << pusher, vacated);
                        self.within(&after, left - 2)
                            && self.note([(index, direction), (pusher, toward)])
                    })
                })
            })
        })
    }

    /// Whether the goal can be reached after a pull that touches these squares.
    fn by_pull(&mut self, board: &Planes, view: &View, near: u64, left: usize) -> bool {
        let (plain, pullers) = (view.plain_steps(), view.pullers());
        (0..4).any(|direction| {
            Bits(plain[direction] & pullers).any(|index| {
                let vacated = 1_u64 << index;
                let pulls = view.pulls(vacated, board.strength_at(index));
                let to = shift(vacated, direction);
                let moved = board.stepped(vacated, to);
                (0..4).any(|toward| {
                    Bits(pulls[toward]).any(|pulled| {
                        if (vacated | to | 1 << pulled) & near == 0 {
                            return false;
                        }
                        let after = moved.stepped(1 << pulled, vacated);
                        self.within(&after, left - 2)
                            && self.note([(index, direction), (pulled, toward)])
                    })
                })
            })
        })
    }

    /// Notes steps of the way that has been found, which are taken before those noted so far.
    fn note<const N: usize>(&mut self, steps: [(usize, usize); N]) -> bool {
        for (index, direction) in steps.into_iter().rev() {
            if let Some(slot) = self.steps.get_mut(self.len) {
                *slot = (index as u8, direction as u8);
                self.len += 1;
            }
        }
        true
    }
}

/// The plain steps after which a rabbit may reach its goal by the next step, if none could before.
/// `open` are squares with an empty square ahead on the goal rank, and `closed` those with a piece
/// of the player there, or an empty square.
fn last_but_one(view: &View, rabbits: u64, open: u64, closed: u64) -> ByDirection<u64> {
    let movers = rabbits & view.free;
    // A friend comes beside a frozen rabbit, or a piece makes room.
    let frozen = neighbours(rabbits & open & !view.free);
    let ahead = north(rabbits & closed & !open);
    let plain = view.plain_steps();
    std::array::from_fn(|direction| {
        let leading_to = |squares| shift(squares, opposite(direction));
        plain[direction] & (movers & leading_to(open) | leading_to(frozen) | ahead)
    })
}

/// The squares that a push or a pull must touch so that one of these rabbits, on the rank before
/// its goal, can step on it next: those beside the rabbit, and where one of them is a trap, those
/// beside that.
fn touching(rabbits: u64) -> u64 {
    let beside = neighbours(rabbits);
    beside | neighbours(beside & TRAPS)
}

/// The squares with a square of the set two steps away. A frozen rabbit elsewhere needs two steps
/// of other pieces at least: no friend can come beside it by one.
fn two_away(set: u64) -> u64 {
    let (north_of, south_of) = (north(set), south(set));
    let (east_of, west_of) = (east(set), west(set));
    north(north_of)
        | south(south_of)
        | east(east_of | north_of | south_of)
        | west(west_of | north_of | south_of)
}

/// The squares from which a rabbit has a way of at most so many steps to its goal, by that number,
/// where it can step on these squares.
fn ways_over(squares: u64) -> [u64; 5] {
    let mut ways = [0, south(squares & GOAL), 0, 0, 0];
    for steps in 2..5 {
        let before = ways[steps - 1];
        let next = before & squares;
        ways[steps] = before | south(next) | east(next) | west(next);
    }
    ways
}

/// The board turned over from north to south, with the sides exchanged.
fn turned(board: &Planes) -> Planes {
    Planes {
        low: board.low.swap_bytes(),
        mid: board.mid.swap_bytes(),
        high: board.high.swap_bytes(),
        silver: board.of(Side::Gold).swap_bytes(),
    }
}
