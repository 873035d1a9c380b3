//! The predictions for an engine that can only move: the turns that the naive engine with some
//! faults takes for legal.

use std::collections::BTreeSet;

use super::naive::{Faults, ask_question, each};
use super::{Case, Mismatch};
use crate::ask::{Answer, PositionSource, Question, TurnText};
use arimaa::vocab::Board;

/// The most turns of a position whose turns are compared.
const MOST_TURNS: u64 = 20;

/// The positions in which an engine was asked for turns.
pub(super) struct TurnPredictions<'a> {
    times: i32,
    failed: Vec<Failed>,
    passed: Vec<Passed<'a>>,
}

/// A question that the naive engine answers as the engine has played.
struct Failed {
    /// Whether a turn is legal, or how many turns there are if the engine found none.
    question: Option<Question>,
}

/// A position in which only legal turns were made.
struct Passed<'a> {
    position: &'a PositionSource,
    turns: BTreeSet<Board>,
    touched: Faults,
}

impl<'a> TurnPredictions<'a> {
    /// The positions of these cases; one without mismatches has passed, so many times asked.
    pub(super) fn new(results: &[(&'a Case, &[Mismatch])], times: u32) -> Self {
        let (passed, failed): (Vec<_>, Vec<_>) = results
            .iter()
            .partition(|(_, mismatches)| mismatches.is_empty());
        let passed = each(&passed, |(case, _)| {
            let position = case.question.position()?;
            let few = case.expect.turns.is_some_and(|turns| turns <= MOST_TURNS);
            let (turns, touched) = few.then(|| boards(position, Faults::NONE)).flatten()?;
            Some(Passed {
                position,
                turns,
                touched,
            })
        });
        let failed = failed.into_iter();
        let failed = failed.map(|(case, mismatches)| Failed {
            question: question(case, mismatches),
        });
        Self {
            times: i32::try_from(times).unwrap_or(i32::MAX),
            failed: failed.collect(),
            passed: passed.into_iter().flatten().collect(),
        }
    }

    /// Which failures the naive engine with these faults could show, and how many of the positions
    /// that were passed it would probably have failed.
    pub(super) fn of(&self, faults: &Faults) -> (Vec<bool>, f64) {
        let shows = |failed: &Failed| match &failed.question {
            Some(question) => match ask_question(question, *faults).0 {
                Some(Answer::Accepted { .. }) => true,
                Some(Answer::TurnCount { count }) => count == 0,
                _ => false,
            },
            None => false,
        };
        let shown: Vec<bool> = self.failed.iter().map(shows).collect();
        if !shown.contains(&true) {
            return (shown, 0.0);
        }
        let passed = self.passed.iter();
        let passed = passed.filter(|passed| passed.touched.meets(faults));
        let failing = passed.filter_map(|passed| {
            let (turns, _) = boards(passed.position, *faults)?;
            let wrong = turns.difference(&passed.turns).count();
            #[expect(clippy::cast_precision_loss, reason = "there are few turns")]
            let right = if turns.is_empty() {
                0.0
            } else {
                1.0 - wrong as f64 / turns.len() as f64
            };
            Some(1.0 - right.powi(self.times))
        });
        (shown, failing.sum())
    }
}

/// The question about a failure: whether the turn is legal, or how many there are.
fn question(case: &Case, mismatches: &[Mismatch]) -> Option<Question> {
    let position = case.question.position()?.clone();
    match mismatches {
        [Mismatch::Turn { played, .. }, ..] => Some(match played {
            Some(turn) => Question::Judge {
                position,
                turn: TurnText::Line(turn.clone()),
                strict: false,
                past_end: false,
            },
            None => Question::TurnCount {
                position,
                past_end: false,
            },
        }),
        _ => None,
    }
}

/// The boards at which a turn can end.
fn boards(position: &PositionSource, faults: Faults) -> Option<(BTreeSet<Board>, Faults)> {
    let question = Question::Turns {
        position: position.clone(),
        past_end: false,
        offset: 0,
        limit: None,
    };
    let (answer, touched) = ask_question(&question, faults);
    let Some(Answer::Turns { turns, .. }) = answer else {
        return None;
    };
    Some((
        turns.into_iter().map(|turn| turn.board.0).collect(),
        touched,
    ))
}
