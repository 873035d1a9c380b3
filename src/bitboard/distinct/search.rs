//! The breadth-first search for distinct boards.
//!
//! Boards with more than one step left are [expanded](super::actions) one by one. The last step
//! makes leaves, nearly all of the boards there are, and only their keys are worked out. The change
//! of a key stands [ready](crate::bitboard::key::CHANGES) for every step of every piece, so only
//! the [piece-squares](crate::bitboard::key::piece_square) of the player have to be found. They are
//! found once for all boards made from one node. Each of these differs from the node by one piece
//! of the player, captures apart.

use crate::bitboard::bits::Bits;
use crate::bitboard::key::Key;
use crate::bitboard::keyed::Keyed;
use crate::bitboard::position::Position;
use crate::bitboard::turn_steps::{TurnSteps, pack};
use crate::bitboard::view::{ByDirection, Movers, Pending, View, threatened};
use crate::vocab::Side;

use super::Workspace;
use super::action_view::PlainSteps;
use super::actions::Parent;
use super::leaves::Origin;
use super::sleep::Steps;

/// The place of a node: its level in the two highest bits, and its place in the level.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Place(u32);

impl Place {
    const LEVEL: u32 = 30;

    #[inline(always)]
    pub(super) const fn new(level: usize, index: usize) -> Self {
        debug_assert!(level < TurnSteps::MOST && index < 1 << Self::LEVEL);
        Self((level as u32) << Self::LEVEL | index as u32)
    }

    /// A place as the [table](crate::bitboard::table) holds it.
    #[inline(always)]
    pub(super) const fn from_index(index: usize) -> Self {
        Self(index as u32)
    }

    /// As the table holds it.
    #[inline(always)]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The node that stands there.
    #[inline(always)]
    pub(super) fn node_in(self, levels: &[Vec<Node>; TurnSteps::MOST]) -> Option<&Node> {
        let (level, index) = (self.0 >> Self::LEVEL, self.0 & ((1 << Self::LEVEL) - 1));
        levels[level as usize & 3].get(index as usize)
    }

    /// The key of that node's board.
    #[inline(always)]
    pub(super) fn key_in(self, levels: &[Vec<Node>; TurnSteps::MOST]) -> Option<Key> {
        Some(self.node_in(levels)?.at.key)
    }
}

/// A board, the steps that sleep on it, and a shortest way to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) at: Keyed,
    /// Pieces of the player beside a stronger enemy.
    pub(super) threatened: u64,
    pub(super) sleep: Steps,
    pub(super) way: TurnSteps,
    pub(super) parent: Place,
    /// The [piece-square](crate::bitboard::key::piece_square) that the player's piece came to which
    /// the action moved. After the end of a pull that began before the search: that of the enemy,
    /// and [`Search::gather`] writes it where nothing is read.
    pub(super) mover: u16,
    /// Whether anything was captured on the way.
    pub(super) captured: bool,
}

/// How many boards of the next level a board leads to, more or less.
const CHILDREN: usize = 10;

/// A search under way. With `WAYS` it keeps the steps that lead to every board.
pub(super) struct Search<'a, const WAYS: bool> {
    pub(super) space: &'a mut Workspace,
    pub(super) side: Side,
    /// How many steps the turn has left.
    pub(super) steps_left: usize,
    /// How many nodes there are.
    nodes: usize,
}

impl<'a, const WAYS: bool> Search<'a, WAYS> {
    /// Fills the levels and gathers the leaves of the turn under way. Returns the node that the
    /// search starts from, which stands in no level while a push is unfinished.
    pub(super) fn run(space: &'a mut Workspace, position: &Position) -> Node {
        // As many as last time: positions are often asked about in the order of a game.
        let expected = space.levels.iter().map(Vec::len).sum();
        space.node_table.reset(expected);
        space.levels.iter_mut().for_each(Vec::clear);
        space.leaves.clear();
        let (side, steps_left) = (position.side(), position.steps_left());
        let at = position.keyed();
        let mut search = Self {
            space,
            side,
            steps_left,
            nodes: 0,
        };
        let root = Node {
            at,
            threatened: threatened(&at.board, side),
            sleep: [0; 4],
            way: TurnSteps::NONE,
            parent: Place::default(),
            // Nothing has moved: the piece-square of any square will do.
            mover: at.piece_square(0) as u16,
            captured: false,
        };
        let first = Parent {
            node: root,
            depth: 0,
            place: Place::default(),
        };
        let view = View::with_threatened(&at.board, side, root.threatened);
        match position.pending() {
            Pending::Push { vacated, strength } => {
                search.finish_begun(&first, view.completions(vacated, strength));
            }
            open => {
                search.insert(0, root);
                if let Pending::Pull { vacated, strength } = open
                    && steps_left > 0
                {
                    search.finish_begun(&first, view.pulls(vacated, strength));
                }
            }
        }
        for depth in 0..steps_left.saturating_sub(1) {
            // Nearly always enough for the level: a rehash in its midst is wasted work.
            search.make_room(CHILDREN * search.space.levels[depth].len());
            let mut next = 0;
            while let Some(&node) = search.space.levels[depth].get(next) {
                let place = Place::new(depth, next);
                search.expand(&Parent { node, depth, place });
                next += 1;
            }
        }
        if steps_left > 0 {
            search.gather(steps_left - 1, &root);
        }
        root
    }

