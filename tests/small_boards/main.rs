//! Exhaustive tests of small boards: both engines agree on every position, game and action of a
//! finite set that each test states.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a difference fails the test, and what was tried is told"
)]

mod ask;
mod endings;
mod futures;
mod goals;
mod histories;
mod real_games;
mod repetition;
mod square_sets;
mod three_pieces;
mod two_pieces;

use support::shard;
