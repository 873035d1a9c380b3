//! `compare`: walks both engines in lockstep through random games and positions.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;
use rayon::prelude::*;

use crate::exit::{CliError, ExitStatus, print_to_stderr};
use crate::options;
use crate::progress;
use crate::signals::Signals;
use arimaa::Game;
use arimaa::compare::{Divergence, Extent, Reference, Walked, random_start, walk};
use arimaa::random::SplitMix64;
use arimaa_oracle::ask::regression_case;

/// Number of games that are walked between two looks at the clock.
const BLOCK: u64 = 64;

const HELP: &str = "\
Examples:
  arimaa-oracle compare --seconds 600
  arimaa-oracle compare --games 10000 --seed 7

Exit codes: 0 no difference, 1 a difference, which is printed with a line of JSON for tests/regressions";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct CompareArgs {
    /// Stop after this many seconds (default: 10)
    #[arg(long, conflicts_with = "games")]
    seconds: Option<u64>,
    /// Stop after this many games
    #[arg(long)]
    games: Option<u64>,
    /// Seed of the random games: the same seed and number of games give the same walks
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The number of threads (default: one for each core)
    #[arg(long, value_parser = options::threads)]
    pub(super) threads: Option<usize>,
}

pub(super) fn run(args: &CompareArgs, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let signals = Signals::catch();
    let start = Instant::now();
    let limit = Duration::from_secs(args.seconds.unwrap_or(10));
    let progress = progress::spinner();
    let mut first = 0;
    let mut total = Walked::default();
    let mut games = 0;
    loop {
        let end = args
            .games
            .map_or(first + BLOCK, |games| games.min(first + BLOCK));
        let is_late = args.games.is_none() && start.elapsed() >= limit;
        if first >= end || is_late || signals.received().is_some() {
            break;
        }
        let walks: Vec<(u64, Result<Walked, Box<Divergence>>)> = (first..end)
            .into_par_iter()
            .filter(|_| signals.received().is_none())
            .map(|game| (game, one_game(args.seed, game, &signals)))
            // A walk that a signal has cut short says nothing unless the engines differ.
            .filter(|(_, walked)| walked.is_err() || signals.received().is_none())
            .collect();
        for (game, walked) in walks {
            match walked {
                Ok(walked) => total.add(&walked),
                Err(divergence) => {
                    progress.finish_and_clear();
                    writeln!(out, "{}", difference(args.seed, game, &divergence))?;
                    return Ok(ExitStatus::No);
                }
            }
            games += 1;
        }
        first = end;
        progress.set_message(format!("{games} games, {} positions", total.moments));
        progress.tick();
    }
    progress.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "a rate needs few digits")]
    let rate = total.moments as f64 / seconds.max(1e-9);
    writeln!(out, "{games} games of seed {}: no difference", args.seed)?;
    writeln!(out, "{} positions compared", total.moments)?;
    for (name, count) in &total.met {
        writeln!(out, "  {name:<20}{count:>10}")?;
    }
    out.flush()?;
    print_to_stderr(format_args!("{seconds:.1} s, {rate:.0} positions a second"));
    Ok(signals.received().unwrap_or(ExitStatus::Yes))
}

/// A difference as printed: words for people, then a regression case as one line of JSON.
fn difference(seed: u64, game: u64, divergence: &Divergence) -> String {
    let regression = regression_case(divergence);
    format!("game {game} of seed {seed}: {divergence}\n{regression}")
}

/// One walk, the same for the same seed and number on every machine, until a signal comes.
fn one_game(seed: u64, game: u64, signals: &Signals) -> Result<Walked, Box<Divergence>> {
    let mut random = SplitMix64::new(seed, game);
    let start = random_start(&mut random);
    let choices = (0..200).map(|_| random.next());
    let choices = choices.take_while(|_| signals.received().is_none());
    walk::<Reference, Game>(&start, choices, Extent::SPARSE)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use arimaa::vocab::{Edition, Handicap, Snapshot};
    use arimaa_oracle::ask::read_state;

    #[test]
    fn difference_ends_with_the_line_of_a_regression() {
        let start = Snapshot::game(Edition::default(), Handicap::NONE);
        let compared = Divergence::unless_same("legal actions", &start, &1, &2);
        let text = compared.map_err(|divergence| difference(7, 3, &divergence));
        let text = text.err().unwrap_or_default();
        assert!(text.starts_with("game 3 of seed 7: the engines differ in legal actions\n"));
        let line: Value =
            serde_json::from_str(text.lines().last().unwrap_or_default()).unwrap_or_default();
        assert_eq!(line["actions"], json!([]));
        let state = read_state(&line["state"].to_string());
        assert_eq!(state.map(|state| state.snapshot), Ok(start));
    }
}
