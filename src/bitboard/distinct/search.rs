//! The search for distinct boards, level by level.
//!
//! A push or a pull is one action of two steps, so the nodes are pure boards and nothing pending has to be merged.

use crate::vocab::Side;

use crate::bitboard::bits::{Bits, NORTH, SOUTH, bit, neighbours, opposite, shift, when};
use crate::bitboard::keyed::Keyed;
use crate::bitboard::masks::{capturing, mobile, outmatched, plain_steps, push_begins};
use crate::bitboard::planes::{Planes, strength};
use crate::bitboard::state::{Bitboard, Open, Play};

use super::Workspace;
use super::sleep::{Steps, corners, undisturbed};

/// A board, what is asleep on it, and a shortest way to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) at: Keyed,
    pub(super) sleep: Steps,
    pub(super) way: u64,
}

impl Node {
    /// The node after a step, with nothing asleep.
    #[inline(always)]
    fn after<const WAYS: bool>(&self, at: Keyed, step: u64) -> Self {
        Self {
            at,
            sleep: [0; 4],
            way: if WAYS { self.way | step } else { 0 },
        }
    }
}

/// A search under way; with `WAYS` it keeps the steps that lead to every board.
pub(super) struct Search<'a, const WAYS: bool> {
    space: &'a mut Workspace,
    side: Side,
    /// How many steps the turn has left.
    last: usize,
    /// How many boards are kept.
    kept: usize,
}

/// What a board allows, seen from the player to move.
struct View {
    own: u64,
    enemy: u64,
    empty: u64,
    ranks: [u64; 5],
    /// Own pieces beside a stronger enemy.
    threatened: u64,
    free: u64,
    /// Plain steps that capture nothing, and those that cost an own piece.
    cheap: Steps,
    costly: Steps,
}

impl View {
    #[inline(always)]
    fn of(board: &Planes, side: Side) -> Self {
        let (own, enemy) = (board.of(side), board.of(side.other()));
        let (ranks, empty) = (board.ranks(), board.empty());
        let threatened = outmatched(own, enemy, ranks);
        let free = mobile(own, threatened);
        let plain = plain_steps(free, empty, Bitboard::barred(board, side));
        let costly = capturing(own, plain);
        Self {
            own,
            enemy,
            empty,
            ranks,
            threatened,
            free,
            cheap: std::array::from_fn(|direction| plain[direction] & !costly[direction]),
            costly,
        }
    }

    /// The steps that may sleep after an own piece has moved so: see [`sleep`](super::sleep).
    #[inline(always)]
    fn asleep_after(&self, asleep: Steps, moved: &Moved, after: &Planes, side: Side) -> Steps {
        let gone = (self.own ^ (moved.from | moved.to)) & !after.of(side);
        undisturbed(asleep, moved.starts | gone, moved.ends | neighbours(gone))
    }

    /// The squares whose leaving this piece, by a plain step, interferes with.
    #[inline(always)]
    fn relying(&self, from: u64) -> u64 {
        from | neighbours(from) & (self.threatened | when(self.threatened & from != 0))
    }
}

