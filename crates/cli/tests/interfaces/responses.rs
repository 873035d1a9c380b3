//! Classification of one line of a subject: each kind of response with every kind of id, where an
//! answer and where an introduction is expected.

use std::time::Duration;

use arimaa::bitboard::Game;
use arimaa::compare::Engine;
use arimaa_oracle::ask::{Answer, PROTOCOL_VERSION};
use arimaa_oracle::protocol::MAX_LINE;
use arimaa_oracle::protocol::ProblemKind;
use arimaa_oracle::protocol::{Id, Response};
use arimaa_oracle::serve::answer_line;
use arimaa_oracle::serve::respond;
use arimaa_oracle::subjects::{Local, ProtocolFailure, Reply};
use arimaa_oracle::subjects::{read_hello, read_reply};
use serde_json::{Value, json};

/// The number that was asked with.
const ASKED: i64 = 7;

fn reply(line: &Value) -> Result<Reply, ProtocolFailure> {
    read_reply(Ok(line.to_string()), ASKED)
}

fn refused(line: &Value) -> String {
    match reply(line) {
        Err(ProtocolFailure::Garbage(what)) => what,
        other => panic!("{line}: {other:?}"),
    }
}

fn hello(protocol: &str) -> Value {
    json!({"protocol": protocol, "identity": {"name": "a\u{1b}b", "version": "1\n2"}})
}

#[test]
fn response_with_the_right_id_is_classified_by_content() {
    let count = json!({"kind": "turn_count", "count": 12});
    let answer = reply(&json!({"id": 7, "answer": count}));
    assert_eq!(answer, Ok(Reply::Answer(Answer::TurnCount { count: 12 })));
    let declined = reply(&json!({"id": 7, "declined": "not today"}));
    assert_eq!(declined, Ok(Reply::Declined("not today".to_owned())));
    let error = json!({"kind": "failed", "line": 1, "message": "out of memory"});
    let Ok(Reply::Failed(ProtocolFailure::Garbage(what))) =
        reply(&json!({"id": 7, "error": error}))
    else {
        panic!("an error is no failure");
    };
    assert_eq!(what, "it answers the question with an error: out of memory");
    let introduced = refused(&json!({"id": 7, "hello": hello(PROTOCOL_VERSION)}));
    assert_eq!(introduced, "`hello` where it should answer");
}

#[test]
fn response_to_another_request_is_classified_as_such() {
    for (id, what) in [
        (json!(1), "a stale answer: to request 1, when 7 was asked"),
        (json!(6), "a stale answer: to request 6, when 7 was asked"),
        (json!(0), "an answer to request 0, when 7 was asked"),
        (json!(8), "an answer to request 8, when 7 was asked"),
        (json!(-7), "an answer to request -7, when 7 was asked"),
        (json!("7"), "an answer to request \"7\", when 7 was asked"),
    ] {
        assert_eq!(refused(&json!({"id": id, "declined": "no"})), what);
    }
    let error = json!({"kind": "bad_json", "line": 1, "message": "what?"});
    let unread = refused(&json!({"id": null, "error": error}));
    assert_eq!(unread, "it cannot read the request: what?");
}

#[test]
fn malformed_response_is_refused_with_the_reason() {
    for (line, why) in [
        (
            json!({"id": null, "declined": "no"}),
            "only an `error` may have no id",
        ),
        (json!({"declined": "no"}), "missing field `id`"),
        (
            json!({"id": 7}),
            "expected one of `hello`, `answer`, `declined`, `cancelled` and `error`",
        ),
        (
            json!({"id": 7, "declined": "no", "answer": {"kind": "turn_count", "count": 1}}),
            "expected one of `hello`, `answer`, `declined`, `cancelled` and `error`",
        ),
        (
            json!({"id": true, "declined": "no"}),
            "expected an id: a whole number up to 9007199254740991 or a text of at most 64 bytes",
        ),
        (
            json!({"id": 7, "declines": "no"}),
            "unknown field `declines`",
        ),
    ] {
        let what = refused(&line);
        assert!(
            what.contains("is no response: ") && what.contains(why),
            "{what}"
        );
    }
}

