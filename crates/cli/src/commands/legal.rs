//! `legal`: the legal next actions at any moment of a turn.

use std::io::Write;

use clap::Args;

use crate::answers::in_json;
use crate::batch::{Form, answer_lines};
use crate::exit::{CliError, ExitStatus};
use crate::position::{FoundPosition, Loaded, read_steps};
use crate::position_args::PositionArgs;
use arimaa::compare::Engine;
use arimaa::rules::Rules;
use arimaa::vocab::{Action, Effect, Part};
use arimaa_oracle::ask::Question;

const HELP: &str = "\
Examples:
  arimaa-oracle legal diagram.txt
  arimaa-oracle legal diagram.txt Ed2n Ed3n
  arimaa-oracle legal --count - < boards.txt

A turn in progress may be ended where `end` is listed.";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct LegalArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Steps or placements already made in this turn
    #[arg(value_name = "STEPS")]
    steps: Vec<String>,
    /// Print only how many there are
    #[arg(long)]
    count: bool,
    /// Show movement even if the game is decided
    #[arg(long)]
    past_end: bool,
    /// Answer in JSON
    #[arg(long, conflicts_with = "count")]
    pub(super) json: bool,
}

pub(super) fn run(
    engine: &Engine,
    args: &LegalArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let steps = read_steps(&args.steps)?;
    if args.json {
        return in_json(engine, &args.position, out, |position| {
            Ok(Question::LegalActions {
                position: position.after(engine, &steps)?.source,
                effects: true,
                past_end: args.past_end,
            })
        });
    }
    if args.position.is_batch()? {
        let edition = args.position.for_boards()?;
        return answer_lines(Form::Text, out, |board| {
            let position = FoundPosition::in_line(board, edition)?;
            let loaded = position.after(engine, &steps)?.load(engine)?;
            Ok((one_line(&loaded, args), ExitStatus::Yes))
        });
    }
    let loaded = FoundPosition::find(engine, &args.position)?
        .after(engine, &steps)?
        .load(engine)?;
    if args.count {
        writeln!(out, "{}", one_line(&loaded, args))?;
        return Ok(ExitStatus::Yes);
    }
    for action in actions(&loaded, args) {
        match note(loaded.game.state(), action) {
            Some(note) => writeln!(out, "{action}\t{note}")?,
            None => writeln!(out, "{action}")?,
        }
    }
    Ok(ExitStatus::Yes)
}

/// The legal actions: none where the game is decided, unless movement alone is asked for.
fn actions(loaded: &Loaded, args: &LegalArgs) -> Vec<Action> {
    let state = loaded.game.state();
    if state.outcome().is_some() && !args.past_end {
        return Vec::new();
    }
    state.legal_actions()
}

fn one_line(loaded: &Loaded, args: &LegalArgs) -> String {
    let actions = actions(loaded, args);
    let words: Vec<String> = actions.iter().map(Action::to_string).collect();
    if args.count {
        words.len().to_string()
    } else {
        words.join(" ")
    }
}

/// The effect of an action in words: pushes, pulls and captures.
fn note(state: &dyn Rules, action: Action) -> Option<String> {
    let Effect { part, captured } = state.boxed_clone().apply(action).ok()?;
    let part = match part {
        Part::PushBegun => Some("begins a push"),
        Part::PushCompleted => Some("completes the push"),
        Part::Pull => Some("ends a pull"),
        _ => None,
    };
    let captured = captured.map(|captured| format!("captures {}", captured.described()));
    match (part, captured) {
        (None, None) => None,
        (Some(part), None) => Some(part.to_owned()),
        (None, Some(captured)) => Some(captured),
        (Some(part), Some(captured)) => Some(format!("{part}, {captured}")),
    }
}
