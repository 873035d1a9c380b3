//! An answer compared with the expectation.

use std::fmt;

use serde_json::{Map, Value};

use crate::cases::{Case, Expect};
use crate::subjects::Reply;
use crate::subjects::Subject;
use crate::verdicts::{Difference, Ending, Legality, Lists, Mismatch};
use arimaa::compare::Engine;
use arimaa_oracle::ask::{
    Answer, Ended, Fault, Question, QuestionKind, Ranks, RefusedTurn, Standing, TurnText, TurnTo,
    answer,
};
use arimaa_oracle::protocol::Capabilities;

/// The verdict on one case.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum CaseVerdict {
    /// The answer is as it must be.
    Passed,
    /// It is not.
    Failed(Vec<Mismatch>),
    /// The engine does not answer such questions, and says why.
    Skipped(String),
    /// There was no answer: the engine crashed, hung or wrote something else.
    Errored(String),
}

impl fmt::Display for CaseVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Passed => f.write_str("passed"),
            Self::Failed(mismatches) => {
                let mismatches: Vec<String> = mismatches.iter().map(ToString::to_string).collect();
                f.write_str(&mismatches.join("; "))
            }
            Self::Skipped(reason) => write!(f, "skipped: {reason}"),
            Self::Errored(what) => f.write_str(what),
        }
    }
}

/// Puts a case to an engine.
pub fn ask_case(case: &Case, subject: &mut dyn Subject) -> CaseVerdict {
    if let Some(reason) = case.declined_by(subject.capabilities()) {
        return CaseVerdict::Skipped(reason);
    }
    let reply = subject.ask(&case.question);
    judge_case(case, reply, subject.capabilities())
}

/// Holds what a case expects against a reply to its question. An answer to a question of another
/// kind fails, whatever it says.
pub fn judge_case(case: &Case, reply: Reply, capabilities: &Capabilities) -> CaseVerdict {
    let kind = case.question.kind();
    match reply {
        Reply::Answer(answer) if !answer.is_to(kind) => {
            CaseVerdict::Failed(vec![Mismatch(Difference::Kind {
                asked: kind,
                got: answer.name(),
            })])
        }
        Reply::Answer(Answer::Turns { turns, .. } | Answer::Goal { turns, .. })
            if let Some(boards) = wrong_board(case, &turns) =>
        {
            CaseVerdict::Failed(vec![Mismatch(Difference::Board(boards))])
        }
        reply => judge(&case.expect, reply, capabilities),
    }
}

/// The board of the first turn in a list that is expected, and does not lead to that board.
fn wrong_board(case: &Case, turns: &[TurnTo]) -> Option<Lists> {
    let expected = case
        .expect
        .first_turns
        .as_ref()
        .or(case.expect.goals.as_ref())?;
    let listed = turns.iter().filter(|turn| expected.contains(&turn.turn));
    listed.into_iter().find_map(|turn| {
        let judged = Question::Judge {
            position: case.question.position()?.clone(),
            turn: TurnText::Line(turn.turn.clone()),
            strict: false,
            past_end: true,
        };
        match answer(&Engine::default(), &judged) {
            Answer::Accepted { standing, .. } if standing.board != turn.board => Some(Lists {
                expected: pieces(&standing.board),
                got: pieces(&turn.board),
            }),
            _ => None,
        }
    })
}

/// Holds an expectation against a reply, as precisely as the engine says it answers.
pub fn judge(expect: &Expect, reply: Reply, capabilities: &Capabilities) -> CaseVerdict {
    let answer = match reply {
        Reply::Answer(answer) => answer,
        Reply::Declined(reason) => return CaseVerdict::Skipped(reason),
        Reply::Failed(failure) => return CaseVerdict::Errored(failure.to_string()),
    };
    let mut check = Check {
        expect,
        capabilities,
        differences: Vec::new(),
    };
    check.compare_answer(&answer);
    if check.differences.is_empty() {
        CaseVerdict::Passed
    } else {
        CaseVerdict::Failed(check.differences.into_iter().map(Mismatch).collect())
    }
}

struct Check<'a> {
    expect: &'a Expect,
    capabilities: &'a Capabilities,
    differences: Vec<Difference>,
}

