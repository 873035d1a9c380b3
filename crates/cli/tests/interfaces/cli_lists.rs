//! Batch mode of the command line: many boards, one a line.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::Value;

use crate::cli::SETUP;
use crate::oracle::{Run, command, run, run_with};

/// Gold's rabbit on a1 and Silver's on h8, nothing else.
pub(crate) const RABBITS: &str =
    "g [.......r................................................R.......]";

/// Gold's rabbit on its goal a8, Silver's on a7: decided.
pub(crate) const DECIDED: &str =
    "g [R.......r.......................................................]";

/// Nine rabbits.
const NINE: &str = "g [rrrrrrrr........r...............................................]";

pub(crate) fn asked(arguments: &[&str], boards: &[&str]) -> (Vec<String>, i32) {
    let Run { code, out, .. } = run_with(arguments, boards.join("\n").as_bytes());
    (out.lines().map(str::to_owned).collect(), code)
}

#[test]
fn batch_answers_keep_the_input_order() {
    let boards = format!("{SETUP}\nnonsense\n# the next is empty\n\n{SETUP}\r\ng\n{SETUP}");
    for (arguments, good) in [
        (&["turns", "--count", "-"][..], "3353"),
        (&["legal", "--count", "-"][..], "8"),
        (&["outcome", "-"][..], "ongoing"),
        (&["validate", "-"][..], "valid"),
        (
            &["judge", "-", "Ra2n"][..],
            "illegal STP-2 at `Ra2n`: the piece on a2 is a gold dog, not a gold rabbit",
        ),
        (&["judge", "-", "Da2n"][..], "legal"),
    ] {
        let run = run_with(arguments, boards.as_bytes());
        let lines: Vec<&str> = run.out.lines().collect();
        assert_eq!(lines.len(), 5, "{arguments:?}: {}", run.out);
        assert_eq!([lines[0], lines[2], lines[4]], [good; 3], "{arguments:?}");
        assert!(
            lines[1].starts_with("error: line 2, column 1: found `n"),
            "{}",
            lines[1]
        );
        assert!(
            lines[3].starts_with("error: line 6, column 2: found the end"),
            "{}",
            lines[3]
        );
        assert_eq!(run.code, 2);
    }
}

/// A program can ask one board at a time and wait for each answer.
#[test]
fn batch_answers_are_flushed_line_by_line() {
    let mut child = command(&["turns", "--count", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        writeln!(input, "{SETUP}").unwrap();
        input.flush().unwrap();
        let mut answer = String::new();
        output.read_line(&mut answer).unwrap();
        assert_eq!(answer, "3353\n");
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

/// A line has what the same question about that board alone gives.
#[test]
fn batch_line_equals_single_answer() {
    for question in [
        &["legal", "--json"][..],
        &["turns", "--json"],
        &["turns", "--count", "--json"],
        &["outcome", "--json"],
        &["validate", "--json"],
        &["judge", "--json"],
        &["convert", "--to", "compact"],
        &["perft", "--turns", "2"],
        &["perft", "--steps", "tree"],
    ] {
        let turn: &[&str] = if question[0] == "judge" {
            &["Ra1n"]
        } else {
            &[]
        };
        let (lines, code) = asked(&[question, &["-"], turn].concat(), &[RABBITS, DECIDED]);
        let alone = [RABBITS, DECIDED].map(|board| run(&[question, &[board], turn].concat()));
        let expected = [0, 1].map(|index: usize| alone[index].out.trim_end());
        assert_eq!(lines, expected, "{question:?}");
        assert_eq!(code, alone[0].code.max(alone[1].code), "{question:?}");
    }
    let state = run(&["convert", RABBITS, "--to", "json"]).out;
    let (lines, _) = asked(&["convert", "--to", "json", "-"], &[RABBITS]);
    let state: Value = serde_json::from_str(&state).unwrap();
    assert_eq!(lines, [state.to_string()]);
}

#[test]
fn lists_are_joined_into_a_line() {
    let (lines, code) = asked(&["legal", "-"], &[RABBITS, DECIDED]);
    assert_eq!(
        (&lines[..], code),
        (&["Ra1e Ra1n".to_owned(), String::new()][..], 0)
    );
    let (lines, _) = asked(&["legal", "-", "Ra1n"], &[RABBITS]);
    assert_eq!(lines, ["Ra2e Ra2n end"]);
    let (lines, _) = asked(&["turns", "-"], &[RABBITS, DECIDED]);
    let alone = run(&["turns", RABBITS]).out;
    assert_eq!(lines, [alone.trim_end().replace('\n', "; "), String::new()]);
    let (lines, _) = asked(&["turns", "--past-end", "--count", "-"], &[DECIDED]);
    let alone = run(&["turns", "--past-end", DECIDED]).out;
    assert_eq!(lines, [alone.lines().count().to_string()]);
    assert!(!alone.is_empty());
    let (lines, code) = asked(&["validate", "-"], &[RABBITS, NINE]);
    assert_eq!((lines[0].as_str(), code), ("valid", 1));
    assert!(lines[1].starts_with("invalid VAL-1: "), "{}", lines[1]);
}

/// An unanswerable board is named by its line and hides no other; a faulty question ends the batch
/// at once.
#[test]
fn batch_error_names_its_line() {
    let (lines, code) = asked(&["legal", "-", "Ra1n"], &[RABBITS, DECIDED, RABBITS]);
    assert_eq!(code, 2);
    assert_eq!([&lines[0], &lines[2]], ["Ra2e Ra2n end"; 2]);
    assert!(
        lines[1].starts_with("error: line 2: `Ra1n` is refused by "),
        "{}",
        lines[1]
    );
    let (lines, code) = asked(&["outcome", "-"], &[NINE, RABBITS]);
    assert_eq!((lines[1].as_str(), code), ("ongoing", 2));
    assert!(
        lines[0].starts_with("error: line 1: invalid position (VAL-1): "),
        "{}",
        lines[0]
    );
    for (arguments, said) in [
        (
            &["legal", "-", "Zz9"][..],
            "error: STEPS: line 1, column 1: ",
        ),
        (&["judge", "-", "Zz9"], "error: TURN: line 1, column 1: "),
        (
            &["convert", "--to", "diagram", "-"],
            "error: a diagram or record has several lines",
        ),
        (
            &["perft", "--split", "-"],
            "error: --split needs one position, not `-`",
        ),
        (
            &["perft", "--keep", "kept.txt", "-"],
            "error: --keep needs one position, not `-`",
        ),
        (
            &["perft", RABBITS, "--limit", "7"],
            "error: --limit needs --suite",
        ),
        (
            &["replay", "--edition", "never", "tests/games/669192.txt"],
            "error: invalid value 'never'",
        ),
    ] {
        let Run { code, out, err } = run_with(arguments, RABBITS.as_bytes());
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.starts_with(said), "{arguments:?}: {err}");
    }
}

#[test]
fn listed_action_names_its_effect() {
    let board = "g [r..................c.......E............................R.......]";
    for (steps, line) in [
        (
            &[][..],
            "cd6w\tbegins a push, captures the silver cat on c6",
        ),
        (&["cd6n"], "Ed5n\tcompletes the push"),
        (&["Ed5s"], "cd6s\tends a pull"),
    ] {
        let out = run(&[&["legal", board], steps].concat()).out;
        let at_line = out.lines().any(|other| other == line);
        assert!(at_line, "{steps:?}: {out}");
    }
}
