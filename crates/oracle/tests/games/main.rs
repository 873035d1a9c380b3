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
mod perft;
mod regressions;

use oracle_support::published;
use support::{faulty_engine, long_record, root};
