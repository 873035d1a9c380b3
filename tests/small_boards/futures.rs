//! Tests positions within every turn of small boards: equal ones have equal futures, and different
//! ones have different futures.

use arimaa::Position;
use arimaa::vocab::{Board, Side};
use rayon::prelude::*;
use support::futures::Futures;

use crate::square_sets::{are_beside, boards_on, square_sets};

/// A release build tests all boards of two pieces, another build those on some adjacent squares.
#[test]
fn positions_of_small_boards_have_one_key_for_each_future() {
    let mut sets = square_sets(2);
    if cfg!(debug_assertions) {
        sets.retain(|squares| are_beside(squares[0], squares[1]));
        sets = sets.into_iter().step_by(5).collect();
    }
    let counts = sets
        .par_iter()
        .map(|squares| boards_on(squares).map(|board| counts(&board)));
    let counts = counts.map(|counts| counts.fold([0; 3], sum));
    let [positions, keys, futures] = counts.reduce(|| [0; 3], sum);
    println!("{positions} positions, {keys} keys, {futures} futures");
    assert!(keys >= positions && keys * 50 <= futures * 51);
}

fn sum(one: [usize; 3], other: [usize; 3]) -> [usize; 3] {
    std::array::from_fn(|of| one[of] + other[of])
}

/// The numbers of positions, keys and futures in a turn of Gold; 0 on an invalid board.
fn counts(board: &Board) -> [usize; 3] {
    let Ok(position) = Position::new(Side::Gold, board) else {
        return [0; 3];
    };
    let futures = Futures::below(&position);
    (0..=4).map(|left| futures.count(left)).fold([0; 3], sum)
}
