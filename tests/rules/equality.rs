//! Tests that positions are equal if they have the same future, and nearly only then.
//!
//! A position knows the board at the start of its turn, with which the turn may not end. Where that
//! board cannot be reached again, positions of different starts differ and have one future.

use std::collections::HashMap;
use std::fs;

use arimaa::bitboard::Position;
use arimaa::reference::Reference;
use arimaa::rules::Rules;
use arimaa::vocab::{Action, Board, Phase, Snapshot};
use proptest::prelude::*;
use support::futures::Futures;
use support::root::root;

use crate::states;

/// The greatest number of turns of a position that is walked.
const LARGEST: u64 = 2_000;

/// Fifty positions of real games.
fn real_positions() -> Vec<Position> {
    let text = fs::read_to_string(root().join("benches/positions.txt")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let boards = lines.map(|line| line.split(" #").next().unwrap());
    boards.map(|board| board.parse().unwrap()).collect()
}

/// A release build tests all fifty positions, another build every tenth.
#[test]
fn real_positions_have_one_key_for_each_future() {
    let apart = if cfg!(debug_assertions) { 10 } else { 1 };
    let (mut sums, mut moments) = ([0; 3], 0);
    for position in real_positions().iter().step_by(apart) {
        let futures = Futures::below(position);
        for (sum, count) in sums.iter_mut().zip(futures.count(1)) {
            *sum += count;
        }
        moments += futures.moments(1);
    }
    let [positions, keys, futures] = sums;
    println!(
        "{moments} moments after three steps, {positions} positions, {keys} keys, {futures} futures"
    );
    assert!(
        keys >= positions && keys * 50 <= futures * 51,
        "{keys} keys for {futures} futures"
    );
    assert!(2 * moments > 3 * futures, "{moments} moments");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// For the bitboard engine `Futures::below` asserts this. The reference engine has to find the
    /// same positions equal.
    #[test]
    fn equal_positions_have_equal_futures(snapshot in states::state()) {
        let Some(position) = at(&snapshot) else { return Ok(()) };
        prop_assume!(position.count_turns() < LARGEST);
        Futures::below(&position);
        for moments in by_board(&snapshot).into_values() {
            for (one, other) in moments.iter().zip(moments.iter().skip(1)) {
                let both = [one, other].map(|state| at(&state.snapshot()).unwrap());
                prop_assert_eq!(one == other, both[0] == both[1], "{:?}", both);
            }
        }
    }
}

/// The position of a state; `None` for a setup.
fn at(snapshot: &Snapshot) -> Option<Position> {
    let Phase::Play { steps, .. } = &snapshot.phase else {
        return None;
    };
    let start = Position::new(snapshot.side, &snapshot.start).unwrap();
    Some(steps.iter().fold(start, |now, &step| now.after(step)))
}

/// The states after up to two more steps, by their boards.
fn by_board(snapshot: &Snapshot) -> HashMap<Board, Vec<Reference>> {
    let mut level = vec![Reference::from_snapshot(snapshot).unwrap()];
    let mut found: HashMap<Board, Vec<Reference>> = HashMap::new();
    for _ in 0..2 {
        let mut next = Vec::new();
        for state in &level {
            for action in state.legal_actions() {
                let mut after = state.clone();
                if action != Action::EndTurn && after.apply(action).is_ok() {
                    found.entry(after.board()).or_default().push(after.clone());
                    next.push(after);
                }
            }
        }
        level = next;
    }
    found
}
