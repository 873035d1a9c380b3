//! Every case of `tests/suite` is answered by the engine as the case expects.

mod support;

use arimaa_oracle::engines::{Bitboard, Reference};
use arimaa_oracle::rules::Rules;

#[test]
fn the_reference_engine_answers_every_case_as_expected() {
    every_case_is_answered_as_expected_by::<Reference>();
}

#[test]
fn the_bitboard_engine_answers_every_case_as_expected() {
    every_case_is_answered_as_expected_by::<Bitboard>();
}

/// Every case, by one engine. All failures are reported at once.
fn every_case_is_answered_as_expected_by<R: Rules>() {
    let mut asked = 0;
    let mut failures = Vec::new();
    for case in support::cases() {
        asked += 1;
        for failure in support::answer::failures::<R>(&case) {
            failures.push(format!("{}: {failure}", case.id));
        }
    }
    assert!(asked > 0, "there are no cases");
    assert!(
        failures.is_empty(),
        "{} of {asked} cases:\n{}",
        failures.len(),
        failures.join("\n")
    );
}
