//! A failure as people read it: its question in words, and its board.

use std::fmt::Write;

use crate::verdicts::Status;
use arimaa::compare::EngineKind;
use arimaa::vocab::Phase;
use arimaa_oracle::ask::{Answer, Drawing, PositionSource, Question, QuestionKind, answer};

/// The board of a question, drawn with characters; empty where it is about no position.
pub(super) fn board(question: &Question) -> String {
    draw_question(question, Drawing::Text)
}

/// The board of a question as a drawing.
pub(super) fn draw_question(question: &Question, drawing: Drawing) -> String {
    let Some(position) = question.position() else {
        return String::new();
    };
    let draw = Question::Draw {
        position: position.clone(),
        drawing,
        marks: Vec::new(),
    };
    match answer(&EngineKind::Bitboard.engine(), &draw) {
        Answer::Drawn { text, .. } => text,
        _ => String::new(),
    }
}

/// The question of a failure in a sentence or two, with the steps taken before.
pub(super) fn question_in_words(question: &Question, status: &Status) -> String {
    format!("{}{}", sentence(question, status), situation(question))
}

fn sentence(question: &Question, status: &Status) -> String {
    // An engine that can only move is asked for a turn, whatever the question of the case.
    if let Status::Failed(mismatches) = status
        && let [first, ..] = &mismatches[..]
        && ["turn", "side"].contains(&first.field)
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

/// The side to move, the steps already taken, and the number of earlier positions, in words.
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
        Some(PositionSource::Any(_) | PositionSource::AtHand) | None => {}
    }
    text
}

/// A kind of question in words.
const fn in_words(kind: QuestionKind) -> &'static str {
    match kind {
        QuestionKind::LegalActions => "Which actions are legal?",
        QuestionKind::Turns => "Which distinct turns are there?",
        QuestionKind::TurnCount => "How many distinct turns are there?",
        QuestionKind::Goal => "Which turns make a goal?",
        QuestionKind::Perft => "How many sequences are there?",
        QuestionKind::Outcome => "Is the game over?",
        QuestionKind::Standing => "How do things stand?",
        QuestionKind::Parse => "Can this text be read?",
        _ => "Asked:",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::{LoadError, Suite};

    #[test]
    fn every_kind_of_question_that_the_suite_has_is_asked_in_words() -> Result<(), LoadError> {
        for case in Suite::embedded()?.cases {
            let words = question_in_words(&case.question, &Status::Passed);
            assert!(!words.starts_with("Asked:"), "{}: {words}", case.id);
        }
        Ok(())
    }
}
