//! Standard streams that cannot be written, and threads and signals: exit codes as documented, and
//! never a panic.

#![cfg(target_os = "linux")]

use std::fs::{self, File, OpenOptions};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::oracle::command;

const BOARD: &str = "g [...r...............................................E.........R..]";

/// Each command with arguments that are answered at once.
const COMMANDS: [&[&str]; 22] = [
    &["judge", BOARD, "Ed2n"],
    &["legal", BOARD],
    &["turns", BOARD],
    &["outcome", BOARD],
    &["outcome", "--json", BOARD],
    &["replay", "tests/games/669192.txt"],
    &["stats", "tests/games/669192.txt"],
    &["positions", "tests/games/669192.txt", "--uncounted"],
    &["perft", BOARD, "--turns", "1"],
    &["compare", "--games", "1"],
    &["suite", "list"],
    &["suite", "show", "nothing-stands-there"],
    &["suite", "run", "--only", "BRD-1"],
    &["serve", "--schema"],
    &["show", BOARD],
    &["rule"],
    &["rule", "FRZ-2"],
    &["validate", BOARD],
    &["convert", BOARD, "--to", "json"],
    &["completions", "bash"],
    &["help"],
    &["--version"],
];

fn full() -> File {
    OpenOptions::new().write(true).open("/dev/full").unwrap()
}

#[test]
fn output_to_a_full_device_is_exit_code_2() {
    for arguments in COMMANDS {
        for error_is_full in [false, true] {
            let mut command = command(arguments);
            command.stdin(Stdio::null()).stdout(full());
            if error_is_full {
                command.stderr(full());
            }
            let output = command.output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{arguments:?}");
            let error = String::from_utf8(output.stderr).unwrap();
            assert!(error_is_full || error.contains("cannot write"), "{error}");
        }
    }
}

#[test]
fn errors_to_a_full_device_keep_their_exit_codes() {
    for (arguments, code) in [
        (&["judge", BOARD, "Ed9n"][..], 2),
        (&["judge", BOARD, "Ed2n Ed2n"], 1),
        (&["replay", "/nowhere"], 2),
        (&["perft", BOARD, "--turns", "1"], 0),
        (&["compare", "--games", "1"], 0),
        (&["no-such-command"], 2),
        (&["legal", "\u{1b}", "--no-such-flag\u{1b}"], 2),
    ] {
        let output = command(arguments)
            .stdin(Stdio::null())
            .stderr(full())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    }
}

#[test]
fn a_server_whose_output_is_full_ends_with_exit_code_2() {
    let line = format!(
        r#"{{"id":1,"ask":{{"kind":"outcome","position":{{"any":{{"text":"{BOARD}"}}}}}}}}"#
    );
    for error in [Stdio::piped(), Stdio::from(full())] {
        let mut child = command(&["serve"])
            .stdin(Stdio::piped())
            .stdout(full())
            .stderr(error)
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        // It ends although its input is open.
        std::io::Write::write_all(&mut input, format!("{line}\n").as_bytes()).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(2));
    }
}

/// Threads have a limit, wherever their number comes from, and a command that works on all of them
/// notices a signal.
#[test]
fn threads_have_a_limit_wherever_their_number_comes_from() {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    for flag in [&[][..], &["--threads", "1024"]] {
        let mut child = command(&["compare", "--seconds", "600"])
            .args(flag)
            .env("RAYON_NUM_THREADS", "99999999")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let id = child.id();
        // Beside those that compare, the main one and that for signals.
        let expected = 16 * cores + 2;
        let threads = || {
            let tasks = fs::read_dir(format!("/proc/{id}/task"));
            tasks.map_or(0, Iterator::count)
        };
        while threads() < expected {
            assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
            thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(threads(), expected);
        let sent = Command::new("kill")
            .args(["-TERM", &id.to_string()])
            .status();
        assert!(sent.unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(143));
    }
}
