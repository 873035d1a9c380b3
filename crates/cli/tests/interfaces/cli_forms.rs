//! The forms in which positions are read, and the errors of those that cannot be.

use std::fs;

use crate::oracle::{Run, file, run, run_with, text_of};

const GAME: &str = "tests/games/669192.txt";
const SETUP: &str = "g [rrrrrrrrdhcemchd................................DHCMECHDRRRRRRRR]";
const RANKS: &str = "rrrrrrrr/dhcemchd/8/8/8/8/DHCMECHD/RRRRRRRR";

/// The same board in every form, as an argument, as a file, and on standard input.
#[test]
fn every_form_of_a_board_is_read_from_everywhere() {
    let lines = RANKS.replace('/', "\n").replace('8', "........");
    let count = run(&["turns", "--count", SETUP]).out;
    let shown = run(&["show", SETUP]).out;
    let drawing = shown.replace("gold to move\n", "");
    for text in [
        SETUP.to_owned(),
        SETUP.replace("g [", "gold ["),
        SETUP.replace("g [", "w["),
        SETUP.replace("g [", "Gold ["),
        SETUP.replace("g [", "12g ["),
        SETUP.replace("g [", "9g:\n["),
        SETUP.replace("g [", "[") + " g",
        SETUP.replace("g [", "[") + " 9g: gold to move",
        format!("g {RANKS}"),
        format!("{RANKS} gold"),
        format!("12g {RANKS}"),
        format!("{RANKS} 9w:"),
        format!("Gold: [{RANKS}]"),
        format!("g [{RANKS}]"),
        format!("g\n{lines}"),
        format!("# a comment\n\n{lines}\ngold to move\n"),
        format!("2g: gold to move\r\n{}\r\n", lines.replace('\n', "\r\n")),
        run(&["convert", SETUP, "--to", "json"]).out,
        run(&["convert", SETUP, "--to", "diagram"]).out,
        format!("Gold\n{drawing}"),
        format!("9g:\n{drawing}"),
        format!("{drawing}9g:\n"),
        shown,
    ] {
        let (_directory, path) = file("position.txt", text.as_bytes());
        for read in [
            run(&["turns", "--count", &path]),
            run(&["turns", "--count", text.trim_end()]),
            run_with(&["turns", "--count", "-"], text.as_bytes()),
        ] {
            assert_eq!(
                (read.code, read.out.as_str()),
                (0, count.as_str()),
                "{text}: {}",
                read.err
            );
        }
    }
}

#[test]
fn drawings_of_positions_in_play_are_read_again() {
    for at in ["2g", "12s", "31s"] {
        let shown = run(&["show", GAME, "--at", at]);
        assert!(shown.out.contains(&format!("\n{at}: ")), "{}", shown.out);
        let again = run_with(&["show", "-"], shown.out.as_bytes());
        assert_eq!((again.out, again.code), (shown.out, 0), "{}", again.err);
    }
    let won = "s [R......r........................................................]";
    let shown = run(&["show", won]).out;
    assert!(
        shown.contains("silver to move; the game is over, gold wins"),
        "{shown}"
    );
    assert_eq!(run_with(&["show", "-"], shown.as_bytes()).out, shown);
}

#[test]
fn records_and_archives_are_read_from_standard_input() {
    let game = text_of(GAME).into_bytes();
    let from_file = run(&["legal", GAME, "--at", "12s"]);
    let piped = run_with(&["legal", "-", "--at", "12s"], &game);
    assert_eq!((piped.code, piped.out), (0, from_file.out), "{}", piped.err);
    assert_eq!(run_with(&["replay", "-"], &game).code, 0);
}

#[test]
fn records_without_ids_are_chosen_by_number() {
    let (_directory, path) = file("games.txt", b"1g Ra1\n\nGold: x\n\n1g Rb1\n");
    let second = run(&["convert", &path, "--game", "2", "--to", "record"]);
    assert!(second.out.contains("Gold: x\n"), "{}", second.err);
    let err = run(&["outcome", &path]).err;
    assert!(err.ends_with("choose one with --game, of 1, 2\n"), "{err}");
}

