//! Questions about texts: positions of any form, what a text is, replayed records, drawings.

use arimaa_oracle::ask::{Form, Question, answer};
use arimaa_oracle::engines::Engine;
use serde_json::{Value, json};

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

/// What `recognize` reads is a position, and what it does not read is none.
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
fn impossible_board_in_a_text_is_drawn_with_the_squares_to_blame() {
    let draw = |text: &str| {
        let position = any(text);
        asked(json!({"kind": "draw", "drawing": "text", "position": position}))
    };
    let compact = draw("g [EE......................................................r......R]");
    assert_eq!(compact["squares"], json!(["a8", "b8"]));
    assert_eq!(compact["impossible"]["rule"], "VAL-1");
    let diagram = draw(
        "2g\n +-----------------+\n8| r               |\n7|                 |\n6|     c     x     |\n\
         5|                 |\n4|                 |\n3|     x     x     |\n2|                 |\n\
         1|               R |\n +-----------------+\n   a b c d e f g h\n",
    );
    assert_eq!(diagram["squares"], json!(["c6"]));
    let ranks = "g\nC.......\n........\n..c.....\n........\n........\n........\nr.......\n.......R";
    let plain = draw(ranks);
    assert_eq!(plain["squares"], json!(["c6"]));
    assert_eq!(plain["impossible"]["name"], "unsupported");

    let record = draw(&format!("Start: g [EE{}]\n2g Ea8s", ".".repeat(62)));
    assert_eq!(record["error"]["kind"], "impossible_position");
}
