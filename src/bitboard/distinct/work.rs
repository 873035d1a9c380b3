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
const SEARCHES: &str = "\
g [rcrrrrcrh.rddrm........h.........e.......EM.....R.RDRRRHD.CRRRCH]: 1 14 127 896 boards, 5735 leaves, 6431 turns; room for 1438
g [rrrrrrrrchdmhc.d........................HH.EM.e...D..CDCRRRRRRRR]: 1 21 225 1683 boards, 11602 leaves, 12104 turns; room for 2523
s [rrrrrrrr..Rc.c...h.ER.h.d.e..R.d..H.........m.....RD.D.....CC...]: 1 30 430 4100 boards, 34385 leaves, 34886 turns; room for 5068
g [..rrr..rc.r..rc.Rm.dd.h.rHE...H...e.....hC...RCR..RDMR....R....R]: 1 22 280 2601 boards, 20016 leaves, 22326 turns; room for 3171
s [...................Ec.....Md.Hr...r............r........R.......]: 1 2 3 2 boards, 2 leaves, 9 turns; room for 63
g [...............r..................E......HRe....RrCh............]: 1 7 35 154 boards, 687 leaves, 772 turns; room for 448
g [r............r...RH..r...h.e........E.m...C..D....R..R..........]: 1 19 187 1254 boards, 7788 leaves, 7883 turns; room for 2107
g [.............e.r...r.......M........E....c.Dr...Rr..............]: 1 10 62 315 boards, 1639 leaves, 1693 turns; room for 829
g [.............c.......c....e..H....r......CRE......h.............]: 1 9 53 250 boards, 1335 leaves, 1284 turns; room for 661
s [.........reh....cCRH.......m...........................R........]: 1 9 55 258 boards, 1109 leaves, 1348 turns; room for 689
g [...............r...e................E...........R.D.............] Ee4n: 1 10 45 0 boards, 149 leaves, 196 turns; room for 136
g [...............r...e................E...........R.D.............] Ra2n Ra3n Ra4n: 1 0 0 0 boards, 10 leaves, 11 turns; room for 28
g [...............r...e................E...........R.D.............] Ra2n Ra3n Ra4n Ra5n: 1 0 0 0 boards, 0 leaves, 1 turns; room for 28
g [............e..r...................ErM..........R...............] re4n: 0 2 13 0 boards, 75 leaves, 80 turns; room for 28
g [............e..r.................E.......r......R...............] rb3e: 0 1 6 0 boards, 13 leaves, 20 turns; room for 28
g [.......r............e.............Hc....................R.......] Hc4s: 1 3 5 0 boards, 7 leaves, 16 turns; room for 59
s [........r..................eRm......................E..R........] Re5s: 0 2 13 0 boards, 74 leaves, 80 turns; room for 28
g [...............r..................r......RE............R........] Ec3e: 1 10 45 0 boards, 160 leaves, 199 turns; room for 136
g [..................................RrDh.....E....................] rd4n: 0 1 5 0 boards, 28 leaves, 33 turns; room for 28
g [...............r...................r......CE...........R........] rd4n: 0 1 5 0 boards, 22 leaves, 28 turns; room for 28
g [...............r...................E.......r....R...............] Ra2n Ra3n Ra4n Ed4n: 1 0 0 0 boards, 0 leaves, 1 turns; room for 28
";

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
