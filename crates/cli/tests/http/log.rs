//! The lines on standard error.

use std::io::{BufReader, Read, Write};
use std::process::{ChildStderr, Command};

use serde_json::Value;

use crate::EXPENSIVE;
use crate::server::Server;

/// Starts a server with this log level; returns it and its log.
fn logging(level: &str, arguments: &[&str]) -> (Server, BufReader<ChildStderr>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arimaa-oracle"));
    command
        .args(["serve", "--http", "127.0.0.1:0"])
        .args(arguments)
        .env("RUST_LOG", level);
    Server::start_as(&mut command)
}

/// Ends a server, and reads its log to the end.
fn lines(server: Server, mut log: BufReader<ChildStderr>) -> Vec<Value> {
    server.signal("-TERM");
    assert!(server.wait().success());
    let mut lines = String::new();
    log.read_to_string(&mut lines).unwrap();
    let is_printing = |letter: char| letter == '\n' || letter.is_ascii_graphic() || letter == ' ';
    assert!(lines.chars().all(is_printing), "{lines:?}");
    let lines = lines.lines().map(serde_json::from_str);
    lines.map(Result::unwrap).collect()
}

/// The log is a pipe that has no reader, or that is full after some hundred requests.
#[test]
fn log_that_cannot_be_written_loses_no_answer() {
    for is_open in [false, true] {
        let (server, log) = logging("info", &[]);
        let _log = is_open.then_some(log);
        let mut stream = server.connect();
        for _ in 0..2_000 {
            stream
                .write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n")
                .unwrap();
            assert!(stream.read(&mut [0; 512]).unwrap() > 0);
        }
    }
}

/// A failed response has one line, too; at the level `error` no response has a line.
#[test]
fn each_response_has_one_line_in_the_log() {
    for (level, count) in [("info", 2), ("error", 0)] {
        let (server, log) = logging(level, &["--timeout", "0.01"]);
        assert_eq!(server.post("/v1/ask", EXPENSIVE).status, 504);
        assert_eq!(server.get("/healthz").status, 200);
        let lines = lines(server, log);
        assert_eq!(lines.len(), count, "{lines:?}");
        assert!(lines.iter().all(|line| line["span"]["id"].is_string()));
    }
}

/// The path of a request may hold any byte from 0x80 on; the log must be printable ASCII.
#[test]
fn log_of_hostile_requests_prints() {
    let (server, log) = logging("info", &[]);
    let get = |path: &str, ids: &str| {
        let head = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n");
        server.send(format!("{head}{ids}\r\n").as_bytes()).head
    };
    let hostile = "/\u{9b}\u{202e}\u{2028}\u{200f}";
    get(hostile, "");
    let (longest, long) = ("a".repeat(128), "a".repeat(129));
    for (id, is_kept) in [
        ("Sound:1", true),
        (&longest, true),
        (&long, false),
        ("gr\u{fc}n", false),
        ("\u{202e}", false),
        ("a b", false),
        ("", false),
        ("a\r\nx-request-id: b", false),
    ] {
        let head = get("/healthz", &format!("x-request-id: {id}\r\n"));
        let line = head.lines().find(|line| line.starts_with("x-request-id: "));
        let given = line.unwrap().trim_start_matches("x-request-id: ");
        assert_eq!(given == id.to_lowercase(), is_kept, "{id}: {head}");
        assert_eq!(given.len() == 36, !is_kept, "{id}: {head}");
    }
    let lines = lines(server, log);
    assert_eq!(lines[0]["span"]["path"], hostile);
    assert!(
        lines.iter().all(|line| line["span"]["id"] != ""),
        "{lines:?}"
    );
}
