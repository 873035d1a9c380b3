//! The conformance suite itself: it is in order, it covers SPEC.md, and its judge tells right answers from wrong ones.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a broken expectation fails the test"
)]

mod hygiene;
mod judge;
mod moving;
mod questions;
mod spec_coverage;
