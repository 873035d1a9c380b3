//! Questions about texts: positions of any form, what a text is, replayed records, drawings.

use arimaa::compare::EngineKind;
use arimaa_oracle::ask::{Form, MAX_TEXT, Question, answer, find, form_of};
use serde_json::{Value, json};

const BOARD: &str = "g [r...........................E...................R...............]";
const GAME: &str = "Start: g [r..............................................................R]\n\
                    2g Rh1n\n2s ra8s\n3g takeback\n2s ra8e\n3g Rh2w Rg2w\n";

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
    let (ranks, bare) = ("r7/8/8/3E4/8/8/R7/8", &BOARD[2..]);
    let lines = bare.as_bytes()[1..65].chunks(8);
    let lines = lines.map(|rank| String::from_utf8_lossy(rank) + "\n");
    let lines: String = lines.collect();
    for text in [
        format!("gold {bare}"),
        format!("w{bare}"),
        format!("Gold {bare}"),
        format!("9g:\n{bare}"),
        format!("{bare} 9g: gold to move"),
        format!("Gold: [{ranks}]"),
        format!("{ranks} 9w:"),
        format!("g\n{lines}"),
        format!("# a comment\n\n{lines}\ngold to move\n"),
        format!("2g: gold to move\r\n{}\r\n", lines.replace('\n', "\r\n")),
    ] {
        assert_eq!(count(any(&text)), expected, "{text}");
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
    // The likeliest form is tried first, and others after it.
    assert_eq!(form_of("3g takeback"), Form::Turn);
    assert_eq!(recognized("3g takeback")["form"], "record");
    assert_eq!(form_of("Game: 7"), Form::Record);
    let places = |text: &str| {
        let found = recognized(text);
        let misread = found["misread"].as_array().unwrap().iter();
        let places = misread.map(|one| {
            format!(
                "{} {} {}",
                one["form"].as_str().unwrap(),
                one["line"],
                one["column"]
            )
        });
        places.collect::<Vec<_>>()
    };
    let misread = ["2g Ed2n Ed9n", "2g Ed2n\n2s ed9n", "Xa1n"].map(places);
    let expected = [
        vec!["turn 1 9", "diagram 1 9", "record 1 9", "compact 1 4"],
        vec!["record 2 4", "diagram 2 1", "turn 1 9", "compact 1 4"],
        vec!["turn 1 1"],
    ];
    assert_eq!(misread, expected);
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
    assert_eq!(turns[0], json!({"label": "2g", "turn": "Rh1n"}));
    assert_eq!(
        replay(json!({"offset": 1, "limit": 1}))["turns"],
        json!([turns[1]])
    );
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
    assert_eq!(refused["turns"][5]["turn"], "rb8n");
    assert_eq!(refused["disagreements"][0]["label"], "3s");

    let start = GAME.lines().next().unwrap();
    let impossible = format!("{start}\n2g takeback\n");
    let impossible = asked(json!({"kind": "replay", "record": impossible}));
    let nothing = json!({"label": "2g", "takeback": true, "refusal": {}});
    assert_eq!(impossible["turns"], json!([nothing]));
    let trap = format!(
        "Start: g [r{}C{}R]\n2g Cc4s\n",
        ".".repeat(33),
        ".".repeat(28)
    );
    let trap = asked(json!({"kind": "replay", "record": trap}));
    let turn = json!({"label": "2g", "turn": "Cc4s Cc3x", "captures": ["Cc3"]});
    assert_eq!(trap["turns"], json!([turn]));
}

#[test]
fn drawing_has_the_marks_and_the_turn() {
    let drawn = |state: Value, marks: &[&str]| {
        let position = json!({"state": state});
        let draw = json!({"kind": "draw", "drawing": "text", "position": position, "marks": marks});
        asked(draw)["text"].as_str().unwrap().to_owned()
    };
    let state = |turn: Value| {
        let mut state = json!({"side": "silver", "board": BOARD[3..67]});
        if turn != Value::Null {
            state["turn"] = turn;
        }
        state
    };
    let plain = drawn(state(Value::Null), &[]);
    assert!(plain.ends_with("h\nsilver to move\n"), "{plain}");
    let numbered = drawn(state(json!(7)), &[]);
    assert!(numbered.ends_with("h\n7s: silver to move\n"), "{numbered}");
    let marked = drawn(state(json!(7)), &["e5"]);
    assert!(
        !marked.contains("to move") && marked.contains("[E]"),
        "{marked}"
    );
}

#[test]
fn one_game_of_a_text_is_chosen() {
    let standing = |any: Value| asked(json!({"kind": "standing", "position": {"any": any}}));
    let game = |id: &str, turn: &str| format!("Game: {id}\n{GAME}3s {turn}\n");
    let two = game("7", "rb8s") + &game("8", "rb8w");
    let board = |id: &str| {
        let found = standing(json!({"text": two, "game": id}));
        found["standing"]["board"].clone()
    };
    assert_eq!(
        (&board("7")[1], &board("8")[0]),
        (&json!(".r......"), &json!("r......."))
    );
    let wrong = |any: Value| standing(any)["error"]["message"].clone();
    assert_eq!(
        wrong(json!({"text": two, "game": "9"})),
        "the text holds no game 9"
    );
    assert_eq!(
        wrong(json!({"text": two})),
        "the text holds 2 games: `game` chooses one"
    );
    assert_eq!(wrong(json!({"text": "# none"})), "the text holds no game");
    let archive = "id\tmovelist\n7\t1w Ra1\n8\t1w Rb1\n";
    let found = standing(json!({"text": archive, "game": "8", "before": "1g"}));
    assert_eq!(found["standing"]["label"], "1g", "{found}");
    // A record in memory may be longer than one in a question.
    let long = format!("{GAME}# {}\n", "x".repeat(MAX_TEXT));
    let position = serde_json::from_value(json!({"record": {"text": long}})).unwrap();
    assert!(find(&EngineKind::Bitboard.engine(), &position).is_ok());
    assert_eq!(
        standing(json!({"text": long}))["error"]["kind"],
        "too_large"
    );
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
        assert!(alone["text"].as_str().unwrap().contains('C'));
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

    let setup = json!({"state": {"side": "gold", "setup": {"placed": ["Ra1", "Rb3"]}}});
    let setup = asked(json!({"kind": "draw", "drawing": "text", "position": setup}));
    assert_eq!(
        (&setup["squares"], &setup["impossible"]["rule"]),
        (&json!(["b3"]), &json!("VAL-5"))
    );
    assert!(setup["text"].as_str().unwrap().contains("1| R "), "{setup}");

    let record = draw(&format!("Start: g [EE{}]\n2g Ea8s", ".".repeat(62)));
    assert_eq!(record["error"]["kind"], "impossible_position");
}
