//! Questions as JSON: they omit defaults only, and capabilities decline them by name. The answers
//! stand in `crates/cli/tests/transcripts/answers.md`.

use arimaa::compare::EngineKind;
use arimaa_conformance::{Selector, Suite};
use arimaa_oracle::ask::{Question, answer};
use arimaa_oracle::protocol::Capabilities;
use serde_json::{Value, json};

fn question(json: Value) -> Question {
    serde_json::from_value(json).unwrap()
}

/// A position with an elephant that has taken this many steps.
fn position(steps: &[&str]) -> Value {
    json!({"state": {"side": "gold", "steps": steps,
        "board": ["r.......", "........", "........", "...E....", "........", "........", "........", "R......."]}})
}

fn beginning() -> Value {
    json!({"state": {"side": "gold", "setup": {}}})
}

#[test]
fn json_question_omits_defaults_only() {
    for plain in [
        json!({"kind": "legal_actions", "position": position(&[])}),
        json!({"kind": "turns", "position": position(&[])}),
        json!({"kind": "turn_count", "position": position(&[])}),
        json!({"kind": "goal", "position": position(&[])}),
        json!({"kind": "judge", "position": position(&[]), "turn": "Ed5n"}),
    ] {
        let whole = |extra: Value| {
            let mut whole = plain.clone();
            whole
                .as_object_mut()
                .unwrap()
                .extend(extra.as_object().unwrap().clone());
            whole
        };
        let written = |json: Value| serde_json::to_value(question(json)).unwrap();
        let mut nothing = json!({"past_end": false});
        let mut something = json!({"past_end": true});
        match plain["kind"].as_str() {
            Some("turns" | "goal") => {
                nothing["offset"] = 0.into();
                something["offset"] = 5.into();
                something["limit"] = 0.into();
            }
            Some("judge") => {
                nothing["strict"] = false.into();
                something["strict"] = true.into();
            }
            _ => {}
        }
        let names =
            |json: &Value| -> Vec<String> { json.as_object().unwrap().keys().cloned().collect() };
        assert_eq!(names(&written(whole(nothing))), names(&plain));
        let kept = written(whole(something.clone()));
        for (name, value) in something.as_object().unwrap() {
            assert_eq!(&kept[name], value, "{name}");
        }
    }
}

/// A distinct turn is the board that it leads to (TRN-6), so one at most leads to a board.
#[test]
fn turn_to_a_board_is_the_one_that_is_listed_with_it() {
    let engine = EngineKind::Bitboard.engine();
    let turns = |steps: &[&str], to: Option<&Value>| {
        let mut asked = json!({"kind": "turns", "position": position(steps)});
        if let Some(board) = to {
            asked["to"] = board.clone();
        }
        let answer = serde_json::to_value(answer(&engine, &question(asked))).unwrap();
        let turns = answer["turns"].as_array().unwrap().clone();
        assert_eq!(answer["total"], turns.len());
        turns
    };
    for steps in [&[][..], &["Ed5n"]] {
        let all = turns(steps, None);
        assert!(all.len() > 50);
        for turn in &all {
            assert_eq!(
                turns(steps, Some(&turn["board"])),
                std::slice::from_ref(turn)
            );
        }
        let start = &position(&[])["state"]["board"];
        assert_eq!(turns(steps, Some(start)), [] as [Value; 0]);
    }
}

#[test]
fn unsupported_question_is_declined_by_name() {
    let limited = Capabilities {
        past_end: false,
        strict: false,
        ..Capabilities::default()
    };
    let declined = |json: Value| limited.declines(&question(json));
    for kind in ["legal_actions", "turns", "turn_count", "judge"] {
        let with = |past_end: bool| {
            let mut json = json!({"kind": kind, "position": position(&[]), "past_end": past_end});
            if kind == "judge" {
                json["turn"] = "Ed5n".into();
            }
            declined(json)
        };
        assert_eq!(
            with(true).as_deref(),
            Some("needs movement past the end of the game (`past_end`)"),
            "{kind}"
        );
        assert_eq!(with(false), None, "{kind}");
    }
    let strictly =
        json!({"kind": "judge", "position": position(&[]), "turn": "Ed5n", "strict": true});
    assert_eq!(
        declined(strictly).as_deref(),
        Some("needs every capture token to be checked (`strict`)")
    );
}

