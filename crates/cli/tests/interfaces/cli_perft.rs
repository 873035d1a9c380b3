//! `perft`: counts of a position, and of the positions in perft files.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::cli::SETUP;
use crate::cli_lists::{DECIDED, RABBITS, asked};
use crate::oracle::{Run, command, run, run_with};

/// Counts are those of every engine and of every number of threads, and their parts add up.
#[test]
fn perft_counts() {
    for engine in ["reference", "bitboard", "both"] {
        let count = |arguments: &[&str]| {
            let run = run(&[&["perft", SETUP, "--engine", engine], arguments].concat());
            assert_eq!(run.code, 0, "{}", run.err);
            run.out
        };
        assert_eq!(count(&["--turns", "1"]), "3353\n");
        assert_eq!(count(&["--steps", "1"]), "8\n");
        assert_eq!(count(&["--steps", "tree", "--threads", "1"]), "23886\n");
        let split = count(&["--steps", "tree", "--split"]);
        let numbers: Vec<u64> = split
            .lines()
            .filter_map(|line| line.split('\t').next_back()?.parse().ok())
            .collect();
        let (total, parts) = numbers.split_last().unwrap();
        assert_eq!(
            (parts.len(), parts.iter().sum::<u64>(), *total),
            (8, 23_886, 23_886)
        );
    }
    assert_eq!(run(&["perft", SETUP, "--steps", "5"]).code, 2);
    assert_eq!(run(&["perft", "setup"]).out, "64864800\n");
    assert_eq!(run(&["perft", "setup", "--turns", "2"]).code, 2);
    let boards = format!("{SETUP}\n{SETUP}\n");
    let many = run_with(
        &["perft", "--steps", "2", "--threads", "1", "-"],
        boards.as_bytes(),
    );
    assert_eq!(many.out.lines().count(), 2);
}

#[test]
fn perft_counts_after_steps_and_by_the_names_of_other_programs() {
    let count = |arguments: &[&str]| run(&[&["perft", SETUP], arguments].concat()).out;
    // The fourth step alone is left, and `Ee2n` has three before it.
    let legal = run(&["legal", "--count", SETUP, "Ee2n", "Ee3n", "Ee4n"]).out;
    let steps: u64 = legal.trim_end().parse::<u64>().unwrap() - 1;
    assert_eq!(
        count(&["Ee2n", "Ee3n", "Ee4n", "--steps", "1"]),
        format!("{steps}\n")
    );
    assert_eq!(count(&["--depth", "2"]), count(&["--steps", "2"]));
    let split = count(&["--steps", "2", "--split"]);
    assert_eq!(count(&["--depth", "2", "--divide"]), split);
    assert!(split.contains("Ee2n\t"), "{split}");
    let json = |steps: &[&str]| count(&[&["--json", "--steps", "1"], steps].concat());
    let expected = format!("{{\"kind\":\"perft\",\"counts\":[{steps}]}}\n");
    assert_eq!(json(&["Ee2n Ee3n Ee4n"]), expected);
    let boards = format!("{SETUP}\n");
    let many = run_with(
        &["perft", "--steps", "1", "-", "Ee2n", "Ee3n Ee4n"],
        boards.as_bytes(),
    );
    assert_eq!(many.out, format!("{steps}\n"));
    let refused = run(&["perft", SETUP, "Ra1n"]);
    assert_eq!(refused.code, 2);
    assert!(
        refused.err.contains("`Ra1n` is refused by STP-4"),
        "{}",
        refused.err
    );
}

