//! The predictions for an engine that can only move: the turns that the naive engine with some
//! faults takes for legal.

use std::collections::BTreeMap;

use super::naive::{Answers, Faults, ask_question};
use crate::{Case, Mismatch};
use arimaa::compare::Engine;
use arimaa::text::{Located, read_turn, write_turn};
use arimaa::vocab::Token;
use arimaa_oracle::ask::{Answer, PositionSource, Question, TurnText, answer, find};

/// The greatest number of turns of a position whose turns are compared.
const MOST_TURNS: u64 = 20;

/// The positions with few turns, by the ids of cases.
pub(super) type Positions<'a> = BTreeMap<&'a str, Position<'a>>;

/// The positions of the cases that have few turns.
pub(super) fn positions<'a>(cases: impl IntoIterator<Item = &'a Case>) -> Positions<'a> {
    let few = cases.into_iter().filter_map(Position::with_few_turns);
    few.collect()
}

/// A position with few turns, and the share of legal ones among those of the naive engine.
#[derive(Debug)]
pub(super) struct Position<'a> {
    source: &'a PositionSource,
    answers: Answers<Option<f64>>,
}

impl<'a> Position<'a> {
    /// The position of a case, with the case's id; `None` if it has many turns.
    fn with_few_turns(case: &'a Case) -> Option<(&'a str, Self)> {
        let few = case.expect.turns.is_some_and(|turns| turns <= MOST_TURNS);
        let source = case.question.position().filter(|_| few)?;
        let position = Self {
            source,
            answers: Answers::default(),
        };
        Some((&case.id, position))
    }

    /// The share of legal turns among those of the naive engine with these faults, from 0 to 1;
    /// `None` if it cannot be asked.
    fn share_of_legal_turns(&self, faults: &Faults) -> Option<f64> {
        self.answers.with(faults, |faults| {
            let (turns, met) = naive_turns(self.source, faults);
            (turns.map(|turns| self.share_legal_among(&turns)), met)
        })
    }

    /// The share of legal turns among `turns`; 0 without turns, since such an engine makes no legal
    /// one.
    fn share_legal_among(&self, turns: &[String]) -> f64 {
        let is_legal = |turn: &&String| {
            let question = judge(self.source.clone(), (*turn).clone());
            matches!(
                answer(&Engine::default(), &question),
                Answer::Accepted { .. }
            )
        };
        let legal = turns.iter().filter(is_legal).count();
        #[expect(clippy::cast_precision_loss, reason = "there are few turns")]
        let share = legal as f64 / turns.len().max(1) as f64;
        share
    }
}

/// An illegal turn of an engine, or a position in which it found none.
struct Failure {
    /// The question to the naive engine whose answer tells whether it would play so.
    question: Question,
    /// The turn as the engine wrote it if only its captures are wrong.
    written: Option<String>,
}

impl Failure {
    /// Whether an engine with these faults could have failed in this way.
    fn is_shown_by(&self, faults: Faults) -> bool {
        match ask_question(&self.question, faults).0 {
            Some(Answer::Accepted { turn, .. }) => {
                self.written.as_ref().is_none_or(|written| *written == turn)
            }
            // Without a step the turn may have ended at once.
            Some(Answer::Turns { turns, .. }) => {
                turns.first().is_none_or(|first| first.turn.is_empty())
            }
            Some(Answer::Actions { actions, .. }) => {
                actions.last().is_none_or(|last| last == "end")
            }
            _ => false,
        }
    }
}

/// The turns of an engine, for comparison with the naive engine.
pub(super) struct TurnPredictions<'p, 'a> {
    times: i32,
    failed: Vec<Option<Failure>>,
    /// The positions in which the engine made only legal turns.
    passed: Vec<&'p Position<'a>>,
}

impl<'p, 'a> TurnPredictions<'p, 'a> {
    /// The turns of these results; a case without mismatches has passed `times` times.
    pub(super) fn new(
        positions: &'p Positions<'a>,
        results: &[(&Case, &[Mismatch])],
        times: u32,
    ) -> Self {
        let passed = results.iter().filter(|(_, wrong)| wrong.is_empty());
        let passed = passed.filter_map(|(case, _)| positions.get(case.id.as_str()));
        let failed = results.iter().filter(|(_, wrong)| !wrong.is_empty());
        Self {
            times: i32::try_from(times).unwrap_or(i32::MAX),
            failed: failed.map(|(case, wrong)| failure(case, wrong)).collect(),
            passed: passed.collect(),
        }
    }

    /// For each failure, whether the naive engine with these faults could show it; and the expected
    /// number of passed positions that it would have failed.
    pub(super) fn failures_shown(&self, faults: &Faults) -> (Vec<bool>, f64) {
        let shows = |one: &Failure| one.is_shown_by(*faults);
        let failed = self.failed.iter();
        let shown: Vec<bool> = failed.map(|one| one.as_ref().is_some_and(shows)).collect();
        if !shown.contains(&true) {
            return (shown, 0.0);
        }
        let failing = self.passed.iter().filter_map(|passed| {
            let legal = passed.share_of_legal_turns(faults)?;
            Some(1.0 - legal.powi(self.times))
        });
        (shown, failing.sum())
    }
}

