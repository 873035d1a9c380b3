//! Text of files, arguments and other programs on a terminal: what does not print is shown with
//! escapes, whatever field of whatever command holds it.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;

use crate::archive::{Row, table};
use crate::cli_terminal::on_terminal;
use crate::oracle::text_of;

/// A window title with a bell, a control sequence of C1, a direction mark, no width, DEL.
const HOSTILE: &str = "\u{1b}]0;title\u{7}\u{9b}2J\u{202e}\u{200b}\u{7f}";
/// Sequences that our own output never has: its styles and progress bar begin with `ESC [`.
const RAW: [&str; 6] = [
    "\u{1b}]", "\u{7}", "\u{9b}", "\u{202e}", "\u{200b}", "\u{7f}",
];
const GAME: &str = "tests/games/669192.txt";
const SETUP: &str = "g [rrrrrrrrdhcemchd................................DHCMECHDRRRRRRRR]";

/// Runs a command on a terminal; fails if it prints one of [`RAW`]. Returns the output.
fn prints_safely(arguments: &[&str]) -> String {
    let out = on_terminal(arguments, false);
    for raw in RAW {
        assert!(!out.contains(raw), "{arguments:?} prints {raw:?}: {out:?}");
    }
    out
}

/// Gives a file with this content and a hostile name to every command that reads files.
fn read_by_every_command(directory: &Path, content: &str) {
    let path = directory.join(format!("{}.txt", HOSTILE.replace('/', "")));
    fs::write(&path, content).unwrap();
    let path = path.to_str().unwrap();
    for command in [
        &["outcome", path][..],
        &["outcome", "--json", path],
        &["outcome", path, "--game", HOSTILE],
        &["judge", path, HOSTILE],
        &["show", path],
        &["show", "--svg", path],
        &["validate", path],
        &["replay", path],
        &["replay", "--json", path],
        &["stats", path],
        &["convert", path, "--to", "record"],
        &["convert", path, "--to", "json"],
        &["perft", "--suite", path],
    ] {
        prints_safely(command);
    }
}

#[test]
#[ignore = "takes seconds; `.ci/run` runs it"]
fn hostile_tags_and_turns_of_records_are_escaped() {
    let directory = tempfile::tempdir().unwrap();
    let game = text_of(GAME);
    for tag in [
        "Game", "Gold", "Event", "Result", "Edition", "Start", "Unknown",
    ] {
        read_by_every_command(directory.path(), &format!("{tag}: {HOSTILE}\n{game}"));
    }
    for text in [
        format!("1g {HOSTILE}\n"),
        format!("{HOSTILE} Ra1\n"),
        format!("Game: {HOSTILE}\n\n1g Ra1\n\nGame: {HOSTILE}2\n\n1g Ra1\n"),
        format!("g\nrrrrrrr{HOSTILE}\n"),
        format!("12g {HOSTILE}\n +-----------------+\n8| r r {HOSTILE} |\n"),
        format!(
            "{{\"side\": \"gold\", \"board\": [\"{}\"]}}",
            "\\u001b]\\u009b"
        ),
        format!("{{\"{}\": 1}}", "\\u001b]\u{9b}"),
    ] {
        read_by_every_command(directory.path(), &text);
    }
}

#[test]
fn hostile_cells_of_archives_are_escaped() {
    let directory = tempfile::tempdir().unwrap();
    let whole = table(&[Row::new()]);
    let (header, row) = whole.trim_end().split_once('\n').unwrap();
    for cell in 0..header.split('\t').count() {
        let mut cells: Vec<&str> = row.split('\t').collect();
        cells[cell] = HOSTILE;
        let text = format!("{header}\n{}\n", cells.join("\t"));
        read_by_every_command(directory.path(), &text);
    }
    let mut row = Row::new()
        .refuse("3g", HOSTILE, HOSTILE)
        .refuse("4g", "Ra1n", HOSTILE);
    row.log.push(HOSTILE.to_owned());
    row.movelist[5] = format!("3s {HOSTILE}");
    read_by_every_command(directory.path(), &table(&[row]));
}

