//! The oracle's protocol from the outside: the examples of its contract, its schema, and streams of
//! every kind.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::thread;

use arimaa::bitboard::Game;
use arimaa::compare::Engine;
use arimaa_oracle::protocol::{Id, MAX_LINE, MAX_NUMBER, Request, Response, schema_of_lines};
use arimaa_oracle::serve::respond;
use arimaa_oracle::subjects::Local;
use proptest::prelude::*;
use serde_json::{Value, json};

const CONTRACT: &str = include_str!("../../../../docs/protocol.md");
const SCHEMA: &str = include_str!("../../../oracle/src/protocol/schema.json");
const ASK: &str = r#""ask":{"kind":"explain_rule","rule":"XYZ-1"}"#;
const ANSWER: &str = r#""answer":{"kind":"error","error":{"kind":"unknown_rule","message":"specification 1.0.0 has no such rule"}}"#;

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_arimaa-oracle"))
        .args(["serve", "--stdio"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The lines that the server writes to this input. It must exit with 0 and an empty stderr.
fn served(arguments: &[&str], input: impl AsRef<[u8]> + Send + 'static) -> Vec<String> {
    let mut child = start(arguments);
    let mut stdin = child.stdin.take().unwrap();
    let writer = thread::spawn(move || stdin.write_all(input.as_ref()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(str::to_owned).collect()
}

/// Kind, line and id of an `error`.
fn problem(line: &str) -> (String, u64, Value) {
    let line: Value = serde_json::from_str(line).unwrap();
    let kind = line["error"]["kind"].as_str().unwrap().to_owned();
    (
        kind,
        line["error"]["line"].as_u64().unwrap(),
        line["id"].clone(),
    )
}

#[test]
fn the_examples_of_the_contract_are_answered_as_shown() {
    let mut examples = 0;
    for block in CONTRACT.split("```jsonl\n").skip(1) {
        let block = block.split("```").next().unwrap();
        let lines = |mark: &str| -> Vec<String> {
            let lines = block.lines().filter_map(|line| line.strip_prefix(mark));
            lines.map(str::to_owned).collect()
        };
        let (requests, expected) = (lines("> "), lines("< "));
        examples += requests.len();
        assert_eq!(served(&[], requests.join("\n")), expected);
    }
    assert!(examples >= 10, "the contract has {examples} examples");
}

#[test]
fn committed_schema_matches_the_types() {
    let output = Command::new(env!("CARGO_BIN_EXE_arimaa-oracle"))
        .args(["serve", "--schema"])
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let types: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(types, schema_of_lines());
    if std::env::var_os("ARIMAA_WRITE_SCHEMA").is_some() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../crates/oracle/src/protocol/schema.json"
        );
        std::fs::write(path, printed).unwrap();
        return;
    }
    assert_eq!(printed, SCHEMA, "ARIMAA_WRITE_SCHEMA=1 writes it");
}

#[test]
fn requests_and_responses_are_read_as_they_are_written() {
    for block in CONTRACT.lines() {
        if let Some(line) = block.strip_prefix("< ") {
            let response: Response = serde_json::from_str(line).unwrap();
            assert_eq!(serde_json::to_string(&response).unwrap(), line);
        }
        let request = block
            .strip_prefix("> ")
            .map(serde_json::from_str::<Request>);
        if let Some(Ok(request)) = request {
            let written = serde_json::to_string(&request).unwrap();
            assert_eq!(serde_json::from_str::<Request>(&written).unwrap(), request);
        }
    }
    for wrong in [
        r#"{"answer":{"kind":"turn_count","count":1}}"#,
        r#"{"id":null,"answer":{"kind":"turn_count","count":1}}"#,
        r#"{"id":1}"#,
        r#"{"id":1,"declined":"no","answer":{"kind":"turn_count","count":1}}"#,
        r#"{"error":{"kind":"failed","line":1,"message":""}}"#,
        r#"[1,null,null,"no",null]"#,
    ] {
        assert!(serde_json::from_str::<Response>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn request_id_is_bounded_and_echoed() {
    let longest = "x".repeat(64);
    for id in [
        json!(0),
        json!(-MAX_NUMBER),
        json!(MAX_NUMBER),
        json!(""),
        json!("\u{e9}\n\""),
        json!(longest),
    ] {
        assert_eq!(
            served(&[], format!("{{{ASK},\"id\":{id}}}")),
            [format!("{{\"id\":{id},{ANSWER}}}")]
        );
    }
    for id in [
        json!(MAX_NUMBER + 1),
        json!(-MAX_NUMBER - 1),
        json!(u64::MAX),
        json!(1.0),
        json!(longest + "x"),
        json!(null),
        json!([1]),
    ] {
        let lines = served(&[], format!("{{{ASK},\"id\":{id}}}"));
        assert_eq!(
            problem(&lines[0]),
            ("bad_request".to_owned(), 1, json!(null)),
            "{id}"
        );
    }
}

#[test]
fn every_line_gets_one_answer_in_its_place() {
    let mut input = Vec::new();
    let mut line = |bytes: &[u8]| {
        input.extend_from_slice(bytes);
        input.push(b'\n');
    };
    line(b"");
    line(b"not json");
    line(b"\xff\xfe");
    line(format!("{{\"id\":1,{ASK}}}\r").as_bytes());
    line(&vec![b'['; 100_000]);
    line(&vec![b'x'; MAX_LINE + 1]);
    line(&vec![b'x'; MAX_LINE]);
    line(format!("\u{feff}{{\"id\":2,{ASK}}}").as_bytes());
    line(b"[3,{},null]");
    line(b"{\"id\":4,\"hello\":[]}");
    line(b"{\"id\":5,\"id\":5,\"hello\":{}}");
    line(format!("{{\"id\":6,{ASK},\"hello\":{{}}}}").as_bytes());
    line(b"{\"id\":7,\"more\":1}");
    line(format!("{{\"id\":8,{ASK}}}\0").as_bytes());
    input.extend_from_slice(b"{\"id\":9,\"hel");
    let lines = served(&[], input);
    let expected = [
        ("bad_json", json!(null)),
        ("bad_json", json!(null)),
        ("not_utf8", json!(null)),
        ("", json!(1)),
        ("bad_json", json!(null)),
        ("too_long", json!(null)),
        ("bad_json", json!(null)),
        ("bad_json", json!(null)),
        ("bad_request", json!(null)),
        ("bad_request", json!(4)),
        ("bad_request", json!(null)),
        ("bad_request", json!(6)),
        ("bad_request", json!(7)),
        ("bad_json", json!(null)),
        ("bad_json", json!(null)),
    ];
    assert_eq!(lines.len(), expected.len());
    for ((line, (kind, id)), number) in lines.iter().zip(expected).zip(1..) {
        if kind.is_empty() {
            assert_eq!(*line, format!("{{\"id\":{id},{ANSWER}}}"));
        } else {
            assert_eq!(problem(line), (kind.to_owned(), number, id));
        }
    }
}

#[test]
fn server_answers_before_the_next_request() {
    let mut child = start(&[]);
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for id in 0..100 {
        writeln!(stdin, "{{\"id\":{id},{ASK}}}").unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(line, format!("{{\"id\":{id},{ANSWER}}}\n"));
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

/// Nothing is lost and nothing changes places, however many threads answer.
#[test]
fn many_questions_are_answered_in_order() {
    for threads in ["1", "2", "7"] {
        let count = 2_500;
        let input: String = (0..count)
            .map(|id| match id % 5 {
                0 => format!("{{\"id\":{id}}}\n"),
                _ => format!("{{\"id\":{id},{ASK}}}\n"),
            })
            .collect();
        let lines = served(&["--threads", threads], input);
        assert_eq!(lines.len(), count);
        for (id, line) in lines.iter().enumerate() {
            if id % 5 == 0 {
                let number = id as u64 + 1;
                assert_eq!(problem(line), ("bad_request".to_owned(), number, json!(id)));
            } else {
                assert_eq!(*line, format!("{{\"id\":{id},{ANSWER}}}"));
            }
        }
    }
}

/// A count that no machine finishes.
const DEAR: &str = r#""ask":{"kind":"perft","count":"turns","depth":3,"position":{"any":{"text":"g [rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR]"}}}"#;

/// A conversation with a server: lines out, and lines back one by one.
struct Talk {
    child: Child,
    stdin: std::process::ChildStdin,
    stdout: BufReader<std::process::ChildStdout>,
}

impl Talk {
    fn with(arguments: &[&str]) -> Self {
        let mut child = start(arguments);
        let stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        Self {
            child,
            stdin,
            stdout,
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.stdin, "{line}").unwrap();
    }

    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    fn end(mut self) {
        drop(self.stdin);
        assert!(self.child.wait().unwrap().success());
    }
}

fn fault(response: &Value) -> &str {
    response["answer"]["error"]["kind"].as_str().unwrap_or("")
}

#[test]
fn ready_response_is_written_before_a_later_question_is_answered() {
    let mut talk = Talk::with(&["--threads", "1"]);
    talk.say(&format!("{{\"id\":1,{ASK}}}\n{{\"id\":2,{DEAR}}}"));
    assert_eq!(talk.hear()["id"], 1);
    talk.say(r#"{"id":3,"cancel":2}"#);
    let cancelled = talk.hear();
    assert_eq!(
        (&cancelled["id"], fault(&cancelled)),
        (&json!(2), "timed_out")
    );
    assert_eq!(talk.hear(), json!({"id": 3, "cancelled": 2}));
    talk.end();
}

#[test]
fn unordered_server_answers_a_cheap_question_before_an_earlier_dear_one() {
    let mut talk = Talk::with(&["--unordered", "--threads", "2"]);
    talk.say(&format!("{{\"id\":\"dear\",{DEAR}}}"));
    for id in 0..20 {
        talk.say(&format!("{{\"id\":{id},{ASK}}}"));
        assert_eq!(talk.hear()["id"], id);
    }
    talk.say(r#"{"id":"enough","cancel":"dear"}"#);
    let last = [talk.hear(), talk.hear()];
    let dear = last
        .iter()
        .find(|response| response["id"] == "dear")
        .unwrap();
    assert_eq!(fault(dear), "timed_out");
    assert!(last.iter().any(|response| response["cancelled"] == "dear"));
    talk.end();
}

#[test]
fn dear_questions_of_all_threads_end_at_their_timeout() {
    for (arguments, timeout) in [
        (&["--threads", "2", "--timeout", "0.2"][..], ""),
        (&["--threads", "2"], ",\"timeout_ms\":200"),
        (
            &["--threads", "2", "--timeout", "0.2"],
            ",\"timeout_ms\":99999999999",
        ),
        (
            &[
                "--threads",
                "2",
                "--engine",
                "reference",
                "--timeout",
                "0.2",
            ],
            "",
        ),
    ] {
        let mut talk = Talk::with(arguments);
        for id in 0..8 {
            talk.say(&format!("{{\"id\":{id},{DEAR}{timeout}}}"));
        }
        talk.say(&format!("{{\"id\":8,{ASK}}}"));
        for id in 0..8 {
            let response = talk.hear();
            assert_eq!(
                (&response["id"], fault(&response)),
                (&json!(id), "timed_out")
            );
        }
        assert_eq!(talk.hear()["id"], 8);
        talk.end();
    }
}

#[test]
fn server_ends_after_its_client_has_left_an_unanswered_question() {
    let mut talk = Talk::with(&["--timeout", "0.5"]);
    talk.say(&format!("{{\"id\":1,{DEAR}}}"));
    drop(talk.stdout);
    drop(talk.stdin);
    assert!(talk.child.wait().unwrap().success());
}

/// A client may close its end of the pipe; the server exits without a message.
#[test]
fn a_closed_pipe_is_a_clean_end() {
    let mut child = start(&[]);
    let mut stdin = child.stdin.take().unwrap();
    drop(child.stdout.take());
    let request = format!("{{\"id\":1,{ASK}}}\n").repeat(1000);
    // The server may be gone before everything is written, and goes only because it has read
    // something.
    while stdin.write_all(request.as_bytes()).is_ok() {}
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert!(output.status.success());
}

#[test]
fn serve_refuses_contradicting_options() {
    for arguments in [
        &["serve", "--stdio", "--schema"][..],
        &["serve", "--stdio", "--threads", "0"],
        &["serve", "--threads", "100000"],
        &["serve", "--timeout", "0"],
        &["serve", "--timeout", "1e9"],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_arimaa-oracle"))
            .args(arguments)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn serve_reads_standard_input_by_default() {
    let output = Command::new(env!("CARGO_BIN_EXE_arimaa-oracle"))
        .arg("serve")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!((output.status.code(), output.stdout), (Some(0), Vec::new()));
}

proptest! {
    /// Whatever a line holds, its response is one line that can be read back.
    #[test]
    fn any_line_gets_one_answer(line in prop::collection::vec(any::<u8>(), 0..200)) {
        answered(&line)?;
    }

    /// The same for a request in which something was replaced.
    #[test]
    fn any_mutated_request_gets_one_answer(at in 0_usize..200, cut in 0_usize..20, put in "[ -~]{0,8}") {
        let request = r#"{"id":1,"ask":{"kind":"judge","position":{"state":{"side":"gold","board":["r.......","........","........","........","..Cd....","........","R.......","........"]}},"turn":"Cc4n"}}"#;
        let at = at.min(request.len());
        let end = (at + cut).min(request.len());
        let altered = format!("{}{put}{}", &request[..at], &request[end..]);
        answered(altered.as_bytes())?;
    }
}

fn answered(line: &[u8]) -> Result<(), TestCaseError> {
    let mut engine = Local::new("bitboard", Engine::of::<Game>());
    let response = respond(&mut engine, 3, line);
    let text = serde_json::to_string(&response).unwrap();
    prop_assert_eq!(&serde_json::from_str::<Response>(&text).unwrap(), &response);
    match &response {
        Response::Error { error, .. } => prop_assert_eq!(error.line, 3),
        Response::Answer { id, .. } => prop_assert!(matches!(id, Id::Number(_))),
        Response::Hello { .. } | Response::Declined { .. } | Response::Cancelled { .. } => {}
    }
    Ok(())
}
