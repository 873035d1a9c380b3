//! Tests turns after hundreds of positions that stood twice, from where on the bitboard engine
//! looks up the ends in reach instead of those positions. Both engines agree before, at and after
//! the change.

use std::collections::BTreeSet;

use arimaa::Game;
use arimaa::bitboard::{Bitboard, Position, Workspace};
use arimaa::compare::Reference;
use arimaa::rules::Rules;
use arimaa::vocab::{Direction, Edition, Piece, Square, Step};

/// The round of the gold elephant: its square after each of its turns.
const GOLD: [&str; 12] = [
    "a1", "a2", "a3", "a4", "b4", "c4", "d4", "d3", "d2", "d1", "c1", "b1",
];
/// The round of the silver elephant; the last two squares are reached in one turn.
const SILVER: [&str; 14] = [
    "d5", "d6", "d7", "d8", "e8", "f8", "g8", "h8", "h7", "h6", "h5", "g5", "f5", "e5",
];
/// The number of turns after which the first position occurs again; after twice as many it may not.
const ROUND: usize = 2 * 12 * 13;

/// The steps of a turn of the walk.
fn turn(number: usize) -> Vec<Step> {
    let round = number / 2;
    let squares: Vec<&str> = match (number % 2, round % 13) {
        (0, _) => vec![GOLD[round % 12], GOLD[(round + 1) % 12]],
        (_, 12) => vec![SILVER[12], SILVER[13], SILVER[0]],
        (_, place) => vec![SILVER[place], SILVER[place + 1]],
    };
    let piece: Piece = ["E", "e"][number % 2].parse().unwrap();
    let step = |pair: &[&str]| {
        let [from, to] = [pair[0], pair[1]].map(|name| name.parse::<Square>().unwrap());
        let leads = |way: &Direction| Bitboard::from_square(from).shift(*way).contains(to);
        let direction = Direction::ALL.into_iter().find(leads).unwrap();
        Step {
            piece,
            from,
            direction,
        }
    };
    squares.windows(2).map(step).collect()
}

/// Compares the turns of both engines in every way of asking. Returns the number of ends that
/// repetition refuses.
fn compare(game: &Game) -> u64 {
    let reference = Reference::from_snapshot(&game.snapshot()).unwrap();
    let turns = reference.turns();
    assert_eq!(game.turns(), turns);
    assert_eq!(game.count_turns(), turns.len() as u64);
    assert_eq!(game.has_goal(), reference.has_goal());
    assert_eq!(game.outcome(), reference.outcome());
    let mut visited = BTreeSet::new();
    game.visit_turns(&mut Workspace::default(), |turn| {
        assert!(visited.insert(turn.board()));
    });
    assert_eq!(visited, turns.iter().map(|turn| turn.board).collect());
    game.position().unwrap().count_turns() - game.count_turns()
}

#[test]
fn turns_are_exact_before_and_after_256_positions_stood_twice() {
    let start: Position = "g r7/8/8/3e4/8/8/8/E6R".parse().unwrap();
    let mut game = Game::from_position(Edition::default(), start);
    let mut refused = Vec::new();
    let is_compared = |turns| (ROUND + 253..ROUND + 261).contains(&turns) || turns == 2 * ROUND - 1;
    for number in 0..2 * ROUND - 1 {
        game.play(turn(number)).unwrap();
        if is_compared(number + 1) {
            refused.push(compare(&game));
        }
    }
    assert!(refused.iter().all(|&ends| ends > 1), "refused: {refused:?}");
    while game.turns_played() > ROUND + 250 {
        if is_compared(game.turns_played()) {
            assert_eq!(refused.pop(), Some(compare(&game)));
        }
        assert!(game.take_back());
    }
    assert_eq!(refused, []);
}

#[test]
fn repetition_may_refuse_once_a_position_has_stood_twice() {
    let start: Position = "g r7/8/8/4e3/8/E7/8/7R".parse().unwrap();
    let mut game = Game::from_position(Edition::default(), start);
    assert!(!Game::default().repetition_may_refuse());
    let mut answers = Vec::new();
    for turn in ["Ea3n", "ee5n", "Ea4s", "ee6s", "Ea3n", "ee5n", "Ea4s"] {
        answers.push(game.repetition_may_refuse());
        game.play([turn.parse::<Step>().unwrap()]).unwrap();
    }
    assert_eq!(answers, [false, false, false, false, false, true, true]);
}
