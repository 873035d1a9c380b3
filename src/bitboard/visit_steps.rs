//! Visits every board of the step tree, with its key.
//!
//! Nearly all boards are on the last level. A plain step without a capture changes certain bits of
//! a board and its key, and these bits are the same on every board where the piece stands on that
//! square. So the walk keeps the *changes* of all steps of the player's pieces, brings four of them
//! up to date when a piece moves, and makes boards by adding them. On the last two levels only
//! steps that capture or displace an enemy are worked out singly. The threats to pieces with one
//! step left are taken from the node above, because plain steps move no enemy.

use crate::vocab::{Board, Piece, Side, Square};

use super::bits::{Bits, index_beside, shift};
use super::keyed::Keyed;
use super::masks::{backward_rabbits, capturing};
use super::position::{Position, PositionKey};
use super::view::{ByDirection, Movers, Pending, View, threatened_after};

/// A board after a sequence of steps: see [`Position::visit_steps`].
#[derive(Clone, Copy, Debug, Default)]
pub struct SteppedBoard(Keyed);

impl SteppedBoard {
    /// The board, as data.
    pub fn board(&self) -> Board {
        self.0.board.to_board()
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.0.board.at(square)
    }

    /// The key of the board, as [`Position::board_key`] gives it.
    #[inline]
    pub const fn board_key(&self) -> PositionKey {
        PositionKey::new(self.0.key)
    }
}

/// Calls `visit` with every board of the step tree.
pub(super) fn visit(position: &Position, visit: impl FnMut(&SteppedBoard)) {
    let root = position.keyed();
    let side = position.side();
    let mut below = Below {
        side,
        visit,
        changes: [[Keyed::default(); 4]; 64],
    };
    for index in Bits(root.board.of(side)) {
        below.changes[index & 63] = root.changes(index);
    }
    let left = position.steps_left();
    match position.pending() {
        Pending::Push { vacated, strength } => below.completions(&root, vacated, strength, left),
        open => below.visit_below(&root, left, open),
    }
}

struct Below<V> {
    side: Side,
    visit: V,
    /// The changes by steps of the player's pieces from where they are now, legal or not, by square
    /// and direction. The entries of other squares mean nothing.
    changes: [[Keyed; 4]; 64],
}

impl<V: FnMut(&SteppedBoard)> Below<V> {
    /// Visits all boards up to `left` steps after a board. `open` is a pull or nothing, no push.
    fn visit_below(&mut self, at: &Keyed, left: usize, open: Pending) {
        if left == 0 {
            return;
        }
        let board = &at.board;
        let view = View::of(board, self.side);
        let plain = view.plain_steps();
        let pulls = match open {
            Pending::Pull { vacated, strength } => view.pulls(vacated, strength),
            _ => [0; 4],
        };
        let mut pushes = [0; 4];
        if left >= 2 {
            pushes = view.pushes_begun();
        }
        for direction in 0..4 {
            // A step that fits the pull is the pull and begins no push (PUL-3).
            for index in Bits(pulls[direction]) {
                let after = at.stepped(index, direction);
                self.show_board(&after);
                self.visit_below(&after, left - 1, Pending::Nothing);
            }
            for index in Bits(pushes[direction] & !pulls[direction]) {
                let after = at.stepped(index, direction);
                self.show_board(&after);
                self.completions(&after, 1 << index, board.strength_at(index), left - 1);
            }
        }
        let captures = capturing(view.movers.own, plain);
        let quiet = std::array::from_fn(|d| plain[d] & !captures[d]);
        if left == 1 {
            return self.show_last_steps(at, quiet, captures);
        }
        let mut singly = plain;
        if left == 2 {
            visit_last_two(self, at, &view, quiet);
            singly = captures;
        }
        for direction in 0..4 {
            for index in Bits(singly[direction]) {
                let after = at.stepped(index, direction);
                self.show_board(&after);
                let open = Pending::Pull {
                    vacated: 1 << index,
                    strength: board.strength_at(index),
                };
                let there = index_beside(index, direction);
                let replaced = self.note_changes(&after, there);
                self.visit_below(&after, left - 1, open);
                self.changes[there & 63] = replaced;
            }
        }
    }

