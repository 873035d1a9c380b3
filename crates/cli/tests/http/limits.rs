//! The cost of a client: bodies, heads, connections, memory, time.

use std::io::{Read, Write};
#[cfg(target_os = "linux")]
use std::net::Shutdown;
use std::net::TcpStream;
use std::process::Command;
use std::thread::{self, sleep};
use std::time::Duration;

use serde_json::Value;

use crate::long_record::long_record;
use crate::server::{Response, Server, posted};

/// Fails unless a response has so many answers, then an error about the next line that says why it
/// ends, and no end of HTTP.
pub(crate) fn assert_is_cut(response: &Response, answers: usize, why: &str) {
    assert_eq!(response.status, 200);
    assert!(!response.body.ends_with("0\r\n\r\n"), "{response:?}");
    let lines = response.unchunked();
    assert_eq!(lines.lines().count(), answers + 1, "{response:?}");
    let last: Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
    assert_eq!(last["id"], Value::Null, "{last}");
    assert_eq!(last["error"]["kind"], "failed", "{last}");
    assert_eq!(last["error"]["line"], answers + 1, "{last}");
    let message = last["error"]["message"].as_str().unwrap();
    assert!(message.contains(why), "{message}");
}

/// A question that takes longer than any test.
pub(crate) const EXPENSIVE: &str = r#"{"kind": "perft", "count": "turns", "depth": 3, "position": {"any": {"text":
    "g [rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR]"}}}"#;

/// A question of some hundred milliseconds.
const LONG: &str = r#"{"kind": "perft", "count": "turns", "depth": 2, "position": {"any": {"text":
    "g [rr.....r....m.d....e...............E.H......D...........R......R]"}}}"#;

/// Twice as many questions as there are cores compute until they time out. One that takes longer
/// than the slices in which it is tried does not wait for them.
#[test]
fn question_beside_expensive_ones_is_answered() {
    let server = Server::start(&[]);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let ask = |_| {
        let mut stream = server.connect();
        stream
            .write_all(posted("/v1/ask", EXPENSIVE).as_bytes())
            .unwrap();
        stream
    };
    let asked: Vec<_> = (0..2 * cores).map(ask).collect();
    while server.metric("arimaa_oracle_expensive_questions") < 2 * cores as u64 {
        sleep(Duration::from_millis(10));
    }
    let response = server.post("/v1/ask", LONG);
    assert_eq!(response.status, 200, "{response:?}");
    assert_eq!(
        server.metric("arimaa_oracle_expensive_questions"),
        2 * cores as u64
    );
    drop(asked);
}

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
    let head = "POST /v1/ask HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5368709120\r\n\r\n";
    let response = server.send(head.as_bytes());
    assert_eq!(
        (response.status, response.fault().as_str()),
        (413, "too_large")
    );
}

#[test]
fn a_refusal_arrives_though_its_body_is_large_and_says_that_the_connection_closes() {
    let server = Server::start(&[]);
    let length = 2 << 20;
    for (path, status) in [("/v1/ask", 413), ("/v1/rules", 405), ("/nothing", 404)] {
        let mut stream = server.connect();
        let head =
            format!("POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: {length}\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(&vec![b' '; length]).unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        assert!(
            response.starts_with(&format!("HTTP/1.1 {status} ")),
            "{response}"
        );
        assert!(response.contains("\r\nconnection: close\r\n"), "{response}");
    }
}

#[test]
fn clients_that_wait_for_the_status_100_get_it() {
    let server = Server::start(&[]);
    let question = r#"{"kind":"explain_rule","rule":"FRZ-2"}"#;
    let line = format!("{{\"id\":1,\"ask\":{question}}}\n");
    for (path, body) in [("/v1/ask", question), ("/v1/lines", &line)] {
        let mut stream = server.connect();
        let length = body.len();
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nexpect: 100-continue\r\n\
             content-length: {length}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        let expected = b"HTTP/1.1 100 Continue\r\n\r\n";
        let mut heard = vec![0; expected.len()];
        stream.read_exact(&mut heard).unwrap();
        assert_eq!(heard, expected, "{path}");
        stream.write_all(body.as_bytes()).unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        assert!(response.starts_with("HTTP/1.1 200 "), "{response}");
        assert!(response.contains("FRZ-2"), "{response}");
    }
}

