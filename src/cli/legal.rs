//! `legal`: the legal next actions at any moment of a turn.

use std::io::Write;

use clap::Args;
use serde_json::{Value, json};

use super::batch::answer_boards;
use super::exit::{CliError, ExitStatus};
use super::position::Loaded;
use super::position_args::PositionArgs;
use crate::engines::Starter;
use crate::rules::Rules;
use crate::text::{Located, read_turn};
use crate::vocab::{Action, Effect, Part};

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
    #[arg(long)]
    json: bool,
}

pub(super) fn run(
    engine: &Starter,
    args: &LegalArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let steps =
        read_turn(&args.steps.join(" "), 1).map_err(|error| CliError::text("STEPS", error))?;
    let steps = Located::values(&steps.tokens);
    if args.position.position == "-" {
        let edition = args.position.for_boards()?;
        return answer_boards(engine, edition, out, |loaded| {
            Ok((one_line(&loaded.after(&steps)?, args), ExitStatus::Yes))
        });
    }
    let loaded = Loaded::find(engine, &args.position)?.after(&steps)?;
    if args.count || args.json {
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
    match (args.count, args.json) {
        (true, false) => words.len().to_string(),
        (true, true) => json!({ "count": words.len() }).to_string(),
        (false, false) => words.join(" "),
        (false, true) => {
            let state = loaded.game.state();
            let listed = actions.iter().map(|&action| described(state, action));
            let actions: Vec<Value> = listed.collect();
            json!({ "actions": actions }).to_string()
        }
    }
}

fn described(state: &dyn Rules, action: Action) -> Value {
    let effect = state.boxed_clone().apply(action).ok();
    json!({
        "action": action.to_string(),
        "part": effect.map(|effect| effect.part.name()),
        "captured": effect.and_then(|effect| effect.captured).map(|piece| piece.to_string()),
    })
}

/// What is worth saying about an action besides its text.
fn note(state: &dyn Rules, action: Action) -> Option<String> {
    let Effect { part, captured } = state.boxed_clone().apply(action).ok()?;
    let part = match part {
        Part::PushBegun => Some("begins a push"),
        Part::PushCompleted => Some("completes the push"),
        Part::Pull => Some("ends a pull"),
        Part::Plain | Part::Placement | Part::TurnEnded => None,
    };
    let captured = captured.map(|captured| format!("captures {}", captured.described()));
    match (part, captured) {
        (None, None) => None,
        (Some(part), None) => Some(part.to_owned()),
        (None, Some(captured)) => Some(captured),
        (Some(part), Some(captured)) => Some(format!("{part}, {captured}")),
    }
}
