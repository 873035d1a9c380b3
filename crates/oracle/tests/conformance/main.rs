//! The conformance suite itself: it is in order, it covers SPEC.md, and its verdicts are right.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a broken expectation fails the test"
)]

mod both_sides;
mod end_order;
mod families;
mod hygiene;
mod judge;
mod levels;
mod moving;
mod refusal_order;
mod spec_coverage;
mod spec_tables;
mod spec_text;
mod subjects;
mod turn_model;

use std::collections::BTreeMap;

use support::{end_model, faulty_engine, root, symmetry};

/// The rows of a table in `refusals.toml`.
fn refusals(table: &str) -> Vec<[String; 3]> {
    let mut tables: BTreeMap<String, _> = toml::from_str(include_str!("refusals.toml")).unwrap();
    tables.remove(table).unwrap()
}

/// Fails with all failures, if there are any.
fn none(failures: &[String]) {
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
