//! Every case of `suite/cases`, put to both engines: one test for each case and engine.
//!
//! `cargo test --test suite frozen` runs the cases with `frozen` in their id, and
//! `cargo test --test suite reference::` those of one engine.

#![allow(clippy::panic, reason = "a suite that cannot be read fails the test")]

use std::process::ExitCode;
use std::sync::Arc;

use arimaa::Game;
use arimaa::compare::{Engine, Reference};
use arimaa::rules::Rules;
use arimaa_conformance::{Status, Suite, ask_case};
use arimaa_oracle::subject::Local;
use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let suite = Arc::new(Suite::embedded().unwrap_or_else(|error| panic!("{error}")));
    assert!(!suite.cases.is_empty(), "there are no cases");
    let mut trials = put_to::<Reference>("reference", &suite);
    trials.extend(put_to::<Game>("bitboard", &suite));
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The tests of an engine: one for each case, named after the engine and the case.
fn put_to<R: Rules + 'static>(engine: &'static str, suite: &Arc<Suite>) -> Vec<Trial> {
    let trial = |index: usize| {
        let suite = Arc::clone(suite);
        let name = format!("{engine}::{}", suite.cases[index].id);
        Trial::test(name, move || {
            let case = &suite.cases[index];
            match ask_case(case, &mut Local::new(engine, Engine::of::<R>())) {
                Status::Passed => Ok(()),
                other => Err(Failed::from(other.to_string())),
            }
        })
    };
    (0..suite.cases.len()).map(trial).collect()
}
