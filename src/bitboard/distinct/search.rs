//! The search for distinct boards, level by level.
//!
//! A push or a pull is one action of two steps, so the nodes are pure boards and nothing pending has to be merged.

use crate::vocab::Side;

use crate::bitboard::bits::{Bits, EAST, NORTH, SOUTH, WEST, beside, bit, neighbours, opposite, shift};
use crate::bitboard::key::{CHANGES, add, standing};
use crate::bitboard::keyed::Keyed;
use crate::bitboard::masks::{outmatched, push_begins};
use crate::bitboard::planes::strength;
use crate::bitboard::state::{Open, Play};

use super::Workspace;
use super::sleep::{Steps, corners, undisturbed_by};
use super::view::{Moved, Plain, View, threatened};

/// A board, what is asleep on it, and a shortest way to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) at: Keyed,
    /// Pieces of the player beside a stronger enemy.
    pub(super) threatened: u64,
    pub(super) sleep: Steps,
    pub(super) way: u64,
    /// The place of the board it was made from.
    parent: u32,
    /// The piece of the player that the action moved, where it came to [stand](standing).
    moved: u16,
    /// Whether anything was captured on the way.
    pub(super) captured: bool,
}

/// How many boards of the next level a board leads to, more or less.
const CHILDREN: usize = 10;

/// A search under way; with `WAYS` it keeps the steps that lead to every board.
pub(super) struct Search<'a, const WAYS: bool> {
    space: &'a mut Workspace,
    side: Side,
    /// How many steps the turn has left.
    last: usize,
    /// How many pieces stand before it.
    pieces: u32,
    /// How many boards are kept.
    kept: usize,
}

impl<'a, const WAYS: bool> Search<'a, WAYS> {
    /// Fills the levels and gathers the leaves of the turn under way.
    pub(super) fn run(space: &'a mut Workspace, side: Side, play: &Play) {
        // As many as last time: positions are often asked about in the order of a game.
        let expected = space.levels.iter().map(Vec::len).sum();
        space.known.reset(expected);
        space.levels.iter_mut().for_each(Vec::clear);
        space.leaves.clear();
        let last = play.left();
        let mut search = Self {
            space,
            side,
            last,
            pieces: play.board.occupied().count_ones(),
            kept: 0,
        };
        let at = Keyed {
            board: play.board,
            key: [0; 2],
        };
        let root = Node {
            at,
            threatened: threatened(&play.board, side),
            sleep: [0; 4],
            way: 0,
            parent: 0,
            // Nothing has moved: what stands on any square will do.
            moved: at.standing(0) as u16,
            captured: false,
        };
        let first = Origin {
            node: root,
            depth: 0,
            place: 0,
        };
        match play.open {
            Open::Push(pushed) => {
                search.complete_first(&first, bit(pushed.square), strength(pushed.piece.kind));
            }
            open => {
                search.keep(0, root);
                if let (Open::Pull(puller), true) = (open, last > 0) {
                    search.pull_first(&first, bit(puller.square), strength(puller.piece.kind));
                }
            }
        }
        for depth in 0..last.saturating_sub(1) {
            if depth > 0 {
                // One rehash at most, before the level rather than in the midst of it.
                search.make_room(CHILDREN * search.space.levels[depth].len());
            }
            let mut next = 0;
            while let Some(&node) = search.space.levels[depth].get(next) {
                let view = View::of(&node, side);
                let from = Origin {
                    node,
                    depth,
                    place: next << 2 | depth,
                };
                search.cheap_steps(&from, &view);
                if view.plain.costly != [0; 4] {
                    search.costly_steps(&from, &view);
                }
                search.pulls(&from, &view);
                search.pushes(&from, &view);
                next += 1;
            }
        }
        if last > 0 {
            search.gather(last - 1, &root);
        }
    }

    /// The completions of a push that is pending at the start of the search: the only first actions there.
    fn complete_first(&mut self, root: &Origin, vacated: u64, code: usize) {
        let view = View::of(&root.node, self.side);
        let stronger = view.ranks.get(code - 1).copied().unwrap_or(0);
        for direction in 0..4 {
            for index in Bits(view.plain.free & stronger & shift(vacated, opposite(direction))) {
                let after = root.node.at.stepped(index, direction);
                let moved = root.moved(index, direction);
                let child = root.child::<WAYS>(after, moved, packed(0, index, direction));
                self.arrive(1, child);
            }
        }
    }

    /// The ends of a pull that is open at the start of the search.
    fn pull_first(&mut self, root: &Origin, to: u64, code: usize) {
        let board = &root.node.at.board;
        let weaker = board.weaker_than(code) & board.of(self.side.other());
        for direction in 0..4 {
            for index in Bits(weaker & shift(to, opposite(direction))) {
                let after = root.node.at.stepped(index, direction);
                let moved = root.moved(index, direction);
                let child = root.child::<WAYS>(after, moved, packed(0, index, direction));
                self.arrive(1, child);
            }
        }
    }

