//! Tests every position with up to two pieces: all kinds of both sides on all squares, either side
//! to move, decided or not.
//!
//! In a release build nothing is left out. A development build, in which the engines are several
//! times slower, asks everything of no piece and of one with Gold to move in the current edition,
//! and of two pieces
//!
//! - step by step: one of each class of positions that are the same but for mirroring the board or
//!   exchanging the sides, on every fourth pair of squares, in the current edition;
//! - turn by turn: of each class one, on every sixth pair of squares beside each other.
//!
//! A class is the same throughout by the rules themselves: nothing in SPEC.md names east or west
//! but the notation, and what names a side or a rank (BRD-5, STP-5, SET-3) names the other side
//! with the rank as it counts ranks. Coq proves it of its rules (`formal/Symmetry.v`), and
//! `tests/rules/laws.rs` tries it at any moment of random games.

use std::cmp::Ordering;

use arimaa::Game;
use arimaa::compare::{Reference, Walked, action_space, branch};
use arimaa::rules::Rules;
use arimaa::vocab::{Edition, Side, Snapshot, Square};

use crate::ask::{self, Answer, agreed, met, over, print};
use crate::square_sets::{
    Squares, are_beside, beside_its_mirror, one_of_each_pair, square_sets, valid_boards_on,
};

const WHOLE: bool = !cfg!(debug_assertions);

/// Compares positions step by step in these editions.
pub(crate) fn step_by_step<A: Rules + Clone, B: Rules + Clone>(
    sets: &[Squares],
    sides: &[Side],
    editions: &[Edition],
) -> Answer {
    over(sets, sides, |_, position| {
        let mut walked = Walked::default();
        for &edition in editions {
            let mut position = position.clone();
            position.edition = edition;
            walked.add(&ask::steps::<A, B>(&position)?);
        }
        Ok(walked)
    })
}

/// Compares positions turn by turn, each in one edition (or two): the four images of a position
/// (itself, mirrored, with the sides exchanged, and both) are asked in the four editions.
///
/// Without a history no rule of movement asks for the edition, and so this is each question four
/// times over.
pub(crate) fn turn_by_turn<A: Rules + Clone, B: Rules + Clone>(
    sets: &[Squares],
    sides: &[Side],
) -> Answer {
    over(sets, sides, |squares, position| {
        let mut walked = Walked::default();
        for &edition in &editions_that_fall_to(squares, position.side) {
            let mut position = position.clone();
            position.edition = edition;
            walked.add(&ask::turns::<A, B>(&position)?);
        }
        Ok(walked)
    })
}

fn editions_that_fall_to(squares: &[Square], side: Side) -> Vec<Edition> {
    let [first, second, third, fourth] = Edition::ALL;
    let (one, mirrored) = match side {
        Side::Gold => (fourth, third),
        Side::Silver => (second, first),
    };
    match beside_its_mirror(squares) {
        Ordering::Less => vec![one],
        Ordering::Greater => vec![mirrored],
        Ordering::Equal => vec![one, mirrored],
    }
}

/// Compares the empty board and every board with one piece: every distinct turn; all 3,841 actions
/// at the start of the turn and after each legal step; and the steps of the piece at every moment
/// of every turn.
#[test]
fn up_to_one_piece() {
    let sets = [square_sets(0), square_sets(1)].concat();
    let (sides, editions) = if WHOLE {
        (&Side::ALL[..], &Edition::ALL[..])
    } else {
        (&Side::ALL[..1], &Edition::ALL[3..])
    };
    let in_all = |ask: &(dyn Fn(&Snapshot) -> Answer + Sync)| {
        agreed(over(&sets, sides, |_, position| {
            let mut walked = Walked::default();
            for &edition in editions {
                let mut position = position.clone();
                position.edition = edition;
                walked.add(&ask(&position)?);
            }
            Ok(walked)
        }))
    };
    let walked = in_all(&ask::turns::<Reference, Game>);
    print("up to one piece, turn by turn", &walked);
    let asked = (editions.len() * sides.len()) as u64;
    assert_eq!((walked.moments, walked.turns), (asked * 721, asked * 7_980));
    let walked = in_all(&|position| branch::<Reference, Game, _>(position, 1, |_| action_space()));
    print("up to one piece, all actions", &walked);
    // At 721 starts and after 1,196 steps, for each side in each edition.
    assert_eq!(
        met(&walked, "placement-in-play"),
        768 * asked * (721 + 1_196)
    );
    let steps = if WHOLE { 4 } else { 2 };
    let walked =
        in_all(&|position| branch::<Reference, Game, _>(position, steps, ask::close_at_hand));
    print("up to one piece, every moment of every turn", &walked);
    assert_eq!(met(&walked, "no-steps-left") > 0, WHOLE);
}

/// Compares boards with two pieces: every step, its effect or the reason of its refusal, twice in a
/// row; every outcome; all editions.
#[test]
fn two_pieces_step_by_step() {
    let sets = square_sets(2);
    let (sets, sides, editions) = if WHOLE {
        (sets, &Side::ALL[..], &Edition::ALL[..])
    } else {
        let some = one_of_each_pair(sets).into_iter().step_by(4).collect();
        (some, &Side::ALL[..1], &Edition::ALL[3..])
    };
    let walked = agreed(step_by_step::<Reference, Game>(&sets, sides, editions));
    print("two pieces, step by step", &walked);
    let asked = (sides.len() * editions.len()) as u64;
    let invalid = met(&walked, "too-many") + met(&walked, "unsupported");
    let boards = sets.len() as u64 * 144;
    assert_eq!(boards * asked - invalid, valid_boards_on_all(&sets) * asked);
}

/// Compares boards with two pieces: every distinct turn with its way and effects, and the numbers
/// of turns and of sequences of steps.
#[test]
fn two_pieces_turn_by_turn() {
    let mut sets = square_sets(2);
    let mut sides = &Side::ALL[..];
    if !WHOLE {
        sets = one_of_each_pair(sets);
        sets.retain(|squares| are_beside(squares[0], squares[1]));
        sets = sets.into_iter().step_by(6).collect();
        sides = &Side::ALL[..1];
    }
    let walked = agreed(turn_by_turn::<Reference, Game>(&sets, sides));
    print("two pieces, turn by turn", &walked);
    let twice = |squares: &&Squares| beside_its_mirror(squares) == Ordering::Equal;
    let alone: Vec<Squares> = sets.iter().filter(twice).cloned().collect();
    let positions = (valid_boards_on_all(&sets) + valid_boards_on_all(&alone)) * sides.len() as u64;
    assert_eq!(walked.moments, positions);
    assert!(!WHOLE || walked.turns == 25_223_276);
}

fn valid_boards_on_all(sets: &[Squares]) -> u64 {
    sets.iter().map(|squares| valid_boards_on(squares)).sum()
}
