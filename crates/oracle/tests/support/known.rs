//! Programs and engines put to the suite: each fails exactly the cases in its list of known
//! failures in `tests/subjects`.

use std::fs;
use std::path::PathBuf;

use arimaa::Game;
use arimaa::compare::Engine;
use arimaa_conformance::{KnownFailures, Suite};
use arimaa_oracle::ask::{Answer, PositionSource, Question, answer};
use arimaa_oracle::subject::{Reply, Subject};
use serde_json::Value;

use crate::conformance_table;
use support::root::root;

/// The path of a list of known failures.
pub fn list(file: &str) -> PathBuf {
    root().join("tests/subjects").join(file)
}

/// Asserts that a report has known failures only, every entry of the list among them, and at least
/// `passes` passes, and that the table of docs/conformance.md is in step.
pub fn as_known(report: &Value, passes: u64, known: Option<&str>) {
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
        let suite = Suite::embedded().unwrap();
        let text = fs::read_to_string(list(file)).unwrap();
        let known = KnownFailures::read(&text, &suite).unwrap();
        let cases = suite.cases.iter();
        cases.filter(|case| known.reason(case).is_some()).count()
    });
    assert_eq!(counts["known_failures"], listed, "{counts}");
    assert!(counts["passed"].as_u64() >= Some(passes), "{counts}");
    conformance_table::check(report);
}

/// Puts the positions with few turns to an engine that counts turns without listing them. Returns
/// how many it counts, and how many there are; fails at a wrong count.
pub fn counted_alike(subject: &mut dyn Subject) -> (usize, usize) {
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
        let Answer::Applied { state, .. } = answer(&Engine::of::<Game>(), &nothing) else {
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
