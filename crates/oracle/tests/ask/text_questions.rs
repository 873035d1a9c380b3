//! Questions about texts, most of them written by other questions. More stand in
//! `crates/cli/tests/transcripts/answers.md`.

use arimaa::compare::EngineKind;
use arimaa_oracle::ask::{Form, MAX_TEXT, Question, Ranks, answer, find, form_of};
use serde_json::{Value, json};

const BOARD: &str = "g [r...........................E...................R...............]";
const GAME: &str = "Start: g [r..............................................................R]\n\
                    2g Rh1n\n2s ra8s\n";

fn question(json: Value) -> Question {
    serde_json::from_value(json).unwrap()
}

fn asked(json: Value) -> Value {
    let question = question(json);
    let [first, second] = [EngineKind::Reference, EngineKind::Bitboard]
        .map(|engine| serde_json::to_value(answer(&engine.engine(), &question)).unwrap());
    assert_eq!(first, second);
    first
}

fn any(text: &str) -> Value {
    json!({"any": {"text": text}})
}

/// The form that is likeliest by the beginning of a text is tried first.
#[test]
fn form_of_a_text_is_told_by_its_beginning() {
    let forms = ["3g takeback", "Game: 7", BOARD].map(form_of);
    assert_eq!(forms, [Form::Turn, Form::Record, Form::Compact]);
}

/// A text of one word is no record, so it may have been meant as a board.
#[test]
fn error_about_one_word_says_what_a_board_is() {
    for (text, says_it) in [("rubbish", true), ("12x", true), ("Ed2n Ed3n", false)] {
        let found = asked(json!({"kind": "outcome", "position": any(text)}));
        let message = found["error"]["message"].as_str().unwrap();
        assert_eq!(
            message.ends_with("a board is `g [64 squares]`"),
            says_it,
            "{message}"
        );
    }
}

#[test]
fn record_in_memory_may_be_longer_than_one_in_a_question() {
    let long = format!("{GAME}# {}\n", "x".repeat(MAX_TEXT));
    let position = serde_json::from_value(json!({"record": {"text": long}})).unwrap();
    assert!(find(&EngineKind::Bitboard.engine(), &position).is_ok());
}

/// Printed and drawn positions are recognized in their form, and read again as the same position.
#[test]
fn setups_and_turns_in_progress_are_printed_drawn_and_read_again() {
    let gold = ["DHCMECHD", "RRRRRRRR"];
    let board = |home: [&str; 2]| {
        let mut ranks = vec!["........"; 6];
        ranks.extend(home);
        json!(ranks)
    };
    for state in [
        json!({"side": "gold", "setup": {}}),
        json!({"side": "gold", "setup": {"handicap": "Mm", "placed": ["Ra1", "Eb2"]}}),
        json!({"side": "silver", "board": board(gold), "setup": {"placed": ["ra7", "eh8"]}}),
        json!({"side": "silver", "board": board(["DHC.ECHD", "RRRRRRRR"]),
               "setup": {"handicap": "Mrr"}}),
        json!({"side": "gold", "turn": 5, "board": board(gold), "steps": ["Ee2n", "Ee3n"]}),
    ] {
        let state = json!({"state": state});
        let written = |position: &Value| {
            asked(json!({"kind": "print", "position": position, "form": "state"}))["text"].clone()
        };
        let printed = asked(json!({"kind": "print", "position": state, "form": "diagram"}));
        let drawn = asked(json!({"kind": "draw", "position": state, "drawing": "text"}));
        for text in [&printed["text"], &drawn["text"]] {
            let text = text.as_str().unwrap();
            assert_eq!(written(&any(text)), written(&state), "{text}");
            let found = asked(json!({"kind": "recognize", "text": text}));
            assert_eq!(
                (&found["form"], &found["text"]),
                (&json!("diagram"), &printed["text"])
            );
        }
    }
}

/// The elephant stands on e7 when it is to step from e5.
#[test]
fn impossible_turn_in_progress_is_drawn_before_its_illegal_step() {
    let empty = "........";
    let ranks = [
        "r.......", empty, empty, "....E...", empty, empty, "R.......", empty,
    ];
    let steps = ["Ee5n", "Ee6n", "Ee5n"];
    let state = json!({"state": {"side": "gold", "board": ranks, "steps": steps}});
    let drawn = asked(json!({"kind": "draw", "position": state, "drawing": "text"}));
    assert_eq!(drawn["squares"], json!(["e5"]));
    assert!(
        drawn["text"]
            .as_str()
            .unwrap()
            .contains("7|             E          |"),
        "{drawn}"
    );
}

