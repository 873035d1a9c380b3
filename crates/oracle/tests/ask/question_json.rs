//! Questions and answers as JSON: they round-trip, and the schemas know them all.

use std::fs;

use arimaa::compare::{Engine, Game};
use arimaa_conformance as suite;
use arimaa_conformance::Suite;
use arimaa_oracle::ask::{Answer, Question, QuestionKind, answer};
use arimaa_oracle::protocol::{SCHEMA, schema_of_lines};
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
    let questions = serde_json::to_string(&schema_of_lines()["$defs"]["Question"]).unwrap();
    for kind in QuestionKind::ALL {
        assert!(
            questions.contains(&format!("\"const\":\"{kind}\"")),
            "{kind}"
        );
        let named = serde_json::to_value(kind).unwrap();
        assert_eq!(named, kind.name());
    }
    for schema in [schema_of_lines(), suite::schema()] {
        let text = serde_json::to_string(&schema).unwrap();
        assert!(text.contains("\"additionalProperties\":false"));
        assert!(text.contains("rank 8 first"));
    }
}

/// The schemas of lines and of cases are committed; the program makes them from no types.
#[test]
fn committed_schemas_are_those_of_the_types() {
    let (lines, mut cases) = (schema_of_lines(), suite::schema_of_cases());
    if std::env::var_os("ARIMAA_WRITE").is_some() {
        let crates = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        let text = serde_json::to_string_pretty(&lines).unwrap() + "\n";
        fs::write(format!("{crates}/oracle/src/protocol/schema.json"), text).unwrap();
        let own = cases["$defs"].as_object_mut().unwrap();
        own.retain(|name, _| lines["$defs"].get(name).is_none());
        let path = format!("{crates}/conformance/src/cases/case.schema.json");
        return fs::write(path, format!("{cases}\n")).unwrap();
    }
    let committed: Value = serde_json::from_str(SCHEMA).unwrap();
    assert_eq!(committed, lines, "ARIMAA_WRITE=1 writes it");
    assert_eq!(suite::schema(), cases, "ARIMAA_WRITE=1 writes it");
}
