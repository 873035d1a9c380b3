//! Counts turns and steps with the published crate `arimaa_engine_step` by another author.
//!
//! It shares no code with this project. Its own repetition rule is left aside; positions here have
//! no history.

use std::collections::HashSet;

use arimaa::vocab::{Board, Side};
use arimaa_engine_step::{Action, GameState, Zobrist};
use arimaa_oracle::ask::Counted;

use crate::state;

/// The crate's count from the start of a turn in the current edition.
pub fn count(side: Side, board: &Board, what: Counted) -> u64 {
    let start = state(side, board, &[]);
    match what {
        Counted::Steps(depth) => sequences(&start, depth),
        Counted::Tree => (1..=4).map(|depth| sequences(&start, depth)).sum(),
        Counted::Turns(depth) => turns(&start, depth),
    }
}

/// The number of distinct turns as the crate's documentation counts them: it asks every state
/// whether it is terminal, and keeps the steps to each.
///
/// A state with an unfinishable push is no turn, though that example takes it for one; it is left
/// out here.
pub fn count_as_documented(side: Side, board: &Board) -> u64 {
    fn recurse(
        state: &GameState,
        way: &[Action],
        turns: &mut Vec<(Vec<Action>, GameState)>,
        hashes: &mut HashSet<u64>,
    ) {
        let side = state.is_p1_turn_to_move();
        for action in state.valid_actions() {
            let next = state.take_action(&action);
            if !hashes.insert(next.transposition_hash()) {
                continue;
            }
            let way = [way, &[action]].concat();
            if side != next.is_p1_turn_to_move() {
                turns.push((way, next));
            } else if next.is_terminal().is_none() {
                recurse(&next, &way, turns, hashes);
            }
        }
    }
    let (mut turns, mut hashes) = (Vec::new(), HashSet::new());
    recurse(&state(side, board, &[]), &[], &mut turns, &mut hashes);
    turns.len() as u64
}

fn steps(state: &GameState) -> impl Iterator<Item = Action> {
    let all = state.valid_actions_no_rep().into_iter();
    all.filter(|action| matches!(action, Action::Move(..)))
}

/// The number of sequences of `depth` steps; the turn has as many left.
fn sequences(state: &GameState, depth: u32) -> u64 {
    match depth {
        1 => steps(state).count() as u64,
        _ => steps(state)
            .map(|step| sequences(&state.take_action(&step), depth - 1))
            .sum(),
    }
}

/// The number of sequences of distinct turns; a game that is decided earlier adds none.
fn turns(start: &GameState, depth: u32) -> u64 {
    if start.is_terminal().is_some() {
        return 0;
    }
    let ends = ends(start);
    match depth {
        1 => ends.len() as u64,
        _ => ends.iter().map(|end| turns(end, depth - 1)).sum(),
    }
}

/// The states after each distinct turn, deduplicated by the crate's own 64-bit hash.
fn ends(start: &GameState) -> Vec<GameState> {
    let side = !start.is_p1_turn_to_move();
    let unchanged = Zobrist::from_piece_board(start.piece_board(), side, 0);
    let mut met = HashSet::from([unchanged.board_state_hash()]);
    let mut states = HashSet::new();
    let mut ends = Vec::new();
    let mut level = vec![start.clone()];
    for depth in 1..=4 {
        let mut next = Vec::new();
        for state in &level {
            for step in steps(state) {
                let child = state.take_action(&step);
                if depth == 4 {
                    if met.insert(child.transposition_hash()) {
                        ends.push(child);
                    }
                } else if states.insert(child.transposition_hash()) {
                    if child.can_pass(true) {
                        let end = child.take_action(&Action::Pass);
                        if met.insert(end.transposition_hash()) {
                            ends.push(end);
                        }
                    }
                    next.push(child);
                }
            }
        }
        level = next;
    }
    ends
}
