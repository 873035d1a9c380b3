//! `outcome`: whether a position at the start of a turn is decided, and by which rule.

use std::io::Write;

use clap::Args;

use crate::answers::Asked;
use crate::exit::CliError;
use crate::position::FoundPosition;
use crate::position_args::PositionArgs;
use crate::render::short_outcome;
use arimaa_oracle::ask::{Answer, Question};

const HELP: &str = "\
Examples:
  arimaa-oracle outcome diagram.txt
  arimaa-oracle outcome - < boards.txt

Prints `ongoing`, or the winner (`gold`, `silver`, `draw`) and the rule's id.";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct OutcomeArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// Answer in JSON
    #[arg(long)]
    pub(super) json: bool,
}

impl Asked for OutcomeArgs {
    fn question(&self, position: FoundPosition) -> Result<Question, CliError> {
        let position = position.source;
        Ok(Question::Outcome { position })
    }

    fn print(&self, _: &Question, answer: &Answer, out: &mut dyn Write) -> Result<(), CliError> {
        writeln!(out, "{}", self.line(answer))?;
        if let Answer::Outcome {
            outcome: Some(ended),
        } = answer
        {
            let reason = ended.message.as_deref().unwrap_or_default();
            writeln!(out, "{}: {reason}", ended.winner.verdict())?;
        }
        Ok(())
    }

    fn line(&self, answer: &Answer) -> String {
        match answer {
            Answer::Outcome {
                outcome: Some(ended),
            } => short_outcome(ended),
            _ => "ongoing".to_owned(),
        }
    }
}
