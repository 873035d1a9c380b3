//! `validate`: whether a position can exist, and why not.

use std::io::Write;

use clap::Args;

use crate::answers::Asked;
use crate::exit::CliError;
use crate::position::FoundPosition;
use crate::position_args::PositionArgs;
use crate::render::{BAD, GOOD, RULE};
use arimaa::spec;
use arimaa_oracle::ask::{Answer, Fault, Question};

const HELP: &str = "\
Examples:
  arimaa-oracle validate diagram.txt
  arimaa-oracle validate - < boards.txt

Exit codes: 0 valid, 1 invalid, 2 something could not be read";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct ValidateArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// Answer in JSON
    #[arg(long)]
    pub(super) json: bool,
}

impl Asked for ValidateArgs {
    fn question(&self, position: FoundPosition) -> Result<Question, CliError> {
        let position = position.source;
        Ok(Question::Standing { position })
    }

    fn print(&self, _: &Question, answer: &Answer, out: &mut dyn Write) -> Result<(), CliError> {
        let Some((id, message)) = fault(answer) else {
            return Ok(writeln!(out, "{GOOD}valid{GOOD:#}")?);
        };
        writeln!(out, "{BAD}invalid{BAD:#}: {message} ({RULE}{id}{RULE:#})")?;
        if let Some(rule) = spec::rule(id) {
            writeln!(out)?;
            writeln!(out, "{RULE}{id}{RULE:#} {}", rule.summary())?;
        }
        Ok(())
    }

    fn line(&self, answer: &Answer) -> String {
        match fault(answer) {
            None => "valid".to_owned(),
            Some((rule, message)) => format!("invalid {rule}: {message}"),
        }
    }
}

/// The rule that makes the position invalid, and why.
fn fault(answer: &Answer) -> Option<(&str, &str)> {
    match answer {
        Answer::Error {
            error: Fault::ImpossiblePosition { rule, message, .. },
        } => Some((rule, message)),
        _ => None,
    }
}