/// Each capability is needed by one kind of position or turn, and by nothing else.
#[test]
fn position_beyond_capabilities_is_declined_by_name() {
    let gold = "........".repeat(6) + "DHCMECHDRRRRRRRR";
    let earlier = json!([{"to_move": "silver", "board": gold}]);
    let with_history = json!({"state": {"side": "gold", "board": gold, "earlier": earlier}});
    let old = json!({"state": {"side": "gold", "board": gold, "edition": "2002"}});
    let count = |position: Value| json!({"kind": "turn_count", "position": position});
    let judge = |turn: Value| json!({"kind": "judge", "position": position(&[]), "turn": turn});
    let record = json!({"record": {"text": "", "edition": "2002"}});
    let text = json!({"any": {"text": "", "edition": "2002"}});
    let old_name = &old["state"]["edition"];
    let edition = format!("needs the edition {}", old_name.as_str().unwrap());
    let without_2002 =
        |can: &mut Capabilities| can.editions.retain(|name| !name.starts_with("2002"));
    let limited = |limit: fn(&mut Capabilities)| {
        let mut capabilities = Capabilities::default();
        limit(&mut capabilities);
        capabilities
    };
    for (question_json, capabilities, why) in [
        (
            count(beginning()),
            limited(|can| can.setups = false),
            "needs a position in the setup (`setups`)",
        ),
        (
            json!({"kind": "replay", "record": "", "past_end": true}),
            limited(|can| can.past_end = false),
            "needs movement past the end of the game (`past_end`)",
        ),
        (
            json!({"kind": "replay", "record": "", "strict": true}),
            limited(|can| can.strict = false),
            "needs every capture token to be checked (`strict`)",
        ),
        (
            count(position(&["Ed5n"])),
            limited(|can| can.mid_turn = false),
            "needs a position in mid-turn (`mid_turn`)",
        ),
        (
            count(with_history),
            limited(|can| can.history = false),
            "needs earlier positions (`history`)",
        ),
        (
            count(record.clone()),
            limited(|can| can.records = false),
            "needs a position told as a record (`records`)",
        ),
        (
            count(text.clone()),
            limited(|can| can.records = false),
            "needs a position told as a record (`records`)",
        ),
        (count(old), limited(without_2002), &edition),
        (count(record), limited(without_2002), &edition),
        (count(text), limited(without_2002), &edition),
        (
            judge(json!("2g Ed5n")),
            limited(|can| can.labels = false),
            "needs labels of turns, such as `12s` (`labels`)",
        ),
        (
            judge(json!(["2g", "Ed5n"])),
            limited(|can| can.labels = false),
            "needs labels of turns, such as `12s` (`labels`)",
        ),
        (
            json!({"kind": "outcome", "position": position(&[])}),
            limited(|can| can.outcome = false),
            "needs the winner (`outcome`)",
        ),
        (
            json!({"kind": "turn_count", "position": position(&[])}),
            limited(|can| can.questions.clear()),
            "needs an answer to `turn_count`",
        ),
    ] {
        let asked = question(question_json);
        assert_eq!(Capabilities::default().declines(&asked), None, "{why}");
        assert_eq!(capabilities.declines(&asked).as_deref(), Some(why));
        for plain in [
            count(position(&[])),
            judge(json!("Ed5n")),
            judge(json!(["Ed5n"])),
        ] {
            let none = capabilities.questions.is_empty();
            assert_eq!(
                capabilities.declines(&question(plain)).is_some(),
                none,
                "{why}"
            );
        }
    }
}

/// By id, chapter, kind of question, rule and wrong rule, each alone.
#[test]
fn cases_are_selected_by_every_property() {
    let suite = Suite::embedded().unwrap();
    let case = suite
        .cases
        .iter()
        .find(|case| !case.kills.is_empty())
        .unwrap();
    let chosen = |text: &str| text.parse::<Selector>().unwrap().chooses(case);
    assert!(chosen(&case.id));
    assert!(chosen(&case.chapter.to_string()));
    assert!(chosen(case.question.kind().name()));
    assert!(case.rules().into_iter().all(chosen));
    assert!(case.kills.iter().all(|wrong| chosen(wrong)));
    assert!(!chosen("no-such-case"));
    assert_eq!("a-*-b".parse::<Selector>().unwrap().to_string(), "a-*-b");
}
