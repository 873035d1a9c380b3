//! The turns that can be made from here, and how many (SPEC.md TRN-6, ORD-3 and chapter 13).

use std::collections::HashSet;

use super::moment::{Moment, Open};
use super::repetition::History;
use crate::vocab::{Action, Board, Played, Turn};

/// Whether the player to move can complete any turn at all (END-8).
pub(super) fn has_legal_turn(history: &History) -> bool {
    fn leads_to_an_end(now: &Moment, history: &History) -> bool {
        now.judge_end(history).is_ok()
            || now
                .legal_steps()
                .iter()
                .any(|(_, next, _)| leads_to_an_end(next, history))
    }
    leads_to_an_end(&Moment::start_of_turn(history.start), history)
}

/// The distinct ways to complete the turn, each with its first shortest way (TRN-6, ORD-3).
pub(super) fn distinct_turns(now: &Moment, history: &History) -> Vec<Turn> {
    let (visits, ends) = explore(now, history);
    let mut turns: Vec<Turn> = ends
        .into_iter()
        .map(|end| Turn {
            played: way_to(&visits, end),
            board: visits[end].now.board,
        })
        .collect();
    put_in_order(&mut turns);
    turns
}

/// Turns are listed in the order of the text of their actions, compared one after the other (ORD-3).
pub(super) fn put_in_order(turns: &mut [Turn]) {
    turns.sort_by_cached_key(|turn| {
        let actions = turn.played.iter().map(|played| played.action.to_string());
        actions.collect::<Vec<_>>()
    });
}

/// How many distinct ways there are to complete the turn.
pub(super) fn count_distinct_turns(now: &Moment, history: &History) -> u64 {
    explore(now, history).1.len() as u64
}

/// How many sequences of exactly so many legal steps there are (CNT-1).
pub(super) fn count_steps(now: &Moment, steps: u32) -> u64 {
    let legal = now.legal_steps();
    match steps {
        0 => 1,
        1 => legal.len() as u64,
        _ => legal
            .iter()
            .map(|(_, next, _)| count_steps(next, steps - 1))
            .sum(),
    }
}

/// A moment that can be reached, and how it was reached first.
struct Visit {
    now: Moment,
    came_by: Option<(usize, Played)>,
}

/// Everything that can be reached in this turn, and which of it are legal ends with a board not seen before.
///
/// Moments are visited in the order of their number of steps, and of equally many in the order of the text of their
/// steps. So the first visit to a board is by its first shortest way, and a moment with the same board and
/// the same thing left open as an earlier one can be passed over: it has no more steps left and leads nowhere else.
fn explore(now: &Moment, history: &History) -> (Vec<Visit>, Vec<usize>) {
    let mut visits = vec![Visit {
        now: *now,
        came_by: None,
    }];
    let mut ends = Vec::new();
    let mut seen: HashSet<(Board, Open)> = HashSet::from([(now.board, now.open)]);
    let mut ended: HashSet<Board> = HashSet::new();
    let mut visiting = 0;
    while visiting < visits.len() {
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
                    came_by: Some((visiting, Played { action, effect })),
                });
            }
        }
        visiting += 1;
    }
    (visits, ends)
}

/// The actions that led to a visit, first to last.
fn way_to(visits: &[Visit], mut visit: usize) -> Vec<Played> {
    let mut way = Vec::new();
    while let Some((before, played)) = visits[visit].came_by {
        way.push(played);
        visit = before;
    }
    way.reverse();
    way
}
