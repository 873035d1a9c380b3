//! Reading and writing the text formats.

#![allow(
    clippy::expect_used,
    missing_docs,
    reason = "a bench whose texts cannot be read fails; criterion's macros write no documentation"
)]

use std::fmt::Write as _;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

use arimaa::text::{
    Archive, Entry, read_compact, read_diagram, read_records, write_compact, write_diagram,
    write_record,
};
use arimaa::vocab::{Board, Side};

const POSITIONS: &str = include_str!("positions.txt");

/// The size of the committed games: lines of a game, and tokens in them.
const ENTRIES: usize = 1_224;
const TOKENS: usize = 5_182;
/// The pieces on the fifty boards.
const PIECES: usize = 1_494;

fn bytes(text: &str) -> Throughput {
    Throughput::Bytes(text.len() as u64)
}

/// The lines of a game and the tokens in them.
fn sizes(entries: &[Entry]) -> (usize, usize) {
    let tokens = entries.iter().map(|entry| match entry {
        Entry::Turn { tokens, .. } => tokens.len(),
        _ => 0,
    });
    (entries.len(), tokens.sum())
}

fn add(one: (usize, usize), other: (usize, usize)) -> (usize, usize) {
    (one.0 + other.0, one.1 + other.1)
}

fn records(criterion: &mut Criterion) {
    let text = bench_support::games();
    let read = || {
        let records = read_records(&text).expect("records");
        let all = records.iter().map(|record| sizes(&record.entries));
        assert_eq!(all.fold((0, 0), add), (ENTRIES, TOKENS));
        records
    };
    let written: String = read().iter().map(write_record).collect();
    let mut group = criterion.benchmark_group("records");
    group.throughput(bytes(&text));
    group.bench_function("read", |bench| bench.iter(read));
    group.throughput(bytes(&written));
    let records = read();
    group.bench_function("written", |bench| {
        bench.iter(|| {
            let again: String = records.iter().map(write_record).collect();
            assert_eq!(again, written);
            again
        });
    });
    group.finish();
}

/// Reads the games from rows of the server's archive.
fn archive(criterion: &mut Criterion) {
    let mut table = String::from("id\tresult\tmovelist\n");
    for record in read_records(&bench_support::games()).expect("records") {
        let id = record.tags.game.as_deref().unwrap_or_default();
        let lines: Vec<String> = record.entries.iter().map(Entry::to_string).collect();
        writeln!(table, "{id}\tw\t{}", lines.join(r"\n")).expect("a text takes every line");
    }
    let mut group = criterion.benchmark_group("archive rows");
    group.throughput(bytes(&table));
    group.bench_function("read", |bench| {
        bench.iter(|| {
            let games = Archive::new(table.as_bytes()).expect("a header");
            let all = games.map(|game| sizes(&game.expect("a game").entries));
            assert_eq!(all.fold((0, 0), add), (ENTRIES, TOKENS));
        });
    });
    group.finish();
}

fn boards(criterion: &mut Criterion) {
    let rows = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    let rows: Vec<&str> = rows.filter_map(|row| row.split(" #").next()).collect();
    let boards: Vec<(Side, Board)> = rows
        .iter()
        .map(|row| read_compact(row).expect("a board"))
        .collect();
    assert_eq!(pieces(&boards), PIECES);
    let compact: Vec<String> = boards
        .iter()
        .map(|(side, board)| write_compact(*side, board))
        .collect();
    let diagrams: Vec<String> = boards
        .iter()
        .map(|&(side, board)| write_diagram(None, side, &board, []))
        .collect();

    let mut group = criterion.benchmark_group("boards");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("compact, read", |bench| {
        bench.iter(|| {
            let read = rows.iter().map(|row| read_compact(row).expect("a board"));
            assert!(read.eq(boards.iter().copied()));
        });
    });
    group.bench_function("compact, written", |bench| {
        bench.iter(|| {
            let written = boards
                .iter()
                .map(|(side, board)| write_compact(*side, board));
            assert!(written.eq(compact.iter().cloned()));
        });
    });
    group.bench_function("diagram, read", |bench| {
        bench.iter(|| {
            let read = diagrams.iter().map(|text| {
                let diagram = read_diagram(text).expect("a diagram");
                (diagram.side, diagram.start)
            });
            assert!(read.eq(boards.iter().copied()));
        });
    });
    group.finish();
}

fn pieces(boards: &[(Side, Board)]) -> usize {
    boards.iter().map(|(_, board)| board.placed().count()).sum()
}

criterion_group! {
    name = benches;
    config = bench_support::criterion();
    targets = records, archive, boards
}
criterion_main!(benches);
