//! The rules as both engines play them: laws, walks in lockstep, counts, real games; and the
//! structure of the sources.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a broken expectation fails the test"
)]

mod differential;
mod examples;
mod goals;
mod independence;
mod laws;
mod position;
mod reference;
mod repetition;
mod shared;
mod sizes;
#[path = "../support/states.rs"]
#[allow(unreachable_pub, reason = "shared between test binaries")]
mod states;
mod structure;
mod structure_tables;
#[path = "../support/symmetry.rs"]
#[allow(unreachable_pub, dead_code, reason = "shared between test binaries")]
mod symmetry;
mod vocabulary;
mod walks;
