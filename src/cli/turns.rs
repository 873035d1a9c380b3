//! `turns`: the distinct legal turns.

use std::io::Write;

use serde_json::{Value, json};

use super::answer::{Answer, Failure};
use super::args::TurnsArgs;
use super::batch::answer_boards;
use super::json;
use super::position::Loaded;
use crate::engines::Starter;
use crate::rules::Rules;
use crate::vocab::{Phase, Turn};

/// The most turns that are listed; only the arrangements of a setup can be more.
const MOST_LISTED: u64 = 1_000_000;

pub(super) fn run(
    engine: &Starter,
    args: &TurnsArgs,
    out: &mut dyn Write,
) -> Result<Answer, Failure> {
    if args.position.position == "-" {
        let edition = args.position.for_boards()?;
        return answer_boards(engine, edition, out, |loaded| {
            Ok((one_line(&loaded, args)?, Answer::Yes))
        });
    }
    let loaded = Loaded::find(engine, &args.position)?;
    if args.count || args.json {
        writeln!(out, "{}", one_line(&loaded, args)?)?;
        return Ok(Answer::Yes);
    }
    for turn in turns(&loaded, args)? {
        writeln!(out, "{turn}")?;
    }
    Ok(Answer::Yes)
}

fn one_line(loaded: &Loaded, args: &TurnsArgs) -> Result<String, Failure> {
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
fn turns(loaded: &Loaded, args: &TurnsArgs) -> Result<Vec<Turn>, Failure> {
    if is_over(loaded, args) {
        return Ok(Vec::new());
    }
    let state = loaded.game.state();
    check_listable(state)?;
    Ok(state.turns())
}

/// Refuses to list the completions of a setup where they are millions.
pub(super) fn check_listable(state: &dyn Rules) -> Result<(), Failure> {
    let is_setup = matches!(state.snapshot().phase, Phase::Setup { .. });
    if is_setup && state.count_turns() > MOST_LISTED {
        let count = state.count_turns();
        return Err(Failure::Question(format!(
            "there are {count} ways to complete this setup; `turns --count` prints their number"
        )));
    }
    Ok(())
}

fn is_over(loaded: &Loaded, args: &TurnsArgs) -> bool {
    loaded.game.state().outcome().is_some() && !args.past_end
}
