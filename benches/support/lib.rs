//! Shared by the benches: the committed games as text, and the run of a bench.

#![allow(clippy::expect_used, reason = "a bench without its games fails")]

use std::time::Duration;

use criterion::Criterion;
use support::root::texts_in;

/// The committed games, one record after the other in the order of their ids.
///
/// # Panics
///
/// If the games are missing.
pub fn games() -> String {
    let games = texts_in("tests/games").into_iter();
    games.map(|(_, text)| text + "\n").collect()
}

/// Sets Criterion to few and short samples: the reference engine is slow, and all benches together
/// should take a few minutes.
pub fn criterion() -> Criterion {
    Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3))
        .without_plots()
        .configure_from_args()
}
