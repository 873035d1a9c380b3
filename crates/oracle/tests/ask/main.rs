//! Questions, answers and their budget; lines of the protocol. No case of the suite is judged here.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a broken expectation fails the test"
)]

mod budgets;
mod messages;
mod question_json;
mod questions;
mod text_questions;

use support::faulty_engine;
