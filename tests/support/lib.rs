//! Helpers of several packages of tests: random states, symmetries, records.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a broken expectation fails the test"
)]

pub mod archive;
pub mod end_model;
pub mod faulty_engine;
pub mod futures;
pub mod long_record;
pub mod root;
pub mod shard;
pub mod states;
pub mod symmetry;
