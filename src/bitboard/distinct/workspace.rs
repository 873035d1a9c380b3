//! The memory of a search, and the insertion of boards.

use std::cell::RefCell;

use crate::bitboard::key::Key;
use crate::bitboard::table::Table;
use crate::bitboard::turn_steps::TurnSteps;
use crate::vocab::Side;

use super::leaves::{Leaves, Origin};
use super::node::{Node, Place};

/// Memory for visiting and counting turns, to be kept from one position to the next.
///
/// A visit borrows it until the visit ends. A search of several turns in a row, which visits turns
/// within a visit, keeps one workspace for each level.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    /// The boards by the number of steps that lead to them, without the leaves.
    pub(super) levels: [Vec<Node>; TurnSteps::MOST],
    /// The places of the boards of all levels, by key.
    pub(super) node_table: Table,
    pub(super) leaves: Leaves,
    /// The leaves by key, with the boards of lower levels that a leaf can equal.
    pub(super) leaf_table: Table,
}

thread_local! {
    /// Each thread's own memory for counting, so that repeated counting allocates nothing.
    static SPACE: RefCell<Workspace> = RefCell::default();
}

/// Lends this thread's workspace, or a new one if it is lent already.
pub(in super::super) fn with_workspace<T>(count: impl Fn(&mut Workspace) -> T) -> T {
    SPACE.with(|space| match space.try_borrow_mut() {
        Ok(mut space) => count(&mut space),
        Err(_) => count(&mut Workspace::default()),
    })
}

impl Workspace {
    /// Makes room in the table for the leaves, and enters the boards that are not new where a leaf
    /// equals them: the refused ones, and those of lower levels that a leaf can equal. The table
    /// finds keys in the array of the leaves, so the keys of these boards are written behind the
    /// leaves. Returns the number of leaves.
    pub(super) fn prepare_table(&mut self, steps_left: usize, refused: &[Key]) -> usize {
        let leaf_count = self.leaves.keys().len();
        for &key in refused {
            self.leaves.push::<false>(key, Origin::default());
        }
        for (depth, level) in self.levels.iter().enumerate().take(steps_left) {
            let same_colours = (steps_left - depth).is_multiple_of(2);
            for node in level {
                if same_colours || node.captured {
                    self.leaves.push::<false>(node.at.key, Origin::default());
                }
            }
        }
        let keys = self.leaves.keys();
        let key_at = |place| keys.get(place).copied();
        self.leaf_table.reset(keys.len());
        for (place, &key) in keys.iter().enumerate().skip(leaf_count) {
            self.leaf_table.find_or_insert(key, place, key_at);
        }
        leaf_count
    }
}

/// A search under way. With `WAYS` it keeps the steps that lead to every board.
pub(super) struct Search<'a, const WAYS: bool> {
    pub(super) space: &'a mut Workspace,
    pub(super) side: Side,
    /// The number of steps that the turn has left.
    pub(super) steps_left: usize,
    /// The number of nodes in all levels.
    pub(super) nodes: usize,
}

impl<const WAYS: bool> Search<'_, WAYS> {
    /// Keeps a node if its board is new. A board that is known was first met on the first of the
    /// shortest ways to it.
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
            if self.nodes > self.space.node_table.capacity() {
                self.make_room(self.nodes);
            }
        }
    }

    /// Makes room in the table for `more` further nodes.
    #[cold]
    pub(super) fn make_room(&mut self, more: usize) {
        let Workspace {
            levels, node_table, ..
        } = &mut *self.space;
        if self.nodes + more <= node_table.capacity() {
            return;
        }
        node_table.reset(self.nodes + more);
        for (depth, level) in levels.iter().enumerate() {
            for (index, node) in level.iter().enumerate() {
                // All keys are different, even if tags are equal: no key has to be compared.
                let place = Place::new(depth, index).index();
                node_table.find_or_insert(node.at.key, place, |_| None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::keyed::Keyed;

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

    /// The number of keys that a table made for `keys` of them has room for.
    fn room_for(keys: usize) -> usize {
        let mut table = Table::default();
        table.reset(keys);
        table.capacity()
    }

    #[test]
    fn full_table_grows_to_twice_the_boards() {
        let mut space = Workspace::default();
        let mut search = search(&mut space);
        let enough = room_for(0);
        for number in 0..enough {
            search.insert(1, node(number));
            assert_eq!(search.space.node_table.capacity(), enough);
        }
        search.insert(2, node(enough));
        assert_eq!(
            search.space.node_table.capacity(),
            room_for(2 * (enough + 1))
        );
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
        assert_eq!(search.space.node_table.capacity(), enough);
        search.make_room(enough - 4);
        assert_eq!(search.space.node_table.capacity(), room_for(enough + 1));
    }

    #[test]
    fn nested_count_uses_a_fresh_workspace() {
        assert_eq!(with_workspace(|_| with_workspace(|_| 1) + 1), 2);
    }
}
