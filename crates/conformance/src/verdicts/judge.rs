//! Compares an answer with the expectation of a case.

use serde_json::{Map, Value};

use crate::cases::{Case, Expect};
use crate::subjects::Reply;
use crate::subjects::Subject;
use crate::verdicts::mismatch::POSSIBLE;
use crate::verdicts::{Mismatch, Status};
use arimaa::compare::Engine;
use arimaa_oracle::ask::{
    Answer, Ended, Fault, Question, QuestionKind, Ranks, RefusedTurn, Standing, TurnText, TurnTo,
    answer,
};
use arimaa_oracle::protocol::Capabilities;

/// Puts a case to a subject, and judges the reply.
pub fn ask_case(case: &Case, subject: &mut dyn Subject) -> Status {
    if let Some(reason) = case.declined_by(subject.capabilities()) {
        return Status::Skipped(reason);
    }
    let reply = subject.ask(&case.question);
    judge_case(case, reply, subject.capabilities())
}

/// Judges the reply to the question of a case. An answer to a question of another kind fails,
/// whatever its content.
pub fn judge_case(case: &Case, reply: Reply, capabilities: &Capabilities) -> Status {
    let kind = case.question.kind();
    match reply {
        Reply::Answer(answer) if !answer.is_to(kind) => {
            let expected = format!("an answer to `{kind}`");
            let got = format!("`{}`", answer.name());
            Status::Failed(vec![Mismatch::of_values("kind", &expected, &got)])
        }
        Reply::Answer(Answer::Turns { turns, .. } | Answer::Goal { turns, .. })
            if let Some(boards) = wrong_board(case, &turns) =>
        {
            Status::Failed(vec![boards])
        }
        reply => judge(&case.expect, reply, capabilities),
    }
}

/// The mismatch of the first listed turn that is expected, but is listed with a wrong board.
fn wrong_board(case: &Case, turns: &[TurnTo]) -> Option<Mismatch> {
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
            Answer::Accepted { standing, .. } => compare_boards(&standing.board, &turn.board),
            _ => None,
        }
    })
}

/// Judges a reply by an expectation; fields that the capabilities rule out are not compared.
pub fn judge(expect: &Expect, reply: Reply, capabilities: &Capabilities) -> Status {
    let answer = match reply {
        Reply::Answer(answer) => answer,
        Reply::Declined(reason) => return Status::Skipped(reason),
        Reply::Failed(failure) => return Status::Errored(failure.to_string()),
    };
    let mut check = Check {
        expect,
        capabilities,
        mismatches: Vec::new(),
    };
    check.compare_answer(&answer);
    if check.mismatches.is_empty() {
        Status::Passed
    } else {
        Status::Failed(check.mismatches)
    }
}

struct Check<'a> {
    expect: &'a Expect,
    capabilities: &'a Capabilities,
    mismatches: Vec<Mismatch>,
}

