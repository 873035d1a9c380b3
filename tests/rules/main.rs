//! Tests of the rules in both engines: laws, walks in lockstep, counts, real games; and of the
//! structure of the sources.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a broken expectation fails the test"
)]

mod differential;
mod equality;
mod examples;
mod goals;
mod laws;
mod mistakes;
mod parting;
mod position;
mod reference;
mod repetition;
mod structure;
mod vocabulary;
mod walks;

use support::{states, symmetry};
