//! `perft`: counts step sequences and turns to a depth (SPEC.md chapter 13).

mod in_order;
mod kept;
mod suite;

use std::io::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Instant;

use clap::Args;

use in_order::in_order;
use kept::Kept;

use crate::answers::{Asked, ask};
use crate::exit::{CliError, ExitStatus, print_to_stderr};
use crate::options;
use crate::position::{FoundPosition, read_steps};
use crate::position_args::PositionArgs;
use crate::progress;
use arimaa::compare::Engine;
use arimaa::rules::Rules;
use arimaa::vocab::{Action, Token, Turn, UnknownWord};
use arimaa_oracle::ask::{
    Answer, Budget, Counted, MAX_STEPS, Question, State, Unit, count_turns_to, state_value,
    turns_unless,
};
use arimaa_oracle::judge::JudgedGame;

/// Largest depth of `--turns`. No count of a position with a choice gets that far.
const MAX_DEPTH: i64 = 100;

const HELP: &str = "\
Examples:
  arimaa-oracle perft --steps tree 'g rrrrrrrr/dhcemchd/8/8/8/8/DHCMECHD/RRRRRRRR'
  arimaa-oracle perft --turns 2 --split diagram.txt
  arimaa-oracle perft --turns 3 --keep counts.txt diagram.txt
  arimaa-oracle perft --steps 2 diagram.txt Ed2n Ed3n
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
    /// Steps or placements already made in this turn
    #[arg(value_name = "STEPS")]
    made: Vec<String>,
    /// Count sequences of exactly N steps (1 to 4), or with `tree` of one to four
    #[arg(
        long,
        value_name = "N|tree",
        visible_alias = "depth",
        conflicts_with = "turns"
    )]
    steps: Option<StepDepth>,
    /// Count sequences of N distinct turns, at most 100 (default: 1)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=MAX_DEPTH))]
    turns: Option<u32>,
    /// Print the count of each first step or turn
    #[arg(long, visible_alias = "divide")]
    split: bool,
    /// Write the count of each first step or turn to this file as soon as it is known, and take the
    /// counts that the file has already: a long count goes on where it was interrupted
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "suite"])]
    keep: Option<PathBuf>,
    /// Check every number of these perft files instead
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["PositionArgs", "made", "steps", "turns", "split"])]
    suite: Vec<String>,
    /// With --suite: skip numbers above this
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Answer in JSON: the counts to depth 1, 2, … (with --turns to 3 at most); with --suite one
    /// line a number and a last one with the totals
    #[arg(long, conflicts_with = "split")]
    json: bool,
    /// The number of threads (default: one for each core)
    #[arg(long, value_parser = options::threads)]
    pub(super) threads: Option<usize>,
}

impl PerftArgs {
    /// Whether the output is answers in JSON: with `--json`, unless perft files are checked.
    pub(super) fn answers_in_json(&self) -> bool {
        self.json && self.suite.is_empty()
    }
}

/// The argument of `--steps`: the length of the counted step sequences.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum StepDepth {
    /// Sequences of one to four steps, added up.
    Tree,
    /// Sequences of exactly this many steps.
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
    engine: &Engine,
    args: &PerftArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
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
    let asked = Counting {
        engine,
        args,
        made: read_steps(&args.made)?,
        start: Instant::now(),
    };
    let is_split = args.split || args.keep.is_some();
    let has_parts = is_split || args.steps.is_some() || args.turns.is_some_and(|turns| turns > 1);
    let is_batch = position.is_batch()?;
    if is_batch && is_split {
        let option = if args.split { "--split" } else { "--keep" };
        let message = format!("{option} needs one position, not `-`");
        return Err(CliError::Question(message));
    }
    if args.json || is_batch || !has_parts {
        return ask(engine, position, args.json, out, &asked);
    }
    let position = FoundPosition::find(engine, position)?.with_actions(engine, &asked.made)?;
    let Total { all, counted } = print_split_counts(&position.load(engine)?.game, args, out)?;
    writeln!(out, "{all}")?;
    asked.say_rate(counted);
    Ok(ExitStatus::Yes)
}

/// One count of `perft`, put as a single question, and the time at which it began.
struct Counting<'a> {
    engine: &'a Engine,
    args: &'a PerftArgs,
    made: Vec<Token>,
    start: Instant,
}

impl Counting<'_> {
    fn total(&self, answer: &Answer) -> u64 {
        match (answer, self.args.steps) {
            (Answer::Perft { counts }, Some(StepDepth::Tree)) => counts.iter().sum(),
            (Answer::Perft { counts }, _) => counts.last().copied().unwrap_or_default(),
            _ => 0,
        }
    }

    fn say_rate(&self, counted: u64) {
        let seconds = self.start.elapsed().as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "a rate needs few digits")]
        let rate = counted as f64 / seconds.max(1e-9);
        print_to_stderr(format_args!("{seconds:.3} s, {rate:.0} a second"));
    }
}

