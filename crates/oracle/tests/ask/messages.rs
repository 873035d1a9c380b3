//! The protocol of one line: what is read as a request, what is answered, and the limits of both.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::Duration;

use arimaa::Game;
use arimaa::compare::Engine;
use arimaa::rules::Rules;
use arimaa::text::error::shown;
use arimaa_conformance::Suite;
use arimaa_oracle::ask::{Answer, Fault as Wrong, PROTOCOL_VERSION, Question, QuestionKind};
use arimaa_oracle::protocol::{Capabilities, Hello, Id, Identity, MAX_LINE, Request, Response};
use arimaa_oracle::serve::{answer_line, answer_numbered};
use arimaa_oracle::subject::ProtocolFailure;
use arimaa_oracle::subject::{Local, Reply, Subject};
use serde_json::{Value, json};

use crate::faulty_engine::{Fault, Faulty};

fn engine() -> Local {
    Local::new("bitboard", Engine::of::<Game>())
}

/// The response to a line.
fn answered(line: &str) -> Value {
    let response = answer_numbered(&mut engine(), 7, line.as_bytes(), &|_| false);
    assert!(!response.contains('\n'));
    serde_json::from_str(&response).unwrap()
}

fn outcome(extra: &str) -> String {
    let position = r#"{"state": {"side": "gold", "setup": {}}}"#;
    format!(r#"{{"id": 1, "ask": {{"kind": "outcome", "position": {position}}}{extra}}}"#)
}

#[test]
fn error_in_a_request_with_line_breaks_has_its_own_line() {
    for wrong in ["\"ask\": {\"kind\": \"explain_rule\"}}", "}", "\"\u{e4}"] {
        let request = format!("{{\"id\": 1,\n{wrong}");
        assert_eq!(answered(&request)["error"]["line"], 8, "{request}");
    }
    let latin = answer_numbered(&mut engine(), 7, b"{\n\"\xe4\"}", &|_| false);
    let latin: Value = serde_json::from_str(&latin).unwrap();
    let error = &latin["error"];
    assert_eq!((&error["line"], &error["column"]), (&json!(8), &json!(2)));
}

/// C0, C1 and DEL, marks of direction, and a line break of Unicode.
const HOSTILE: &str = "\u{1b}\u{9b}\u{7f}\u{202e}\u{200f}\u{2028}";

/// A value with hostile text in one of its names or texts, in every way.
fn with_hostile_text(value: &Value) -> Vec<Value> {
    let mut all = vec![json!(HOSTILE)];
    match value {
        Value::String(text) => all.push(json!(format!("{text}{HOSTILE}"))),
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                all.extend(with_hostile_text(item).into_iter().map(|hostile| {
                    let mut items = items.clone();
                    items[place] = hostile;
                    Value::Array(items)
                }));
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                let mut named = fields.clone();
                named.remove(name);
                named.insert(format!("{name}{HOSTILE}"), field.clone());
                all.push(Value::Object(named));
                all.extend(with_hostile_text(field).into_iter().map(|hostile| {
                    let mut fields = fields.clone();
                    fields.insert(name.clone(), hostile);
                    Value::Object(fields)
                }));
            }
        }
        _ => {}
    }
    all
}

fn messages_in(value: &Value, messages: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| messages_in(item, messages)),
        Value::Object(fields) => {
            messages.extend(
                fields
                    .get("message")
                    .and_then(Value::as_str)
                    .map(str::to_owned),
            );
            fields
                .values()
                .for_each(|field| messages_in(field, messages));
        }
        _ => {}
    }
}

#[test]
fn messages_about_hostile_text_print() {
    let contract = include_str!("../../../../docs/protocol.md");
    let requests = contract.lines().filter_map(|line| line.strip_prefix("> "));
    let cases = Suite::embedded().unwrap().cases.into_iter();
    let mut kinds = BTreeSet::new();
    let cases = cases.filter(|case| kinds.insert(case.question.kind()));
    let cases = cases.map(|case| json!({ "id": 1, "ask": case.question }));
    let requests = requests.filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let texts = json!({ "text": "1g", "before": "1g", "edition": "2002" });
    let of_a_game =
        json!({ "text": "Game: 1\n1g", "game": "1", "before": "1g", "edition": "2002" });
    let positions = [json!({ "record": texts }), json!({ "any": of_a_game })];
    let drawn = |position: Value| json!({ "kind": "draw", "drawing": "text", "position": position, "marks": ["a1"] });
    let drawings = positions.map(|position| json!({ "id": 1, "ask": drawn(position) }));
    let requests: Vec<Value> = requests.chain(cases).chain(drawings).collect();
    let mut messages = Vec::new();
    for request in requests.iter().flat_map(with_hostile_text) {
        messages_in(&answered(&request.to_string()), &mut messages);
    }
    let mut raw: Vec<&String> = messages.iter().collect();
    raw.retain(|message| shown(message, usize::MAX) != **message);
    assert!(messages.len() > 100);
    assert!(
        raw.is_empty(),
        "{:#?}",
        raw.into_iter().collect::<BTreeSet<_>>()
    );
}

