//! Questions, answers and their budget; lines of the protocol. No case of the suite is judged here.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a broken expectation fails the test"
)]

mod budgets;
#[path = "../../../../tests/support/faulty_engine.rs"]
#[allow(unreachable_pub, dead_code, reason = "shared between test binaries")]
mod faulty_engine;
mod messages;
mod question_json;
mod questions;
mod text_questions;