    /// Visits the boards after each step that completes a push of a piece of this strength, and
    /// after all further steps.
    fn completions(&mut self, at: &Keyed, vacated: u64, strength: usize, left: usize) {
        let steps = View::of(&at.board, self.side).completions(vacated, strength);
        for direction in 0..4 {
            for index in Bits(steps[direction]) {
                let after = at.stepped(index, direction);
                self.show_board(&after);
                let there = index_beside(index, direction);
                let replaced = self.note_changes(&after, there);
                self.visit_below(&after, left - 1, Pending::Nothing);
                self.changes[there & 63] = replaced;
            }
        }
    }

    /// Stores the changes of the piece now on this square, and returns those they replace.
    #[inline(always)]
    fn note_changes(&mut self, after: &Keyed, index: usize) -> [Keyed; 4] {
        std::mem::replace(&mut self.changes[index & 63], after.changes(index))
    }

    /// Visits the boards after the last plain steps of a turn.
    #[inline(always)]
    fn show_last_steps(&mut self, at: &Keyed, quiet: ByDirection<u64>, captures: ByDirection<u64>) {
        for direction in 0..4 {
            for index in Bits(quiet[direction]) {
                self.show_board(&at.changed(&self.changes[index & 63][direction]));
            }
        }
        // Most boards have none: one well-predicted branch instead of four loops.
        if captures != [0; 4] {
            for direction in 0..4 {
                for index in Bits(captures[direction]) {
                    self.show_board(&at.stepped(index, direction));
                }
            }
        }
    }

    #[inline(always)]
    fn show_board(&mut self, at: &Keyed) {
        (self.visit)(&SteppedBoard(*at));
    }
}

/// Visits the boards after plain steps without a capture, with two steps left, and all boards after
/// those. A free function, because `multiversion` does not support methods.
#[cfg_attr(
    feature = "dispatch",
    multiversion::multiversion(targets("x86_64+popcnt+bmi1+bmi2+lzcnt+avx2"))
)]
fn visit_last_two<V: FnMut(&SteppedBoard)>(
    below: &mut Below<V>,
    at: &Keyed,
    view: &View,
    quiet: ByDirection<u64>,
) {
    let board = &at.board;
    let movers = view.movers;
    let threats = view.threats();
    for direction in 0..4 {
        for index in Bits(quiet[direction]) {
            let child = at.changed(&below.changes[index & 63][direction]);
            below.show_board(&child);
            let (from, to) = (1_u64 << index, shift(1 << index, direction));
            let strength = board.strength_at(index);
            let threats = threats[strength & 7];
            let after = Movers {
                own: movers.own ^ (from | to),
                empty: movers.empty ^ (from | to),
                threatened: threatened_after(movers.threatened, threats, from, to),
                backward: backward_rabbits(child.board.rabbits(), below.side),
            };
            let steps = after.plain_steps();
            let captures = capturing(after.own, steps);
            let quiet = std::array::from_fn(|d| steps[d] & !captures[d]);
            let there = index_beside(index, direction);
            let replaced = below.note_changes(&child, there);
            below.show_last_steps(&child, quiet, captures);
            below.changes[there & 63] = replaced;
            // The same enemies can be pulled as before the step.
            let pulls = view.pulls(from, strength);
            if pulls != [0; 4] {
                for toward in 0..4 {
                    for index in Bits(pulls[toward]) {
                        below.show_board(&child.stepped(index, toward));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use crate::bitboard::{Position, Workspace};

    #[test]
    fn as_many_boards_and_turns_are_visited_as_counted() -> Result<(), Box<dyn Error>> {
        let text = "g [r..........................r.......E...........................R]";
        let position: Position = text.parse()?;
        let (mut boards, mut turns, mut steps) = (0, 0, 0);
        position.visit_steps(|_| boards += 1);
        position.visit_turns(&mut Workspace::default(), |turn| {
            turns += 1;
            steps += turn.steps().len() as u64;
        });
        assert_eq!(boards, position.count_step_tree());
        assert_eq!(turns, position.count_turns());
        assert!(turns < steps && steps <= 4 * turns);
        Ok(())
    }
}
