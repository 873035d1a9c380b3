//! The text of `suite show` and `suite run` for people who look for the reason of a failure: the
//! question, the lines of the line kit, the cases that were left out, the time of a case.

#![cfg(unix)]
use std::fs;
use std::time::{Duration, Instant};

use arimaa_oracle::suite::{Level, Selector, Suite};
use serde_json::Value;

use crate::oracle::{Run, run};

/// The exit code, standard output and standard error of `suite` with these arguments.
fn suite(arguments: &[&str]) -> (i32, String, String) {
    let Run { code, out, err } = run(&[&["suite"], arguments].concat());
    (code, out, err)
}

/// The same for a run of a program of the line kit that misbehaves in this way.
fn run_line(way: &str, arguments: &[&str]) -> (i32, String) {
    let program = format!("sh tests/subjects/line.sh {way}");
    let (code, out, error) = suite(&[&["run", "--all", "--line", &program], arguments].concat());
    assert_eq!(error, "", "{out}");
    (code, out)
}

/// The lines of a report about one failure.
fn of_case<'a>(report: &'a str, id: &str) -> Vec<&'a str> {
    let begins = |line: &str| !line.starts_with(' ');
    let mut lines = report.lines();
    let head = lines.find(|line| begins(line) && line.split(' ').nth(1) == Some(id));
    assert!(head.is_some(), "{id} is not in {report}");
    lines.take_while(|line| !begins(line)).collect()
}

#[test]
fn shown_case_has_the_steps_taken_and_the_earlier_positions() {
    let (code, shown, _) = suite(&["show", "a-third-occurrence-is-refused-unlisted"]);
    assert_eq!(code, 0);
    let steps = "taken already in this turn: Ed2n; the drawn board is after that\n";
    assert!(shown.contains(steps), "{shown}");
    let board = format!(
        "r.......{}{}{}.......R",
        "...e....",
        ".".repeat(24),
        "...E............"
    );
    let earlier = format!("earlier positions: 2, oldest first\n  2× s [{board}]\n");
    assert!(shown.contains(&earlier), "{shown}");
    // The board that is drawn has the step: the elephant stands on d3.
    assert!(
        shown.contains("3|     x E   x     |\n  2|                 |"),
        "{shown}"
    );
    let (_, shown, _) = suite(&["show", "beside-to-the-north"]);
    assert!(
        !shown.contains("taken already") && !shown.contains("earlier"),
        "{shown}"
    );
}

