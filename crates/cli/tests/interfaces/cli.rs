//! The command line as a whole: exit codes, pipes, and files of all kinds. The text of each command
//! stands in `tests/transcripts`.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use crate::oracle::{command, file, run, text_of};

pub(crate) const SETUP: &str =
    "g [rrrrrrrrdhcemchd................................DHCMECHDRRRRRRRR]";
pub(crate) const GAME: &str = "tests/games/669192.txt";

#[test]
fn exit_codes_are_as_documented() {
    for (arguments, code) in [
        (&["judge", SETUP, "Ra1n"][..], 1),
        (&["judge", SETUP, "Ra2n"][..], 1),
        (&["judge", SETUP, "Da2n"][..], 0),
        (&["judge", SETUP, "Zz9"][..], 2),
        (&["judge", GAME, "--at", "31s", "cb3n rc3w rb3s"][..], 0),
        (&["judge", GAME, "--at", "99s", "cb3n"][..], 2),
        (&["legal", SETUP][..], 0),
        (&["legal", SETUP, "Da2n", "Da3s"][..], 0),
        (&["legal", SETUP, "Ra1n"][..], 2),
        (&["outcome", SETUP][..], 0),
        (&["validate", SETUP][..], 0),
        (
            &[
                "validate",
                "g [EE..............................................................]",
            ][..],
            1,
        ),
        (&["validate", "g [E]"][..], 2),
        (&["replay", GAME][..], 0),
        (
            &["replay", "--edition", "by-date", "--engine", "both", GAME][..],
            0,
        ),
        (&["turns", "--count", SETUP, "--engine", "reference"][..], 0),
        (&["turns", "--count", SETUP, "--engine", "both"][..], 0),
        (&["goal", SETUP][..], 1),
        (&["goal", "g 7r/R7/8/8/8/8/8/8", "--engine", "both"][..], 0),
        (&["goal", "--shortest", "--limit", "1", SETUP][..], 2),
        (&["outcome", SETUP, "--at", "5g"][..], 2),
        (&["turns", SETUP, "--handicap", "M"][..], 2),
        (&["outcome", GAME, "--game", "7"][..], 2),
        (&["show", "-"][..], 2),
        (&["turns", "--count", SETUP, "--engine", "neither"][..], 2),
        (&["stats", GAME][..], 0),
        (
            &["stats", GAME, "--edition", "by-date", "--threads", "1"][..],
            0,
        ),
        (&["stats", "no such file"][..], 2),
        (&["stats", "tests/boards/counted.txt"][..], 2),
        (&["replay", "no such file"][..], 2),
        (&["replay", "src"][..], 2),
        (&["show", "src"][..], 2),
        (&["rule", "FRZ-1"][..], 0),
        (&["rule", "frz-1"][..], 0),
        (&["rule", "FRZ-99"][..], 2),
        (&["no-such-command"][..], 2),
        (&["--help"][..], 0),
        (&["completions", "bash"][..], 0),
    ] {
        let run = run(arguments);
        assert_eq!(run.code, code, "{arguments:?}: {}{}", run.out, run.err);
        // Only exit code 2 comes with an explanation on stderr.
        assert_eq!(run.err.is_empty(), code != 2, "{arguments:?}: {}", run.err);
    }
}

/// A reader that goes away early is no error, and no colour goes where no terminal is.
#[test]
fn closed_pipe_is_a_clean_exit() {
    let mut child = command(&["turns", SETUP])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(!run(&["judge", SETUP, "Ra1n"]).out.contains('\u{1b}'));
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

/// Nothing that a file can hold makes any command panic.
#[test]
fn bad_files_are_refused_clearly() {
    let record = text_of(GAME).into_bytes();
    let long = vec![b'R'; 3 << 20];
    let contents: [&[u8]; 11] = [
        b"",
        b"\0\0\0",
        b"\xff\xfe\x00",
        b"{\"side\": \"gold\"",
        b"{\"side\": \"gold\", \"board\": []}",
        b"id\tmovelist\n1\n",
        b"id\tmovelist\n1\t1w Ra9\n",
        b"12g\n +-----------------+\n8| r",
        b"1g Ra1 Ra1\n1s",
        &record[..record.len() / 2],
        &long,
    ];
    for content in contents {
        let (_directory, path) = file("bad", content);
        for arguments in [
            &["judge", &path, "Ra1n"][..],
            &["legal", &path],
            &["turns", "--count", &path],
            &["outcome", &path],
            &["replay", &path],
            &["stats", &path],
            &["show", &path],
            &["validate", &path],
            &["convert", &path, "--to", "json"],
            &["convert", &path, "--to", "record"],
        ] {
            let run = run(arguments);
            let what_happened = format!(
                "{arguments:?} of {:?}: {}",
                &content[..content.len().min(20)],
                run.err
            );
            assert!((0..=2).contains(&run.code), "{what_happened}");
            assert!(!run.err.contains("panicked"), "{what_happened}");
            assert!(
                run.code != 2 || run.err.contains("error: "),
                "{what_happened}"
            );
        }
    }
}
