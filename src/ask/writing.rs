//! Texts read and written: the questions `parse` and `print`.

use super::described::Described;
use super::find::{unreadable, within};
use super::{Answer, Fault, Form, MAX_TEXT};
use crate::ask::{State, read_state, write_state};
use crate::engines::Starter;
use crate::oracle::JudgedGame;
use crate::text::{
    Archive, Diagram, Located, read_compact, read_diagram, read_records, read_turn, write_compact,
    write_diagram, write_record, write_turn,
};
use crate::vocab::{Edition, Label, Phase, Token};

/// A text, read and written again.
pub(super) fn parse(engine: &Starter, form: Form, text: &str) -> Result<Answer, Fault> {
    within(text.len(), MAX_TEXT, "bytes of text")?;
    let text = match form {
        Form::Turn => {
            let line = read_turn(text, 1)?;
            let label = line.label.map(|label| label.value);
            write_turn(label, Located::values(&line.tokens))
        }
        Form::Compact => {
            let (side, board) = read_compact(text)?;
            write_compact(side, &board)
        }
        Form::Diagram => diagram_again(engine, &read_diagram(text)?)?,
        Form::Record => {
            let records = read_records(text)?;
            let records: Vec<String> = records.iter().map(write_record).collect();
            records.join("\n")
        }
        Form::State => write_state(&read_state(text)?),
        Form::Archive => archive_as_records(text)?,
    };
    Ok(Answer::Text { text })
}

/// A diagram in its written form. The steps taken in the turn must be legal, so that the board
/// after them is known.
fn diagram_again(engine: &Starter, diagram: &Diagram) -> Result<String, Fault> {
    if diagram.tokens.is_empty() {
        let (label, side) = (diagram.label, diagram.side);
        return Ok(write_diagram(label, side, &diagram.start, []));
    }
    let game = match Described::diagram(diagram, Edition::default()).begin(engine) {
        // The text can be read; what is drawn cannot be.
        Err(Fault::ImpossiblePosition { rule, message, .. }) => {
            let message = format!("the game cannot start: {message} ({rule})");
            return Err(Fault::UnplayableRecord { message });
        }
        other => other?,
    };
    Ok(drawn(&game, diagram.label))
}

fn archive_as_records(text: &str) -> Result<String, Fault> {
    let archive = Archive::new(text.as_bytes()).map_err(unreadable)?;
    archive
        .map(|game| game.map(|game| write_record(&game.into())))
        .collect::<Result<String, _>>()
        .map_err(unreadable)
}

/// A position as text.
pub(super) fn print(game: &JudgedGame, form: Form) -> Result<Answer, Fault> {
    let snapshot = game.state().snapshot();
    let cannot = |what: &str| Fault::BadQuestion {
        message: format!("{what} cannot be written so"),
    };
    let text = match (form, &snapshot.phase) {
        (Form::State, _) => write_state(&State {
            snapshot,
            number: Some(game.label().number),
        }),
        (Form::Turn | Form::Record | Form::Archive, _) => return Err(cannot("a position")),
        (_, Phase::Setup { .. }) => return Err(cannot("a setup in progress")),
        (Form::Compact, Phase::Play { steps, .. }) if !steps.is_empty() => {
            return Err(cannot("a turn in progress"));
        }
        (Form::Compact, _) => write_compact(snapshot.side, &snapshot.start),
        (Form::Diagram, _) => drawn(game, Some(game.label())),
    };
    Ok(Answer::Text { text })
}

fn drawn(game: &JudgedGame, label: Option<Label>) -> String {
    let state = game.state();
    let played = game.played_so_far();
    let tokens = played.iter().flat_map(Token::of);
    write_diagram(label, game.label().side, &state.board(), tokens)
}
