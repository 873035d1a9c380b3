//! Questions as JSON: serialised questions omit defaults only, limits are exact, and unplayable
//! input yields an error.

use arimaa::compare::{Engine, EngineKind, Game};
use arimaa::vocab::{Phase, TurnEnd};
use arimaa_oracle::ask::{
    Answer, Fault, MAX_EARLIER, MAX_TURN, PositionSource, Question, Ranks, answer,
};
use arimaa_oracle::protocol::Capabilities;
use arimaa_oracle::subjects::ProtocolFailure;
use arimaa_oracle::suite::{Selector, Suite};
use serde_json::{Value, json};

fn question(json: Value) -> Question {
    serde_json::from_value(json).unwrap()
}

fn asked(json: Value) -> Answer {
    answer(&Engine::of::<Game>(), &question(json))
}

/// A position with an elephant that has taken this many steps.
fn position(steps: &[&str]) -> Value {
    json!({"state": {"side": "gold", "steps": steps,
        "board": ["r.......", "........", "........", "...E....", "........", "........", "........", "R......."]}})
}

fn beginning() -> Value {
    json!({"state": {"side": "gold", "setup": {}}})
}

/// A goal question about a text, with other fields.
fn goal(position: &Value, other: &Value) -> (u64, Option<String>, Vec<String>) {
    let mut json = json!({"kind": "goal", "position": position});
    let fields = json.as_object_mut().unwrap();
    fields.extend(other.as_object().unwrap().clone());
    let question = question(json);
    let given = answer(&EngineKind::Both.engine(), &question);
    let Answer::Goal {
        total,
        shortest,
        turns,
    } = given
    else {
        panic!("{given:?}")
    };
    let turns = turns.into_iter().map(|turn| turn.turn).collect();
    (total, shortest, turns)
}

#[test]
fn goal_is_found_within_the_turn_as_it_stands() {
    let any = |text: &str| json!({"any": {"text": text}});
    let frozen = any("g 7r/Re6/8/D7/8/8/8/8");
    let (total, shortest, turns) = goal(&frozen, &json!({}));
    assert_eq!(
        (total, shortest.as_deref()),
        (turns.len() as u64, Some("Da5n Ra7n"))
    );
    let page = goal(&frozen, &json!({"offset": 1, "limit": 2}));
    assert_eq!(page, (total, shortest, turns[1..3].to_vec()));
    assert_eq!(goal(&beginning(), &json!({})), (0, None, vec![]));
    // A decided position has no turns, unless movement is asked for.
    let over = any("g R6r/8/8/8/8/8/8/r7");
    assert_eq!(goal(&over, &json!({})), (0, None, vec![]));
    let past_end = goal(&over, &json!({"past_end": true}));
    assert_eq!((past_end.0, past_end.1.as_deref()), (4, Some("Ra8e")));
    // In mid-turn: the rabbit has arrived, and any end will do.
    let ranks = [
        "r......r", "...R....", "........", "........", "........", "........", "........",
        "........",
    ];
    let state = |steps: &[&str]| json!({"state": {"side": "gold", "board": ranks, "steps": steps}});
    let arrived = goal(&state(&["Rd7n"]), &json!({"limit": 1}));
    assert_eq!((arrived.0, arrived.1.as_deref()), (6, Some("")));
    let away = goal(&state(&["Rd7w", "Rc7w", "Rb7w", "Ra7e"]), &json!({}));
    assert_eq!(away, (0, None, vec![]));
}

