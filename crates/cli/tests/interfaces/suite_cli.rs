//! The command `suite`: what it lists, shows and exports, and how a run ends.

use std::fs;
use std::process::Command;

use arimaa_oracle::ask::PROTOCOL_VERSION;
use arimaa_oracle::suite::{Level, SUITE_VERSION, Suite};
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
    assert_eq!((code, schema["title"].as_str()), (0, Some("Case")));
}

#[test]
fn every_case_can_be_shown() {
    // One case of each situation and kind; the rest differs in its data.
    for id in [
        "nothing-stands-there",
        "the-most-crowded-position",
        "every-turn-repeats",
        "a-board-as-one-string",
        "a-state-in-mid-turn",
        "nine-rabbits-are-invalid",
    ] {
        let (code, shown, error) = suite(&["show", id]);
        assert_eq!((code, error.as_str()), (0, ""), "{id}");
        assert!(
            shown.starts_with(id) && shown.contains("question: "),
            "{shown}"
        );
        assert!(shown.contains("expected: "), "{shown}");
    }
    let (code, shown, _) = suite(&["show", "freezing-judged-once-a-turn"]);
    assert_eq!((code, shown.as_str()), (2, ""));
}

#[test]
fn a_run_of_both_engines_passes_and_names_its_versions() {
    for engine in ["reference", "bitboard"] {
        let (code, out, error) = suite(&["run", "--subject", engine, "--only", "FRZ-*"]);
        assert_eq!((code, error.as_str()), (0, ""), "{out}");
        let last = out.lines().last().unwrap();
        for part in [
            engine.to_owned(),
            format!("suite {SUITE_VERSION}"),
            format!("protocol {PROTOCOL_VERSION}"),
            format!("specification {}", arimaa::spec::version()),
        ] {
            assert!(last.contains(&part), "{last}");
        }
    }
}

#[test]
fn a_known_failure_that_passes_fails_the_run() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_string_lossy().into_owned();
    let (list, json, junit) = (path("known.toml"), path("out.json"), path("out.xml"));
    let entry = "[[known]]\ncase = \"nothing-stands-there\"\nreason = \"to be mended\"\n";
    fs::write(&list, entry).unwrap();
    let run = |more: &[&str]| {
        let all = ["run", "--only", "STP-1", "--skip-list", &list];
        suite(&[&all[..], more].concat())
    };
    let (code, out, _) = run(&["--report", &json, "--junit", &junit]);
    assert_eq!(code, 1, "{out}");
    assert!(
        out.starts_with("unexpected-pass nothing-stands-there (STP-1)\n"),
        "{out}"
    );
    assert!(out.contains("to be mended"), "{out}");
    let report: Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
    assert_eq!(report["counts"]["unexpected_passes"], 1);
    let xml = fs::read_to_string(&junit).unwrap();
    let xml = roxmltree::Document::parse(&xml).unwrap();
    assert_eq!(xml.root_element().attribute("failures"), Some("1"));

    let (code, out, _) = run(&["--skip", "nothing-stands-there", "--json"]);
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (code, &report["counts"]["unexpected_passes"]),
        (0, &0.into())
    );
}

/// The request of a case is answered by the server as the case demands.
#[test]
fn request_of_a_case_is_a_line_of_the_protocol() {
    let (code, request, _) = suite(&["show", "nothing-stands-there", "--request"]);
    assert_eq!((code, request.lines().count()), (0, 1));
    let served = crate::oracle::run_with(&["serve"], request.as_bytes());
    let answer: Value = serde_json::from_str(&served.out).unwrap();
    assert_eq!(answer["answer"]["refusal"]["name"], "empty-square");
}

#[test]
fn shortest_and_longest_timeouts_are_those_of_serve() {
    let served = format!("'{}' serve", env!("CARGO_BIN_EXE_arimaa-oracle"));
    for (timeout, subject) in [
        ("0.3", "bitboard"),
        ("86400", "bitboard"),
        ("86400", &served),
    ] {
        let arguments = [
            "run",
            "--only",
            "BRD-1",
            "--timeout",
            timeout,
            "--case-timeout",
            "86399.5",
            "--subject",
            subject,
        ];
        let (code, _, error) = suite(&arguments);
        assert_eq!((code, error.as_str()), (0, ""));
    }
    for wrong in ["0", "-1", "86401", "1e9", "nan"] {
        let option = format!("--timeout={wrong}");
        let served = crate::oracle::run_with(&["serve", &option], b"");
        let (code, _, error) = suite(&["run", &option]);
        assert_eq!((code, served.code), (2, 2), "{error}");
    }
}

#[test]
fn levels_are_chosen_and_counted_apart() {
    let (code, text, _) = suite(&["run", "--level", "core"]);
    assert_eq!(code, 0);
    let cases = Suite::embedded().unwrap().cases;
    let core = cases
        .iter()
        .filter(|case| case.level() == Level::Core)
        .count();
    let line = format!("asked {core} of {core} core cases: {core} passed\n");
    assert!(text.contains(&line), "{text}");
    assert!(!text.contains("full cases"), "{text}");
}

/// Writes a report of failures as a page, and returns their number.
fn report_of_failures(file: &str) -> usize {
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
fn html_report_draws_every_failure() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("report.html");
    let file = file.to_string_lossy().into_owned();
    let failed = report_of_failures(&file);
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
    let failed = report_of_failures(&file);
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

#[test]
fn contradictory_arguments_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let list = directory.path().join("known.toml");
    let list = list.to_string_lossy().into_owned();
    fs::write(
        &list,
        "[[known]]\ncase = \"no-such-case\"\nreason = \"none\"\n",
    )
    .unwrap();
    for (arguments, message) in [
        (
            &["run", "--only", "no-such-case"][..],
            "no case is chosen by `no-such-case`",
        ),
        (&["list", "--skip", "XYZ-*"], "no case is chosen by `XYZ-*`"),
        (&["run", "--only", "a b"], "is not an id, a rule"),
        (&["run", "--subject", "nobody"], "cannot run `nobody`"),
        (&["run", "--timeout", "0"], "invalid value"),
        (&["run", "--json", "-"], "unexpected argument"),
        (&["run", "--actions", "two-step"], "--line"),
        (&["run", "--line", "x", "--aei", "y"], "cannot be used with"),
        (&["run", "--jobs", "0"], "invalid value"),
        (
            &["run", "--failed-from", "Cargo.toml"],
            "Cargo.toml is no report",
        ),
        (
            &["run", "--skip-list", &list],
            "there is no case `no-such-case`",
        ),
        (&["run", "--skip-list", "no/such/file"], "no/such/file: "),
        (&["show", "no-such-case"], "there is no case `no-such-case`"),
    ] {
        let (code, out, error) = suite(arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(error.contains(message), "{error}");
    }
}
