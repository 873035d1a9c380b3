//! `serve --http` from outside: every route, every status, every limit, and the end.
//!
//! `cargo test --features http --test http` runs it. Requests are written byte by byte, because
//! some of them are wrong on purpose.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails"
)]

mod limits;
mod routes;
#[path = "../../../../tests/support/http_server.rs"]
mod server;

use std::io;
use std::process::Command;
use std::thread;

use server::Server;

impl Server {
    /// Starts the product with these arguments more, and reads its log away.
    fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arimaa-oracle"));
        command
            .args(["serve", "--http", "127.0.0.1:0"])
            .args(arguments);
        let (server, mut log) = Self::start_as(&mut command);
        thread::spawn(move || io::copy(&mut log, &mut io::sink()));
        server
    }
}
