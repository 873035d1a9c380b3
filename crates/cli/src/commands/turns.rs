//! `turns`: the distinct legal turns.

use std::io::Write;

use clap::Args;

use crate::answers::in_json;
use crate::batch::{Form, answer_boards};
use crate::exit::{CliError, ExitStatus};
use crate::position::{Loaded, check_listable};
use crate::position_args::PositionArgs;
use arimaa::compare::Engine;
use arimaa::vocab::Turn;
use arimaa_oracle::ask::{PositionSource, Question, turns_unless};

const HELP: &str = "\
Examples:
  arimaa-oracle turns diagram.txt
  arimaa-oracle turns --count 'g rrrrrrrr/dhcemchd/8/8/8/8/DHCMECHD/RRRRRRRR'
  arimaa-oracle turns --count - < boards.txt

Turns are distinct by the board they lead to; the unchanged board is none of them. They are in
the order of their steps as text.";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct TurnsArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Print only how many there are
    #[arg(long)]
    count: bool,
    /// Show movement even if the game is decided
    #[arg(long)]
    past_end: bool,
    /// With --json: leave out so many turns first
    #[arg(long, value_name = "N", default_value_t = 0, requires = "json")]
    offset: u64,
    /// With --json: list at most so many turns (at most, and by default, 10000)
    #[arg(long, value_name = "N", requires = "json")]
    limit: Option<u32>,
    /// Answer in JSON
    #[arg(long)]
    pub(super) json: bool,
}

pub(super) fn run(
    engine: &Engine,
    args: &TurnsArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    if args.json {
        return in_json(engine, &args.position, out, |position| {
            Ok(question(args, position.source))
        });
    }
    if args.position.is_batch()? {
        let edition = args.position.for_boards()?;
        return answer_boards(engine, Form::Text, edition, out, |loaded| {
            Ok((one_line(&loaded, args)?, ExitStatus::Yes))
        });
    }
    let loaded = Loaded::find(engine, &args.position)?;
    if args.count {
        writeln!(out, "{}", one_line(&loaded, args)?)?;
        return Ok(ExitStatus::Yes);
    }
    for turn in turns(&loaded, args)? {
        writeln!(out, "{turn}")?;
    }
    Ok(ExitStatus::Yes)
}

fn question(args: &TurnsArgs, position: PositionSource) -> Question {
    let past_end = args.past_end;
    if args.count {
        return Question::TurnCount { position, past_end };
    }
    Question::Turns {
        position,
        past_end,
        offset: args.offset,
        limit: args.limit,
    }
}

fn one_line(loaded: &Loaded, args: &TurnsArgs) -> Result<String, CliError> {
    if args.count {
        let count = loaded.game.count_turns_unless(args.past_end, &|| false);
        return Ok(count.unwrap_or_default().to_string());
    }
    let turns = turns(loaded, args)?;
    let turns: Vec<String> = turns.iter().map(Turn::to_string).collect();
    Ok(turns.join("; "))
}

fn turns(loaded: &Loaded, args: &TurnsArgs) -> Result<Vec<Turn>, CliError> {
    check_listable(loaded.game.state())?;
    let turns = turns_unless(&loaded.game, args.past_end, &|| false)?;
    Ok(turns.unwrap_or_default())
}
