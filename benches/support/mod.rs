//! Shared by the benches: the committed games as text, and the run of a bench.

#[path = "../../tests/support/root.rs"]
mod root;

use std::fs;
use std::time::Duration;

use criterion::Criterion;

/// The committed games, one record after the other in the order of their ids.
pub(crate) fn games() -> String {
    let directory = root::root().join("tests/games");
    let entries = fs::read_dir(directory).expect("the committed games");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    let read = |path: &_| fs::read_to_string(path).expect("a record") + "\n";
    paths.iter().map(read).collect()
}

/// Few samples and short ones: the reference engine is slow, and all benches together should take a
/// few minutes.
pub(crate) fn criterion() -> Criterion {
    Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3))
        .without_plots()
        .configure_from_args()
}