#[test]
fn limits_that_make_no_sense_are_refused() {
    for (arguments, reason) in [
        (&["--max-body", "0"][..], "1..="),
        (&["--max-body", "1073741825"], "1..="),
        (&["--max-client-connections", "0"], "1.."),
        (&["--max-client-questions", "0"], "1.."),
        (
            &["--max-body", "33554432", "--max-memory", "16777216"],
            "--max-body 33554432 is more than half of --max-memory 16777216",
        ),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_arimaa-oracle"))
            .args(["serve", "--http", "127.0.0.1:0"])
            .args(arguments)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains(reason), "{message}");
    }
}

/// Libraries panic where they get no file or no thread, of which one takes 4 GiB of addresses here.
#[cfg(target_os = "linux")]
#[test]
fn server_without_files_or_threads_says_so() {
    for limit in ["ulimit -n 6", "ulimit -v 2000000", "ulimit -v 6000000"] {
        let output = Command::new("sh")
            .args([
                "-c",
                &format!("{limit} && exec \"$0\" serve --http 127.0.0.1:0"),
            ])
            .arg(env!("CARGO_BIN_EXE_arimaa-oracle"))
            .env("RUST_MIN_STACK", (4_u64 << 30).to_string())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{limit}");
        assert!(
            output
                .stderr
                .starts_with(b"error: the system refuses what a library needs: "),
            "{limit}"
        );
    }
}

/// The server cannot have as much as a body announces, and would end if it tried.
#[cfg(target_os = "linux")]
#[test]
fn announced_bytes_take_no_memory_before_they_arrive() {
    let mut command = Command::new("sh");
    let limited = "ulimit -v 900000 && exec \"$0\" \"$@\"";
    command
        .args(["-c", limited, env!("CARGO_BIN_EXE_arimaa-oracle")])
        .args(["serve", "--http", "127.0.0.1:0"])
        .args(["--max-body", "1073741824", "--max-memory", "4294967296"]);
    let (server, _log) = Server::start_as(&mut command);
    let mut stream = server.connect();
    let head = "POST /v1/ask HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1073741824\r\n\r\n{";
    stream.write_all(head.as_bytes()).unwrap();
    while server.metric("arimaa_oracle_connections") < 2 {
        sleep(Duration::from_millis(10));
    }
    stream.write_all(&vec![b' '; 20_000]).unwrap();
    while server.metric("arimaa_oracle_held_bytes") == 0 {
        sleep(Duration::from_millis(10));
    }
    assert_eq!(server.get("/v1/rules/FRZ-2").status, 200);
}

/// A server whose memory for one client is taken by a question that takes longer than any test.
fn server_without_memory(arguments: &[&str]) -> (Server, TcpStream) {
    let all: usize = 8 << 20;
    let limits = ["--max-memory", "16777216", "--max-body", &all.to_string()];
    let server = Server::start(&[&limits[..], &["--timeout", "600"], arguments].concat());
    let mut greedy = server.connect();
    let question = EXPENSIVE.to_owned() + &" ".repeat(all - EXPENSIVE.len());
    let request = posted("/v1/ask", &question);
    greedy.write_all(request.as_bytes()).unwrap();
    while server.metric("arimaa_oracle_held_bytes") < all as u64 {
        sleep(Duration::from_millis(10));
    }
    (server, greedy)
}

#[test]
fn body_for_which_there_is_no_memory_is_answered_503() {
    let (server, greedy) = server_without_memory(&[]);
    let head = "POST /v1/ask HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000000\r\n\r\n";
    let response = server.send((head.to_owned() + &" ".repeat(20_000)).as_bytes());
    assert_eq!(
        (response.status, response.fault().as_str()),
        (503, "timed_out")
    );
    assert!(response.head.contains("retry-after: 1"));
    assert_eq!(server.get("/v1/rules/FRZ-2").status, 200);
    drop(greedy);
    while server.metric("arimaa_oracle_held_bytes") > 0 {
        sleep(Duration::from_millis(10));
    }
}

