//! Whole sessions with the server: every kind of question once, the suite put to it line by line,
//! and lists where objects belong.

use std::collections::BTreeSet;
use std::fmt::Write;

use arimaa::Game;
use arimaa::compare::{Engine, Reference};
use arimaa::rules::Rules;
use arimaa::vocab::{Action, Effect, Illegal};
use arimaa_conformance::subjects::read_reply;
use arimaa_conformance::{CaseVerdict, Suite, judge_case};
use arimaa_oracle::ask::{Answer, MAX_PAGE, Question, QuestionKind, answer};
use arimaa_oracle::protocol::Capabilities;
use arimaa_oracle::protocol::{Id, Nothing, Request, Response};
use arimaa_oracle::serve::serve;
use arimaa_oracle::subject::Local;
use serde_json::{Value, json};

use crate::faulty_engine::{Fault, Faulty};

/// The responses of a server with this engine to a stream of requests.
fn served<R: Rules + 'static>(requests: &str) -> Vec<String> {
    let mut responses = Vec::new();
    let server = Local::new("engine", Engine::of::<R>());
    let requests = std::io::Cursor::new(requests.to_owned());
    serve(&server, requests, &mut responses).unwrap();
    let responses = String::from_utf8(responses).unwrap();
    responses.lines().map(str::to_owned).collect()
}

/// A request for each way to ask and for each thing that can be wrong with a question.
fn requests() -> Vec<Value> {
    let ranks = json!([
        "r.......", "........", "........", "..E.....", "..rCd...", "........", "........",
        ".......R"
    ]);
    let state = json!({"state": {"side": "gold", "turn": 9, "board": ranks}});
    let setup = json!({"state": {"side": "gold", "setup": {"handicap": "EMHHDDCRRRRRRRR"}}});
    let record = json!({"record": {"text": "Start: g [r..............................................................R]\n2g Rh1n\n2s ra8s\n", "before": "2s"}});
    let over = json!({"state": {"side": "silver", "board": "R.......................................................r......."}});
    let lone = json!({"state": {"side": "gold", "board": "r.................E............................................R"}});
    let near = json!({"any": {"text": "g 7r/Re6/8/D7/8/8/8/8"}});
    let unplayable = json!({"record": {"text": "1g Ra1\n1s ra8\n"}});
    vec![
        json!({"kind": "legal_actions", "position": state}),
        json!({"kind": "legal_actions", "position": over}),
        json!({"kind": "legal_actions", "position": over, "past_end": true}),
        json!({"kind": "judge", "position": state, "turn": "9g rc4s Ec5s"}),
        json!({"kind": "judge", "position": state, "turn": ["Ec5n", "Rh1n"]}),
        json!({"kind": "judge", "position": state, "turn": "rc4w Rh1n"}),
        json!({"kind": "judge", "position": state, "turn": "rc4s Ec5s", "strict": true}),
        json!({"kind": "apply", "position": state, "actions": ["Ec5n", "rc4n"]}),
        json!({"kind": "apply", "position": state, "actions": ["Ec5n", "end", "ra8s"]}),
        json!({"kind": "apply", "position": state, "actions": ["Ec5e", "Ec5e"]}),
        json!({"kind": "outcome", "position": state}),
        json!({"kind": "outcome", "position": over}),
        json!({"kind": "standing", "position": record}),
        json!({"kind": "turns", "position": setup}),
        json!({"kind": "turns", "position": record, "offset": 1, "limit": 2}),
        json!({"kind": "turn_count", "position": state}),
        json!({"kind": "goal", "position": near, "limit": 2}),
        json!({"kind": "goal", "position": over, "past_end": true}),
        json!({"kind": "perft", "position": state, "count": "steps", "depth": 3}),
        json!({"kind": "perft", "position": record, "count": "turns", "depth": 2}),
        json!({"kind": "explain_rule", "rule": "CAP-3"}),
        json!({"kind": "parse", "form": "turn", "text": " 2w  Ed2n "}),
        json!({"kind": "parse", "form": "archive", "text": "id\n1"}),
        json!({"kind": "print", "position": record, "form": "diagram"}),
        json!({"kind": "draw", "drawing": "text", "position": lone}),
        json!({"kind": "recognize", "text": "2w Ed2n"}),
        json!({"kind": "replay", "record": "2w Ed2n"}),
        json!({"kind": "explain_rule", "rule": "CAP-99"}),
        json!({"kind": "outcome", "position": lone}),
        json!({"kind": "outcome", "position": unplayable}),
        json!({"kind": "turns", "position": state, "limit": MAX_PAGE + 1}),
        json!({"kind": "perft", "position": state, "count": "steps", "depth": 0}),
    ]
}

/// One session, with every kind of question, every kind of answer and every kind of error but those
/// of lines.
#[test]
fn a_session_with_every_kind_of_question() {
    let asked = requests();
    let hello = Request::Hello {
        id: Id::Text("who".to_owned()),
        hello: Nothing {},
    };
    let mut lines = vec![serde_json::to_string(&hello).unwrap()];
    lines.extend(
        (1..)
            .zip(&asked)
            .map(|(id, ask)| json!({"id": id, "ask": ask}).to_string()),
    );
    lines.push("{\"id\":99,\"ask\":{}}".to_owned());
    lines.push("well?".to_owned());
    let responses = served::<Game>(&lines.join("\n"));
    assert_eq!(responses, served::<Reference>(&lines.join("\n")));
    assert_eq!(responses.len(), lines.len());

    let kinds: BTreeSet<String> = asked.iter().map(|ask| ask["kind"].to_string()).collect();
    assert_eq!(kinds.len(), QuestionKind::ALL.len());
    let mut answers = BTreeSet::new();
    for response in &responses {
        if let Response::Answer { answer, .. } = serde_json::from_str(response).unwrap() {
            let answer = serde_json::to_value(answer).unwrap();
            answers.insert(answer["kind"].to_string());
            answers.insert(answer["error"]["kind"].to_string());
        }
    }
    // Sixteen kinds of answers, six of errors, and none where there is no error.
    assert_eq!(answers.len(), 16 + 6 + 1, "{answers:?}");

    let mut transcript = String::new();
    for (request, response) in lines.iter().zip(&responses) {
        writeln!(transcript, "> {request}\n< {response}").unwrap();
    }
    insta::assert_snapshot!(transcript);
}

