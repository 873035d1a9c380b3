//! `legal`: the legal next actions at any moment of a turn.

use std::io::Write;

use clap::Args;

use crate::answers::{Asked, ask};
use crate::exit::{CliError, ExitStatus};
use crate::position::{FoundPosition, read_steps};
use crate::position_args::PositionArgs;
use arimaa::compare::Engine;
use arimaa::vocab::{Placed, Token};
use arimaa_oracle::ask::{ActionEffect, Answer, Question};

const HELP: &str = "\
Examples:
  arimaa-oracle legal diagram.txt
  arimaa-oracle legal diagram.txt Ed2n Ed3n
  arimaa-oracle legal --refusals diagram.txt
  arimaa-oracle legal --count - < boards.txt

A turn in progress may be ended where `end` is listed.";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub(super) struct LegalArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Steps or placements already made in this turn
    #[arg(value_name = "STEPS")]
    steps: Vec<String>,
    /// Print only their number
    #[arg(long)]
    count: bool,
    /// Show movement even if the game is decided
    #[arg(long)]
    past_end: bool,
    /// Print the frozen pieces, and why other steps are refused
    #[arg(long, conflicts_with = "count")]
    refusals: bool,
    /// Answer in JSON
    #[arg(long, conflicts_with = "count")]
    pub(super) json: bool,
}

pub(super) fn run(
    engine: &Engine,
    args: &LegalArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    if args.refusals && !args.json && args.position.is_batch()? {
        return Err(CliError::Question(
            "refusals have several lines: `--refusals` of many boards needs `--json`".into(),
        ));
    }
    let steps = read_steps(&args.steps)?;
    let legal = Legal {
        engine,
        args,
        steps,
    };
    ask(engine, &args.position, args.json, out, &legal)
}

/// The moment in a turn whose legal actions are listed.
struct Legal<'a> {
    engine: &'a Engine,
    args: &'a LegalArgs,
    steps: Vec<Token>,
}

impl Asked for Legal<'_> {
    fn question(&self, position: FoundPosition) -> Result<Question, CliError> {
        Ok(Question::LegalActions {
            position: position.with_actions(self.engine, &self.steps)?.source,
            effects: true,
            refusals: self.args.refusals,
            past_end: self.args.past_end,
        })
    }

    fn print(&self, _: &Question, answer: &Answer, out: &mut dyn Write) -> Result<(), CliError> {
        let Answer::Actions {
            actions,
            effects,
            frozen,
            refusals,
        } = answer
        else {
            return Ok(());
        };
        if self.args.count {
            return Ok(writeln!(out, "{}", actions.len())?);
        }
        for (action, effect) in actions.iter().zip(effects.iter().flatten()) {
            match effect_note(effect) {
                Some(note) => writeln!(out, "{action}\t{note}")?,
                None => writeln!(out, "{action}")?,
            }
        }
        for piece in frozen.iter().flatten() {
            writeln!(out, "{piece}\tfrozen")?;
        }
        for refusal in refusals.iter().flatten() {
            let [action, message, rule] =
                [&refusal.at, &refusal.message, &refusal.rule].map(|text| text.as_deref());
            let [action, message, rule] = [action, message, rule].map(Option::unwrap_or_default);
            writeln!(out, "{action}\trefused: {message} ({rule})")?;
        }
        Ok(())
    }

    fn line(&self, answer: &Answer) -> String {
        match answer {
            Answer::Actions { actions, .. } if self.args.count => actions.len().to_string(),
            Answer::Actions { actions, .. } => actions.join(" "),
            _ => String::new(),
        }
    }
}

/// The effect of an action in words: pushes, pulls and captures.
fn effect_note(effect: &ActionEffect) -> Option<String> {
    let part = match effect.part.as_str() {
        "push-begun" => Some("begins a push".to_owned()),
        "push-completed" => Some("completes the push".to_owned()),
        "pull" => Some("ends a pull".to_owned()),
        _ => None,
    };
    let captured: Option<Placed> = effect.captured.as_ref().and_then(|text| text.parse().ok());
    let captured = captured.map(|captured| format!("captures {}", captured.described()));
    let notes: Vec<String> = part.into_iter().chain(captured).collect();
    (!notes.is_empty()).then(|| notes.join(", "))
}
