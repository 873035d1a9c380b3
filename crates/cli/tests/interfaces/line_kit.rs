//! The line kit: the example adapters are asked, and the report names their one wrong rule.

#![cfg(unix)]
use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

use arimaa_conformance::subjects::line::read_line_reply;
use serde_json::Value;

use crate::guide::assert_parts_of_report;
use crate::oracle::{Run, run};

/// Runs the suite on an engine of the line kit.
fn run_suite(command: &str, more: &[&str]) -> Run {
    let arguments = [
        "suite",
        "run",
        "--timeout",
        "300",
        // To count its turns takes the examples a minute.
        "--skip",
        "the-most-crowded-position",
        "--line",
        command,
    ];
    let run = run(&[&arguments[..], more].concat());
    assert!(run.code == 0 || run.code == 1, "{}{}", run.out, run.err);
    run
}

/// The JSON report of the suite on an engine of the line kit.
fn report(command: &str, more: &[&str]) -> Value {
    let run = run_suite(command, &[&["--json"], more].concat());
    serde_json::from_str(&run.out).unwrap()
}

/// Asserts that exactly these cases fail.
fn fails_only(report: &Value, ids: &[&str]) {
    let results = report["results"].as_array().unwrap().iter();
    let failed: BTreeSet<&str> = results
        .filter(|case| matches!(case["status"].as_str(), Some("failed" | "errored")))
        .filter_map(|case| case["id"].as_str())
        .collect();
    assert_eq!(failed, ids.iter().copied().collect());
    assert!(report["levels"]["core"]["passed"].as_u64() > Some(150));
}

/// Asserts that the report names exactly this wrong rule as the cause of every failure.
fn names_only(report: &Value, wrong: &str) {
    let bad = report["results"].as_array().unwrap().iter();
    let bad: Vec<String> = bad
        .filter(|case| matches!(case["status"].as_str(), Some("failed" | "errored")))
        .map(|case| format!("{} {}", case["id"], case["details"]))
        .collect();
    let diagnosis = &report["diagnosis"];
    let causes: Vec<&Value> = diagnosis["causes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|cause| &cause["wrong_rule"])
        .collect();
    let said = format!("{causes:?}\n{}", bad.join("\n"));
    assert_eq!(causes, [wrong], "{said}");
    for kind in ["unexplained", "notation"] {
        assert_eq!(diagnosis[kind], Value::Array(Vec::new()), "{said}");
    }
    assert_eq!(
        diagnosis["explained"].as_array().map(Vec::len),
        Some(bad.len()),
        "{said}"
    );
    assert!(bad.len() >= 2, "{said}");
    assert!(
        report["levels"]["core"]["passed"].as_u64() > Some(150),
        "{}",
        report["levels"]
    );
}

#[test]
#[ignore = "needs python3"]
fn python_example_is_wrong_in_the_documented_rule() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().to_str().unwrap();
    let command = "python3 suite/examples/python/adapter.py";
    let printed = run_suite(command, &["--jobs", "2", "--report", path]).out;
    let report = std::fs::read_to_string(path).unwrap();
    names_only(
        &serde_json::from_str(&report).unwrap(),
        "push-and-pull-by-one-step",
    );
    assert_parts_of_report(&printed);
}

/// This variant of the Python example takes whole turns only, and looks each up among the turns
/// that it generates.
#[test]
#[ignore = "needs python3"]
fn python_example_of_whole_turns_fails_its_case_for_both_sides() {
    let report = report(
        "python3 suite/examples/python/whole_turns.py",
        // It lists all turns of a position for each, which takes ten seconds in these.
        &[
            "--turns",
            "whole",
            "--jobs",
            "2",
            "--skip",
            "*-supported-from-*-*-*-*",
        ],
    );
    fails_only(
        &report,
        &[
            "wikibook-no-push-and-pull-at-once",
            "wikibook-no-push-and-pull-at-once-exchanged",
        ],
    );
}

/// The lines that `suite show --line` prints are answered by an adapter, one reply each.
#[test]
#[ignore = "needs python3"]
fn shown_lines_are_answered_by_an_adapter() {
    for (case, adapter, variant) in [
        ("wikibook-no-push-and-pull-at-once", "adapter.py", "parts"),
        (
            "a-third-occurrence-is-refused-unlisted",
            "adapter.py",
            "parts",
        ),
        (
            "wikibook-no-push-and-pull-at-once",
            "whole_turns.py",
            "whole",
        ),
    ] {
        let shown = run(&["suite", "show", case, "--line", "--turns", variant]);
        assert_eq!(shown.code, 0, "{}", shown.err);
        let replies = answered(adapter, &shown.out);
        assert_eq!(replies.len(), shown.out.lines().count());
        for reply in replies {
            assert!(read_line_reply(&reply).is_ok(), "{reply}");
        }
    }
}

/// The replies of a Python example to these lines.
fn answered(adapter: &str, lines: &str) -> Vec<String> {
    let mut child = Command::new("python3")
        .arg(format!("suite/examples/python/{adapter}"))
        .current_dir(crate::root::root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The lines are few enough for a pipe.
    child
        .stdin
        .take()
        .unwrap()
        .write_all(lines.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let replies = String::from_utf8(output.stdout).unwrap();
    replies.lines().map(str::to_owned).collect()
}

/// An adapter has less than forty lines: that is what the guide promises.
#[test]
fn adapters_have_under_forty_lines() {
    let examples = crate::root::root().join("suite/examples");
    for adapter in ["python/adapter.py", "python/whole_turns.py"] {
        let text = std::fs::read_to_string(examples.join(adapter)).unwrap();
        assert!(text.lines().count() < 40, "{adapter}");
    }
}
