//! `convert`: records, diagrams, compact boards and JSON states into each other.

use std::io::Write;

use super::answer::{Answer, Failure};
use super::args::{ConvertArgs, Format};
use super::batch::answer_boards;
use super::input::{Input, Kind, is_compact};
use super::position::{Loaded, find_archived, find_record, tags_of_start};
use crate::ask::{State, state_value, write_state};
use crate::engines::Starter;
use crate::text::{
    Archive, ReadError, Record, Token, read_records, write_compact, write_diagram, write_record,
};
use crate::vocab::{Phase, Snapshot};

pub(super) fn run(
    engine: &Starter,
    args: &ConvertArgs,
    out: &mut dyn Write,
) -> Result<Answer, Failure> {
    let position = &args.position;
    if position.position == "-" {
        if matches!(args.to, Format::Diagram | Format::Record) {
            return Err(Failure::Question(
                "a diagram or record has several lines: from `-` only --to compact and --to json"
                    .into(),
            ));
        }
        let edition = position.for_boards()?;
        return answer_boards(engine, edition, out, |loaded| {
            Ok((one_line(&loaded, args.to)?, Answer::Yes))
        });
    }
    if args.to == Format::Record
        && let Some(answer) = copy_records(args, out)?
    {
        return Ok(answer);
    }
    let loaded = Loaded::find(engine, position)?;
    write!(out, "{}", write_position(&loaded, args.to)?)?;
    Ok(Answer::Yes)
}

/// Writes whole games as records, if the input holds games; a position is left to be written as one.
fn copy_records(args: &ConvertArgs, out: &mut dyn Write) -> Result<Option<Answer>, Failure> {
    let position = &args.position;
    let text = position.position.as_str();
    if text == "setup" || is_compact(text) || text.trim_start().starts_with('{') {
        return Ok(None);
    }
    if let Some(at) = position.at {
        return Err(Failure::Question(format!(
            "a record holds a whole game, not the position before {at}"
        )));
    }
    let input = Input::open(text)?;
    let (name, id) = (input.name.clone(), position.game.as_deref());
    match (input.kind, id) {
        (Kind::Archive, Some(id)) => {
            write!(out, "{}", write_record(&find_archived(input, Some(id))?))?;
            Ok(Some(Answer::Yes))
        }
        (Kind::Archive, None) => copy_archive(input, out).map(Some),
        (Kind::Records, id) => {
            let records =
                read_records(&input.into_text()?).map_err(|error| Failure::text(&name, error))?;
            let chosen = match id {
                Some(id) => std::slice::from_ref(find_record(&name, &records, Some(id))?),
                None => records.as_slice(),
            };
            for (index, record) in chosen.iter().enumerate() {
                separate(index, out)?;
                write!(out, "{}", write_record(record))?;
            }
            Ok(Some(Answer::Yes))
        }
        _ => Ok(None),
    }
}

fn copy_archive(input: Input, out: &mut dyn Write) -> Result<Answer, Failure> {
    let name = input.name.clone();
    let fail = |error| Failure::read(&name, error);
    let (mut answer, mut written) = (Answer::Yes, 0);
    for game in Archive::new(input.into_reader()).map_err(fail)? {
        match game {
            Ok(game) => {
                separate(written, out)?;
                written += 1;
                write!(out, "{}", write_record(&game.into()))?;
            }
            Err(ReadError::Text(error)) => {
                anstream::eprintln!("error: {name}: {error}");
                answer = Answer::Unreadable;
            }
            Err(error) => return Err(Failure::read(&name, error)),
        }
    }
    Ok(answer)
}

/// An empty line between games.
fn separate(written: usize, out: &mut dyn Write) -> Result<(), Failure> {
    if written > 0 {
        writeln!(out)?;
    }
    Ok(())
}

fn one_line(loaded: &Loaded, to: Format) -> Result<String, Failure> {
    match to {
        Format::Json => Ok(state_value(&state_of(loaded)).to_string()),
        _ => write_position(loaded, to).map(|text| text.trim_end().to_owned()),
    }
}

fn write_position(loaded: &Loaded, to: Format) -> Result<String, Failure> {
    let snapshot = loaded.game.state().snapshot();
    let (steps, earlier) = match &snapshot.phase {
        Phase::Play { steps, earlier } => (steps.len(), earlier.len()),
        Phase::Setup { .. } if to == Format::Json => (0, 0),
        Phase::Setup { .. } => {
            return Err(Failure::Question(
                "a setup in progress can be written only with --to json".into(),
            ));
        }
    };
    if steps > 0 && matches!(to, Format::Compact | Format::Record) {
        return Err(Failure::Question(
            "a turn in progress can be written only with --to diagram or --to json".into(),
        ));
    }
    if earlier > 0 && to != Format::Json {
        anstream::eprintln!(
            "note: {earlier} earlier turn ends are left out, so repetition starts anew; --to json keeps them"
        );
    }
    Ok(match to {
        Format::Json => ended(write_state(&state_of(loaded))),
        Format::Compact => ended(write_compact(snapshot.side, &snapshot.start)),
        Format::Diagram => diagram(loaded, &snapshot),
        Format::Record => write_record(&Record {
            tags: tags_of_start(&snapshot),
            entries: Vec::new(),
        }),
    })
}

fn diagram(loaded: &Loaded, snapshot: &Snapshot) -> String {
    let label = loaded.label_known.then(|| loaded.game.label());
    let state = loaded.game.state();
    let tokens = loaded.game.played_so_far();
    let tokens = tokens.iter().flat_map(Token::of);
    ended(write_diagram(label, snapshot.side, &state.board(), tokens))
}

fn state_of(loaded: &Loaded) -> State {
    State {
        snapshot: loaded.game.state().snapshot(),
        number: loaded.label_known.then(|| loaded.game.label().number),
    }
}

/// The text with exactly one line break at its end.
fn ended(text: String) -> String {
    let mut text = text;
    text.truncate(text.trim_end_matches('\n').len());
    text + "\n"
}
