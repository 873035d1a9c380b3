//! The engines of this project and of other authors, put to the suite in this process: each fails
//! what its list of known failures says, and nothing else; and docs/conformance.md says so.

use std::fs;
use std::time::Duration;

use arimaa::Game;
use arimaa::compare::{Engine, Reference};
use arimaa_conformance::subjects::line::{LineProgram, Variant};
use arimaa_conformance::{KnownFailures, Report, Suite};
use arimaa_oracle::protocol::Identity;
use arimaa_oracle::subject::{Local, Subject};
use serde_json::Value;

use crate::conformance_table;
use crate::known::{as_known, counted_alike, list};

#[test]
fn engines_of_this_project_answer_every_case() {
    for name in ["reference", "bitboard"] {
        let report = if name == "reference" {
            asked(&mut Local::new(name, Engine::of::<Reference>()))
        } else {
            asked(&mut Local::new(name, Engine::of::<Game>()))
        };
        let all = report["results"].as_array().unwrap().len();
        assert_eq!(report["counts"]["passed"], all, "{name}");
        conformance_table::check(&report);
    }
}

/// The crate is asked by lines, as other programs are.
#[test]
fn arimaa_engine_step_fails_only_known_cases() {
    let known = "arimaa_engine_step.known.toml";
    let command = format!("'{}'", env!("CARGO_BIN_EXE_step"));
    let variant = Variant::default();
    let mut program = LineProgram::start(&command, Duration::from_mins(10), variant).unwrap();
    let suite = Suite::embedded().unwrap();
    let listed = KnownFailures::read(&fs::read_to_string(list(known)).unwrap(), &suite);
    let listed = listed.unwrap_or_else(|error| panic!("{known}: {error}"));
    let mut report = Report::run(&suite.cases, &mut program, &listed, || ());
    report.subject = Identity {
        name: "arimaa_engine_step".to_owned(),
        version: Some("1.0.1".to_owned()),
    };
    as_known(&report.json(), 300, Some(known));
    let (counted, all) = counted_alike(&mut program);
    assert!(counted > 30 && counted <= all, "{counted} of {all}");
}

/// The report of a subject in this process.
fn asked(subject: &mut dyn Subject) -> Value {
    let suite = Suite::embedded().unwrap();
    Report::run(&suite.cases, subject, &KnownFailures::default(), || ()).json()
}
