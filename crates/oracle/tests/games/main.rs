//! Recorded games: judged turn by turn, replayed with the server's decisions, and counted.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a broken expectation fails the test"
)]

mod examples;
mod games;
mod judged;
mod long_games;
#[path = "../../../../tests/support/long_record.rs"]
mod long_record;
mod perft;
#[path = "../../../../tests/support/published.rs"]
mod published;
mod regressions;
#[path = "../../../../tests/support/root.rs"]
mod root;