/// Small parts of a body whose length is not known, so that its memory grows several times.
#[test]
fn a_body_in_parts_is_a_question_like_any_other() {
    let server = Server::start(&[]);
    let mut question = r#"{"kind": "explain_rule", "rule": "FRZ-2"}"#.to_owned();
    question += &" ".repeat(100_000);
    let mut request =
        "POST /v1/ask HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n".to_owned();
    request += "transfer-encoding: chunked\r\n\r\n";
    for part in question.as_bytes().chunks(7) {
        let part = std::str::from_utf8(part).unwrap();
        request += &chunk(part);
    }
    let response = server.send((request + "0\r\n\r\n").as_bytes());
    assert_eq!(response.status, 200, "{response:?}");
    assert_eq!(response.json()["rule"]["id"], "FRZ-2");
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

/// One line for a response that is a failure, too, and none of requests for who wants errors alone.
#[test]
fn each_response_has_one_line_in_the_log() {
    for (level, count) in [("info", 2), ("error", 0)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arimaa-oracle"));
        command
            .args(["serve", "--http", "127.0.0.1:0", "--timeout", "0.01"])
            .env("RUST_LOG", level);
        let (server, mut log) = Server::start_as(&mut command);
        assert_eq!(server.post("/v1/ask", EXPENSIVE).status, 504);
        assert_eq!(server.get("/healthz").status, 200);
        server.signal("-TERM");
        assert!(server.wait().success());
        let mut lines = String::new();
        log.read_to_string(&mut lines).unwrap();
        assert_eq!(lines.lines().count(), count, "{lines}");
        for line in lines.lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            assert!(line["span"]["id"].is_string(), "{line}");
        }
    }
}

/// A request may hold any bytes from 0x80 on in its path.
#[test]
fn log_of_hostile_requests_prints() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arimaa-oracle"));
    command.args(["serve", "--http", "127.0.0.1:0"]);
    let (server, mut log) = Server::start_as(&mut command);
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
    server.signal("-TERM");
    assert!(server.wait().success());
    let mut lines = String::new();
    log.read_to_string(&mut lines).unwrap();
    let is_printing = |letter: char| letter == '\n' || letter.is_ascii_graphic() || letter == ' ';
    assert!(lines.chars().all(is_printing), "{lines:?}");
    let lines = lines.lines().map(serde_json::from_str);
    let lines: Vec<Value> = lines.map(Result::unwrap).collect();
    assert_eq!(lines[0]["span"]["path"], hostile);
    assert!(
        lines.iter().all(|line| line["span"]["id"] != ""),
        "{lines:?}"
    );
}

#[test]
fn full_log_pipe_loses_no_answer() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arimaa-oracle"));
    command.args(["serve", "--http", "127.0.0.1:0"]);
    // The pipe is open, and full after some hundred requests.
    let (server, _log) = Server::start_as(&mut command);
    let mut stream = server.connect();
    let request = "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";
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
    let request = "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";
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
    let head = "POST /v1/lines HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n";
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
    assert_is_cut(&response, 1, "this line did not arrive within 1s");
}

/// The head of a stream.
const LINES: &str =
    "POST /v1/lines HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n";

/// A part of a body whose length is not known.
fn chunk(bytes: &str) -> String {
    format!("{:x}\r\n{bytes}\r\n", bytes.len())
}

#[test]
fn a_stream_that_cannot_be_read_does_not_end_as_a_whole_one() {
    let server = Server::start(&["--request-timeout", "1"]);
    let hello = chunk("{\"id\":1,\"hello\":{}}\n");
    for (behind, why) in [
        ("", "this line did not arrive within 1s"),
        ("2\r\n{\"\r\n", "this line did not arrive within 1s"),
        ("no chunk\r\n", "this line did not arrive: "),
    ] {
        let response = server.send(format!("{LINES}{hello}{behind}").as_bytes());
        assert_is_cut(&response, 1, why);
    }
}

