//! The command line as a whole: exit codes, `--json` beside `serve`, and answers one by one. Each
//! command's text stands in `tests/transcripts`.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::oracle::{Run, command, file, run, run_with, text_of};

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

/// `--json` prints the object that `serve` gives to the same question, errors included.
#[test]
fn json_is_the_answer_that_serve_gives() {
    let any = |text: &str| json!({"any": {"text": text}});
    let game = json!({"any": {"text": text_of(GAME), "before": "31s"}});
    let begun = json!({"state": {"side": "gold", "steps": ["Da2n"], "board": &SETUP[3..67]}});
    let (won, two) = ("s 7R/8/8/8/8/8/8/r7", "g EE6/8/8/8/8/8/8/8");
    let goal = "g 7r/Re6/8/D7/8/8/8/8";
    let trap = "g r7/8/2C5/3E4/8/8/8/R7";
    for (arguments, ask) in [
        (
            &["judge", SETUP, "Da2n"][..],
            json!({"kind": "judge", "position": any(SETUP), "turn": "Da2n"}),
        ),
        (
            &["judge", SETUP, "Ra1n"],
            json!({"kind": "judge", "position": any(SETUP), "turn": "Ra1n"}),
        ),
        (
            &["judge", SETUP, "Ee9n"],
            json!({"kind": "judge", "position": any(SETUP), "turn": "Ee9n"}),
        ),
        (
            &["judge", GAME, "--at", "31s", "cb3n rc3w rb3s cb4s"],
            json!({"kind": "judge", "position": game, "turn": "cb3n rc3w rb3s cb4s"}),
        ),
        (
            &["judge", "--strict", "--past-end", won, "ra1n"],
            json!({"kind": "judge", "position": any(won), "turn": "ra1n", "strict": true, "past_end": true}),
        ),
        (
            &["legal", SETUP],
            json!({"kind": "legal_actions", "position": any(SETUP), "effects": true}),
        ),
        (
            &["legal", SETUP, "Da2n"],
            json!({"kind": "legal_actions", "position": begun, "effects": true}),
        ),
        (
            &["legal", "--refusals", goal],
            json!({"kind": "legal_actions", "position": any(goal), "effects": true, "refusals": true}),
        ),
        (
            &["turns", SETUP],
            json!({"kind": "turns", "position": any(SETUP)}),
        ),
        (
            &["turns", goal, "--offset", "3", "--limit", "2"],
            json!({"kind": "turns", "position": any(goal), "offset": 3, "limit": 2}),
        ),
        (
            &["turns", goal, "--limit", "10001"],
            json!({"kind": "turns", "position": any(goal), "limit": 10_001}),
        ),
        (
            &["turns", "setup"],
            json!({"kind": "turns", "position": {"state": {"side": "gold", "setup": {}}}}),
        ),
        (
            &["turns", "--count", GAME, "--at", "31s"],
            json!({"kind": "turn_count", "position": game}),
        ),
        (
            &["goal", goal],
            json!({"kind": "goal", "position": any(goal)}),
        ),
        (
            &["outcome", won],
            json!({"kind": "outcome", "position": any(won)}),
        ),
        (
            &["outcome", "g [R"],
            json!({"kind": "outcome", "position": any("g [R")}),
        ),
        (
            &["validate", goal],
            json!({"kind": "standing", "position": any(goal)}),
        ),
        (
            &["validate", two],
            json!({"kind": "standing", "position": any(two)}),
        ),
        (
            &["outcome", trap],
            json!({"kind": "outcome", "position": any(trap)}),
        ),
        (
            &["perft", "--steps", "tree", SETUP],
            json!({"kind": "perft", "position": any(SETUP), "count": "steps", "depth": 4}),
        ),
        (
            &["perft", "--turns", "4", SETUP],
            json!({"kind": "perft", "position": any(SETUP), "count": "turns", "depth": 4}),
        ),
        (
            &["rule", "END-3"],
            json!({"kind": "explain_rule", "rule": "END-3"}),
        ),
    ] {
        let printed = run(&[arguments, &["--json"]].concat());
        assert_eq!(printed.err, "", "{arguments:?}");
        let request = json!({"id": 1, "ask": ask, "details": true}).to_string();
        let served: Value =
            serde_json::from_str(&run_with(&["serve"], request.as_bytes()).out).unwrap();
        let answer: Value = serde_json::from_str(&printed.out).unwrap();
        assert_eq!(answer, served["answer"], "{arguments:?}");
        assert_eq!(
            printed.code == 2,
            answer["kind"] == "error" && arguments[0] != "validate"
        );
    }
    let Run { code, out, err } = run(&["outcome", "--json", "no such file"]);
    let message = "no such file: No such file or directory (os error 2)";
    let error = json!({"kind": "error", "error": {"kind": "bad_question", "message": message}});
    let told: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, err.as_str(), told), (2, "", error));
    // What stands in no position and no turn is about the command line itself.
    assert!(run(&["outcome", "--json", "--no-such-flag"]).out.is_empty());
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
