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

/// At most one distinct turn leads to a board, since distinct turns differ by board (TRN-6).
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

/// Each capability is needed by its own kind of question, position or turn, and by no other.
#[test]
fn question_beyond_capabilities_is_declined_by_name() {
    let gold = "........".repeat(6) + "DHCMECHDRRRRRRRR";
    let earlier = json!([{"to_move": "silver", "board": gold}]);
    let with_history = json!({"state": {"side": "gold", "board": gold, "earlier": earlier}});
    let old = json!({"state": {"side": "gold", "board": gold, "edition": "2002"}});
    let count = |position: Value| json!({"kind": "turn_count", "position": position});
    let judge = |turn: Value| json!({"kind": "judge", "position": position(&[]), "turn": turn});
    let record = json!({"record": {"text": "", "edition": "2002"}});
    let text = json!({"any": {"text": "", "edition": "2002"}});
    let with = |flag: &str, mut question: Value| {
        question[flag] = true.into();
        question
    };
    let about = |kind: &str| json!({"kind": kind, "position": position(&[])});
    let replay = json!({"kind": "replay", "record": ""});
    let past_end = "movement past the end of the game";
    let strict = "every capture token to be checked";
    let labels = "labels of turns, such as `12s`";
    let told = "a position told as a record";
    let named = [
        (
            with("past_end", about("legal_actions")),
            "past_end",
            past_end,
        ),
        (with("past_end", about("turns")), "past_end", past_end),
        (with("past_end", about("turn_count")), "past_end", past_end),
        (with("past_end", judge(json!("Ed5n"))), "past_end", past_end),
        (with("past_end", replay.clone()), "past_end", past_end),
        (with("strict", judge(json!("Ed5n"))), "strict", strict),
        (with("strict", replay), "strict", strict),
        (count(beginning()), "setups", "a position in the setup"),
        (
            count(position(&["Ed5n"])),
            "mid_turn",
            "a position in mid-turn",
        ),
        (count(with_history), "history", "earlier positions"),
        (count(record.clone()), "records", told),
        (count(text.clone()), "records", told),
        (judge(json!("2g Ed5n")), "labels", labels),
        (judge(json!(["2g", "Ed5n"])), "labels", labels),
        (about("outcome"), "outcome", "the winner"),
    ];
    let named = named.map(|(question, name, what)| {
        let mut limited = serde_json::to_value(Capabilities::default()).unwrap();
        limited[name] = false.into();
        let why = format!("needs {what} (`{name}`)");
        (question, serde_json::from_value(limited).unwrap(), why)
    });
    let mut without_2002 = Capabilities::default();
    without_2002
        .editions
        .retain(|name| !name.starts_with("2002"));
    let editions = [old, record, text].map(|position| {
        let why = "needs the edition 2002".to_owned();
        (count(position), without_2002.clone(), why)
    });
    let mut without_questions = Capabilities::default();
    without_questions.questions.clear();
    let why = "needs an answer to `turn_count`".to_owned();
    let unasked = [(about("turn_count"), without_questions, why)];
    for (asked, capabilities, why) in named.into_iter().chain(editions).chain(unasked) {
        let asked = question(asked);
        assert_eq!(Capabilities::default().declines(&asked), None, "{why}");
        assert_eq!(capabilities.declines(&asked), Some(why.clone()));
        for plain in [
            about("legal_actions"),
            about("turns"),
            count(position(&[])),
            judge(json!("Ed5n")),
            judge(json!(["Ed5n"])),
        ] {
            let is_declined = capabilities.declines(&question(plain)).is_some();
            assert_eq!(is_declined, capabilities.questions.is_empty(), "{why}");
        }
    }
}

/// Cases are selected by id, chapter, kind of question, rule and wrong rule, each alone.
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
