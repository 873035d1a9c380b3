//! The end of the server by signals.

use std::io::Read;
use std::net::TcpStream;
use std::os::unix::process::ExitStatusExt;
use std::thread::sleep;
use std::time::Duration;

use crate::limits::assert_is_cut;
use crate::server::{Response, Server, posted};
use crate::{EXPENSIVE, LINES, line, until};

/// Sends a request, and waits until the server is working on it.
fn asked(server: &Server, request: &str) -> TcpStream {
    let before = server.metric("arimaa_oracle_connections");
    let stream = server.open(request);
    until(|| server.metric("arimaa_oracle_connections") > before);
    sleep(Duration::from_millis(100));
    stream
}

#[test]
fn answers_in_progress_are_finished_within_the_grace() {
    let server = Server::start(&["--timeout", "2", "--grace", "60"]);
    let stream = asked(&server, &posted("/v1/ask", EXPENSIVE));
    server.signal("-TERM");
    let response = Response::read(stream);
    response.assert_refuses(504, "timed_out");
    assert!(server.wait().success());
}

#[test]
fn new_requests_during_the_grace_are_answered_503() {
    let server = Server::start(&["--timeout", "600", "--grace", "60"]);
    let stream = asked(&server, &posted("/v1/ask", EXPENSIVE));
    server.signal("-TERM");
    until(|| server.get("/readyz").status != 200);
    for response in [
        server.get("/readyz"),
        server.post("/v1/ask", EXPENSIVE),
        server.post("/v1/lines", "{}"),
        server.get("/v1/rules/FRZ-2"),
    ] {
        response.assert_refuses(503, "timed_out");
    }
    assert!(server.get("/readyz").head.contains("retry-after: 1"));
    assert_eq!(server.get("/healthz").status, 200);
    // Its client leaves, and nothing is left to do.
    drop(stream);
    assert!(server.wait().success());
}

#[test]
fn questions_are_interrupted_at_the_end_of_the_grace() {
    let server = Server::start(&["--timeout", "600", "--grace", "0"]);
    let lines = line(EXPENSIVE).repeat(3);
    let question = asked(&server, &posted("/v1/ask", EXPENSIVE));
    let stream = asked(&server, &posted("/v1/lines", &lines));
    server.signal("-TERM");
    let response = Response::read(question);
    response.assert_refuses(503, "timed_out");
    let answers = Response::read(stream).unchunked();
    assert_eq!(answers.matches("timed_out").count(), 3, "{answers}");
    assert!(server.wait().success());
}

#[test]
fn idle_connections_and_streams_do_not_delay_the_end() {
    let server = Server::start(&["--grace", "600"]);
    let mut stream = asked(&server, LINES);
    let (_silent, _answered) = (server.connect(), server.kept());
    server.signal("-INT");
    assert!(server.wait().success());
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    assert!(response.ends_with("\r\n\r\n0\r\n\r\n"), "{response}");
}

#[test]
fn a_stream_that_is_within_a_line_at_the_end_says_so() {
    let server = Server::start(&["--grace", "600"]);
    let stream = asked(&server, &format!("{LINES}5\r\n{{\"id\"\r\n"));
    server.signal("-TERM");
    let response = Response::read(stream);
    assert_is_cut(&response, 0, "the server is ending");
    assert!(server.wait().success());
}

#[test]
fn the_second_signal_ends_the_server_at_once() {
    let server = Server::start(&["--timeout", "600", "--grace", "600"]);
    let _stream = asked(&server, &posted("/v1/ask", EXPENSIVE));
    server.signal("-TERM");
    until(|| server.get("/readyz").status != 200);
    server.signal("-TERM");
    let status = server.wait();
    assert_eq!((status.code(), status.signal()), (Some(143), None));
}
