//! Tests of the exact amount of work that the search does. Weaker pruning changes no answer, only
//! these numbers. A change that makes them larger has to say why.

#![allow(
    clippy::unwrap_used,
    reason = "a position that cannot be read fails the test"
)]

use super::Workspace;
use super::workspace::Search;
use crate::bitboard::Position;

/// Positions, with the work of a search that begins with a new workspace: boards level by level,
/// leaves, distinct turns, and the room for boards in the end.
const SEARCHES: &str = include_str!("work.txt");

/// The positions of [`SEARCHES`]: their text, and as the engine reads it.
fn positions() -> impl Iterator<Item = (&'static str, Position)> {
    SEARCHES.lines().map(|line| {
        let (position, _) = line.split_once(": ").unwrap();
        (position, position.parse().unwrap())
    })
}

#[test]
fn search_makes_the_recorded_boards_and_leaves() {
    let work = positions().map(|(written, position)| {
        let mut space = Workspace::default();
        Search::<false>::run(&mut space, &position.root());
        let levels = space.levels.each_ref().map(|level| level.len().to_string());
        let (leaves, room) = (space.leaves.keys().len(), space.node_table.capacity());
        let turns = position.count_turns();
        let boards = levels.join(" ");
        format!("{written}: {boards} boards, {leaves} leaves, {turns} turns; room for {room}\n")
    });
    let work: String = work.collect();
    assert!(work == SEARCHES, "it makes these now:\n{work}");
}

/// Checks the mark of boards with fewer pieces. A board with all pieces is reached by an even
/// number of steps only or by an odd one only, a board with fewer pieces by any number.
#[test]
fn boards_with_fewer_pieces_are_marked() {
    for (_, position) in positions() {
        let mut space = Workspace::default();
        Search::<false>::run(&mut space, &position.root());
        let pieces = position.pieces().count() as u32;
        for node in space.levels.iter().flatten() {
            let fewer = node.at.board.occupied().count_ones() < pieces;
            assert_eq!(node.captured, fewer);
        }
    }
}
