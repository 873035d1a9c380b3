//! Engines of other authors, put to the suite: each fails what its list of known failures says, and
//! nothing else; and the table in docs/conformance.md says so.
//!
//! `ARIMAA_WRITE_TABLE=1 cargo test --test doors peers::` writes the table anew.

#![allow(
    clippy::result_large_err,
    clippy::needless_pass_by_value,
    reason = "a reply that is found early is handed back as an error, and its size does not matter"
)]

#[path = "../subjects/crates/mod.rs"]
mod crates;
#[path = "../subjects/table.rs"]
mod table;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use arimaa_oracle::ask::{Answer, PositionSource, Question, answer};
use arimaa_oracle::engines::{Game, Reference, Starter};
use arimaa_oracle::protocol::Program;
use arimaa_oracle::suite::{KnownFailures, Local, Reply, Report, Subject, Suite};
use crates::{PathEngine, StepEngine};
use serde_json::Value;

#[test]
fn engines_of_this_project_answer_every_case() {
    for name in ["reference", "bitboard"] {
        let report = if name == "reference" {
            asked(&mut Local::new(name, Starter::of::<Reference>()), None)
        } else {
            asked(&mut Local::new(name, Starter::of::<Game>()), None)
        };
        let all = report["results"].as_array().unwrap().len();
        assert_eq!(report["counts"]["passed"], all, "{name}");
        table::check(&report);
    }
}

#[test]
fn arimaa_engine_step_fails_only_known_cases() {
    let report = asked(
        &mut StepEngine::default(),
        Some("arimaa_engine_step.known.toml"),
    );
    as_known(&report, 300, Some("arimaa_engine_step.known.toml"));
    let (counted, all) = counted_alike(&mut StepEngine::default());
    assert!(counted > 30 && counted <= all, "{counted} of {all}");
}

#[test]
fn arimaa_engine_fails_only_known_cases() {
    let report = asked(&mut PathEngine::default(), Some("arimaa-engine.known.toml"));
    as_known(&report, 200, Some("arimaa-engine.known.toml"));
}

#[test]
fn minimal_example_passes_every_case_it_answers() {
    if Command::new("python3").arg("--version").output().is_err() {
        let is_required = std::env::var_os("ARIMAA_REQUIRE_PYTHON").is_some();
        assert!(!is_required, "there is no python3");
        eprintln!("NOT TESTED: there is no python3, so the example was not asked");
        return;
    }
    let report = run(&["--subject", "python3 tests/subjects/minimal.py"], None);
    as_known(&report, 10, None);
}

#[test]
fn pyrimaa_fails_only_known_cases() {
    let Some(python) = pyrimaa() else { return };
    let command = format!("{} tests/subjects/pyrimaa_adapter.py", python.display());
    let report = run(&["--subject", &command], Some("pyrimaa.known.toml"));
    as_known(&report, 200, Some("pyrimaa.known.toml"));
    confirmed(&report);
    let mut program = Program::start(&command, Duration::from_mins(10)).unwrap();
    let (counted, all) = counted_alike(&mut program);
    page_says(&format!(
        "counts them in {counted} of the {all} positions with few turns as expected"
    ));
}

/// In how many of the positions with few turns an engine that does not list turns counts as many as
/// there are, and how many such positions there are. A wrong count fails.
fn counted_alike(subject: &mut dyn Subject) -> (usize, usize) {
    let suite = Suite::embedded().unwrap();
    let made = suite
        .cases
        .iter()
        .filter(|case| case.place.0 == "06-few-turns.toml");
    let (mut counted, mut all) = (0, 0);
    for case in made {
        all += 1;
        // A state, for those who do not read records.
        let nothing = Question::Apply {
            position: case.question.position().unwrap().clone(),
            actions: Vec::new(),
        };
        let Answer::Applied { state, .. } = answer(&Starter::of::<Game>(), &nothing) else {
            panic!("{} has no state", case.id);
        };
        let question = Question::TurnCount {
            position: PositionSource::State(state),
            past_end: false,
        };
        if subject.capabilities().declines(&question).is_some() {
            continue;
        }
        match subject.ask(&question) {
            Reply::Answer(Answer::TurnCount { count }) => {
                assert_eq!(Some(count), case.expect.turns, "{}", case.id);
                counted += 1;
            }
            Reply::Declined(_) => {}
            other => panic!("{}: {other:?}", case.id),
        }
    }
    (counted, all)
}

