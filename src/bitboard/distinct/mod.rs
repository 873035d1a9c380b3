//! Distinct turns (SPEC.md TRN-6), counted or visited.
//!
//! | file | what it is |
//! |---|---|
//! | `search` | breadth-first search over the boards after one, two and three steps |
//! | `node`, `workspace` | a board of the search, and the memory in which boards are entered |
//! | `actions` | what follows from a board by one action: a plain step, a push or a pull |
//! | `action_view` | a board as the search sees it |
//! | `sleep` | sleep sets: the steps that need not be tried, and the conditions, which are proved |
//! | `leaves` | the boards at the end of the turn, as keys in flat memory |
//! | `work` | tests: the exact amount of work |
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
//! - the leaves of a piece made in all directions without a branch, captures included;
//! - tags of sixteen bits with their number in one vector, and bits of the key taken for a hash;
//! - the threatened pieces handed on from board to board, because plain steps move no enemy;
//! - pushes and pulls that end the turn as two changes of a key, where only pieces that can pull
//!   are looked at.

mod action_view;
mod actions;
mod leaves;
mod node;
mod search;
mod sleep;
mod workspace;

use std::ops::ControlFlow;

use super::key::Key;
use leaves::Origin;
use node::Place;
use workspace::Search;

pub(super) use action_view::ActionView;
pub(super) use node::Node;
pub(super) use search::Root;
pub(super) use sleep::Steps;
pub use workspace::Workspace;
pub(super) use workspace::with_workspace;

/// The number of distinct turns. `refused` are the keys of boards at which the turn may not end,
/// each once. Of these boards and those in reach no two have the same key.
pub(super) fn count(space: &mut Workspace, root: &Root, refused: &[Key]) -> u64 {
    Search::<false>::run(space, root);
    let leaf_count = space.prepare_table(root.steps_left, refused);
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

/// Calls `visit` with the keys of all boards of the search, some more than once: those at which the
/// turn can end, and the one at which the search starts, unless a push is open there.
pub(super) fn each_key(space: &mut Workspace, root: &Root, visit: impl FnMut(Key)) {
    Search::<false>::run(space, root);
    let nodes = space.levels.iter().flatten().map(|node| node.at.key);
    nodes
        .chain(space.leaves.keys().iter().copied())
        .for_each(visit);
}

/// Calls `visit` with each board at which the turn can end, but for the `refused` ones, whose keys
/// are in order, until it breaks off. The arguments of `visit` are a node, the steps from there to
/// the end of the turn, [packed](super::turn_steps::pack_step), with 0 for no step, and the key.
pub(super) fn try_each<B>(
    space: &mut Workspace,
    root: &Root,
    refused: &[Key],
    mut visit: impl FnMut(&Node, u16, u16, Key) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let start = Search::<true>::run(space, root);
    let leaf_count = space.prepare_table(root.steps_left, refused);
    let Workspace {
        levels,
        leaves,
        leaf_table,
        ..
    } = space;
    for node in levels.iter().flatten() {
        if refused.binary_search(&node.at.key).is_err() {
            visit(node, 0, 0, node.at.key)?;
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
            visit(node.node_in(levels).unwrap_or(&start), first, second, key)?;
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod work;
