//! The cost of a client: bodies, heads, connections, memory, time.

use std::io::{ErrorKind, Read, Write};
#[cfg(target_os = "linux")]
use std::net::Shutdown;
use std::net::TcpStream;
#[cfg(target_os = "linux")]
use std::process::Command;
use std::thread::{self, sleep};
use std::time::Duration;

use serde_json::Value;

use crate::long_record::long_record;
use crate::server::{Response, Server, posted};
use crate::{EXPENSIVE, LINES, RULE, TURNS, chunk, cores, line, until};

/// Fails unless a response has this many answers, then an error about the next line with the reason
/// `why`, and no end of the chunked body.
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

/// Fails unless a response has this status and asks the client to retry after a second.
fn assert_is_later(response: &Response, status: u16) {
    assert_eq!(response.status, status, "{response:?}");
    assert!(response.head.contains("retry-after: 1"), "{response:?}");
}

/// Fails if a response has arrived on a connection.
fn assert_waits(stream: &TcpStream) {
    stream.set_nonblocking(true).unwrap();
    let error = stream.peek(&mut [0; 1]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WouldBlock);
    stream.set_nonblocking(false).unwrap();
}

/// A question that takes some hundred milliseconds.
const LONG: &str = r#"{"kind": "perft", "count": "turns", "depth": 2, "position": {"any": {"text":
    "g [rr.....r....m.d....e...............E.H......D...........R......R]"}}}"#;

/// The server computes twice as many expensive questions as it has cores, until they time out, and
/// another question does not wait for them.
#[test]
fn question_beside_expensive_ones_is_answered() {
    let server = Server::start(&[]);
    let expensive = 2 * cores() as u64;
    let _asked: Vec<_> = (0..expensive).map(|_| server.busy()).collect();
    until(|| server.expensive() == expensive);
    assert_eq!(server.post("/v1/ask", LONG).status, 200);
    assert_eq!(server.expensive(), expensive);
}

#[test]
fn long_bodies_are_refused() {
    let server = Server::start(&["--max-body", "1000"]);
    let response = server.post("/v1/ask", &" ".repeat(1001));
    assert_eq!(response.json()["error"]["limit"], 1000);
    // One that announces its length is not waited for.
    let head = "POST /v1/ask HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5368709120\r\n\r\n";
    for response in [response, server.send(head.as_bytes())] {
        response.assert_refuses(413, "too_large");
    }
}

#[test]
fn head_that_is_long_is_refused() {
    let server = Server::start(&[]);
    let long = "a".repeat(64 << 10);
    let request = format!("GET / HTTP/1.1\r\nhost: localhost\r\nlong: {long}\r\n\r\n");
    assert_eq!(server.send(request.as_bytes()).status, 431);
}

#[test]
fn a_refusal_arrives_though_its_body_is_large_and_says_that_the_connection_closes() {
    let server = Server::start(&[]);
    let body = " ".repeat(2 << 20);
    for (path, status) in [("/v1/ask", 413), ("/v1/rules", 405), ("/nothing", 404)] {
        let request = posted(path, &body).replacen("connection: close\r\n", "", 1);
        let response = server.send(request.as_bytes());
        assert_eq!(response.status, status);
        let says = "\r\nconnection: close";
        assert!(response.head.contains(says), "{response:?}");
    }
}

#[test]
fn clients_that_wait_for_the_status_100_get_it() {
    let server = Server::start(&[]);
    for (path, body) in [("/v1/ask", RULE.to_owned()), ("/v1/lines", line(RULE))] {
        let request = posted(path, &body).replacen('\n', "\nexpect: 100-continue\r\n", 1);
        let (head, body) = request.split_once("\r\n\r\n").unwrap();
        let mut stream = server.open(&format!("{head}\r\n\r\n"));
        let expected = b"HTTP/1.1 100 Continue\r\n\r\n";
        let mut heard = vec![0; expected.len()];
        stream.read_exact(&mut heard).unwrap();
        assert_eq!(heard, expected, "{path}");
        stream.write_all(body.as_bytes()).unwrap();
        let response = Response::read(stream);
        assert_eq!(response.status, 200);
        assert!(response.body.contains("FRZ-2"), "{response:?}");
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
        let message = Server::refusal("127.0.0.1:0", arguments);
        assert!(message.contains(reason), "{message}");
    }
}

/// The command of a server under a limit of `ulimit`; each thread takes `stack` GiB of addresses.
#[cfg(target_os = "linux")]
fn limited(limit: &str, stack: u64) -> Command {
    let mut command = Command::new("sh");
    let script = format!("{limit} && exec \"$0\" serve --http 127.0.0.1:0 \"$@\"");
    command
        .args(["-c", &script, env!("CARGO_BIN_EXE_arimaa-oracle")])
        // Without heaps of their own threads take no other addresses.
        .env("MALLOC_ARENA_MAX", "1")
        .env("RUST_MIN_STACK", (stack << 30).to_string());
    command
}

