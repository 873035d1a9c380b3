//! The program from outside: its commands, its servers and the engines that it drives.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a broken expectation fails the test"
)]

mod aei;
mod bench;
mod children;
mod cli;
mod cli_foreign;
mod cli_games;
mod cli_help;
mod cli_positions;
mod cli_signals;
mod cli_terminal;
mod full_devices;
mod guide;
mod line_kit;
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
mod served;
mod stats;
mod subjects;
mod suite_aei;
mod suite_cli;
mod suite_init;
mod transcripts;

use oracle_support::known;
use support::{archive, faulty_engine, long_record, root};
