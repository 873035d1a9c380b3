//! Properties of the protocol's server, for any stream of requests, and of the reader of subjects'
//! answers, for any stream of answers.

use std::sync::LazyLock;

use arimaa::Game;
use arimaa::compare::{Engine, EngineKind};
use arimaa::text::{Lines, TextError};
use arimaa_conformance::subjects::{read_hello, read_reply};
use arimaa_conformance::{Case, Status, Suite, judge_case};
use arimaa_oracle::ask::{Answer, Question, Unit, answer};
use arimaa_oracle::protocol::{Capabilities, Identity};
use arimaa_oracle::protocol::{MAX_LINE, Response};
use arimaa_oracle::serve::{Serving, serve};
use arimaa_oracle::subject::{Local, Reply, Subject};
use serde_json::Value;

/// Checks that each line of a stream of requests gets one response, in order, that the types can
/// read and that has the id of the request.
///
/// # Panics
///
/// If that is not so.
pub fn check_server(stream: &[u8]) {
    let mut responses = Vec::new();
    let server = Cheap(Local::new("bitboard", EngineKind::Bitboard.engine()));
    if let Err(error) = serve(
        &server,
        std::io::Cursor::new(stream.to_vec()),
        &mut responses,
        Serving::default(),
    ) {
        panic!("the server ends: {error}");
    }
    let requests = lines(stream);
    let said = lines(&responses);
    assert!(responses.is_empty() || responses.ends_with(b"\n"));
    assert_eq!(said.len(), requests.len(), "one response a request");
    for (number, (request, said)) in requests.iter().zip(said).enumerate() {
        assert!(said.len() <= MAX_LINE, "a response of {} bytes", said.len());
        let response: Response = serde_json::from_slice(said).unwrap_or_else(|error| {
            panic!("{error}: {}", String::from_utf8_lossy(said));
        });
        // A response is written in one way, so it is read as it was meant.
        let again = serde_json::to_vec(&response).unwrap_or_default();
        assert_eq!(again, said, "{response:?}");
        check_id(request, said, number + 1);
    }
}

/// Checks that a response has the id of its request, or that an error names the line.
fn check_id(request: &[u8], said: &[u8], number: usize) {
    let said: Value = serde_json::from_slice(said).unwrap_or_default();
    if let Some(error) = said.get("error") {
        assert_eq!(error["line"], number, "{said}");
        assert_ne!(
            error["kind"],
            "failed",
            "{said} to {}",
            String::from_utf8_lossy(request)
        );
    }
    let request: Value = serde_json::from_slice(request).unwrap_or_default();
    match said.get("id") {
        Some(Value::Null) => assert!(said.get("error").is_some(), "{said}"),
        id => assert_eq!(id, request.get("id"), "{said} to {request}"),
    }
}

/// The lines of a stream, the last with or without its line break.
fn lines(stream: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<&[u8]> = stream.split(|&byte| byte == b'\n').collect();
    if lines.last().is_some_and(|last| last.is_empty()) {
        lines.pop();
    }
    lines
}

/// The bitboard engine without questions that take long: counts of sequences of turns.
#[derive(Clone)]
struct Cheap(Local);

impl Subject for Cheap {
    fn identity(&self) -> &Identity {
        self.0.identity()
    }

    fn capabilities(&self) -> &Capabilities {
        self.0.capabilities()
    }

    fn ask(&mut self, question: &Question) -> Reply {
        match question {
            Question::Perft {
                count: Unit::Turns,
                depth: 2..,
                ..
            } => Reply::Declined("takes long".to_owned()),
            _ => self.0.ask(question),
        }
    }
}

/// Cases for a stream of answers, with the right answers.
static CASES: LazyLock<Vec<(Case, Answer)>> = LazyLock::new(|| {
    let suite = Suite::embedded().unwrap_or_else(|error| panic!("{error}"));
    let cases = suite.cases.into_iter();
    // Slow cases are left out.
    let quick = cases.filter(|case| case.expect.turns.is_none_or(|turns| turns < 1000));
    let cases = quick.map(|case| {
        let answer = answer(&Engine::of::<Game>(), &case.question);
        (case, answer)
    });
    cases.collect()
});

