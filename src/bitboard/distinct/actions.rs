//! The successors of a board by one action.
//!
//! A push or a pull is one action of two steps, so the nodes are pure boards, and nothing pending
//! has to be merged. Where it ends the turn, it needs no board, only a key.

use crate::bitboard::bits::{
    Bits, EAST, NORTH, SOUTH, WEST, index_beside, neighbours_of_square, shift,
};
use crate::bitboard::key::{CHANGES, add, piece_square, strength_of};
use crate::bitboard::keyed::Keyed;
use crate::bitboard::turn_steps::{TurnSteps, pack_step, unpack};
use crate::bitboard::view::threatened;

use super::action_view::ActionView;
use super::leaves::Origin;
use super::node::{Node, Place};
use super::sleep::{Disturbed, Steps, asleep_round_the_corner, at_corners};
use super::workspace::Search;

/// The squares beside each square.
pub(super) static BESIDE: [u64; 64] = {
    let mut beside = [0; 64];
    let mut at = 0;
    while at < 64 {
        beside[at] = neighbours_of_square(at);
        at += 1;
    }
    beside
};

/// The node that is expanded, with its level and its place.
pub(super) struct Parent {
    pub(super) node: Node,
    pub(super) depth: usize,
    pub(super) place: Place,
}

impl Parent {
    /// The piece-square to which a step leads the piece that stands on a square.
    #[inline(always)]
    pub(super) fn piece_square_after(&self, index: usize, direction: usize) -> usize {
        let code = self.node.at.board.piece_code(index);
        piece_square(code, index_beside(index, direction))
    }

    /// A step, [packed](pack_step).
    #[inline(always)]
    fn packed_step(&self, index: usize, direction: usize) -> usize {
        pack_step(self.node.at.piece_square(index), direction)
    }

    /// The node after an action, without sleeping steps and threatened pieces, which the caller
    /// adds. `mover` is the piece-square that the player's piece came to; `steps` are
    /// [packed](pack_step).
    #[inline(always)]
    pub(super) fn node_after<const WAYS: bool>(
        &self,
        at: Keyed,
        mover: usize,
        steps: impl IntoIterator<Item = usize>,
    ) -> Node {
        let mut way = TurnSteps::NONE;
        if WAYS {
            way = steps
                .into_iter()
                .fold(self.node.way, TurnSteps::followed_by);
        }
        Node {
            at,
            threatened: 0,
            sleep: [0; 4],
            way,
            parent: self.place,
            mover: mover as u16,
            captured: self.node.captured,
        }
    }
}

