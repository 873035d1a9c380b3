//! Helpers of the tests of engines: the published counts, known failures, and the table of them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a broken expectation fails the test"
)]

pub mod conformance_table;
pub mod known;
pub mod published;
