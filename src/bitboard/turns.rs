//! The distinct turns with their ways, in the order of SPEC.md ORD-3.
//!
//! A search level by level over boards *and* what is pending on them. Each level is kept in the order of the
//! sequences that lead to it, and each state is expanded in the order of its steps' text. Sequences of one length are then
//! met in their order, so the first way that reaches a state is its first way, and the first that reaches
//! a board at which the turn may end is the way to list: no shorter one exists, for the levels before are complete.
//! Sequences through a state that was met before lose to the same sequences through its first way.
//!
//! States are merged by comparing the whole of them (the set's hash only finds the place).
//! Counting and the compact listing have their own search, [`distinct`](super::distinct), which needs no order.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use crate::vocab::{Action, Effect, Played, Side, Step, Turn};

use super::planes::Planes;
use super::state::{Open, Play};

/// A sequence of steps, the board it leads to and what it leaves open.
#[derive(Clone)]
struct Node {
    board: Planes,
    open: Open,
    way: [Option<Played>; Play::STEPS],
    /// The way as a number that compares as the sequence does, a sequence before its continuations.
    order: u128,
}

/// Every distinct turn from here, with its first shortest way. `worn` are the boards that repetition forbids.
pub(super) fn listed(play: &Play, start: &Planes, side: Side, worn: &[Planes]) -> Vec<Turn> {
    let mut search = Search {
        side,
        refused: worn.iter().chain([start]).copied().collect(),
        ends: HashSet::default(),
        found: Vec::new(),
        states: HashSet::default(),
    };
    let root = Node {
        board: play.board,
        open: play.open,
        way: [None; Play::STEPS],
        order: 0,
    };
    if !play.taken.is_empty() {
        search.end_at(&root);
    }
    let mut level = vec![root];
    for depth in 0..play.left() {
        level = search.next_level(&level, depth, play.left() - depth);
    }
    search.found.sort_unstable_by_key(|node| node.order);
    search.found.iter().map(Node::to_turn).collect()
}

impl Node {
    fn to_turn(&self) -> Turn {
        Turn {
            played: self.way.iter().copied().flatten().collect(),
            board: self.board.to_board(),
        }
    }
}

/// What the search has met so far.
struct Search {
    side: Side,
    /// Boards at which the turn may not end.
    refused: Vec<Planes>,
    /// Boards at which it has been found to end.
    ends: HashSet<Planes, Quick>,
    found: Vec<Node>,
    /// States met on any level.
    states: HashSet<(Planes, Open), Quick>,
}

impl Search {
    /// The states one step on from a level, in the order of their ways. `left` steps remain before this one.
    fn next_level(&mut self, level: &[Node], depth: usize, left: usize) -> Vec<Node> {
        let mut next = Vec::new();
        // Borrowed once and reused: the list of a state's steps.
        let mut steps = Vec::with_capacity(64);
        for node in level {
            let mut play = Play::new(node.board, Vec::new());
            play.open = node.open;
            play.legal_steps_with(left, self.side, &mut steps);
            for &(order, step) in &steps {
                let child = node.stepped(step, order, depth, self.side);
                self.end_at(&child);
                if left > 1 && self.states.insert((child.board, child.open)) {
                    next.push(child);
                }
            }
        }
        next
    }

    /// Notes that the turn may end at this board, unless a rule or an earlier way forbids it.
    fn end_at(&mut self, node: &Node) {
        if !matches!(node.open, Open::Push(_))
            && !self.refused.contains(&node.board)
            && self.ends.insert(node.board)
        {
            self.found.push(node.clone());
        }
    }
}

impl Node {
    /// This way with one legal step more, the one that has this place in the order of text.
    fn stepped(&self, step: Step, order: u32, depth: usize, side: Side) -> Self {
        let mut play = Play::new(self.board, Vec::new());
        play.open = self.open;
        let part = play.part(step, side);
        let captured = play.advance(step, part);
        let mut way = self.way;
        if let Some(slot) = way.get_mut(depth) {
            *slot = Some(Played {
                action: Action::Step(step),
                effect: Effect { part, captured },
            });
        }
        Self {
            board: play.board,
            open: play.open,
            way,
            order: self.order | u128::from(order) << (96 - 32 * depth),
        }
    }
}

/// A hasher for words: multiply and fold. Equality is decided by the set, not by this.
#[derive(Default)]
struct Words(u64);

type Quick = BuildHasherDefault<Words>;

impl Hasher for Words {
    fn finish(&self) -> u64 {
        // The set looks at the highest and at the lowest bits; products are poor in the low ones.
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u8(&mut self, byte: u8) {
        self.write_u64(u64::from(byte));
    }

    fn write_isize(&mut self, discriminant: isize) {
        self.write_u64(discriminant.unsigned_abs() as u64);
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}