/// Libraries panic where they get no file or no thread; the server then exits with a message.
#[cfg(target_os = "linux")]
#[test]
fn server_without_files_or_threads_says_so() {
    for limit in ["ulimit -n 6", "ulimit -v 2000000", "ulimit -v 6000000"] {
        let output = limited(limit, 4).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{limit}");
        let says = b"error: the system refuses what a library needs: ";
        assert!(output.stderr.starts_with(says), "{limit}");
    }
}

/// The server has the threads that it starts with, and gets no other.
#[cfg(target_os = "linux")]
#[test]
fn question_for_which_there_is_no_thread_is_answered_503() {
    // The log has a thread, too. Beside the threads there is room for less than another.
    let threads = 2 * cores() + 1;
    let limit = format!("ulimit -v {}", (4 * threads + 3) << 20);
    let (server, _log) = Server::start_as(&mut limited(&limit, 4));
    let response = server.post("/v1/ask", EXPENSIVE);
    assert_is_later(&response, 503);
    assert!(response.body.contains("there is no thread"), "{response:?}");
    let response = server.post("/v1/lines", &line(EXPENSIVE));
    assert!(response.body.contains("there is no thread"), "{response:?}");
    assert_eq!(server.post("/v1/ask", RULE).status, 200);
}

/// The request announces a body for which the server has no memory: to reserve it would end it.
#[cfg(target_os = "linux")]
#[test]
fn announced_bytes_take_no_memory_before_they_arrive() {
    let mut command = limited("ulimit -v 900000", 0);
    command.env_remove("RUST_MIN_STACK");
    command.args(["--max-body", "1073741824", "--max-memory", "4294967296"]);
    let (server, _log) = Server::start_as(&mut command);
    let head = "POST /v1/ask HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1073741824\r\n\r\n{";
    let mut stream = server.open(head);
    until(|| server.metric("arimaa_oracle_connections") == 2);
    stream.write_all(&vec![b' '; 20_000]).unwrap();
    until(|| server.held() > 0);
    assert_eq!(server.get("/v1/rules/FRZ-2").status, 200);
}

/// A server whose memory for one client is held by a question that outlasts any test.
fn server_without_memory(arguments: &[&str]) -> (Server, TcpStream) {
    let all: usize = 8 << 20;
    let limits = ["--max-memory", "16777216", "--max-body", &all.to_string()];
    let server = Server::start(&[&limits[..], &["--timeout", "600"], arguments].concat());
    let question = EXPENSIVE.to_owned() + &" ".repeat(all - EXPENSIVE.len());
    let greedy = server.open(&posted("/v1/ask", &question));
    until(|| server.held() >= all as u64);
    (server, greedy)
}

#[test]
fn body_for_which_there_is_no_memory_is_answered_503() {
    let (server, greedy) = server_without_memory(&[]);
    let head = "POST /v1/ask HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000000\r\n\r\n";
    let response = server.send((head.to_owned() + &" ".repeat(20_000)).as_bytes());
    assert_is_later(&response, 503);
    response.assert_refuses(503, "timed_out");
    assert_eq!(server.get("/v1/rules/FRZ-2").status, 200);
    drop(greedy);
    until(|| server.held() == 0);
}

/// The body is chunked and its parts are small, so its buffer has to grow several times.
#[test]
fn a_body_in_parts_is_a_question_like_any_other() {
    let server = Server::start(&[]);
    let question = RULE.to_owned() + &" ".repeat(100_000);
    let mut request = LINES.replace("/v1/lines", "/v1/ask");
    request = request.replacen('\n', "\nconnection: close\r\n", 1);
    for part in question.as_bytes().chunks(7) {
        request += &chunk(std::str::from_utf8(part).unwrap());
    }
    let response = server.send((request + "0\r\n\r\n").as_bytes());
    assert_eq!(response.json()["rule"]["id"], "FRZ-2");
}

