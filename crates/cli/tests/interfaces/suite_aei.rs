//! The suite put to engines that can only move, over the Arimaa Engine Interface: ours passes every
//! case that it is asked, and each kind of misbehaviour has its own report.
//!
//! The programs that misbehave are ways of `engines/bad.sh`, which needs a shell. That wrong rules
//! are noticed is shown by `broken/`.

#![cfg(unix)]
use std::collections::BTreeSet;
use std::process::{Command, Stdio};

use arimaa::compare::{Engine, Game};
use arimaa_oracle::ask::QuestionKind;
use arimaa_oracle::suite::{CaseVerdict, Suite, Task};
use serde_json::Value;

const ORACLE: &str = env!("CARGO_BIN_EXE_arimaa-oracle");

/// A position with one turn.
const ONE: &str = "a-rabbit-among-rabbits";
/// A timeout far above the time of any answer.
const AMPLE: &str = "120";

fn run(engine: &str, arguments: &[&str]) -> (i32, Value) {
    let output = Command::new(ORACLE)
        .args(["suite", "run", "--json", "--aei", engine])
        .args(arguments)
        .current_dir(crate::root::root())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{engine}");
    let report = serde_json::from_slice(&output.stdout).unwrap();
    (output.status.code().unwrap(), report)
}

/// Status and details of the only case that is asked.
fn bad(way: &str, timeout: &str) -> (String, String) {
    let engine = format!("sh tests/engines/bad.sh {way}");
    let arguments = ["--only", ONE, "--repeat", "1", "--timeout", timeout];
    let (_, report) = run(&engine, &arguments);
    let result = &report["results"][0];
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&result["status"]), text(&result["details"][0]))
}

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
    }
}

/// All cases are reported, and the reasons for which some are not asked are those that the
/// documentation names.
#[test]
fn inexpressible_case_is_skipped_with_the_reason() {
    let (_, report) = run(&format!("'{ORACLE}' aei"), &["--repeat", "1"]);
    let results = report["results"].as_array().unwrap();
    assert_eq!(results.len(), Suite::embedded().unwrap().cases.len());
    let skipped = results.iter().filter(|one| one["status"] == "skipped");
    let reasons: BTreeSet<&str> = skipped
        .map(|one| one["details"][0].as_str().unwrap())
        .collect();
    let expected = [
        "has a history that no moves make",
        "is about a game that is decided",
        "is about a handicap",
        "is about a position that cannot be",
        "is about a position that was asked about before",
        "is about an edition of the past",
        "is about half a setup",
        "is about half a turn",
        "is about no position",
    ];
    assert_eq!(reasons, expected.into());
}

/// The cases that were made for such engines are all asked, and have few turns.
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
        let task = Task::of(&Engine::of::<Game>(), &case.question)
            .unwrap_or_else(|why| panic!("{}: {why}", case.id));
        assert!((1..=5).contains(&task.choices()), "{}", case.id);
        let turns = case.expect.first_turns.as_deref().unwrap();
        assert_eq!(task.choices(), turns.len() as u64, "{}", case.id);
        for turn in turns {
            assert_eq!(task.judge(turn), CaseVerdict::Passed, "{}: {turn}", case.id);
        }
        assert!(
            matches!(task.judge("resign"), CaseVerdict::Failed(_)),
            "{}",
            case.id
        );
        count += 1;
    }
    assert!(count >= 30, "{count}");
}

#[test]
fn history_is_sent_as_moves() {
    let suite = Suite::embedded().unwrap();
    let case = suite.case("one-square-has-been-used-up").unwrap();
    let task = Task::of(&Engine::of::<Game>(), &case.question).unwrap();
    let approach = task.approach();
    assert!(approach.start.is_some());
    assert_eq!(approach.turns[..2], ["Rf2e Rg2e", "ed7s"]);
    assert_eq!(approach.turns.len(), 8);
    let CaseVerdict::Failed(mismatches) = task.judge("Rg2e") else {
        panic!("a third occurrence passes");
    };
    assert_eq!(mismatches[0].expected(), "`Rg2w`");
    assert!(
        mismatches[0].got().ends_with("(REP-2)"),
        "{}",
        mismatches[0].got()
    );
}

