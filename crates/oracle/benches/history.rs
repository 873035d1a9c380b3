//! Long games: a record of many turns replayed, and one turn played and taken back after a long
//! history.

#![allow(
    clippy::expect_used,
    missing_docs,
    reason = "a record that is refused fails; criterion's macros write no documentation"
)]

#[path = "../../../tests/support/long_record.rs"]
#[allow(
    unreachable_pub,
    clippy::cast_sign_loss,
    clippy::cast_possible_truncation,
    reason = "shared with the tests"
)]
mod long_record;
#[allow(dead_code, reason = "this bench needs no committed game")]
#[path = "../../../benches/support/mod.rs"]
mod support;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};

use arimaa::compare::{Engine, EngineKind};
use arimaa::text::{Entry, Located, Record, read_record};
use arimaa::vocab::Edition;
use arimaa_oracle::judge::{EditionChoice, replay_record};
use arimaa_oracle::judge::{JudgedGame, Options};

use long_record::long_record;

/// How many turns the games have.
const TURNS: [usize; 3] = [100, 10_000, 1_000_000];

/// Replays a record, every turn of which is legal.
fn replay(engine: &Engine, record: &Record, turns: usize) {
    let editions = EditionChoice::AsRecorded;
    let report = replay_record(engine, record, String::new(), editions, Options::default());
    assert_eq!((report.turns, report.disagreements.len()), (turns, 0));
}

/// The game after all turns of a record but the last, and the last one.
fn before_last(engine: &Engine, record: &Record) -> (JudgedGame, Entry) {
    let mut game = JudgedGame::from_record(engine, record, Edition::default()).expect("valid");
    let (last, others) = record.entries.split_last().expect("a game of turns");
    for entry in others {
        play(&mut game, entry);
    }
    (game, last.clone())
}

fn play(game: &mut JudgedGame, entry: &Entry) {
    let Entry::Turn { label, tokens } = entry else {
        unreachable!("the record holds turns");
    };
    let tokens = Located::values(tokens);
    game.play(Some(label.value), &tokens, Options::default())
        .expect("it is legal");
}

fn one_game(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, engine: &Engine, turns: usize) {
    let record = read_record(&long_record(turns, false)).expect("a record");
    group.throughput(Throughput::Elements(turns as u64));
    group.bench_function(format!("{name}: {turns} turns replayed"), |bench| {
        bench.iter(|| replay(engine, &record, turns));
    });
    let (mut game, last) = before_last(engine, &record);
    let label = game.label();
    group.throughput(Throughput::Elements(1));
    group.bench_function(
        format!("{name}: a turn played and taken back after {turns}"),
        |bench| {
            bench.iter(|| {
                play(&mut game, &last);
                game.take_back().expect("a turn was played");
                assert_eq!(game.label(), label);
            });
        },
    );
}

fn histories(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("history");
    group.sample_size(10);
    for (name, engine) in [
        ("reference", EngineKind::Reference.engine()),
        ("bitboard", EngineKind::Bitboard.engine()),
    ] {
        for turns in TURNS {
            one_game(&mut group, name, &engine, turns);
        }
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = support::criterion();
    targets = histories
}
criterion_main!(benches);
