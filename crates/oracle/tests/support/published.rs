//! The published numbers of `suite/perft`, to be counted again.

use std::fs;
use std::path::PathBuf;

use arimaa_conformance::{PerftPosition, read_perft};
use arimaa_oracle::ask::Counted;

use support::root::files_in;

fn files() -> Vec<PathBuf> {
    let mut files = files_in("suite/perft");
    files.retain(|path| path.extension().is_some_and(|is| is == "toml"));
    files
}

/// The positions of all files.
pub fn positions() -> Vec<PerftPosition> {
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        read_perft(&path.display().to_string(), &text).unwrap_or_else(|error| panic!("{error}"))
    };
    files().into_iter().flat_map(read).collect()
}

/// Compares the numbers up to a limit with those of `counted`, which may give none; returns how
/// many were compared.
pub fn compare(limit: u64, counted: impl Fn(&PerftPosition, Counted) -> Option<u64>) -> usize {
    let mut compared = 0;
    let mut wrong = Vec::new();
    for position in positions() {
        for number in &position.counts {
            let (what, expected) = (number.what, number.expected);
            if expected > limit {
                continue;
            }
            let Some(counted) = counted(&position, what) else {
                continue;
            };
            compared += 1;
            if counted != expected {
                let name = &position.name;
                wrong.push(format!("{name} {what}: {counted}, not {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    compared
}

/// The largest number to count in tests by hand: `ARIMAA_PERFT_LIMIT`, or a hundred million.
pub fn largest() -> u64 {
    std::env::var("ARIMAA_PERFT_LIMIT").map_or(100_000_000, |limit| limit.parse().unwrap())
}
