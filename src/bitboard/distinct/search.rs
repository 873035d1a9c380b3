//! The search for distinct boards, level by level.
//!
//! Boards with more than a step left are [expanded](super::actions) one by one. The last step makes leaves, nearly all of
//! the boards there are, and nothing is known of them but their keys. What a step changes in a key stands
//! [ready](crate::bitboard::key::CHANGES) for every piece on every square, so only what stands where has to be found, and that is found once for
//! all boards made from one, which differ by where one piece went.

use crate::vocab::Side;

use crate::bitboard::bits::{Bits, bit, opposite, shift};
use crate::bitboard::keyed::Keyed;
use crate::bitboard::planes::strength;
use crate::bitboard::state::{Open, Play};

use super::Workspace;
use super::actions::Origin;
use super::sleep::Steps;
use super::view::{Plain, View, threatened};

/// A board, what is asleep on it, and a shortest way to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) at: Keyed,
    /// Pieces of the player beside a stronger enemy.
    pub(super) threatened: u64,
    pub(super) sleep: Steps,
    pub(super) way: u64,
    /// The place of the board it was made from.
    pub(super) parent: u32,
    /// The piece of the player that the action moved, [where it came to stand](crate::bitboard::key::standing).
    pub(super) moved: u16,
    /// Whether anything was captured on the way.
    pub(super) captured: bool,
}

/// How many boards of the next level a board leads to, more or less.
const CHILDREN: usize = 10;

/// A search under way; with `WAYS` it keeps the steps that lead to every board.
pub(super) struct Search<'a, const WAYS: bool> {
    pub(super) space: &'a mut Workspace,
    pub(super) side: Side,
    /// How many steps the turn has left.
    pub(super) last: usize,
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
            // One rehash at most, before the level rather than in the midst of it.
            search.make_room(CHILDREN * search.space.levels[depth].len());
            let mut next = 0;
            while let Some(&node) = search.space.levels[depth].get(next) {
                let place = next << 2 | depth;
                search.expand(&Origin { node, depth, place });
                next += 1;
            }
        }
        if last > 0 {
            search.gather(last - 1, &root);
        }
    }

    /// The completions of a push that is pending at the start of the search: the only first actions there.
    fn complete_first(&mut self, root: &Origin, vacated: u64, code: usize) {
        let view = View::of(&root.node.at.board, root.node.threatened, self.side);
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

    /// Keeps a board that is new. One that is known was met first on the first of the shortest ways to it.
    #[inline(always)]
    pub(super) fn keep(&mut self, depth: usize, node: Node) {
        let Workspace { levels, known, .. } = &mut *self.space;
        let at = |place: usize| {
            levels
                .get(place & 3)?
                .get(place >> 2)
                .map(|node| node.at.key)
        };
        let place = levels[depth & 3].len() << 2 | depth;
        if known.find_or_insert(node.at.key, place, at).is_none() {
            levels[depth & 3].push(node);
            self.kept += 1;
            if self.kept > self.space.known.room() {
                self.make_room(self.kept);
            }
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
        for (depth, level) in levels.iter().enumerate() {
            for (index, node) in level.iter().enumerate() {
                // All are different, whatever their tags: no key has to be looked at.
                known.find_or_insert(node.at.key, index << 2 | depth, |_| None);
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
            let plain = Plain::of(&node.at.board, node.threatened, self.side);
            let awake = |steps: Steps| std::array::from_fn(|d| steps[d] & !node.sleep[d]);
            leaves.push_steps::<WAYS>(node, depth, &standing, awake(plain.cheap));
            // Most boards have none: one branch that is guessed right instead of four loops.
            if plain.costly != [0; 4] {
                let steps = awake(plain.costly);
                leaves.push_costly::<WAYS>(node, depth, &standing, plain.own, steps);
            }
        }
    }
}

/// A step's place in a way: its square, direction and a mark that it is one.
#[inline(always)]
pub(super) fn packed(depth: usize, index: usize, direction: usize) -> u64 {
    ((1 << 8 | index << 2 | direction) as u64) << (16 * depth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::table::Table;

    /// A board that differs from others by its key alone.
    fn node(number: usize) -> Node {
        let key = number as u64;
        Node {
            at: Keyed {
                key: [key << 50 | key, key],
                ..Keyed::default()
            },
            threatened: 0,
            sleep: [0; 4],
            way: 0,
            parent: 0,
            moved: 0,
            captured: false,
        }
    }

    fn search(space: &mut Workspace) -> Search<'_, false> {
        space.known.reset(0);
        Search {
            space,
            side: Side::Gold,
            last: Play::STEPS,
            pieces: 0,
            kept: 0,
        }
    }

    /// For how many keys there is room after it was made for so many.
    fn room_for(keys: usize) -> usize {
        let mut table = Table::default();
        table.reset(keys);
        table.room()
    }

    #[test]
    fn there_is_room_for_twice_the_boards_as_soon_as_there_is_too_little() {
        let mut space = Workspace::default();
        let mut search = search(&mut space);
        let enough = room_for(0);
        for number in 0..enough {
            search.keep(1, node(number));
            assert_eq!(search.space.known.room(), enough);
        }
        search.keep(2, node(enough));
        assert_eq!(search.space.known.room(), room_for(2 * (enough + 1)));
    }

    #[test]
    fn boards_stay_known_when_room_is_made() {
        let mut space = Workspace::default();
        let mut search = search(&mut space);
        for number in 0..200 {
            search.keep(1 + number % 3, node(number));
        }
        for number in 0..200 {
            search.keep(3, node(number));
        }
        assert_eq!(
            search.space.levels.each_ref().map(Vec::len),
            [0, 67, 67, 66]
        );
    }

    #[test]
    fn room_is_made_only_for_what_does_not_fit() {
        let mut space = Workspace::default();
        let mut search = search(&mut space);
        for number in 0..5 {
            search.keep(1, node(number));
        }
        let enough = room_for(0);
        search.make_room(enough - 5);
        assert_eq!(search.space.known.room(), enough);
        search.make_room(enough - 4);
        assert_eq!(search.space.known.room(), room_for(enough + 1));
    }
}
