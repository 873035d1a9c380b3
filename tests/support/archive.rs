//! Rows of the server's archive, made from a real game for tests that change them.

use std::fmt::Write;
use std::fs;

use arimaa::text::{Entry, read_record};

/// A row of the archive made from the first turns of a real game: a list of moves, a log, and a
/// result.
#[derive(Clone)]
pub struct Row {
    /// The turns with their labels.
    pub movelist: Vec<String>,
    /// The lines of the log, without their times.
    pub log: Vec<String>,
    /// `w`, `b` or `d`.
    pub result: &'static str,
    /// The code of termination.
    pub code: &'static str,
}

impl Row {
    /// The first twelve turns of game 669192, which ended on time.
    pub fn new() -> Self {
        let path = crate::root::root().join("tests/games/669192.txt");
        let record = read_record(&fs::read_to_string(path).unwrap()).unwrap();
        let movelist: Vec<String> = record
            .entries
            .iter()
            .filter(|entry| matches!(entry, Entry::Turn { .. }))
            .take(12)
            .map(Entry::to_string)
            .collect();
        let log = movelist.iter().flat_map(|turn| {
            let (label, tokens) = turn.split_once(' ').unwrap();
            [
                format!("move {label} received from x [{tokens}]"),
                format!("after {label}, move used:1"),
            ]
        });
        Self {
            log: log.collect(),
            movelist,
            result: "w",
            code: "t",
        }
    }

    /// Puts a refused submission into the log, before the first submission of this turn.
    pub fn refuse(mut self, label: &str, tokens: &str, reason: &str) -> Self {
        let at = self.submission(label);
        let refused = [
            format!("move {label} received from x [{tokens}]"),
            format!("gameserver rejected move [{tokens}]; {reason}"),
        ];
        self.log.splice(at..at, refused);
        self
    }

    /// The index of this turn's submission in the log.
    pub fn submission(&self, label: &str) -> usize {
        let submission = format!("move {label} received");
        self.log
            .iter()
            .position(|line| line.starts_with(&submission))
            .unwrap()
    }
}

/// An archive of these games, whose ids are 1, 2 and so on.
pub fn table(rows: &[Row]) -> String {
    let mut table = "id\tresult\ttermination\tmovelist\tevents\n".to_owned();
    for (index, row) in rows.iter().enumerate() {
        let stamped: Vec<String> = row.log.iter().map(|line| format!("1 [x] {line}")).collect();
        let (movelist, events) = (row.movelist.join(r"\n"), stamped.join(r"\n"));
        let (id, result, code) = (index + 1, row.result, row.code);
        writeln!(table, "{id}\t{result}\t{code}\t{movelist}\t{events}").unwrap();
    }
    table
}
