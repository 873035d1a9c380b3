//! `perft`: counts step sequences and turns to a depth (SPEC.md chapter 13).

mod suite;

use std::io::Write;
use std::str::FromStr;
use std::time::Instant;

use clap::Args;
use rayon::prelude::*;

use super::answers::in_json;
use super::batch::{Form, answer_boards};
use super::exit::{CliError, ExitStatus};
use super::options::{self, use_threads};
use super::position::{Loaded, check_listable};
use super::position_args::PositionArgs;
use super::progress;
use crate::ask::{MAX_STEPS, Question, Unit, count_tree, count_turns_to};
use crate::engines::Starter;
use crate::rules::Rules;
use crate::vocab::{Action, UnknownWord};

/// The most turns to which sequences are counted. No position with a choice is counted so far.
const MAX_DEPTH: i64 = 100;

const HELP: &str = "\
Examples:
  arimaa-oracle perft --steps tree 'g rrrrrrrr/dhcemchd/8/8/8/8/DHCMECHD/RRRRRRRR'
  arimaa-oracle perft --turns 2 --split diagram.txt
  arimaa-oracle perft --turns 1 - < boards.txt
  arimaa-oracle perft --steps 4 --json - < boards.txt
  arimaa-oracle perft --suite suite/perft/*.toml --limit 1000000

What is counted is chapter 13 of the specification. Time and rate go to standard error.

Exit codes: 0 counted, with --suite every number is right; 1 with --suite, a number is wrong;
2 something could not be read";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct PerftArgs {
    #[command(flatten)]
    position: Option<PositionArgs>,
    /// Count sequences of exactly so many steps (1 to 4), or `tree`: of one to four
    #[arg(long, value_name = "N|tree", conflicts_with = "turns")]
    steps: Option<StepDepth>,
    /// Count sequences of so many distinct turns, at most 100 (default: 1)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=MAX_DEPTH))]
    turns: Option<u32>,
    /// Print the count of each first step or turn
    #[arg(long)]
    split: bool,
    /// Check every number of these perft files instead
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["PositionArgs", "steps", "turns", "split"])]
    suite: Vec<String>,
    /// With --suite: skip numbers above this
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Answer in JSON: the counts to depth 1, 2, … (with --turns to 3 at most); with --suite one
    /// line a number and a last one with the totals
    #[arg(long, conflicts_with = "split")]
    json: bool,
    /// How many threads (default: all cores)
    #[arg(long, value_parser = options::threads)]
    threads: Option<usize>,
}

/// How deep steps are counted.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum StepDepth {
    /// One to four, together.
    Tree,
    /// Exactly so many.
    Exactly(u32),
}

impl FromStr for StepDepth {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "tree" => Ok(Self::Tree),
            "1" | "2" | "3" | "4" => Ok(Self::Exactly(u32::from(text.as_bytes()[0] - b'0'))),
            _ => Err(UnknownWord::new(text, "a depth (1, 2, 3, 4 or tree)")),
        }
    }
}

pub(super) fn run(
    engine: &Starter,
    args: &PerftArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    use_threads(args.threads)?;
    if !args.suite.is_empty() {
        return suite::run(engine, &args.suite, args.limit, args.json, out);
    }
    let Some(position) = &args.position else {
        return Err(CliError::Question(
            "perft needs a position, or --suite and files".into(),
        ));
    };
    if args.limit.is_some() {
        return Err(CliError::Question("--limit needs --suite".into()));
    }
    if args.json {
        let (count, depth) = match (args.steps, args.turns) {
            (Some(StepDepth::Tree), _) => (Unit::Steps, MAX_STEPS),
            (Some(StepDepth::Exactly(steps)), _) => (Unit::Steps, steps),
            (None, turns) => (Unit::Turns, turns.unwrap_or(1)),
        };
        return in_json(engine, position, out, |position| {
            Ok(Question::Perft {
                position: position.source,
                count,
                depth,
            })
        });
    }
    if position.is_batch()? {
        if args.split {
            return Err(CliError::Question(
                "--split needs one position, not `-`".into(),
            ));
        }
        let edition = position.for_boards()?;
        return answer_boards(engine, Form::Text, edition, out, |loaded| {
            let count = count(loaded.game.state(), args);
            Ok((count.to_string(), ExitStatus::Yes))
        });
    }
    let loaded = Loaded::find(engine, position)?;
    let state = loaded.game.state();
    if args.steps.is_none() && (args.split || args.turns.is_some_and(|turns| turns > 1)) {
        check_listable(state)?;
    }
    let start = Instant::now();
    let parts = parts(state, args);
    let total: u64 = parts.iter().map(|(_, count)| count).sum();
    let seconds = start.elapsed().as_secs_f64();
    if args.split {
        for (name, count) in &parts {
            writeln!(out, "{name}\t{count}")?;
        }
    }
    writeln!(out, "{total}")?;
    #[expect(clippy::cast_precision_loss, reason = "a rate needs few digits")]
    let rate = total as f64 / seconds.max(1e-9);
    anstream::eprintln!("{seconds:.3} s, {rate:.0} a second");
    Ok(ExitStatus::Yes)
}

/// The whole count of a position.
fn count(state: &dyn Rules, args: &PerftArgs) -> u64 {
    match (args.steps, args.turns) {
        (Some(StepDepth::Tree), _) => count_tree(state),
        (Some(StepDepth::Exactly(steps)), _) => state.count_steps(steps),
        (None, turns) => count_turns_to(state, turns.unwrap_or(1)),
    }
}

/// The count by first steps, or by first turns, in their order.
fn parts(state: &dyn Rules, args: &PerftArgs) -> Vec<(String, u64)> {
    let after = |actions: &[Action]| {
        let mut next = state.boxed_clone();
        let played = actions
            .iter()
            .try_for_each(|&action| next.apply(action).map(|_| ()));
        played.is_ok().then_some(next)
    };
    if let Some(depth) = args.steps {
        let count = |state: &dyn Rules| match depth {
            StepDepth::Tree => (0..4).map(|steps| state.count_steps(steps)).sum(),
            StepDepth::Exactly(steps) => state.count_steps(steps.saturating_sub(1)),
        };
        let steps = state.legal_actions().into_iter();
        let steps: Vec<Action> = steps.filter(|&action| action != Action::EndTurn).collect();
        return steps
            .into_par_iter()
            .filter_map(|step| after(&[step]).map(|next| (step.to_string(), count(&*next))))
            .collect();
    }
    let depth = args.turns.unwrap_or(1);
    if state.outcome().is_some() {
        return Vec::new();
    }
    if depth <= 1 && !args.split {
        return vec![(String::new(), count_turns_to(state, depth))];
    }
    let turns = state.turns();
    let progress = progress::bar(turns.len() as u64);
    let counts = turns
        .par_iter()
        .filter_map(|turn| {
            let actions = turn.played.iter().map(|played| played.action);
            let actions: Vec<Action> = actions.chain([Action::EndTurn]).collect();
            let count = after(&actions).map(|next| count_turns_to(&*next, depth.saturating_sub(1)));
            progress.inc(1);
            count.map(|count| (turn.to_string(), count))
        })
        .collect();
    progress.finish_and_clear();
    counts
}
