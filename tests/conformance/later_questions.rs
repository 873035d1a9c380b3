//! Questions that came with protocol 1.1, budgets, and two engines that differ.

use std::sync::atomic::{AtomicU32, Ordering};

use arimaa_oracle::ask::{Answer, Budget, Fault, Form, Question, answer, answer_within};
use arimaa_oracle::engines::{Engine, Game, Reference, Starter};
use arimaa_oracle::rules::Rules;
use serde_json::{Value, json};

use crate::faulty_engine::{self, Faulty};

const BOARD: &str = "g [r...........................E...................R...............]";
const GAME: &str = "Start: g [r..............................................................R]\n\
                    2g Rh1n\n2s ra8s\n3g takeback\n2s ra8e\n3g Rh2w Rg2w\n";

fn question(json: Value) -> Question {
    serde_json::from_value(json).unwrap()
}

fn asked(json: Value) -> Value {
    let question = question(json);
    let [first, second] = [Engine::Reference, Engine::Bitboard]
        .map(|engine| serde_json::to_value(answer(&engine.starter(), &question)).unwrap());
    assert_eq!(first, second);
    first
}

fn any(text: &str) -> Value {
    json!({"any": {"text": text}})
}

#[test]
fn text_of_any_form_gives_a_position() {
    let count = |position: Value| asked(json!({"kind": "turn_count", "position": position}));
    let expected = count(any(BOARD));
    assert_eq!(expected["kind"], "turn_count");
    for form in ["diagram", "state"] {
        let print = json!({"kind": "print", "position": any(BOARD), "form": form});
        let printed = asked(print)["text"].as_str().unwrap().to_owned();
        assert_eq!(count(any(&printed)), expected, "{printed}");
    }
    let record = json!({"any": {"text": GAME, "before": "2s"}});
    let standing = asked(json!({"kind": "standing", "position": record}));
    assert_eq!(standing["standing"]["label"], "2s");
    let misplaced = json!({"any": {"text": BOARD, "before": "2s"}});
    assert_eq!(count(misplaced)["error"]["kind"], "bad_question");
}

#[test]
fn diagram_whose_header_is_refused_gives_no_position() {
    let diagram = asked(json!({"kind": "print", "position": any(BOARD), "form": "diagram"}));
    let diagram = diagram["text"].as_str().unwrap();
    let (label, rest) = diagram.split_once('\n').unwrap();
    for word in ["Ra2", "Ed5n"] {
        let text = format!("{label} {word}\n{rest}");
        let found = asked(json!({"kind": "standing", "position": any(&text)}));
        assert_eq!(found["kind"], "error", "{word}: {found}");
    }
}