#[test]
fn slow_requests_are_ended() {
    let server = Server::start(&["--request-timeout", "1"]);
    let head = server.open("POST /v1/ask HTTP/1.1\r\nhost:");
    let response = Response::read(head);
    assert!(matches!(response.status, 0 | 408), "{response:?}");
    let request = posted("/v1/ask", EXPENSIVE);
    let response = server.send(&request.as_bytes()[..request.len() - 1]);
    response.assert_refuses(408, "timed_out");
    // Others are served meanwhile and after.
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
fn connections_are_counted() {
    let server = Server::start(&[]);
    let lines = "{\"id\":1,\"hello\":{}}\n".repeat(3);
    assert_eq!(server.post("/v1/lines", &lines).status, 200);
    assert_eq!(server.metric("arimaa_oracle_lines_total"), 3);
    assert_eq!(server.send(b"no HTTP\r\n\r\n").status, 400);
    let http_2 = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
    assert_ne!(server.send(http_2).status, 200);
    until(|| server.metric("arimaa_oracle_failed_connections_total") == 2);
    until(|| server.metric("arimaa_oracle_connections") == 1);
}

#[test]
fn silent_connections_are_closed_and_block_no_other() {
    let server = Server::start(&["--request-timeout", "1", "--max-connections", "20"]);
    // Nothing, a part of a head, a part of what HTTP/2 begins with, and no second request.
    let said = [
        "",
        "GET / HTTP/1.1\r\nhost:",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r",
        "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n",
    ];
    let silent = said.repeat(15).into_iter();
    let silent: Vec<TcpStream> = silent.map(|said| server.open(said)).collect();
    // It waits until some of them are closed.
    assert_eq!(server.get("/healthz").status, 200);
    for stream in silent {
        let response = Response::read(stream);
        assert!(
            matches!(response.status, 0 | 200 | 400 | 408),
            "{response:?}"
        );
    }
}

#[test]
fn a_line_that_does_not_arrive_in_time_ends_its_stream() {
    let server = Server::start(&["--request-timeout", "1"]);
    let stream = server.open(&format!("{LINES}{}{}", chunk(&line(RULE)), chunk("{")));
    // Bytes that never make a line.
    let mut slow = stream.try_clone().unwrap();
    thread::spawn(move || {
        while slow.write_all(b"1\r\n \r\n").is_ok() {
            sleep(Duration::from_millis(100));
        }
    });
    let response = Response::read(stream);
    assert_is_cut(&response, 1, "this line did not arrive within 1s");
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

/// The answers before the last line are longer than what the system buffers for a client.
#[test]
fn a_client_that_reads_late_has_every_answer_of_a_cut_stream() {
    let server = Server::start(&["--request-timeout", "30"]);
    let asked = chunk(&line(TURNS).repeat(12));
    let stream = server.open(&format!("{LINES}{asked}no chunk\r\n"));
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
    let turns = chunk(&line(TURNS));
    let response = server.send(format!("{LINES}{turns}0\r\n\r\n").as_bytes());
    assert_is_cut(&response, 0, "there is no memory for the response");
}

/// The client is silent for longer than the request timeout, because it waits for an answer.
#[test]
fn a_client_that_waits_for_an_answer_is_not_late_with_its_next_line() {
    let server = Server::start(&["--request-timeout", "1", "--timeout", "3"]);
    let mut stream = server.open(&format!("{LINES}{}", chunk(&line(EXPENSIVE))));
    let mut said = String::new();
    while !said.contains("timed_out") {
        let mut bytes = [0; 4096];
        let length = stream.read(&mut bytes).unwrap();
        assert!(length > 0, "the stream has ended: {said}");
        said += std::str::from_utf8(&bytes[..length]).unwrap();
    }
    let next = chunk("{\"id\":2,\"hello\":{}}\n") + "0\r\n\r\n";
    stream.write_all(next.as_bytes()).unwrap();
    let mut rest = String::new();
    stream.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("\"id\":2,\"hello\":"), "{rest}");
    assert!(rest.ends_with("\r\n0\r\n\r\n"), "{rest}");
}

/// A client that asks for much and reads nothing is disconnected. Until then at most half of the
/// memory budget is held.
#[test]
fn unread_responses_are_held_within_the_budget_and_dropped() {
    const BUDGET: u64 = 16 << 20;
    let server = Server::start(&["--max-memory", &BUDGET.to_string(), "--send-timeout", "1"]);
    let lines = posted("/v1/lines", &line(TURNS).repeat(30));
    let single = posted("/v1/ask", TURNS);
    let requests = [&lines, &single, &single].repeat(10).into_iter();
    let _clients: Vec<TcpStream> = requests.map(|request| server.open(request)).collect();
    let mut most = 0;
    until(|| {
        most = most.max(server.held());
        // A small answer is there in any case.
        assert_eq!(server.get("/v1/rules/FRZ-2").status, 200);
        server.metric("arimaa_oracle_connections") == 1
    });
    assert!(most > 1 << 20 && most <= BUDGET / 2, "{most} bytes held");
    assert_eq!(server.held(), 0);
}

/// All clients share one copy of a list or of a page's file, also of a compressed one, so a client
/// that does not read it takes no memory of its own.
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
        let request =
            format!("GET {path} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: gzip\r\n\r\n");
        let clients: Vec<TcpStream> = (0..200).map(|_| server.open(&request)).collect();
        for stream in &clients {
            assert!(stream.peek(&mut [0; 1]).unwrap() > 0);
        }
        assert!(length > 100_000);
        let more = server.memory().saturating_sub(before);
        assert!(
            more < 50 * length / 1024,
            "{path}: {more} KiB for 200 clients"
        );
        assert_eq!(server.held(), 0, "{path}");
    }
}