#[test]
fn introduction_must_name_this_protocol() {
    let introduced = |line: Value| read_hello(Ok(line.to_string()), ASKED);
    let garbage = |line: Value| match introduced(line) {
        Err(ProtocolFailure::Garbage(what)) => what,
        other => panic!("{other:?}"),
    };
    let (first, _) = PROTOCOL_VERSION.split_once('.').unwrap();
    for version in [
        PROTOCOL_VERSION.to_owned(),
        first.to_owned(),
        format!("{first}.99"),
    ] {
        let told = introduced(json!({"id": 7, "hello": hello(&version)})).unwrap();
        // Its name and version are safe to show on a terminal.
        let told = format!("{}{}", told.identity.name, told.identity.version.unwrap());
        assert!(!told.contains(char::is_control), "{told:?}");
    }
    for version in ["0.9", "2.0", "", "10"] {
        let expected =
            format!("it speaks version {version} of the protocol, and this is {PROTOCOL_VERSION}");
        assert_eq!(garbage(json!({"id": 7, "hello": hello(version)})), expected);
    }
    let error = json!({"kind": "failed", "line": 1, "message": "…"});
    let count = json!({"kind": "turn_count", "count": 12});
    for (name, said) in [
        ("answer", count),
        ("declined", json!("no")),
        ("error", error),
    ] {
        let expected = format!("`{name}` where it should introduce itself");
        assert_eq!(garbage(json!({"id": 7, name: said})), expected);
    }
}

/// Where a line stops being a request: the byte that is no UTF-8, or the first thing that is wrong
/// in it.
#[test]
fn malformed_request_is_refused_with_its_place() {
    let problem =
        |line: &[u8]| match respond(&mut Local::new("bitboard", Engine::of::<Game>()), 3, line) {
            Response::Error { id, error } => (id, error),
            other => panic!("{other:?}"),
        };
    let (id, error) = problem(b"{\"id\":1\xff");
    assert_eq!(
        (id, error.kind, error.line, error.column),
        (None, ProblemKind::NotUtf8, 3, Some(8))
    );
    assert_eq!(error.message, "byte 8 of the line is not UTF-8");

    // A number out of range is the first fault, before the missing end of the line.
    let (id, error) = problem(b"{\"id\":1e999,\"hello\":");
    assert_eq!(
        (id, error.kind, error.column),
        (None, ProblemKind::BadJson, Some(11))
    );
    assert_eq!(error.message, "number out of range");

    // A line that breaks off is bad JSON, although it had an unknown field before.
    let (id, error) = problem(b"{\"id\":4,\"helo\":{}");
    assert_eq!(
        (id, error.kind, error.column),
        (None, ProblemKind::BadJson, Some(17))
    );
    let (id, error) = problem(b"{\"id\":4,\"helo\":{}}");
    assert_eq!(
        (id, error.kind),
        (Some(Id::Number(4)), ProblemKind::BadRequest)
    );
}

#[test]
fn one_line_is_answered_by_one_line() {
    let answered = |line: &[u8]| {
        let mut engine = Local::new("bitboard", Engine::of::<Game>());
        answer_line(&mut engine, line, &|_| false)
    };
    let canceled = answered(br#"{"id":1,"cancel":2}"#);
    assert_eq!(canceled, r#"{"id":1,"cancelled":2}"#);
    for (length, kind) in [(MAX_LINE, "bad_json"), (MAX_LINE + 1, "too_long")] {
        let response: Value = serde_json::from_str(&answered(&vec![b'['; length])).unwrap();
        assert_eq!(response["error"]["kind"], kind);
        assert_eq!(response["error"]["line"], 1);
    }
}

#[test]
fn line_is_answered_until_its_own_time_is_over() {
    let answered = |timeout: &str| {
        let text = "g [r...........................E...................R...............]";
        let position = format!(r#"{{"any":{{"text":"{text}"}}}}"#);
        let question = format!(r#""kind":"perft","count":"turns","depth":1,"position":{position}"#);
        let line = format!(r#"{{"id":1,"ask":{{{question}}}{timeout}}}"#);
        let mut engine = Local::new("bitboard", Engine::of::<Game>());
        let is_over = |asked: Option<Duration>| asked == Some(Duration::from_millis(250));
        answer_line(&mut engine, line.as_bytes(), &is_over)
    };
    for timeout in ["", r#","timeout_ms":251"#] {
        assert!(!answered(timeout).contains("timed_out"), "{timeout}");
    }
    assert!(answered(r#","timeout_ms":250"#).contains("timed_out"));
}
