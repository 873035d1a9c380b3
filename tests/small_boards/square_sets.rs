//! Enumerates every board of a number of pieces once, and counts the valid ones.
//!
//! A board of `n` pieces is a set of `n` squares and a piece for each: C(64, n) · 12ⁿ boards. The
//! sets of squares are what the work is shared out by. No board is left out for being invalid (too
//! many of a kind, or no friend beside a piece on a trap): both engines must refuse it for the same
//! reason, and the number of valid boards is counted here in another way.

use std::cmp::Ordering;

use arimaa::vocab::{Board, Piece, Square};

/// A set of squares, in order.
pub(crate) type Squares = Vec<Square>;

/// Every set of `size` squares.
pub(crate) fn square_sets(size: usize) -> Vec<Squares> {
    fn choose(size: usize, from: &[Square], chosen: &mut Squares, all: &mut Vec<Squares>) {
        if chosen.len() == size {
            all.push(chosen.clone());
            return;
        }
        for (index, &square) in from.iter().enumerate() {
            chosen.push(square);
            choose(size, &from[index + 1..], chosen, all);
            chosen.pop();
        }
    }
    let mut all = Vec::new();
    choose(size, &Square::ALL, &mut Vec::new(), &mut all);
    all
}

/// Every board with pieces on exactly these squares.
pub(crate) fn boards_on(squares: &[Square]) -> impl Iterator<Item = Board> + '_ {
    let boards = squares
        .iter()
        .fold(1, |boards, _| boards * Piece::ALL.len());
    (0..boards).map(move |mut number| {
        let mut board = Board::EMPTY;
        for &square in squares {
            board.set(square, Some(Piece::ALL[number % Piece::ALL.len()]));
            number /= Piece::ALL.len();
        }
        board
    })
}

/// Compares a set of squares with its mirror image, in which the a-file is the h-file.
///
/// Of a set and its image one is `Less`, unless they are the same. The boards on the `Less` and the
/// `Equal` ones are one of every pair of mirror images at least.
pub(crate) fn beside_its_mirror(squares: &[Square]) -> Ordering {
    let mut image: Vec<usize> = squares.iter().map(|square| square.index() ^ 7).collect();
    image.sort_unstable();
    squares.iter().map(|square| square.index()).cmp(image)
}

/// One of every pair of mirror images.
pub(crate) fn one_of_each_pair(mut sets: Vec<Squares>) -> Vec<Squares> {
    sets.retain(|squares| beside_its_mirror(squares) != Ordering::Greater);
    sets
}

/// Whether two squares are adjacent.
pub(crate) fn are_beside(one: Square, other: Square) -> bool {
    let files = (one.file() as u8).abs_diff(other.file() as u8);
    files + one.rank().abs_diff(other.rank()) == 1
}

/// The number of valid boards with pieces on exactly these squares: for each choice of sides, the
/// number of ways to choose the kinds.
pub(crate) fn valid_boards_on(squares: &[Square]) -> u64 {
    let is_trap = |square: Square| matches!((square.file(), square.rank()), ('c' | 'f', 3 | 6));
    let sides = (0..1_usize << squares.len()).filter(|&silver| {
        let same_side = |one: usize, other: usize| silver >> one & 1 == silver >> other & 1;
        (0..squares.len()).all(|one| {
            let is_friend =
                |other| same_side(one, other) && are_beside(squares[one], squares[other]);
            !is_trap(squares[one]) || (0..squares.len()).any(is_friend)
        })
    });
    sides
        .map(|silver| {
            let of_silver = silver.count_ones() as usize;
            ways_to_choose_kinds(squares.len() - of_silver) * ways_to_choose_kinds(of_silver)
        })
        .sum()
}

/// The number of ways to give up to three squares a kind without exceeding a set.
fn ways_to_choose_kinds(squares: usize) -> u64 {
    match squares {
        0 => 1,
        1 => 6,
        // All pairs but two elephants and two camels.
        2 => 36 - 2,
        // Less at least two elephants or at least two camels (3 · 5 + 1 each), less three horses,
        // dogs or cats.
        3 => 216 - 2 * 16 - 3,
        _ => panic!("boards of more than three pieces are not counted"),
    }
}

/// The number of boards of two pieces, counted by hand: both off the traps, C(60, 2) · 140 pairs of
/// pieces; or one on a trap and a friend on one of its four neighbours, 4 · 4 · 68.
#[test]
fn valid_boards_are_counted_apart_from_the_engines() {
    let count = |size| -> u64 {
        let sets = square_sets(size);
        sets.iter().map(|squares| valid_boards_on(squares)).sum()
    };
    assert_eq!([count(0), count(1)], [1, 60 * 12]);
    assert_eq!(count(2), 60 * 59 / 2 * 140 + 4 * 4 * 68);
    assert_eq!(count(3), 54_991_112);
}
