//! Distinct turns (SPEC.md TRN-6), counted or listed compactly.
//!
//! [`search`] goes level by level through the boards after one, two and three steps and gathers the leaves, as
//! [`sleep`] leaves few orders of the same steps to try. Here the leaves are told apart and what repetition forbids is taken off.
//!
//! Boards are told apart by [keys](super::key) that are injective within a turn: no comparison rests on luck. Leaves are
//! *only* keys. They are gathered in one array and then entered into a [table](super::table) that is sized from their number
//! and holds a few bits of each and its place in the array. Boards of lower levels are entered before
//! them only where a leaf can equal them: a step without capture changes the parity of the sum of all coordinates, so
//! without captures only those an even number of steps away can.
//!
//! # Where the time goes
//! Over the fifty positions of the benches a fifth goes into the levels, two fifths into making leaves and two fifths into
//! telling them apart. What paid, most first:
//! - capturing steps, the way back and ways round a corner under the rule of sleep: a third fewer leaves;
//! - what a step changes in a key looked up by what stands where, found once for all boards made from one: piece and columns are not
//!   worked out again for each of them;
//! - the leaves of a piece made in all directions without a branch, those that cost a piece too;
//! - tags of sixteen bits with their number in one vector, and bits of the key taken as they are for a hash;
//! - who is threatened handed on from board to board, for plain steps move no enemy;
//! - pushes and pulls that end the turn as two changes of a key, and only pieces looked at that can pull.
//!
//! What did not: larger tables or smaller; tags and places in arrays of their own; leaves looked up sixteen at a time before any is
//! entered; a piece's four keys written for vectors. Of the leaves, one in twelve is still a board met before.

mod actions;
mod leaves;
mod search;
mod sleep;
mod view;

use crate::vocab::Side;

use super::bits::Bits;
use super::key::{COLUMNS, Key, REACH, add, standing};
use super::planes::Planes;
use super::state::Play;
use super::table::Table;
use leaves::Leaves;
use search::{Node, Search};

pub(super) use sleep::{Steps, undisturbed_from};
pub(super) use view::{Plain, View, threatened};

/// Memory for searches, kept from one position to the next.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    /// The boards by the number of steps to them, but for the last.
    levels: [Vec<Node>; Play::STEPS],
    /// Their keys; a place is that in the level, times four, plus the level.
    known: Table,
    leaves: Leaves,
    told_apart: Table,
}

/// How many distinct turns there are. `worn` are the boards that repetition forbids.
pub(super) fn count(
    space: &mut Workspace,
    play: &Play,
    start: &Planes,
    side: Side,
    worn: &[Planes],
) -> u64 {
    Search::<false>::run(space, side, play);
    let made = space.prepare_table(play);
    let keys = space.leaves.keys();
    let key_at = |place| keys.get(place).copied();
    let mut ends = space.levels.iter().map(Vec::len).sum::<usize>() as u64;
    for (place, &key) in keys.iter().enumerate().take(made) {
        let known = space.told_apart.find_or_insert(key, place, key_at);
        ends += u64::from(known.is_none());
    }
    let met = |key: &&Key| {
        space
            .levels
            .iter()
            .flatten()
            .any(|node| node.at.key == **key)
            || space.told_apart.contains(**key, key_at)
    };
    ends - refused(play, start, worn).iter().filter(met).count() as u64
}

/// Calls `visit` with each distinct turn's way, packed: sixteen bits a step, the first lowest.
pub(super) fn each(
    space: &mut Workspace,
    play: &Play,
    start: &Planes,
    side: Side,
    worn: &[Planes],
    mut visit: impl FnMut(u64),
) {
    let refused = refused(play, start, worn);
    let allowed = |key: &Key| !refused.contains(key);
    Search::<true>::run(space, side, play);
    let made = space.prepare_table(play);
    for node in space.levels.iter().flatten() {
        if allowed(&node.at.key) {
            visit(node.way);
        }
    }
    let keys = space.leaves.keys();
    let key_at = |place| keys.get(place).copied();
    for (place, (&key, &way)) in keys.iter().zip(space.leaves.ways()).enumerate().take(made) {
        let known = space.told_apart.find_or_insert(key, place, key_at);
        if known.is_none() && allowed(&key) {
            visit(way);
        }
    }
}

/// The keys, relative to the board the search starts from, of boards at which the turn may not end. Boards out of
/// reach have none.
pub(super) fn refused(play: &Play, start: &Planes, worn: &[Planes]) -> Vec<Key> {
    let mut keys = Vec::with_capacity(worn.len() + 1);
    for board in std::iter::once(start).chain(worn) {
        if let Some(key) = relative_key(&play.board, board)
            && !keys.contains(&key)
        {
            keys.push(key);
        }
    }
    keys
}

/// The key of a board relative to another, if they are as near as boards of one turn are.
fn relative_key(root: &Planes, board: &Planes) -> Option<Key> {
    let changed = (root.low ^ board.low)
        | (root.mid ^ board.mid)
        | (root.high ^ board.high)
        | (root.silver ^ board.silver);
    let (before, after) = (changed & root.occupied(), changed & board.occupied());
    if before.count_ones() + after.count_ones() > REACH / 2 {
        return None;
    }
    let columns = |board: &Planes, set| {
        let board = *board;
        Bits(set).fold([0; 2], move |key, index| {
            add(key, COLUMNS[standing(board.slot(index), index)])
        })
    };
    Some(add(columns(root, before), columns(board, after)))
}

impl Workspace {
    /// Makes room in the table for the leaves and enters the boards of lower levels that a leaf can equal. Says how many
    /// leaves there are; the keys of those boards stand behind theirs.
    fn prepare_table(&mut self, play: &Play) -> usize {
        let made = self.leaves.keys().len();
        for (depth, level) in self.levels.iter().enumerate().take(play.left()) {
            let even = (play.left() - depth).is_multiple_of(2);
            for node in level {
                if even || node.captured {
                    self.leaves.push::<false>(node.at.key, 0);
                }
            }
        }
        let keys = self.leaves.keys();
        let key_at = |place| keys.get(place).copied();
        self.told_apart.reset(keys.len());
        for (place, &key) in keys.iter().enumerate().skip(made) {
            self.told_apart.find_or_insert(key, place, key_at);
        }
        made
    }
}

#[cfg(test)]
mod laws;

#[cfg(test)]
mod work;
