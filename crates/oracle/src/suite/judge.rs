//! An answer compared with the expectation.

use std::fmt;

use super::{Case, Expect};
use crate::ask::{Answer, Ended, Fault, Ranks, RefusedTurn, Standing, Winner};
use crate::protocol::Capabilities;
use crate::subjects::Reply;
use crate::subjects::Subject;
use arimaa::text::error::shown;

/// The most characters of what was expected, and of what came, that are shown.
const SHOWN: usize = 4000;

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

/// Where an answer is not as it must be.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Mismatch {
    /// The field of the expectation.
    pub what: &'static str,
    /// The expected value.
    pub expected: String,
    /// The value that came.
    pub got: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Whatever an engine says stays in its line, and does nothing to a terminal.
        let (expected, got) = (shown(&self.expected, SHOWN), shown(&self.got, SHOWN));
        write!(f, "{}: expected {expected}, got {got}", self.what)
    }
}

/// Puts a case to an engine.
pub fn ask_case(case: &Case, subject: &mut dyn Subject) -> CaseVerdict {
    if let Some(reason) = subject.capabilities().declines_case(case) {
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
        Reply::Answer(answer) if !answer.is_to(kind) => CaseVerdict::Failed(vec![Mismatch {
            what: "kind",
            expected: format!("an answer to `{kind}`"),
            got: format!("`{}`", answer.name()),
        }]),
        reply => judge(&case.expect, reply, capabilities),
    }
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
        mismatches: Vec::new(),
    };
    check.answer(&answer);
    if check.mismatches.is_empty() {
        CaseVerdict::Passed
    } else {
        CaseVerdict::Failed(check.mismatches)
    }
}

struct Check<'a> {
    expect: &'a Expect,
    capabilities: &'a Capabilities,
    mismatches: Vec<Mismatch>,
}

