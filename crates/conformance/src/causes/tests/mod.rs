//! The engines with faults and the diagnosis, tested together.
//!
//! | file | what it shows |
//! |---|---|
//! | `killed.rs` | every wrong rule is followed by an engine with a fault, and a case about its rule kills it |
//! | `naive.rs` | the naive engine passes every case, and fails some with any condition dropped or weakened |
//! | `net.rs` | every fault of the grammar is seen, or cannot be |
//! | `naive_causes.rs` | the causes named for engines with one fault, with more, and with none of these |
//! | `causes.rs` | wrong answers in comparable form, and differences of notation |
//! | `snapshots` | how many cases see each fault |

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a broken expectation fails the test"
)]

mod causes;
mod killed;
mod naive;
mod naive_causes;
mod net;

use std::sync::LazyLock;

use crate::Suite;

pub(super) static SUITE: LazyLock<Suite> = LazyLock::new(|| Suite::embedded().unwrap());
