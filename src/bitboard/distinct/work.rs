//! How much work the search does, exactly. What sleeps needlessly awake, or is looked at twice, changes no answer but these numbers:
//! a change that makes them smaller is welcome, one that makes them larger has to say why.

#![allow(
    clippy::unwrap_used,
    reason = "a position that cannot be read fails the test"
)]

use super::search::Search;
use super::{Workspace, count, relative_key};
use crate::bitboard::Game;
use crate::bitboard::bits::shift;
use crate::bitboard::keyed::Keyed;
use crate::bitboard::planes::Planes;
use crate::bitboard::state::{Moment, Play};
use crate::rules::Rules;
use crate::vocab::{Action, Board, Edition, Piece, Side, Snapshot, Square};

/// Boards as they are written compactly, with the steps taken: what a search with new memory makes of them, level by level, how many turns
/// are then told apart, and for how many boards there is room in the end.
const SEARCHES: &str = "\
g [rcrrrrcrh.rddrm........h.........e.......EM.....R.RDRRRHD.CRRRCH]: 1 14 127 896 boards, 5759 leaves, 6431 turns; room for 1438
g [rrrrrrrrchdmhc.d........................HH.EM.e...D..CDCRRRRRRRR]: 1 21 225 1683 boards, 11608 leaves, 12104 turns; room for 2523
s [rrrrrrrr..Rc.c...h.ER.h.d.e..R.d..H.........m.....RD.D.....CC...]: 1 30 430 4100 boards, 34658 leaves, 34886 turns; room for 5068
g [..rrr..rc.r..rc.Rm.dd.h.rHE...H...e.....hC...RCR..RDMR....R....R]: 1 22 280 2601 boards, 20024 leaves, 22326 turns; room for 3171
s [...................Ec.....Md.Hr...r............r........R.......]: 1 2 3 2 boards, 2 leaves, 9 turns; room for 63
g [...............r..................E......HRe....RrCh............]: 1 7 35 154 boards, 706 leaves, 772 turns; room for 448
g [r............r...RH..r...h.e........E.m...C..D....R..R..........]: 1 19 187 1254 boards, 7828 leaves, 7883 turns; room for 2107
g [.............e.r...r.......M........E....c.Dr...Rr..............]: 1 10 62 315 boards, 1753 leaves, 1693 turns; room for 829
g [.............c.......c....e..H....r......CRE......h.............]: 1 9 53 250 boards, 1337 leaves, 1284 turns; room for 661
s [.........reh....cCRH.......m...........................R........]: 1 9 55 258 boards, 1171 leaves, 1348 turns; room for 689
g [...............r...e................E...........R.D.............] Ee4n: 1 10 45 0 boards, 154 leaves, 196 turns; room for 136
g [...............r...e................E...........R.D.............] Ra2n Ra3n Ra4n: 1 0 0 0 boards, 10 leaves, 11 turns; room for 28
g [...............r...e................E...........R.D.............] Ra2n Ra3n Ra4n Ra5n: 1 0 0 0 boards, 0 leaves, 1 turns; room for 28
g [............e..r...................ErM..........R...............] re4n: 0 2 13 0 boards, 76 leaves, 80 turns; room for 28
g [............e..r.................E.......r......R...............] rb3e: 0 1 6 0 boards, 13 leaves, 20 turns; room for 28
g [.......r............e.............Hc....................R.......] Hc4s: 1 3 5 0 boards, 7 leaves, 16 turns; room for 59
s [........r..................eRm......................E..R........] Re5s: 0 2 13 0 boards, 75 leaves, 80 turns; room for 28
g [...............r..................r......RE............R........] Ec3e: 1 10 45 0 boards, 161 leaves, 199 turns; room for 136
g [..................................RrDh.....E....................] rd4n: 0 1 5 0 boards, 28 leaves, 33 turns; room for 28
g [...............r...................r......CE...........R........] rd4n: 0 1 5 0 boards, 23 leaves, 28 turns; room for 28
g [...............r...................E.......r....R...............] Ra2n Ra3n Ra4n Ed4n: 1 0 0 0 boards, 0 leaves, 1 turns; room for 28
";

/// Each position, as a state, with the work written behind it.
fn searches() -> impl Iterator<Item = (Game, Play, &'static str)> {
    SEARCHES.lines().map(|line| {
        let (position, work) = line.split_once(": ").unwrap();
        let (state, play) = state(position);
        (state, play, work)
    })
}

fn state(position: &str) -> (Game, Play) {
    let (board, steps) = position.split_once(']').unwrap();
    let (side, squares) = board.split_once(" [").unwrap();
    let side = match side {
        "g" => Side::Gold,
        _ => Side::Silver,
    };
    let mut start = Board::EMPTY;
    for (at, letter) in squares.chars().enumerate() {
        // Written from rank 8 to rank 1.
        start.set(Square::ALL[at ^ 0b11_1000], Piece::from_letter(letter));
    }
    let snapshot = Snapshot::position(Edition::default(), side, start);
    let mut state = Game::from_snapshot(&snapshot).unwrap();
    for step in steps.split_whitespace() {
        state.apply(Action::Step(step.parse().unwrap())).unwrap();
    }
    let Moment::Play(play) = state.moment.clone() else {
        unreachable!("these positions are of games under way")
    };
    (state, play)
}

#[test]
fn a_search_makes_so_many_boards_and_leaves() {
    for (state, play, expected) in searches() {
        let mut space = Workspace::default();
        Search::<false>::run(&mut space, state.side, &play);
        let levels = space.levels.each_ref().map(|level| level.len().to_string());
        let (leaves, room) = (space.leaves.keys().len(), space.known.room());
        let turns = count(&mut space, &play, &state.start, state.side, &[]);
        let boards = levels.join(" ");
        let work = format!("{boards} boards, {leaves} leaves, {turns} turns; room for {room}");
        assert_eq!(work, expected);
    }
}

/// A board with all pieces is reached by an even number of steps only or by an odd one, and the others by any: they have to be told.
#[test]
fn boards_with_fewer_pieces_are_known_as_such() {
    for (state, play, _) in searches() {
        let mut space = Workspace::default();
        Search::<false>::run(&mut space, state.side, &play);
        let pieces = play.board.occupied().count_ones();
        for node in space.levels.iter().flatten() {
            let fewer = node.at.board.occupied().count_ones() < pieces;
            assert_eq!(node.captured, fewer);
        }
    }
}

/// Boards of one turn differ in twelve places at most: of four pieces on eight squares, and of four lost.
#[test]
fn boards_out_of_reach_have_no_key() {
    let rabbits = |squares: u64| Planes {
        low: squares,
        ..Planes::default()
    };
    let root = rabbits(0x7f);
    let mut at = Keyed {
        board: root,
        key: [0; 2],
    };
    assert_eq!(relative_key(&root, &root), Some([0; 2]));
    for index in 0..6 {
        at = at.moved(index, 0);
        assert_eq!(relative_key(&root, &at.board), Some(at.key));
    }
    assert_eq!(relative_key(&root, &rabbits(0x3f00)), None);
    assert_eq!(relative_key(&root, &at.board.without(1 << 6)), None);
    assert_eq!(relative_key(&root, &rabbits(shift(0x7f_u64, 0))), None);
}
