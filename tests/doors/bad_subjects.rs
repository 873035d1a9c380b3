//! The suite put to programs that misbehave in every known way: each fault has its own report,
//! shortens no report, and costs at most one timeout.
//!
//! The programs are ways of `subjects/bad.sh`, which needs a shell.

#![cfg(unix)]
use std::process::{Command, Stdio};

use serde_json::Value;

const ORACLE: &str = env!("CARGO_BIN_EXE_arimaa-oracle");

/// The cases that are asked: the definition of what is beside what.
const CASES: usize = 9;
/// A timeout far above the time of any answer.
const AMPLE: &str = "120";

struct Run {
    code: i32,
    counts: Value,
    /// Status and details of each case.
    results: Vec<(String, String)>,
}

fn suite(subject: &str, arguments: &[&str]) -> Run {
    let output = Command::new(ORACLE)
        .args([
            "suite", "run", "--only", "BRD-2", "--skip", "turns", "--json", "-",
        ])
        .args(["--subject", subject])
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{subject}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let results = report["results"].as_array().unwrap();
    assert_eq!(results.len(), CASES, "{subject} shortens the report");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    Run {
        code: output.status.code().unwrap(),
        counts: report["counts"].clone(),
        results: results
            .iter()
            .map(|one| {
                let details = one["details"].as_array().unwrap();
                let details: Vec<String> = details.iter().map(text).collect();
                (text(&one["status"]), details.join("\n"))
            })
            .collect(),
    }
}

fn bad(way: &str, timeout: &str) -> Run {
    let subject = format!("sh tests/subjects/bad.sh {way} '{ORACLE}'");
    suite(&subject, &["--timeout", timeout])
}

/// That a way gives each case this status, and details that begin so.
fn each(way: &str, timeout: &str, code: i32, status: &str, details: &str) {
    let run = bad(way, timeout);
    for (got, why) in &run.results {
        assert_eq!(got, status, "{way}: {why}");
        assert!(why.starts_with(details), "{way}: {why}");
    }
    assert_eq!(run.code, code, "{way}");
}

/// The same for programs that are known to be slow: only one case is asked.
fn one(way: &str, details: &str) {
    let output = Command::new(ORACLE)
        .args(["suite", "run", "--only", "beside-to-the-north"])
        .args(["--timeout", "1", "--subject"])
        .arg(format!("sh tests/subjects/bad.sh {way}"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(details), "{way}:\n{text}");
    assert_eq!(output.status.code(), Some(3), "{way}:\n{text}");
}

#[test]
fn our_own_server_is_judged_as_our_own_engine() {
    let served = suite(&format!("'{ORACLE}' serve --stdio --threads 1"), &[]);
    let local = suite("bitboard", &[]);
    assert_eq!(served.results, local.results);
    assert_eq!(served.counts["passed"], CASES);
    assert_eq!(served.code, 0);
}

#[test]
fn wrong_answers_fail() {
    each("liar", AMPLE, 1, "failed", "");
}

#[test]
fn declined_question_is_skipped_with_the_reason() {
    each("decliner", AMPLE, 0, "skipped", "not today");
    each("incapable", AMPLE, 0, "skipped", "does not answer `judge`");
}

#[test]
fn crash_is_reported_with_the_last_stderr_lines() {
    let crash = "crashed: it ended (exit status: 3); its last words: out of memory";
    each("crasher", AMPLE, 3, "errored", crash);
    let crash = "crashed: it ended (exit status: 7); its last words: no such board";
    each("stillborn", AMPLE, 3, "errored", crash);
    each(
        "closer",
        AMPLE,
        3,
        "errored",
        "crashed: it closed its standard output",
    );
}

#[test]
fn one_crash_costs_one_answer() {
    let run = bad("shaky", AMPLE);
    let crash = "crashed: it ended (exit status: 3); its last words: cats are hard";
    let (errored, others): (Vec<_>, Vec<_>) = run.results.iter().partition(|(_, why)| why == crash);
    assert!(errored.iter().all(|(status, _)| status == "errored"));
    assert!(
        others.iter().all(|(status, _)| status == "passed"),
        "{others:?}"
    );
    assert!(!errored.is_empty() && errored.len() < others.len());
    assert_eq!(run.code, 3);
}

#[test]
fn garbage_line_is_shown_in_the_report() {
    for (way, details) in [
        (
            "garbage",
            "garbage: `thinking about it` is no response: expected",
        ),
        (
            "binary",
            "garbage: a line cannot be read: found the byte 0xff, expected text in UTF-8",
        ),
        (
            "painter",
            "garbage: `{\"id\":1,\"\\u001b[2J\":1}` is no response: unknown field `\\u{1b}[2J`",
        ),
        ("nameless", "garbage: `{\"id\":null,\"answer\""),
        (
            "flooder",
            "garbage: `info depth 1` is no response: expected",
        ),
        (
            "long-line",
            "garbage: a line cannot be read: found a line of more than 4194304 bytes",
        ),
        (
            "endless-line",
            "garbage: a line cannot be read: found a line of more than 4194304 bytes",
        ),
        (
            "complainer",
            "garbage: it answers the question with an error: what?",
        ),
        (
            "other-version",
            "garbage: it speaks version 2.0.0 of the protocol, and this is 1.1.0",
        ),
    ] {
        each(way, AMPLE, 3, "errored", details);
    }
}

#[test]
fn response_with_another_id_is_garbage() {
    let stale = "garbage: a stale answer: to request 1, when 2 was asked";
    let run = bad("stale", AMPLE);
    assert_eq!(run.results[0], ("errored".to_owned(), stale.to_owned()));
    assert_eq!(run.counts["errored"], CASES);
    let foreign = "garbage: an answer to request \"x\", when ";
    each("foreign", AMPLE, 3, "errored", foreign);
}

/// The second answer is found where the next one should be.
#[test]
fn duplicate_response_is_reported() {
    let run = bad("stutterer", AMPLE);
    assert_eq!(run.results[0].0, "failed");
    let (status, why) = &run.results[1];
    assert_eq!(status, "errored");
    assert_eq!(
        why,
        "garbage: a stale answer: to request 2, when 3 was asked"
    );
    assert_eq!(run.results[2].0, "failed", "it was not started anew");
}

#[test]
fn silent_program_times_out() {
    for way in ["sleeper", "mute"] {
        one(way, "hung: no answer within 1 s");
    }
}

/// Ten failures in a row are enough; the report goes on to its end.
#[test]
fn subject_is_given_up_after_repeated_failures() {
    let output = Command::new(ORACLE)
        .args(["suite", "run", "--only", "1", "--json", "-"])
        .args(["--subject", "sh tests/subjects/bad.sh stillborn"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let results = report["results"].as_array().unwrap();
    let dead = results.iter().filter(|one| {
        let details = one["details"][0].as_str().unwrap();
        details.starts_with("dead: it failed 10 times in a row, at last: crashed: it ended")
    });
    assert!(results.len() > 10);
    assert_eq!(
        dead.count(),
        results.len() - 9,
        "the first failure is that of its start"
    );
}

#[test]
fn missing_program_is_an_error() {
    for subject in ["/no/such/program", "", "'open"] {
        let output = Command::new(ORACLE)
            .args(["suite", "run", "--subject", subject])
            .output()
            .unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(
            error.starts_with(&format!("error: cannot run `{subject}`: ")),
            "{error}"
        );
        assert_eq!(output.status.code(), Some(2));
    }
}
