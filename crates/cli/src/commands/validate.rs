//! `validate`: whether a position can exist, and why not.

use std::io::Write;

use clap::Args;

use crate::answers::in_json;
use crate::batch::{Form, answer_lines};
use crate::exit::{CliError, ExitStatus};
use crate::position::{FoundPosition, Loaded};
use crate::position_args::PositionArgs;
use crate::render::{BAD, GOOD, RULE};
use arimaa::compare::Engine;
use arimaa::spec;
use arimaa_oracle::ask::Question;

const HELP: &str = "\
Examples:
  arimaa-oracle validate diagram.txt
  arimaa-oracle validate - < boards.txt

Exit codes: 0 valid, 1 invalid, 2 something could not be read";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct ValidateArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Answer in JSON
    #[arg(long)]
    pub(super) json: bool,
}

pub(super) fn run(
    engine: &Engine,
    args: &ValidateArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    if args.json {
        return in_json(engine, &args.position, out, |position| {
            Ok(Question::Standing {
                position: position.source,
            })
        });
    }
    if args.position.is_batch()? {
        let edition = args.position.for_boards()?;
        return answer_lines(Form::Text, out, |line| {
            let loaded = FoundPosition::in_line(line, edition)?.load(engine);
            let invalid = reason(loaded)?;
            let text = match &invalid {
                None => "valid".to_owned(),
                Some((rule, message)) => format!("invalid {rule}: {message}"),
            };
            Ok((text, status(invalid.is_none())))
        });
    }
    let invalid = reason(Loaded::find(engine, &args.position))?;
    match &invalid {
        None => writeln!(out, "{GOOD}valid{GOOD:#}")?,
        Some((id, message)) => {
            writeln!(out, "{BAD}invalid{BAD:#}: {message} ({RULE}{id}{RULE:#})")?;
            if let Some(rule) = spec::rule(id) {
                writeln!(out)?;
                writeln!(out, "{RULE}{id}{RULE:#} {}", rule.summary())?;
            }
        }
    }
    Ok(status(invalid.is_none()))
}

/// The rule that makes the position invalid, and why; other errors stay errors.
fn reason(loaded: Result<Loaded, CliError>) -> Result<Option<(String, String)>, CliError> {
    match loaded {
        Ok(_) => Ok(None),
        Err(CliError::Impossible { rule, message, .. }) => Ok(Some((rule, message))),
        Err(error) => Err(error),
    }
}

fn status(is_valid: bool) -> ExitStatus {
    if is_valid {
        ExitStatus::Yes
    } else {
        ExitStatus::No
    }
}
