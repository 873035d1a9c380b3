//! Benchmarks reading, judging and comparing the committed games, turn by turn, on one thread.

#![allow(
    clippy::expect_used,
    missing_docs,
    reason = "a bench whose games are missing fails; criterion's macros write no documentation"
)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

use arimaa::Game;
use arimaa::compare::{Engine, Reference};
use arimaa::rules::Rules;
use arimaa::text::read_records;
use arimaa_oracle::judge::Options;
use arimaa_oracle::judge::{EditionChoice, Tally, replay_record};

/// The numbers of committed games, of their legal turns, and of turns refused as on the server.
const GAMES: usize = 16;
const TURNS: usize = 1208;
const REFUSED: usize = 1;

/// Reads the records of a text and replays them with the engine `R`. Fails unless the engine agrees
/// with all of them.
fn replay<R: Rules + 'static>(text: &str, times: usize) -> Tally {
    let mut tally = Tally::default();
    for record in read_records(text).expect("records") {
        let id = record.tags.game.clone().unwrap_or_default();
        let editions = EditionChoice::default();
        tally.add(&replay_record(
            &Engine::of::<R>(),
            &record,
            id,
            editions,
            Options::STRICT,
        ));
    }
    assert_eq!(
        (tally.games, tally.turns, tally.refused.values().sum()),
        (times * GAMES, times * TURNS, times * REFUSED)
    );
    assert_eq!((tally.disagreements, tally.unjudged), (0, 0));
    tally
}

fn games(criterion: &mut Criterion) {
    let once = bench_support::games();
    let hundred = once.repeat(100);
    let judged = |times: usize| Throughput::Elements((times * (TURNS + REFUSED)) as u64);
    let mut group = criterion.benchmark_group("replay, parsing included");
    group.throughput(judged(1));
    group.bench_function("reference", |bench| {
        bench.iter(|| replay::<Reference>(&once, 1));
    });
    group.bench_function("bitboard", |bench| {
        bench.iter(|| replay::<Game>(&once, 1));
    });
    group.throughput(judged(100));
    group.bench_function("bitboard, a hundred times over", |bench| {
        bench.iter(|| replay::<Game>(&hundred, 100));
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = bench_support::criterion();
    targets = games
}
criterion_main!(benches);
