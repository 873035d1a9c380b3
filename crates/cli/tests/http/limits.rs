//! The cost of a client: bodies, heads, connections, memory, time.

use std::io::{Read, Write};
#[cfg(target_os = "linux")]
use std::net::Shutdown;
use std::net::TcpStream;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use crate::long_record::long_record;
use crate::server::{Response, Server, posted};

/// A question that takes longer than any test.
pub(crate) const EXPENSIVE: &str = r#"{"kind": "perft", "count": "turns", "depth": 3, "position": {"any": {"text":
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
    // One that announces its length is not waited for.
    let head = "POST /v1/ask HTTP/1.1\r\nhost: test\r\ncontent-length: 5368709120\r\n\r\n";
    let response = server.send(head.as_bytes());
    assert_eq!(
        (response.status, response.fault().as_str()),
        (413, "too_large")
    );
}

#[test]
fn slow_requests_are_ended() {
    let server = Server::start(&["--request-timeout", "1"]);
    let mut head = server.connect();
    head.write_all(b"POST /v1/ask HTTP/1.1\r\nhost:").unwrap();
    let response = Response::read(head);
    assert!(matches!(response.status, 0 | 408), "{response:?}");
    let mut body = server.connect();
    let request = posted("/v1/ask", EXPENSIVE);
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
fn full_log_pipe_loses_no_answer() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arimaa-oracle"));
    command.args(["serve", "--http", "127.0.0.1:0"]);
    // The pipe is open, and full after some hundred requests.
    let (server, _log) = Server::start_as(&mut command);
    let mut stream = server.connect();
    let request = "GET /healthz HTTP/1.1\r\nhost: test\r\n\r\n";
    for _ in 0..2_000 {
        stream.write_all(request.as_bytes()).unwrap();
        assert!(stream.read(&mut [0; 512]).unwrap() > 0);
    }
}

#[test]
fn silent_connections_are_closed_and_block_no_other() {
    let server = Server::start(&["--request-timeout", "1", "--max-connections", "20"]);
    // Nothing, a part of a head, and a part of what HTTP/2 begins with.
    let said = [
        "",
        "GET / HTTP/1.1\r\nhost:",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r",
    ];
    let silent: Vec<TcpStream> = (0..60)
        .map(|index| {
            let mut stream = server.connect();
            stream.write_all(said[index % 3].as_bytes()).unwrap();
            stream
        })
        .collect();
    // It waits until some of them are closed.
    assert_eq!(server.get("/healthz").status, 200);
    for stream in silent {
        let response = Response::read(stream);
        assert!(matches!(response.status, 0 | 400 | 408), "{response:?}");
    }
}

#[test]
fn an_answered_connection_is_closed_when_it_says_no_more() {
    let server = Server::start(&["--request-timeout", "1"]);
    let mut stream = server.connect();
    let request = "GET /healthz HTTP/1.1\r\nhost: test\r\n\r\n";
    stream.write_all(request.as_bytes()).unwrap();
    assert_eq!(Response::read(stream).status, 200);
}

#[test]
fn http_2_is_not_spoken() {
    let server = Server::start(&[]);
    let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
    let response = server.send(preface);
    assert!(matches!(response.status, 0 | 400 | 505), "{response:?}");
}

#[test]
fn a_line_that_does_not_arrive_in_time_ends_its_stream() {
    let server = Server::start(&["--request-timeout", "1"]);
    let mut stream = server.connect();
    let line = r#"{"id":1,"ask":{"kind":"explain_rule","rule":"FRZ-2"}}"#;
    let head = "POST /v1/lines HTTP/1.1\r\nhost: test\r\ntransfer-encoding: chunked\r\n\r\n";
    let length = line.len() + 2;
    write!(stream, "{head}{length:x}\r\n{line}\n{{\r\n").unwrap();
    // Bytes that never make a line.
    let mut slow = stream.try_clone().unwrap();
    std::thread::spawn(move || {
        while slow.write_all(b"1\r\n \r\n").is_ok() {
            sleep(Duration::from_millis(100));
        }
    });
    let response = Response::read(stream);
    assert_eq!(response.unchunked().lines().count(), 1, "{response:?}");
}

/// Clients that ask for much and read nothing: all of them are let go, and meanwhile no more is
/// held than the budget and an answer of each thread.
#[test]
fn unread_responses_are_held_within_the_budget_and_dropped() {
    const BUDGET: u64 = 16 << 20;
    let server = Server::start(&["--max-memory", &BUDGET.to_string(), "--send-timeout", "1"]);
    let turns = r#"{"kind": "turns", "position": {"any": {"text":
        "g [rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR]"}}}"#
        .replace('\n', "");
    let lines = format!("{{\"id\":1,\"ask\":{turns}}}\n").repeat(30);
    let clients: Vec<TcpStream> = (0..30)
        .map(|index| {
            let mut stream = server.connect();
            let request = match index % 3 {
                0 => posted("/v1/lines", &lines),
                _ => posted("/v1/ask", &turns),
            };
            stream.write_all(request.as_bytes()).unwrap();
            stream
        })
        .collect();
    let mut most = 0;
    for _ in 0..600 {
        most = most.max(server.metric("arimaa_oracle_held_bytes"));
        // A small answer is there in any case.
        assert_eq!(server.get("/v1/rules/FRZ-2").status, 200);
        if server.metric("arimaa_oracle_connections") == 1 {
            assert!(most > 1 << 20 && most <= BUDGET, "{most} bytes were held");
            assert_eq!(server.metric("arimaa_oracle_held_bytes"), 0);
            drop(clients);
            return;
        }
        sleep(Duration::from_millis(100));
    }
    panic!("clients that do not read still have connections");
}