/// The figures in `docs/conformance.md`: how many of the cases another author's program confirms.
fn confirmed(report: &Value) {
    let count = |status: &str| {
        let results = report["results"].as_array().unwrap().iter();
        results.filter(|result| result["status"] == status).count()
    };
    let passed = count("passed");
    let asked = passed + count("known-failure");
    let all = report["results"].as_array().unwrap().len();
    let expected =
        format!("asked about {asked} of the {all} cases and gives the expected answer to {passed}");
    page_says(&expected);
}

/// That a sentence of `docs/conformance.md` is in step, wherever its lines break.
fn page_says(expected: &str) {
    let page = fs::read_to_string(list("../../docs/conformance.md")).unwrap();
    let words: Vec<&str> = page.split_whitespace().collect();
    assert!(
        words.join(" ").contains(expected),
        "docs/conformance.md does not say: {expected}"
    );
}

/// The interpreter of the virtual environment that has the Python package, if there is one.
fn pyrimaa() -> Option<PathBuf> {
    let Some(venv) = std::env::var_os("ARIMAA_PYRIMAA") else {
        eprintln!("NOT TESTED: ARIMAA_PYRIMAA is not set, so the Python package was not asked");
        return None;
    };
    let venv = fs::canonicalize(&venv)
        .unwrap_or_else(|error| panic!("ARIMAA_PYRIMAA is {}: {error}", venv.display()));
    Some(venv.join("bin/python"))
}

/// The engine of the same package, which can only move, and moves at random. With a seed for each
/// position it does what it is known to do every time.
#[test]
fn pyrimaa_engine_moves_illegally_only_in_known_cases() {
    let Some(python) = pyrimaa() else { return };
    let engine = format!("{} tests/subjects/simple_engine.py", python.display());
    let report = run(
        &["--aei", &engine, "--repeat", "20"],
        Some("simple_engine.known.toml"),
    );
    as_known(&report, 150, Some("simple_engine.known.toml"));
}

/// Asks a subject in this process.
fn asked(subject: &mut dyn Subject, known: Option<&str>) -> Value {
    let suite = Suite::embedded().unwrap();
    let known = known.map_or_else(KnownFailures::default, |file| {
        let text = fs::read_to_string(list(file)).unwrap();
        KnownFailures::read(&text, &suite).unwrap_or_else(|error| panic!("{file}: {error}"))
    });
    Report::run(&suite.cases, subject, &known, || ()).json()
}

/// Asks a program by the command line.
fn run(engine: &[&str], known: Option<&str>) -> Value {
    let mut oracle = Command::new(env!("CARGO_BIN_EXE_arimaa-oracle"));
    oracle.current_dir(env!("CARGO_MANIFEST_DIR"));
    oracle.args(["suite", "run", "--json", "--timeout", "600"]);
    oracle.args(engine);
    if let Some(file) = known {
        oracle.arg("--skip-list").arg(list(file));
    }
    let output = oracle.output().unwrap();
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
}

fn list(file: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/subjects")
        .join(file)
}

/// Nothing but known failures, at least so many passes, every entry of the list met, and the table
/// in step.
fn as_known(report: &Value, passes: u64, known: Option<&str>) {
    let counts = &report["counts"];
    let wrong: Vec<String> = report["results"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|result| {
            matches!(
                result["status"].as_str(),
                Some("failed" | "errored" | "unexpected-pass")
            )
        })
        .map(|result| {
            format!(
                "{} {}: {}",
                result["status"], result["id"], result["details"]
            )
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // An entry whose case is skipped by now would go unnoticed otherwise.
    let listed = known.map_or(0, |file| {
        let text = fs::read_to_string(list(file)).unwrap();
        text.matches("[[known]]").count()
    });
    assert_eq!(counts["known_failures"], listed, "{counts}");
    assert!(counts["passed"].as_u64() >= Some(passes), "{counts}");
    table::check(report);
}
