//! `turns`: the distinct legal turns.

use std::io::Write;

use clap::Args;

use crate::answers::Asked;
use crate::exit::CliError;
use crate::position::FoundPosition;
use crate::position_args::PositionArgs;
use arimaa_oracle::ask::{Answer, Budget, Question, Ranks};

const HELP: &str = "\
Examples:
  arimaa-oracle turns diagram.txt
  arimaa-oracle turns --count 'g rrrrrrrr/dhcemchd/8/8/8/8/DHCMECHD/RRRRRRRR'
  arimaa-oracle turns --count - < boards.txt
  arimaa-oracle turns 'g r7/8/8/3E4/8/8/8/7R' --to 's r7/8/3E4/8/8/8/8/7R'

Turns are distinct by the board they lead to; the unchanged board is none of them. They are in
the order of their steps as text.";

/// The line printed where no turn leads to the board of `--to`.
const NONE: &str = "no turn";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct TurnsArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// Print only their number
    #[arg(long, conflicts_with_all = ["offset", "limit"])]
    count: bool,
    /// Only the turn that leads to this board, written in one line, with or without a side to move
    #[arg(long, value_name = "BOARD", conflicts_with_all = ["count", "offset", "limit"])]
    pub(super) to: Option<String>,
    /// Show movement even if the game is decided
    #[arg(long)]
    past_end: bool,
    /// Leave out this many turns before the first that is listed
    #[arg(long, value_name = "N", default_value_t = 0)]
    offset: u64,
    /// List at most N turns (maximum, and default with --json: 10000)
    #[arg(long, value_name = "N")]
    limit: Option<u32>,
    /// Answer in JSON
    #[arg(long)]
    pub(super) json: bool,
}

impl Asked for TurnsArgs {
    fn question(&self, position: FoundPosition) -> Result<Question, CliError> {
        let (position, past_end) = (position.source, self.past_end);
        if self.count {
            return Ok(Question::TurnCount { position, past_end });
        }
        let to = self.to.as_deref().map(FoundPosition::board_in_line);
        let to = to.transpose()?.map(Ranks);
        Ok(Question::Turns {
            position,
            to,
            past_end,
            offset: self.offset,
            limit: self.limit,
        })
    }

    /// Lists all turns in text, unless `--limit` is given; JSON always has pages.
    fn budget(&self) -> Budget<'static> {
        let page = Budget::default();
        let results = self.limit.map_or(u32::MAX, |_| page.results);
        Budget { results, ..page }
    }

    fn print(&self, _: &Question, answer: &Answer, out: &mut dyn Write) -> Result<(), CliError> {
        match answer {
            Answer::Turns { turns, .. } if self.to.is_none() => {
                for turn in turns {
                    writeln!(out, "{}", turn.turn)?;
                }
            }
            _ => writeln!(out, "{}", self.line(answer))?,
        }
        Ok(())
    }

    fn line(&self, answer: &Answer) -> String {
        match answer {
            Answer::TurnCount { count } => count.to_string(),
            Answer::Turns { total: 0, .. } if self.to.is_some() => NONE.to_owned(),
            Answer::Turns { turns, .. } => {
                let turns: Vec<&str> = turns.iter().map(|turn| turn.turn.as_str()).collect();
                turns.join("; ")
            }
            _ => String::new(),
        }
    }
}
