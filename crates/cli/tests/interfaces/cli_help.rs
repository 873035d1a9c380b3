//! The examples in the help of every command, as they are pasted into a shell.

#![cfg(unix)]

use std::fs;
use std::path::Path;

use crate::archive::{Row, table};
use crate::oracle::{run, text_of};
use crate::transcripts;

/// Parts of examples that are not run: they need other programs, a network, root or minutes.
const NOT_PASTED: [&str; 11] = [
    "./",
    "adapter.py",
    "games/",
    ".parquet",
    "--http",
    "arimaa-oracle page",
    "/usr/local",
    "--seconds",
    "10000",
    "--turns 3",
    "suite/perft",
];

/// Writes the files that the examples name.
fn write_files(directory: &Path) {
    let write = |name: &str, text: &str| fs::write(directory.join(name), text).unwrap();
    let game = "tests/games/669192.txt";
    write("game.txt", &text_of(game));
    // With the day of the game, in seconds since 1970.
    let archive = table(&[Row::new()]);
    let archive = archive.replacen("id\t", "startts\tid\t", 1);
    let archive = archive.replacen("\n1\t", "\n1600000000\t669192\t", 1);
    write("archive.tsv", &archive);
    write("diagram.txt", &run(&["show", game, "--at", "2g"]).out);
    write(
        "state.json",
        &run(&["convert", game, "--at", "2g", "--to", "json"]).out,
    );
    write(
        "boards.txt",
        &run(&["convert", game, "--at", "12s", "--to", "compact"]).out,
    );
    write("questions.jsonl", "{\"id\": 1, \"hello\": {}}\n");
}

#[test]
#[ignore = "takes seconds; `.ci/run` runs it"]
fn examples_in_help_run_as_they_stand() {
    let directory = tempfile::tempdir().unwrap();
    write_files(directory.path());
    let mut pasted = 0;
    let all = run(&["--help"]).out;
    let (_, commands) = all.split_once("Commands:\n").unwrap();
    for line in commands.lines().take_while(|line| !line.is_empty()) {
        // A line that is indented further goes on with what the line before begins.
        let name = line
            .strip_prefix("  ")
            .and_then(|line| line.split(' ').next());
        let words = match name.unwrap_or_default() {
            "" => continue,
            "suite" => &["suite", "run", "--help"][..],
            name => &[name, "--help"],
        };
        let help = run(words).out;
        let Some((_, examples)) = help.split_once("Examples:\n") else {
            continue;
        };
        for example in examples
            .lines()
            .take_while(|line| line.starts_with("  arimaa-oracle "))
        {
            if NOT_PASTED.iter().any(|part| example.contains(part)) {
                continue;
            }
            let output = transcripts::run(directory.path(), example);
            let err = String::from_utf8_lossy(&output.stderr);
            // A turn of an example may be illegal, which is an answer.
            assert!(
                matches!(output.status.code(), Some(0 | 1)),
                "{example}: {err}"
            );
            pasted += 1;
        }
    }
    assert!(pasted > 25, "{pasted}");
}
