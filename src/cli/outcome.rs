//! `outcome`: whether a position at the start of a turn is decided, and by which rule.

use std::io::Write;

use clap::Args;
use serde_json::json;

use super::batch::answer_boards;
use super::exit::{CliError, ExitStatus};
use super::json;
use super::position::Loaded;
use super::position_args::PositionArgs;
use crate::engines::Starter;

const HELP: &str = "\
Examples:
  arimaa-oracle outcome diagram.txt
  arimaa-oracle outcome - < boards.txt

Prints `ongoing`, or the winner (`gold`, `silver`, `draw`) and the rule's id.";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct OutcomeArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(
    engine: &Starter,
    args: &OutcomeArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    if args.position.position == "-" {
        let edition = args.position.for_boards()?;
        let question = |loaded| Ok((one_line(&loaded, args), ExitStatus::Yes));
        return answer_boards(engine, edition, out, question);
    }
    let loaded = Loaded::find(engine, &args.position)?;
    writeln!(out, "{}", one_line(&loaded, args))?;
    if let (Some(outcome), false) = (loaded.game.state().outcome(), args.json) {
        writeln!(out, "{}: {}", outcome.verdict(), outcome.reason())?;
    }
    Ok(ExitStatus::Yes)
}

fn one_line(loaded: &Loaded, args: &OutcomeArgs) -> String {
    let outcome = loaded.game.state().outcome();
    match outcome {
        _ if args.json => json!({ "outcome": json::outcome(outcome.as_ref()) }).to_string(),
        None => "ongoing".to_owned(),
        Some(outcome) => format!("{} {}", outcome.winner_name(), outcome.end.rule()),
    }
}
