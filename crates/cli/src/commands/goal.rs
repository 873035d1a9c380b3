//! `goal`: whether the player to move has a goal within this turn, and the turns that make it.

use std::io::Write;

use clap::Args;

use crate::answers::Asked;
use crate::exit::{CliError, print_to_stderr};
use crate::position::FoundPosition;
use crate::position_args::PositionArgs;
use arimaa_oracle::ask::{Answer, Question};

const HELP: &str = "\
Examples:
  arimaa-oracle goal diagram.txt
  arimaa-oracle goal --shortest 'g 7r/Re6/8/D7/8/8/8/8'
  arimaa-oracle goal - < boards.txt

Prints every distinct turn that ends with a rabbit of the player on its goal rank, one a line in the
order of their steps as text, or `no goal`. For many boards it prints one of the shortest turns for
each.

Exit codes: 0 there is a goal, 1 there is none";

/// The line printed where no turn makes a goal.
const NONE: &str = "no goal";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct GoalArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// Print only the first of the shortest turns
    #[arg(long, conflicts_with_all = ["offset", "limit"])]
    shortest: bool,
    /// Show movement even if the game is decided
    #[arg(long)]
    past_end: bool,
    /// Leave out this many turns before the first that is listed
    #[arg(long, value_name = "N", default_value_t = 0)]
    offset: u64,
    /// List at most N turns (default and maximum: 10000)
    #[arg(long, value_name = "N")]
    limit: Option<u32>,
    /// Answer in JSON
    #[arg(long)]
    pub(super) json: bool,
}

impl Asked for GoalArgs {
    fn question(&self, position: FoundPosition) -> Result<Question, CliError> {
        Ok(Question::Goal {
            position: position.source,
            past_end: self.past_end,
            offset: self.offset,
            limit: if self.shortest { Some(0) } else { self.limit },
        })
    }

    fn print(&self, _: &Question, answer: &Answer, out: &mut dyn Write) -> Result<(), CliError> {
        let Answer::Goal { total, turns, .. } = answer else {
            return Ok(());
        };
        if self.shortest || *total == 0 {
            writeln!(out, "{}", self.line(answer))?;
            return Ok(());
        }
        for turn in turns {
            writeln!(out, "{}", turn.turn)?;
        }
        let next = self.offset + turns.len() as u64;
        if self.limit.is_none() && next < *total {
            out.flush()?;
            let more = format_args!("{next} of {total} turns; `--offset {next}` lists the next");
            print_to_stderr(more);
        }
        Ok(())
    }

    fn line(&self, answer: &Answer) -> String {
        match answer {
            // The turn can end as the position stands: no step is left to write.
            Answer::Goal {
                shortest: Some(turn),
                ..
            } if turn.is_empty() => "end".to_owned(),
            Answer::Goal {
                shortest: Some(turn),
                ..
            } => turn.clone(),
            _ => NONE.to_owned(),
        }
    }
}
