//! Compares the search for a goal within the turn with every distinct turn: all boards with a
//! rabbit and one other piece at every moment of a turn, and with two others at its start.
//!
//! The turns are those of the bitboard engine. That they are those of the reference engine, and
//! which of them are goals, `two_pieces.rs` and `three_pieces.rs` ask of both.

use arimaa::bitboard::{Position, TurnSteps, Workspace};
use arimaa::vocab::{Board, Kind, Piece, Side};
use rayon::prelude::*;

use crate::shard::{shard, share};
use crate::square_sets::{Squares, boards_on, one_of_each_pair, square_sets};

/// The number of positions without a goal within the turn, and by the length of the shortest goal.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Met {
    without: u64,
    steps: [u64; 5],
}

impl Met {
    fn and(mut self, other: Self) -> Self {
        self.without += other.without;
        for (all, more) in self.steps.iter_mut().zip(other.steps) {
            *all += more;
        }
        self
    }

    /// Compares the search for a goal with all distinct turns of a position.
    fn compare(&mut self, position: &Position, space: &mut Workspace) {
        let mut fewest: Option<usize> = None;
        position.visit_turns(space, |turn| {
            let steps = turn.steps().len();
            if turn.is_goal() && fewest.is_none_or(|fewest| steps < fewest) {
                fewest = Some(steps);
            }
        });
        let found = position.shortest_goal().map(TurnSteps::len);
        assert_eq!(found, fewest, "{position}");
        assert_eq!(position.has_goal(), fewest.is_some(), "{position}");
        match fewest {
            Some(steps) => self.steps[steps] += 1,
            None => self.without += 1,
        }
    }

    /// Compares a position, and those after every sequence of at most `steps` steps.
    fn compare_within(&mut self, position: &Position, steps: usize, space: &mut Workspace) {
        self.compare(position, space);
        if steps > 0 {
            for (_, after) in position.successors() {
                self.compare_within(&after, steps - 1, space);
            }
        }
    }
}

/// Compares the valid boards with a rabbit of the player to move on these sets of squares.
fn over(sets: &[Squares], sides: &[Side], steps: usize) -> Met {
    let of_set = |squares: &Squares| {
        let (mut met, mut space) = (Met::default(), Workspace::default());
        for board in boards_on(squares) {
            for &side in sides {
                if let Some(position) = with_rabbit(side, &board) {
                    met.compare_within(&position, steps, &mut space);
                }
            }
        }
        met
    };
    sets.par_iter().map(of_set).reduce(Met::default, Met::and)
}

fn with_rabbit(side: Side, board: &Board) -> Option<Position> {
    let rabbit = Piece::new(side, Kind::Rabbit);
    let has_rabbit = board.placed().any(|placed| placed.piece == rabbit);
    has_rabbit
        .then(|| Position::new(side, board).ok())
        .flatten()
}

#[test]
fn goals_of_a_rabbit_and_another_piece() {
    let near = |sets: Vec<Squares>| -> Vec<Squares> {
        let is_whole = !cfg!(debug_assertions);
        sets.into_iter()
            .step_by(if is_whole { 1 } else { 23 })
            .collect()
    };
    let alone = over(&square_sets(1), &Side::ALL, 3);
    let both = over(&near(square_sets(2)), &Side::ALL, 1);
    println!("a rabbit alone: {alone:?}\na rabbit and another piece: {both:?}");
    for met in [alone, both] {
        assert!(met.without > 0 && !met.steps.contains(&0), "{met:?}");
    }
}

/// Tests one position of each class that mirroring and exchanging the sides make alike.
#[test]
#[ignore = "takes minutes; .ci/deep runs it"]
fn goals_of_a_rabbit_and_two_other_pieces() {
    let (shard, shards) = shard();
    let mut sets = one_of_each_pair(square_sets(3));
    // Where no square is within four steps of the goal rank, the answer is known at once.
    sets.retain(|squares| squares.iter().any(|square| square.rank() > 3));
    let sets = share((shard, shards), sets);
    let met = over(&sets, &[Side::Gold], 0);
    println!("a rabbit and two other pieces, part {shard} of {shards}: {met:?}");
    assert!(
        met.without > 0 && met.steps[1..].iter().all(|&steps| steps > 0),
        "{met:?}"
    );
}
