//! Memory stays bounded, whatever files hold: commands run with a limit on the memory that they can
//! write.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, Output};

/// Runs a command with a file as its standard input and two threads that can write `limit` KiB of
/// memory, stacks included. Addresses that an allocator reserves do not count.
fn run(command: &str, file: &Path, limit: u32) -> Output {
    Command::new("sh")
        .arg("-c")
        .arg(format!("ulimit -d {limit} && exec \"$0\" {command}"))
        .arg(env!("CARGO_BIN_EXE_arimaa-oracle"))
        .stdin(File::open(file).unwrap())
        .env("RAYON_NUM_THREADS", "2")
        .output()
        .unwrap()
}

fn summary(output: &Output) -> String {
    let (code, text) = (output.status.code(), &output.stdout);
    let text = String::from_utf8_lossy(text);
    let games = text.lines().find(|line| line.starts_with("games"));
    format!("{code:?} {}", games.unwrap_or_default())
}

#[test]
fn archive_rows_with_long_logs_are_not_all_held_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("archive.tsv");
    let log = vec![r"1 a"; (2 << 20) / 5].join(r"\n");
    let mut file = BufWriter::new(File::create(&path).unwrap());
    writeln!(file, "id\tresult\ttermination\tmovelist\tevents").unwrap();
    for id in 0..8 {
        writeln!(file, "{id}\tw\tt\t1w\t{log}").unwrap();
    }
    drop(file);
    let games = "Some(0) games                      8";
    assert_eq!(summary(&run("replay -", &path, 200_000)), games);
}

#[test]
#[ignore = "takes long: a part of .ci/deep"]
fn records_of_a_file_are_not_all_held_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.txt");
    std::fs::write(&path, "1g\nGame:1\n".repeat(800_000)).unwrap();
    // The last record has a tag alone.
    let games = "Some(0) games                 800001";
    assert_eq!(summary(&run("replay -", &path, 350_000)), games);
}

#[test]
fn answers_to_many_boards_are_not_all_held_at_once() {
    // A position with 101,448 turns.
    let board = "g [e....c....dH.Dc.rH.rC..R.rD.rCr.h.r..r...R.rE.MdR.R.m.h..R.R.R.R]";
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("boards.txt");
    std::fs::write(&path, format!("{board}\n").repeat(4)).unwrap();
    let output = run("turns --json -", &path, 200_000);
    assert_eq!(output.status.code(), Some(0));
    let lines = output.stdout.split(|&byte| byte == b'\n');
    assert_eq!(lines.count(), 5);
}

/// Questions behind a slow one are answered, and their responses are held until its response.
#[test]
#[ignore = "takes long: a part of .ci/deep"]
fn requests_and_responses_behind_a_slow_one_are_held_within_a_bound() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("requests.jsonl");
    let mut file = BufWriter::new(File::create(&path).unwrap());
    let slow = r#"{"kind":"perft","count":"turns","depth":3,"position":{"any":{"text":"g [e....c....dH.Dc.rH.rC..R.rD.rCr.h.r..r...R.rE.MdR.R.m.h..R.R.R.R]"}}}"#;
    writeln!(file, r#"{{"id":0,"timeout_ms":3000,"ask":{slow}}}"#).unwrap();
    let source = "-".repeat(1_000_000);
    for id in 1..=200 {
        let ask = format!(r#"{{"kind":"parse","form":"record","text":"Source: {source}"}}"#);
        writeln!(file, r#"{{"id":{id},"ask":{ask}}}"#).unwrap();
    }
    drop(file);
    let limited = run("serve", &path, 280_000);
    assert_eq!(limited.status.code(), Some(0));
    let lines = limited.stdout.split(|&byte| byte == b'\n');
    assert_eq!(lines.count(), 202);
}

/// Each option that names an input file gets a file without an end, or one of 8 GiB.
#[test]
fn files_without_an_end_are_refused_within_a_bound() {
    let folder = tempfile::tempdir().unwrap();
    let sparse = |name: &str, start: &[u8]| {
        let path = folder.path().join(name);
        let mut file = File::create(&path).unwrap();
        file.write_all(start).unwrap();
        file.set_len(8 << 30).unwrap();
        path.display().to_string()
    };
    let csv = sparse("rows.csv", b"file,number,game,label,side,board\n");
    let jsonl = sparse("rows.jsonl", b"{\"file\":\"");
    let game = crate::root::root().join("tests/games/669192.txt");
    let positions = format!("positions --uncounted --resume {} --out", game.display());
    let board = "'g [...r...............................................E.........R..]'";
    let mut commands = vec![
        format!("perft --turns 1 --keep /dev/zero {board}"),
        "suite run --only BRD-1 --failed-from /dev/zero".to_owned(),
        "referee --gold false --silver false --from /dev/zero".to_owned(),
    ];
    let readers = [
        "judge",
        "legal",
        "turns",
        "goal",
        "outcome",
        "show",
        "validate",
        "convert",
        "replay",
        "stats",
        "positions",
        "perft",
        "perft --suite",
        "suite badge",
        "suite skip-list",
        "suite run --only BRD-1 --skip-list",
    ];
    let whole = readers.map(|command| format!("{command} /dev/zero"));
    commands.extend(whole);
    for command in &commands {
        let output = run(command, Path::new("/dev/null"), 300_000);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command}: {error}");
        assert!(!error.contains("memory"), "{command}: {error}");
    }
    // What is no row is cut off.
    for file in [csv, jsonl] {
        let output = run(
            &format!("{positions} {file}"),
            Path::new("/dev/null"),
            300_000,
        );
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(std::fs::metadata(file).unwrap().len() < 1 << 20);
    }
}

/// The limit works: a process that may hold almost no memory gives no answer.
#[test]
fn process_beyond_its_limit_ends_without_an_answer() {
    let output = run("replay -", Path::new("/dev/null"), 100);
    assert!(!matches!(output.status.code(), Some(0..=2)), "{output:?}");
}