#[test]
fn connections_beyond_the_limit_wait_until_another_is_closed() {
    let server = Server::start(&["--max-connections", "3", "--timeout", "600"]);
    let asked = [server.busy(), server.busy()];
    until(|| server.expensive() == 2);
    let _third = server.busy();
    let waiting =
        server.open("GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    sleep(Duration::from_millis(300));
    assert_waits(&waiting);
    drop(asked);
    assert_eq!(Response::read(waiting).status, 200);
}

#[test]
fn connection_that_is_silent_the_longest_makes_room_for_the_next() {
    let server = Server::start(&["--max-connections", "3", "--request-timeout", "600"]);
    // The silence of the second begins with its response, after the first was accepted.
    let mut kept = vec![server.open("GET /healthz HTTP/1.1\r\nhost:")];
    kept.extend([server.kept(), server.busy()]);
    for oldest in 0..2 {
        assert_eq!(server.get("/healthz").status, 200);
        assert_eq!(kept[oldest].read(&mut [0; 1]).unwrap_or(0), 0);
        // A new one in its place is younger than the rest.
        kept.push(server.connect());
    }
    assert_waits(&kept[2]);
}

#[test]
fn connections_of_one_client_beyond_its_limit_are_closed() {
    let server = Server::start(&["--max-client-connections", "2"]);
    let kept = [server.kept(), server.kept()];
    assert_eq!(server.get("/healthz").status, 0);
    drop(kept);
    // The server knows a moment later than the client that a connection is closed.
    until(|| server.get("/healthz").status == 200);
    assert!(server.metric("arimaa_oracle_refused_connections_total") > 0);
}

#[test]
fn expensive_questions_of_one_client_beyond_its_limit_are_answered_429() {
    let server = Server::start(&["--max-client-questions", "1", "--timeout", "600"]);
    let _first = server.busy();
    until(|| server.expensive() == 1);
    assert_is_later(&server.post("/v1/ask", EXPENSIVE), 429);
    assert_eq!(server.post("/v1/lines", "").status, 429);
    assert_eq!(server.get("/v1/rules/FRZ-2").status, 200);
}

/// Cheap questions of all sizes are answered while a hundred endless questions are computed.
#[test]
fn cheap_questions_pass_many_expensive_ones() {
    let server = Server::start(&["--timeout", "600"]);
    let expensive: Vec<TcpStream> = (0..100).map(|_| server.busy()).collect();
    // A stream of them, too.
    let _stream = server.open(&posted("/v1/lines", &line(EXPENSIVE).repeat(50)));
    let few = TURNS.replacen('{', "{\"limit\": 10,", 1);
    let count = TURNS.replace("turns", "turn_count");
    for question in [RULE, &few, &count] {
        for _ in 0..10 {
            let response = server.post("/v1/ask", question);
            assert_eq!(response.status, 200, "{response:?}");
            let response = server.post("/v1/lines", &line(question));
            assert!(!response.unchunked().contains("error"), "{response:?}");
        }
    }
    expensive.iter().for_each(assert_waits);
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
    let long: Vec<TcpStream> = (0..8).map(|_| server.open(&request)).collect();
    for _ in 0..5 {
        assert_eq!(server.post("/v1/ask", RULE).status, 200);
    }
    let last = long.last().unwrap();
    assert_waits(last);
    assert!(last.peek(&mut [0; 1]).unwrap() > 0, "no answer came");
}

#[test]
fn full_queue_is_answered_503_with_retry_after() {
    let server = Server::start(&["--max-waiting", "0", "--timeout", "600"]);
    let _all: Vec<TcpStream> = (0..cores()).map(|_| server.busy()).collect();
    until(|| server.expensive() == cores() as u64);
    assert_is_later(&server.post("/v1/ask", EXPENSIVE), 503);
    assert_is_later(&server.get("/readyz"), 503);
    // A cheap question is answered all the same.
    assert_eq!(server.get("/v1/rules/FRZ-2").status, 200);
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_computed_for_a_client_that_has_left() {
    assert_nothing_is_computed_after("", drop);
}

/// Bytes behind a request are not read before its answer, and stand before the end of the stream.
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
    let stream = server.open(&(posted("/v1/ask", EXPENSIVE) + behind));
    let before = server.processor_time();
    until(|| server.processor_time() >= before + 5);
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
