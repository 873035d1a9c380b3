//! Shared by the benches: the committed games as text, and the run of a bench.

#![allow(clippy::expect_used, reason = "a bench without its games fails")]

use std::fs;
use std::time::Duration;

use criterion::Criterion;
use support::root::root;

/// The committed games, one record after the other in the order of their ids.
///
/// # Panics
///
/// If the games are missing.
pub fn games() -> String {
    let directory = root().join("tests/games");
    let entries = fs::read_dir(directory).expect("the committed games");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    let read = |path: &_| fs::read_to_string(path).expect("a record") + "\n";
    paths.iter().map(read).collect()
}

/// Few samples and short ones: the reference engine is slow, and all benches together should take a
/// few minutes.
pub fn criterion() -> Criterion {
    Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3))
        .without_plots()
        .configure_from_args()
}