/// The first rows are there while the others are counted.
#[test]
fn rows_of_split_are_printed_as_they_are_counted() {
    let mut child = command(&["perft", "--turns", "2", "--split", SETUP, "--threads", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut rows = BufReader::new(child.stdout.take().unwrap()).lines();
    let row = rows.next().unwrap().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(
        row.split_once('\t')
            .is_some_and(|(_, count)| count.parse::<u64>().is_ok()),
        "{row}"
    );
    assert!(rows.count() < 3_352, "it was not interrupted");
}

/// With `--json` the answer is that of the question `perft`: a count for each depth, one line for
/// each board, and a board that cannot be read is a line too.
#[test]
fn perft_json_gives_the_count_of_every_depth() {
    let json = |arguments: &[&str]| run(&[&["perft", SETUP, "--json"], arguments].concat());
    for (arguments, counts) in [
        (&[][..], "[3353]"),
        (&["--steps", "2"], "[8,100]"),
        (&["--steps", "tree"], "[8,100,1408,22370]"),
    ] {
        let Run { code, out, err } = json(arguments);
        let expected = format!("{{\"kind\":\"perft\",\"counts\":{counts}}}\n");
        assert_eq!((code, out), (0, expected), "{arguments:?}: {err}");
    }
    let Run { code, out, .. } = json(&["--turns", "4"]);
    assert_eq!(code, 2);
    assert!(out.contains(r#""kind":"too_large""#), "{out}");

    let boards = format!("{RABBITS}\ng 8/8\n{RABBITS}\n");
    let many = run_with(&["perft", "--steps", "1", "--json", "-"], boards.as_bytes());
    let kinds: Vec<bool> = many
        .out
        .lines()
        .map(|line| line.contains(r#""kind":"perft""#))
        .collect();
    assert_eq!((many.code, kinds), (2, vec![true, false, true]));
}

/// Counts that stand in the file of `--keep` are not counted again, whole lines and no others; a
/// file of another count is left as it is.
#[test]
fn interrupted_perft_goes_on_with_the_counts_that_it_kept() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("kept.txt");
    let name = path.to_str().unwrap();
    let count = |more: &[&str]| {
        let arguments = [&["perft", "--turns", "2", RABBITS, "--keep", name], more];
        run(&arguments.concat())
    };
    let first = count(&["--split"]);
    let plain = run(&["perft", "--turns", "2", "--split", RABBITS]);
    assert_eq!((first.code, &first.out), (0, &plain.out));
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("turns 2 of {"), "{}", lines[0]);
    let mut rows = lines[1..].to_vec();
    let mut expected: Vec<&str> = plain
        .out
        .lines()
        .filter(|line| line.contains('\t'))
        .collect();
    rows.sort_unstable();
    expected.sort_unstable();
    assert_eq!(rows, expected);

    // A wrong count shows which lines are taken from the file: the third is whole, the fourth not.
    let (turn, kept) = lines[2].split_once('\t').unwrap();
    let cut = lines[3].len() - 1;
    let part = format!(
        "{}\n{}\n{turn}\t1000000\n{}",
        lines[0],
        lines[1],
        &lines[3][..cut]
    );
    fs::write(&path, part).unwrap();
    let total: u64 = plain.out.lines().next_back().unwrap().parse().unwrap();
    let changed = total - kept.parse::<u64>().unwrap() + 1_000_000;
    assert_eq!(count(&["--threads", "1"]).out, format!("{changed}\n"));
    let again = fs::read_to_string(&path).unwrap();
    assert_eq!(again.lines().count(), lines.len());
    assert_eq!(count(&[]).out, format!("{changed}\n"));
    assert_eq!(fs::read_to_string(&path).unwrap(), again);

    for other in ["", "turns 3 of nothing", "no count\n", "turns 2 of {}\n"] {
        fs::write(&path, other).unwrap();
        let run = count(&[]);
        let is_new = other.is_empty();
        assert_eq!(run.code, if is_new { 0 } else { 2 }, "{other}: {}", run.err);
        assert!(is_new || run.err.contains("kept.txt: "), "{}", run.err);
        assert!(is_new || fs::read_to_string(&path).unwrap() == other);
    }
    fs::write(&path, format!("{}\nRa1n\tmany\n", lines[0])).unwrap();
    let run = count(&[]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("line 2 is none of this count"),
        "{}",
        run.err
    );
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

const RIGHT: &str = "\
[[position]]
name = \"lone-rabbits\"
source = \"counted by hand\"
position = \"g [.......r................................................R.......]\"
steps = [2]
tree = 55
";

/// Runs `perft --suite` on files with these contents.
fn suite(contents: &[&str], more: &[&str]) -> Run {
    let directory = tempfile::tempdir().unwrap();
    let write = |(index, content): (usize, &&str)| {
        let path = directory.path().join(format!("{index}.toml"));
        fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let paths: Vec<String> = contents.iter().enumerate().map(write).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    run(&[&["perft", "--suite"], &paths[..], more].concat())
}

#[test]
fn perft_suite_command_fails_for_a_wrong_count() {
    let wrong = RIGHT
        .replace("tree = 55", "tree = 56")
        .replace("lone", "two");
    for engine in ["bitboard", "reference", "both"] {
        let right = suite(&[RIGHT], &["--engine", engine]);
        assert_eq!(right.code, 0);
        assert_eq!(
            right.out,
            "passed  lone-rabbits steps 1: 2\npassed  lone-rabbits steps tree: 55\n2 passed, 0 failed, 0 skipped\n"
        );
        let both = suite(&[RIGHT, &wrong], &["--engine", engine, "--threads", "1"]);
        assert_eq!(both.code, 1);
        let lines: Vec<&str> = both.out.lines().collect();
        assert!(
            lines[3].starts_with("failed  two-rabbits steps tree: counted 55, expected 56 ("),
            "{lines:?}"
        );
        assert!(lines[3].ends_with("1.toml, line 6)"), "{lines:?}");
        assert_eq!(lines[4], "3 passed, 1 failed, 0 skipped");
    }
}

#[test]
fn count_over_the_limit_is_skipped_and_reported() {
    let output = suite(&[RIGHT], &["--limit", "54"]);
    assert_eq!(output.code, 0);
    assert_eq!(
        output.out,
        "passed  lone-rabbits steps 1: 2\nskipped lone-rabbits steps tree: 55\n1 passed, 0 failed, 1 skipped\n"
    );
    let at_it = suite(&[RIGHT], &["--limit", "55"]);
    assert!(at_it.out.ends_with("2 passed, 0 failed, 0 skipped\n"));
}

#[test]
fn perft_suite_json_parses() {
    let wrong = RIGHT.replace("tree = 55", "tree = 56");
    let output = suite(&[&wrong], &["--json", "--limit", "56"]);
    assert_eq!(output.code, 1);
    let lines: Vec<serde_json::Value> = output
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["result"], "passed");
    assert_eq!(lines[1]["count"], "steps tree");
    assert_eq!(
        (&lines[1]["counted"], &lines[1]["expected"]),
        (&55.into(), &56.into())
    );
    assert_eq!(
        (&lines[1]["result"], &lines[1]["line"]),
        (&"failed".into(), &6.into())
    );
    let totals = serde_json::json!({ "passed": 1, "failed": 1, "skipped": 0 });
    assert_eq!(lines[2], totals);
    let skipped = suite(&[RIGHT], &["--json", "--limit", "1"]);
    let first = skipped.out.lines().next().unwrap().to_owned();
    assert!(
        first.contains(r#""counted":null"#) && first.contains(r#""result":"skipped""#),
        "{first}"
    );
}

/// Nothing is counted where something cannot be read, and the message says where that is.
#[test]
fn unreadable_perft_file_is_refused() {
    let complaint = |contents: &[&str]| {
        let output = suite(contents, &[]);
        assert_eq!(output.code, 2);
        assert_eq!(output.out, "");
        output.err
    };
    let misspelt = complaint(&[RIGHT, &RIGHT.replace("steps", "stps")]);
    assert!(
        misspelt.contains("1.toml, line 5, column 1: unknown field `stps`, expected"),
        "{misspelt}"
    );
    let empty = complaint(&[RIGHT, "# nothing\n"]);
    assert!(
        empty.contains("1.toml: there is no position in it"),
        "{empty}"
    );
    let unsupported = complaint(&[&RIGHT.replace("[.......r...........", "[.......r..........r")]);
    assert!(
        unsupported.contains("0.toml: line 2: lone-rabbits: invalid position (VAL-2)"),
        "{unsupported}"
    );
    let refused_step = complaint(&[&RIGHT.replace("steps", "taken = \"Ra1w\"\nsteps")]);
    assert!(
        refused_step.contains("0.toml: line 2: lone-rabbits: invalid position"),
        "{refused_step}"
    );
}

#[test]
fn perft_suite_with_a_position_is_refused() {
    for arguments in [
        &["perft"][..],
        &["perft", "--limit", "7", SETUP],
        &["perft", "--json", "--split", SETUP],
        &["perft", "--suite"],
        &["perft", SETUP, "--suite", "x"],
        &["perft", "--suite", "x", "--turns", "2"],
        &["perft", "--suite", "x", "--split"],
        &["perft", "--suite", "x", "--keep", "y"],
        &["perft", "--json", "--keep", "y", SETUP],
        &["perft", "--suite", "x", "--edition", "2002"],
        &["perft", "--suite", "no such file"],
    ] {
        let output = run(arguments);
        assert_eq!(output.code, 2, "{arguments:?}");
        assert!(!output.err.is_empty(), "{arguments:?}");
    }
}
