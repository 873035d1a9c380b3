//! `validate`: whether a position can exist, and why not.

use std::io::Write;

use clap::Args;
use serde_json::{Value, json};

use super::batch::answer_lines;
use super::exit::{CliError, ExitStatus};
use super::position::Loaded;
use super::position_args::PositionArgs;
use super::render::{BAD, GOOD, RULE};
use crate::engines::Starter;
use crate::spec;
use crate::vocab::Invalid;

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
    json: bool,
}

pub(super) fn run(
    engine: &Starter,
    args: &ValidateArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    if args.position.position == "-" {
        let edition = args.position.for_boards()?;
        return answer_lines(out, |line| {
            let verdict = verdict(Loaded::compact(engine, line, edition))?;
            let text = if args.json {
                json(verdict.as_ref()).to_string()
            } else {
                match &verdict {
                    None => "valid".to_owned(),
                    Some(invalid) => format!("invalid {}: {invalid}", invalid.rule()),
                }
            };
            Ok((text, answer(verdict.as_ref())))
        });
    }
    let verdict = verdict(Loaded::find(engine, &args.position))?;
    if args.json {
        writeln!(out, "{}", json(verdict.as_ref()))?;
        return Ok(answer(verdict.as_ref()));
    }
    match &verdict {
        None => writeln!(out, "{GOOD}valid{GOOD:#}")?,
        Some(invalid) => {
            let id = invalid.rule();
            writeln!(out, "{BAD}invalid{BAD:#}: {invalid} ({RULE}{id}{RULE:#})")?;
            if let Some(rule) = spec::rule(id) {
                writeln!(out)?;
                writeln!(out, "{RULE}{id}{RULE:#} {}", rule.summary())?;
            }
        }
    }
    Ok(answer(verdict.as_ref()))
}

/// Why the position is invalid, if it is; other failures stay failures.
fn verdict(loaded: Result<Loaded, CliError>) -> Result<Option<Invalid>, CliError> {
    match loaded {
        Ok(_) => Ok(None),
        Err(CliError::Invalid(invalid)) => Ok(Some(invalid)),
        Err(failure) => Err(failure),
    }
}

fn answer(verdict: Option<&Invalid>) -> ExitStatus {
    match verdict {
        None => ExitStatus::Yes,
        Some(_) => ExitStatus::No,
    }
}

fn json(verdict: Option<&Invalid>) -> Value {
    match verdict {
        None => json!({ "valid": true }),
        Some(invalid) => json!({
            "valid": false,
            "rule": invalid.rule(),
            "name": invalid.name(),
            "reason": invalid.to_string(),
        }),
    }
}
