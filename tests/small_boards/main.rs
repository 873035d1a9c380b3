//! Small boards, tried exhaustively: no position, game or action of a stated finite set is left
//! out, and both engines say the same of each.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a difference fails the test, and what was tried is told"
)]

mod ask;
mod endings;
mod faults_noticed;
#[path = "../support/faulty_engine.rs"]
#[allow(unreachable_pub, reason = "shared between test binaries")]
mod faulty_engine;
mod goals;
mod histories;
mod real_games;
mod repetition;
#[path = "../support/shard.rs"]
#[allow(unreachable_pub, reason = "shared with the proofs")]
mod shard;
mod square_sets;
#[path = "../support/symmetry.rs"]
#[allow(unreachable_pub, dead_code, reason = "shared with other tests")]
mod symmetry;
mod three_pieces;
mod two_pieces;
