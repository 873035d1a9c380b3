//! The command line as a whole: exit codes, JSON, help, suggestions, and each kind of answer.

use std::io::Read;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::oracle::{Run, command, run, run_with};

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
        (&["stats", GAME, "--svg", "README.md"][..], 2),
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

#[test]
fn decided_positions_have_no_turns_unless_asked_past_the_end() {
    let board = "g [R.......r.......................................................]";
    assert_eq!(
        run(&["outcome", board]).out.lines().next(),
        Some("gold END-4")
    );
    assert_eq!(run(&["turns", "--count", board]).out, "0\n");
    assert_eq!(run(&["legal", "--count", board]).out, "0\n");
    assert_ne!(run(&["turns", "--count", "--past-end", board]).out, "0\n");
    let refused = run(&["judge", board, "Ra8e"]);
    assert_eq!(refused.code, 1);
    assert!(
        refused.out.contains("the game is over, gold wins"),
        "{}",
        refused.out
    );
    assert_eq!(run(&["judge", "--past-end", board, "Ra8e"]).code, 0);
}

/// The elephant freezes the rabbit until the dog stands beside it: in two steps, with a third or a
/// fourth by either piece.
#[test]
fn goals_are_the_turns_that_end_with_a_rabbit_on_its_goal_rank() {
    let board = "g 7r/Re6/8/D7/8/8/8/8";
    let goals = run(&["goal", board]).out;
    let turns = run(&["turns", board]).out;
    assert!(
        goals
            .lines()
            .all(|goal| turns.lines().any(|turn| turn == goal))
    );
    assert!(goals.lines().count() > 5 && goals.lines().all(|goal| goal.contains("Ra7n")));
    assert_eq!(run(&["goal", "--shortest", board]).out, "Da5n Ra7n\n");
    let page = run(&["goal", "--offset", "1", "--limit", "2", board]).out;
    let expected: String = goals.split_inclusive('\n').skip(1).take(2).collect();
    assert_eq!(page, expected);
    let over = "g r7/8/8/8/8/8/8/R6r";
    let lines = format!("{board}\n{over}\n{board}\n");
    let batch = run_with(&["goal", "-"], lines.as_bytes());
    assert_eq!(batch.out, "Da5n Ra7n\nno goal\nDa5n Ra7n\n");
    assert_eq!(
        (batch.code, run(&["goal", over]).out.as_str()),
        (1, "no goal\n")
    );
}

#[test]
fn a_setup_is_a_turn_like_any_other() {
    let complete = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Da2 Hb2 Cc2 Md2 Ee2 Cf2 Hg2 Dh2";
    assert_eq!(run(&["judge", "setup", complete]).code, 0);
    let (short, _) = complete.rsplit_once(' ').unwrap();
    let refused = run(&["judge", "setup", short]);
    assert!(
        refused.out.contains("still to be placed: dog (SET-6)"),
        "{}",
        refused.out
    );
    assert_eq!(run(&["judge", "setup", "--handicap", "D", short]).code, 0);
    assert_eq!(run(&["turns", "--count", "setup"]).out, "64864800\n");
    assert_eq!(run(&["turns", "setup"]).code, 2);
}