    /// A board reached by the end of an action that was begun before the search.
    fn arrive(&mut self, depth: usize, mut child: Node) {
        if depth == self.last {
            self.space.leaves.push::<WAYS>(child.at.key, child.way);
        } else {
            let board = &child.at.board;
            child.threatened = threatened(board, self.side);
            child.captured = board.occupied().count_ones() < self.pieces;
            self.keep(depth, child);
        }
    }

    /// Keeps a board: new, met again on this level, or known with fewer steps.
    #[inline(always)]
    fn keep(&mut self, depth: usize, node: Node) {
        let Workspace { levels, known, .. } = &mut *self.space;
        let at = |place: usize| {
            levels
                .get(place & 3)?
                .get(place >> 2)
                .map(|node| node.at.key)
        };
        let place = levels[depth & 3].len() << 2 | depth;
        match known.find_or_insert(node.at.key, place, at) {
            None => {
                levels[depth & 3].push(node);
                self.kept += 1;
                if self.kept > self.space.known.room() {
                    self.make_room(self.kept);
                }
            }
            Some(met) if met & 3 == depth => {
                if let Some(met) = levels[depth & 3].get_mut(met >> 2) {
                    for (asleep, also) in met.sleep.iter_mut().zip(node.sleep) {
                        *asleep &= also;
                    }
                }
            }
            Some(_) => {}
        }
    }

    /// Makes room for so many boards more.
    #[cold]
    fn make_room(&mut self, more: usize) {
        let Workspace { levels, known, .. } = &mut *self.space;
        if self.kept + more <= known.room() {
            return;
        }
        known.reset(self.kept + more);
        let at = |place: usize| {
            levels
                .get(place & 3)?
                .get(place >> 2)
                .map(|node| node.at.key)
        };
        for (depth, level) in levels.iter().enumerate() {
            for (index, node) in level.iter().enumerate() {
                known.find_or_insert(node.at.key, index << 2 | depth, at);
            }
        }
    }

    /// Gathers the leaves, which are made by plain steps from the boards of the last level but one.
    fn gather(&mut self, depth: usize, root: &Node) {
        let Workspace { levels, leaves, .. } = &mut *self.space;
        let (mut parent, mut standing) = (None, [0; 64]);
        for node in &levels[depth] {
            if parent != Some(node.parent) {
                parent = Some(node.parent);
                let place = node.parent as usize;
                let parent = levels[place & 3].get(place >> 2).unwrap_or(root);
                for index in Bits(parent.at.board.of(self.side)) {
                    standing[index & 63] = parent.at.standing(index) as u16;
                }
            }
            standing[usize::from(node.moved & 63)] = node.moved;
            let plain = Plain::of(node, self.side);
            let awake = |steps: Steps| std::array::from_fn(|d| steps[d] & !node.sleep[d]);
            leaves.push_steps::<WAYS>(node, depth, &standing, awake(plain.cheap));
            // Most boards have none: one branch that is guessed right instead of four loops.
            if plain.costly != [0; 4] {
                let steps = awake(plain.costly);
                leaves.push_costly::<WAYS>(node, depth, &standing, plain.own, steps);
            }
        }
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
                child.sleep = undisturbed_by(done, view.relying(index), beside(index, direction));
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

    /// A push or a pull: two steps, of which the one with this number is that of the own piece. `lossless` says that they capture nothing.
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
        if depth + 2 == self.last && lossless {
            let changes = [
                CHANGES[node.at.standing(index)][direction],
                CHANGES[node.at.standing(then)][toward],
            ];
            let key = add(node.at.key, add(changes[0], changes[1]));
            self.space.leaves.push::<WAYS>(key, node.way | way);
            return;
        }
        let after = node.at.stepped(index, direction).stepped(then, toward);
        let (index, direction) = steps[own];
        let mut child = at.child::<WAYS>(after, at.moved(index, direction), way);
        if depth + 2 == self.last {
            self.space.leaves.push::<WAYS>(child.at.key, child.way);
        } else {
            let board = &child.at.board;
            child.threatened = threatened(board, self.side);
            child.sleep = view.asleep_after(moved, board, self.side);
            child.captured |= !lossless;
            self.keep(depth + 2, child);
        }
    }
}

/// The node that is expanded, and where it stands.
struct Origin {
    node: Node,
    depth: usize,
    place: usize,
}

impl Origin {
    /// What stands where after a piece has stepped.
    #[inline(always)]
    fn moved(&self, index: usize, direction: usize) -> usize {
        standing(self.node.at.board.slot(index), beside(index, direction))
    }

    /// The node after an action, with nothing asleep or threatened. `moved` is what stands where after it.
    #[inline(always)]
    fn child<const WAYS: bool>(&self, at: Keyed, moved: usize, steps: u64) -> Node {
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

/// A step's place in a way: its square, direction and a mark that it is one.
#[inline(always)]
pub(super) fn packed(depth: usize, index: usize, direction: usize) -> u64 {
    ((1 << 8 | index << 2 | direction) as u64) << (16 * depth)
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