/// More than the system keeps for a client stands before the last line.
#[test]
fn a_client_that_reads_late_has_every_answer_of_a_cut_stream() {
    let server = Server::start(&["--request-timeout", "30"]);
    let turns = r#"{"kind": "turns", "position": {"any": {"text":
        "g [rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR]"}}}"#
        .replace('\n', "");
    let asked = chunk(&format!("{{\"id\":1,\"ask\":{turns}}}\n").repeat(12));
    let mut stream = server.connect();
    stream
        .write_all(format!("{LINES}{asked}no chunk\r\n").as_bytes())
        .unwrap();
    sleep(Duration::from_secs(2));
    let response = Response::read(stream);
    assert_is_cut(&response, 12, "this line did not arrive: ");
}

#[test]
fn a_stream_without_memory_does_not_end_as_a_whole_one() {
    let (server, _greedy) =
        server_without_memory(&["--request-timeout", "5", "--send-timeout", "1"]);
    let hello = chunk("{\"id\":1,\"hello\":{}}\n");
    let long = chunk(&" ".repeat(20_000));
    let response = server.send(format!("{LINES}{hello}{long}").as_bytes());
    assert_is_cut(&response, 1, "there is no memory for this line");
    // A response that is too long to be small, too.
    let turns = r#"{"kind": "turns", "position": {"any": {"text":
        "g [rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR]"}}}"#
        .replace('\n', "");
    let turns = chunk(&format!("{{\"id\":2,\"ask\":{turns}}}\n"));
    let response = server.send(format!("{LINES}{turns}0\r\n\r\n").as_bytes());
    assert_is_cut(&response, 0, "there is no memory for the response");
}

/// The client is silent because it waits for the server.
#[test]
fn a_client_that_waits_for_an_answer_is_not_late_with_its_next_line() {
    let server = Server::start(&["--request-timeout", "1", "--timeout", "3"]);
    let mut stream = server.connect();
    let ask = EXPENSIVE.replace('\n', "");
    let first = chunk(&format!("{{\"id\":1,\"ask\":{ask}}}\n"));
    stream
        .write_all(format!("{LINES}{first}").as_bytes())
        .unwrap();
    let mut said = String::new();
    while !said.contains("timed_out") {
        let mut bytes = [0; 4096];
        let length = stream.read(&mut bytes).unwrap();
        assert!(length > 0, "the stream has ended: {said}");
        said += std::str::from_utf8(&bytes[..length]).unwrap();
    }
    let next = chunk("{\"id\":2,\"hello\":{}}\n");
    stream
        .write_all(format!("{next}0\r\n\r\n").as_bytes())
        .unwrap();
    let mut rest = String::new();
    stream.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("\"id\":2,\"hello\":"), "{rest}");
    assert!(rest.ends_with("\r\n0\r\n\r\n"), "{rest}");
}

/// A client that asks for much and reads nothing is let go, and meanwhile no more is held than half
/// of the budget.
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
            assert!(most > 1 << 20 && most <= BUDGET / 2, "{most} bytes held");
            assert_eq!(server.metric("arimaa_oracle_held_bytes"), 0);
            drop(clients);
            return;
        }
        sleep(Duration::from_millis(100));
    }
    panic!("clients that do not read still have connections");
}

/// Lists and files of a page are made once, compressed ones too: a client that does not read them
/// takes nothing from others.
#[cfg(target_os = "linux")]
#[test]
fn unread_lists_and_files_share_their_memory() {
    let folder = tempfile::tempdir().unwrap();
    let digits = format!("{:?}", (0..200_000).collect::<Vec<_>>());
    std::fs::write(folder.path().join("index.html"), digits).unwrap();
    let server = Server::start(&["--page", folder.path().to_str().unwrap()]);
    for path in ["/v1/cases", "/v1/cases?rule=END-8", "/"] {
        let length = server.get(path).body.len() as u64;
        let before = server.memory();
        let clients: Vec<TcpStream> = (0..200)
            .map(|_| {
                let mut stream = server.connect();
                let request = format!(
                    "GET {path} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: gzip\r\n\r\n"
                );
                stream.write_all(request.as_bytes()).unwrap();
                stream
            })
            .collect();
        for stream in &clients {
            assert!(stream.peek(&mut [0; 1]).unwrap() > 0);
        }
        assert!(length > 100_000);
        let more = server.memory().saturating_sub(before);
        assert!(
            more < 50 * length / 1024,
            "{path}: {more} KiB for 200 clients"
        );
        assert_eq!(server.metric("arimaa_oracle_held_bytes"), 0, "{path}");
    }
}

