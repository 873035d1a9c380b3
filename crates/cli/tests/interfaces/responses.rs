//! Classification of one line of a subject: each kind of response with every kind of id, where an
//! answer and where an introduction is expected.

use arimaa_conformance::subjects::{read_hello, read_reply};
use arimaa_oracle::ask::{Answer, PROTOCOL_VERSION, QuestionKind};
use arimaa_oracle::subject::{ProtocolFailure, Reply};
use serde_json::{Value, json};

/// The id of the question.
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
            "expected an id: a whole number up to 9007199254740991 or a text of at most 64 characters",
        ),
        (
            json!({"id": 7, "declines": "no"}),
            "expected one of `hello`, `answer`, `declined`, `cancelled` and `error`",
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
fn additions_of_a_later_version_are_disregarded() {
    let count = json!({"kind": "turn_count", "count": 12, "seconds": 1});
    let answer = reply(&json!({"id": 7, "answer": count, "cost": {"nodes": 8}}));
    assert_eq!(answer, Ok(Reply::Answer(Answer::TurnCount { count: 12 })));
    let mut hello = hello(PROTOCOL_VERSION);
    hello["motto"] = json!("later");
    hello["identity"]["author"] = json!("somebody");
    hello["capabilities"] = json!({"questions": ["judge", "dream"], "dreams": true});
    let line = json!({"id": 7, "hello": hello, "greeting": "hi"});
    let hello = read_hello(Ok(line.to_string()), ASKED).unwrap();
    assert_eq!(hello.capabilities.questions, [QuestionKind::Judge].into());
    // Where no name is known, they are misspelt.
    let mut misspelt = line.clone();
    misspelt["hello"]["capabilities"]["questions"] = json!(["jugde"]);
    let Err(ProtocolFailure::Garbage(what)) = read_hello(Ok(misspelt.to_string()), ASKED) else {
        panic!("`jugde` is known")
    };
    assert!(
        what.contains("no kind of question is known by its name: `jugde`"),
        "{what}"
    );
    // What is not known is no answer.
    let dream = json!({"id": 7, "answer": {"kind": "dream"}});
    assert!(refused(&dream).contains("unknown variant `dream`"));
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
        let hello = introduced(json!({"id": 7, "hello": hello(&version)})).unwrap();
        // Its name and version are safe to show on a terminal.
        let hello = format!("{}{}", hello.identity.name, hello.identity.version.unwrap());
        assert!(!hello.contains(char::is_control), "{hello:?}");
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
