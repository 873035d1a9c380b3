//! Limits of a client: bodies, heads, connections, time; and the end of the server.

use std::io::{Read, Write};
#[cfg(target_os = "linux")]
use std::net::Shutdown;
use std::net::TcpStream;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use crate::server::{Response, Server, posted};

/// A question that takes longer than anybody waits.
const DEAR: &str = r#"{"kind": "perft", "count": "turns", "depth": 3, "position": {"any": {"text":
    "g [rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR]"}}}"#;

#[test]
fn long_bodies_are_refused() {
    let server = Server::start(&["--max-body", "1000"]);
    let response = server.post("/v1/ask", &" ".repeat(1001));
    assert_eq!(
        (response.status, response.fault().as_str()),
        (413, "too_large")
    );
    let limit = response.json()["error"]["limit"].clone();
    assert_eq!(limit, 1000);
}

#[test]
fn slow_requests_are_ended() {
    let server = Server::start(&["--request-timeout", "1"]);
    let mut head = server.connect();
    head.write_all(b"POST /v1/ask HTTP/1.1\r\nhost:").unwrap();
    let response = Response::read(head);
    assert!(matches!(response.status, 0 | 408), "{response:?}");
    let mut body = server.connect();
    let request = posted("/v1/ask", DEAR);
    body.write_all(&request.as_bytes()[..request.len() - 1])
        .unwrap();
    let response = Response::read(body);
    assert_eq!(
        (response.status, response.fault().as_str()),
        (408, "timed_out")
    );
    // Others are served meanwhile and after.
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
fn a_log_that_cannot_be_written_loses_no_answer() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arimaa-oracle"));
    command.args(["serve", "--http", "127.0.0.1:0"]);
    let (server, log) = Server::start_as(&mut command);
    drop(log);
    for _ in 0..3 {
        assert_eq!(server.get("/healthz").status, 200);
    }
}

#[test]
fn connections_beyond_the_limit_are_closed() {
    let server = Server::start(&["--max-connections", "2"]);
    let kept: Vec<TcpStream> = (0..2)
        .map(|_| {
            // Once it is answered, the server has accepted it.
            let mut stream = server.connect();
            stream
                .write_all(b"GET /healthz HTTP/1.1\r\nhost: test\r\n\r\n")
                .unwrap();
            let read = stream.read(&mut [0; 512]).unwrap();
            assert!(read > 0);
            stream
        })
        .collect();
    assert_eq!(server.get("/healthz").status, 0);
    drop(kept);
    // The server knows a moment later than the client that a connection is closed.
    for _ in 0..200 {
        if server.get("/healthz").status == 200 {
            return;
        }
        sleep(Duration::from_millis(10));
    }
    panic!("a closed connection still counts");
}

#[test]
fn full_queue_is_answered_503_with_retry_after() {
    let server = Server::start(&["--max-waiting", "0", "--timeout", "600"]);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let request = posted("/v1/ask", DEAR);
    let mut all: Vec<_> = (0..=cores).map(|_| server.connect()).collect();
    for stream in &mut all {
        stream.write_all(request.as_bytes()).unwrap();
    }
    // One of them is refused at once; the others would take for ever.
    let refused = all.iter().find_map(|stream| {
        stream
            .set_read_timeout(Some(Duration::from_secs(5)))
            .unwrap();
        let mut first = [0; 1];
        (stream.peek(&mut first).is_ok_and(|read| read > 0)).then(|| stream.try_clone().unwrap())
    });
    let response = Response::read(refused.expect("one is refused"));
    assert_eq!(response.status, 503);
    assert!(response.head.contains("retry-after: 1"));
    // A cheap question is answered all the same.
    assert_eq!(server.get("/v1/rules/FRZ-2").status, 200);
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_computed_for_a_client_that_has_left() {
    assert_nothing_is_computed_after(drop);
}

#[cfg(target_os = "linux")]
#[test]
fn a_client_that_closes_its_half_has_left() {
    let mut kept = None;
    assert_nothing_is_computed_after(|stream| {
        stream.shutdown(Shutdown::Write).unwrap();
        kept = Some(stream);
    });
}

#[cfg(target_os = "linux")]
fn assert_nothing_is_computed_after(leave: impl FnOnce(TcpStream)) {
    let server = Server::start(&["--timeout", "600"]);
    let mut stream = server.connect();
    stream
        .write_all(posted("/v1/ask", DEAR).as_bytes())
        .unwrap();
    let before = server.processor_time();
    while server.processor_time() < before + 5 {
        sleep(Duration::from_millis(10));
    }
    leave(stream);
    // Until nothing more is used over half a second.
    for _ in 0..60 {
        let used = server.processor_time();
        sleep(Duration::from_millis(500));
        if server.processor_time() <= used + 1 {
            return;
        }
    }
    panic!("it still computes");
}

#[test]
fn sigterm_ends_the_server_after_the_answers_in_progress() {
    let server = Server::start(&["--timeout", "1", "--grace", "30"]);
    let mut stream = server.connect();
    stream
        .write_all(posted("/v1/ask", DEAR).as_bytes())
        .unwrap();
    sleep(Duration::from_millis(200));
    server.signal("-TERM");
    let response = Response::read(stream);
    assert_eq!(
        (response.status, response.fault().as_str()),
        (504, "timed_out")
    );
    assert!(server.wait().success());
}
