//! What follows from a board by one action.
//!
//! A push or a pull is one action of two steps, so the nodes are pure boards and nothing pending has to be merged. As the last action of a
//! turn it needs no board, only a key.

use crate::bitboard::bits::{Bits, EAST, NORTH, SOUTH, WEST, beside, neighbours, opposite, shift};
use crate::bitboard::key::{CHANGES, add, standing};
use crate::bitboard::keyed::Keyed;
use crate::bitboard::masks::{outmatched, push_begins};

use super::search::{Node, Search, packed};
use super::sleep::{Steps, corners, undisturbed_from};
use super::view::{Moved, View, threatened};

/// The node that is expanded, and where it stands.
pub(super) struct Origin {
    pub(super) node: Node,
    pub(super) depth: usize,
    pub(super) place: usize,
}

impl Origin {
    /// What stands where after a piece has stepped.
    #[inline(always)]
    pub(super) fn moved(&self, index: usize, direction: usize) -> usize {
        standing(self.node.at.board.slot(index), beside(index, direction))
    }

    /// The node after an action, with nothing asleep or threatened. `moved` is what stands where after it.
    #[inline(always)]
    pub(super) fn child<const WAYS: bool>(&self, at: Keyed, moved: usize, steps: u64) -> Node {
        Node {
            at,
            threatened: 0,
            sleep: [0; 4],
            way: if WAYS { self.node.way | steps } else { 0 },
            parent: self.place as u32,
            moved: moved as u16,
            captured: self.node.captured,
        }
    }
}

impl<const WAYS: bool> Search<'_, WAYS> {
    /// Keeps every board that one action leads to, or gathers those that the turn ends with.
    #[inline(always)]
    pub(super) fn expand(&mut self, at: &Origin) {
        let view = View::of(&at.node.at.board, at.node.threatened, self.side);
        self.cheap_steps(at, &view);
        if view.plain.costly != [0; 4] {
            self.costly_steps(at, &view);
        }
        self.pulls(at, &view);
        self.pushes(at, &view);
    }

    /// Plain steps that capture nothing.
    fn cheap_steps(&mut self, at: &Origin, view: &View) {
        let Origin { node, depth, .. } = at;
        let corners = corners(view);
        let cheap = view.plain.cheap;
        let mut done: Steps = std::array::from_fn(|d| cheap[d] & node.sleep[d]);
        for direction in 0..4 {
            for index in Bits(cheap[direction] & !node.sleep[direction]) {
                let from = 1 << index;
                let to = shift(from, direction);
                let moved = at.moved(index, direction);
                let mut child = at.child::<WAYS>(
                    node.at.moved(index, direction),
                    moved,
                    packed(*depth, index, direction),
                );
                child.threatened = view.threatened_after(moved >> 6 & 7, from, to);
                child.sleep = undisturbed_from(done, view.relying(index));
                child.sleep[opposite(direction)] |= to;
                for first in [NORTH, SOUTH] {
                    if let Some(&turning) = corners[first].get(direction.wrapping_sub(2)) {
                        child.sleep[first] |= shift(turning & from, direction);
                    }
                }
                done[direction] |= from;
                self.keep(depth + 1, child);
            }
        }
    }

    /// Plain steps that cost an own piece.
    fn costly_steps(&mut self, at: &Origin, view: &View) {
        let Origin { node, depth, .. } = at;
        for direction in 0..4 {
            for index in Bits(view.plain.costly[direction] & !node.sleep[direction]) {
                let mut child = at.child::<WAYS>(
                    node.at.stepped(index, direction),
                    at.moved(index, direction),
                    packed(*depth, index, direction),
                );
                let from = 1 << index;
                let to = shift(from, direction);
                let moved = Moved {
                    from,
                    to,
                    starts: view.relying(index),
                    ends: to,
                };
                let board = &child.at.board;
                child.threatened = threatened(board, self.side);
                child.sleep = view.asleep_after(&moved, board, self.side);
                child.captured = true;
                self.keep(depth + 1, child);
            }
        }
    }

    fn pulls(&mut self, at: &Origin, view: &View) {
        let pullers = view.pullers();
        for direction in 0..4 {
            let plain = view.plain.cheap[direction] | view.plain.costly[direction];
            for index in Bits(plain & pullers) {
                let from = 1 << index;
                let weaker = view.weaker[at.node.at.board.code(index)];
                for pulled in Bits(weaker & neighbours(from)) {
                    let toward = direction_to(pulled, index);
                    let to = shift(from, direction);
                    let moved = Moved {
                        from,
                        to,
                        starts: from | neighbours(from),
                        ends: to,
                    };
                    let halves = [(index, direction), (pulled, toward)];
                    let lossless = view.plain.is_cheap(index, direction)
                        && view.enemy_is_cheap(pulled, toward);
                    self.by_two(at, view, halves, 0, lossless, &moved);
                }
            }
        }
    }

    fn pushes(&mut self, at: &Origin, view: &View) {
        let free = view.plain.free;
        let begins = push_begins(outmatched(view.enemy, free, view.ranks), view.plain.empty);
        for direction in 0..4 {
            for index in Bits(begins[direction]) {
                let (vacated, to) = (1_u64 << index, shift(1 << index, direction));
                let stronger = at.node.at.board.code(index).wrapping_sub(1);
                let pushers = free & view.ranks.get(stronger).copied().unwrap_or(0);
                for pusher in Bits(pushers & neighbours(vacated)) {
                    let toward = direction_to(pusher, index);
                    let from = 1 << pusher;
                    let moved = Moved {
                        from,
                        to: vacated,
                        starts: from | neighbours(from) | neighbours(to),
                        ends: to,
                    };
                    let halves = [(index, direction), (pusher, toward)];
                    let lossless = view.plain.is_cheap(pusher, toward)
                        && view.enemy_is_cheap(index, direction);
                    self.by_two(at, view, halves, 1, lossless, &moved);
                }
            }
        }
    }

    /// A push or a pull: two steps, `own` the place of the own piece's. `lossless` says that they capture nothing.
    #[inline(always)]
    fn by_two(
        &mut self,
        at: &Origin,
        view: &View,
        steps: [(usize, usize); 2],
        own: usize,
        lossless: bool,
        moved: &Moved,
    ) {
        let (node, depth) = (&at.node, at.depth);
        let [(index, direction), (then, toward)] = steps;
        let way = packed(depth, index, direction) | packed(depth + 1, then, toward);
        let after = || node.at.stepped(index, direction).stepped(then, toward);
        if depth + 2 == self.last {
            let key = if lossless {
                let change = add(
                    CHANGES[node.at.standing(index)][direction],
                    CHANGES[node.at.standing(then)][toward],
                );
                add(node.at.key, change)
            } else {
                after().key
            };
            self.space.leaves.push::<WAYS>(key, node.way | way);
            return;
        }
        let (index, direction) = steps[own];
        let mut child = at.child::<WAYS>(after(), at.moved(index, direction), way);
        let board = &child.at.board;
        child.threatened = threatened(board, self.side);
        child.sleep = view.asleep_after(moved, board, self.side);
        child.captured |= !lossless;
        self.keep(depth + 2, child);
    }
}

/// The direction of a step between two squares that touch.
#[inline(always)]
fn direction_to(from: usize, to: usize) -> usize {
    // By what lies between their indices: 8, -8, 1 or -1.
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
