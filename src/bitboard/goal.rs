//! The search for a goal: can a rabbit of the player to move reach its goal within the turn?
//!
//! A depth-first search over boards by the actions of [`distinct`](super::distinct): a plain step,
//! a pull, a push. It stops where a lower bound says that too few steps are left. Nearly every
//! board is settled by the bound alone, without trying a step.
//!
//! Silver's board is flipped first, so that Gold is always to move.

use super::bits::{Bits, NORTH, shift};
use super::goal_bound::{WITHIN, at_goal_next, squares_to_touch, steps_to_try};
use super::planes::Planes;
use super::position::Position;
use super::turn_steps::TurnSteps;
use super::view::{ByDirection, Pending, View};
use crate::vocab::{Direction, Side, Square, Step};

/// A shortest way to bring a rabbit to its goal within the turn, or `None`. No rabbit of the player
/// may be on its goal rank in `position` or at the start of the turn: so the turn never ends with
/// the board that it began with.
pub(super) fn shortest(position: &Position) -> Option<TurnSteps> {
    let left = position.steps_left();
    (1..=left).find_map(|steps| way_within(position, steps))
}

/// Whether a rabbit can be brought to its goal within the turn, under the conditions of
/// [`shortest`].
#[inline]
pub(super) fn is_possible(position: &Position) -> bool {
    let mut search = Search::default();
    search.reaches_at_start(position, position.steps_left())
}

/// A way to the goal of at most `steps` steps, if there is one.
fn way_within(position: &Position, steps: usize) -> Option<TurnSteps> {
    let mut search = Search::default();
    if !search.reaches_at_start(position, steps) {
        return None;
    }
    let is_flipped = position.side() == Side::Silver;
    let mut now = *position;
    let steps = search.steps[..search.len].iter().rev();
    steps
        .map(|&(index, direction)| {
            let from = Square::ALL[usize::from(index) ^ if is_flipped { 0b111_000 } else { 0 }];
            let direction = Direction::ALL[usize::from(direction)];
            let direction = match direction {
                Direction::North if is_flipped => Direction::South,
                Direction::South if is_flipped => Direction::North,
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

/// A search for a goal. When it has found a way, it holds the steps of that, the last step first.
#[derive(Default)]
struct Search {
    steps: [(u8, u8); TurnSteps::MOST],
    len: usize,
}

impl Search {
    /// Whether the goal can be reached within `left` steps, with the push or pull that is open.
    #[inline]
    fn reaches_at_start(&mut self, position: &Position, left: usize) -> bool {
        let (mut board, mut pending) = (*position.planes(), position.pending());
        if position.side() == Side::Silver {
            board = flipped(&board);
            if let Pending::Push { vacated, .. } | Pending::Pull { vacated, .. } = &mut pending {
                *vacated = vacated.swap_bytes();
            }
        }
        match pending {
            Pending::Nothing => self.reaches_within(&board, left),
            Pending::Push { vacated, strength } => {
                let steps = View::of(&board, Side::Gold).completions(vacated, strength);
                self.reaches_after_any(&board, steps, left)
            }
            Pending::Pull { vacated, strength } => {
                let steps = View::of(&board, Side::Gold).pulls(vacated, strength);
                self.reaches_within(&board, left) || self.reaches_after_any(&board, steps, left)
            }
        }
    }

    /// Whether the goal can be reached within `left` steps of which the first is one of `steps`.
    fn reaches_after_any(&mut self, board: &Planes, steps: ByDirection<u64>, left: usize) -> bool {
        left > 0
            && (0..4).any(|direction| {
                Bits(steps[direction]).any(|index| {
                    let after = board.stepped(1 << index, shift(1 << index, direction));
                    self.reaches_within(&after, left - 1) && self.note_steps([(index, direction)])
                })
            })
    }

    /// Whether the goal can be reached within `left` steps. No rabbit of the player is there yet.
    #[inline]
    fn reaches_within(&mut self, board: &Planes, left: usize) -> bool {
        let rabbits = board.rabbits_of(Side::Gold);
        // No rabbit is near enough: nearly always.
        if left == 0 || rabbits & WITHIN[left.min(4)] == 0 {
            return false;
        }
        self.reaches_from_near(board, rabbits, left)
    }

    /// Whether the goal can be reached within `left` steps, on a board with a rabbit near enough.
    fn reaches_from_near(&mut self, board: &Planes, rabbits: u64, left: usize) -> bool {
        let view = View::of(board, Side::Gold);
        let at_goal_next = at_goal_next(&view, rabbits);
        if at_goal_next != 0 {
            return self.note_steps([(at_goal_next.trailing_zeros() as usize, NORTH)]);
        }
        if left == 1 {
            return false;
        }
        if self.reaches_after_any(board, steps_to_try(&view, rabbits, left), left) {
            return true;
        }
        let near = squares_to_touch(rabbits, left);
        near != 0
            && (self.by_push(board, &view, near, left) || self.by_pull(board, &view, near, left))
    }

    /// Whether the goal can be reached after a push that touches one of the squares `near`.
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
                        self.reaches_within(&after, left - 2)
                            && self.note_steps([(index, direction), (pusher, toward)])
                    })
                })
            })
        })
    }

    /// Whether the goal can be reached after a pull that touches one of the squares `near`.
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
                        self.reaches_within(&after, left - 2)
                            && self.note_steps([(index, direction), (pulled, toward)])
                    })
                })
            })
        })
    }

    /// Notes steps of the way that has been found, which come before those noted so far. Returns
    /// true, so that a condition can end with the call.
    fn note_steps<const N: usize>(&mut self, steps: [(usize, usize); N]) -> bool {
        for (index, direction) in steps.into_iter().rev() {
            if let Some(slot) = self.steps.get_mut(self.len) {
                *slot = (index as u8, direction as u8);
                self.len += 1;
            }
        }
        true
    }
}

/// The board flipped from north to south, with the sides exchanged.
fn flipped(board: &Planes) -> Planes {
    Planes {
        low: board.low.swap_bytes(),
        mid: board.mid.swap_bytes(),
        high: board.high.swap_bytes(),
        silver: board.of(Side::Gold).swap_bytes(),
    }
}
