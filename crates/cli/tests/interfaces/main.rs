//! The program from outside: its commands, its servers and the engines that it drives.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a broken expectation fails the test"
)]

mod aei;
#[path = "../../../../tests/support/archive.rs"]
#[allow(unreachable_pub, dead_code, reason = "shared between test binaries")]
mod archive;
mod bench;
mod children;
mod cli;
mod cli_foreign;
mod cli_games;
mod cli_help;
mod cli_positions;
mod cli_reasons;
mod cli_signals;
mod cli_terminal;
#[path = "../../../../tests/support/conformance_table.rs"]
mod conformance_table;
mod documented;
#[path = "../../../../tests/support/faulty_engine.rs"]
#[allow(unreachable_pub, dead_code, reason = "shared between test binaries")]
mod faulty_engine;
mod full_devices;
#[path = "../../../../tests/support/known.rs"]
mod known;
mod line_kit;
#[path = "../../../../tests/support/long_record.rs"]
mod long_record;
#[cfg(target_os = "linux")]
mod memory;
#[path = "../../../../tests/support/oracle.rs"]
#[allow(unreachable_pub, dead_code, reason = "shared between test binaries")]
mod oracle;
mod protocol;
mod pyrimaa;
mod readme;
mod referee;
mod responses;
#[path = "../../../../tests/support/root.rs"]
mod root;
mod served;
mod stats;
mod subjects;
mod suite_advice;
mod suite_aei;
mod suite_cli;
mod suite_init;
mod transcripts;
