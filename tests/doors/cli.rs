//! The command line: answers, exit codes, and what it makes of bad input.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;
use std::thread;

use crate::oracle::{Run, command, file, run, run_with};

const SETUP: &str = "g [rrrrrrrrdhcemchd................................DHCMECHDRRRRRRRR]";
const GAME: &str = "tests/games/669192.txt";

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
        (&["--engine", "reference", "turns", "--count", SETUP][..], 0),
        (&["--engine", "both", "turns", "--count", SETUP][..], 0),
        (&["outcome", SETUP, "--at", "5g"][..], 2),
        (&["turns", SETUP, "--handicap", "M"][..], 2),
        (&["outcome", GAME, "--game", "7"][..], 2),
        (&["show", "-"][..], 2),
        (&["--engine", "neither", "turns", "--count", SETUP][..], 2),
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
fn a_record_that_disagrees_is_reported() {
    let record = fs::read_to_string(GAME)
        .unwrap()
        .replace("31g Cc2s rb2e", "31g Cc2s rb2w");
    let (_directory, path) = file("wrong.txt", record.as_bytes());
    let run = run(&["replay", &path]);
    assert_eq!(run.code, 1);
    let line = run.out.lines().next().unwrap();
    let number = 1 + record
        .lines()
        .position(|line| line.starts_with("31g "))
        .unwrap();
    assert!(
        line.starts_with(&format!("{path}:{number}: 669192 31g [")) && line.contains("by "),
        "{line}"
    );
    assert!(
        run.out.contains("disagreements              1"),
        "{}",
        run.out
    );
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
    let record = fs::read(GAME).unwrap();
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
    let record = fs::read_to_string(GAME).unwrap().replace('\n', "\r\n");
    let (_directory, path) = file("crlf.txt", format!("\u{feff}{record}").as_bytes());
    let run = run(&["replay", &path]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    assert!(
        run.out.contains("turns accepted            61"),
        "{}",
        run.out
    );
}

/// A position survives every way of writing it that can hold it.
#[test]
fn conversions_round_trip() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let compact = run(&["convert", GAME, "--at", "20s", "--to", "compact"]).out;
    for format in ["json", "diagram"] {
        let path = at(format);
        fs::write(
            &path,
            run(&["convert", GAME, "--at", "20s", "--to", format]).out,
        )
        .unwrap();
        assert_eq!(
            run(&["convert", &path, "--to", "compact"]).out,
            compact,
            "{format}"
        );
        fs::write(&path, run(&["convert", &path, "--to", format]).out).unwrap();
        assert_eq!(
            run(&["convert", &path, "--to", "compact"]).out,
            compact,
            "{format} twice"
        );
    }
    let path = at("record");
    fs::write(
        &path,
        run(&["convert", compact.trim_end(), "--to", "record"]).out,
    )
    .unwrap();
    assert_eq!(run(&["convert", &path, "--to", "compact"]).out, compact);
    // A JSON state keeps the history, and so the ruling.
    let state = run(&["convert", GAME, "--at", "31s", "--to", "json"]).out;
    assert_eq!(run(&["judge", &state, "cb3n rc3w rb3s cb4s"]).code, 1);
    let forgetful = run(&["convert", GAME, "--at", "31s", "--to", "compact"]);
    assert!(
        forgetful.err.contains("earlier turn ends are left out"),
        "{}",
        forgetful.err
    );
    assert_eq!(
        run(&["judge", forgetful.out.trim_end(), "cb3n rc3w rb3s cb4s"]).code,
        0
    );
}