/// Each goal has stood twice with the other side to move.
#[test]
fn repetition_takes_goals_away() {
    let ranks = |first: &'static str, second: &'static str| {
        [
            first, second, "........", "........", "........", "........", "........", "R.......",
        ]
    };
    let board = ranks("rr.rr...", "rrRrr...");
    let goals = goal(
        &json!({"state": {"side": "gold", "board": board}}),
        &json!({}),
    );
    assert!(goals.0 > 1, "{goals:?}");
    let end = json!({"board": ranks("rrRrr...", "rr.rr..."), "to_move": "silver"});
    let state = json!({"side": "gold", "board": board, "earlier": [end, end]});
    let left = goal(&json!({"state": state}), &json!({}));
    assert_eq!(left.0, goals.0 - 1);
    assert!(goals.2.contains(&"Rc7n".to_owned()) && !left.2.contains(&"Rc7n".to_owned()));
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

#[test]
fn a_board_has_eight_strings_of_eight() {
    let read = |rows: Vec<&str>| serde_json::from_value::<Ranks>(json!(rows));
    assert!(read(vec!["........"; 8]).is_ok());
    for rows in [
        vec!["........"; 7],
        vec!["........"; 9],
        vec!["................"; 4],
        // As many squares, and in eight strings.
        vec![
            "........",
            "........",
            "........",
            "........",
            "........",
            "........",
            ".........",
            ".......",
        ],
    ] {
        let error = read(rows).unwrap_err().to_string();
        assert_eq!(error, "a board has eight strings of eight characters");
    }
}

#[test]
fn turn_text_limit_is_exact() {
    // The line counts: two words and the blank between them.
    let word = "x".repeat(MAX_TURN / 2 - 1);
    for (more, too_large) in [("x", false), ("xx", true)] {
        let words = json!([word, word.clone() + more]);
        let told = asked(json!({"kind": "judge", "position": position(&[]), "turn": words}));
        let Answer::Error { error } = told else {
            panic!("{told:?}")
        };
        match &error {
            Fault::TooLarge { limit, message } => {
                assert!(too_large, "{message}");
                assert_eq!(*limit, MAX_TURN as u64);
                assert_eq!(message, "4097 bytes of a turn, 4096 at most");
            }
            Fault::BadText { .. } => assert!(!too_large),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn state_with_too_long_a_history_is_refused() {
    let Question::TurnCount { mut position, .. } =
        question(json!({"kind": "turn_count", "position": position(&[])}))
    else {
        panic!("turns are counted")
    };
    let PositionSource::State(state) = &mut position else {
        panic!("a state")
    };
    let end = TurnEnd {
        board: state.snapshot.start,
        to_move: state.snapshot.side,
    };
    let (steps, earlier) = (Vec::new(), vec![end; MAX_EARLIER + 1]);
    state.snapshot.phase = Phase::Play { steps, earlier };
    let told = answer(&Engine::of::<Game>(), &Question::Outcome { position });
    let message = "10001 earlier turn ends, 10000 at most".to_owned();
    let limit = MAX_EARLIER as u64;
    let error = Fault::TooLarge { limit, message };
    assert_eq!(told, Answer::Error { error });
}

#[test]
fn refused_turn_is_told_with_every_field() {
    let refused = asked(json!({"kind": "judge", "position": position(&[]), "turn": "Ed5n Ed5n"}));
    let Answer::Refused { refusal, .. } = refused else {
        panic!("{refused:?}")
    };
    let board = [
        "r.......", "........", "...E....", "........", "........", "........", "........",
        "R.......",
    ];
    let expected = json!({"name": "empty-square", "rule": "STP-1", "at": "Ed5n", "token": 1,
        "board": board, "squares": ["d5"], "details": {"square": "d5"},
        "message": "nothing stands on d5"});
    assert_eq!(serde_json::to_value(refusal).unwrap(), expected);
}

#[test]
fn legal_actions_are_told_with_their_effects() {
    let state = json!({"state": {"side": "gold", "steps": ["Ra1n"], "board":
        [".......r", "........", "........", "........", "........", "........", ".C......", "R......."]}});
    let told = asked(json!({"kind": "legal_actions", "effects": true, "position": state}));
    let Answer::Actions {
        actions, effects, ..
    } = told
    else {
        panic!("{told:?}")
    };
    let effects = effects.unwrap();
    assert_eq!(actions.len(), effects.len());
    let end = actions.iter().position(|action| action == "end").unwrap();
    let effect = serde_json::to_value(&effects[end]).unwrap();
    assert_eq!(effect, json!({"part": "turn-ended"}));
    assert!(effects.iter().all(|effect| effect.captured.is_none()));
}

/// One question says of a whole board what is frozen, and why each other step is refused.
#[test]
fn refusals_cover_every_step_that_is_not_listed() {
    let position = json!({"state": {"side": "gold", "board":
        ["r.......", "........", "........", "....E...", "..Cd....", "........", "........", "R......."]}});
    let ask = |more: Value| {
        let mut question = json!({"kind": "legal_actions", "position": position});
        let fields = question.as_object_mut().unwrap();
        fields.extend(more.as_object().unwrap().clone());
        let told = asked(question.clone());
        let Answer::Actions {
            actions,
            frozen,
            refusals,
            ..
        } = told
        else {
            panic!("{told:?}")
        };
        (actions, frozen, refusals)
    };
    let (listed, None, None) = ask(json!({})) else {
        panic!("neither is asked for")
    };
    let (actions, Some(frozen), Some(refusals)) = ask(json!({"refusals": true})) else {
        panic!("both are asked for")
    };
    assert_eq!(actions, listed);
    assert_eq!(frozen, ["Cc4"]);
    let refused: Vec<String> = refusals.iter().filter_map(|one| one.at.clone()).collect();
    // Four steps of each of five pieces, and the end of the turn.
    let mut all = [&actions[..], &refused[..]].concat();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 5 * 4 + 1);
    let expected = [
        ("Cc4e", "occupied"),
        ("Cc4n", "frozen"),
        ("Cc4s", "frozen"),
        ("Cc4w", "frozen"),
        ("Ra1s", "off-board"),
        ("Ra1w", "off-board"),
        ("dd4e", "no-pusher"),
        ("dd4n", "no-pusher"),
        ("dd4s", "no-pusher"),
        ("dd4w", "occupied"),
        ("ra8e", "no-pusher"),
        ("ra8n", "off-board"),
        ("ra8s", "no-pusher"),
        ("ra8w", "off-board"),
        ("end", "no-step-taken"),
    ];
    let named = refusals
        .iter()
        .map(|one| (one.at.as_deref().unwrap(), one.name.as_deref().unwrap()));
    assert_eq!(named.collect::<Vec<_>>(), expected);
    let stuck = serde_json::to_value(&refusals[1]).unwrap();
    assert_eq!(
        stuck,
        json!({"name": "frozen", "rule": "FRZ-2", "at": "Cc4n", "squares": ["c4", "d4"],
            "details": {"piece": "Cc4", "by": ["dd4"]},
            "message": "the gold cat on c4 is frozen by the silver dog on d4 and has no friend beside it"})
    );
}

/// After the end of a game everything is refused by the rule that ended it.
#[test]
fn refusals_of_a_decided_game_name_its_end() {
    let position = json!({"state": {"side": "silver", "board":
        ["R.......", "........", "........", "........", "........", "........", "........", ".......r"]}});
    let ask = |past_end: bool| {
        let told = asked(
            json!({"kind": "legal_actions", "refusals": true, "past_end": past_end,
            "position": position}),
        );
        let Answer::Actions {
            actions,
            refusals: Some(refusals),
            ..
        } = told
        else {
            panic!("{told:?}")
        };
        (actions, refusals)
    };
    let (actions, refusals) = ask(false);
    assert_eq!((actions.len(), refusals.len()), (0, 2 * 4 + 1));
    assert!(
        refusals
            .iter()
            .all(|one| one.rule.as_deref() == Some("END-3"))
    );
    let (actions, refusals) = ask(true);
    assert_eq!(actions.len() + refusals.len(), 2 * 4 + 1);
    assert!(
        refusals
            .iter()
            .all(|one| one.name.as_deref() != Some("decided"))
    );
}

/// A setup has millions of completions: they are counted, to any depth in steps and to the first in
/// turns, and never listed.
#[test]
fn completions_of_a_setup_are_counted_and_not_listed() {
    let perft = |count: &str, depth: u32| {
        asked(json!({"kind": "perft", "position": beginning(), "count": count, "depth": depth}))
    };
    assert_eq!(
        perft("steps", 1),
        Answer::Perft {
            counts: vec![6 * 16]
        }
    );
    let Answer::Perft { counts } = perft("steps", 2) else {
        panic!()
    };
    assert_eq!(counts.len(), 2);
    assert_eq!(
        perft("turns", 1),
        Answer::Perft {
            counts: vec![64_864_800]
        }
    );
    for listing in [
        perft("turns", 2),
        asked(json!({"kind": "turns", "position": beginning()})),
    ] {
        let Answer::Error {
            error:
                Fault::TooLarge {
                    limit: 1_000_000,
                    message,
                },
        } = listing
        else {
            panic!("{listing:?}")
        };
        assert_eq!(message, "64864800 turns of a position, 1000000 at most");
    }
    let zero = perft("steps", 0);
    let Answer::Error { error } = &zero else {
        panic!("{zero:?}")
    };
    assert_eq!(error.message(), "a depth is at least 1");
}

#[test]
fn position_is_written_only_if_the_form_can_express_it() {
    let print = |form: &str, position: Value| match asked(
        json!({"kind": "print", "form": form, "position": position}),
    ) {
        Answer::Text { text } => Ok(text),
        Answer::Error { error } => Err(error.message().to_owned()),
        other => panic!("{other:?}"),
    };
    let compact = "g [r                          E                            R       ]";
    assert_eq!(print("compact", position(&[])).as_deref(), Ok(compact));
    let cannot = |what: &str| Err(format!("{what} cannot be written so"));
    assert_eq!(
        print("compact", position(&["Ed5n"])),
        cannot("a turn in progress")
    );
    assert_eq!(print("compact", beginning()), cannot("a setup in progress"));
    assert!(
        print("diagram", beginning())
            .unwrap()
            .starts_with("1g\n +-")
    );
    assert_eq!(print("record", position(&[])), cannot("a position"));
    assert!(
        print("diagram", position(&["Ed5n"]))
            .unwrap()
            .starts_with("2g Ed5n")
    );
    assert!(print("state", beginning()).is_ok());
}

#[test]
fn record_with_an_unplayable_start_is_an_impossible_position() {
    let fault = |text: &str| {
        let position = json!({"record": {"text": text}});
        match asked(json!({"kind": "outcome", "position": position})) {
            Answer::Error { error } => Some(error),
            _ => None,
        }
    };
    let squares = " ".repeat(62);
    assert_eq!(fault(&format!("Start: g [Rr{squares}]\n")), None);
    let message = "2 gold elephants stand on the board and a set has 1";
    match fault(&format!("Start: g [EE{squares}]\n")) {
        Some(Fault::ImpossiblePosition {
            rule,
            message: told,
            ..
        }) => {
            assert_eq!((rule.as_str(), told.as_str()), ("VAL-1", message));
        }
        other => panic!("{other:?}"),
    }
    match fault(&format!("Start: g [Rr{squares}]\n2g Ra1n\n")) {
        Some(Fault::UnplayableRecord { message }) => assert!(message.contains("2g"), "{message}"),
        other => panic!("{other:?}"),
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
        (
            count(old),
            limited(|can| can.editions.retain(|name| !name.starts_with("2002"))),
            &edition,
        ),
        (
            count(record),
            limited(|can| can.editions.retain(|name| !name.starts_with("2002"))),
            &edition,
        ),
        (
            count(text),
            limited(|can| can.editions.retain(|name| !name.starts_with("2002"))),
            &edition,
        ),
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

#[test]
fn protocol_failure_names_its_kind() {
    let what = || "so".to_owned();
    let told = [
        ProtocolFailure::Crashed(what()),
        ProtocolFailure::Hung(what()),
        ProtocolFailure::Garbage(what()),
        ProtocolFailure::Dead(what()),
    ];
    assert_eq!(
        told.map(|how| how.to_string()),
        ["crashed: so", "hung: so", "garbage: so", "dead: so"]
    );
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

/// A title is the first sentence of the note, without what follows.
#[test]
fn a_case_has_the_first_sentence_of_its_note_as_title() {
    let mut case = Suite::embedded().unwrap().cases[0].clone();
    for (note, title) in [
        (
            "Nothing stands there. So nothing steps.",
            "Nothing stands there",
        ),
        ("Nothing stands there.", "Nothing stands there"),
        ("A capture on c3.or not", "A capture on c3.or not"),
    ] {
        case.note = note.to_owned();
        assert_eq!(case.title(), title);
    }
}

/// The details of `no-pusher` name the pull that is open and does not fit (ORD-1).
#[test]
fn open_pull_is_among_the_details_of_no_pusher() {
    let state = json!({"side": "gold", "board": [
        "r.......", "........", "........", "........", "...E....", "........", ".r......", "R......."
    ]});
    for engine in [EngineKind::Reference, EngineKind::Bitboard] {
        for (turn, open_pull) in [("Ed4n rb2n", json!("Ed4")), ("rb2n", json!(null))] {
            let question = json!({"kind": "judge", "position": {"state": state}, "turn": turn});
            let question: Question = serde_json::from_value(question).unwrap();
            let Answer::Refused { refusal, .. } = answer(&engine.engine(), &question) else {
                panic!("{turn} is legal")
            };
            let details = json!({"piece": "rb2", "beside": [], "open_pull": open_pull});
            assert_eq!(json!(refusal.details), details, "{engine}: {turn}");
        }
    }
}
