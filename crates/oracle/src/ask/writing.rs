//! Texts read and written: the questions `parse` and `print`.

use super::budget::check_size;
use super::described::Described;
use super::{Answer, Fault, Form, MAX_TEXT};
use crate::ask::{State, read_state, write_state};
use crate::judge::JudgedGame;
use arimaa::compare::Engine;
use arimaa::text::compact::read_headed_compact;
use arimaa::text::header::write_sentence;
use arimaa::text::kind::TextKind;
use arimaa::text::plain::read_plain;
use arimaa::text::{
    Archive, Diagram, Located, read_diagram, read_records, read_turn, write_compact, write_diagram,
    write_record, write_setup_diagram, write_turn,
};
use arimaa::vocab::{Board, Edition, Handicap, Label, Phase, Side, Step, Token};

/// Reads a text in a form, and writes it in the only way in which that form is written.
pub(super) fn parse(engine: &Engine, form: Form, text: &str) -> Result<Answer, Fault> {
    check_size(text.len(), MAX_TEXT, "bytes of text")?;
    let text = match form {
        Form::Turn => {
            let line = read_turn(text, 1)?;
            let label = line.label.map(|label| label.value);
            write_turn(label, Located::values(&line.tokens))
        }
        Form::Compact => {
            let read = match TextKind::of(text) {
                TextKind::Plain => read_plain(text)?,
                TextKind::Compact
                | TextKind::Diagram
                | TextKind::State
                | TextKind::Records
                | TextKind::Archive => read_headed_compact(text)?,
            };
            compact(read.side, &read.board, &read.steps)
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

/// Writes a diagram in the only way in which it is written. The steps or placements made in the
/// turn must be legal, so that the board after them is known, and a setup must be possible.
fn diagram_again(engine: &Engine, drawn: &Diagram) -> Result<String, Fault> {
    let described = Described::diagram(drawn, Edition::default());
    let is_play = matches!(described.state.snapshot.phase, Phase::Play { .. });
    if drawn.tokens.is_empty() && is_play {
        let (label, side) = (drawn.label, drawn.side);
        return Ok(write_diagram(label, side, &drawn.start, []));
    }
    let game = match described.begin(engine) {
        // The text can be read; what is drawn cannot be.
        Err(Fault::ImpossiblePosition { rule, message, .. }) => {
            let message = format!("the game cannot start: {message} ({rule})");
            return Err(Fault::UnplayableRecord { message });
        }
        other => other?,
    };
    Ok(diagram(&game, drawn.label))
}

fn archive_as_records(text: &str) -> Result<String, Fault> {
    let archive = Archive::new(text.as_bytes()).map_err(Fault::from)?;
    archive
        .map(|game| game.map(|game| write_record(&game.into())))
        .collect::<Result<String, _>>()
        .map_err(Fault::from)
}

/// A position as text.
pub(super) fn print(game: &JudgedGame, form: Form) -> Result<Answer, Fault> {
    let snapshot = game.state().snapshot();
    let cannot = |what: &str| Fault::BadQuestion {
        message: format!("{what} cannot be written so: write a `diagram` or a `state`"),
    };
    let text = match (form, &snapshot.phase) {
        (Form::State, _) => write_state(&State {
            snapshot,
            number: Some(game.label().number),
        }),
        (Form::Turn | Form::Record | Form::Archive, _) => return Err(cannot("a position")),
        (Form::Diagram, _) => diagram(game, Some(game.label())),
        (Form::Compact, Phase::Setup { .. }) => return Err(cannot("a setup in progress")),
        (Form::Compact, Phase::Play { steps, .. }) => {
            compact(snapshot.side, &snapshot.start, steps)
        }
    };
    Ok(Answer::Text { text })
}

/// A position in one line: the compact board at the start of the turn, and the steps taken since
/// then (SPEC.md NOT-6).
pub fn compact(side: Side, start: &Board, steps: &[Step]) -> String {
    let steps = steps.iter().map(|step| format!(" {step}"));
    write_compact(side, start) + &steps.collect::<String>()
}

/// A position as a diagram, with the steps or placements made in its turn.
pub fn diagram(game: &JudgedGame, label: Option<Label>) -> String {
    let state = game.state();
    match state.snapshot().phase {
        Phase::Setup { handicap, placed } => {
            write_setup_diagram(game.label().side, handicap, &state.board(), placed)
        }
        Phase::Play { .. } => {
            let tokens = tokens_so_far(game);
            write_diagram(label, game.label().side, &state.board(), tokens)
        }
    }
}

/// The side to move as a sentence, which below a drawing makes it a diagram of the position.
pub fn to_move(game: &JudgedGame, label: Option<Label>) -> String {
    let handicap = match game.state().snapshot().phase {
        Phase::Setup { handicap, .. } => handicap,
        Phase::Play { .. } => Handicap::NONE,
    };
    write_sentence(label, game.label().side, tokens_so_far(game), handicap)
}

fn tokens_so_far(game: &JudgedGame) -> Vec<Token> {
    game.played_so_far().iter().flat_map(Token::of).collect()
}