#[test]
fn lines_of_several_forms_are_answered_in_order() {
    let input = format!("\n# boards\n{SETUP}\nnonsense\ng {RANKS}\n{{\"side\": 1}}\n");
    let text = run_with(&["turns", "--count", "-"], input.as_bytes());
    let lines: Vec<&str> = text.out.lines().collect();
    assert_eq!((text.code, lines.len()), (2, 4), "{}", text.out);
    assert_eq!(lines[0], lines[2]);
    assert!(
        lines[1]
            .starts_with("error: line 4, column 1: found `nonsense`, expected the side to move"),
        "{}",
        lines[1]
    );
    assert!(lines[3].starts_with("error: line 6, "), "{}", lines[3]);
    for command in [
        &["turns", "--count"][..],
        &["outcome"],
        &["legal"],
        &["validate"],
    ] {
        let json = run_with(&[command, &["--json", "-"]].concat(), input.as_bytes());
        let kinds: Vec<bool> = json
            .out
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["kind"] == "error")
            .collect();
        assert_eq!(kinds, [false, true, false, true], "{}", json.out);
    }
}

/// The error, and the line below it with its carets.
#[test]
fn errors_point_at_the_word() {
    let missing = RANKS.replace("8/8/8/8", "8/7/8/8");
    let short = SETUP.replacen("..........", ".........", 1);
    for (arguments, expected) in [
        (
            &["judge", SETUP, "Da2n CB3N Ee2n"][..],
            "error: TURN: line 1, column 6: found `CB3N`, expected a step (`Ed2n`), a placement (`Ra1`) \
             or a capture (`cf3x`); perhaps `Cb3n`\n  Da2n CB3N Ee2n\n       ^^^^\n",
        ),
        (
            &["outcome", &format!("g {missing}")],
            "error: POSITION: line 1, column 24: found 7 squares on rank 5, expected 8 squares\n",
        ),
        (
            &["outcome", &short],
            "error: the compact board: line 1, column 67: found 63 squares, expected 64 squares\n",
        ),
        (
            &["outcome", &format!("g {}", RANKS.replace("emc", "emk"))],
            "error: POSITION: line 1, column 17: found `k`, expected a piece letter \
             (one of EMHDCRemhdcr) or an empty square on f7\n",
        ),
        (
            &["outcome", &SETUP.replace("g [", "[")],
            "error: the compact board: line 1, column 1: found a board alone, \
             expected the side to move before or after it, such as `g`\n",
        ),
        (
            &["outcome", &SETUP.replace(['[', ']'], "")],
            "error: the compact board: line 1, column 3: found `rrrrrrrrdhcemchd........…`, \
             expected `[` and 64 squares\n",
        ),
        (
            &["outcome", &format!("setposition {SETUP}")],
            "error: the compact board: line 1, column 1: found `setposition g`, \
             expected the board without the command, `g [...]`\n",
        ),
        (
            &["outcome", &format!("s {RANKS} g")],
            "error: POSITION: line 1, column 47: found `g`, expected one side to move, and one label\n",
        ),
        (
            &["outcome", RANKS],
            "error: POSITION: line 1, column 1: found a board alone, \
             expected the side to move before or after it, such as `g`\n",
        ),
    ] {
        let Run { code, err, .. } = run(arguments);
        assert_eq!(code, 2);
        assert!(err.starts_with(expected), "{err}");
        assert!(err.trim_end().ends_with('^'), "{err}");
    }
}