/// Asks a question that takes longer than any test, and keeps the connection.
fn busy(server: &Server) -> TcpStream {
    let mut stream = server.connect();
    let request = posted("/v1/ask", EXPENSIVE);
    stream.write_all(request.as_bytes()).unwrap();
    stream
}

#[test]
fn connections_beyond_the_limit_wait_until_another_is_closed() {
    let server = Server::start(&["--max-connections", "3", "--timeout", "600"]);
    let asked = [busy(&server), busy(&server)];
    while server.metric("arimaa_oracle_expensive_questions") < 2 {
        sleep(Duration::from_millis(10));
    }
    let third = busy(&server);
    let mut waiting = server.connect();
    let request = "GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    waiting.write_all(request.as_bytes()).unwrap();
    let soon = Some(Duration::from_millis(300));
    waiting.set_read_timeout(soon).unwrap();
    assert!(waiting.read(&mut [0; 1]).is_err());
    drop(asked);
    waiting.set_read_timeout(None).unwrap();
    assert_eq!(Response::read(waiting).status, 200);
    drop(third);
}

#[test]
fn connection_that_is_silent_the_longest_makes_room_for_the_next() {
    let server = Server::start(&["--max-connections", "3", "--request-timeout", "600"]);
    // The silence of the second begins with its response, after the first was accepted.
    let mut kept: Vec<TcpStream> = vec![server.connect()];
    kept[0]
        .write_all(b"GET /healthz HTTP/1.1\r\nhost:")
        .unwrap();
    kept.push(server.kept());
    kept.push(busy(&server));
    for oldest in 0..2 {
        assert_eq!(server.get("/healthz").status, 200);
        assert_eq!(kept[oldest].read(&mut [0; 1]).unwrap_or(0), 0);
        // A new one in its place is younger than the rest.
        kept.push(server.connect());
    }
    kept[2].set_nonblocking(true).unwrap();
    let busy = kept[2].read(&mut [0; 1]).unwrap_err();
    assert_eq!(busy.kind(), std::io::ErrorKind::WouldBlock);
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
            assert!(server.metric("arimaa_oracle_refused_connections_total") > 0);
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
    let unready = server.get("/readyz");
    assert_eq!(unready.status, 503);
    assert!(unready.head.contains("retry-after: 1"));
    // A cheap question is answered all the same.
    assert_eq!(server.get("/v1/rules/FRZ-2").status, 200);
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_computed_for_a_client_that_has_left() {
    assert_nothing_is_computed_after("", drop);
}

/// What follows a request is not read before it is answered, and hides the end behind it.
#[cfg(target_os = "linux")]
#[test]
fn a_client_that_leaves_is_noticed_behind_what_it_has_sent_too() {
    assert_nothing_is_computed_after("\r\n", drop);
    assert_nothing_is_computed_after("GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n", drop);
}

#[cfg(target_os = "linux")]
#[test]
fn a_client_that_closes_its_half_has_left() {
    let mut kept = None;
    assert_nothing_is_computed_after("", |stream| {
        stream.shutdown(Shutdown::Write).unwrap();
        kept = Some(stream);
    });
}

#[cfg(target_os = "linux")]
fn assert_nothing_is_computed_after(behind: &str, leave: impl FnOnce(TcpStream)) {
    let server = Server::start(&["--timeout", "600"]);
    let mut stream = server.connect();
    stream
        .write_all((posted("/v1/ask", EXPENSIVE) + behind).as_bytes())
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
