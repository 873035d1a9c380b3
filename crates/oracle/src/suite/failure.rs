//! A failure for people: what was asked, which line decided it, and which wrong rules answer alike.

use std::fmt::Write;

use serde::Serialize;

use super::causes::as_if;
use super::{Case, Mismatch, Status, WrongAnswers};
use crate::ask::{PositionSource, Question, QuestionKind};
use crate::protocol::Capabilities;
use arimaa::vocab::Phase;

/// A line of the line kit, and the reply to it.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Exchange {
    /// The line.
    pub line: String,
    /// The reply, as the engine wrote it.
    pub reply: String,
}

/// The wrong rules whose engines give the same answer, those first that the case is made to catch.
pub fn alike<'w>(
    case: &Case,
    status: &Status,
    capabilities: &Capabilities,
    answers: &'w WrongAnswers,
) -> Vec<&'w str> {
    let Status::Failed(mismatches) = status else {
        return Vec::new();
    };
    let mut alike = as_if(case, mismatches, capabilities, answers);
    alike.sort_by_key(|wrong| !case.kills.iter().any(|name| name == wrong));
    alike
}

/// The question of a failure in a sentence or two, with the steps taken before.
pub(super) fn asked(question: &Question, status: &Status) -> String {
    format!("{}{}", sentence(question, status), situation(question))
}

fn sentence(question: &Question, status: &Status) -> String {
    // An engine that can only move is asked for a turn, whatever the question of the case.
    if let Status::Failed(mismatches) = status
        && let [Mismatch::Turn { .. } | Mismatch::Side { .. }, ..] = mismatches[..]
    {
        return "Asked for a turn.".to_owned();
    }
    let Question::Judge {
        turn,
        strict,
        past_end,
        ..
    } = question
    else {
        let kind = question.kind();
        return format!("{} (`{kind}`)", in_words(kind));
    };
    let turn = match turn.to_string().as_str() {
        "" => "an empty turn".to_owned(),
        turn => format!("the turn `{turn}`"),
    };
    let strict = if *strict {
        ", every capture being checked"
    } else {
        ""
    };
    let past_end = if *past_end {
        ", the end of the game aside"
    } else {
        ""
    };
    format!("Is {turn} legal{strict}{past_end}?")
}

/// The side to move, the steps taken already, and how many positions there were before.
fn situation(question: &Question) -> String {
    let mut text = String::new();
    match question.position() {
        Some(PositionSource::State(state)) => {
            let _ = write!(text, " To move: {}.", state.snapshot.side);
            if let Phase::Play { steps, earlier } = &state.snapshot.phase {
                if !steps.is_empty() {
                    let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
                    let _ = write!(text, " Taken already: `{}`.", steps.join(" "));
                }
                if !earlier.is_empty() {
                    let _ = write!(text, " Earlier positions: {}.", earlier.len());
                }
            }
        }
        Some(PositionSource::Record(moment)) => {
            let _ = match &moment.before {
                Some(label) => write!(text, " Before the turn {label} of a record."),
                None => write!(text, " At the end of a record."),
            };
        }
        Some(PositionSource::Any(_)) | None => {}
    }
    text
}

/// A kind of question as people ask it.
const fn in_words(kind: QuestionKind) -> &'static str {
    match kind {
        QuestionKind::LegalActions => "Which actions are legal?",
        QuestionKind::Turns => "Which distinct turns are there?",
        QuestionKind::TurnCount => "How many distinct turns are there?",
        QuestionKind::Goal => "Which turns make a goal?",
        QuestionKind::Perft => "How many step sequences are there?",
        QuestionKind::Outcome => "Is the game over?",
        QuestionKind::Standing => "How do things stand?",
        QuestionKind::Parse => "Can this text be read?",
        _ => "Asked:",
    }
}
