//! The two levels of cases: `core` is play by the current rules, and nothing else.

use arimaa::vocab::Edition;
use arimaa_conformance::{Case, Level, Suite};
use arimaa_oracle::ask::{PositionSource, QuestionKind};
use arimaa_oracle::protocol::Capabilities;
use serde_json::{Value, json};

/// The capabilities of an engine that plays by the current rules.
fn player_capabilities() -> Capabilities {
    Capabilities {
        questions: [
            QuestionKind::Judge,
            QuestionKind::LegalActions,
            QuestionKind::Turns,
            QuestionKind::TurnCount,
            QuestionKind::Outcome,
            QuestionKind::Standing,
        ]
        .into(),
        editions: [Edition::default().name().to_owned()].into(),
        records: false,
        ..Capabilities::of_play()
    }
}

#[test]
fn core_cases_need_no_capability_besides_play() {
    let player = player_capabilities();
    let cases = Suite::embedded().unwrap().cases;
    let core = cases.iter().filter(|case| case.level() == Level::Core);
    let declined: Vec<String> = core
        .filter_map(|case| Some(format!("{}: {}", case.id, player.declines(&case.question)?)))
        .collect();
    assert!(declined.is_empty(), "{}", declined.join("\n"));
}

#[test]
fn level_of_a_case_follows_from_its_question() {
    let suite = Suite::embedded().unwrap();
    for (id, level) in [
        ("beside-to-the-north", Level::Core),
        ("a-fifth-step-of-an-enemy", Level::Core),
        ("goal-before-elimination", Level::Core),
        ("the-movers-rabbit-on-goal-2002", Level::Full),
        ("gold-places-gold-pieces", Level::Full),
        ("any-arrangement-in-any-order", Level::Full),
        ("camel-is-m", Level::Full),
        ("a-missing-token-in-strict-reading", Level::Full),
        ("old-side-letters-are-read", Level::Full),
        ("nine-rabbits-are-invalid", Level::Full),
        ("eight-rabbits-are-valid", Level::Full),
        ("the-label-before-the-steps", Level::Full),
        ("no-decision-before-the-end-of-the-turn", Level::Core),
        ("half-pushes-are-counted", Level::Full),
        ("actions-in-the-order-of-their-text", Level::Full),
    ] {
        assert_eq!(suite.case(id).unwrap().level(), level, "{id}");
    }
    // The same question with another turn, or of another kind.
    let mut case = suite.case("beside-to-the-north").unwrap().clone();
    let mut level = |changed: Value| {
        let mut question = serde_json::to_value(&suite.case(&case.id).unwrap().question).unwrap();
        match changed {
            Value::Object(_) => question["turn"] = changed["turn"].clone(),
            kind => question = json!({"kind": kind, "position": question["position"]}),
        }
        case.question = serde_json::from_value(question).unwrap();
        case.level()
    };
    assert_eq!(level(json!({"turn": "Ra1n"})), Level::Core);
    assert_eq!(level(json!({"turn": ["Ra1n"]})), Level::Core);
    for turn in ["2g Ra1n", "Ra1", "Ra1 Rb1", "1g Ra1", "Ra1n?"] {
        assert_eq!(level(json!({"turn": turn})), Level::Full, "{turn}");
    }
    for kind in ["outcome", "standing", "turn_count", "legal_actions"] {
        assert_eq!(level(json!(kind)), Level::Core, "{kind}");
    }
    assert_eq!(level(json!("turns")), Level::Core);
    // The same question with another expectation.
    let mut case = suite.case("beside-to-the-north").unwrap().clone();
    case.expect.label = Some("3s".to_owned());
    assert_eq!(case.level(), Level::Full);
    case.expect.label = None;
    assert_eq!(case.level(), Level::Core);
    case.expect.invalid = Some("too-many-pieces".to_owned());
    assert_eq!(case.level(), Level::Full);
    let past_end = suite.cases.iter().filter(|case| {
        let question = serde_json::to_value(&case.question).unwrap();
        question["past_end"] == true
    });
    assert!(past_end.clone().count() > 0);
    assert!(past_end.into_iter().all(|case| case.level() == Level::Full));
    let [core, full] = Level::ALL.map(|level| {
        let cases = suite.cases.iter().filter(|case| case.level() == level);
        cases.count()
    });
    println!("{core} core cases, {full} others");
    assert!(core > 250 && full > 250, "{core} {full}");
}

/// An engine that only plays is asked about play that is given as a record, and not about setups.
#[test]
fn setup_in_a_record_is_not_asked_of_a_player() {
    let cases = Suite::embedded().unwrap().cases;
    let is_record =
        |case: &&Case| matches!(case.question.position(), Some(PositionSource::Record(_)));
    let player = Capabilities::of_play();
    let why: Vec<String> = cases
        .iter()
        .filter(is_record)
        .map(|case| case.declined_by(&player).unwrap_or_default())
        .collect();
    assert!(why.iter().any(|why| why.contains("`setups`")), "{why:?}");
    assert!(why.iter().any(String::is_empty), "{why:?}");
}