impl Check<'_> {
    fn compare_answer(&mut self, answer: &Answer) {
        let expect = self.expect;
        if let (Some(rule), false) = (&expect.invalid, matches!(answer, Answer::Error { .. })) {
            let rule = rule.clone();
            return self.differences.push(Difference::Possible { rule });
        }
        match answer {
            Answer::Error { error } => self.compare_fault(error),
            Answer::Text { text } => self.compare_text(text),
            Answer::Accepted {
                turn,
                captures,
                standing,
                ..
            } => self.compare_accepted(turn, captures, standing),
            Answer::Refused { refusal, standing } => self.compare_refused(refusal, standing),
            Answer::Outcome { outcome } => self.compare_outcome(outcome.as_ref()),
            Answer::Standing { standing } => self.compare_standing(standing),
            Answer::Actions { actions, .. } => self.compare_actions(actions),
            Answer::Turns { total, turns } => {
                self.compare_count(*total);
                if let Some(expected) = &expect.first_turns {
                    let turns = turns.iter().map(|turn| turn.turn.clone());
                    self.compare_lists(expected, turns.collect(), Difference::FirstTurns);
                }
            }
            Answer::TurnCount { count } => self.compare_count(*count),
            Answer::Perft { counts } => {
                self.compare_counts("steps", expect.steps.as_ref(), counts);
                self.compare_counts("sequences", expect.sequences.as_ref(), counts);
            }
            Answer::Goal { turns, .. } => {
                if let Some(expected) = &expect.goals {
                    let turns = turns.iter().map(|turn| turn.turn.clone());
                    self.compare_lists(expected, turns.collect(), Difference::Goals);
                }
            }
            // No case asks for others.
            _ => {}
        }
        self.compare_answered(answer);
    }

    fn compare_accepted(&mut self, turn: &str, captures: &[String], standing: &Standing) {
        if self.compare_legality(&Legality::Accepted) {
            if let Some(expected) = &self.expect.captures {
                // The turn is written with its captures (NOT-4).
                let written = turn
                    .split_whitespace()
                    .filter_map(|word| word.strip_suffix('x'));
                let written: Vec<String> = written.map(str::to_owned).collect();
                let got = if expected == captures {
                    &written
                } else {
                    captures
                };
                self.compare_lists(expected, got.to_vec(), Difference::Captures);
            }
            self.compare_standing(standing);
        }
    }

    fn compare_refused(&mut self, refusal: &RefusedTurn, standing: &Standing) {
        if self.compare_legality(&self.legality_of_refusal(refusal.name.as_deref())) {
            self.compare_refusal(refusal);
            self.compare_standing(standing);
        }
    }

    /// Every field that stands must have been answered, or else the answer is one to another
    /// question. What an error leaves open it has said already.
    fn compare_answered(&mut self, answer: &Answer) {
        if matches!(answer, Answer::Error { .. }) {
            return;
        }
        let kinds = QuestionKind::ALL.into_iter();
        let kinds = kinds.filter(|kind| answer.is_to(*kind));
        let checked: Vec<&str> = kinds
            .flat_map(Expect::fields_checked_for)
            .copied()
            .collect();
        let fields = self.expect.fields().into_iter();
        let unanswered = fields.filter(|field| !checked.contains(field));
        self.differences
            .extend(unanswered.map(|field| Difference::Unanswered { field }));
    }

    fn compare_fault(&mut self, fault: &Fault) {
        let expect = self.expect;
        let mismatch = match (fault, &expect.invalid, &expect.unreadable) {
            (Fault::ImpossiblePosition { rule, details, .. }, Some(expected), _) => {
                let (expected, got) = (expected.clone(), rule.clone());
                let differs = self.capabilities.reasons && expected != got;
                if differs {
                    Some(Difference::Invalid { expected, got })
                } else {
                    self.compare_details(details.as_ref())
                }
            }
            (Fault::BadText { message, .. }, _, Some(part)) => {
                let differs = self.capabilities.wording && !message.contains(part.as_str());
                let (expected, got) = (part.clone(), message.clone());
                differs.then_some(Difference::Unreadable { expected, got })
            }
            _ => {
                let fields = expect.fields().into_iter();
                self.differences
                    .extend(fields.map(|field| Difference::Error {
                        field,
                        message: fault.message().to_owned(),
                    }));
                None
            }
        };
        self.differences.extend(mismatch);
    }

    fn compare_text(&mut self, text: &str) {
        let got = text.to_owned();
        if let Some(expected) = &self.expect.written
            && expected.trim_end() != text.trim_end()
        {
            let expected = expected.trim_end().to_owned();
            let got = got.trim_end().to_owned();
            self.differences.push(Difference::Written { expected, got });
        }
        if let Some(part) = &self.expect.unreadable {
            let expected = part.clone();
            self.differences
                .push(Difference::Unreadable { expected, got });
        }
    }

    /// A refusal for a reason, which is compared only where reasons are.
    fn legality_of_refusal(&self, reason: Option<&str>) -> Legality {
        let reason = reason.unwrap_or("no reason").to_owned();
        Legality::Refused(self.capabilities.reasons.then_some(reason))
    }

    /// Compares whether the turn is legal, which every case about a turn does, and says whether it
    /// is as it must be. Where it is not, nothing else of the answer is compared: the captures, the
    /// board and the winner belong to another course of the game.
    fn compare_legality(&mut self, got: &Legality) -> bool {
        let expect = self.expect;
        let must_be = expect.legal.unwrap_or(expect.refused.is_none());
        let is_right = must_be == (*got == Legality::Accepted);
        if !is_right {
            let expected = match &expect.refused {
                _ if must_be => Legality::Accepted,
                Some(reason) => self.legality_of_refusal(Some(reason)),
                None => Legality::Refused(None),
            };
            let got = got.clone();
            self.differences
                .push(Difference::Legality { expected, got });
        }
        is_right
    }

    fn compare_refusal(&mut self, refusal: &RefusedTurn) {
        if !self.capabilities.reasons {
            return;
        }
        let RefusedTurn { name, at, .. } = refusal;
        if let Some(expected) = differing(self.expect.refused.as_ref(), name.as_ref()) {
            let got = name.clone();
            self.differences.push(Difference::Reason { expected, got });
        } else {
            // Of another reason the facts are others.
            let mismatch = self.compare_details(refusal.details.as_ref());
            self.differences.extend(mismatch);
        }
        if let Some(expected) = differing(self.expect.at.as_ref(), at.as_ref()) {
            let got = at.clone();
            self.differences.push(Difference::At { expected, got });
        }
    }

    /// Compares the facts that are expected, and no others.
    fn compare_details(&self, given: Option<&Map<String, Value>>) -> Option<Difference> {
        let is_asked = self.capabilities.reasons && self.capabilities.details;
        let expected = self.expect.details.as_ref().filter(|_| is_asked)?;
        let named = expected.keys().filter_map(|name| {
            let value = given?.get(name)?;
            Some((name.clone(), value.clone()))
        });
        let got: Map<String, Value> = named.collect();
        let [expected, got] = [expected.clone(), got].map(|facts| Value::Object(facts).to_string());
        (expected != got).then_some(Difference::Details { expected, got })
    }

    fn compare_standing(&mut self, standing: &Standing) {
        let expect = self.expect;
        if let Some(expected) = &expect.board {
            self.compare_lists(
                &pieces(expected),
                pieces(&standing.board),
                Difference::Board,
            );
        }
        if self.capabilities.labels {
            let got = standing.label.clone();
            if let Some(expected) = differing(expect.label.as_ref(), got.as_ref()) {
                self.differences.push(Difference::Label { expected, got });
            }
        }
        self.compare_outcome(standing.outcome.as_ref());
    }

    fn compare_outcome(&mut self, outcome: Option<&Ended>) {
        let (Some(expected), true) = (&self.expect.outcome, self.capabilities.outcome) else {
            return;
        };
        let (mut expected, mut got) = (Ending::read(expected), Ending::from_answer(outcome));
        if !self.capabilities.reasons {
            (expected, got) = (expected.by_winner(), got.by_winner());
        }
        if expected != got {
            self.differences.push(Difference::Outcome { expected, got });
        }
    }

    fn compare_actions(&mut self, actions: &[String]) {
        let expect = self.expect;
        if let Some(expected) = &expect.actions {
            self.compare_lists(expected, actions.to_vec(), Difference::Actions);
        }
        let got = || actions.to_vec();
        for action in expect.listed.iter().flatten() {
            if !actions.contains(action) {
                let (action, got) = (action.clone(), got());
                self.differences.push(Difference::Unlisted { action, got });
            }
        }
        for action in expect.unlisted.iter().flatten() {
            if actions.contains(action) {
                let (action, got) = (action.clone(), got());
                self.differences.push(Difference::Listed { action, got });
            }
        }
    }

    fn compare_count(&mut self, got: u64) {
        if let Some(expected) = self.expect.turns
            && expected != got
        {
            self.differences.push(Difference::Turns { expected, got });
        }
    }

    fn compare_counts(&mut self, field: &'static str, expected: Option<&Vec<u64>>, got: &[u64]) {
        if let Some(expected) = expected.filter(|expected| *expected != got) {
            let (expected, got) = (expected.clone(), got.to_vec());
            let mismatch = Difference::Counts {
                field,
                expected,
                got,
            };
            self.differences.push(mismatch);
        }
    }

    fn compare_lists(
        &mut self,
        expected: &[String],
        got: Vec<String>,
        mismatch: fn(Lists) -> Difference,
    ) {
        if *expected != got {
            let expected = expected.to_vec();
            self.differences.push(mismatch(Lists { expected, got }));
        }
    }
}

/// The expected value, where there is one and another came.
fn differing(expected: Option<&String>, got: Option<&String>) -> Option<String> {
    expected.filter(|_| expected != got).cloned()
}

/// The pieces of a board, from a1 to h8.
fn pieces(ranks: &Ranks) -> Vec<String> {
    ranks.0.placed().map(|piece| piece.to_string()).collect()
}
