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
mod page;
mod promises;
mod routes;
#[path = "../../../../tests/support/http_server.rs"]
mod server;

use support::{long_record, root};

use std::io::{self, Read, Write};
use std::net::TcpStream;
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

    /// A connection that has been answered, and so been accepted, and is kept.
    fn kept(&self) -> TcpStream {
        let mut stream = self.connect();
        let request = "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";
        stream.write_all(request.as_bytes()).unwrap();
        assert!(stream.read(&mut [0; 512]).unwrap() > 0);
        stream
    }

    /// A number of `/metrics`.
    fn metric(&self, name: &str) -> u64 {
        let text = self.get("/metrics").body;
        let line = text
            .lines()
            .find(|line| line.split(' ').next() == Some(name));
        line.and_then(|line| line.split(' ').nth(1)?.parse().ok())
            .expect(&text)
    }
}
