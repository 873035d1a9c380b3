//! Questions and answers as JSON: they round-trip, and the schemas have all of them.

use arimaa::Game;
use arimaa::compare::Engine;
use arimaa_conformance as suite;
use arimaa_conformance::Suite;
use arimaa_oracle::ask::{Answer, Question, QuestionKind, answer};
use arimaa_oracle::protocol::{Request, SCHEMA};
use serde_json::Value;

#[test]
fn questions_and_answers_round_trip_through_json() {
    for case in Suite::embedded().unwrap().cases {
        let json = serde_json::to_string(&case.question).unwrap();
        let question: Question = serde_json::from_str(&json).unwrap();
        assert_eq!(question, case.question, "{json}");
        let given = answer(&Engine::of::<Game>(), &question);
        let kinds = QuestionKind::ALL.into_iter();
        let kinds: Vec<_> = kinds.filter(|kind| given.is_to(*kind)).collect();
        assert!(kinds.contains(&question.kind()), "{kinds:?}");
        assert!(
            kinds.len() <= 2 || matches!(given, Answer::Error { .. }),
            "{kinds:?}"
        );
        let json = serde_json::to_string(&given).unwrap();
        assert_eq!(
            serde_json::from_str::<Answer>(&json).unwrap(),
            given,
            "{json}"
        );
    }
    for text in [
        r#"{"kind": "outcome"}"#,
        r#"{"kind": "outcome", "position": {"state": {"side": "gold", "setup": {}}}, "more": 1}"#,
        r#"{"kind": "outcome", "position": {"state": {"side": "gold", "setup": {}, "more": 1}}}"#,
        r#"{"kind": "outcome", "position": {"record": {"text": "", "more": 1}}}"#,
        r#"{"kind": "nothing"}"#,
        r#"{"kind": "parse", "form": "poem", "text": ""}"#,
        "[]",
        "7",
    ] {
        assert!(serde_json::from_str::<Question>(text).is_err(), "{text}");
    }
}

#[test]
fn schemas_name_every_kind_and_refuse_what_is_unknown() {
    let schema = committed_schema();
    let questions = &schema["$defs"]["Question"]["discriminator"]["mapping"];
    for kind in QuestionKind::ALL {
        assert!(questions[kind.name()].is_string(), "{kind}");
        let named = serde_json::to_value(kind).unwrap();
        assert_eq!(named, kind.name());
    }
    // Clients are generated with one class for each, and not `Board1` or `RequestOneOf2`.
    let names = |name: &str| {
        let variants = schema["$defs"][name]["oneOf"].as_array().unwrap().iter();
        let titles = variants.map(|variant| variant["title"].as_str().unwrap());
        titles.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names("Request"), "HelloRequest AskRequest CancelRequest");
    assert_eq!(
        names("PositionSource"),
        "StatePosition RecordPosition AnyPosition"
    );
    let text = schema.to_string();
    for reference in text.split("{\"$ref\":\"").skip(1) {
        let (_, rest) = reference.split_once('"').unwrap();
        assert!(rest.starts_with('}'), "{}", &reference[..80]);
    }
    for schema in [committed_schema(), suite::schema()] {
        let text = serde_json::to_string(&schema).unwrap();
        assert!(text.contains("\"additionalProperties\":false"));
        assert!(text.contains("rank 8 first"));
    }
}

fn committed_schema() -> Value {
    serde_json::from_str(SCHEMA).unwrap()
}

/// The schemas of lines and of cases are committed files, since the program is built without the
/// code that makes them from the types.
#[cfg(feature = "schema")]
#[test]
fn committed_schemas_are_those_of_the_types() {
    let lines = arimaa_oracle::protocol::schema_of_lines();
    // What a case shares with a line is taken from there.
    let own = |mut cases: Value| {
        let all = cases["$defs"].as_object_mut().unwrap();
        all.retain(|name, _| lines["$defs"].get(name).is_none());
        cases
    };
    let cases = own(suite::schema_of_cases());
    let committed = committed_schema();
    if std::env::var_os("ARIMAA_WRITE").is_some() {
        let crates = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        // The order of keys is that of the packages that are compiled together, and says nothing.
        if committed != lines {
            let path = format!("{crates}/oracle/src/protocol/schema.json");
            std::fs::write(path, pretty(&lines, 0) + "\n").unwrap();
        }
        if own(suite::schema()) != cases {
            let path = format!("{crates}/conformance/src/cases/case.schema.json");
            std::fs::write(path, format!("{cases}\n")).unwrap();
        }
        return;
    }
    assert_eq!(committed, lines, "ARIMAA_WRITE=1 writes it");
    assert_eq!(own(suite::schema()), cases, "ARIMAA_WRITE=1 writes it");
    for schema in [committed, suite::schema()] {
        let text = schema.to_string();
        for place in text.split("\"#/$defs/").skip(1) {
            let name = place.split('"').next().unwrap();
            assert!(schema["$defs"][name].is_object(), "{name} is not defined");
        }
    }
}

