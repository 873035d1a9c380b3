//! Input of the command line: files and pipes, broken, huge or merely unusual.

use std::io::{Read, Write};
use std::process::Stdio;
use std::thread;

use crate::cli::{GAME, SETUP};
use crate::cli_lists::RABBITS;
use crate::oracle::{Run, command, file, run, run_with, text_of};

#[test]
fn bad_boards_are_refused_clearly() {
    let board = |letters: &str| format!("g [{letters}{}]", ".".repeat(64 - letters.len()));
    for (board, message) in [
        (
            "g [rrrr]".to_owned(),
            "found 4 squares, expected 64 squares",
        ),
        (format!("g [{}]", ".".repeat(65)), "expected"),
        (
            board(&"R".repeat(17)),
            "17 gold rabbits stand on the board and a set has 8",
        ),
        (
            board("ee"),
            "2 silver elephants stand on the board and a set has 1",
        ),
        (
            board("..................E"),
            "the gold elephant on c6 stands on a trap without a friend beside it",
        ),
        (board("K"), "found `K`"),
        (format!("g [{}é]", ".".repeat(63)), "found `é`"),
        (format!("x [{}]", ".".repeat(64)), "found `x`"),
    ] {
        let run = run_with(&["outcome", "-"], format!("{board}\n").as_bytes());
        assert!(
            run.out.starts_with("error: ") && run.out.contains(message),
            "{board}: {}",
            run.out
        );
        assert_eq!(run.code, 2);
    }
    let run = run_with(&["outcome", "-"], b"g [\0]\n\xff\n");
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(
        lines[0].contains("NUL") && lines[1].contains("0xff"),
        "{}",
        run.out
    );
}

/// A line of 100 MB is answered like any other bad line, and the next one is answered too.
#[test]
fn huge_line_is_refused() {
    let mut child = command(&["outcome", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = thread::spawn(move || {
        let piece = vec![b'R'; 1 << 20];
        for _ in 0..100 {
            input.write_all(&piece).unwrap();
        }
        writeln!(input, "\n{SETUP}").unwrap();
    });
    let mut out = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut out)
        .unwrap();
    writer.join().unwrap();
    let lines: Vec<&str> = out.lines().collect();
    assert!(
        lines[0].contains("a line of more than 1048576 bytes"),
        "{}",
        lines[0]
    );
    assert_eq!(lines[1..], ["ongoing"]);
    child.wait().unwrap();
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
            let told = format!(
                "{arguments:?} of {:?}: {}",
                &content[..content.len().min(20)],
                run.err
            );
            assert!((0..=2).contains(&run.code), "{told}");
            assert!(!run.err.contains("panicked"), "{told}");
            assert!(run.code != 2 || run.err.contains("error: "), "{told}");
        }
    }
}

#[test]
fn crlf_and_byte_order_mark_are_accepted() {
    let record = text_of(GAME).replace('\n', "\r\n");
    let (_directory, path) = file("crlf.txt", format!("\u{feff}{record}").as_bytes());
    let run = run(&["replay", &path]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    assert!(
        run.out.contains("turns accepted            61"),
        "{}",
        run.out
    );
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
    let said = format!("error: {path}: the header is refused at `Ra2s`: ");
    assert!(err.starts_with(&said), "{err}");
    let Run { code, err, .. } = run(&["convert", "setup", "--to", "compact"]);
    assert_eq!(code, 2);
    assert!(
        err.contains("a setup in progress can be written only with --to diagram or --to json"),
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

/// Text is rendered from the answer that `--json` prints, so both have its limits.
#[test]
fn record_over_a_mebibyte_is_refused_in_text_and_json() {
    let setups = "1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2\n\
                  1s ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 md7 ee7 cf7 dg7 hh7\n";
    for (takebacks, is_refused) in [(10, false), (45_000, true)] {
        let record = setups.to_owned() + &"2g Ee2n Ee3n\n2s takeback\n".repeat(takebacks);
        let (_directory, path) = file("long.txt", record.as_bytes());
        let text = run(&["judge", &path, "Ee2n"]);
        let json = run(&["judge", &path, "Ee2n", "--json"]);
        let code = if is_refused { 2 } else { 0 };
        assert_eq!((text.code, json.code), (code, code));
        assert_eq!(json.out.contains(r#""kind":"too_large""#), is_refused);
        assert_eq!(
            text.err.contains("1048576 at most"),
            is_refused,
            "{}",
            text.err
        );
    }
}
