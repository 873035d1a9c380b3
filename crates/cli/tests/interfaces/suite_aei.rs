//! The suite put to engines that can only move, over the Arimaa Engine Interface: ours passes every
//! case that it is asked. Engines that misbehave stand in the transcript `bad_subjects.md`.

#![cfg(unix)]
use std::collections::BTreeSet;

use arimaa::Game;
use arimaa::compare::Engine;
use arimaa_conformance::{Status, Suite, Task};
use arimaa_oracle::ask::QuestionKind;
use serde_json::Value;

const ORACLE: &str = env!("CARGO_BIN_EXE_arimaa-oracle");

/// All reasons for which cases are not asked.
const REASONS: [&str; 9] = [
    "has a history that no moves make",
    "is about a game that is decided",
    "is about a handicap",
    "is about an impossible position",
    "is about a position that was asked about before",
    "is about an edition of the past",
    "is about half a setup",
    "is about half a turn",
    "is about no position",
];

fn run(engine: &str, arguments: &[&str]) -> (i32, Value) {
    let asked = ["suite", "run", "--json", "--aei", engine];
    let run = crate::oracle::run(&[&asked[..], arguments].concat());
    assert_eq!(run.err, "", "{engine}");
    (run.code, serde_json::from_str(&run.out).unwrap())
}

/// All cases are reported, and the reasons for which some are not asked are those that the
/// documentation names.
#[test]
fn own_engine_passes_every_case_it_is_asked() {
    // To list all turns takes the reference engine long.
    for (engine, uniform) in [("bitboard", "turns"), ("reference", "steps")] {
        let engine = format!("'{ORACLE}' aei --engine {engine}");
        let uniform = format!("uniform={uniform}");
        let (code, report) = run(&engine, &["--repeat", "2", "--option", &uniform]);
        assert_eq!(code, 0, "{report}");
        assert_eq!(report["subject"]["name"], "arimaa-oracle random mover");
        assert_eq!(
            (&report["aei"], &report["repeat"]),
            (&"1".into(), &2.into())
        );
        let counts = &report["counts"];
        assert_eq!(
            (&counts["failed"], &counts["errored"]),
            (&0.into(), &0.into())
        );
        assert!(counts["passed"].as_u64() > Some(150), "{counts}");
        let results = report["results"].as_array().unwrap();
        assert_eq!(results.len(), Suite::embedded().unwrap().cases.len());
        let skipped = results.iter().filter(|case| case["status"] == "skipped");
        let reasons = skipped.map(|case| case["details"][0].as_str().unwrap());
        assert_eq!(reasons.collect::<BTreeSet<_>>(), REASONS.into());
    }
}

/// The cases that were made for AEI engines can all be asked, and have at most five turns.
#[test]
fn positions_with_few_turns_can_be_reached_by_moves() {
    let suite = Suite::embedded().unwrap();
    let made = suite
        .cases
        .iter()
        .filter(|case| case.place.0 == "06-few-turns.toml");
    let mut count = 0;
    for case in made {
        assert_eq!(case.question.kind(), QuestionKind::Turns, "{}", case.id);
        let task = Task::for_question(&Engine::of::<Game>(), &case.question)
            .unwrap_or_else(|why| panic!("{}: {why}", case.id));
        assert!((1..=5).contains(&task.choices()), "{}", case.id);
        let turns = case.expect.first_turns.as_deref().unwrap();
        assert_eq!(task.choices(), turns.len() as u64, "{}", case.id);
        for turn in turns {
            assert_eq!(task.judge(turn), Status::Passed, "{}: {turn}", case.id);
        }
        let unmade = ["", "resign"].map(|answer| task.judge(answer).name());
        assert_eq!(unmade, ["failed", "skipped"], "{}", case.id);
        count += 1;
    }
    assert!(count >= 30, "{count}");
}

#[test]
fn history_is_sent_as_moves() {
    let suite = Suite::embedded().unwrap();
    let case = suite.case("one-square-has-been-used-up").unwrap();
    let task = Task::for_question(&Engine::of::<Game>(), &case.question).unwrap();
    let approach = task.approach();
    assert!(approach.start.is_some());
    assert_eq!(approach.turns[..2], ["Rf2e Rg2e", "ed7s"]);
    assert_eq!(approach.turns.len(), 8);
    let Status::Failed(mismatches) = task.judge("Rg2e") else {
        panic!("a third occurrence passes");
    };
    assert_eq!(mismatches[0].expected(), "`Rg2w`");
    assert!(
        mismatches[0].got().ends_with("(REP-2)"),
        "{}",
        mismatches[0].got()
    );
}
