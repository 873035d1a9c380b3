//! Distinct turns (SPEC.md TRN-6), counted or visited.
//!
//! | file | what it is |
//! |---|---|
//! | `search` | breadth-first search over the boards after one, two and three steps |
//! | `actions` | what follows from a board by one action: a plain step, a push or a pull |
//! | `action_view` | a board as the search sees it |
//! | `sleep` | sleep sets: the steps that need not be tried, and the conditions, which are proved |
//! | `leaves` | the boards at the end of the turn, as keys in flat memory |
//! | `laws`, `work` | tests: laws of sets, and the exact amount of work |
//!
//! Boards are compared by [keys](super::key) that are injective within a turn: no comparison rests
//! on luck. Leaves are *only* keys. They are gathered in one array and then entered into a
//! [hash table](super::table) sized from their number. Boards of lower levels are entered before
//! them only where a leaf can equal them. Every step moves one piece to a square of the other
//! colour, as on a chessboard. So without a capture no leaf equals a board an odd number of steps
//! before it. A board after a capture has fewer pieces, and is always entered.
//!
//! # What makes it fast
//! Most time goes into making leaves and into the hash table. The gains, largest first:
//! - sleep sets with capturing steps, the way back and ways round a corner: fewer leaves;
//! - the change of a key looked up by a [piece-square](super::key::piece_square), which is found
//!   once for all boards made from one;
//! - the leaves of a piece made in all directions without a branch, those that cost a piece too;
//! - tags of sixteen bits with their number in one vector, and bits of the key taken for a hash;
//! - the threatened pieces handed on from board to board, because plain steps move no enemy;
//! - pushes and pulls that end the turn as two changes of a key, and only pieces looked at that can
//!   pull.
//!
//! Tried without gain: larger or smaller tables; tags and places in arrays of their own; leaves
//! looked up sixteen at a time before any is entered; a piece's four keys written for vectors; the
//! search compiled a second time for newer processors (the feature `dispatch`).

mod action_view;
mod actions;
mod leaves;
mod search;
mod sleep;

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::vocab::{Board, Placed};

use super::bits::beside;
use super::key::{Key, square_of};
use super::keyed::Keyed;
use super::position::{Position, PositionKey};
use super::table::Table;
use super::turn_steps::{TurnSteps, unpack};
use leaves::{Leaves, Origin};
use search::{Node, Place, Search};

pub(super) use action_view::ActionView;
pub(super) use sleep::Steps;

/// Memory for visiting and counting turns, to be kept from one position to the next.
///
/// A visit borrows it until it ends. A search that visits the turns of each turn that it visits
/// keeps one for each level.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    /// The boards by the number of steps to them, but for the last.
    levels: [Vec<Node>; TurnSteps::MOST],
    /// The boards of all levels by their keys, with their places.
    node_table: Table,
    leaves: Leaves,
    /// The leaves by their keys, with the boards of lower levels that a leaf can equal.
    leaf_table: Table,
}

/// A distinct turn: see [`Position::visit_turns`].
#[derive(Clone, Copy, Debug)]
pub struct DistinctTurn<'a> {
    start: &'a Position,
    node: &'a Node,
    /// The steps from the node to the end of the turn, [packed](super::turn_steps::pack): none, one
    /// or two. 0 stands for no step.
    first: u16,
    second: u16,
    key: Key,
}

impl DistinctTurn<'_> {
    /// One of the shortest ways to play the turn: the steps from the visited position on.
    #[inline]
    pub fn steps(&self) -> TurnSteps {
        let mut steps = self.node.way;
        for step in [self.first, self.second] {
            if step != 0 {
                steps = steps.then(usize::from(step));
            }
        }
        steps
    }

    /// The position after the turn, at the start of the other side's.
    #[inline]
    pub fn position(&self) -> Position {
        let mut board = self.node.at.board;
        for step in [self.first, self.second] {
            if step != 0 {
                let (here, direction) = unpack(usize::from(step));
                let index = square_of(here);
                let to = beside(index, direction) & 63;
                board = board.stepped(1 << index, 1 << to);
            }
        }
        self.start.ended_with(Keyed {
            board,
            key: self.key,
        })
    }

    /// The pieces that these [`steps`](Self::steps) capture, with their traps, in playing order.
    ///
    /// ```
    /// use arimaa::vocab::Square;
    /// use arimaa::{Position, Workspace};
    ///
    /// // A silver rabbit on c5 beside a trap, and a gold elephant south of it.
    /// let position: Position = "g 8/8/8/2r5/2E5/8/8/R7".parse()?;
    /// let mut captured = 0;
    /// position.visit_turns(&mut Workspace::default(), |turn| {
    ///     captured += usize::from(turn.captures().any(|placed| placed.square == Square::C6));
    /// });
    /// assert!(captured > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn captures(&self) -> impl Iterator<Item = Placed> {
        let mut now = *self.start;
        self.steps().into_iter().filter_map(move |step| {
            now = now.after(step);
            now.last_capture()
        })
    }

    /// Whether the turn ends with a rabbit of its player on its goal rank (SPEC.md END-3).
    #[inline]
    pub fn is_goal(&self) -> bool {
        self.position().planes().at_goal(self.start.side()) != 0
    }

    /// The board after the turn, as data.
    pub fn board(&self) -> Board {
        self.position().board()
    }

    /// The key of the board after the turn, as [`Position::board_key`] gives it. It is known
    /// without making the board.
    #[inline]
    pub const fn board_key(&self) -> PositionKey {
        PositionKey::new(self.key)
    }
}

