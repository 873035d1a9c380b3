//! The verdicts of the suite: every kind of answer against every field of an expectation.

use arimaa::compare::Engine;
use arimaa_conformance::{Case, Expect, Status, Suite, judge, judge_case};
use arimaa_oracle::ask::{Answer, QuestionKind, answer as ask};
use arimaa_oracle::protocol::Capabilities;
use arimaa_oracle::subject::{ProtocolFailure, Reply};
use serde_json::{Value, json};

fn ranks() -> Value {
    json!(vec!["R......."; 8])
}

fn answer(json: Value) -> Answer {
    serde_json::from_value(json).unwrap()
}

/// A `Standing` in JSON; its outcome is null while the game goes on.
fn standing(outcome: &Value) -> Value {
    json!({"board": ranks(), "outcome": outcome, "label": "3s"})
}

/// An answer of each kind for which an expectation has a field, and an error.
fn answers() -> Vec<Answer> {
    let gold = json!({"winner": "gold", "rule": "END-3"});
    let refusal =
        json!({"name": "frozen", "at": "Ra1n", "details": {"by": ["hb1"], "piece": "Ra1"}});
    let state = json!({"side": "gold", "board": ranks()});
    let rule = json!({"id": "END-3", "kind": "permission", "chapter": "7", "text": "…", "specification": "1"});
    [
        json!({"kind": "actions", "actions": ["Ra1e", "end"]}),
        json!({"kind": "accepted", "turn": "Ra1e rc3x", "captures": ["rc3"], "standing": standing(&gold)}),
        json!({"kind": "refused", "refusal": refusal, "standing": standing(&Value::Null)}),
        json!({"kind": "applied", "state": state, "captures": [], "standing": standing(&Value::Null)}),
        json!({"kind": "outcome", "outcome": gold}),
        json!({"kind": "standing", "standing": standing(&json!({"winner": "draw", "rule": "END-9"}))}),
        json!({"kind": "turns", "total": 2, "turns": [{"turn": "Ra1e", "board": ranks()}]}),
        json!({"kind": "turn_count", "count": 2}),
        json!({"kind": "goal", "total": 1, "shortest": "Ra7n", "turns": [{"turn": "Ra7n", "board": ranks()}]}),
        json!({"kind": "perft", "counts": [2, 5]}),
        json!({"kind": "rule", "rule": rule}),
        json!({"kind": "text", "text": "1g\n"}),
        json!({"kind": "error", "error": {"kind": "bad_question", "message": "no such edition"}}),
    ]
    .map(answer)
    .into()
}

/// The differences between an answer and its expectation, each as field, expected and got.
fn differences(expect: &Expect, answer: &Answer, capabilities: &Capabilities) -> Vec<String> {
    match judge(expect, Reply::Answer(answer.clone()), capabilities) {
        Status::Passed => Vec::new(),
        Status::Failed(mismatches) => mismatches.iter().map(ToString::to_string).collect(),
        other => panic!("{other}"),
    }
}

fn expect(set: impl FnOnce(&mut Expect)) -> Expect {
    let mut expect = Expect::default();
    set(&mut expect);
    expect
}

fn capable(set: impl FnOnce(&mut Capabilities)) -> Capabilities {
    let mut capabilities = Capabilities::default();
    set(&mut capabilities);
    capabilities
}

/// An expectation of one field. In `text`, the items of lists such as `captures` are separated by
/// blanks.
fn expectation(field: &str, text: &str) -> Expect {
    let words = || Some(text.split_whitespace().map(str::to_owned).collect());
    let text = || Some(text.to_owned());
    let number = || text().unwrap().parse().ok();
    expect(|e| match field {
        "legal" => e.legal = Some(text().unwrap() == "true"),
        "refused" => e.refused = text(),
        "at" => (e.at, e.legal) = (text(), Some(false)),
        "details" => {
            let facts = text().and_then(|text| serde_json::from_str(&text).ok());
            (e.details, e.legal) = (facts, Some(false));
        }
        "captures" => e.captures = words(),
        "board" => e.board = serde_json::from_value(json!(vec![text().unwrap(); 8])).ok(),
        "outcome" => e.outcome = text(),
        "label" => e.label = text(),
        "actions" => e.actions = words(),
        "listed" => e.listed = words(),
        "unlisted" => e.unlisted = words(),
        "turns" => e.turns = number(),
        "first_turns" => e.first_turns = words(),
        "steps" => e.steps = text().unwrap().split(' ').map(|n| n.parse().ok()).collect(),
        "goals" => e.goals = words(),
        "sequences" => e.sequences = text().unwrap().split(' ').map(|n| n.parse().ok()).collect(),
        "written" => e.written = text(),
        _ => panic!("no such field: {field}"),
    })
}

