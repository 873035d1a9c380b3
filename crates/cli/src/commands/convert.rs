//! `convert`: records, diagrams, compact boards and JSON states into each other.

use std::io::Write;

use clap::{Args, ValueEnum};

use crate::batch::{Form, answer_lines};
use crate::chosen_game::find_game;
use crate::exit::{CliError, ExitStatus, print_to_stderr, report};
use crate::foreign::{foreign_lines, json_line};
use crate::input::Input;
use crate::position::{FoundPosition, Loaded, is_written_out, read_steps, tags_of_start};
use crate::position_args::PositionArgs;
use arimaa::compare::Engine;
use arimaa::text::kind::TextKind;
use arimaa::text::{Archive, ReadError, Record, read_records, write_record, write_turn};
use arimaa::vocab::{Action, Edition, Phase, Token};
use arimaa_oracle::ask::{State, state_value, write_state};
use arimaa_oracle::ask::{compact, diagram};

const HELP: &str = "\
Examples:
  arimaa-oracle convert diagram.txt --to compact
  arimaa-oracle convert game.txt --at 12s --to json
  arimaa-oracle convert archive.tsv --game 669192 --to record";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct ConvertArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Steps or placements already made in this turn
    #[arg(value_name = "STEPS")]
    steps: Vec<String>,
    /// The format to write
    #[arg(long, value_enum)]
    to: Format,
}

/// A format that `convert` writes.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
enum Format {
    /// A compact board, with the steps of a turn in progress behind it
    Compact,
    /// A diagram, with the steps of a turn in progress in its header
    Diagram,
    /// A JSON state: complete, history and all
    Json,
    /// A game record, with a turn in progress in a comment
    Record,
}

pub(super) fn run(
    engine: &Engine,
    args: &ConvertArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let position = &args.position;
    let steps = read_steps(&args.steps)?;
    if position.is_batch()? {
        if matches!(args.to, Format::Diagram | Format::Record) {
            return Err(CliError::Question(
                "one position a line is written so, too: --to compact or --to json".into(),
            ));
        }
        let edition = position.for_boards()?;
        let form = match args.to {
            Format::Json => Form::Json,
            _ => Form::Text,
        };
        return answer_lines(form, out, &|line| {
            let position = FoundPosition::in_line(line, edition)?.with_actions(engine, &steps)?;
            let loaded = position.load(engine)?;
            Ok((one_line(&loaded, args.to)?, ExitStatus::Yes))
        });
    }
    if args.to == Format::Record
        && steps.is_empty()
        && let Some(answer) = copy_records(args, out)?
    {
        return Ok(answer);
    }
    let position = FoundPosition::find(engine, position)?.with_actions(engine, &steps)?;
    let loaded = position.load(engine)?;
    write!(out, "{}", write_position(&loaded, args.to)?)?;
    Ok(ExitStatus::Yes)
}

/// Writes the input's games as records; returns `None`, writing nothing, if it holds a position.
fn copy_records(args: &ConvertArgs, out: &mut dyn Write) -> Result<Option<ExitStatus>, CliError> {
    let position = &args.position;
    let text = position.position.as_str();
    if text == "setup" || is_written_out(text) {
        return Ok(None);
    }
    if let Some(at) = position.at {
        return Err(CliError::Question(format!(
            "a record holds a whole game, not the position before {at}"
        )));
    }
    let input = Input::open(text)?;
    let name = input.name.clone();
    match (input.kind, position.game.as_deref()) {
        (TextKind::Archive | TextKind::Records, Some(id)) => {
            let game = find_game(input, Some(id))?;
            write!(out, "{}", record_as_text(&game, position.edition))?;
            Ok(Some(ExitStatus::Yes))
        }
        (TextKind::Archive, None) => copy_archive(input, position.edition, out).map(Some),
        (TextKind::Records, None) => {
            let records = read_records(&input.into_text()?)
                .map_err(|error| CliError::text_error(&name, error))?;
            for (index, record) in records.iter().enumerate() {
                write_separator(index, out)?;
                write!(out, "{}", record_as_text(record, position.edition))?;
            }
            Ok(Some(ExitStatus::Yes))
        }
        (TextKind::Compact | TextKind::Plain | TextKind::Diagram | TextKind::State, _) => Ok(None),
    }
}

/// A record as text, with `edition` if it names none; unprintable characters are escaped.
fn record_as_text(record: &Record, edition: Option<Edition>) -> String {
    let mut record = record.clone();
    record.tags.edition = record.tags.edition.or(edition);
    foreign_lines(&write_record(&record))
}

fn copy_archive(
    input: Input,
    edition: Option<Edition>,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let name = input.name.clone();
    let fail = |error| CliError::read(&name, error);
    let (mut answer, mut written) = (ExitStatus::Yes, 0);
    for game in Archive::new(input.into_reader()).map_err(fail)? {
        match game {
            Ok(game) => {
                write_separator(written, out)?;
                written += 1;
                write!(out, "{}", record_as_text(&game.into(), edition))?;
            }
            Err(ReadError::Text(error)) => {
                report(&CliError::text_error(&name, error));
                answer = ExitStatus::Unreadable;
            }
            Err(error) => return Err(CliError::read(&name, error)),
        }
    }
    Ok(answer)
}

/// An empty line between games.
fn write_separator(written: usize, out: &mut dyn Write) -> Result<(), CliError> {
    if written > 0 {
        writeln!(out)?;
    }
    Ok(())
}

fn one_line(loaded: &Loaded, to: Format) -> Result<String, CliError> {
    match to {
        Format::Json => Ok(json_line(&state_value(&state_of(loaded)))),
        _ => write_position(loaded, to).map(|text| text.trim_end().to_owned()),
    }
}

fn write_position(loaded: &Loaded, to: Format) -> Result<String, CliError> {
    let snapshot = loaded.game.state().snapshot();
    let (steps, earlier) = match &snapshot.phase {
        Phase::Play { steps, earlier } => (&steps[..], earlier.len()),
        Phase::Setup { .. } if matches!(to, Format::Json | Format::Diagram) => (&[][..], 0),
        Phase::Setup { .. } => {
            return Err(CliError::Question(
                "a setup in progress can be written only with --to diagram or --to json".into(),
            ));
        }
    };
    if earlier > 0 && to != Format::Json {
        print_to_stderr(format_args!(
            "note: {earlier} earlier turn ends are left out, so repetition starts anew; --to json keeps them"
        ));
    }
    Ok(match to {
        Format::Json => ending_in_line_break(write_state(&state_of(loaded))),
        Format::Compact => compact(snapshot.side, &snapshot.start, steps) + "\n",
        Format::Diagram => {
            let label = loaded.label_known.then(|| loaded.game.label());
            ending_in_line_break(diagram(&loaded.game, label))
        }
        Format::Record => {
            let tags = tags_of_start(&snapshot);
            let entries = Vec::new();
            let mut text = write_record(&Record { tags, entries });
            if !steps.is_empty() {
                let tokens = steps.iter().map(|&step| Token::Action(Action::Step(step)));
                let turn = write_turn(Some(loaded.game.label()), tokens);
                text = format!("{text}\n# {turn} ...\n");
            }
            text
        }
    })
}

fn state_of(loaded: &Loaded) -> State {
    State {
        snapshot: loaded.game.state().snapshot(),
        number: loaded.label_known.then(|| loaded.game.label().number),
    }
}

/// The text with exactly one line break at its end.
fn ending_in_line_break(text: String) -> String {
    let mut text = text;
    text.truncate(text.trim_end_matches('\n').len());
    text + "\n"
}