#[test]
fn unreadable_turn_is_garbage_and_illegal_turn_fails() {
    let only = "turn: expected `Ra2n`, got ";
    for (way, status, details) in [
        ("nonsense", "errored", "garbage: `banana` is no turn: "),
        ("labeller", "errored", "garbage: `1g Ra1 "),
        (
            "flooder",
            "errored",
            "garbage: no `bestmove`, but more than 100000 other lines",
        ),
        ("stutterer", "failed", &format!("{only}`Ra1 Rb1 Rc1 ")),
        (
            "veteran",
            "failed",
            &format!("{only}it resigns; it complained: an error in its own words"),
        ),
        (
            "garbage",
            "failed",
            &format!("{only}it resigns; it complained: no message of the protocol"),
        ),
    ] {
        let (got, why) = bad(way, AMPLE);
        assert_eq!(got, status, "{way}: {why}");
        assert!(why.starts_with(details), "{way}: {why}");
    }
}

#[test]
fn engine_that_exits_is_reported_as_crashed() {
    for (way, details) in [
        (
            "crasher",
            "crashed: it ended (exit status: 3); its last words: out of memory",
        ),
        ("killed", "crashed: it ended (signal: 9"),
        ("closer", "crashed: it closed its standard output"),
    ] {
        let (status, why) = bad(way, AMPLE);
        assert_eq!(status, "errored", "{way}: {why}");
        assert!(why.starts_with(details), "{way}: {why}");
    }
}

#[test]
fn silent_program_times_out() {
    for (way, details) in [
        ("sleeper", "hung: no `bestmove` within 1 s"),
        (
            "endless-line",
            "hung: no `bestmove` within 1 s; it complained: no message of the protocol (1×): ",
        ),
    ] {
        let (status, why) = bad(way, "1");
        assert_eq!(status, "errored", "{way}: {why}");
        assert!(why.starts_with(details), "{way}: {why}");
    }
}

/// An engine that does not open the session is one error, and no position is asked about.
#[test]
fn failed_opening_is_one_error() {
    for (way, why) in [
        ("stillborn", "crashed: it ended (exit status: 0)"),
        ("mute", "hung: no `aeiok` within 1 s"),
        ("futurist", "garbage: it speaks version `9` of the protocol"),
    ] {
        let engine = format!("sh tests/engines/bad.sh {way}");
        let output = Command::new(ORACLE)
            .args(["suite", "run", "--timeout", "1", "--aei", &engine])
            .current_dir(crate::root::root())
            .output()
            .unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        let expected = format!("error: cannot ask `{engine}`: {why}");
        assert!(error.starts_with(&expected), "{error}");
        assert_eq!(error.lines().count(), 1);
        assert_eq!((output.stdout.len(), output.status.code()), (0, Some(3)));
    }
}

/// Ten failures in a row are enough; the report goes on to its end.
#[test]
fn engine_is_given_up_after_repeated_failures() {
    let (code, report) = run("sh tests/engines/bad.sh crasher", &["--only", "6"]);
    assert_eq!(code, 3);
    let results = report["results"].as_array().unwrap();
    let dead = results.iter().filter(|one| {
        let why = one["details"][0].as_str().unwrap_or_default();
        why.starts_with("dead: it failed 10 times in a row, at last: crashed: it ended")
    });
    let errored = usize::try_from(report["counts"]["errored"].as_u64().unwrap()).unwrap();
    assert_eq!(dead.count(), errored - 10);
}

/// The time of a turn is what `--move-time` says, and the time of the run follows from it.
#[test]
fn longest_time_of_a_run_is_foretold() {
    let engine = format!("'{ORACLE}' aei");
    let forecast = |arguments: &[&str]| {
        let output = Command::new(ORACLE)
            .args(["suite", "run", "--only", ONE, "--aei", &engine])
            .args(arguments)
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(
        forecast(&[]),
        "1 position, 5 turns each, 1 s a turn: up to 5 s"
    );
    assert_eq!(
        forecast(&["--repeat", "100", "--move-time", "3"]),
        "1 position, 100 turns each, 3 s a turn: up to 5 min"
    );
}

#[test]
fn only_one_engine_is_asked() {
    for arguments in [
        &["--aei", "x", "--subject", "reference"][..],
        &["--repeat", "3"],
        &["--option", "a=b"],
        &["--aei", "x", "--repeat", "0"],
        &["--aei", "/no/such/program"],
    ] {
        let mut oracle = Command::new(ORACLE);
        let output = oracle
            .args(["suite", "run"])
            .args(arguments)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty());
    }
}