/// JSON with indentation; a value that fits into a line stands on one line.
#[cfg(feature = "schema")]
fn pretty(value: &Value, indent: usize) -> String {
    let short = value.to_string();
    let (brackets, parts): (_, Vec<String>) = match value {
        Value::Object(fields) if short.len() + indent > 98 => {
            let field =
                |(name, value)| format!("{}: {}", Value::from(name), pretty(value, indent + 2));
            (
                "{}",
                fields
                    .iter()
                    .map(|(name, value)| field((name.as_str(), value)))
                    .collect(),
            )
        }
        Value::Array(items) if short.len() + indent > 98 => (
            "[]",
            items.iter().map(|item| pretty(item, indent + 2)).collect(),
        ),
        _ => return short,
    };
    let (open, close) = brackets.split_at(1);
    let line = format!("\n{:indent$}", "");
    format!(
        "{open}{line}  {}{line}{close}",
        parts.join(&format!(",{line}  "))
    )
}

/// Generators of clients take the class of an object from the discriminator.
#[test]
fn discriminators_lead_to_the_definition_of_each_kind() {
    let schema = committed_schema();
    for name in ["Question", "Answer", "Fault"] {
        let Value::Object(fields) = &schema["$defs"][name] else {
            panic!("{name}");
        };
        let discriminator = &fields["discriminator"];
        assert_eq!(discriminator["propertyName"], "kind");
        let mapping = discriminator["mapping"].as_object().unwrap();
        let listed: Vec<_> = fields["oneOf"].as_array().unwrap().iter().collect();
        assert_eq!(listed.len(), mapping.len());
        assert!(!listed.is_empty(), "{name}");
        for (kind, place) in mapping {
            assert!(
                listed.iter().any(|variant| variant["$ref"] == *place),
                "{kind}"
            );
            let class = place.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
            assert_eq!(schema["$defs"][class]["properties"]["kind"]["const"], *kind);
        }
    }
}

/// A later version may add fields to a response, never to a state.
#[test]
fn responses_are_open_and_requests_and_states_are_closed() {
    let schema = committed_schema();
    let is_closed = |object: &Value| object["additionalProperties"] == false;
    let definitions = schema["$defs"].as_object().unwrap();
    let of_requests = |name: &str| {
        name.ends_with("Question")
            || ["AnyText", "Nothing", "RecordMoment", "State"].contains(&name)
    };
    for (name, definition) in definitions {
        if definition["type"] == "object" {
            assert_eq!(is_closed(definition), of_requests(name), "{name}");
        }
    }
    assert!(
        schema["$defs"]["Request"]["oneOf"]
            .as_array()
            .unwrap()
            .iter()
            .all(is_closed)
    );
    assert!(
        !schema["$defs"]["Response"]["oneOf"]
            .as_array()
            .unwrap()
            .iter()
            .any(is_closed)
    );
}

#[test]
fn null_is_read_as_a_field_that_is_left_out() {
    let position = r#""position": {"state": {"side": "gold", "setup": {}, "steps": null}}"#;
    for (nulls, without) in [
        (
            r#""kind": "turns", "past_end": null, "offset": null, "limit": null"#,
            r#""kind": "turns""#,
        ),
        (
            r#""kind": "legal_actions", "effects": null, "refusals": null"#,
            r#""kind": "legal_actions""#,
        ),
        (
            r#""kind": "draw", "drawing": "svg", "marks": null"#,
            r#""kind": "draw", "drawing": "svg""#,
        ),
    ] {
        let [one, other] = [nulls, without].map(|fields| {
            let ask = format!("{{{fields}, {position}}}");
            let line = format!(r#"{{"id": 1, "ask": {ask}, "details": null, "timeout_ms": null}}"#);
            serde_json::from_str::<Request>(&line).unwrap()
        });
        assert_eq!(one, other);
    }
}