/// `recognize` and the questions about positions and records read the same texts of games.
#[test]
fn game_in_the_form_of_another_program_is_the_same_to_every_question() {
    let turns = "2g Ee5n Ee6n\n2s ra8e";
    let start = format!("Start: {BOARD}\n");
    let record = format!("{start}{turns}\n");
    let quoted = format!("> [Start \"{BOARD}\"]\n> 2g Ee5n Ee6n?! 2s ra8e {{late}}");
    let written = asked(json!({"kind": "recognize", "text": record}));
    assert_eq!(written["form"], "record");
    assert_eq!(asked(json!({"kind": "recognize", "text": quoted})), written);
    for question in [
        |text: &str| json!({"kind": "parse", "form": "record", "text": text}),
        |text: &str| json!({"kind": "replay", "record": text}),
        |text: &str| json!({"kind": "standing", "position": any(text)}),
        |text: &str| json!({"kind": "outcome", "position": {"record": {"text": text}}}),
    ] {
        let answer = asked(question(&record));
        assert_ne!(answer["kind"], "error", "{answer}");
        assert_eq!(asked(question(&quoted)), answer);
    }
}

#[test]
fn recognize_agrees_with_the_position_in_a_text() {
    let line = BOARD.trim_start_matches("g ");
    let ranks = "r7/8/8/3E4/8/8/R7/8";
    let diagram = asked(json!({"kind": "print", "position": any(BOARD), "form": "diagram"}));
    let diagram = diagram["text"].as_str().unwrap();
    let (_, drawing) = diagram.split_once('\n').unwrap();
    for (text, form) in [
        (BOARD.to_owned(), Some("compact")),
        (format!("12g {line}"), Some("compact")),
        (format!("{line} Silver"), Some("compact")),
        (format!("9s:\n{line}"), Some("compact")),
        (format!("g {ranks}"), Some("compact")),
        (format!("{ranks} 12s"), Some("compact")),
        (format!("silver\n{drawing}"), Some("diagram")),
        (format!("{drawing}9s:"), Some("diagram")),
        (line.to_owned(), None),
        (format!("1g {line}"), None),
        (format!("g {line} s"), None),
        (format!("1s\n{drawing}"), None),
        (format!("red\n{drawing}"), None),
        (ranks.to_owned(), None),
    ] {
        let found = asked(json!({"kind": "recognize", "text": text}));
        assert_eq!(found["form"], json!(form), "{text}: {found}");
        let standing = asked(json!({"kind": "standing", "position": any(&text)}));
        assert_eq!(
            standing["kind"] == "standing",
            form.is_some(),
            "{text}: {standing}"
        );
    }
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

/// Whether the data has a field of this name at any depth.
fn has(data: &Value, name: &str) -> bool {
    match data {
        Value::Object(fields) => {
            fields.contains_key(name) || fields.values().any(|inner| has(inner, name))
        }
        Value::Array(elements) => elements.iter().any(|inner| has(inner, name)),
        _ => false,
    }
}

#[test]
fn answers_without_details_have_none_of_them() {
    let goal = any("g [........R......................r................................]");
    let won = any("s [R..............................r................................]");
    let frozen = any("g [r...............................eC.............................R]");
    let end = ["code", "message"].as_slice();
    let details = ["details"].as_slice();
    for (asked, names) in [
        (
            json!({"kind": "judge", "position": goal, "turn": "Ra7n"}),
            end,
        ),
        (
            json!({"kind": "apply", "position": goal, "actions": ["Ra7n", "end"]}),
            end,
        ),
        (json!({"kind": "standing", "position": won}), end),
        (
            json!({"kind": "legal_actions", "position": frozen, "refusals": true}),
            details,
        ),
        (
            json!({"kind": "judge", "position": frozen, "turn": "Cb4n"}),
            details,
        ),
    ] {
        let answer = answer(&EngineKind::Bitboard.engine(), &question(asked));
        let whole = serde_json::to_value(&answer).unwrap();
        let bare = serde_json::to_value(answer.without_details()).unwrap();
        for name in names {
            assert!(has(&whole, name), "{name}: {whole}");
            assert!(!has(&bare, name), "{name}: {bare}");
        }
    }
}

#[test]
fn a_board_has_eight_rows_of_eight() {
    let read = |first: &str, second: &str| {
        let empty = "........";
        let rows = json!([first, second, empty, empty, empty, empty, empty, "R......."]);
        serde_json::from_value::<Ranks>(rows)
    };
    assert!(read("r.......", "........").is_ok());
    assert!(read("r........", ".......").is_err());
}

#[test]
fn a_takeback_of_nothing_leads_to_no_position() {
    let text = "1g takeback\n1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Da2 Hb2 Cc2 Ed2 Me2 Cf2 Hg2 Dh2\n";
    let position = json!({"record": {"text": text, "before": "1s"}});
    let told = asked(json!({"kind": "standing", "position": position}));
    assert_eq!(told["kind"], "error", "{told}");
    assert!(told.to_string().contains("take"), "{told}");
}
