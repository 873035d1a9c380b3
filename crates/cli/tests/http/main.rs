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

mod ending;
mod limits;
mod log;
mod page;
mod routes;
#[path = "../../../../tests/support/http_server.rs"]
mod server;

use support::long_record;

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::thread::{self, sleep};
use std::time::Duration;

use server::{Server, posted};

/// A question that takes longer than any test.
const EXPENSIVE: &str = r#"{"kind": "perft", "count": "turns", "depth": 3, "position": {"any": {"text": "g [rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR]"}}}"#;

/// A question whose answer is long.
const TURNS: &str = r#"{"kind": "turns", "position": {"any": {"text": "g [rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR]"}}}"#;

/// A cheap question.
const RULE: &str = r#"{"kind": "explain_rule", "rule": "FRZ-2"}"#;

/// The head of a request to `/v1/lines` with a chunked body.
const LINES: &str =
    "POST /v1/lines HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n";

/// One chunk of a chunked body.
fn chunk(bytes: &str) -> String {
    format!("{:x}\r\n{bytes}\r\n", bytes.len())
}

/// A request line of `/v1/lines` that asks a question.
fn line(question: &str) -> String {
    format!("{{\"id\":1,\"ask\":{question}}}\n")
}

/// The cores of this machine.
fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Waits until a condition holds.
fn until(mut holds: impl FnMut() -> bool) {
    while !holds() {
        sleep(Duration::from_millis(10));
    }
}

impl Server {
    /// Starts `serve --http` with these further arguments, and discards its log.
    fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arimaa-oracle"));
        command
            .args(["serve", "--http", "127.0.0.1:0"])
            .args(arguments);
        let (server, mut log) = Self::start_as(&mut command);
        thread::spawn(move || io::copy(&mut log, &mut io::sink()));
        server
    }

    /// Opens a connection, sends `request`, and keeps the connection open.
    fn open(&self, request: &str) -> TcpStream {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        stream
    }

    /// Opens a connection and asks a question that takes longer than any test.
    fn busy(&self) -> TcpStream {
        self.open(&posted("/v1/ask", EXPENSIVE))
    }

    /// Opens a connection and waits for one answer, so that the server has accepted it.
    fn kept(&self) -> TcpStream {
        let mut stream = self.open("GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n");
        assert!(stream.read(&mut [0; 512]).unwrap() > 0);
        stream
    }

    /// The error message of a server that refuses to start with these arguments.
    fn refusal(address: &str, arguments: &[&str]) -> String {
        let output = Command::new(env!("CARGO_BIN_EXE_arimaa-oracle"))
            .args(["serve", "--http", address])
            .args(arguments)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    /// How many bytes of its memory budget the server holds.
    fn held(&self) -> u64 {
        self.metric("arimaa_oracle_held_bytes")
    }

    /// How many expensive questions the server has in hand.
    fn expensive(&self) -> u64 {
        self.metric("arimaa_oracle_expensive_questions")
    }

    /// The value of a metric in `/metrics`.
    fn metric(&self, name: &str) -> u64 {
        let text = self.get("/metrics").body;
        let line = text
            .lines()
            .find(|line| line.split(' ').next() == Some(name));
        line.and_then(|line| line.split(' ').nth(1)?.parse().ok())
            .expect(&text)
    }
}