#[test]
fn hostile_arguments_are_escaped() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join(HOSTILE);
    let out = out.to_str().unwrap();
    let board = SETUP.replacen("....", HOSTILE, 1);
    for arguments in [
        &[HOSTILE][..],
        &[&format!("--{HOSTILE}")],
        &["outcome", HOSTILE],
        &["outcome", &board],
        &["outcome", &format!("g rr{HOSTILE}/8/8/8/8/8/8/8")],
        &["outcome", SETUP, "--edition", HOSTILE],
        &["outcome", SETUP, "--at", HOSTILE],
        &["outcome", "setup", "--handicap", HOSTILE],
        &["judge", SETUP, HOSTILE],
        &["judge", SETUP, &format!("Da2n {HOSTILE}")],
        &["legal", SETUP, HOSTILE],
        &["perft", SETUP, "--turns", HOSTILE],
        &["rule", HOSTILE],
        &["rule", "--search", HOSTILE],
        &["completions", HOSTILE],
        &["suite", "show", HOSTILE],
        &["suite", "run", "--only", HOSTILE],
        &["suite", "run", "--only", "BRD-1", "--subject", HOSTILE],
        &["suite", "run", "--only", "BRD-1", "--skip-list", HOSTILE],
        &["compare", "--seed", HOSTILE],
        &["serve", "--threads", HOSTILE],
        &["aei", "--seed", HOSTILE],
        &["referee", "--gold", HOSTILE, "--silver", HOSTILE],
        &["install-pages", "--prefix", out],
    ] {
        let printed = prints_safely(arguments);
        // The argument is shown all the same.
        assert!(printed.contains("u{9b}"), "{arguments:?}: {printed}");
    }
}

#[test]
fn hostile_output_of_other_programs_is_escaped() {
    let directory = tempfile::tempdir().unwrap();
    let write = |name: &str, script: &str| {
        let path = directory.path().join(name);
        fs::write(&path, script.replace("HOSTILE", HOSTILE)).unwrap();
        format!("sh '{}'", path.to_str().unwrap())
    };
    let ours = format!("'{}' aei", env!("CARGO_BIN_EXE_arimaa-oracle"));
    let engine = "echo 'protocol-version 1'; echo 'id name HOSTILE'; echo 'id author HOSTILE'; echo aeiok\n\
        while read -r word rest; do case $word in\n\
        isready) echo 'log HOSTILE'; echo 'HOSTILE' >&2; echo readyok;;\n\
        go) echo 'info string HOSTILE'; echo 'ANSWER';;\n\
        quit) exit;; esac; done\n";
    for (name, answer) in [("move.sh", "bestmove HOSTILE"), ("word.sh", "HOSTILE")] {
        let engine = write(name, &engine.replace("ANSWER", answer));
        for json in [&[][..], &["--json"]] {
            let tc = [
                "referee",
                "--tc",
                "1s/0/100/0/5t",
                "--gold",
                &engine,
                "--silver",
                &ours,
            ];
            prints_safely(&[&tc[..], json].concat());
            let aei = [
                "suite",
                "run",
                "--only",
                "beside-to-the-north",
                "--timeout",
                "1",
                "--aei",
                &engine,
            ];
            prints_safely(&[&aei[..], json].concat());
        }
    }
    for script in [
        "echo HOSTILE; echo HOSTILE >&2",
        "read line; echo '{\"id\": 1, \"HOSTILE\": \"HOSTILE\"}'; exit 1",
    ] {
        let subject = write("subject.sh", script);
        for json in [&[][..], &["--json"]] {
            let run = ["suite", "run", "--only", "BRD-1", "--subject", &subject];
            prints_safely(&[&run[..], json].concat());
        }
    }
}