impl<const WAYS: bool> Search<'_, WAYS> {
    /// Inserts the boards after one action, or adds them to the leaves if the turn ends there.
    #[inline(always)]
    pub(super) fn expand(&mut self, at: &Parent) {
        let board = ActionView::of(&at.node.at.board, at.node.threatened, self.side);
        self.quiet_steps(at, &board);
        if board.plain.captures != [0; 4] {
            self.captures(at, &board);
        }
        self.pulls(at, &board);
        self.pushes(at, &board);
    }

    /// Inserts the boards after plain steps that capture nothing.
    fn quiet_steps(&mut self, at: &Parent, board: &ActionView) {
        let Parent { node, depth, .. } = at;
        let corners = at_corners(board);
        let quiet = board.plain.quiet;
        let mut done: Steps = std::array::from_fn(|d| quiet[d] & node.sleep[d]);
        for direction in 0..4 {
            for index in Bits(quiet[direction] & !node.sleep[direction]) {
                let from = 1 << index;
                let to = shift(from, direction);
                let mover = at.piece_square_after(index, direction);
                let mut child = at.node_after::<WAYS>(
                    node.at.moved(index, direction),
                    mover,
                    [at.packed_step(index, direction)],
                );
                child.threatened = board.threatened_after(strength_of(mover), from, to);
                child.sleep = board.asleep_after_quiet(done, from, BESIDE[index & 63], direction);
                let turning = asleep_round_the_corner(&corners, from, direction);
                for first in [NORTH, SOUTH] {
                    child.sleep[first] |= turning[first];
                }
                done[direction] |= from;
                self.insert(depth + 1, child);
            }
        }
    }

    /// Inserts the boards after plain steps that cost an own piece.
    fn captures(&mut self, at: &Parent, board: &ActionView) {
        let Parent { node, depth, .. } = at;
        for direction in 0..4 {
            for index in Bits(board.plain.captures[direction] & !node.sleep[direction]) {
                let mut child = at.node_after::<WAYS>(
                    node.at.stepped(index, direction),
                    at.piece_square_after(index, direction),
                    [at.packed_step(index, direction)],
                );
                let from = 1 << index;
                let to = shift(from, direction);
                let disturbed = Disturbed::by_step(board, from, BESIDE[index & 63], to);
                let after = &child.at.board;
                child.threatened = threatened(after, self.side);
                child.sleep = board.asleep_after(&disturbed, after, self.side);
                child.captured = true;
                self.insert(depth + 1, child);
            }
        }
    }

    fn pulls(&mut self, at: &Parent, board: &ActionView) {
        let pullers = board.view.pullers();
        for direction in 0..4 {
            let plain = board.plain.quiet[direction] | board.plain.captures[direction];
            for index in Bits(plain & pullers) {
                let from = 1 << index;
                let strength = at.node.at.board.strength_at(index);
                for pulled in Bits(board.view.pullable(from, strength)) {
                    let toward = direction_to(pulled, index);
                    let to = shift(from, direction);
                    let disturbed = Disturbed::by_step(board, from, BESIDE[index & 63], to);
                    let steps = [(index, direction), (pulled, toward)];
                    let quiet = board.plain.is_quiet(index, direction)
                        && board.enemy_is_quiet(pulled, toward);
                    self.add_two_steps(at, board, steps, steps[0], quiet, &disturbed);
                }
            }
        }
    }

    fn pushes(&mut self, at: &Parent, board: &ActionView) {
        let begun = board.view.pushes_begun();
        for direction in 0..4 {
            for index in Bits(begun[direction]) {
                let (vacated, to) = (1_u64 << index, shift(1 << index, direction));
                let strength = at.node.at.board.strength_at(index);
                for pusher in Bits(board.view.pushers(vacated, strength)) {
                    let toward = direction_to(pusher, index);
                    let from = 1 << pusher;
                    let disturbed =
                        Disturbed::by_push(board, from, BESIDE[pusher & 63], [vacated, to]);
                    let steps = [(index, direction), (pusher, toward)];
                    let quiet = board.plain.is_quiet(pusher, toward)
                        && board.enemy_is_quiet(index, direction);
                    self.add_two_steps(at, board, steps, steps[1], quiet, &disturbed);
                }
            }
        }
    }

    /// Adds the board after a push or a pull, whose steps are start squares with directions. `own`
    /// is the step of the own piece, and `quiet` says that neither step captures.
    #[inline(always)]
    fn add_two_steps(
        &mut self,
        at: &Parent,
        board: &ActionView,
        steps: [(usize, usize); 2],
        own: (usize, usize),
        quiet: bool,
        disturbed: &Disturbed,
    ) {
        let (node, depth) = (&at.node, at.depth);
        let [first, second] = steps.map(|(index, direction)| at.packed_step(index, direction));
        let end = || {
            steps.iter().fold(node.at, |now, &(index, direction)| {
                now.stepped(index, direction)
            })
        };
        if depth + 2 == self.steps_left {
            let key = if quiet {
                [first, second].into_iter().fold(node.at.key, |key, step| {
                    let (here, direction) = unpack(step);
                    add(key, CHANGES[here][direction])
                })
            } else {
                end().key
            };
            let origin = Origin {
                node: at.place,
                first: first as u16,
                second: second as u16,
            };
            self.space.leaves.push::<WAYS>(key, origin);
            return;
        }
        let mover = at.piece_square_after(own.0, own.1);
        let mut child = at.node_after::<WAYS>(end(), mover, [first, second]);
        let after = &child.at.board;
        child.threatened = threatened(after, self.side);
        child.sleep = board.asleep_after(disturbed, after, self.side);
        child.captured |= !quiet;
        self.insert(depth + 2, child);
    }
}

/// The direction of a step from one square to an adjacent one.
#[inline(always)]
fn direction_to(from: usize, to: usize) -> usize {
    // By the difference of their indices: 8, -8, 1 or -1.
    const BY: [u8; 32] = {
        let mut by = [0; 32];
        by[8 + 8] = NORTH as u8;
        by[0] = SOUTH as u8;
        by[8 + 1] = EAST as u8;
        by[8 - 1] = WEST as u8;
        by
    };
    usize::from(BY[(to + 8).wrapping_sub(from) & 31])
}
