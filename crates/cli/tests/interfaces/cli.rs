//! The command line as a whole: pipes, and files of all kinds. What each command prints, and its
//! exit code, stand in `tests/transcripts`.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use crate::oracle::{command, file, run, text_of};

pub(crate) const SETUP: &str =
    "g [rrrrrrrrdhcemchd................................DHCMECHDRRRRRRRR]";
pub(crate) const GAME: &str = "tests/games/669192.txt";

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

/// A yes or no is that of all answers, whoever reads them.
#[test]
fn closed_pipe_leaves_the_exit_code_of_turns_to_a_board() {
    let mut child = command(&["turns", "--to", "r7/8/8/8/8/8/7R/8", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let boards = b"g r7/8/8/8/8/8/8/7R\ng r7/8/8/8/8/8/7R/8\n";
    child.stdin.take().unwrap().write_all(boards).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
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
