//! The server as a function: an engine that crashes, and lists where objects belong.

use arimaa::Game;
use arimaa::compare::{Engine, Reference};
use arimaa::rules::Rules;
use arimaa::vocab::{Action, Effect, Illegal};
use arimaa_conformance::Suite;
use arimaa_oracle::ask::{Answer, Question, answer};
use arimaa_oracle::protocol::{Request, Response};
use arimaa_oracle::serve::{Serving, serve};
use arimaa_oracle::subject::Local;
use serde_json::{Value, json};

use crate::faulty_engine::{Fault, Faulty};
use crate::protocol::CONTRACT;

/// The responses of a server with this engine to a stream of requests.
fn served<R: Rules + 'static>(requests: &str) -> Vec<Value> {
    let mut responses = Vec::new();
    let server = Local::new("engine", Engine::of::<R>());
    let requests = std::io::Cursor::new(requests.to_owned());
    serve(&server, requests, &mut responses, Serving::default()).unwrap();
    let responses = String::from_utf8(responses).unwrap();
    let responses = responses.lines().map(serde_json::from_str);
    responses.map(Result::unwrap).collect()
}

#[derive(Clone, Debug, Default)]
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

/// An engine that crashes has no answer, and is asked the next question all the same.
#[test]
fn engine_that_crashes_is_asked_the_next_question() {
    let position = json!({"any": {"text": "g r7/8/8/2C5/3E4/8/8/7R"}});
    let lines = ["Cc5n", "Ed4n", "Cc5n"].map(|turn| {
        let ask = json!({"kind": "judge", "position": position, "turn": turn});
        json!({"id": 1, "ask": ask}).to_string() + "\n"
    });
    let responses = served::<Faulty<Reference, CrashesWhenCapturing>>(&lines.concat());
    let kinds = responses.iter().map(|response| {
        let error = response["error"]["kind"].as_str();
        error.or(response["answer"]["kind"].as_str()).unwrap()
    });
    assert_eq!(kinds.collect::<Vec<_>>(), ["failed", "accepted", "failed"]);
}

/// Collects the JSON pointers of all objects within a value.
fn objects(value: &Value, at: &str, into: &mut Vec<String>) {
    let within: Vec<(String, &Value)> = match value {
        Value::Object(fields) => {
            into.push(at.to_owned());
            let named = fields.iter().map(|(name, value)| (name.clone(), value));
            named.collect()
        }
        Value::Array(list) => {
            let indexed = list.iter().enumerate();
            indexed.map(|(at, value)| (at.to_string(), value)).collect()
        }
        _ => return,
    };
    for (name, value) in within {
        objects(value, &format!("{at}/{name}"), into);
    }
}

/// Counts a message's objects; fails if it can be read with one of them as a list of its values.
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

/// Readers that serde derives would also take an object's values as a list in field order.
#[test]
fn json_list_is_refused_where_an_object_belongs() {
    let shown = CONTRACT.lines().filter_map(|line| line.strip_prefix("> "));
    let shown = shown.filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let cases = Suite::embedded().unwrap().cases.into_iter();
    let cases = cases.filter(|case| case.expect.turns.is_none());
    let cases = cases.map(|case| serde_json::to_value(&case.question).unwrap());
    let mut count = 0;
    for ask in shown.map(|request| request["ask"].clone()).chain(cases) {
        let Ok(question) = serde_json::from_value::<Question>(ask.clone()) else {
            continue;
        };
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
    let [hello, error] = &served::<Game>("{\"id\":1,\"hello\":{}}\n{\"id\":1}")[..] else {
        panic!("two responses")
    };
    count += lists_refused::<Response>(hello);
    count += lists_refused::<Request>(&json!({"id": 1, "hello": {}}));
    count += lists_refused::<Response>(error);
    assert!(count > 4000, "{count}");
}