impl Check<'_> {
    fn answer(&mut self, answer: &Answer) {
        let expect = self.expect;
        if let (Some(rule), false) = (&expect.invalid, matches!(answer, Answer::Error { .. })) {
            return self.differs("invalid", rule, "a position that can be");
        }
        match answer {
            Answer::Error { error } => self.fault(error),
            Answer::Text { text } => {
                if let Some(written) = &expect.written {
                    self.same("written", &written.trim_end(), &text.trim_end());
                }
                if let Some(part) = &expect.unreadable {
                    self.differs("unreadable", part, text);
                }
            }
            Answer::Accepted {
                captures, standing, ..
            } => {
                if self.legality(true, "accepted") {
                    if let Some(expected) = &expect.captures {
                        self.same("captures", &list(expected), &list(captures));
                    }
                    self.standing(standing);
                }
            }
            Answer::Refused { refusal, standing } => {
                let got = if self.capabilities.reasons {
                    let name = refusal.name.as_deref().unwrap_or("no reason");
                    format!("refused ({name})")
                } else {
                    "refused".to_owned()
                };
                if self.legality(false, &got) {
                    self.refusal(refusal);
                    self.standing(standing);
                }
            }
            Answer::Outcome { outcome } => self.outcome(outcome.as_ref()),
            Answer::Standing { standing } => self.standing(standing),
            Answer::Actions { actions, .. } => self.actions(actions),
            Answer::Turns { total, turns } => {
                self.count(*total);
                if let Some(expected) = &expect.first_turns {
                    let turns: Vec<String> = turns.iter().map(|turn| turn.turn.clone()).collect();
                    self.same("first_turns", &expected.join("; "), &turns.join("; "));
                }
            }
            Answer::TurnCount { count } => self.count(*count),
            Answer::Perft { counts } => {
                if let Some(expected) = &expect.steps {
                    self.same("steps", &list(expected), &list(counts));
                }
            }
            Answer::Applied { .. }
            | Answer::Rule { .. }
            | Answer::Recognized { .. }
            | Answer::Replayed { .. }
            | Answer::Drawn { .. } => {}
        }
        self.answered(answer);
    }

    /// Every field that stands must have been answered, or else the answer is one to another
    /// question.
    fn answered(&mut self, answer: &Answer) {
        let answers: &[&str] = match answer {
            Answer::Accepted { .. } | Answer::Refused { .. } => &[
                "legal", "refused", "at", "captures", "board", "outcome", "label",
            ],
            Answer::Outcome { .. } => &["outcome"],
            Answer::Standing { .. } => &["board", "outcome", "label"],
            Answer::Actions { .. } => &["actions", "listed", "unlisted"],
            Answer::Turns { .. } => &["turns", "first_turns"],
            Answer::TurnCount { .. } => &["turns"],
            Answer::Perft { .. } => &["steps"],
            Answer::Text { .. } => &["written", "unreadable"],
            // What an error leaves open it has said already.
            Answer::Error { .. } => return,
            Answer::Applied { .. }
            | Answer::Rule { .. }
            | Answer::Recognized { .. }
            | Answer::Replayed { .. }
            | Answer::Drawn { .. } => &[],
        };
        for field in self.expect.fields() {
            if !answers.contains(&field) {
                self.differs(field, "an answer about it", "an answer to another question");
            }
        }
    }

    fn fault(&mut self, fault: &Fault) {
        let expect = self.expect;
        match (fault, &expect.invalid, &expect.unreadable) {
            (Fault::ImpossiblePosition { rule, .. }, Some(expected), _) => {
                if self.capabilities.reasons {
                    self.same("invalid", expected, rule);
                }
            }
            (Fault::BadText { message, .. }, _, Some(part)) => {
                if self.capabilities.wording && !message.contains(part.as_str()) {
                    self.differs("unreadable", part, message);
                }
            }
            _ => {
                for field in expect.fields() {
                    let message = format!("error: {}", fault.message());
                    self.differs(field, "an answer", message);
                }
            }
        }
    }

    /// Compares whether the turn is legal, which every case about a turn does, and says whether it
    /// is as it must be. Where it is not, nothing else of the answer is compared: the captures, the
    /// board and the winner belong to another course of the game.
    fn legality(&mut self, legal: bool, got: &str) -> bool {
        let expect = self.expect;
        let must_be = expect.legal.unwrap_or(expect.refused.is_none());
        if legal != must_be {
            let expected = match &expect.refused {
                _ if must_be => "accepted".to_owned(),
                Some(reason) if self.capabilities.reasons => format!("refused ({reason})"),
                _ => "refused".to_owned(),
            };
            self.differs("legal", expected, got);
        }
        legal == must_be
    }

    fn refusal(&mut self, refusal: &RefusedTurn) {
        let expect = self.expect;
        if !self.capabilities.reasons {
            return;
        }
        if let Some(expected) = &expect.refused {
            let got = refusal.name.as_deref().unwrap_or("no reason");
            self.same("refused", &expected.as_str(), &got);
        }
        if let Some(expected) = &expect.at {
            let got = refusal.at.as_deref().unwrap_or("no place");
            self.same("at", &expected.as_str(), &got);
        }
    }

    fn standing(&mut self, standing: &Standing) {
        let expect = self.expect;
        if let Some(expected) = &expect.board {
            self.same("board", &pieces(expected), &pieces(&standing.board));
        }
        if let (Some(expected), true) = (&expect.label, self.capabilities.labels) {
            let got = standing.label.as_deref().unwrap_or("no label");
            self.same("label", &expected.as_str(), &got);
        }
        self.outcome(standing.outcome.as_ref());
    }

    fn outcome(&mut self, outcome: Option<&Ended>) {
        let (Some(expected), true) = (&self.expect.outcome, self.capabilities.outcome) else {
            return;
        };
        let precisely = self.capabilities.reasons;
        let expected = match expected.split_once(' ') {
            Some((winner, _)) if !precisely => winner,
            _ => expected,
        };
        let got = match outcome {
            None => "ongoing".to_owned(),
            Some(ended) => {
                let winner = match ended.winner {
                    Winner::Gold => "gold",
                    Winner::Silver => "silver",
                    Winner::Draw => "draw",
                };
                match &ended.rule {
                    Some(rule) if precisely => format!("{winner} {rule}"),
                    _ => winner.to_owned(),
                }
            }
        };
        self.same("outcome", &expected, &got.as_str());
    }

    fn actions(&mut self, actions: &[String]) {
        let expect = self.expect;
        if let Some(expected) = &expect.actions {
            self.same("actions", &list(expected), &list(actions));
        }
        for action in expect.listed.iter().flatten() {
            if !actions.contains(action) {
                self.differs("listed", action, list(actions));
            }
        }
        for action in expect.unlisted.iter().flatten() {
            if actions.contains(action) {
                self.differs("unlisted", format!("no {action}"), list(actions));
            }
        }
    }

    fn count(&mut self, count: u64) {
        if let Some(expected) = self.expect.turns {
            self.same("turns", &expected, &count);
        }
    }

    fn same<T: PartialEq + ToString>(&mut self, what: &'static str, expected: &T, got: &T) {
        if expected != got {
            self.differs(what, expected.to_string(), got.to_string());
        }
    }

    fn differs(&mut self, what: &'static str, expected: impl fmt::Display, got: impl fmt::Display) {
        let (expected, got) = (expected.to_string(), got.to_string());
        self.mismatches.push(Mismatch {
            what,
            expected,
            got,
        });
    }
}

fn list<T: ToString>(things: &[T]) -> String {
    let things: Vec<String> = things.iter().map(ToString::to_string).collect();
    things.join(" ")
}

/// The pieces of a board, from a1 to h8.
fn pieces(ranks: &Ranks) -> String {
    let pieces: Vec<String> = ranks.0.placed().map(|piece| piece.to_string()).collect();
    pieces.join(" ")
}