/// The cases that are answered as they must be by a server with this engine, and the others.
fn passed_and_failed<R: Rules + 'static>() -> (Vec<String>, Vec<String>) {
    let suite = Suite::embedded().unwrap();
    // Those that count for long are left out.
    let quick = |turns: Option<u64>| turns.is_none_or(|turns| turns < 10_000);
    let cases: Vec<_> = suite
        .cases
        .iter()
        .filter(|case| quick(case.expect.turns))
        .collect();
    let lines = (1..).zip(&cases).map(|(id, case)| {
        let ask = Box::new(case.question.clone());
        let request = Request::Ask {
            id: Id::Number(id),
            ask,
            details: false,
            timeout_ms: None,
        };
        serde_json::to_string(&request).unwrap() + "\n"
    });
    let responses = served::<R>(&lines.collect::<String>());
    assert_eq!(responses.len(), cases.len());
    let mut passed = Vec::new();
    let mut failed = Vec::new();
    for ((id, case), line) in (1..).zip(&cases).zip(responses) {
        let reply = read_reply(Ok(line), id).unwrap();
        match judge_case(case, reply, &Capabilities::default()) {
            CaseVerdict::Passed => passed.push(case.id.clone()),
            _ => failed.push(case.id.clone()),
        }
    }
    (passed, failed)
}

/// Through lines as in one process: a right engine passes, and one that crashes has no answer and
/// is asked the next question all the same.
#[test]
fn served_engine_is_judged_as_in_one_process() {
    let (_, failed) = passed_and_failed::<Game>();
    assert!(failed.is_empty(), "{failed:?}");
    let (passed, failed) = passed_and_failed::<Faulty<Reference, CrashesWhenCapturing>>();
    assert!(
        failed.len() > 10 && passed.len() > failed.len(),
        "{failed:?}"
    );
}

#[derive(Clone, Debug)]
struct CrashesWhenCapturing;

impl Fault for CrashesWhenCapturing {
    fn apply<R: Rules>(engine: &mut R, action: Action) -> Result<Effect, Illegal> {
        let ruling = engine.apply(action);
        if matches!(&ruling, Ok(effect) if effect.captured.is_some()) {
            std::panic::resume_unwind(Box::new("a capture"));
        }
        ruling
    }
}

/// Every object within a value, by its place.
fn objects(value: &Value, at: &str, into: &mut Vec<String>) {
    let (is_object, within): (bool, Vec<(String, &Value)>) = match value {
        Value::Object(fields) => (
            true,
            fields
                .iter()
                .map(|(name, value)| (name.clone(), value))
                .collect(),
        ),
        Value::Array(list) => {
            let indexed = list.iter().enumerate();
            (
                false,
                indexed
                    .map(|(index, value)| (index.to_string(), value))
                    .collect(),
            )
        }
        _ => (false, Vec::new()),
    };
    if is_object {
        into.push(at.to_owned());
    }
    for (name, value) in within {
        objects(value, &format!("{at}/{name}"), into);
    }
}

/// How many objects a message has. With any of them made a list of its values it must not be read.
fn lists_refused<T: serde::de::DeserializeOwned>(message: &Value) -> usize {
    assert!(
        serde_json::from_value::<T>(message.clone()).is_ok(),
        "{message}"
    );
    let mut places = Vec::new();
    objects(message, "", &mut places);
    for place in &places {
        let mut altered = message.clone();
        let object = altered.pointer_mut(place).unwrap();
        let values = object.as_object().unwrap().values().cloned();
        *object = Value::Array(values.collect());
        let text = altered.to_string();
        assert!(serde_json::from_str::<T>(&text).is_err(), "{place}: {text}");
    }
    places.len()
}

/// The readers that serde derives would take the values of an object without their names, in their
/// order.
#[test]
fn json_list_is_refused_where_an_object_belongs() {
    let suite = Suite::embedded().unwrap();
    let mut asked = requests();
    let cases = suite
        .cases
        .iter()
        .filter(|case| case.expect.turns.is_none());
    asked.extend(cases.map(|case| serde_json::to_value(&case.question).unwrap()));
    let mut count = 0;
    for ask in asked {
        let question: Question = serde_json::from_value(ask.clone()).unwrap();
        count += lists_refused::<Request>(&json!({"id": 1, "ask": ask}));
        let mut given =
            serde_json::to_value(answer(&Engine::of::<Game>(), &question).without_details())
                .unwrap();
        if let Some(Value::Array(turns)) = given.get_mut("turns") {
            turns.truncate(2);
        }
        count += lists_refused::<Answer>(&given);
        count += lists_refused::<Response>(&json!({"id": 1, "answer": given}));
    }
    let hello: Value = serde_json::from_str(&served::<Game>("{\"id\":1,\"hello\":{}}")[0]).unwrap();
    count += lists_refused::<Response>(&hello);
    count += lists_refused::<Request>(&json!({"id": 1, "hello": {}}));
    let error: Value = serde_json::from_str(&served::<Game>("{\"id\":1}")[0]).unwrap();
    count += lists_refused::<Response>(&error);
    assert!(count > 4000, "{count}");
}
