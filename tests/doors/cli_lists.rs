//! The command line asked about many boards, one a line, and about moments that few ask about.

use serde_json::Value;

use crate::oracle::{Run, file, run, run_with};

/// Gold's rabbit on a1 and Silver's on h8, nothing else.
const RABBITS: &str = "g [.......r................................................R.......]";
/// Gold's rabbit on its goal a8, Silver's on a7: decided.
const DECIDED: &str = "g [R.......r.......................................................]";
/// Nine rabbits.
const NINE: &str = "g [rrrrrrrr........r...............................................]";

fn asked(arguments: &[&str], boards: &[&str]) -> (Vec<String>, i32) {
    let Run { code, out, .. } = run_with(arguments, boards.join("\n").as_bytes());
    (out.lines().map(str::to_owned).collect(), code)
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
        (&["perft", RABBITS, "--json"], "error: --json needs --suite"),
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

/// The counts by first turns add up to the count.
#[test]
fn turns_are_counted_by_the_first() {
    for engine in ["reference", "bitboard"] {
        let Run { code, out, .. } = run(&[
            "perft", RABBITS, "--turns", "2", "--split", "--engine", engine,
        ]);
        assert_eq!(code, 0);
        let (parts, total) = out.trim_end().rsplit_once('\n').unwrap();
        let counts = parts.lines().map(|line| line.split_once('\t').unwrap());
        let counts: Vec<(&str, u64)> = counts
            .map(|(turn, count)| (turn, count.parse().unwrap()))
            .collect();
        let turns = run(&["turns", RABBITS]).out;
        assert!(turns.lines().eq(counts.iter().map(|&(turn, _)| turn)));
        let sum: u64 = counts.iter().map(|&(_, count)| count).sum();
        assert_eq!(sum.to_string(), total);
        // This is counted as a whole.
        let (whole, _) = asked(
            &["perft", "--turns", "2", "-", "--engine", engine],
            &[RABBITS],
        );
        assert_eq!(whole, [total]);
    }
    assert_eq!(run(&["perft", DECIDED]).out, "0\n");
}

/// A position in a file is read as what it is, and what is wrong with it is said.
#[test]
fn positions_are_read_from_files() {
    let (_directory, path) = file("board.txt", RABBITS.as_bytes());
    assert_eq!(run(&["legal", &path]).out, "Ra1e\nRa1n\n");
    let diagram = run(&["convert", RABBITS, "--to", "diagram"]).out;
    let wrong = diagram.replacen('g', "2g Ra2s", 1);
    let (_directory, path) = file("diagram.txt", wrong.as_bytes());
    let Run { code, err, .. } = run(&["legal", &path]);
    assert_eq!(code, 2);
    let said = format!("error: {path}: in the header `Ra2s` is refused by STP-5");
    assert!(err.starts_with(&said), "{err}");
    let Run { code, err, .. } = run(&["convert", "setup", "--to", "compact"]);
    assert_eq!(code, 2);
    assert!(
        err.contains("a setup in progress can be written only with --to json"),
        "{err}"
    );
    assert_eq!(run(&["convert", "setup", "--to", "json"]).code, 0);
}

/// More text than a game can be is not read to its end.
#[test]
fn endless_text_is_refused() {
    let text = "# the same again\n".repeat((64 << 20) / 17 + 1);
    let Run { code, err, .. } = run_with(&["replay", "-"], text.as_bytes());
    assert_eq!(code, 2);
    assert_eq!(
        err,
        "error: standard input: the text is longer than 64 MiB\n"
    );
}