#[test]
fn recognize_names_the_form_and_what_is_wrong() {
    let recognized = |text: &str| asked(json!({"kind": "recognize", "text": text}));
    for (text, form) in [
        ("12g Ed2n Ed3n", "turn"),
        (BOARD, "compact"),
        (GAME, "record"),
        (r#"{"side": "gold", "setup": {}}"#, "state"),
    ] {
        let found = recognized(text);
        assert_eq!(found["form"], form, "{text}");
        let again = recognized(found["text"].as_str().unwrap());
        assert_eq!(again["text"], found["text"], "{text}");
    }
    let nearly = recognized("g [rrrr]");
    assert_eq!(nearly["form"], Value::Null);
    assert_eq!(nearly["misread"][0]["form"], "compact");
    assert_eq!(nearly["misread"][0]["column"], 8);
    assert_eq!(recognized("")["form"], Value::Null);
    assert_eq!(Form::ALL.len(), 6);
}

#[test]
fn replay_rules_on_every_turn_and_pages() {
    let replay = |extra: Value| {
        let mut replay = json!({"kind": "replay", "record": GAME});
        replay
            .as_object_mut()
            .unwrap()
            .extend(extra.as_object().unwrap().clone());
        asked(replay)
    };
    let whole = replay(json!({}));
    assert_eq!(whole["total"], 5, "{whole}");
    assert_eq!(whole["agrees"], true);
    let turns = whole["turns"].as_array().unwrap();
    assert_eq!(turns[2], json!({"label": "3g", "takeback": true}));
    assert_eq!(turns[3]["turn"], "ra8e");
    let page = replay(json!({"offset": 3, "limit": 1, "boards": true}));
    assert_eq!(page["total"], 5);
    assert_eq!(page["turns"][0]["label"], "2s");
    assert_eq!(page["turns"][0]["board"][0], ".r......");

    let refused = format!("{GAME}3s rb8n\n4g Rf2w\n");
    let refused = asked(json!({"kind": "replay", "record": refused}));
    assert_eq!(
        (&refused["total"], &refused["agrees"]),
        (&json!(6), &json!(false))
    );
    assert_eq!(refused["turns"][5]["refusal"]["name"], "off-board");
    assert_eq!(refused["disagreements"][0]["label"], "3s");
}

#[test]
fn impossible_board_is_drawn_with_the_squares_to_blame() {
    let board = |c3: &str| {
        let rank = format!("..{c3}.....");
        json!({"state": {"side": "gold", "board":
            ["r.......", "........", "........", "........", "........", rank, "........", "R......."]}})
    };
    for drawing in ["text", "svg"] {
        let draw = |c3| asked(json!({"kind": "draw", "drawing": drawing, "position": board(c3)}));
        let alone = draw("C");
        assert_eq!(alone["squares"], json!(["c3"]));
        assert_eq!(alone["impossible"]["rule"], "VAL-2");
        let possible = draw(".");
        assert_eq!(possible["impossible"], Value::Null);
        assert_eq!(possible["squares"], json!([]));
    }
}

#[test]
fn count_within_a_budget_is_the_engines_own_or_an_error() {
    let nobody_waits = || true;
    let asked_times = AtomicU32::new(0);
    let count_times = || {
        asked_times.fetch_add(1, Ordering::Relaxed);
        false
    };
    for (unit, depth) in [("steps", 4), ("turns", 2)] {
        let perft = question(
            json!({"kind": "perft", "count": unit, "depth": depth, "position": any(BOARD)}),
        );
        for engine in [Starter::of::<Reference>(), Starter::of::<Game>()] {
            let whole = answer(&engine, &perft);
            assert!(matches!(whole, Answer::Perft { .. }));
            let budget = Budget {
                is_expired: Some(&count_times),
                ..Budget::default()
            };
            assert_eq!(answer_within(&engine, &perft, &budget), whole);
            let few = Budget {
                nodes: 10,
                ..Budget::default()
            };
            let Answer::Error { error } = answer_within(&engine, &perft, &few) else {
                panic!("ten positions are too few")
            };
            assert!(matches!(error, Fault::TooLarge { limit: 10, .. }));
            let late = Budget {
                is_expired: Some(&nobody_waits),
                ..Budget::default()
            };
            let Answer::Error { error } = answer_within(&engine, &perft, &late) else {
                panic!("the time is over")
            };
            assert!(matches!(error, Fault::TimedOut { .. }));
        }
    }
    assert!(asked_times.load(Ordering::Relaxed) > 100);
    let replay = question(json!({"kind": "replay", "record": GAME}));
    let few = Budget {
        nodes: 2,
        ..Budget::default()
    };
    let Answer::Error { error } = answer_within(&Starter::of::<Game>(), &replay, &few) else {
        panic!("two turns are too few")
    };
    assert!(matches!(error, Fault::TooLarge { .. }));
}

#[test]
fn divergence_of_two_engines_is_an_error_and_no_panic() {
    let pair = Starter::both::<Reference, Faulty<Game, CountsOneMore>>();
    let ask = |kind: &str| {
        answer(
            &pair,
            &question(json!({"kind": kind, "position": any(BOARD)})),
        )
    };
    assert!(matches!(ask("legal_actions"), Answer::Actions { .. }));
    let Answer::Error { error } = ask("turn_count") else {
        panic!("the engines differ")
    };
    assert!(
        matches!(&error, Fault::EnginesDiffer { message } if message.contains("number of turns"))
    );
    // The next question is answered as if nothing had happened.
    assert!(matches!(ask("legal_actions"), Answer::Actions { .. }));
}

#[derive(Clone, Debug)]
struct CountsOneMore;

impl faulty_engine::Fault for CountsOneMore {
    fn count_turns<R: Rules>(engine: &R) -> u64 {
        engine.count_turns() + 1
    }
}
