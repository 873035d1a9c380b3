//! The command `suite`: its lists and its web page. Its text stands in
//! `tests/transcripts/suite.md`.

use std::fs;
use std::process::Command;

use arimaa_conformance::Suite;
use serde_json::Value;

use crate::oracle::{Run, run};

/// The exit code, standard output and standard error of `suite` with these arguments.
fn suite(arguments: &[&str]) -> (i32, String, String) {
    let Run { code, out, err } = run(&[&["suite"], arguments].concat());
    (code, out, err)
}

#[test]
fn every_case_is_listed_and_exported_once() {
    let cases = Suite::embedded().unwrap().cases;
    let (code, listed, _) = suite(&["list"]);
    assert_eq!((code, listed.lines().count()), (0, cases.len()));
    let (code, exported, _) = suite(&["export"]);
    assert_eq!((code, exported.lines().count()), (0, cases.len()));
    for ((case, listed), exported) in cases.iter().zip(listed.lines()).zip(exported.lines()) {
        assert_eq!(listed.split(' ').next(), Some(case.id.as_str()));
        let exported: Value = serde_json::from_str(exported).unwrap();
        assert_eq!(exported, serde_json::to_value(case).unwrap());
    }
    let (code, schema, _) = suite(&["export", "--schema"]);
    let schema: Value = serde_json::from_str(&schema).unwrap();
    assert_eq!((code, schema["title"].as_str()), (0, Some("SuiteCase")));
}

/// Writes a report with failures as a web page; returns the number of failures.
fn write_report_of_failures(file: &str) -> usize {
    let arguments = [
        "run",
        "--only",
        "FRZ-*",
        "--subject",
        "sh tests/subjects/bad.sh liar",
        "--html",
        file,
        "--json",
    ];
    let (code, report, _) = suite(&arguments);
    assert_eq!(code, 1);
    let report: Value = serde_json::from_str(&report).unwrap();
    usize::try_from(report["counts"]["failed"].as_u64().unwrap()).unwrap()
}

/// Every failure stands on the page with its board, and the page refers to nothing outside of
/// itself.
#[test]
#[ignore = "takes seconds; `.ci/run` runs it"]
fn html_report_draws_every_failure() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("report.html");
    let file = file.to_string_lossy().into_owned();
    let failed = write_report_of_failures(&file);
    let page = fs::read_to_string(&file).unwrap();
    assert_eq!(page.matches("<article ").count(), failed);
    assert_eq!(page.matches("<svg ").count(), failed);
    // The namespace of SVG is a name and no address.
    let addresses = page.replace("http://www.w3.org/2000/svg", "");
    for outside in ["http:", "https:", "src=", "@import", "<script"] {
        assert!(!addresses.contains(outside), "{outside}");
    }
    let options = roxmltree::ParsingOptions {
        allow_dtd: true,
        ..Default::default()
    };
    roxmltree::Document::parse_with_options(&page, options).unwrap();
}

#[test]
#[ignore = "needs chromium"]
fn html_report_is_shown_by_a_browser() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("report.html");
    let file = file.to_string_lossy().into_owned();
    let failed = write_report_of_failures(&file);
    let profile = tempfile::tempdir().unwrap();
    let output = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("file://{file}"))
        .output()
        .unwrap();
    let page = String::from_utf8(output.stdout).unwrap();
    assert_eq!(page.matches("<article ").count(), failed, "{page}");
    assert_eq!(page.matches("</svg>").count(), failed, "{page}");
}
