//! The protocol, line by line: requests that are read, their responses, and the limits of both.

use std::collections::BTreeSet;

use arimaa::Game;
use arimaa::compare::Engine;
use arimaa::text::error::shown;
use arimaa_conformance::Suite;
use arimaa_oracle::ask::{Answer, Fault, Question, QuestionKind};
use arimaa_oracle::protocol::{Capabilities, Identity, MAX_LINE};
use arimaa_oracle::serve::{answer_line, answer_numbered};
use arimaa_oracle::subject::{Local, Reply, Subject};
use serde_json::{Value, json};

fn engine() -> Local {
    Local::new("bitboard", Engine::of::<Game>())
}

/// The response to line 7 of a stream.
fn answered(line: &str) -> Value {
    let response = answer_numbered(&mut engine(), 7, line.as_bytes(), &|_| false);
    assert!(!response.contains('\n'));
    serde_json::from_str(&response).unwrap()
}

const OUTCOME: &str = r#"{"id": 1, "ask": {"kind": "outcome", "position": {"state": {"side": "gold", "setup": {}}}}}"#;

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

/// Control characters (C0, C1, DEL), direction marks, and a line break of Unicode.
const HOSTILE: &str = "\u{1b}\u{9b}\u{7f}\u{202e}\u{200f}\u{2028}";

/// All variants of a value in which one name or one text of it is hostile.
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

/// A line of 4 MiB is read and written; a line with one byte more is too long.
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
    let mut line = OUTCOME.as_bytes().to_vec();
    line.resize(MAX_LINE, b' ');
    line.push(b'\n');
    let response = answer_line(&mut engine(), &line, &|_| false);
    assert!(response.starts_with(r#"{"id":1,"answer":"#), "{response}");

    let written = |length: usize| {
        let declined = "x".repeat(length - r#"{"id":1,"declined":""}"#.len());
        let mut declining = Declines(declined, Identity::default(), Capabilities::default());
        answer_line(&mut declining, OUTCOME.as_bytes(), &|_| false)
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
        OUTCOME.replace("outcome", &"x".repeat(4_000_000)),
        OUTCOME.replace(
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

/// A subject that declines every question with this reason.
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

/// A count that takes more than a minute.
fn endless() -> Question {
    let board = "g [rrrrrrrrdhcemchd................................DHCMECHDRRRRRRRR]";
    let position = json!({"any": {"text": board}});
    let perft = json!({"kind": "perft", "count": "turns", "depth": 3, "position": position});
    serde_json::from_value(perft).unwrap()
}

#[test]
fn engine_of_this_crate_is_asked_within_a_time() {
    let late = engine().ask_unless(&endless(), &|| true);
    let Reply::Answer(Answer::Error { error }) = late else {
        panic!("{late:?}")
    };
    assert!(matches!(error, Fault::TimedOut { .. }), "{error:?}");
}