/// A row each: field, kind of answer, a right value, a wrong value, and the report on the wrong
/// one.
const FIELDS: &str = "
legal | accepted | true | false | expected refused, got accepted
legal | refused | false | true | expected accepted, got refused (frozen)
refused | refused | frozen | empty | expected empty, got frozen
at | refused | Ra1n | end | expected end, got Ra1n
details | refused | {\"by\":[\"hb1\"]} | {\"by\":[]} | expected {\"by\":[]}, got {\"by\":[\"hb1\"]}
captures | accepted | rc3 | rc3 Rf6 | expected rc3 Rf6, got rc3
outcome | outcome | gold END-3 | gold END-6 | expected gold END-6, got gold END-3
outcome | standing | draw END-9 | ongoing | expected ongoing, got draw END-9
label | standing | 3s | 4g | expected 4g, got 3s
board | standing | R....... | ........ | expected , got Ra1 Ra2 Ra3 Ra4 Ra5 Ra6 Ra7 Ra8
actions | actions | Ra1e end | end Ra1e | expected end Ra1e, got Ra1e end
listed | actions | end | Ra1n | expected Ra1n, got Ra1e end
unlisted | actions | Ra1n | end | expected no end, got Ra1e end
turns | turn_count | 2 | 3 | expected 3, got 2
first_turns | turns | Ra1e | Ra1n | expected Ra1n, got Ra1e
goals | goal | Ra7n | Ra7e | expected Ra7e, got Ra7n
steps | perft | 2 5 | 2 | expected 2, got 2 5
sequences | perft | 2 5 | 2 5 9 | expected 2 5 9, got 2 5
written | text | 1g | 1g Ra1n | expected 1g Ra1n, got 1g
";

#[test]
fn every_field_of_an_expectation_is_compared() {
    let schema = &arimaa_conformance::schema()["$defs"]["Expect"];
    for field in schema["properties"].as_object().unwrap().keys() {
        // Errors are answers to these.
        let is_error = ["invalid", "unreadable"].contains(&field.as_str());
        let has_row = FIELDS.contains(&format!("\n{field} | "));
        assert!(is_error || has_row, "{field}");
    }
    let all = capable(|c| c.details = true);
    for row in FIELDS.lines().skip(1) {
        let row: Vec<&str> = row.split(" | ").collect();
        let [field, kind, right, other, message] = row[..] else {
            panic!("{row:?}");
        };
        let (right, other) = (expectation(field, right), expectation(field, other));
        for answer in answers() {
            let of_right = differences(&right, &answer, &all);
            if answer.name() == kind {
                assert_eq!(of_right, [""; 0], "{field}");
                assert_eq!(
                    differences(&other, &answer, &all),
                    [format!("{field}: {message}")],
                    "{field}"
                );
            } else if answer.name() == "error" {
                let expected = "an answer, got error: no such edition";
                assert!(
                    of_right.iter().all(|text| text.ends_with(expected)),
                    "{of_right:?}"
                );
                assert_eq!(of_right.len(), right.fields().len());
            } else {
                // An answer about the same field may be right too; one that says nothing about it
                // may not.
                let silent = format!(
                    "{field}: expected an answer about it, got an answer to another question"
                );
                let is_silent = !fields_about(answer.name()).contains(&field);
                assert_eq!(
                    of_right.contains(&silent),
                    is_silent,
                    "{field} {}",
                    answer.name()
                );
                assert_eq!(
                    differences(&other, &answer, &all).contains(&silent),
                    is_silent
                );
            }
        }
    }
}

/// The fields of an expectation that answers of a kind can fulfil.
fn fields_about(kind: &str) -> &'static [&'static str] {
    match kind {
        "actions" => &["actions", "listed", "unlisted"],
        "accepted" | "refused" => &[
            "legal", "refused", "at", "details", "captures", "board", "outcome", "label",
        ],
        "outcome" => &["outcome"],
        "standing" => &["board", "outcome", "label"],
        "turns" => &["turns", "first_turns"],
        "turn_count" => &["turns"],
        "goal" => &["goals"],
        "perft" => &["steps", "sequences"],
        "text" => &["written", "unreadable"],
        _ => &[],
    }
}