/// A turn in progress is kept by the formats that can hold it and refused by those that cannot.
#[test]
fn conversion_keeps_the_steps_of_a_turn_in_progress() {
    let board = format!("r{}E{}R", ".".repeat(39), ".".repeat(22));
    let state = format!(r#"{{"side": "gold", "steps": ["Ea3n", "Ea4n"], "board": "{board}"}}"#);
    for format in ["compact", "record"] {
        let run = run(&["convert", &state, "--to", format]);
        assert_eq!(run.code, 2, "{format}: {}", run.out);
        assert!(run.err.contains("a turn in progress"), "{}", run.err);
    }
    let diagram = run(&["convert", &state, "--to", "diagram"]).out;
    let (_directory, path) = file("diagram.txt", diagram.as_bytes());
    assert_eq!(run(&["judge", &path, "Ea5s Ea4s"]).code, 1, "{diagram}");
    assert_eq!(run(&["judge", &path, "Ea5s"]).code, 0, "{diagram}");
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
fn rule_is_shown_with_a_case_for_it_and_a_case_against_it() {
    for (id, kind, yes, no) in [
        (
            "FRZ-2",
            "permission",
            "allows something",
            "refuses something",
        ),
        ("FRZ-1", "definition", "applies", "does not apply"),
        (
            "END-3",
            "end of game",
            "decides the game",
            "does not decide the game",
        ),
    ] {
        let Run { code, out, .. } = run(&["rule", id]);
        assert_eq!(code, 0);
        assert!(
            out.starts_with(&format!("{id} ({kind}), chapter ")),
            "{out}"
        );
        let text = arimaa_oracle::spec::rule(id).unwrap().text;
        let cases = out.split_once(text).unwrap().1;
        let (yes, no) = (
            format!("case in which {id} {yes}:"),
            format!("case in which {id} {no}:"),
        );
        let (first, second) = cases.split_once(&no).unwrap();
        for case in [first.split_once(&yes).unwrap().1, second] {
            assert!(
                case.contains("+-----------------+") && case.contains("\nquestion: "),
                "{out}"
            );
        }
    }
}

#[test]
fn drawing_of_show_is_read_as_a_position() {
    for (arguments, file_name) in [
        (&["show", GAME, "--at", "12s"][..], "numbered"),
        (&["show", SETUP], "alone"),
    ] {
        let drawn = run(arguments).out;
        let (_directory, path) = file(file_name, drawn.as_bytes());
        let again = run(&["show", &path]);
        assert_eq!((again.code, again.out), (0, drawn), "{}", again.err);
    }
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
        (&["jugde"], "judge"),
        (
            &["outcome", "x [RR]"],
            "`x [RR]` is no file, and a board is written `g [64",
        ),
        (
            &["outcome", "8/8/8/8/8/8/8/R7"],
            "is no file, and a board is written",
        ),
        (&["outcome", "no such file"], "no such file: No such file"),
    ] {
        let Run { code, out, err } = run(arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains(told), "{arguments:?}: {err}");
    }
}

#[test]
fn theorem_is_shown_and_rules_are_found_by_words() {
    let theorem = run(&["rule", "thm-1"]).out;
    assert!(
        theorem.starts_with("THM-1 (theorem), chapter 16 Theorems\n\n"),
        "{theorem}"
    );
    let found = run(&["rule", "--search", "Rabbit", "backward"]).out;
    assert!(
        found.contains("  STP-5   ") && !found.contains("CAP-1"),
        "{found}"
    );
    let one_argument = run(&["rule", "--search", "rabbit backward"]).out;
    assert_eq!(found, one_argument);
    let json = run(&["rule", "--json", "--search", "theorem"]).out;
    assert!(
        json.lines()
            .all(|line| line.starts_with(r#"{"kind":"rule","#)),
        "{json}"
    );
    let none = run(&["rule", "--search", "castling"]);
    assert_eq!((none.code, none.out.as_str()), (2, ""));
    assert!(
        none.err
            .contains("no rule has all of these words: castling"),
        "{}",
        none.err
    );
}

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

/// The engines agree, reproducibly.
#[test]
fn compare_is_reproducible() {
    let one = run(&["compare", "--games", "40", "--seed", "9"]);
    assert_eq!(one.code, 0, "{}", one.out);
    assert!(
        one.out.starts_with("40 games of seed 9: no difference"),
        "{}",
        one.out
    );
    assert_eq!(
        run(&["compare", "--games", "40", "--seed", "9", "--threads", "1"]).out,
        one.out
    );
}

/// The vector picture is well-formed enough to be drawn, and shows every piece.
#[test]
fn svg_shows_the_board() {
    let svg = run(&["show", "--svg", SETUP]).out;
    assert!(
        svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"),
        "{svg}"
    );
    assert_eq!(
        svg.matches(">R</text>").count() + svg.matches(">r</text>").count(),
        16,
        "{svg}"
    );
}

/// A game with a refused turn is named and counts up to it; one that cannot be read is complained
/// about; the others count.
#[test]
fn statistics_drop_no_game_silently() {
    let record = fs::read_to_string(GAME).unwrap();
    let (_directory, wrong) = file(
        "wrong.txt",
        record.replace("31g Cc2s rb2e", "31g Cc2s rb2w").as_bytes(),
    );
    let (_another, bad) = file("bad.txt", b"1g Ra9\n");
    let run_of = |more: &[&str]| run(&[&["stats"], more].concat());

    let part = run_of(&[GAME, &wrong]);
    assert_eq!((part.code, part.err.as_str()), (1, ""), "{}", part.out);
    assert!(
        part.out.starts_with("669192 31g [Cc2s rb2w"),
        "{}",
        part.out
    );
    let line = |run: &Run, start: &str| -> String {
        run.out
            .lines()
            .find(|line| line.starts_with(start))
            .unwrap()
            .to_owned()
    };
    assert!(line(&part, "games").ends_with(" 2"));
    assert!(line(&part, "  in part").contains(" 1 "));

    let most = run_of(&[GAME, &bad, &wrong, "--json"]);
    assert_eq!(most.code, 2);
    assert!(
        most.err.contains("bad.txt: line 1, column 4: found `Ra9`"),
        "{}",
        most.err
    );
    let lines: Vec<serde_json::Value> = most
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(
        (&lines[0]["game"], &lines[0]["file"]),
        (&"669192".into(), &wrong.as_str().into())
    );
    let stats = &lines[1]["stats"];
    assert_eq!(
        (&stats["games"]["counted"], &stats["unreadable"]),
        (&2.into(), &1.into())
    );
    // The whole game has 60 positions; the other stops at 31g, whose position is its 59th.
    assert_eq!(stats["positions"], 119);
}

/// Many files on many threads are answered as on one, and an archive like the records in it.
#[test]
fn statistics_do_not_depend_on_threads_or_formats() {
    let games: Vec<String> = ["669192", "669204", "669152"]
        .map(|id| format!("tests/games/{id}.txt"))
        .into();
    let arguments: Vec<&str> = ["stats", "--json"]
        .into_iter()
        .chain(games.iter().map(String::as_str))
        .collect();
    let all = run(&arguments);
    assert_eq!(all.code, 0, "{}", all.err);
    assert_eq!(
        run(&[&arguments[..], &["--threads", "1"]].concat()).out,
        all.out
    );

    let mut table = "id\tresult\ttermination\tmovelist\n".to_owned();
    let mut records = String::new();
    for game in &games {
        let record = fs::read_to_string(game).unwrap();
        let tag = |name: &str| {
            let line = record
                .lines()
                .find_map(|line| line.strip_prefix(name))
                .unwrap();
            line.trim().to_owned()
        };
        let moves: Vec<&str> = record
            .lines()
            .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
            .collect();
        let row = [
            tag("Game:"),
            tag("Result:")[..1].to_owned(),
            tag("Termination:"),
            moves.join(r"\n"),
        ];
        table += &(row.join("\t") + "\n");
        records += &record;
    }
    for (name, text) in [("archive.tsv", &table), ("records.txt", &records)] {
        let (_directory, path) = file(name, text.as_bytes());
        let run = run(&["stats", "--json", &path]);
        assert_eq!((run.code, &run.out), (0, &all.out), "{name}: {}", run.err);
    }
}

/// Plots go where they are asked to go, and into a directory that is made for them.
#[test]
fn statistics_are_drawn() {
    let directory = tempfile::tempdir().unwrap();
    let plots = directory.path().join("new").join("plots");
    let run = run(&["stats", GAME, "--svg", plots.to_str().unwrap()]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let mut names: Vec<String> = fs::read_dir(&plots)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let expected = [
        "branching-by-move.svg",
        "branching-histogram.svg",
        "game-length.svg",
        "steps-per-turn.svg",
    ];
    assert_eq!(names, expected);
    let drawn = fs::read_to_string(plots.join("steps-per-turn.svg")).unwrap();
    assert!(drawn.contains("59 turns, setups left out"), "{drawn}");
}