/// Output for programs is JSON, one value a line.
#[test]
fn every_json_output_parses() {
    for arguments in [
        &["judge", SETUP, "Da2n", "--json"][..],
        &["judge", SETUP, "Ra1n", "--json"],
        &["legal", SETUP, "--json"],
        &["turns", SETUP, "--json"],
        &["turns", SETUP, "--count", "--json"],
        &["goal", SETUP, "--json"],
        &["outcome", SETUP, "--json"],
        &["validate", SETUP, "--json"],
        &["replay", GAME, "--json"],
        &["stats", GAME, "--json"],
        &["rule", "--json"],
        &["rule", "END-3", "--json"],
    ] {
        let run = run(arguments);
        assert!(!run.out.is_empty());
        for line in run.out.lines() {
            let value: Result<serde_json::Value, _> = serde_json::from_str(line);
            assert!(
                value.is_ok_and(|value| value.is_object()),
                "{arguments:?}: {line}"
            );
        }
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

#[test]
fn help_is_complete() {
    let help = run(&["--help"]).out;
    for command in [
        "judge",
        "legal",
        "turns",
        "outcome",
        "replay",
        "stats",
        "show",
        "rule",
        "validate",
        "convert",
        "perft",
        "compare",
        "completions",
    ] {
        assert!(help.contains(command), "{command}");
        let own = run(&[command, "--help"]);
        assert_eq!(own.code, 0);
        assert!(
            command == "completions" || own.out.contains("Examples:"),
            "{command}"
        );
    }
    assert!(help.contains("Exit codes: 0"), "{help}");
}

#[test]
fn misspelt_names_get_a_suggestion() {
    for (arguments, told) in [
        (&["judge", "setup", "RA1"][..], "found `RA1`, expected"),
        (&["judge", "setup", "RA1"], "; perhaps `Ra1`"),
        (&["judge", SETUP, "Da2-a3"], "; perhaps `Da2n`"),
        (
            &["outcome", SETUP, "--edition", "2008"],
            "; perhaps `2008-07-01`",
        ),
        (
            &["outcome", SETUP, "--edition", "current"],
            "; perhaps `2008-07-01`",
        ),
        (
            &["replay", GAME, "--edition", "2005"],
            "; perhaps `2005-05-28`",
        ),
        (&["rule", "FZR-2"], "`FZR-2` is not a rule; perhaps FRZ-2; "),
        (&["suite", "show", "no-file-ii"], "perhaps `no-file-i`, "),
        (
            &["suite", "run", "--subject", "refrence"],
            "; perhaps `reference`",
        ),
        (&["jugde"], "judge"),
        (
            &["outcome", "x [RR]"],
            "line 1, column 1: found `x`, expected the side to move (`g` or `s`)",
        ),
        (
            &["outcome", "8/8/8/8/8/8/8/R7"],
            "a board alone, expected the side to move",
        ),
        (&["outcome", "no such file"], "no such file: No such file"),
    ] {
        let Run { code, out, err } = run(arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains(told), "{arguments:?}: {err}");
    }
}

#[test]
fn unknown_options_before_the_position_are_named() {
    for (arguments, told) in [
        (
            &["turns", "--counts", SETUP][..],
            "unexpected argument '--counts' found",
        ),
        (
            &["turns", "--counts", SETUP],
            "a similar argument exists: '--count'",
        ),
        (
            &["judge", "--foo", SETUP, "Ee2n"],
            "unexpected argument '--foo' found",
        ),
        (
            &["perft", "--splits", SETUP],
            "a similar argument exists: '--split'",
        ),
        (&["show", "-v", SETUP], "unexpected argument '-v' found"),
    ] {
        let Run { code, out, err } = run(arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains(told), "{arguments:?}: {err}");
    }
}

/// The error that `serve` gives, on standard output.
#[test]
fn errors_of_json_are_json() {
    let bad_turn = json!({"kind": "bad_text", "line": 1, "column": 1, "message":
        "line 1, column 1: found `Ee9n`, expected a step (`Ed2n`), a placement (`Ra1`) \
         or a capture (`cf3x`)"});
    let missing = json!({"kind": "bad_question", "message":
        "no such file: No such file or directory (os error 2)"});
    let short = json!({"kind": "bad_text", "line": 1, "column": 5, "message":
        "line 1, column 5: found 1 squares, expected 64 squares"});
    for (arguments, error) in [
        (&["judge", "--json", SETUP, "Ee9n"][..], bad_turn.clone()),
        (&["legal", "--json", SETUP, "Ee9n"], bad_turn.clone()),
        (&["perft", "--json", SETUP, "Ee9n"], bad_turn),
        (&["validate", "--json", "no such file"], missing.clone()),
        (&["outcome", "--json", "no such file"], missing.clone()),
        (&["turns", "--json", "no such file"], missing),
        (&["turns", "--json", "g [R"], short),
    ] {
        let Run { code, out, err } = run(arguments);
        assert_eq!((code, err.as_str()), (2, ""), "{arguments:?}");
        let answer: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(
            answer,
            json!({"kind": "error", "error": error}),
            "{arguments:?}"
        );
    }
    // What stands in no position and no turn is about the command line itself.
    assert!(run(&["outcome", "--json", "--no-such-flag"]).out.is_empty());
}

/// The engines agree, reproducibly.
#[test]
fn compare_is_reproducible() {
    let one = run(&["compare", "--games", "6", "--seed", "9"]);
    assert_eq!(one.code, 0, "{}", one.out);
    assert!(
        one.out.starts_with("6 games of seed 9: no difference"),
        "{}",
        one.out
    );
    assert_eq!(
        run(&["compare", "--games", "6", "--seed", "9", "--threads", "1"]).out,
        one.out
    );
}