/// Checks that any bytes from a subject are read as an answer or as a failure with a short reason,
/// and that only an answer as full as the right one passes. The first line names the case; the
/// lines after it are the subject's, perhaps its introduction first.
///
/// # Panics
///
/// If that is not so.
pub fn check_subject(bytes: &[u8]) {
    let end = bytes.iter().position(|&byte| byte == b'\n');
    let (name, stream) = bytes.split_at(end.unwrap_or(bytes.len()));
    let stream = stream.strip_prefix(b"\n").unwrap_or(stream);
    let named = CASES.iter().find(|(case, _)| case.id.as_bytes() == name);
    // A name that is none stands for some case all the same.
    let (case, right) = named.unwrap_or(&CASES[name.len() % CASES.len()]);
    let mut capabilities = Capabilities::default();
    for (number, line) in (1..).zip(heard(stream)) {
        if number == 1
            && let Ok(hello) = read_hello(line.clone(), number)
        {
            check_shown(&hello.identity.name);
            capabilities = hello.capabilities;
            continue;
        }
        let verdict = match read_reply(line.clone(), number) {
            Ok(reply) => judge_case(case, reply, &capabilities),
            Err(breakage) => {
                check_shown(&breakage.to_string());
                continue;
            }
        };
        check_shown(&verdict.to_string());
        if verdict == Status::Passed {
            check_pass(
                case,
                right,
                &line.unwrap_or_default(),
                number,
                capabilities.reasons,
            );
        }
    }
}

/// The lines of a subject as the reader of a child process gives them.
fn heard(stream: &[u8]) -> impl Iterator<Item = Result<String, TextError>> {
    Lines::new(stream).with_limit(MAX_LINE).map(|line| {
        let line = line.unwrap_or_else(|error| panic!("bytes in memory failed: {error}"));
        line.1
    })
}

/// Checks that a message about an answer is short, on one line, and safe for a terminal.
fn check_shown(text: &str) {
    assert!(text.len() < 1 << 20, "{text}");
    assert!(!text.contains(char::is_control), "{text:?}");
}

/// Checks that an answer that passed is of the same kind as the right one and has the same ruling.
/// The line is read without the types.
fn check_pass(case: &Case, right: &Answer, line: &str, number: i64, reasons: bool) {
    let said: Value = serde_json::from_str(line).unwrap_or_default();
    let right = serde_json::to_value(right).unwrap_or_default();
    let context = || format!("{}: {said}", case.id);
    assert_eq!(said["id"], number, "{}", context());
    let answer = &said["answer"];
    assert_eq!(answer["kind"], right["kind"], "{}", context());
    let (expect, kind) = (&case.expect, answer["kind"].as_str().unwrap_or_default());
    let winner = match kind {
        "outcome" => "/outcome/winner",
        _ => "/standing/outcome/winner",
    };
    for (is_expected, place) in [
        (expect.turns.is_some() && kind == "turns", "/total"),
        (expect.turns.is_some() && kind == "turn_count", "/count"),
        (expect.steps.is_some(), "/counts"),
        (expect.refused.is_some() && reasons, "/refusal/name"),
        (expect.at.is_some() && reasons, "/refusal/at"),
        (expect.invalid.is_some() && reasons, "/error/rule"),
        (expect.actions.is_some(), "/actions"),
        (expect.captures.is_some() && kind == "accepted", "/captures"),
        (expect.outcome.is_some(), winner),
    ] {
        let [said, right] = [answer, &right].map(|whole| whole.pointer(place));
        assert!(!is_expected || said == right, "{place}: {}", context());
    }
    if expect.board.is_some() {
        let [said, right] = [answer, &right].map(|whole| squares(&whole["standing"]["board"]));
        assert_eq!(said, right, "{}", context());
    }
}

/// The squares of a board, with dots for blanks.
fn squares(board: &Value) -> String {
    let ranks = board.as_array().into_iter().flatten();
    let ranks: Vec<&str> = ranks.filter_map(Value::as_str).collect();
    ranks.concat().replace(' ', ".")
}
