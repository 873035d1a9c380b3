//! Programs of other authors, put to the suite by the command line: each fails what its list of
//! known failures says, and nothing else; and the table in docs/conformance.md says so.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use arimaa_conformance::subjects::Program;
use serde_json::Value;

use crate::known::{as_known, counted_alike, list};
use crate::oracle::Run;
use crate::root::root;

#[test]
#[ignore = "needs python3"]
fn minimal_example_passes_every_case_it_answers() {
    let report = run(&["--subject", "python3 tests/subjects/minimal.py"], None);
    as_known(&report, 10, None);
}

#[test]
#[ignore = "needs the Python package aei, in ARIMAA_PYRIMAA"]
fn pyrimaa_fails_only_known_cases() {
    let python = pyrimaa();
    let adapter = root().join("tests/subjects/pyrimaa_adapter.py");
    let command = format!("{} {}", python.display(), adapter.display());
    let report = run(&["--subject", &command], Some("pyrimaa.known.toml"));
    as_known(&report, 200, Some("pyrimaa.known.toml"));
    let mut program = Program::start(&command, Duration::from_mins(10)).unwrap();
    let (counted, all) = counted_alike(&mut program);
    page_says(&format!(
        "counts them in {counted} of the {all} positions with few turns as expected"
    ));
}

/// Asserts that `docs/conformance.md` has this sentence, wherever its lines break.
fn page_says(expected: &str) {
    let page = fs::read_to_string(root().join("docs/conformance.md")).unwrap();
    let words: Vec<&str> = page.split_whitespace().collect();
    assert!(
        words.join(" ").contains(expected),
        "docs/conformance.md does not say: {expected}"
    );
}

/// The interpreter of the virtual environment that has the Python package.
fn pyrimaa() -> PathBuf {
    crate::pyrimaa::pyrimaa().join("python")
}

/// The engine of the package `aei`, which can only move, and moves at random. Its seed is the
/// position and how often it was asked there, so every run fails the same cases.
#[test]
#[ignore = "needs the Python package aei, in ARIMAA_PYRIMAA"]
fn pyrimaa_engine_moves_illegally_only_in_known_cases() {
    let python = pyrimaa();
    let engine = format!("{} tests/subjects/simple_engine.py", python.display());
    let report = run(
        &["--aei", &engine, "--repeat", "20"],
        Some("simple_engine.known.toml"),
    );
    as_known(&report, 150, Some("simple_engine.known.toml"));
}

/// Runs the suite on a program by the command line; returns the report.
fn run(engine: &[&str], known: Option<&str>) -> Value {
    let list = known.map(|file| list(file).display().to_string());
    let known = list.iter().flat_map(|list| ["--skip-list", list]);
    let asked = ["suite", "run", "--json", "--timeout", "600"].into_iter();
    let all: Vec<&str> = asked.chain(engine.iter().copied()).chain(known).collect();
    let Run { out, err, .. } = crate::oracle::run(&all);
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {err}"))
}
