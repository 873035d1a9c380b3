//! Finds the distinct turns of a moment exactly as SPEC.md TRN-6 and ORD-3 define them.
//!
//! It tries every sequence of legal steps. A turn has hundreds of thousands of them, so other code
//! uses `search.rs`, which is tested against this file.

use std::collections::HashMap;

use super::repetition::History;
use super::turn::Moment;
use crate::vocab::{Action, Board, Played, Turn};

/// Every board at which the turn can legally end, each with the first of the ways that lead there
/// (TRN-6, ORD-3).
pub(super) fn distinct_turns(now: &Moment, history: &History) -> Vec<Turn> {
    let mut first_ways = HashMap::new();
    try_every_way(now, &mut Vec::new(), history, &mut first_ways);
    let mut turns: Vec<Turn> = first_ways
        .into_iter()
        .map(|(board, played)| Turn::new(played, board))
        .collect();
    sort_by_text(&mut turns);
    turns
}

/// Tries every continuation of a turn: it may end here if that is legal, and it may go on with each
/// legal step (TRN-5). `first_ways` keeps the first way to each board.
fn try_every_way(
    now: &Moment,
    way: &mut Vec<Played>,
    history: &History,
    first_ways: &mut HashMap<Board, Vec<Played>>,
) {
    if now.judge_end(history).is_ok() {
        let first = first_ways.entry(now.board).or_insert_with(|| way.clone());
        if comes_before(way, first) {
            first.clone_from(way);
        }
    }
    for (step, next, effect) in now.legal_steps() {
        let action = Action::Step(step);
        way.push(Played::new(action, effect));
        try_every_way(&next, way, history, first_ways);
        way.pop();
    }
}

/// Whether the first of two ways to one board comes before the second: if it has fewer steps or, of
/// equally many, the text that comes first (ORD-3).
fn comes_before(one: &[Played], other: &[Played]) -> bool {
    (one.len(), texts_of_actions(one)) < (other.len(), texts_of_actions(other))
}

/// Sorts turns by the text of their actions, compared one after the other (ORD-3).
pub(super) fn sort_by_text(turns: &mut [Turn]) {
    turns.sort_by_cached_key(|turn| texts_of_actions(&turn.played));
}

/// The text of each action, without captures.
fn texts_of_actions(way: &[Played]) -> Vec<String> {
    way.iter().map(|played| played.action.to_string()).collect()
}