    /// The last steps of a push or a pull that was begun before the search.
    fn finish_begun(&mut self, root: &Parent, steps: ByDirection<u64>) {
        let pieces = root.node.at.board.occupied().count_ones();
        for direction in 0..4 {
            for index in Bits(steps[direction]) {
                let after = root.node.at.stepped(index, direction);
                let step = pack(root.node.at.piece_square(index), direction);
                if self.steps_left == 1 {
                    let origin = Origin {
                        node: root.place,
                        first: step as u16,
                        second: 0,
                    };
                    self.space.leaves.push::<WAYS>(after.key, origin);
                    continue;
                }
                let mover = root.piece_square_after(index, direction);
                let mut child = root.child::<WAYS>(after, mover, [step]);
                let board = &child.at.board;
                child.threatened = threatened(board, self.side);
                child.captured = board.occupied().count_ones() < pieces;
                self.insert(1, child);
            }
        }
    }

    /// Keeps a node if its board is new. A known board was met first on the first of the shortest
    /// ways to it.
    #[inline(always)]
    pub(super) fn insert(&mut self, depth: usize, node: Node) {
        let Workspace {
            levels, node_table, ..
        } = &mut *self.space;
        let key_at = |place| Place::from_index(place).key_in(levels);
        let place = Place::new(depth & 3, levels[depth & 3].len());
        let known = node_table.find_or_insert(node.at.key, place.index(), key_at);
        if known.is_none() {
            levels[depth & 3].push(node);
            self.nodes += 1;
            if self.nodes > self.space.node_table.room() {
                self.make_room(self.nodes);
            }
        }
    }

    /// Makes room for so many nodes more.
    #[cold]
    fn make_room(&mut self, more: usize) {
        let Workspace {
            levels, node_table, ..
        } = &mut *self.space;
        if self.nodes + more <= node_table.room() {
            return;
        }
        node_table.reset(self.nodes + more);
        for (depth, level) in levels.iter().enumerate() {
            for (index, node) in level.iter().enumerate() {
                // All are different, whatever their tags: no key has to be compared.
                let place = Place::new(depth, index).index();
                node_table.find_or_insert(node.at.key, place, |_| None);
            }
        }
    }

    /// Gathers the leaves, which plain steps make from the boards of the last level but one.
    ///
    /// Entries of nodes before stay in `piece_squares`. They do no harm: they stand where a
    /// sibling's mover came to, and there this node has no piece of the player.
    fn gather(&mut self, depth: usize, root: &Node) {
        let Workspace { levels, leaves, .. } = &mut *self.space;
        debug_assert!(
            levels[depth].is_sorted_by_key(|node| node.parent),
            "the piece_squares are found once for all nodes of one parent"
        );
        let (mut parent, mut piece_squares) = (None, [0; 64]);
        for (index, node) in levels[depth].iter().enumerate() {
            if parent != Some(node.parent) {
                parent = Some(node.parent);
                // The root stands in no level while a push is unfinished.
                let parent = node.parent.node_in(levels).unwrap_or(root);
                for index in Bits(parent.at.board.of(self.side)) {
                    piece_squares[index & 63] = parent.at.piece_square(index) as u16;
                }
            }
            piece_squares[usize::from(node.mover & 63)] = node.mover;
            let movers = Movers::of(&node.at.board, self.side, node.threatened);
            let plain = PlainSteps::of(&movers);
            let place = Place::new(depth, index);
            let awake = |steps: Steps| std::array::from_fn(|d| steps[d] & !node.sleep[d]);
            leaves.push_quiet::<WAYS>(node, place, &piece_squares, awake(plain.quiet));
            // Most boards have none: one branch that is guessed right instead of four loops.
            if plain.captures != [0; 4] {
                let steps = awake(plain.captures);
                leaves.push_captures::<WAYS>(node, place, &piece_squares, movers.own, steps);
            }
        }
    }
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
            way: TurnSteps::NONE,
            parent: Place::default(),
            mover: 0,
            captured: false,
        }
    }

    fn search(space: &mut Workspace) -> Search<'_, false> {
        space.node_table.reset(0);
        Search {
            space,
            side: Side::Gold,
            steps_left: TurnSteps::MOST,
            nodes: 0,
        }
    }

    /// For how many keys there is room after it was made for so many.
    fn room_for(keys: usize) -> usize {
        let mut table = Table::default();
        table.reset(keys);
        table.room()
    }

    #[test]
    fn full_table_grows_to_twice_the_boards() {
        let mut space = Workspace::default();
        let mut search = search(&mut space);
        let enough = room_for(0);
        for number in 0..enough {
            search.insert(1, node(number));
            assert_eq!(search.space.node_table.room(), enough);
        }
        search.insert(2, node(enough));
        assert_eq!(search.space.node_table.room(), room_for(2 * (enough + 1)));
    }

    #[test]
    fn boards_stay_known_when_the_table_grows() {
        let mut space = Workspace::default();
        let mut search = search(&mut space);
        for number in 0..200 {
            search.insert(1 + number % 3, node(number));
        }
        for number in 0..200 {
            search.insert(3, node(number));
        }
        assert_eq!(
            search.space.levels.each_ref().map(Vec::len),
            [0, 67, 67, 66]
        );
    }

    #[test]
    fn table_grows_only_if_the_boards_do_not_fit() {
        let mut space = Workspace::default();
        let mut search = search(&mut space);
        for number in 0..5 {
            search.insert(1, node(number));
        }
        let enough = room_for(0);
        search.make_room(enough - 5);
        assert_eq!(search.space.node_table.room(), enough);
        search.make_room(enough - 4);
        assert_eq!(search.space.node_table.room(), room_for(enough + 1));
    }
}
