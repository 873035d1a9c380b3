//! Questions and answers as JSON: they round-trip, the schemas know them all, and a question out of
//! bounds is refused.

use arimaa::compare::{Engine, Game, Reference};
use arimaa_oracle::ask::{Answer, Question, QuestionKind, answer};
use arimaa_oracle::ask::{schema_of_answers, schema_of_questions};
use arimaa_oracle::suite;
use arimaa_oracle::suite::Suite;

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
    let questions = serde_json::to_string(&schema_of_questions()).unwrap();
    for kind in QuestionKind::ALL {
        assert!(
            questions.contains(&format!("\"const\":\"{kind}\"")),
            "{kind}"
        );
        let named = serde_json::to_value(kind).unwrap();
        assert_eq!(named, kind.name());
    }
    for schema in [schema_of_questions(), schema_of_answers(), suite::schema()] {
        let text = serde_json::to_string(&schema).unwrap();
        assert!(text.contains("\"additionalProperties\":false"));
        assert!(text.contains("rank 8 first"));
    }
}

#[test]
fn out_of_bounds_question_is_refused_quickly() {
    let setup = r#"{"state": {"side": "gold", "setup": {}}}"#;
    let board = format!(
        r#"{{"state": {{"side": "gold", "board": "{}"}}}}"#,
        ".".repeat(64)
    );
    let long = "x".repeat((1 << 20) + 1);
    for (question, error) in [
        (
            format!(r#"{{"kind": "turns", "position": {setup}}}"#),
            "too_large",
        ),
        (
            format!(r#"{{"kind": "turns", "position": {setup}, "limit": 10001}}"#),
            "too_large",
        ),
        (
            format!(r#"{{"kind": "perft", "position": {setup}, "count": "turns", "depth": 2}}"#),
            "too_large",
        ),
        (
            format!(r#"{{"kind": "perft", "position": {board}, "count": "steps", "depth": 5}}"#),
            "too_large",
        ),
        (
            format!(r#"{{"kind": "perft", "position": {board}, "count": "turns", "depth": 4}}"#),
            "too_large",
        ),
        (
            format!(r#"{{"kind": "perft", "position": {board}, "count": "steps", "depth": 0}}"#),
            "bad_question",
        ),
        (
            format!(r#"{{"kind": "parse", "form": "record", "text": "{long}"}}"#),
            "too_large",
        ),
        (
            format!(r#"{{"kind": "judge", "position": {board}, "turn": "{long}"}}"#),
            "too_large",
        ),
        (
            format!(r#"{{"kind": "judge", "position": {board}, "turn": ["2g", "Ed9n"]}}"#),
            "bad_text",
        ),
        (
            format!(r#"{{"kind": "apply", "position": {board}, "actions": ["up"]}}"#),
            "bad_text",
        ),
        (
            format!(r#"{{"kind": "print", "position": {board}, "form": "archive"}}"#),
            "bad_question",
        ),
        (
            r#"{"kind": "explain_rule", "rule": "XYZ-1"}"#.to_owned(),
            "unknown_rule",
        ),
        (
            r#"{"kind": "outcome", "position": {"record": {"text": "1g Ra9"}}}"#.to_owned(),
            "bad_text",
        ),
        (
            r#"{"kind": "outcome", "position": {"record": {"text": "12g", "before": "9g"}}}"#
                .to_owned(),
            "unplayable_record",
        ),
        (
            r#"{"kind": "outcome", "position": {"record": {"text": "12g", "edition": "x"}}}"#
                .to_owned(),
            "bad_question",
        ),
    ] {
        let asked: Question = serde_json::from_str(&question).unwrap();
        let given = serde_json::to_value(answer(&Engine::of::<Game>(), &asked)).unwrap();
        assert_eq!(
            given["error"]["kind"],
            error,
            "{} {given}",
            &question[..question.len().min(200)]
        );
    }
}

#[test]
fn apply_continues_and_ends_a_turn() {
    let position = r#"{"state": {"side": "gold", "turn": 7,
        "board": "r...................................e...........E..............R"}}"#;
    let ask = |actions: &str| {
        let text = format!(r#"{{"kind": "apply", "position": {position}, "actions": {actions}}}"#);
        let question: Question = serde_json::from_str(&text).unwrap();
        let given = answer(&Engine::of::<Reference>(), &question);
        assert_eq!(given, answer(&Engine::of::<Game>(), &question));
        serde_json::to_value(given).unwrap()
    };
    let going_on = ask(r#"["Ea2n"]"#);
    assert_eq!(going_on["state"]["steps"], serde_json::json!(["Ea2n"]));
    assert_eq!(going_on["standing"]["label"], "7g");
    assert_eq!(going_on["standing"]["board"][5], "E.......");
    let ended = ask(r#"["Ea2n", "end"]"#);
    assert_eq!(ended["state"]["side"], "silver");
    assert_eq!(ended["standing"]["label"], "7s");
    let refused = ask(r#"["Ea2n", "Ea2n"]"#);
    assert_eq!(refused["refusal"]["at"], "Ea2n");
    assert_eq!(refused["refusal"]["name"], "empty-square");
    assert_eq!(refused["refusal"]["token"], 1);
}