impl Check<'_> {
    fn compare_answer(&mut self, answer: &Answer) {
        let expect = self.expect;
        if let (Some(rule), false) = (&expect.invalid, matches!(answer, Answer::Error { .. })) {
            let possible = Mismatch::of_values("invalid", rule, POSSIBLE);
            return self.mismatches.push(possible);
        }
        let texts = |turns: &[TurnTo]| -> Vec<String> {
            turns.iter().map(|turn| turn.turn.clone()).collect()
        };
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
                self.compare_one("turns", expect.turns.as_ref(), total);
                let first = expect.first_turns.as_deref();
                self.compare("first_turns", first, &texts(turns));
            }
            Answer::TurnCount { count } => self.compare_one("turns", expect.turns.as_ref(), count),
            Answer::Perft { counts } => {
                self.compare("steps", expect.steps.as_deref(), counts);
                self.compare("sequences", expect.sequences.as_deref(), counts);
            }
            Answer::Goal { turns, .. } => {
                self.compare("goals", expect.goals.as_deref(), &texts(turns));
            }
            // No case asks for others.
            _ => {}
        }
        self.compare_answered(answer);
    }

    fn compare<T: PartialEq + ToString>(
        &mut self,
        field: &'static str,
        expected: Option<&[T]>,
        got: &[T],
    ) {
        if let Some(expected) = expected.filter(|expected| *expected != got) {
            let texts = |list: &[T]| list.iter().map(ToString::to_string).collect();
            let mismatch = Mismatch::of(field, texts(expected), texts(got));
            self.mismatches.push(mismatch);
        }
    }

    fn compare_one<T: PartialEq + ToString>(
        &mut self,
        field: &'static str,
        expected: Option<&T>,
        got: &T,
    ) {
        let expected = expected.map(std::slice::from_ref);
        self.compare(field, expected, std::slice::from_ref(got));
    }

    fn compare_accepted(&mut self, turn: &str, captures: &[String], standing: &Standing) {
        if self.compare_legality(None) {
            let expected = self.expect.captures.as_deref();
            // The turn is written with its captures (NOT-4).
            let written = turn
                .split_whitespace()
                .filter_map(|word| word.strip_suffix('x'));
            let written: Vec<String> = written.map(str::to_owned).collect();
            let got = if expected == Some(captures) {
                &written
            } else {
                captures
            };
            self.compare("captures", expected, got);
            self.compare_standing(standing);
        }
    }

    fn compare_refused(&mut self, refusal: &RefusedTurn, standing: &Standing) {
        if self.compare_legality(Some(refusal)) {
            self.compare_refusal(refusal);
            self.compare_standing(standing);
        }
    }

    /// Checks that every expected field was compared; otherwise the answer is to another question.
    /// For an error, nothing is added.
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
        let other = "an answer to another question";
        self.mismatches.extend(
            unanswered.map(|field| Mismatch::of_values(field, "an answer about it", other)),
        );
    }

    fn compare_fault(&mut self, fault: &Fault) {
        let expect = self.expect;
        match (fault, &expect.invalid, &expect.unreadable) {
            (Fault::ImpossiblePosition { rule, details, .. }, Some(expected), _) => {
                if self.capabilities.reasons && expected != rule {
                    self.compare_one("invalid", Some(expected), rule);
                } else {
                    self.compare_details(details.as_ref());
                }
            }
            (Fault::BadText { message, .. }, _, Some(part)) => {
                if self.capabilities.wording && !message.contains(part.as_str()) {
                    self.compare_one("unreadable", Some(part), message);
                }
            }
            _ => {
                let fields = expect.fields().into_iter();
                self.mismatches
                    .extend(fields.map(|field| Mismatch::error(field, fault.message())));
            }
        }
    }

    fn compare_text(&mut self, text: &str) {
        let written = self.expect.written.as_deref().map(str::trim_end);
        self.compare_one("written", written.as_ref(), &text.trim_end());
        if let Some(part) = &self.expect.unreadable {
            let read = Mismatch::of_values("unreadable", part, text);
            self.mismatches.push(read);
        }
    }

    /// Compares whether the turn is legal, and returns whether that is as expected. If it is not,
    /// nothing else is compared: captures, board and winner belong to another course of the game.
    fn compare_legality(&mut self, refusal: Option<&RefusedTurn>) -> bool {
        let expect = self.expect;
        let must_be = expect.legal.unwrap_or(expect.refused.is_none());
        let refused = |reason: Option<&str>| match reason {
            Some(reason) if self.capabilities.reasons => format!("refused ({reason})"),
            _ => "refused".to_owned(),
        };
        let accepted = || "accepted".to_owned();
        if must_be == refusal.is_none() {
            return true;
        }
        let expected = if must_be {
            accepted()
        } else {
            refused(expect.refused.as_deref())
        };
        let got = refusal.map_or_else(accepted, |refusal| {
            refused(Some(refusal.name.as_deref().unwrap_or("no reason")))
        });
        let mismatch = Mismatch::of_values("legal", &expected, &got);
        self.mismatches.push(mismatch);
        false
    }

    fn compare_refusal(&mut self, refusal: &RefusedTurn) {
        if !self.capabilities.reasons {
            return;
        }
        let said = |word: &Option<String>, none: &str| word.clone().unwrap_or(none.to_owned());
        let RefusedTurn { name, at, .. } = refusal;
        let name = said(name, "no reason");
        if self.expect.refused.as_ref().is_none_or(|one| *one == name) {
            // Of another reason the facts are others.
            self.compare_details(refusal.details.as_ref());
        }
        self.compare_one("refused", self.expect.refused.as_ref(), &name);
        self.compare_one("at", self.expect.at.as_ref(), &said(at, "no place"));
    }

    /// Compares the expected details, and no others.
    fn compare_details(&mut self, given: Option<&Map<String, Value>>) {
        let is_asked = self.capabilities.reasons && self.capabilities.details;
        if let Some(expected) = self.expect.details.as_ref().filter(|_| is_asked) {
            let named = expected.keys().filter_map(|name| {
                let value = given?.get(name)?;
                Some((name.clone(), value.clone()))
            });
            let got = Value::Object(named.collect());
            self.compare_one("details", Some(&Value::Object(expected.clone())), &got);
        }
    }

    fn compare_standing(&mut self, standing: &Standing) {
        let expected = self.expect.board.as_ref();
        let wrong = expected.and_then(|expected| compare_boards(expected, &standing.board));
        self.mismatches.extend(wrong);
        if self.capabilities.labels {
            let label = standing.label.as_deref().unwrap_or("no label");
            self.compare_one("label", self.expect.label.as_ref(), &label.to_owned());
        }
        self.compare_outcome(standing.outcome.as_ref());
    }

    /// Compares the winner and, if reasons are compared, the rule.
    fn compare_outcome(&mut self, outcome: Option<&Ended>) {
        let (Some(expected), true) = (&self.expect.outcome, self.capabilities.outcome) else {
            return;
        };
        let winner = outcome.map_or("ongoing", |ended| ended.winner.name());
        let rule = outcome.and_then(|ended| ended.rule.as_deref());
        let (expected, got) = match rule {
            _ if !self.capabilities.reasons => (winner_of(expected), winner.to_owned()),
            Some(rule) => (expected.as_str(), format!("{winner} {rule}")),
            None => (expected.as_str(), winner.to_owned()),
        };
        self.compare_one("outcome", Some(&expected.to_owned()), &got);
    }

    fn compare_actions(&mut self, actions: &[String]) {
        let expect = self.expect;
        self.compare("actions", expect.actions.as_deref(), actions);
        let some = [
            ("listed", "", &expect.listed),
            ("unlisted", "no ", &expect.unlisted),
        ];
        for (field, no, some) in some {
            for action in some.iter().flatten() {
                if actions.contains(action) != no.is_empty() {
                    let expected = vec![format!("{no}{action}")];
                    let mismatch = Mismatch::of(field, expected, actions.to_vec());
                    self.mismatches.push(mismatch);
                }
            }
        }
    }
}

/// The winner in an outcome such as `gold END-3`; `ongoing` stays.
pub(crate) fn winner_of(outcome: &str) -> &str {
    outcome.split(' ').next().unwrap_or_default()
}

/// The mismatch of two boards, as lists of their pieces from a1 to h8; `None` if they are equal.
fn compare_boards(expected: &Ranks, got: &Ranks) -> Option<Mismatch> {
    let pieces = |ranks: &Ranks| ranks.0.placed().map(|piece| piece.to_string()).collect();
    (expected != got).then(|| Mismatch::of("board", pieces(expected), pieces(got)))
}