/// An impossible position and an unreadable text can be expected as errors.
#[test]
fn an_error_is_an_answer_where_it_is_expected() {
    let impossible = answer(json!({"kind": "error",
        "error": {"kind": "impossible_position", "rule": "VAL-2", "message": "…"}}));
    let unreadable = answer(json!({"kind": "error",
        "error": {"kind": "bad_text", "line": 1, "column": 1, "message": "expected a step"}}));
    let free = Capabilities::default();
    let bare = capable(|c| c.reasons = false);
    let worded = capable(|c| c.wording = true);

    let by = |rule: &str| expect(|e| e.invalid = Some(rule.to_owned()));
    assert_eq!(differences(&by("VAL-2"), &impossible, &free), [""; 0]);
    assert_eq!(
        differences(&by("VAL-1"), &impossible, &free),
        ["invalid: expected VAL-1, got VAL-2"]
    );
    assert_eq!(differences(&by("VAL-1"), &impossible, &bare), [""; 0]);
    assert_eq!(
        differences(&by("VAL-1"), &unreadable, &free),
        ["invalid: expected an answer, got error: expected a step"]
    );
    let detailed = capable(|c| c.details = true);
    let with_details = expect(|e| {
        e.invalid = Some("VAL-2".to_owned());
        e.details = serde_json::from_str(r#"{"piece":"Dc3"}"#).ok();
    });
    assert_eq!(
        differences(&with_details, &impossible, &detailed),
        [r#"details: expected {"piece":"Dc3"}, got {}"#]
    );
    for answer in answers() {
        if answer.name() != "error" {
            let expected = ["invalid: expected VAL-2, got a valid position"];
            assert_eq!(
                differences(&by("VAL-2"), &answer, &free),
                expected,
                "{}",
                answer.name()
            );
        }
    }

    let says = |part: &str| expect(|e| e.unreadable = Some(part.to_owned()));
    assert_eq!(differences(&says("a step"), &unreadable, &worded), [""; 0]);
    assert_eq!(
        differences(&says("a piece"), &unreadable, &worded),
        ["unreadable: expected a piece, got expected a step"]
    );
    assert_eq!(differences(&says("a piece"), &unreadable, &free), [""; 0]);
    let read = answer(json!({"kind": "text", "text": "1g"}));
    assert_eq!(
        differences(&says("a step"), &read, &free),
        ["unreadable: expected a step, got 1g"]
    );
    assert_eq!(
        differences(&says("a step"), &impossible, &free),
        ["unreadable: expected an answer, got error: …"]
    );
}

/// A missing fact is a difference only if the subject claims to give details.
#[test]
fn missing_detail_fails_only_if_the_subject_gives_details() {
    let expected = expectation("details", r#"{"by":["hb1"],"piece":"Ra1"}"#);
    let refused = |refusal: Value| {
        answer(json!({"kind": "refused", "refusal": refusal, "standing": standing(&Value::Null)}))
    };
    let bare = refused(json!({"name": "frozen"}));
    let other = refused(json!({"name": "frozen", "details": {"piece": "Ra1", "more": 1}}));
    let free = Capabilities::default();
    let exact = capable(|c| c.details = true);
    assert_eq!(differences(&expected, &bare, &free), [""; 0]);
    for (given, got) in [(bare, "{}"), (other, r#"{"piece":"Ra1"}"#)] {
        let message = format!(r#"details: expected {{"by":["hb1"],"piece":"Ra1"}}, got {got}"#);
        assert_eq!(differences(&expected, &given, &exact), [message]);
    }
}

#[test]
fn boards_of_the_expected_turns_and_goals_are_compared() {
    let suite = Suite::embedded().unwrap();
    for kind in [QuestionKind::Turns, QuestionKind::Goal] {
        let lists = |case: &&Case| {
            let expected = case
                .expect
                .first_turns
                .as_ref()
                .or(case.expect.goals.as_ref());
            case.question.kind() == kind && expected.is_some_and(|turns| !turns.is_empty())
        };
        let case = suite.cases.iter().find(lists).unwrap();
        let mut right = ask(&Engine::default(), &case.question);
        let verdict = |answer: &Answer| {
            judge_case(
                case,
                Reply::Answer(answer.clone()),
                &Capabilities::default(),
            )
            .to_string()
        };
        assert_eq!(verdict(&right), "passed");
        let (Answer::Turns { turns, .. } | Answer::Goal { turns, .. }) = &mut right else {
            panic!("{right:?}");
        };
        turns[0]
            .board
            .0
            .set("a1".parse().unwrap(), Some("E".parse().unwrap()));
        assert!(verdict(&right).starts_with("board: "));
    }
}

/// A row each: expected outcome, given outcome, whether the subject gives reasons, and the
/// mismatch.
const OUTCOMES: &str = "\
silver END-6 | silver END-6 | with |
silver END-6 | silver END-3 | without |
silver END-6 | silver | without |
silver END-6 | silver END-3 | with | outcome: expected silver END-6, got silver END-3
silver END-6 | silver | with | outcome: expected silver END-6, got silver
gold END-6 | silver | without | outcome: expected gold, got silver
gold END-6 | ongoing | without | outcome: expected gold, got ongoing
";

/// Without reasons only winners are compared; with them a missing reason is a failure.
#[test]
fn missing_reason_fails_only_if_the_subject_gives_reasons() {
    let bare = capable(|c| c.reasons = false);
    let full = Capabilities::default();
    for row in OUTCOMES.lines() {
        let [expected, given, reasons, said] =
            row.split('|').map(str::trim).collect::<Vec<_>>()[..]
        else {
            panic!("{row}");
        };
        let outcome = match given.split_once(' ') {
            Some((winner, rule)) => json!({"winner": winner, "rule": rule}),
            None if given == "ongoing" => Value::Null,
            None => json!({"winner": given}),
        };
        let given = answer(json!({"kind": "outcome", "outcome": outcome}));
        let capabilities = if reasons == "with" { &full } else { &bare };
        let told = differences(&expectation("outcome", expected), &given, capabilities);
        assert_eq!(told.concat(), said, "{row}");
    }

    let refused = answer(
        json!({"kind": "refused", "refusal": {}, "standing": {"board": ranks(), "outcome": null}}),
    );
    let frozen = expect(|e| {
        e.refused = Some("frozen".into());
        e.at = Some("Ra1n".into());
        e.label = Some("3s".into());
    });
    let label = "label: expected 3s, got no label";
    assert_eq!(differences(&frozen, &refused, &bare), [label]);
    assert_eq!(
        differences(&frozen, &refused, &full),
        [
            "refused: expected frozen, got no reason",
            "at: expected Ra1n, got no place",
            label
        ]
    );
    let legal = expect(|e| e.legal = Some(true));
    assert_eq!(
        differences(&legal, &refused, &full),
        ["legal: expected accepted, got refused (no reason)"]
    );
    let accepted = &answers()[1];
    assert_eq!(
        differences(&frozen, accepted, &full),
        ["legal: expected refused (frozen), got accepted"]
    );
    // Without `reasons` no reason is named on either side.
    assert_eq!(
        differences(&legal, &refused, &bare),
        ["legal: expected accepted, got refused"]
    );
    assert_eq!(
        differences(&frozen, accepted, &bare),
        ["legal: expected refused, got accepted"]
    );
}

/// A turn that is wrongly refused is one mismatch: its board and winner are not compared as well.
#[test]
fn wrong_legality_is_the_only_mismatch() {
    let all = Capabilities::default();
    let refused =
        answer(json!({"kind": "refused", "refusal": {}, "standing": standing(&Value::Null)}));
    let winning = expect(|e| {
        e.legal = Some(true);
        e.captures = Some(vec!["rc3".into()]);
        e.board = serde_json::from_value(json!(vec!["........"; 8])).ok();
        e.outcome = Some("gold END-3".into());
        e.label = Some("4g".into());
    });
    assert_eq!(
        differences(&winning, &refused, &all),
        ["legal: expected accepted, got refused (no reason)"]
    );
    let frozen = expect(|e| e.refused = Some("frozen".into()));
    let mut of_another_board = frozen.clone();
    of_another_board.board = winning.board;
    for expected in [&frozen, &of_another_board] {
        assert_eq!(
            differences(expected, &answers()[1], &all),
            ["legal: expected refused (frozen), got accepted"]
        );
    }
    // A right legality goes on to the rest.
    assert_eq!(differences(&of_another_board, &refused, &all).len(), 2);
}

/// An answer to a question of another kind fails whatever it says; an error may answer any.
#[test]
fn an_answer_must_be_of_the_kind_that_was_asked_for() {
    let may_answer = [
        ("actions", &[QuestionKind::LegalActions][..]),
        ("accepted", &[QuestionKind::Judge]),
        ("refused", &[QuestionKind::Judge, QuestionKind::Apply]),
        ("applied", &[QuestionKind::Apply]),
        ("outcome", &[QuestionKind::Outcome]),
        ("standing", &[QuestionKind::Standing]),
        ("turns", &[QuestionKind::Turns]),
        ("turn_count", &[QuestionKind::TurnCount]),
        ("goal", &[QuestionKind::Goal]),
        ("perft", &[QuestionKind::Perft]),
        ("rule", &[QuestionKind::ExplainRule]),
        ("text", &[QuestionKind::Parse, QuestionKind::Print]),
        ("error", &QuestionKind::ALL),
    ];
    assert_eq!(answers().len(), may_answer.len());
    for (answer, (name, kinds)) in answers().iter().zip(may_answer) {
        assert_eq!(answer.name(), name);
        for kind in QuestionKind::ALL {
            assert_eq!(
                answer.is_to(kind),
                kinds.contains(&kind),
                "{name} to {kind}"
            );
        }
    }
    let suite = Suite::embedded().unwrap();
    for case in &suite.cases {
        let kind = case.question.kind();
        let of_another = answers()
            .into_iter()
            .find(|answer| !answer.is_to(kind))
            .unwrap();
        let got = of_another.name();
        let verdict = judge_case(case, Reply::Answer(of_another), &Capabilities::default());
        let message = format!("kind: expected an answer to `{kind}`, got `{got}`");
        assert!(matches!(verdict, Status::Failed(_)), "{}", case.id);
        assert_eq!(verdict.to_string(), message, "{}", case.id);
    }
}

#[test]
fn verdicts_are_printed_in_words() {
    let refusal = json!({"name": "frozen", "at": "2\n"});
    let refused =
        json!({"kind": "refused", "refusal": refusal, "standing": standing(&Value::Null)});
    let expect = Expect {
        refused: Some("no-pusher".to_owned()),
        at: Some("1".to_owned()),
        ..Expect::default()
    };
    let failed = judge(
        &expect,
        Reply::Answer(answer(refused)),
        &Capabilities::default(),
    );
    let message = failed.to_string();
    let both = "refused: expected no-pusher, got frozen; at: expected 1, got 2";
    assert!(
        message.starts_with(both) && !message.contains('\n'),
        "{message:?}"
    );
    assert_eq!(Status::Passed.to_string(), "passed");
    assert_eq!(
        Status::Skipped("no setups".into()).to_string(),
        "skipped: no setups"
    );
    assert_eq!(Status::Errored("gone".into()).to_string(), "gone");
    let replies = [
        (Reply::Declined("no".into()), Status::Skipped("no".into())),
        (
            Reply::Failed(ProtocolFailure::Dead("gone".into())),
            Status::Errored(ProtocolFailure::Dead("gone".into()).to_string()),
        ),
    ];
    for (reply, verdict) in replies {
        assert_eq!(
            judge(&Expect::default(), reply, &Capabilities::default()),
            verdict
        );
    }
}
