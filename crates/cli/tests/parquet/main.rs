//! `positions --format parquet` and `stats --rows`: the rows of a Parquet file are those of CSV.
//!
//! `cargo test --features parquet --test parquet` runs it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a broken expectation fails the test"
)]

#[path = "../../../../tests/support/oracle.rs"]
#[allow(unreachable_pub, dead_code, reason = "shared between test binaries")]
mod oracle;

use support::root;

use std::fs::{self, File};
use std::path::Path;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;

use oracle::{file, run};

const GAMES: [&str; 2] = ["tests/games/669192.txt", "tests/games/669122.txt"];

/// A table with the texts that CSV would have: the column names, and the rows.
type Table = (Vec<String>, Vec<Vec<String>>);

fn of_parquet(path: &Path) -> Table {
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let schema = reader.metadata().file_metadata().schema();
    let names = schema.get_fields().iter();
    let names = names.map(|field| field.name().to_owned()).collect();
    let text = |field: &Field| match field {
        Field::Null => String::new(),
        Field::Str(text) => text.clone(),
        Field::ULong(number) => number.to_string(),
        other => panic!("{other}"),
    };
    let rows = reader.get_row_iter(None).unwrap();
    let rows = rows.map(|row| {
        let row = row.unwrap();
        row.get_column_iter()
            .map(|(_, field)| text(field))
            .collect()
    });
    (names, rows.collect())
}

fn of_csv(csv: &str) -> Table {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let texts = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect();
    let names = texts(reader.headers().unwrap());
    (
        names,
        reader
            .records()
            .map(|record| texts(&record.unwrap()))
            .collect(),
    )
}

#[test]
fn parquet_holds_the_rows_of_csv() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("rows.parquet");
    let name = out.to_str().unwrap();
    let csv = run(&[&["positions"], &GAMES[..]].concat());
    let written = run(&[&["positions", "--out", name], &GAMES[..]].concat());
    assert_eq!((written.code, written.err.as_str()), (0, ""));
    let table = of_parquet(&out);
    assert_eq!(table, of_csv(&csv.out));
    assert!(table.1.len() > 60 && table.0.len() == 18);
    // Numbers that were not counted are nulls.
    fs::remove_file(&out).unwrap();
    run(&["positions", "--out", name, "--uncounted", GAMES[0]]);
    let rows = of_parquet(&out).1;
    assert!(
        rows.iter()
            .all(|row| row[6].is_empty() && !row[7].is_empty())
    );
}

#[test]
fn more_rows_than_a_row_group_are_written() {
    let (folder, games) = file("games.txt", many_games().as_bytes());
    let out = folder.path().join("rows.parquet");
    let name = out.to_str().unwrap();
    let written = run(&["positions", &games, "--uncounted", "--out", name]);
    assert_eq!((written.code, written.err.as_str()), (0, ""));
    let reader = SerializedFileReader::new(File::open(&out).unwrap()).unwrap();
    assert_eq!(reader.num_row_groups(), 2);
    let csv = run(&["positions", &games, "--uncounted"]);
    assert_eq!(of_parquet(&out), of_csv(&csv.out));
}

/// Games of two positions each, 70,000 positions together.
fn many_games() -> String {
    let board = "g [.......rR.......................................................]";
    let game = |number| format!("Game: {number}\nStart: {board}\n2g Ra7n\n\n");
    (0..35_000).map(game).collect()
}

#[test]
fn file_without_rows_has_columns() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("rows.parquet");
    let nothing = run(&["positions", "no such file", "--out", out.to_str().unwrap()]);
    assert_eq!(nothing.code, 2);
    let (names, rows) = of_parquet(&out);
    assert_eq!((names.len(), rows.len()), (18, 0));
}

#[test]
fn file_is_whole_or_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("rows.parquet");
    let name = out.to_str().unwrap();
    let resumed = run(&["positions", GAMES[0], "--out", name, "--resume"]);
    assert_eq!(resumed.code, 2);
    assert!(
        resumed.err.contains("whole or not there"),
        "{}",
        resumed.err
    );
    let to_stream = run(&["positions", GAMES[0], "--format", "parquet"]);
    assert_eq!(to_stream.code, 2);
    assert!(to_stream.err.contains("needs --out FILE"));
    assert_eq!(run(&["positions", GAMES[0], "--out", name]).code, 0);
    let whole = fs::read(&out).unwrap();
    let again = run(&["positions", GAMES[1], "--out", name]);
    assert_eq!(again.code, 2);
    assert!(again.err.contains("it exists already"), "{}", again.err);
    assert_eq!(fs::read(&out).unwrap(), whole);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn statistics_write_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["a.parquet", "b.parquet"].map(|name| folder.path().join(name));
    let [by_positions, by_stats] = &names;
    let plain = run(&[&["stats"], &GAMES[..]].concat());
    let rows = ["--rows", by_stats.to_str().unwrap()];
    let with_rows = run(&[&["stats"], &GAMES[..], &rows].concat());
    assert_eq!((with_rows.code, with_rows.err.as_str()), (0, ""));
    assert_eq!(with_rows.out, plain.out);
    let out = ["--out", by_positions.to_str().unwrap()];
    run(&[&["positions"], &GAMES[..], &out].concat());
    assert_eq!(fs::read(by_stats).unwrap(), fs::read(by_positions).unwrap());
}
