//! Questions about texts that other questions have written. More stand in
//! `crates/cli/tests/transcripts/answers.md`.

use arimaa::compare::EngineKind;
use arimaa_oracle::ask::{Form, MAX_TEXT, Question, answer, find, form_of};
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

/// The likeliest form of a text is tried first.
#[test]
fn form_of_a_text_is_told_by_its_beginning() {
    let forms = ["3g takeback", "Game: 7", BOARD].map(form_of);
    assert_eq!(forms, [Form::Turn, Form::Record, Form::Compact]);
}

#[test]
fn unknown_edition_is_a_bad_question() {
    let position = json!({"record": {"text": "12g", "edition": "x"}});
    let found = asked(json!({"kind": "outcome", "position": position}));
    assert_eq!(found["error"]["kind"], "bad_question", "{found}");
}

#[test]
fn record_in_memory_may_be_longer_than_one_in_a_question() {
    let long = format!("{GAME}# {}\n", "x".repeat(MAX_TEXT));
    let position = serde_json::from_value(json!({"record": {"text": long}})).unwrap();
    assert!(find(&EngineKind::Bitboard.engine(), &position).is_ok());
}

/// A position that is printed or drawn, and read again, is recognized as what it is read as.
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

/// `recognize` reads exactly the texts that give a position.
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
