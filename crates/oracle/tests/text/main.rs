//! Notation, records, logs and archives: readers accept all that writers write, and no input makes
//! a reader panic.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a broken expectation fails the test"
)]

#[path = "../../../../fuzz/src/lib.rs"]
#[allow(
    unreachable_pub,
    dead_code,
    reason = "shared with the package of the fuzz targets"
)]
mod fuzz;
mod fuzz_corpus;
mod round_trip;
mod second_reader;
mod server_log;
mod texts;
mod values;

use support::{archive, root};