/// The failure of a case: an illegal turn, or none at all. With many turns the naive engine is
/// asked for a legal step instead of a count, which would take it long.
fn failure(case: &Case, mismatches: &[Mismatch]) -> Option<Failure> {
    let position = case.question.position()?.clone();
    if let Some(turn) = &mismatches.first()?.played {
        return turn_played(position, turn);
    }
    let has_many = || {
        let game = find(&Engine::default(), &position);
        game.is_ok_and(|game| game.state().count_turns() > MOST_TURNS)
    };
    let question = if has_many() {
        Question::LegalActions {
            position,
            effects: false,
            refusals: false,
            past_end: false,
        }
    } else {
        turns_of(position)
    };
    let written = None;
    Some(Failure { question, written })
}

/// The failure of an illegal turn. Its steps are put to the naive engine, which writes its own
/// captures to them: where the steps are legal, the turn is wrong in its captures.
fn turn_played(position: PositionSource, turn: &str) -> Option<Failure> {
    let tokens = Located::values(&read_turn(turn, 1).ok()?.tokens);
    let steps = tokens.iter().copied();
    let steps = steps.filter(|token| matches!(token, Token::Action(_)));
    let question = judge(position, write_turn(None, steps));
    let right = ask_question(&question, Faults::NONE).0;
    let are_steps_legal = matches!(right, Some(Answer::Accepted { .. }));
    let written = are_steps_legal.then(|| write_turn(None, tokens));
    Some(Failure { question, written })
}

/// The question that judges a turn.
fn judge(position: PositionSource, turn: String) -> Question {
    Question::Judge {
        position,
        turn: TurnText::Line(turn),
        strict: false,
        past_end: false,
    }
}

/// The question for all turns of a position.
const fn turns_of(position: PositionSource) -> Question {
    Question::Turns {
        position,
        to: None,
        past_end: false,
        offset: 0,
        limit: None,
    }
}

/// The turns that the naive engine with these faults finds, and the faults that would have changed
/// something; `None` where it cannot be asked.
pub(super) fn naive_turns(
    position: &PositionSource,
    faults: Faults,
) -> (Option<Vec<String>>, Faults) {
    let (answer, touched) = ask_question(&turns_of(position.clone()), faults);
    let turns = match answer {
        Some(Answer::Turns { turns, .. }) => {
            Some(turns.into_iter().map(|turn| turn.turn).collect())
        }
        _ => None,
    };
    (turns, touched)
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use serde_json::json;

    use super::super::naive::Fault;
    use super::*;
    use crate::Suite;

    #[test]
    fn share_of_legal_turns_is_that_of_all_ways_and_without_a_turn_it_is_none()
    -> Result<(), Box<dyn Error>> {
        let text = "g r7/8/8/8/8/8/8/R6R";
        let source: PositionSource = serde_json::from_value(json!({"any": {"text": text}}))?;
        let position = Position {
            source: &source,
            answers: Answers::default(),
        };
        let legal = |turns: &[&str]| {
            let turns: Vec<String> = turns.iter().map(ToString::to_string).collect();
            format!("{:.1}", position.share_legal_among(&turns))
        };
        let (one, other) = ("Ra1n Rh1n", "Rh1n Ra1n");
        assert_eq!(legal(&[one, other]), "1.0");
        assert_eq!(legal(&[one, other, "Ra1n Ra2s", "Ra8n"]), "0.5");
        assert_eq!(legal(&[]), "0.0");
        Ok(())
    }

    /// A turn in which a dog steps onto a trap beside a friend, and that names a capture of the
    /// dog.
    #[test]
    fn turn_with_a_capture_too_many_is_that_of_the_fault_that_captures()
    -> Result<(), Box<dyn Error>> {
        let text = "g r7/8/8/8/8/4D3/5D2/R7";
        let source: PositionSource = serde_json::from_value(json!({"any": {"text": text}}))?;
        let shown = |turn: &str, fault| {
            let played = turn_played(source.clone(), turn);
            played.is_some_and(|played| played.is_shown_by(Faults::NONE.with(fault, None)))
        };
        let (unsaved, back) = (Fault::SupportDoesNotSave, Fault::RabbitsStepBack);
        assert!(shown("Df2n Df3x Ra1n", unsaved));
        assert!(!shown("Df2n Ra1n Df3x", unsaved));
        assert!(!shown("Df2n Df3x Ra1n", back));
        // The first illegal step counts, however the captures are written.
        assert!(shown("Ra1n Ra2s Df2n Df3x", back));
        Ok(())
    }

    #[test]
    fn wrong_turn_is_asked_about_whoever_moved() -> Result<(), Box<dyn Error>> {
        let suite = Suite::embedded()?;
        let mut cases = suite.cases.iter();
        let case = cases.find(|case| case.question.position().is_some());
        let case = case.ok_or("no case with a position")?;
        let side = Mismatch {
            played: Some("ra8s".to_owned()),
            ..Mismatch::of_values("side", "gold", "ra8s moves a piece of Silver")
        };
        let asked = failure(case, &[side]).map(|failure| failure.question);
        assert!(
            matches!(&asked, Some(Question::Judge { turn: TurnText::Line(turn), .. }) if turn == "ra8s"),
            "{asked:?}"
        );
        Ok(())
    }
}
