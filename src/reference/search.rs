//! A faster search for the distinct turns (SPEC.md TRN-6 and ORD-3).
//!
//! `distinct.rs` states the definition. This breadth-first search finds the same turns without
//! trying every sequence of steps; tests compare the two.

use std::collections::HashSet;

use super::distinct::sort_by_text;
use super::ending::has_reached_goal;
use super::repetition::History;
use super::turn::{Moment, Open};
use crate::vocab::{Action, Board, Played, Turn};

/// The distinct ways to complete the turn, each with its first shortest way (TRN-6, ORD-3), or
/// `None` if `stop` returned true during the search.
pub(super) fn distinct_turns(
    now: &Moment,
    history: &History,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<Turn>> {
    let (visits, ends) = explore(now, history, stop)?;
    let mut turns: Vec<Turn> = ends
        .into_iter()
        .map(|end| Turn::new(way_to(&visits, end), visits[end].now.board))
        .collect();
    sort_by_text(&mut turns);
    Some(turns)
}

/// The distinct ways to complete the turn that end with a rabbit of the player on its goal rank
/// (END-3), or `None` if stopped.
pub(super) fn goals(now: &Moment, history: &History, stop: &dyn Fn() -> bool) -> Option<Vec<Turn>> {
    let mut turns = distinct_turns(now, history, stop)?;
    turns.retain(|turn| has_reached_goal(&turn.board, now.side));
    Some(turns)
}

/// The number of distinct ways to complete the turn (TRN-6), or `None` if `stop` returned true
/// during the search.
pub(super) fn count_distinct_turns(
    now: &Moment,
    history: &History,
    stop: &dyn Fn() -> bool,
) -> Option<u64> {
    explore(now, history, stop).map(|(_, ends)| ends.len() as u64)
}

/// A moment that can be reached, with the step that reached it first and the visit before that.
struct Visit {
    now: Moment,
    came_by: Option<(usize, Played)>,
}

/// Every moment that can be reached in this turn, and the indices of those at which the turn can
/// legally end on a board not seen before. `None` if stopped.
///
/// Moments are visited in the order of their number of steps, and of equally many in the order of
/// the text of their steps. So the first visit to a board is by its first shortest way. A moment
/// with the same board and the same open push or pull as an earlier one is skipped: it has no more
/// steps left than that, so it leads to no other boards.
fn explore(
    now: &Moment,
    history: &History,
    stop: &dyn Fn() -> bool,
) -> Option<(Vec<Visit>, Vec<usize>)> {
    let mut visits = vec![Visit {
        now: *now,
        came_by: None,
    }];
    let mut ends = Vec::new();
    let mut seen: HashSet<(Board, Open)> = HashSet::from([(now.board, now.open)]);
    let mut ended: HashSet<Board> = HashSet::new();
    let mut visiting = 0;
    while visiting < visits.len() {
        if stop() {
            return None;
        }
        let now = visits[visiting].now;
        let may_end = now.judge_end(history).is_ok();
        if may_end && ended.insert(now.board) {
            ends.push(visiting);
        }
        for (step, next, effect) in now.legal_steps() {
            if seen.insert((next.board, next.open)) {
                let action = Action::Step(step);
                visits.push(Visit {
                    now: next,
                    came_by: Some((visiting, Played::new(action, effect))),
                });
            }
        }
        visiting += 1;
    }
    Some((visits, ends))
}

/// The actions that led to a visit, in playing order.
fn way_to(visits: &[Visit], mut visit: usize) -> Vec<Played> {
    let mut way = Vec::new();
    while let Some((before, played)) = visits[visit].came_by {
        way.push(played);
        visit = before;
    }
    way.reverse();
    way
}
