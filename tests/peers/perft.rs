//! The crate `arimaa_engine_step` counts what the perft files say.

use arimaa::vocab::{Edition, Phase};
use arimaa_conformance::PerftPosition;
use arimaa_oracle::ask::Counted;
use peers::count;

use crate::published::{compare, largest};

/// The published crate knows the current edition, from the start of a turn.
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
