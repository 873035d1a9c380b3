//! `compare`: walks both engines in lockstep through random games and positions.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use super::answer::{Answer, Failure};
use super::use_threads;
use crate::differential::{Divergence, Extent, Walked, random_start, walk};
use crate::engines::{Game, Reference};
use crate::random::Seed;

/// Games that are walked before the clock is looked at.
const BLOCK: u64 = 64;

#[derive(Debug, Args)]
pub(super) struct CompareArgs {
    /// Stop after so many seconds (default: 10)
    #[arg(long, conflicts_with = "games")]
    pub(super) seconds: Option<u64>,
    /// Stop after so many games
    #[arg(long)]
    pub(super) games: Option<u64>,
    /// The same seed and number of games give the same walks
    #[arg(long, default_value_t = 0)]
    pub(super) seed: u64,
    /// How many threads (default: all cores)
    #[arg(long)]
    pub(super) threads: Option<usize>,
}

pub(super) fn run(args: &CompareArgs, out: &mut dyn Write) -> Result<Answer, Failure> {
    use_threads(args.threads)?;
    let start = Instant::now();
    let limit = Duration::from_secs(args.seconds.unwrap_or(10));
    let progress = progress();
    let mut first = 0;
    let mut total = Walked::default();
    let mut games = 0;
    loop {
        let end = args
            .games
            .map_or(first + BLOCK, |games| games.min(first + BLOCK));
        if first >= end || (args.games.is_none() && start.elapsed() >= limit) {
            break;
        }
        let walks: Vec<Result<Walked, Box<Divergence>>> = (first..end)
            .into_par_iter()
            .map(|game| one_game(args.seed, game))
            .collect();
        for (game, walked) in (first..).zip(walks) {
            match walked {
                Ok(walked) => total.add(&walked),
                Err(divergence) => {
                    progress.finish_and_clear();
                    writeln!(out, "game {game} of seed {}: {divergence}", args.seed)?;
                    return Ok(Answer::No);
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
    anstream::eprintln!("{seconds:.1} s, {rate:.0} positions a second");
    Ok(Answer::Yes)
}

/// One walk, the same for the same seed and number on every machine.
fn one_game(seed: u64, game: u64) -> Result<Walked, Box<Divergence>> {
    let mut random = Seed::new(seed, game);
    let start = random_start(&mut random);
    let choices: Vec<u32> = (0..200).map(|_| random.next()).collect();
    walk::<Reference, Game>(&start, choices, Extent::SPARSE)
}

fn progress() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
    ProgressBar::new_spinner().with_style(style.unwrap_or(ProgressStyle::default_spinner()))
}
