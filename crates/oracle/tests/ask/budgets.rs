//! Answers that are errors: a budget that is spent, and two engines that differ.

use std::sync::atomic::{AtomicU32, Ordering};

use arimaa::Game;
use arimaa::compare::{Engine, Reference};
use arimaa::rules::Rules;
use arimaa_oracle::ask::{
    Answer, Budget, Fault, MAX_ANSWER, MAX_STATE, MAX_TEXT, Question, answer, answer_within,
};
use serde_json::{Value, json};

use crate::faulty_engine::{self, Faulty};

const BOARD: &str = "g [r...........................E...................R...............]";

const GAME: &str = "Start: g [r..............................................................R]\n\
                    2g Rh1n\n2s ra8s\n3g takeback\n2s ra8e\n3g Rh2w Rg2w\n";

fn question(json: Value) -> Question {
    serde_json::from_value(json).unwrap()
}

fn any(text: &str) -> Value {
    json!({"any": {"text": text}})
}

/// The error of an answer; fails if it is another answer.
fn error(answer: Answer) -> Fault {
    match answer {
        Answer::Error { error } => error,
        other => panic!("{other:?}"),
    }
}

/// A budget of `nodes` positions.
fn nodes(nodes: u64) -> Budget<'static> {
    Budget {
        nodes,
        ..Budget::default()
    }
}

#[test]
fn count_within_a_budget_is_the_engines_own_or_an_error() {
    let always_expired = || true;
    let asked_times = AtomicU32::new(0);
    let count_times = || {
        asked_times.fetch_add(1, Ordering::Relaxed);
        false
    };
    for (unit, depth) in [("steps", 4), ("turns", 2)] {
        let perft = question(
            json!({"kind": "perft", "count": unit, "depth": depth, "position": any(BOARD)}),
        );
        for engine in [Engine::of::<Reference>(), Engine::of::<Game>()] {
            let whole = answer(&engine, &perft);
            assert!(matches!(whole, Answer::Perft { .. }));
            let budget = Budget {
                is_expired: Some(&count_times),
                ..Budget::default()
            };
            assert_eq!(answer_within(&engine, &perft, &budget), whole);
            assert_eq!(answer_within(&engine, &perft, &nodes(1_000_000)), whole);
            let few = error(answer_within(&engine, &perft, &nodes(10)));
            assert!(matches!(few, Fault::TooLarge { limit: 10, .. }));
            let late = Budget {
                is_expired: Some(&always_expired),
                ..Budget::default()
            };
            let late = error(answer_within(&engine, &perft, &late));
            assert!(matches!(late, Fault::TimedOut { .. }));
        }
    }
    assert!(asked_times.load(Ordering::Relaxed) > 100);
    let replay = question(json!({"kind": "replay", "record": GAME}));
    let few = error(answer_within(&Engine::of::<Game>(), &replay, &nodes(2)));
    assert!(matches!(few, Fault::TooLarge { .. }));
}

#[test]
fn answer_is_as_long_as_the_budget_allows() {
    let engine = Engine::of::<Game>();
    let count = question(json!({"kind": "turn_count", "position": any(BOARD)}));
    let whole = answer(&engine, &count);
    let length = serde_json::to_string(&whole).unwrap().len();
    let within = |bytes| {
        let budget = Budget {
            bytes,
            ..Budget::default()
        };
        answer_within(&engine, &count, &budget)
    };
    assert_eq!(within(length), whole);
    let limit = length as u64 - 1;
    let message = format!("{length} bytes of an answer, {limit} at most");
    assert_eq!(
        error(within(length - 1)),
        Fault::TooLarge { limit, message }
    );
    // No budget allows more than the protocol does.
    let turns = "2g Ee5n\n2s takeback\n".repeat(30_000);
    let record = format!("Start: {BOARD}\n{turns}");
    let replayed = json!({"kind": "replay", "record": record, "boards": true});
    let unbounded = Budget {
        bytes: usize::MAX,
        results: u32::MAX,
        ..Budget::default()
    };
    let long = error(answer_within(&engine, &question(replayed), &unbounded));
    let limit = MAX_ANSWER as u64;
    assert!(matches!(long, Fault::TooLarge { limit: most, .. } if most == limit));
    let draw =
        json!({"kind": "draw", "drawing": "svg", "position": any(BOARD), "marks": vec!["d4"; 65]});
    let many = error(answer_within(&engine, &question(draw), &unbounded));
    let message = "65 marks, 64 at most".to_owned();
    assert_eq!(many, Fault::TooLarge { limit: 64, message });
    assert_eq!(
        (MAX_TEXT, MAX_ANSWER, MAX_STATE),
        (1_048_576, 4_193_280, 16_777_216)
    );
}

#[test]
fn budget_is_shown_without_its_clock() {
    let late = || true;
    let budget = Budget {
        nodes: 7,
        is_expired: Some(&late),
        ..Budget::default()
    };
    let shown = "Budget { nodes: 7, results: 10000, text: 1048576, depth: 3, bytes: 4193280, \
                 has_deadline: true }";
    assert_eq!(format!("{budget:?}"), shown);
}

#[test]
fn divergence_of_two_engines_is_an_error_and_no_panic() {
    let pair = Engine::both::<Reference, Faulty<Game, CountsOneMore>>();
    let ask = |kind: &str| {
        answer(
            &pair,
            &question(json!({"kind": kind, "position": any(BOARD)})),
        )
    };
    assert!(matches!(ask("legal_actions"), Answer::Actions { .. }));
    let differ = error(ask("turn_count"));
    assert!(
        matches!(differ, Fault::EnginesDiffer { message } if message.contains("number of turns"))
    );
    // The next question is answered as if nothing had happened.
    assert!(matches!(ask("legal_actions"), Answer::Actions { .. }));
}

#[derive(Clone, Debug, Default)]
struct CountsOneMore;

impl faulty_engine::Fault for CountsOneMore {
    fn count_turns<R: Rules>(engine: &R) -> u64 {
        engine.count_turns() + 1
    }
}
