//! Every case of `suite/cases` is answered by both engines as the case expects.

#![allow(clippy::panic, reason = "a suite that cannot be read fails the test")]

use arimaa_oracle::engines::{Game, Reference};
use arimaa_oracle::rules::Rules;
use arimaa_oracle::suite::{Local, Suite, Verdict, ask_case};

#[test]
fn the_reference_engine_answers_every_case_as_expected() {
    every_case_is_answered_as_expected_by::<Reference>();
}

#[test]
fn the_bitboard_engine_answers_every_case_as_expected() {
    every_case_is_answered_as_expected_by::<Game>();
}

/// Every case, by one engine. All failures are reported at once.
fn every_case_is_answered_as_expected_by<R: Rules + 'static>() {
    let suite = Suite::embedded().unwrap_or_else(|error| panic!("{error}"));
    let mut engine = Local::<R>::new("engine");
    let mut failures = Vec::new();
    for case in &suite.cases {
        match ask_case(case, &mut engine) {
            Verdict::Passed => {}
            other => failures.push(format!("{}: {other}", case.id)),
        }
    }
    assert!(!suite.cases.is_empty(), "there are no cases");
    assert!(
        failures.is_empty(),
        "{} of {} cases:\n{}",
        failures.len(),
        suite.cases.len(),
        failures.join("\n")
    );
}