#[cfg(target_os = "linux")]
#[test]
fn unread_lists_share_their_memory() {
    let server = Server::start(&[]);
    let length = server.get("/v1/cases").body.len() as u64;
    let before = server.memory();
    let clients: Vec<TcpStream> = (0..200)
        .map(|_| {
            let mut stream = server.connect();
            let request = "GET /v1/cases HTTP/1.1\r\nhost: test\r\n\r\n";
            stream.write_all(request.as_bytes()).unwrap();
            stream
        })
        .collect();
    for stream in &clients {
        assert!(stream.peek(&mut [0; 1]).unwrap() > 0);
    }
    assert!(length > 500_000);
    let more = server.memory() - before;
    assert!(more < 50 * length / 1024, "{more} KiB for 200 clients");
}

#[test]
fn connections_beyond_the_limit_wait_until_another_is_closed() {
    let server = Server::start(&["--max-connections", "2"]);
    let kept: Vec<TcpStream> = (0..2).map(|_| server.kept()).collect();
    let mut waiting = server.connect();
    let request = "GET /healthz HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n";
    waiting.write_all(request.as_bytes()).unwrap();
    let soon = Some(Duration::from_millis(300));
    waiting.set_read_timeout(soon).unwrap();
    assert!(waiting.read(&mut [0; 1]).is_err());
    drop(kept);
    waiting.set_read_timeout(None).unwrap();
    assert_eq!(Response::read(waiting).status, 200);
}

#[test]
fn connections_of_one_client_beyond_its_limit_are_closed() {
    let server = Server::start(&["--max-client-connections", "2"]);
    let kept: Vec<TcpStream> = (0..2).map(|_| server.kept()).collect();
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
fn expensive_questions_of_one_client_beyond_its_limit_are_answered_429() {
    let server = Server::start(&["--max-client-questions", "1", "--timeout", "600"]);
    let mut first = server.connect();
    first
        .write_all(posted("/v1/ask", EXPENSIVE).as_bytes())
        .unwrap();
    while server.metric("arimaa_oracle_expensive_questions") == 0 {
        sleep(Duration::from_millis(10));
    }
    let response = server.post("/v1/ask", EXPENSIVE);
    assert_eq!(response.status, 429);
    assert!(response.head.contains("retry-after: 1"));
    assert_eq!(server.post("/v1/lines", "").status, 429);
    assert_eq!(server.get("/v1/rules/FRZ-2").status, 200);
}

/// While a hundred questions that take for ever are answered, others of all sizes get through.
#[test]
fn cheap_questions_pass_many_expensive_ones() {
    let server = Server::start(&["--timeout", "600"]);
    let request = posted("/v1/ask", EXPENSIVE);
    let expensive: Vec<TcpStream> = (0..100)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(request.as_bytes()).unwrap();
            stream
        })
        .collect();
    // A stream of them, too.
    let mut stream = server.connect();
    let lines = format!("{{\"id\":1,\"ask\":{}}}\n", EXPENSIVE.replace('\n', "")).repeat(50);
    stream
        .write_all(posted("/v1/lines", &lines).as_bytes())
        .unwrap();
    let position = r#""position": {"any": {"text":
        "g [rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR]"}}"#
        .replace('\n', "");
    for question in [
        r#"{"kind": "explain_rule", "rule": "FRZ-2"}"#.to_owned(),
        format!(r#"{{"kind": "turns", "limit": 10, {position}}}"#),
        format!(r#"{{"kind": "turn_count", {position}}}"#),
    ] {
        for _ in 0..10 {
            assert_eq!(server.post("/v1/ask", &question).status, 200);
            let line = format!("{{\"id\":1,\"ask\":{question}}}\n");
            let response = server.post("/v1/lines", &line);
            assert!(!response.unchunked().contains("error"), "{response:?}");
        }
    }
    for stream in expensive {
        stream.set_nonblocking(true).unwrap();
        assert!(
            stream.peek(&mut [0; 1]).is_err(),
            "an expensive one was answered"
        );
    }
    assert_eq!(server.get("/readyz").status, 200);
}

/// Texts of almost a megabyte are read and judged on other threads than cheap questions.
#[test]
fn cheap_questions_pass_long_records() {
    let server = Server::start(&[]);
    let record = serde_json::to_string(&long_record(80_000, false)).unwrap();
    let question =
        format!(r#"{{"kind": "outcome", "position": {{"record": {{"text": {record}}}}}}}"#);
    let request = posted("/v1/ask", &question);
    let long: Vec<TcpStream> = (0..8)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(request.as_bytes()).unwrap();
            stream
        })
        .collect();
    let cheap = r#"{"kind": "explain_rule", "rule": "FRZ-2"}"#;
    for _ in 0..5 {
        assert_eq!(server.post("/v1/ask", cheap).status, 200);
    }
    let last = long.last().unwrap();
    last.set_nonblocking(true).unwrap();
    assert!(last.peek(&mut [0; 1]).is_err(), "cheap questions waited");
    last.set_nonblocking(false).unwrap();
    assert!(last.peek(&mut [0; 1]).unwrap() > 0, "no answer came");
}

#[test]
fn full_queue_is_answered_503_with_retry_after() {
    let server = Server::start(&["--max-waiting", "0", "--timeout", "600"]);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let request = posted("/v1/ask", EXPENSIVE);
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
        .write_all(posted("/v1/ask", EXPENSIVE).as_bytes())
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
