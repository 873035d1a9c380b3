//! Notation, records, logs and archives: every writer's text is read back, and no input makes a
//! reader panic.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a broken expectation fails the test"
)]

#[path = "../../../../tests/support/archive.rs"]
#[allow(unreachable_pub, dead_code, reason = "shared between test binaries")]
mod archive;
#[path = "../../../../tests/support/faulty_engine.rs"]
#[allow(unreachable_pub, reason = "shared between test binaries")]
mod faulty_engine;
#[path = "../../../../fuzz/src/lib.rs"]
#[allow(
    unreachable_pub,
    dead_code,
    reason = "shared with the package of the fuzz targets"
)]
mod fuzz;
mod fuzz_corpus;
mod fuzz_faults;
#[path = "../../../../tests/support/root.rs"]
mod root;
mod round_trip;
mod second_reader;
mod server_log;
mod values;
