//! `bench`: its counts, and other programs that count alike or otherwise. No time is asserted.

#![cfg(unix)]

use std::fmt::Write;

use arimaa::bitboard::Position;
use serde_json::{Value, json};

use crate::oracle::{Run, file, run, text_of};

const STEPS: u64 = 14_433_190;
const TURNS: u64 = 919_255;

fn bench(more: &[&str]) -> Run {
    run(&[&["bench", "--rounds", "1"], more].concat())
}

fn json_of(more: &[&str]) -> Value {
    let Run { code, out, err } = bench(&[&["--json"], more].concat());
    assert_eq!(code, 0, "{err}");
    serde_json::from_str(&out).unwrap()
}

/// The command of a line-kit program with built-in counts; `change` edits its script.
fn line_program(change: impl Fn(String) -> String) -> (tempfile::TempDir, String) {
    let mut script = "while read -r line; do case $line in\n".to_owned();
    for line in text_of("benches/positions.txt").lines() {
        let Some((board, _)) = line.split_once(" #").filter(|_| !line.starts_with('#')) else {
            continue;
        };
        let position: Position = board.parse().unwrap();
        let steps = [1, 2, 3, 4].map(|steps| position.count_steps(steps).to_string());
        let (steps, turns) = (steps.join(" "), position.count_turns().to_string());
        let (side, squares) = board.split_once(' ').unwrap();
        let side = if side == "g" { "gold" } else { "silver" };
        let squares = squares.trim_matches(['[', ']']);
        for (unit, numbers) in [("steps", steps), ("turns", turns)] {
            let asked = format!("'{side} {squares} - count {unit}')");
            writeln!(script, "{asked} echo count {numbers};;").unwrap();
        }
    }
    script += "*' -') set -- $line; echo ok $2 -;;\n*) echo no;;\nesac; done\n";
    let (directory, path) = file("counts.sh", change(script).as_bytes());
    (directory, format!("sh '{path}'"))
}

#[test]
#[ignore = "takes seconds; `.ci/run` runs it"]
fn programs_in_lines_and_in_json_have_a_ratio_to_every_walk() {
    let (_directory, line) = line_program(|script| script);
    let oracle = format!("'{}' serve", env!("CARGO_BIN_EXE_arimaa-oracle"));
    let report = json_of(&["--line", &line, "--subject", &oracle]);
    assert_eq!(
        (&report["positions"], &report["rounds"]),
        (&json!(50), &json!(1))
    );
    assert!(report["machine"]["cores"].as_u64() > Some(0));
    assert!(report["machine"]["target"].as_str().unwrap().contains('-'));
    for (unit, number) in [("steps", STEPS), ("turns", TURNS)] {
        let table = &report[unit];
        assert_eq!(table["number"], number);
        assert_eq!(table["ours"].as_array().unwrap().len(), 2);
        let programs = table["programs"].as_array().unwrap();
        let names: Vec<&Value> = programs.iter().map(|program| &program["name"]).collect();
        assert_eq!(names, [&json!(line), &json!(oracle)]);
        for program in programs {
            assert_eq!(program["ratios"].as_array().unwrap().len(), 2);
            assert!(program["seconds"]["median"].as_f64() > Some(0.0));
        }
    }
    for program in report["programs"].as_array().unwrap() {
        assert!(program["pipes"]["median"].as_f64() > Some(0.0));
        assert_eq!(program["declined"], json!([]));
    }
}

#[test]
fn program_that_counts_otherwise_is_not_timed() {
    let turns = "count turns') echo count ";
    let (_directory, line) = line_program(|script| script.replacen(turns, &format!("{turns}9"), 1));
    let Run { code, out, err } = bench(&["--line", &line]);
    assert_eq!(code, 1, "{out}{err}");
    let lines: Vec<&str> = out.lines().collect();
    let [what, answer, expected] = lines[..] else {
        panic!("{out}");
    };
    assert!(
        what.starts_with(&format!("`{line}` counts otherwise in `g [")),
        "{out}"
    );
    let turns = expected.strip_prefix("  expected: ").unwrap();
    let turns = turns.strip_suffix(" turns").unwrap();
    let wrong = format!("  answer:   {{\"kind\":\"turn_count\",\"count\":9{turns}}}");
    assert_eq!(answer, wrong);
}

#[test]
#[ignore = "takes seconds; `.ci/run` runs it"]
fn program_that_counts_one_unit_is_timed_for_that() {
    let skipped =
        |script: String| script.replace("*) echo no", "*steps) echo skip not yet;;\n*) echo no");
    let (_directory, line) =
        line_program(|script| skipped(script.replace("count steps')", "nothing')")));
    let report = json_of(&["--line", &line]);
    assert_eq!(report["steps"]["programs"], json!([]));
    assert_eq!(report["turns"]["programs"].as_array().unwrap().len(), 1);
    let declined = json!([{"unit": "steps", "reason": "not yet"}]);
    assert_eq!(report["programs"][0]["declined"], declined);
    let out = bench(&["--line", &line]).out;
    assert!(out.contains("  counts no steps: not yet\n"), "{out}");
}

#[test]
fn program_that_does_not_count_gives_no_answer() {
    let (_directory, line) = line_program(|script| script.replace("echo count", "echo no"));
    let Run { code, out, err } = bench(&["--line", &line]);
    assert_eq!((code, out.as_str()), (3, ""), "{err}");
    let said = "`no 14 216 3560 62373`: expected `count` and four numbers; asked about `g [rcrrrrc";
    assert!(err.contains(said), "{err}");
    let Run { code, err, .. } = bench(&["--line", "./is-not-there"]);
    assert_eq!(code, 2, "{err}");
}
