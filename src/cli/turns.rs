//! `turns`: the distinct legal turns.

use std::io::Write;

use clap::Args;
use serde_json::{Value, json};

use super::batch::answer_boards;
use super::exit::{CliError, ExitStatus};
use super::json;
use super::position::{Loaded, check_listable};
use super::position_args::PositionArgs;
use crate::engines::Starter;
use crate::vocab::Turn;

const HELP: &str = "\
Examples:
  arimaa-oracle turns diagram.txt
  arimaa-oracle turns --count 'g [64 characters]'
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
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(
    engine: &Starter,
    args: &TurnsArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    if args.position.position == "-" {
        let edition = args.position.for_boards()?;
        return answer_boards(engine, edition, out, |loaded| {
            Ok((one_line(&loaded, args)?, ExitStatus::Yes))
        });
    }
    let loaded = Loaded::find(engine, &args.position)?;
    if args.count || args.json {
        writeln!(out, "{}", one_line(&loaded, args)?)?;
        return Ok(ExitStatus::Yes);
    }
    for turn in turns(&loaded, args)? {
        writeln!(out, "{turn}")?;
    }
    Ok(ExitStatus::Yes)
}

fn one_line(loaded: &Loaded, args: &TurnsArgs) -> Result<String, CliError> {
    if args.count {
        let state = loaded.game.state();
        let count = if is_over(loaded, args) {
            0
        } else {
            state.count_turns()
        };
        return Ok(if args.json {
            json!({ "count": count }).to_string()
        } else {
            count.to_string()
        });
    }
    let turns = turns(loaded, args)?;
    if args.json {
        let to_move = loaded.game.label().side.other();
        let turns: Vec<Value> = turns.iter().map(|turn| json::turn(turn, to_move)).collect();
        return Ok(json!({ "turns": turns }).to_string());
    }
    let turns: Vec<String> = turns.iter().map(Turn::to_string).collect();
    Ok(turns.join("; "))
}

/// The turns: none where the game is decided, unless movement alone is asked for.
fn turns(loaded: &Loaded, args: &TurnsArgs) -> Result<Vec<Turn>, CliError> {
    if is_over(loaded, args) {
        return Ok(Vec::new());
    }
    let state = loaded.game.state();
    check_listable(state)?;
    Ok(state.turns())
}

fn is_over(loaded: &Loaded, args: &TurnsArgs) -> bool {
    loaded.game.state().outcome().is_some() && !args.past_end
}
