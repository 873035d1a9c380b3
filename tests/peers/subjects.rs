//! The engines of this project and of other authors, put to the suite in this process: each fails
//! what its list of known failures says, and nothing else; and docs/conformance.md says so.

use std::fs;

use arimaa::Game;
use arimaa::compare::{Engine, Reference};
use arimaa_conformance::{KnownFailures, Report, Suite};
use arimaa_oracle::subject::{Local, Subject};
use peers::step_engine;
use serde_json::Value;

use crate::conformance_table;
use crate::known::{as_known, counted_alike, list};

#[test]
fn engines_of_this_project_answer_every_case() {
    for name in ["reference", "bitboard"] {
        let report = if name == "reference" {
            asked(&mut Local::new(name, Engine::of::<Reference>()), None)
        } else {
            asked(&mut Local::new(name, Engine::of::<Game>()), None)
        };
        let all = report["results"].as_array().unwrap().len();
        assert_eq!(report["counts"]["passed"], all, "{name}");
        conformance_table::check(&report);
    }
}

#[test]
fn arimaa_engine_step_fails_only_known_cases() {
    let report = asked(&mut step_engine(), Some("arimaa_engine_step.known.toml"));
    as_known(&report, 300, Some("arimaa_engine_step.known.toml"));
    let (counted, all) = counted_alike(&mut step_engine());
    assert!(counted > 30 && counted <= all, "{counted} of {all}");
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
