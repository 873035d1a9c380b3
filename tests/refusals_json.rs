//! Every reason for which a turn is refused, as programs get it from the command line: one case of the suite for each, whose JSON
//! names the reason, its rule, the squares and the details.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a command that cannot be run fails the test"
)]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::process::Command;

use arimaa_oracle::suite::{Case, Kind, Position, Question, Suite, Written};
use arimaa_oracle::text::write_state;
use serde_json::Value;

/// What `judge --json` says of the turn of a case, and its exit code.
fn judged(case: &Case) -> (Value, i32) {
    let Question::Judge {
        position,
        turn: Written::Line(turn),
        strict,
        past_end,
    } = &case.question
    else {
        panic!("{} is not about a turn", case.id);
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_arimaa-oracle"));
    command.args(["judge", "--json"]);
    command.args(strict.then_some("--strict"));
    command.args(past_end.then_some("--past-end"));
    // Whoever holds the file until the command has run keeps it from being deleted.
    let file = tempfile::NamedTempFile::new().unwrap();
    match position {
        Position::State(state) => {
            std::fs::write(&file, write_state(state)).unwrap();
        }
        Position::Record(moment) => {
            std::fs::write(&file, &moment.text).unwrap();
            if let Some(before) = &moment.before {
                command.args(["--at", before]);
            }
            if let Some(edition) = &moment.edition {
                command.args(["--edition", edition]);
            }
        }
    }
    let output = command.arg(file.path()).arg(turn).output().unwrap();
    let answer = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!(
            "{}: {error}: {}",
            case.id,
            String::from_utf8_lossy(&output.stderr)
        )
    });
    (answer, output.status.code().unwrap())
}

#[test]
fn every_refusal_is_told_to_programs_with_its_details() {
    let suite = Suite::embedded().unwrap();
    let mut first: BTreeMap<&str, &Case> = BTreeMap::new();
    for case in &suite.cases {
        let is_turn = case.question.kind() == Kind::Judge;
        if let Some(reason) = case.expect.refused.as_deref().filter(|_| is_turn) {
            first.entry(reason).or_insert(case);
        }
    }
    let mut told = String::new();
    for (reason, case) in first {
        let (answer, code) = judged(case);
        assert_eq!(code, 1, "{}", case.id);
        assert_eq!(answer["legal"], false, "{}", case.id);
        assert_eq!(answer["name"], reason, "{}", case.id);
        if let Some(at) = &case.expect.at {
            let got = answer["at"].as_str().unwrap_or("end");
            assert_eq!(got, at, "{}", case.id);
        }
        let (rule, squares, details) = (&answer["rule"], &answer["squares"], &answer["details"]);
        writeln!(told, "{reason} {rule} {squares} {details}").unwrap();
    }
    insta::assert_snapshot!(told);
}