#[test]
fn requests_are_told_apart() {
    let hello = answered(r#"{"id": "a", "hello": {}}"#);
    let expected = Identity {
        name: "bitboard".to_owned(),
        version: Some(env!("CARGO_PKG_VERSION").to_owned()),
    };
    assert_eq!(hello["id"], "a");
    assert_eq!(hello["hello"]["identity"], json!(expected));
    assert_eq!(hello["hello"]["protocol"], PROTOCOL_VERSION);
    assert_eq!(hello["hello"]["capabilities"]["wording"], true);
    let kinds = serde_json::from_value(hello["hello"]["capabilities"]["questions"].clone());
    let kinds: BTreeSet<QuestionKind> = kinds.unwrap();
    assert_eq!(kinds, QuestionKind::ALL.into());
    assert_eq!(engine().capabilities().questions, QuestionKind::ALL.into());

    let cancelled = json!({"id": 2, "cancelled": "a"});
    assert_eq!(answered(r#"{"id": 2, "cancel": "a"}"#), cancelled);
    let answer = json!({"id": 1, "answer": {"kind": "outcome", "outcome": null}});
    assert_eq!(answered(&outcome("")), answer);
    assert_eq!(answered(&outcome(r#", "details": true"#)), answer);
}

/// A line of 4 MiB is read and written; a byte more is too long.
#[test]
fn line_limit_is_exact() {
    assert_eq!(MAX_LINE, 4_194_304);
    let kind = |length: usize| {
        // It is not UTF-8 from its first byte on, so that nothing else has to be read.
        let response = answer_line(&mut engine(), &vec![0xff; length], &|_| false);
        let response: Value = serde_json::from_str(&response).unwrap();
        (
            response["error"]["kind"].clone(),
            response["error"]["message"].clone(),
        )
    };
    assert_eq!(kind(MAX_LINE).0, "not_utf8");
    let too_long = (
        json!("too_long"),
        json!("the line has more than 4194304 bytes"),
    );
    assert_eq!(kind(MAX_LINE + 1), too_long);
    // The line feed does not count.
    let mut line = outcome("").into_bytes();
    line.resize(MAX_LINE, b' ');
    line.push(b'\n');
    let response = answer_line(&mut engine(), &line, &|_| false);
    assert!(response.starts_with(r#"{"id":1,"answer":"#), "{response}");

    let written = |length: usize| {
        let declined = "x".repeat(length - r#"{"id":1,"declined":""}"#.len());
        let mut declining = Declines(declined, Identity::default(), Capabilities::default());
        answer_line(&mut declining, outcome("").as_bytes(), &|_| false)
    };
    assert_eq!(written(MAX_LINE).len(), MAX_LINE);
    let error: Value = serde_json::from_str(&written(MAX_LINE + 1)).unwrap();
    let message = "the response has 4194305 bytes";
    let failed = json!({"kind": "failed", "line": 1, "message": message});
    assert_eq!(error, json!({"id": 1, "error": failed}));
}

#[test]
fn of_a_word_that_is_none_the_message_has_the_beginning() {
    for line in [
        outcome("").replace("outcome", &"x".repeat(4_000_000)),
        outcome("").replace(
            "\"id\"",
            &format!("\"id\": 1, \"{}\"", "x".repeat(4_000_000)),
        ),
    ] {
        let response = answered(&line);
        assert_eq!(response["error"]["kind"], "bad_request");
        let message = response["error"]["message"].as_str().unwrap();
        assert!(
            message.contains("xxx…") && message.contains("expected"),
            "{message}"
        );
        assert!(message.len() < 1_000, "{message}");
    }
}

/// A subject that declines every question in these words.
struct Declines(String, Identity, Capabilities);

impl Subject for Declines {
    fn identity(&self) -> &Identity {
        &self.1
    }

    fn capabilities(&self) -> &Capabilities {
        &self.2
    }

    fn ask(&mut self, _: &Question) -> Reply {
        Reply::Declined(self.0.clone())
    }
}

#[test]
fn timeout_of_a_request_reaches_the_clock() {
    for (extra, timeout) in [
        ("", None),
        (r#", "timeout_ms": 250"#, Some(Duration::from_millis(250))),
    ] {
        let line = outcome(extra).replace("outcome", "turn_count");
        let in_time = answer_line(&mut engine(), line.as_bytes(), &|allowed| {
            assert_eq!(allowed, timeout);
            false
        });
        assert!(in_time.contains("64864800"), "{in_time}");
    }
    let position = r#"{"any": {"text": "g [r...........................E...................R...............]"}}"#;
    let line = format!(
        r#"{{"id": 1, "ask": {{"kind": "perft", "count": "turns", "depth": 2, "position": {position}}}}}"#
    );
    let late = answer_line(&mut engine(), line.as_bytes(), &|_| true);
    assert!(late.contains("timed_out"), "{late}");
}

#[test]
fn ids_are_shown_as_json() {
    assert_eq!(Id::Number(-7).to_string(), "-7");
    assert_eq!(Id::Text("a\"".to_owned()).to_string(), r#""a\"""#);
}

#[test]
fn requests_and_responses_round_trip_through_json() {
    for line in [
        r#"{"id":1,"hello":{}}"#,
        r#"{"id":"x","cancel":-3}"#,
        r#"{"id":1,"ask":{"kind":"explain_rule","rule":"END-1"}}"#,
        r#"{"id":1,"ask":{"kind":"explain_rule","rule":"END-1"},"details":true,"timeout_ms":9}"#,
    ] {
        let request: Request = serde_json::from_str(line).unwrap();
        assert_eq!(serde_json::to_string(&request).unwrap(), line);
    }
    for line in [
        r#"{"id":1,"declined":"no"}"#,
        r#"{"id":1,"cancelled":"x"}"#,
        r#"{"id":null,"error":{"kind":"bad_json","line":1,"message":"no"}}"#,
        r#"{"id":1,"answer":{"kind":"turn_count","count":3}}"#,
    ] {
        let response: Response = serde_json::from_str(line).unwrap();
        assert_eq!(serde_json::to_string(&response).unwrap(), line);
    }
    let wrong = |line: &str| {
        serde_json::from_str::<Response>(line)
            .unwrap_err()
            .to_string()
    };
    let two = wrong(r#"{"id": 1, "declined": "no", "cancelled": 2}"#);
    assert!(
        two.starts_with("expected one of `hello`, `answer`,"),
        "{two}"
    );
    let anonymous = wrong(r#"{"id": null, "declined": "no"}"#);
    assert!(
        anonymous.starts_with("only an `error` may have no id"),
        "{anonymous}"
    );
}

#[test]
fn protocols_of_the_same_first_number_understand_each_other() {
    let hello = |protocol: &str| Hello {
        protocol: protocol.to_owned(),
        specification: None,
        suite: None,
        identity: Identity::default(),
        capabilities: Capabilities::default(),
    };
    for (protocol, understood) in [
        ("1.0.0", true),
        ("1.9", true),
        ("2.0.0", false),
        ("", false),
    ] {
        assert_eq!(hello(protocol).is_understood(), understood, "{protocol}");
    }
}

#[test]
fn capabilities_of_play_are_written_with_what_is_missing() {
    let written = |capabilities: &Capabilities| {
        let Value::Object(mut fields) = serde_json::to_value(capabilities).unwrap() else {
            panic!("an object")
        };
        fields.retain(|_, value| value.is_boolean());
        Value::Object(fields)
    };
    let all = json!({"setups": true, "mid_turn": true, "history": true, "records": true,
        "past_end": true, "strict": true, "reasons": true, "details": false, "wording": false,
        "validity": true, "outcome": true, "labels": true});
    assert_eq!(written(&Capabilities::default()), all);
    let play = json!({"setups": false, "mid_turn": true, "history": true, "records": true,
        "past_end": false, "strict": false, "reasons": false, "details": false, "wording": false,
        "validity": false, "outcome": true, "labels": false});
    assert_eq!(written(&Capabilities::of_play()), play);
    let kinds = Capabilities::of_play().questions;
    assert_eq!(kinds, QuestionKind::ALL.into());
}

/// How often turns were counted.
static COUNTED: AtomicU32 = AtomicU32::new(0);

#[derive(Clone, Debug)]
struct Counting;

impl Fault for Counting {
    fn count_turns<R: Rules>(engine: &R) -> u64 {
        COUNTED.fetch_add(1, Ordering::Relaxed);
        engine.count_turns()
    }
}

/// More than can be counted in a minute.
fn endless() -> Question {
    let board = "g [rrrrrrrrdhcemchd................................DHCMECHDRRRRRRRR]";
    let position = json!({"any": {"text": board}});
    let perft = json!({"kind": "perft", "count": "turns", "depth": 3, "position": position});
    serde_json::from_value(perft).unwrap()
}

#[test]
fn search_stops_soon_after_the_timeout() {
    let limit = Duration::from_millis(20);
    let mut slow = Local::new("slow", Engine::of::<Faulty<Game, Counting>>());
    slow = slow.with_timeout(Some(limit));
    let hung = ProtocolFailure::Hung("no answer within 0.02 s".to_owned());
    assert_eq!(slow.ask(&endless()), Reply::Failed(hung));
    // Nothing has been counted for a while.
    let mut quiet = false;
    for _ in 0..100 {
        let before = COUNTED.load(Ordering::Relaxed);
        sleep(4 * limit);
        quiet = before == COUNTED.load(Ordering::Relaxed);
        if quiet {
            break;
        }
    }
    assert!(quiet, "it is still counting");
}

#[test]
fn engine_of_this_crate_is_asked_within_a_time() {
    let late = engine().ask_unless(&endless(), &|| true);
    let Reply::Answer(Answer::Error { error }) = late else {
        panic!("{late:?}")
    };
    assert!(matches!(error, Wrong::TimedOut { .. }), "{error:?}");
}
