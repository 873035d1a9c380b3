//! `outcome`: whether a position at the start of a turn is decided, and by which rule.

use std::io::Write;

use clap::Args;

use crate::answers::in_json;
use crate::batch::{Form, answer_boards};
use crate::exit::{CliError, ExitStatus};
use crate::position::Loaded;
use crate::position_args::PositionArgs;
use arimaa::engines::Engine;
use arimaa_oracle::ask::Question;

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
    pub(super) json: bool,
}

pub(super) fn run(
    engine: &Engine,
    args: &OutcomeArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    if args.json {
        return in_json(engine, &args.position, out, |position| {
            Ok(Question::Outcome {
                position: position.source,
            })
        });
    }
    if args.position.is_batch()? {
        let edition = args.position.for_boards()?;
        let question = |loaded| Ok((one_line(&loaded), ExitStatus::Yes));
        return answer_boards(engine, Form::Text, edition, out, question);
    }
    let loaded = Loaded::find(engine, &args.position)?;
    writeln!(out, "{}", one_line(&loaded))?;
    if let Some(outcome) = loaded.game.state().outcome() {
        writeln!(out, "{}: {}", outcome.verdict(), outcome.reason())?;
    }
    Ok(ExitStatus::Yes)
}

fn one_line(loaded: &Loaded) -> String {
    let outcome = loaded.game.state().outcome();
    match outcome {
        None => "ongoing".to_owned(),
        Some(outcome) => format!("{} {}", outcome.winner_name(), outcome.end.rule()),
    }
}
