//! The suite put to programs that misbehave in every known way: each fault has its own report,
//! shortens no report, and costs at most one timeout.
//!
//! The programs are ways of `subjects/bad.sh`, which needs a shell.

#![cfg(unix)]
use std::fs;
use std::process::{Command, Stdio};

use serde_json::Value;

const ORACLE: &str = env!("CARGO_BIN_EXE_arimaa-oracle");

/// The cases that are asked: the definition of what is beside what.
const CASES: usize = 10;
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
            "suite",
            "run",
            "--only",
            "BRD-2",
            "--skip",
            "turns",
            "--skip",
            "*-exchanged",
            "--json",
        ])
        .args(["--subject", subject])
        .args(arguments)
        .current_dir(crate::root::root())
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

/// Asserts that a way gives each case this status, and details that begin so.
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
        .current_dir(crate::root::root())
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
    each("incapable", AMPLE, 0, "skipped", "needs an answer to `");
}

#[test]
fn crash_is_reported_with_the_last_stderr_lines() {
    let crash = "crashed: it ended (exit status: 3); its last words: out of memory";
    each("crasher", AMPLE, 3, "errored", crash);
    one("closer", "crashed: it closed its standard output");
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
    one("sleeper", "hung: no answer within 1 s");
}

/// A program that does not introduce itself is one error, and no case is asked.
#[test]
fn failed_handshake_is_one_error() {
    for (way, why) in [
        (
            "stillborn",
            "crashed: it ended (exit status: 7); its last words: no such board",
        ),
        ("mute", "hung: no answer within 1 s"),
        (
            "other-version",
            "garbage: it speaks version 2.0.0 of the protocol, and this is 1.0.0",
        ),
    ] {
        let subject = format!("sh tests/subjects/bad.sh {way}");
        let output = Command::new(ORACLE)
            .args(["suite", "run", "--timeout", "1", "--subject", &subject])
            .current_dir(crate::root::root())
            .output()
            .unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(error, format!("error: cannot ask `{subject}`: {why}\n"));
        assert_eq!(output.stdout, b"");
        assert_eq!(output.status.code(), Some(3));
    }
}

/// Ten failures in a row are enough. Each case has a result, and the last words are printed once.
#[test]
fn subject_is_given_up_after_repeated_failures() {
    let run = |arguments: &[&str]| {
        let output = Command::new(ORACLE)
            .args(["suite", "run", "--only", "1"])
            .args(["--subject", "sh tests/subjects/bad.sh crasher"])
            .args(arguments)
            .current_dir(crate::root::root())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(3));
        String::from_utf8(output.stdout).unwrap()
    };
    let report: Value = serde_json::from_str(&run(&["--json"])).unwrap();
    let results = report["results"].as_array().unwrap();
    let dead = results.iter().filter(|one| {
        let details = one["details"][0].as_str().unwrap();
        details.starts_with("dead: it failed 10 times in a row, at last: crashed: it ended")
    });
    assert!(results.len() > 10);
    assert_eq!(dead.count(), results.len() - 10);

    let text = run(&[]);
    // Once for the first crash, once for the end of asking, and once for each in the summary.
    assert_eq!(text.matches("out of memory").count(), 4, "{text}");
    assert!(
        text.contains("\nerrored 9 more: crashed: it ended"),
        "{text}"
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

/// A run that is ended early keeps the results that came so far. It says nothing before, so it is
/// given more and more time to ask three cases.
#[test]
fn interrupted_run_keeps_its_results() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("report.json");
    let interrupted = |seconds| {
        let oracle = Command::new(ORACLE)
            .args(["suite", "run", "--only", "BRD-2", "--skip", "turns"])
            .args(["--skip", "*-exchanged"])
            .args(["--subject", "sh tests/subjects/bad.sh tiring", "--report"])
            .arg(&file)
            .current_dir(crate::root::root())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_secs(seconds));
        let kill = format!("kill -INT {}", oracle.id());
        let killed = Command::new("sh").args(["-c", &kill]).status().unwrap();
        assert!(killed.success());
        let output = oracle.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        let text = String::from_utf8(output.stdout).unwrap();
        let report = fs::read_to_string(&file).unwrap_or_default();
        let _ = fs::remove_file(&file);
        (text, serde_json::from_str(&report).unwrap_or(Value::Null))
    };
    let has_three = |report: &Value| {
        report["results"]
            .as_array()
            .is_some_and(|all| all.len() == 3)
    };
    let runs = [1, 5, 20, 60].into_iter().map(interrupted);
    let found = runs.into_iter().find(|(_, report)| has_three(report));
    let (text, report) = found.unwrap();
    let ended = format!("\nended early: 3 of {CASES} cases have a result; missing: `");
    assert!(text.contains(&ended), "{text}");
    assert_eq!(report["complete"], false);
    assert_eq!(report["planned"], CASES);
}

/// A report leads to the next run: of its failures alone, or with its failures known.
#[test]
fn report_leads_to_the_next_run() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_string_lossy().into_owned();
    let (report, known) = (path("report.json"), path("known.toml"));
    let liar = "sh tests/subjects/bad.sh liar";
    let run = |arguments: &[&str]| {
        let output = Command::new(ORACLE)
            .args(arguments)
            .current_dir(crate::root::root())
            .output()
            .unwrap();
        let code = output.status.code().unwrap();
        (code, String::from_utf8(output.stdout).unwrap())
    };
    let all = ["suite", "run", "--only", "BRD-2", "--subject"];
    let first = run(&[&all[..], &[liar, "--jobs", "3", "--report", &report]].concat());
    assert_eq!(first.0, 1, "{}", first.1);
    // Three copies give the results of one, in the same order.
    let alone = run(&[&all[..], &[liar, "--json"]].concat());
    assert_eq!(fs::read_to_string(&report).unwrap(), alone.1);
    let failed = serde_json::from_str::<Value>(&alone.1).unwrap()["counts"]["failed"].clone();

    let again = run(&["suite", "run", "--failed-from", &report, "--json"]);
    let again: Value = serde_json::from_str(&again.1).unwrap();
    assert_eq!(again["counts"]["passed"], failed);

    let (code, list) = run(&["suite", "skip-list", &report]);
    assert_eq!(code, 0);
    fs::write(&known, list).unwrap();
    let (code, text) = run(&[&all[..], &[liar, "--skip-list", &known]].concat());
    assert_eq!(code, 0, "{text}");

    let (code, text) = run(&[&all[..], &[liar, "--fail-fast"]].concat());
    assert_eq!(code, 1);
    assert_eq!(
        text.matches("\nfailed ").count() + usize::from(text.starts_with("failed ")),
        1
    );
    assert!(text.contains("ended early: 1 of "), "{text}");
}
