//! `outcome`: whether a position at the start of a turn is decided, and by which rule.

use std::io::Write;

use serde_json::json;

use super::answer::{Answer, Failure};
use super::args::OutcomeArgs;
use super::batch::answer_boards;
use super::json;
use super::position::Loaded;
use crate::engines::Starter;

pub(super) fn run(
    engine: &Starter,
    args: &OutcomeArgs,
    out: &mut dyn Write,
) -> Result<Answer, Failure> {
    if args.position.position == "-" {
        let edition = args.position.for_boards()?;
        let question = |loaded| Ok((one_line(&loaded, args), Answer::Yes));
        return answer_boards(engine, edition, out, question);
    }
    let loaded = Loaded::find(engine, &args.position)?;
    writeln!(out, "{}", one_line(&loaded, args))?;
    if let (Some(outcome), false) = (loaded.game.state().outcome(), args.json) {
        writeln!(out, "{}: {}", outcome.verdict(), outcome.reason())?;
    }
    Ok(Answer::Yes)
}

fn one_line(loaded: &Loaded, args: &OutcomeArgs) -> String {
    let outcome = loaded.game.state().outcome();
    match outcome {
        _ if args.json => json!({ "outcome": json::outcome(outcome.as_ref()) }).to_string(),
        None => "ongoing".to_owned(),
        Some(outcome) => format!("{} {}", outcome.winner_name(), outcome.end.rule()),
    }
}
