//! The oracle's protocol from the outside: the examples of its contract, its schema, and streams of
//! every kind.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};

use crate::long_record::long_record;
use crate::oracle::{Run, command, run, run_with};
use crate::transcripts::{blocks, lines_match};
use arimaa::bitboard::Game;
use arimaa::compare::Engine;
use arimaa_oracle::protocol::{Id, Response};
use arimaa_oracle::serve::respond;
use arimaa_oracle::subject::Local;
use proptest::prelude::*;
use serde_json::{Value, json};

pub(crate) const CONTRACT: &str = include_str!("../../../../docs/protocol.md");
const PAGE_OF_C: &str = include_str!("../../../../bindings/c/README.md");
const SCHEMA: &str = include_str!("../../../oracle/src/protocol/schema.json");
const ASK: &str = r#""ask":{"kind":"explain_rule","rule":"XYZ-1"}"#;

fn start(arguments: &[&str]) -> Child {
    command(&[&["serve", "--stdio"], arguments].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The lines that the server writes to this input. It must exit with 0 and an empty stderr.
fn served(input: &str) -> Vec<String> {
    let Run { code, out, err } = run_with(&["serve", "--stdio"], input.as_bytes());
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.is_empty() || out.ends_with('\n'));
    out.lines().map(str::to_owned).collect()
}

#[test]
fn the_examples_of_the_contract_are_answered_as_shown() {
    let mut examples = 0;
    let pages = [CONTRACT, PAGE_OF_C].into_iter();
    for block in pages.flat_map(|page| blocks(page, "jsonl")) {
        let lines = |mark: &str| -> Vec<String> {
            let lines = block.lines().filter_map(|line| line.strip_prefix(mark));
            lines.map(str::to_owned).collect()
        };
        let (requests, expected) = (lines("> "), lines("< "));
        examples += requests.len();
        let printed = served(&requests.join("\n"));
        assert!(lines_match(&printed, &expected), "{printed:#?}");
    }
    assert!(examples >= 10, "the contract has {examples} examples");
}

#[test]
fn schema_is_printed_as_it_is_committed() {
    assert_eq!(run(&["serve", "--schema"]).out, SCHEMA);
}

#[test]
fn server_answers_before_the_next_request() {
    let mut talk = Talk::with(&[]);
    for id in 0..100 {
        talk.say(&format!("{{\"id\":{id},{ASK}}}"));
        assert_eq!(talk.hear()["id"], id);
    }
    talk.end();
}

/// A count that no machine finishes.
const SLOW: &str = r#""ask":{"kind":"perft","count":"turns","depth":3,"position":{"any":{"text":"g [rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR]"}}}"#;

/// A conversation with a server: requests go out, and response lines come back one by one.
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
    talk.say(&format!("{{\"id\":1,{ASK}}}\n{{\"id\":2,{SLOW}}}"));
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
fn unordered_server_answers_a_cheap_question_before_an_earlier_slow_one() {
    let mut talk = Talk::with(&["--unordered", "--threads", "2"]);
    talk.say(&format!("{{\"id\":\"slow\",{SLOW}}}"));
    for id in 0..20 {
        talk.say(&format!("{{\"id\":{id},{ASK}}}"));
        assert_eq!(talk.hear()["id"], id);
    }
    talk.say(r#"{"id":"enough","cancel":"slow"}"#);
    let last = [talk.hear(), talk.hear()];
    let slow = last
        .iter()
        .find(|response| response["id"] == "slow")
        .unwrap();
    assert_eq!(fault(slow), "timed_out");
    assert!(last.iter().any(|response| response["cancelled"] == "slow"));
    talk.end();
}

#[test]
fn unordered_server_answers_a_cheap_question_before_earlier_long_records() {
    let mut talk = Talk::with(&["--unordered", "--threads", "2"]);
    let record = serde_json::to_string(&long_record(80_000, false)).unwrap();
    let position = format!(r#"{{"record":{{"text":{record}}}}}"#);
    for id in 1..=4 {
        talk.say(&format!(
            r#"{{"id":{id},"ask":{{"kind":"outcome","position":{position}}}}}"#
        ));
    }
    talk.say(&format!("{{\"id\":\"cheap\",{ASK}}}"));
    let heard: Vec<Value> = (0..5).map(|_| talk.hear()["id"].clone()).collect();
    assert_ne!(heard[4], "cheap", "{heard:?}");
    talk.end();
}

#[test]
fn slow_questions_of_all_threads_end_at_their_timeout() {
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
            talk.say(&format!("{{\"id\":{id},{SLOW}{timeout}}}"));
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
    talk.say(&format!("{{\"id\":1,{SLOW}}}"));
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

proptest! {
    /// The response to any line is one line that can be read back.
    #[test]
    fn any_line_gets_one_answer(line in prop::collection::vec(any::<u8>(), 0..200)) {
        answered(&line)?;
    }

    /// A request in which something was replaced gets one line that can be read back.
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
    let response = respond(&mut engine, 3, line, &|_, _| false);
    let text = serde_json::to_string(&response).unwrap();
    prop_assert_eq!(&serde_json::from_str::<Response>(&text).unwrap(), &response);
    match &response {
        Response::Error { error, .. } => {
            let last = 2 + line.split(|byte| *byte == b'\n').count() as u64;
            prop_assert!((3..=last).contains(&error.line));
        }
        Response::Answer { id, .. } => prop_assert!(matches!(id, Id::Number(_))),
        Response::Hello { .. } | Response::Declined { .. } | Response::Cancelled { .. } => {}
    }
    Ok(())
}