/// How an own piece has moved, and the squares where steps that start or end no longer commute with that.
struct Moved {
    from: u64,
    to: u64,
    starts: u64,
    ends: u64,
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
            kept: 0,
        };
        let root = Node {
            at: Keyed {
                board: play.board,
                key: [0; 2],
            },
            sleep: [0; 4],
            way: 0,
        };
        match play.open {
            Open::Push(pushed) => {
                search.complete_first(&root, bit(pushed.square), strength(pushed.piece.kind));
            }
            open => {
                search.keep(0, root);
                if let (Open::Pull(puller), true) = (open, last > 0) {
                    search.pull_first(&root, bit(puller.square), strength(puller.piece.kind));
                }
            }
        }
        for depth in 0..last {
            let mut next = 0;
            while let Some(&node) = search.space.levels[depth].get(next) {
                search.expand(depth, &node);
                next += 1;
            }
        }
    }

    /// The completions of a push that is pending at the start of the search: the only first actions there.
    fn complete_first(&mut self, root: &Node, vacated: u64, code: usize) {
        let view = View::of(&root.at.board, self.side);
        let stronger = view.ranks.get(code - 1).copied().unwrap_or(0);
        for direction in 0..4 {
            for index in Bits(view.free & stronger & shift(vacated, opposite(direction))) {
                self.arrive(
                    1,
                    root.after::<WAYS>(
                        root.at.stepped(index, direction),
                        packed(0, index, direction),
                    ),
                );
            }
        }
    }

    /// The ends of a pull that is open at the start of the search.
    fn pull_first(&mut self, root: &Node, to: u64, code: usize) {
        let weaker = root.at.board.weaker_than(code) & root.at.board.of(self.side.other());
        for direction in 0..4 {
            for index in Bits(weaker & shift(to, opposite(direction))) {
                self.arrive(
                    1,
                    root.after::<WAYS>(
                        root.at.stepped(index, direction),
                        packed(0, index, direction),
                    ),
                );
            }
        }
    }

    /// A board reached after so many steps.
    #[inline(always)]
    fn arrive(&mut self, depth: usize, node: Node) {
        if depth == self.last {
            self.space.leaves.push::<WAYS>(node.at.key, node.way);
        } else {
            self.keep(depth, node);
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

    /// All that follows from a board by one action.
    fn expand(&mut self, depth: usize, node: &Node) {
        let view = View::of(&node.at.board, self.side);
        if depth + 1 == self.last {
            let awake = |steps: Steps| std::array::from_fn(|d| steps[d] & !node.sleep[d]);
            let leaves = &mut self.space.leaves;
            leaves.push_steps::<WAYS>(node, depth, awake(view.cheap));
            // Most boards have none: one branch that is guessed right instead of four loops.
            if view.costly != [0; 4] {
                leaves.push_costly::<WAYS>(node, depth, awake(view.costly));
            }
        } else {
            self.cheap_steps(depth, node, &view);
            if view.costly != [0; 4] {
                self.costly_steps(depth, node, &view);
            }
            self.pulls(depth, node, &view);
            self.pushes(depth, node, &view);
        }
    }

    /// Plain steps that capture nothing.
    fn cheap_steps(&mut self, depth: usize, node: &Node, view: &View) {
        let corners = corners(view.own, view.enemy, view.ranks, view.empty, view.cheap);
        let mut done: Steps = std::array::from_fn(|d| view.cheap[d] & node.sleep[d]);
        for direction in 0..4 {
            for index in Bits(view.cheap[direction] & !node.sleep[direction]) {
                let from = 1 << index;
                let to = shift(from, direction);
                let mut child = node.after::<WAYS>(
                    node.at.moved(index, direction),
                    packed(depth, index, direction),
                );
                child.sleep = undisturbed(done, view.relying(from), to);
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
    fn costly_steps(&mut self, depth: usize, node: &Node, view: &View) {
        for direction in 0..4 {
            for index in Bits(view.costly[direction] & !node.sleep[direction]) {
                let mut child = node.after::<WAYS>(
                    node.at.stepped(index, direction),
                    packed(depth, index, direction),
                );
                let from = 1 << index;
                let to = shift(from, direction);
                let moved = Moved {
                    from,
                    to,
                    starts: view.relying(from),
                    ends: to,
                };
                child.sleep = view.asleep_after(view.cheap, &moved, &child.at.board, self.side);
                self.keep(depth + 1, child);
            }
        }
    }

    fn pulls(&mut self, depth: usize, node: &Node, view: &View) {
        let beside_enemy = neighbours(view.enemy);
        for direction in 0..4 {
            let plain = view.cheap[direction] | view.costly[direction];
            for index in Bits(plain & beside_enemy) {
                let from = 1 << index;
                let pulled = view.enemy
                    & node.at.board.weaker_than(node.at.board.code(index))
                    & neighbours(from);
                if pulled == 0 {
                    continue;
                }
                let half = node.after::<WAYS>(
                    node.at.stepped(index, direction),
                    packed(depth, index, direction),
                );
                for toward in 0..4 {
                    for index in Bits(pulled & shift(from, opposite(toward))) {
                        let mut child = half.after::<WAYS>(
                            half.at.stepped(index, toward),
                            packed(depth + 1, index, toward),
                        );
                        let to = shift(from, direction);
                        let moved = Moved {
                            from,
                            to,
                            starts: from | neighbours(from),
                            ends: to,
                        };
                        child.sleep =
                            view.asleep_after(view.cheap, &moved, &child.at.board, self.side);
                        self.arrive(depth + 2, child);
                    }
                }
            }
        }
    }

    fn pushes(&mut self, depth: usize, node: &Node, view: &View) {
        let begins = push_begins(outmatched(view.enemy, view.free, view.ranks), view.empty);
        if begins == [0; 4] {
            return;
        }
        for direction in 0..4 {
            for index in Bits(begins[direction]) {
                let (vacated, to) = (1_u64 << index, shift(1 << index, direction));
                let half = node.after::<WAYS>(
                    node.at.stepped(index, direction),
                    packed(depth, index, direction),
                );
                let stronger = node.at.board.code(index).wrapping_sub(1);
                let pushers = view.free & view.ranks.get(stronger).copied().unwrap_or(0);
                for toward in 0..4 {
                    for index in Bits(pushers & shift(vacated, opposite(toward))) {
                        let mut child = half.after::<WAYS>(
                            half.at.stepped(index, toward),
                            packed(depth + 1, index, toward),
                        );
                        let from = 1 << index;
                        let moved = Moved {
                            from,
                            to: vacated,
                            starts: from | neighbours(from) | neighbours(to),
                            ends: to,
                        };
                        child.sleep =
                            view.asleep_after(view.cheap, &moved, &child.at.board, self.side);
                        self.arrive(depth + 2, child);
                    }
                }
            }
        }
    }
}

/// A step's place in a way: its square, direction and a mark that it is one.
#[inline(always)]
pub(super) fn packed(depth: usize, index: usize, direction: usize) -> u64 {
    ((1 << 8 | index << 2 | direction) as u64) << (16 * depth)
}