#[test]
fn shown_lines_are_those_of_the_line_kit() {
    let case = "a-goal-undone-in-the-same-turn";
    let lines = |more: &[&str]| {
        let (code, out, error) = suite(&[&["show", case, "--line"], more].concat());
        assert_eq!(code, 0, "{error}");
        assert!(error.contains("the whole turn"), "{error}");
        out.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let words = |line: &str| line.splitn(4, ' ').skip(3).collect::<String>();
    let parts = lines(&[]);
    assert_eq!(words(&parts[0]), "rd2s Ed3s Ed2e rd1n end");
    assert!(
        parts.iter().any(|line| words(line) == "rd2s Ed3s"),
        "{parts:?}"
    );
    // A push of two words is one action there, and a pull may be one.
    let two_step = lines(&["--actions", "two-step"]);
    let joined = "rd2s+Ed3s Ed2e+rd1n end";
    assert!(
        two_step.iter().any(|line| words(line) == joined),
        "{two_step:?}"
    );
    let whole = lines(&["--turns", "whole"]);
    assert!(
        whole.iter().all(|line| words(line).ends_with(" end")),
        "{whole:?}"
    );

    let list = "a-third-occurrence-is-refused-unlisted";
    let (code, out, error) = suite(&["show", list, "--line"]);
    assert_eq!(code, 0, "{error}");
    for asked in ["Ed2n", "Ed2n Ed3e", "Ed2n end"] {
        assert!(out.lines().any(|line| words(line) == asked), "{out}");
    }
    let (code, out, error) = suite(&["show", list, "--line", "--turns", "whole"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        error.contains("needs an answer to `legal_actions`"),
        "{error}"
    );
    let (_, out, error) = suite(&["show", "the-most-crowded-position", "--line"]);
    assert_eq!(out.lines().count(), 100);
    assert!(error.contains("the first 100 lines of more"), "{error}");
}

/// A program that answers every step by `no` sees the question, its line and its reply, and not
/// that its board and its winner are wrong as well.
#[test]
fn failure_shows_the_question_and_the_deciding_line() {
    let (code, report) = run_line("refuser", &["--only", "END-1", "--only", "REP-2"]);
    assert_eq!(code, 1, "{report}");
    let failure = of_case(&report, "a-goal-undone-in-the-same-turn");
    let board = format!("r.......{}...E.......r...........R", ".".repeat(32));
    assert_eq!(
        failure[..4],
        [
            "  legal: expected accepted, got refused",
            "  Is the turn `rd2s Ed3s Ed2e rd1n` legal? To move: gold.",
            &format!("  line: gold {board} - rd2s Ed3s Ed2e rd1n end"),
            "  reply: no gold may not",
        ],
        "{failure:#?}"
    );
    let failure = of_case(&report, "a-third-occurrence-is-refused-unlisted");
    let asked = "Which actions are legal? (`legal_actions`) To move: gold. \
                 Taken already: `Ed2n`. Earlier positions: 2.";
    assert!(
        failure.iter().any(|line| line.trim() == asked),
        "{failure:#?}"
    );
    assert!(
        failure.iter().any(|line| line.ends_with(" Ed2n")),
        "{failure:#?}"
    );
}

#[test]
fn report_counts_the_cases_that_were_left_out() {
    let cases = Suite::embedded().unwrap().cases;
    let core = |case: &&_| arimaa_oracle::suite::Case::level(case) == Level::Core;
    let skipped: Selector = "turn*".parse().unwrap();
    let all = cases.iter().filter(core).count();
    let left_out = cases
        .iter()
        .filter(core)
        .filter(|case| skipped.chooses(case));
    let left_out = left_out.count();
    let asked = all - left_out;
    assert!(left_out > 30);
    let (code, report, _) = suite(&["run", "--skip", "turn*", "--level", "core"]);
    assert_eq!(code, 0);
    let line = format!(
        "asked {asked} of {all} core cases, {left_out} left out by --skip and --level: {asked} passed\n"
    );
    assert!(report.contains(&line), "{report}");
}

/// The passes of a report speak against wrong rules that its failures alone do not rule out.
#[test]
fn failures_asked_again_keep_the_passes_of_the_report() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("report.json");
    let file = file.to_string_lossy().into_owned();
    let some = ["--only", "BRD-2", "--only", "END-1", "--skip", "turns"];
    let (_, whole) = run_line("refuser", &[&some[..], &["--report", &file]].concat());
    let partly = "cases; a whole run rules out more causes\n";
    assert!(whole.contains(partly), "{whole}");
    let report: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    let passed = report["counts"]["passed"].as_u64().unwrap();
    assert!(passed > 0);
    let (code, again) = run_line("refuser", &["--failed-from", &file]);
    assert_eq!(code, 1);
    let taken = format!("the causes take {passed} passes of {file} into account\n");
    assert!(again.contains(&taken), "{again}");
    // Cases that were not put to the engine then are unknown now, and as many.
    let ending = |report: &str| {
        let mut lines = report.lines();
        let line = lines.find(|line| line.ends_with(partly.trim_end()));
        line.map(str::to_owned)
    };
    assert_eq!(ending(&whole), ending(&again));
}

/// A program that answers line after line, and slowly, is stopped when the time of the case is
/// over; the cases after it are asked.
#[test]
fn case_timeout_bounds_the_lines_of_a_case() {
    let start = Instant::now();
    let arguments = ["--only", "a-goal-undone-in-the-same-turn", "--only"];
    let list = "a-piece-on-a-diagonal-does-not-push-unlisted";
    let timeout = ["--timeout", "100", "--case-timeout", "3"];
    let (code, report) = run_line("slow", &[&arguments[..], &[list], &timeout].concat());
    assert_eq!(code, 3, "{report}");
    let late = of_case(&report, list);
    assert_eq!(late, ["  took longer than 3 s (--case-timeout)"]);
    assert!(
        report.contains("failed a-goal-undone-in-the-same-turn"),
        "{report}"
    );
    assert!(start.elapsed() < Duration::from_mins(1));
}

/// The time of a case bounds every other kind of subject too.
#[test]
fn case_timeout_bounds_every_kind_of_subject() {
    let served = "sh tests/subjects/bad.sh sleeper";
    for subject in [
        ["--subject", served],
        ["--line", "sh tests/subjects/line.sh silent"],
    ] {
        let start = Instant::now();
        let case = [
            "run",
            "--all",
            "--only",
            "beside-to-the-north",
            "--case-timeout",
            "1",
        ];
        let (code, report, _) = suite(&[&case[..], &subject].concat());
        assert_eq!(code, 3, "{report}");
        let late = of_case(&report, "beside-to-the-north");
        assert_eq!(
            late,
            ["  took longer than 1 s (--case-timeout)"],
            "{report}"
        );
        assert!(start.elapsed() < Duration::from_secs(50));
    }
}

#[test]
fn run_that_ends_early_names_cases_without_a_result() {
    let (_, report) = run_line("refuser", &["--only", "BRD-2", "--fail-fast"]);
    let ended = report.lines().find(|line| line.starts_with("ended early"));
    let ended = ended.unwrap_or_else(|| panic!("{report}"));
    assert!(ended.contains("cases have a result; missing: `"), "{ended}");
    assert!(ended.matches("`, `").count() > 5, "{ended}");
}
