//! The engines with faults and the diagnosis, tested together.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a broken expectation fails the test"
)]

mod causes;
mod hidden;
mod killed;
mod naive;
mod naive_causes;

use std::sync::LazyLock;

use super::Suite;

pub(super) static SUITE: LazyLock<Suite> = LazyLock::new(|| Suite::embedded().unwrap());
