//! Options that several commands take: editions, options of AEI engines, threads.

use crate::exit::CliError;
use arimaa::vocab::{Edition, UnknownWord};
use arimaa_oracle::judge::EditionChoice;
use std::hash::{BuildHasher, RandomState};

/// The value of `--edition`.
pub(super) fn edition(text: &str) -> Result<Edition, String> {
    text.parse().map_err(|error: UnknownWord| {
        let named = |edition: &&Edition| edition.name().starts_with(text) && !text.is_empty();
        let meant = match text {
            "current" | "latest" | "now" => Some(Edition::default()),
            _ => Edition::ALL.iter().find(named).copied(),
        };
        meant.map_or_else(
            || error.to_string(),
            |meant| format!("{error}; perhaps `{meant}`"),
        )
    })
}

/// The help of `--edition`.
pub(super) fn edition_help(default: &str) -> String {
    let [names @ .., last] = &Edition::ALL.map(Edition::name);
    let (names, current) = (names.join(", "), Edition::default());
    format!("The edition of the rules: {names} or {last} (default: {default}{current})")
}

/// The value of `--edition` where records are read: an edition, or `by-date`.
pub(super) fn edition_choice(text: &str) -> Result<EditionChoice, String> {
    match text {
        "by-date" => Ok(EditionChoice::ByDate),
        _ => edition(text)
            .map(EditionChoice::RecordedOr)
            .map_err(|error| format!("{error}; or `by-date`")),
    }
}

/// An option of an AEI engine, `NAME=VALUE`.
pub(super) fn aei_option(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !name.contains(char::is_whitespace) => {
            Ok((name.to_owned(), value.to_owned()))
        }
        _ => Err("expected NAME=VALUE, such as depth=8".to_owned()),
    }
}

/// The value of `--move-time`, in whole seconds: at least one, and at most a day.
pub(super) fn whole_seconds(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(seconds @ 1..=86_400) => Ok(seconds),
        _ => Err("expected whole seconds, from 1 to 86400".to_owned()),
    }
}

/// The most threads of a pool.
const MOST_THREADS: usize = 1024;

/// The value of `--threads`.
pub(super) fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 1..=MOST_THREADS) => Ok(threads),
        _ => Err(format!(
            "expected a number of threads from 1 to {MOST_THREADS}"
        )),
    }
}

/// The value of `--timeout`, in seconds: more than 0, and at most a day.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if seconds > 0.0 && seconds <= 86_400.0 => Ok(seconds),
        _ => Err("expected seconds, more than 0 and at most 86400".to_owned()),
    }
}

/// The most threads that are started for each core. With more of them no signal is noticed in time.
const THREADS_OF_A_CORE: usize = 16;

/// Sets the size of the thread pool; `None` leaves it to the environment, or to the number of
/// cores. At most [`THREADS_OF_A_CORE`] threads are started for each core.
pub(super) fn use_threads(threads: Option<usize>) -> Result<(), CliError> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let most = cores * THREADS_OF_A_CORE;
    let of_environment = || {
        let names = ["RAYON_NUM_THREADS", "RAYON_RS_NUM_CPUS"];
        let number = |name| std::env::var(name).ok()?.parse().ok();
        let threads: Option<usize> = names.into_iter().find_map(number);
        threads.filter(|threads| *threads > most)
    };
    let Some(threads) = threads.or_else(of_environment) else {
        return Ok(());
    };
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.min(most))
        .build_global()
        .map_err(|error| CliError::Question(error.to_string()))
}

/// A random seed, which differs from process to process.
pub(super) fn random_seed() -> u64 {
    // The keys of a hasher are random, and others in each process.
    RandomState::new().hash_one(0) >> 32
}
