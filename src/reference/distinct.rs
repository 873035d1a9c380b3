//! The distinct turns of a moment (SPEC.md TRN-6 and ORD-3), found as the text defines them.
//!
//! This is the definition and nothing else: it tries every sequence of legal steps. A turn has
//! hundreds of thousands of them, so daily use goes through `search.rs`, which is tested against
//! this file.

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

/// The turn may end here if that is legal, and it may go on with each legal step (TRN-5).
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

/// Of two ways to one board, the one with fewer steps comes first, and of equally many the one
/// whose text comes first (ORD-3).
fn comes_before(one: &[Played], other: &[Played]) -> bool {
    (one.len(), texts_of_actions(one)) < (other.len(), texts_of_actions(other))
}

/// Turns are listed in the order of the text of their actions, compared one after the other
/// (ORD-3).
pub(super) fn sort_by_text(turns: &mut [Turn]) {
    turns.sort_by_cached_key(|turn| texts_of_actions(&turn.played));
}

/// The text of each action, captures left aside.
fn texts_of_actions(way: &[Played]) -> Vec<String> {
    way.iter().map(|played| played.action.to_string()).collect()
}
