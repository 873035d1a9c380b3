//! A case of the conformance suite, drawn for people.

use std::io::{self, Write};

use crate::exit::CliError;
use crate::render::draw_board;
use arimaa::compare::Engine;
use arimaa::vocab::{Phase, Snapshot, TurnEnd};
use arimaa_conformance::Case;
use arimaa_oracle::ask::find;
use arimaa_oracle::ask::{Answer, PositionSource, Question, answer};

/// Writes a case: its id, file and line, note, position, question and expected answer.
pub(super) fn write_case(
    engine: &Engine,
    case: &Case,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let (file, line) = &case.place;
    writeln!(out, "{} (suite/cases/{file}, line {line})", case.id)?;
    writeln!(out, "{}\n", case.note)?;
    write_position(engine, &case.question, out)?;
    writeln!(out, "question: {}", question_in_a_line(&case.question))?;
    let expect = serde_json::to_value(&case.expect).map_err(io::Error::from)?;
    for (field, value) in expect.as_object().into_iter().flatten() {
        writeln!(out, "expected: {field} {value}")?;
    }
    Ok(())
}

/// Draws the board, or quotes the text that is to be read.
fn write_position(
    engine: &Engine,
    question: &Question,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    if let Question::Parse { text, .. } = question {
        for line in text.lines() {
            writeln!(out, "  {line}")?;
        }
    }
    let Some(position) = question.position() else {
        return Ok(());
    };
    let standing = Question::Standing {
        position: position.clone(),
    };
    match (answer(engine, &standing), position) {
        (Answer::Standing { standing }, _) => {
            draw_board(out, &standing.board.0, &[])?;
            let label = standing.label.unwrap_or_default();
            let edition = standing.edition.unwrap_or_default();
            writeln!(out, "{label}, edition {edition}")?;
            if let Ok(game) = find(engine, position) {
                write_earlier_moments(&game.state().snapshot(), "after", out)?;
            }
        }
        // An impossible position is drawn as it was given.
        (_, PositionSource::State(state)) => {
            draw_board(out, &state.snapshot.start, &[])?;
            writeln!(out, "an impossible position")?;
            write_earlier_moments(&state.snapshot, "before", out)?;
        }
        (_, PositionSource::Record(moment)) => writeln!(out, "{}", moment.text)?,
        (_, PositionSource::Any(text)) => writeln!(out, "{}", text.text)?,
        (_, PositionSource::AtHand) => {}
    }
    Ok(())
}

/// Writes the steps of this turn, `place` (before or after) which the drawn board is, and the
/// earlier positions, each with the number of its occurrences among them.
fn write_earlier_moments(
    moment: &Snapshot,
    place: &str,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let Phase::Play { steps, earlier } = &moment.phase else {
        return Ok(());
    };
    if !steps.is_empty() {
        let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
        let steps = steps.join(" ");
        writeln!(
            out,
            "taken already in this turn: {steps}; the drawn board is {place} that"
        )?;
    }
    if earlier.is_empty() {
        return Ok(());
    }
    let mut counts: Vec<(&TurnEnd, usize)> = Vec::new();
    for end in earlier {
        match counts.iter_mut().find(|(other, _)| *other == end) {
            Some((_, count)) => *count += 1,
            None => counts.push((end, 1)),
        }
    }
    let present = TurnEnd {
        board: moment.start,
        to_move: moment.side,
    };
    writeln!(out, "earlier positions: {}, oldest first", earlier.len())?;
    for (end, count) in counts {
        let text = end.to_string().replace(' ', ".").replacen('.', " ", 1);
        let is_present = if *end == present {
            " (that of the start of this turn, which counts once more)"
        } else {
            ""
        };
        writeln!(out, "  {count}× {text}{is_present}")?;
    }
    Ok(())
}

fn question_in_a_line(question: &Question) -> String {
    let kind = question.kind();
    match question {
        Question::Judge {
            turn,
            strict,
            past_end,
            ..
        } => {
            let strict = if *strict { ", strictly" } else { "" };
            let past_end = if *past_end { ", past the end" } else { "" };
            format!("{kind} `{turn}`{strict}{past_end}")
        }
        _ => kind.to_string(),
    }
}
