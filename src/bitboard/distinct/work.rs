//! How much work the search does, exactly. What sleeps needlessly awake, or is looked at twice, changes no answer but these numbers:
//! a change that makes them smaller is welcome, one that makes them larger has to say why.

use super::search::Search;
use super::{Workspace, count, relative_key};
use crate::bitboard::Bitboard;
use crate::bitboard::bits::shift;
use crate::bitboard::keyed::Keyed;
use crate::bitboard::planes::Planes;
use crate::bitboard::state::{Moment, Play};
use crate::rules::Rules;
use crate::vocab::{Action, Board, Edition, Piece, Side, Snapshot, Square};

/// A board as it is written compactly, rank 8 first, and the steps taken.
type Position = (&'static str, &'static str);

/// The boards on each level, the leaves, for how many boards there is room in the end, and the distinct turns.
type Work = ([usize; 4], usize, usize, u64);

const SEARCHES: [(Position, Work); 17] = [
    (
        (
            "g [rcrrrrcrh.rddrm........h.........e.......EM.....R.RDRRRHD.CRRRCH]",
            "",
        ),
        ([1, 14, 127, 896], 5759, 1438, 6431),
    ),
    (
        (
            "g [rrrrrrrrchdmhc.d........................HH.EM.e...D..CDCRRRRRRRR]",
            "",
        ),
        ([1, 21, 225, 1683], 11608, 2523, 12104),
    ),
    (
        (
            "s [rrrrrrrr..Rc.c...h.ER.h.d.e..R.d..H.........m.....RD.D.....CC...]",
            "",
        ),
        ([1, 30, 430, 4100], 34658, 5068, 34886),
    ),
    (
        (
            "g [..rrr..rc.r..rc.Rm.dd.h.rHE...H...e.....hC...RCR..RDMR....R....R]",
            "",
        ),
        ([1, 22, 280, 2601], 20024, 3171, 22326),
    ),
    (
        (
            "s [...................Ec.....Md.Hr...r............r........R.......]",
            "",
        ),
        ([1, 2, 3, 2], 2, 63, 9),
    ),
    (
        (
            "g [...............r..................E......HRe....RrCh............]",
            "",
        ),
        ([1, 7, 35, 154], 706, 448, 772),
    ),
    (
        (
            "g [r............r...RH..r...h.e........E.m...C..D....R..R..........]",
            "",
        ),
        ([1, 19, 187, 1254], 7828, 2107, 7883),
    ),
    (
        (
            "g [.............e.r...r.......M........E....c.Dr...Rr..............]",
            "",
        ),
        ([1, 10, 62, 315], 1753, 829, 1693),
    ),
    (
        (
            "g [.............c.......c....e..H....r......CRE......h.............]",
            "",
        ),
        ([1, 9, 53, 250], 1337, 661, 1284),
    ),
    (
        (
            "s [.........reh....cCRH.......m...........................R........]",
            "",
        ),
        ([1, 9, 55, 258], 1171, 689, 1348),
    ),
    (
        (
            "g [...............r...e................E...........R.D.............]",
            "Ee4n",
        ),
        ([1, 10, 45, 0], 154, 136, 196),
    ),
    (
        (
            "g [...............r...e................E...........R.D.............]",
            "Ra2n Ra3n Ra4n",
        ),
        ([1, 0, 0, 0], 10, 28, 11),
    ),
    (
        (
            "g [...............r...e................E...........R.D.............]",
            "Ra2n Ra3n Ra4n Ra5n",
        ),
        ([1, 0, 0, 0], 0, 28, 1),
    ),
    (
        (
            "g [............e..r...................ErM..........R...............]",
            "re4n",
        ),
        ([0, 2, 13, 0], 76, 28, 80),
    ),
    (
        (
            "g [............e..r.................E.......r......R...............]",
            "rb3e",
        ),
        ([0, 1, 6, 0], 13, 28, 20),
    ),
    (
        (
            "g [.......r............e.............Hc....................R.......]",
            "Hc4s",
        ),
        ([1, 3, 5, 0], 7, 59, 16),
    ),
    (
        (
            "s [........r..................eRm......................E..R........]",
            "Re5s",
        ),
        ([0, 2, 13, 0], 75, 28, 80),
    ),
];

/// The state, which is in the midst of a game.
fn state(position: Position) -> (Bitboard, Play) {
    let (board, steps) = position;
    let (side, pieces) = board.split_at(3);
    let side = if side == "g [" {
        Side::Gold
    } else {
        Side::Silver
    };
    let mut start = Board::EMPTY;
    for (at, letter) in pieces.chars().take(64).enumerate() {
        start.set(Square::ALL[at ^ 56], Piece::from_letter(letter));
    }
    let snapshot = Snapshot::position(Edition::default(), side, start);
    let mut state = Bitboard::from_snapshot(&snapshot).unwrap();
    for step in steps.split_whitespace() {
        state.apply(Action::Step(step.parse().unwrap())).unwrap();
    }
    let Moment::Play(play) = state.moment.clone() else {
        unreachable!("no setup is written here")
    };
    (state, play)
}

fn work(position: Position) -> Work {
    let (state, play) = state(position);
    let mut space = Workspace::default();
    Search::<false>::run(&mut space, state.side, &play);
    let levels = space.levels.each_ref().map(Vec::len);
    let (leaves, room) = (space.leaves.keys().len(), space.known.room());
    let turns = count(&mut space, &play, &state.start, state.side, &[]);
    (levels, leaves, room, turns)
}

#[test]
fn a_search_makes_so_many_boards_and_leaves() {
    for (position, expected) in SEARCHES {
        assert_eq!(work(position), expected, "{position:?}");
    }
}

/// A board that a capture led to can be reached with any number of steps, all others with an even or with an odd number only.
#[test]
fn boards_with_fewer_pieces_are_known_as_such() {
    for (position, _) in SEARCHES {
        let (state, play) = state(position);
        let mut space = Workspace::default();
        Search::<false>::run(&mut space, state.side, &play);
        let pieces = play.board.occupied().count_ones();
        for node in space.levels.iter().flatten() {
            let fewer = node.at.board.occupied().count_ones() < pieces;
            assert_eq!(node.captured, fewer, "{position:?}");
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
