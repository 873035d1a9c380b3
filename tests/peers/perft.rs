//! Compares the counts of the crate `arimaa_engine_step` with the perft files.

use arimaa::vocab::{Edition, Phase};
use arimaa_conformance::PerftPosition;
use arimaa_oracle::ask::Counted;
use peers::count;

use crate::published::{compare, largest};

/// The crate's count; `None` in an older edition or within a turn, which it does not know.
fn by_peer(position: &PerftPosition, what: Counted) -> Option<u64> {
    let snapshot = &position.snapshot;
    let Phase::Play { steps, .. } = &snapshot.phase else {
        return None;
    };
    let is_known = snapshot.edition == Edition::default() && steps.is_empty();
    is_known.then(|| count(snapshot.side, &snapshot.start, what))
}

#[test]
fn arimaa_engine_step_counts_the_published_numbers() {
    assert!(compare(50_000, by_peer) > 400);
}

#[test]
#[ignore = "counts for minutes"]
fn arimaa_engine_step_counts_the_large_numbers() {
    assert!(compare(largest(), by_peer) > 400);
}