/// The number of distinct turns. `refused` are the keys of boards at which the turn may not end,
/// each once. No two of these boards and of those in reach have the same key.
pub(super) fn count(space: &mut Workspace, position: &Position, refused: &[Key]) -> u64 {
    Search::<false>::run(space, position);
    let leaf_count = space.prepare_table(position, refused);
    let keys = space.leaves.keys();
    let key_at = |place| keys.get(place).copied();
    let node_key = |place| Place::from_index(place).key_in(&space.levels);
    let is_node = |key: &&Key| space.node_table.contains(**key, node_key);
    let mut ends = space.levels.iter().map(Vec::len).sum::<usize>() as u64;
    ends -= refused.iter().filter(is_node).count() as u64;
    for (place, &key) in keys.iter().enumerate().take(leaf_count) {
        let known = space.leaf_table.find_or_insert(key, place, key_at);
        ends += u64::from(known.is_none());
    }
    ends
}

/// Calls `visit` with the key of each board at which the turn can end, once or more often, and with
/// that of the board at its start.
pub(super) fn each_key(space: &mut Workspace, position: &Position, visit: impl FnMut(Key)) {
    Search::<false>::run(space, position);
    let nodes = space.levels.iter().flatten().map(|node| node.at.key);
    nodes
        .chain(space.leaves.keys().iter().copied())
        .for_each(visit);
}

/// Calls `visit` with each distinct turn, but for those that end at `refused` boards, whose keys
/// are in order.
pub(super) fn each(
    space: &mut Workspace,
    position: &Position,
    refused: &[Key],
    mut visit: impl FnMut(&DistinctTurn<'_>),
) {
    let ControlFlow::Continue(()) = try_each(space, position, refused, |turn| {
        visit(turn);
        ControlFlow::<Infallible>::Continue(())
    });
}

/// Calls `visit` with each distinct turn, but for those that end at `refused` boards, whose keys
/// are in order, until it breaks off.
pub(super) fn try_each<B>(
    space: &mut Workspace,
    position: &Position,
    refused: &[Key],
    mut visit: impl FnMut(&DistinctTurn<'_>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let root = Search::<true>::run(space, position);
    let leaf_count = space.prepare_table(position, refused);
    let Workspace {
        levels,
        leaves,
        leaf_table,
        ..
    } = space;
    let mut show = |node: &Node, first, second, key| {
        visit(&DistinctTurn {
            start: position,
            node,
            first,
            second,
            key,
        })
    };
    for node in levels.iter().flatten() {
        if refused.binary_search(&node.at.key).is_err() {
            show(node, 0, 0, node.at.key)?;
        }
    }
    let keys = leaves.keys();
    let key_at = |place| keys.get(place).copied();
    let leaves = keys.iter().zip(leaves.origins()).take(leaf_count);
    for (place, (&key, origin)) in leaves.enumerate() {
        let known = leaf_table.find_or_insert(key, place, key_at);
        if known.is_none() {
            let &Origin {
                node,
                first,
                second,
            } = origin;
            show(node.node_in(levels).unwrap_or(&root), first, second, key)?;
        }
    }
    ControlFlow::Continue(())
}

impl Workspace {
    /// Makes room in the table for the leaves and enters the boards that are not new where a leaf
    /// equals them: those refused, and those of lower levels that a leaf can equal. The table finds
    /// keys in the array of the leaves, so theirs are written behind the leaves. Returns the number
    /// of leaves.
    fn prepare_table(&mut self, position: &Position, refused: &[Key]) -> usize {
        let leaf_count = self.leaves.keys().len();
        for &key in refused {
            self.leaves.push::<false>(key, Origin::default());
        }
        let left = position.steps_left();
        for (depth, level) in self.levels.iter().enumerate().take(left) {
            let same_colours = (left - depth).is_multiple_of(2);
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

#[cfg(test)]
mod laws;

#[cfg(test)]
mod work;
