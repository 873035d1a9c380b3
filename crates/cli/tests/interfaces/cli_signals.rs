//! Commands that a signal ends: what is known so far is printed, and the exit code names the
//! signal.

#![cfg(target_os = "linux")]

use std::fmt::Display;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::oracle::{command, run, text_of};
use crate::referee::ours;

const TERM: i32 = 15;
const INT: i32 = 2;

fn start(arguments: &[&str]) -> Child {
    command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Sends a signal to a process.
pub(crate) fn send(signal: impl Display, id: u32) {
    let kill = format!("kill -{signal} {id}");
    let sent = Command::new("sh").args(["-c", &kill]).status();
    assert!(sent.unwrap().success());
}

/// Sends the signal; returns the rest of the output, and the exit code.
fn end(mut child: Child, signal: i32, mut out: impl Read) -> (String, Option<i32>) {
    send(signal, child.id());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    (rest, child.wait().unwrap().code())
}

/// Waits for an event; fails if the program ends before it.
fn wait_until(child: &mut Child, has_come: impl Fn() -> bool) {
    while !has_come() {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        thread::sleep(Duration::from_millis(10));
    }
}

/// The processor time that a process has used, in hundredths of a second.
fn processor_time(id: u32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
    let fields = text.rsplit(')').next().unwrap();
    fields.split_whitespace().nth(11).unwrap().parse().unwrap()
}

/// After a second of processor time `compare` has compared something, however busy the machine is.
/// It has less than a second to print that; a very busy machine may need several tries.
#[test]
fn comparison_tells_what_was_compared_so_far() {
    for (signal, code) in [(TERM, 143), (INT, 130)] {
        let has_compared = |_| {
            let mut child = start(&["compare", "--seconds", "600", "--threads", "1"]);
            let id = child.id();
            wait_until(&mut child, || processor_time(id) >= 100);
            let out = child.stdout.take().unwrap();
            let (out, ended) = end(child, signal, out);
            assert_eq!(ended, Some(code), "{out}");
            out.contains("of seed 0: no difference\n")
        };
        assert!((0..5).any(has_compared));
    }
}

/// `timeout` sends its signal to the program, and then to the group in which both are. The engine
/// leaves a process behind that holds its standard error, so that the game ends half a second after
/// the first signal.
#[test]
fn two_signals_at_once_leave_the_totals() {
    let directory = tempfile::tempdir().unwrap();
    let [left, plays] = ["left", "plays"].map(|name| directory.path().join(name));
    let leave = "setsid sh -c \"echo > $0; exec sleep 5\" < /dev/null > /dev/null &";
    let engine = format!(
        "sh -c '{leave} exec sh tests/engines/bad.sh sleeper $1' '{}' '{}'",
        left.display(),
        plays.display()
    );
    let interrupted = |_| {
        for file in [&left, &plays] {
            let _ = fs::remove_file(file);
        }
        let mut child = start(&["referee", "--gold", &engine, "--silver", &engine]);
        wait_until(&mut child, || left.exists() && plays.exists());
        let again = Command::new("sh")
            .args(["-c", &format!("sleep 0.1; kill -{TERM} {}", child.id())])
            .spawn();
        let out = child.stdout.take().unwrap();
        let (rest, code) = end(child, TERM, out);
        again.unwrap().wait().unwrap();
        assert_eq!(code, Some(143), "{rest}");
        rest.starts_with("games     0")
    };
    // A very busy machine may not give it its second at once.
    assert!((0..5).any(interrupted));
}

#[test]
fn interrupted_referee_keeps_finished_games_whole() {
    let directory = tempfile::tempdir().unwrap();
    let record = directory.path().join("games.txt");
    let record = record.to_str().unwrap();
    let ours = ours();
    let mut referee = vec![
        "referee", "--gold", &ours, "--silver", &ours, "--games", "1000",
    ];
    referee.extend(["--tc", "1/1/100/0/3t", "--out", record]);
    let mut child = start(&referee);
    let mut out = BufReader::new(child.stdout.take().unwrap());
    // A game is printed when it is over, although standard output is no terminal.
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    assert!(first.starts_with("game 1: "), "{first}");
    let (rest, code) = end(child, INT, out);
    assert_eq!(code, Some(130), "{rest}");
    let games = fs::read_to_string(record)
        .unwrap()
        .matches("Game: ")
        .count();
    assert_eq!(
        1 + rest.matches("\ngame ").count() + usize::from(rest.starts_with("game ")),
        games
    );
    let replay = run(&["replay", record]);
    assert_eq!(replay.code, 0, "{}", replay.out);
    assert!(
        replay.out.starts_with(&format!("games{games:>23}\n")),
        "{}",
        replay.out
    );
}

/// Totals are printed at a signal even while standard input is open and silent.
#[test]
fn interrupted_replay_prints_what_was_done() {
    let wrong = text_of("tests/games/669192.txt");
    let wrong = wrong.replace("31g Cc2s rb2e", "31g Cc2s rb2w");
    let (_directory, path) = crate::oracle::file("wrong.txt", wrong.as_bytes());
    let mut child = start(&["replay", "--json", &path, "-"]);
    let input = child.stdin.take().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    assert!(first.starts_with("{\"agrees\":false,"), "{first}");
    let (rest, code) = end(child, TERM, out);
    assert_eq!(code, Some(143));
    assert!(rest.starts_with("{\"summary\":"), "{rest}");
    assert!(rest.contains("\"games\":1,"), "{rest}");
    drop(input);
}

/// Games are worked on in parallel, but those written are the first ones without a gap, so that
/// `--resume` misses none.
#[test]
fn interrupted_rows_leave_no_game_out() {
    let games = text_of("tests/games/669152.txt").repeat(400);
    let (directory, path) = crate::oracle::file("games.txt", games.as_bytes());
    let out = directory.path().join("rows.jsonl");
    let mut child = command(&["positions", &path, "--threads", "2", "--out"])
        .arg(&out)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    wait_until(&mut child, || {
        fs::metadata(&out).is_ok_and(|file| file.len() > 0)
    });
    // Half a second later it works on the games after those that were written first.
    let (id, start) = (child.id(), processor_time(child.id()));
    wait_until(&mut child, || processor_time(id) >= start + 50);
    let stdout = child.stdout.take().unwrap();
    assert_eq!(end(child, TERM, stdout), (String::new(), Some(143)));
    let rows = fs::read_to_string(&out).unwrap();
    // The last line may lack its end.
    let number = |line| serde_json::from_str::<Value>(line).ok()?["number"].as_u64();
    let mut written: Vec<u64> = rows.lines().filter_map(number).collect();
    written.dedup();
    assert!(
        written.iter().copied().eq(1..=written.len() as u64),
        "{written:?}"
    );
    assert!(written.len() < 400);
}

/// A run that is ended early keeps its results. Its subject makes a file when it is asked the
/// fourth case, and never answers it.
#[test]
fn interrupted_run_keeps_its_results() {
    let directory = tempfile::tempdir().unwrap();
    let [file, tired] = ["report.json", "tired"].map(|name| directory.path().join(name));
    let interrupted = |_| {
        let cases = [
            "--only",
            "BRD-2",
            "--skip",
            "turns",
            "--skip",
            "*-exchanged",
        ];
        let subject = ["--subject", "sh tests/subjects/bad.sh tiring"];
        let mut child = command(&[&["suite", "run"], &cases[..], &subject].concat())
            .arg("--report")
            .arg(&file)
            .env("TIRED", &tired)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        wait_until(&mut child, || tired.exists());
        let out = child.stdout.take().unwrap();
        let (text, code) = end(child, INT, out);
        assert_eq!(code, Some(130));
        let _ = fs::remove_file(&tired);
        let report = fs::read_to_string(&file).ok()?;
        Some((text, serde_json::from_str::<Value>(&report).unwrap()))
    };
    // It writes within less than a second, which a very busy machine may not give it at once.
    let (text, report) = (0..5).find_map(interrupted).unwrap();
    assert_eq!(report["results"].as_array().unwrap().len(), 3);
    let planned = report["planned"].as_u64().unwrap();
    let ended = format!("\nended early: 3 of {planned} cases have a result; missing: `");
    assert!(text.contains(&ended), "{text}");
    assert_eq!(report["complete"], false);
}
