//! The conformance suite itself: it is in order, it covers SPEC.md, and its judge tells right
//! answers from wrong ones.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a broken expectation fails the test"
)]

mod both_sides;
mod cause_costs;
mod causes;
#[path = "../../../../tests/support/end_model.rs"]
#[allow(unreachable_pub, reason = "shared between test binaries")]
mod end_model;
mod end_order;
mod families;
#[path = "../../../../tests/support/faulty_engine.rs"]
#[allow(unreachable_pub, dead_code, reason = "shared between test binaries")]
mod faulty_engine;
mod hidden;
mod hygiene;
mod judge;
mod levels;
mod moving;
mod naive;
mod naive_causes;
mod refusal_order;
mod reports;
#[path = "../../../../tests/support/root.rs"]
mod root;
mod spec_coverage;
mod spec_tables;
mod spec_text;
mod subjects;
#[path = "../../../../tests/support/symmetry.rs"]
#[allow(unreachable_pub, dead_code, reason = "shared between test binaries")]
mod symmetry;
mod turn_model;
