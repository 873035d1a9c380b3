//! The command line on a terminal: long work shows how far it is and leaves nothing of that behind,
//! and colours can be switched off.
//!
//! The terminal is that of `script` (util-linux).

#![cfg(target_os = "linux")]
use std::process::{Command, Stdio};

use crate::oracle::{file, run, text_of};
use crate::root::files_in;

/// The escape sequence that clears a line of a terminal.
const CLEAR: &str = "\u{1b}[2K";
/// The first character of every escape sequence.
const ESCAPE: char = '\u{1b}';
const RABBITS: &str = "g [.......r................................................R.......]";

/// The output of the command on a terminal, with `NO_COLOR` set or not.
pub(crate) fn on_terminal(arguments: &[&str], no_color: bool) -> String {
    let program = [env!("CARGO_BIN_EXE_arimaa-oracle")];
    let words = program.iter().chain(arguments).copied();
    let mut command = Command::new("script");
    command
        .args(["--quiet", "--command", &shlex::try_join(words).unwrap()])
        .arg("/dev/null")
        .current_dir(crate::root::root())
        .env("TERM", "xterm")
        .env("SHELL", "/bin/sh")
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::null());
    if no_color {
        command.env("NO_COLOR", "1");
    }
    let output = command
        .output()
        .expect("script, of util-linux, makes a terminal");
    String::from_utf8(output.stdout).unwrap().replace('\r', "")
}

#[test]
fn long_commands_show_a_progress_bar() {
    let engine = format!("'{}' aei", env!("CARGO_BIN_EXE_arimaa-oracle"));
    let wrong = text_of("tests/games/669192.txt");
    let wrong = wrong.replace("31g Cc2s rb2e", "31g Cc2s rb2w");
    let (_directory, wrong) = file("wrong.txt", wrong.as_bytes());
    let games = files_in("tests/games");
    let games = games.iter().map(|game| game.to_str().unwrap());
    // More than is written at once.
    let mut many = vec!["replay", "--json"];
    many.extend(games.cycle().take(64));
    for arguments in [
        &many[..],
        &["replay", &wrong, "tests/games/669204.txt"],
        &["stats", &wrong, "tests/games/669204.txt"],
        &["perft", RABBITS, "--turns", "2", "--split"],
        &[
            "perft",
            "--suite",
            "suite/perft/endings.toml",
            "--limit",
            "1000",
        ],
        &["suite", "run", "--only", "FRZ-*"],
        &["compare", "--games", "4", "--seed", "1"],
        &[
            "referee", "--gold", &engine, "--silver", &engine, "--seed", "1",
        ],
    ] {
        let piped = run(arguments);
        assert!(!piped.err.contains(ESCAPE), "{arguments:?}: {}", piped.err);
        let shown = on_terminal(arguments, true);
        assert!(shown.contains(CLEAR), "{arguments:?}: {shown}");
        // A cleared line is not visible in the end.
        let seen = shown.lines().map(|line| line.rsplit(CLEAR).next());
        let seen: Vec<&str> = seen.map(Option::unwrap_or_default).collect();
        let missing = piped.out.lines().find(|line| !seen.contains(line));
        assert_eq!(missing, None, "{arguments:?}: {seen:?}");
        let is_progress = |letter| matches!(letter, '█' | '░' | '\u{2801}'..='\u{28ff}');
        let left = seen.iter().find(|line| line.contains(is_progress));
        assert_eq!(left, None, "{arguments:?}");
    }
}

#[test]
fn colours_appear_on_terminals_only_and_can_be_disabled() {
    let question = ["judge", RABBITS, "Ra1s"];
    let piped = run(&question);
    assert_eq!(piped.code, 1);
    assert!(!piped.out.contains(ESCAPE), "{}", piped.out);
    assert_eq!(on_terminal(&question, true), piped.out);
    let coloured = on_terminal(&question, false);
    assert!(coloured.contains(ESCAPE), "{coloured}");
}