#[test]
fn errors_of_files_name_the_file_and_the_line() {
    for (content, told) in [
        (
            "1g Ra1\r1s ra8\r",
            "line 1, column 7: found a carriage return alone",
        ),
        ("4294967295g Ra1\n", "line 1, column 1: found `4294967295g`"),
        ("1g Ra1\n1s RA8\n", "line 2, column 4: found `RA8`"),
        (
            "g\nrrrrrrrr\n........\n.......\n",
            "line 4, column 8: found 7 squares on rank 6",
        ),
        (
            "g rrrrrrrr/dhcemkhd/8/8/8/8/DHCMECHD/RRRRRRRR\n",
            "line 1, column 17: found `k`, expected a piece letter",
        ),
    ] {
        let (_directory, path) = file("bad.txt", content.as_bytes());
        let Run { code, err, .. } = run(&["outcome", &path]);
        assert_eq!(code, 2, "{content}");
        assert!(err.starts_with(&format!("error: {path}: {told}")), "{err}");
    }
}

#[test]
fn rulings_tell_equal_tokens_and_turns_of_the_other_side() {
    for (arguments, told) in [
        (
            &["judge", "setup", "Ra1 Ra1"][..],
            "at the second `Ra1`: a1 is taken: a gold rabbit is there",
        ),
        (
            &["judge", SETUP, "Ee2n Ee3s Ee2n Ee2n"],
            "at the third `Ee2n`: ",
        ),
        (
            &["judge", GAME, "--at", "30s", "Cc2s rb2e rc2n Cc1n"],
            "\nas turn 30g it is legal: perhaps --at 30g\n",
        ),
        (
            &["judge", GAME, "--at", "31s", "cb3n rc3w rb3s cb4s"],
            "\nit stood after 29s and after 30s\n",
        ),
    ] {
        let Run { code, out, .. } = run(arguments);
        assert_eq!(code, 1);
        assert!(out.contains(told), "{out}");
    }
    for (turn, told) in [
        (
            "31g Cc2s rb2e rc2n Cc1n",
            "as turn 31g it is legal: perhaps --at 31g",
        ),
        ("31g Cc2s rb2w", "--at 31g judges it as turn 31g"),
    ] {
        let Run { out, .. } = run(&["judge", GAME, turn]);
        assert!(out.contains(&format!(" (NOT-5)\n{told}\n")), "{out}");
    }
    let legal = run(&["judge", GAME, "--at", "30g", "Cc2e rb2e rc2n Cd2w"]);
    assert!(!legal.out.contains("perhaps"), "{}", legal.out);
}

#[test]
fn option_engine_belongs_to_commands_that_an_engine_answers() {
    for command in [
        "judge", "legal", "turns", "outcome", "replay", "stats", "perft", "serve", "aei",
        "referee", "validate",
    ] {
        assert!(
            run(&[command, "--help"]).out.contains("--engine"),
            "{command}"
        );
    }
    for command in [
        "compare",
        "suite",
        "show",
        "rule",
        "convert",
        "completions",
        "install-pages",
    ] {
        assert!(
            !run(&[command, "--help"]).out.contains("--engine"),
            "{command}"
        );
    }
}

#[test]
fn pages_and_completions_are_installed() {
    let directory = tempfile::tempdir().unwrap();
    let prefix = directory.path().join("local");
    let installed = run(&["install-pages", "--prefix", prefix.to_str().unwrap()]);
    assert_eq!((installed.code, installed.err.as_str()), (0, ""));
    for name in [
        "man/man1/arimaa-oracle.1",
        "man/man1/arimaa-oracle-judge.1",
        "man/man1/arimaa-oracle-suite-run.1",
        "bash-completion/completions/arimaa-oracle",
        "zsh/site-functions/_arimaa-oracle",
        "fish/vendor_completions.d/arimaa-oracle.fish",
    ] {
        let path = prefix.join("share").join(name);
        assert!(fs::metadata(&path).unwrap().len() > 500, "{name}");
        assert!(
            installed.out.contains(path.to_str().unwrap()),
            "{}",
            installed.out
        );
    }
    let page = fs::read_to_string(prefix.join("share/man/man1/arimaa-oracle-judge.1")).unwrap();
    assert!(page.contains(".TH") && page.contains("\\-\\-at"), "{page}");
}