impl Asked for Counting<'_> {
    fn question(&self, position: FoundPosition) -> Result<Question, CliError> {
        let (count, depth) = match (self.args.steps, self.args.turns) {
            (Some(StepDepth::Tree), _) => (Unit::Steps, MAX_STEPS),
            (Some(StepDepth::Exactly(steps)), _) => (Unit::Steps, steps),
            (None, turns) => (Unit::Turns, turns.unwrap_or(1)),
        };
        Ok(Question::Perft {
            position: position.with_actions(self.engine, &self.made)?.source,
            count,
            depth,
        })
    }

    /// Leaves the depth of text answers unbounded here: the option `--turns` has its own bound.
    fn budget(&self) -> Budget<'static> {
        let depth = u32::MAX;
        Budget {
            depth,
            ..Budget::default()
        }
    }

    fn print(&self, _: &Question, answer: &Answer, out: &mut dyn Write) -> Result<(), CliError> {
        writeln!(out, "{}", self.line(answer))?;
        self.say_rate(self.total(answer));
        Ok(())
    }

    fn line(&self, answer: &Answer) -> String {
        self.total(answer).to_string()
    }
}

/// A number of sequences, and how many of them were counted now rather than kept from before.
#[derive(Default)]
struct Total {
    all: u64,
    counted: u64,
}

/// Counts by first steps or first turns in parallel. With `--split` each count is printed as soon
/// as those before it are; with `--keep` each is written as soon as it is there.
fn print_split_counts(
    game: &JudgedGame,
    args: &PerftArgs,
    out: &mut dyn Write,
) -> Result<Total, CliError> {
    let state = game.state();
    let firsts = first_steps_or_turns(game, args.steps.is_some())?;
    let names = firsts.iter().map(|first| first.name.as_str());
    let open = |path| Kept::open(path, &question_line(state, args), names);
    let kept = args.keep.as_deref().map(open).transpose()?;
    let progress = progress::bar(firsts.len() as u64);
    let work = |first: &First| {
        let known = kept.as_ref().and_then(|kept| kept.count_of(&first.name));
        let count = match known {
            Some(count) => Some(count),
            None => after_first(state, &first.actions).map(|next| count_rest(&*next, args)),
        };
        if let (None, Some(kept), Some(count)) = (known, &kept, count) {
            kept.append(&first.name, count)?;
        }
        progress.inc(1);
        io::Result::Ok(count.map(|count| (count, known.is_none())))
    };
    let mut total = Total::default();
    in_order(&firsts, work, |first, counted| {
        let Some((count, is_new)) = counted? else {
            return Ok(());
        };
        let all = total.all.checked_add(count);
        total.all = all.ok_or_else(|| io::Error::other("the number does not fit into 64 bits"))?;
        total.counted += if is_new { count } else { 0 };
        if args.split {
            let print = || writeln!(out, "{}\t{count}", first.name).and_then(|()| out.flush());
            progress.suspend(print)?;
        }
        io::Result::Ok(())
    })?;
    progress.finish_and_clear();
    Ok(total)
}

/// The first line of a `--keep` file: the counted unit and the position.
fn question_line(state: &dyn Rules, args: &PerftArgs) -> String {
    let what = match (args.steps, args.turns) {
        (Some(StepDepth::Tree), _) => Counted::Tree,
        (Some(StepDepth::Exactly(steps)), _) => Counted::Steps(steps),
        (None, turns) => Counted::Turns(turns.unwrap_or(1)),
    };
    let position = state_value(&State {
        snapshot: state.snapshot(),
        number: None,
    });
    format!("{what} of {position}")
}

/// A first step or first turn of the counted sequences; a turn's end is among its actions.
struct First {
    name: String,
    actions: Vec<Action>,
}

fn first_steps_or_turns(game: &JudgedGame, are_steps: bool) -> Result<Vec<First>, CliError> {
    if are_steps {
        let mut steps = game.state().legal_actions();
        steps.retain(|&action| action != Action::EndTurn);
        let first = |step: Action| First {
            name: step.to_string(),
            actions: vec![step],
        };
        return Ok(steps.into_iter().map(first).collect());
    }
    let first = |turn: Turn| {
        let actions = turn.played.iter().map(|played| played.action);
        First {
            name: turn.to_string(),
            actions: actions.chain([Action::EndTurn]).collect(),
        }
    };
    let turns = turns_unless(game, false, &|| false)?.unwrap_or_default();
    Ok(turns.into_iter().map(first).collect())
}

fn after_first(state: &dyn Rules, actions: &[Action]) -> Option<Box<dyn Rules>> {
    let mut next = state.boxed_clone();
    let played = actions
        .iter()
        .try_for_each(|&action| next.apply(action).map(|_| ()));
    played.is_ok().then_some(next)
}

/// The number of sequences that continue from `state`, after their first step or turn.
fn count_rest(state: &dyn Rules, args: &PerftArgs) -> u64 {
    match (args.steps, args.turns) {
        (Some(StepDepth::Tree), _) => (0..4).map(|steps| state.count_steps(steps)).sum(),
        (Some(StepDepth::Exactly(steps)), _) => state.count_steps(steps.saturating_sub(1)),
        (None, turns) => count_turns_to(state, turns.unwrap_or(1).saturating_sub(1)),
    }
}
