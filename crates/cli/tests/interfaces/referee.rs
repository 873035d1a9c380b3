//! Games between engines under the referee, to their end and replayed with the same result. The
//! reports on engines that misbehave stand in `tests/transcripts/bad_engines.md`.

#![cfg(unix)]
use std::fs;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::oracle::{Run, run};

const ORACLE: &str = env!("CARGO_BIN_EXE_arimaa-oracle");

pub(crate) fn ours() -> String {
    format!("'{ORACLE}' aei")
}

/// Plays a game of a misbehaving engine, which plays Gold, against ours.
fn game_of_bad_engine(way: &str, arguments: &[&str]) -> Run {
    let (bad, ours) = (format!("sh tests/engines/bad.sh {way}"), ours());
    let mut all = vec!["referee", "--gold", &bad, "--silver", &ours];
    all.extend(arguments);
    let run = run(&all);
    assert_eq!(run.err, "", "{way}");
    run
}

const AMPLE: [&str; 4] = ["--patience", "120", "--tc", "2m/0"];
const SCARCE: [&str; 4] = ["--patience", "120", "--tc", "1s/0"];

/// The lines of JSON that a command prints.
pub(crate) fn json_lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn games_go_to_their_end_and_replay_to_the_same_result() {
    let directory = tempfile::tempdir().unwrap();
    let out = format!("{}/", directory.path().join("new").display());
    let (turns, steps) = (ours(), format!("{} --uniform steps", ours()));
    let arguments = [
        "referee",
        "--gold",
        &turns,
        "--silver",
        &steps,
        "--games",
        "2",
        "--seed",
        "4",
        "--patience",
        "120",
        "--tc",
        "2m/0",
        "--out",
        &out,
        "--force",
        "--json",
    ];
    let first = run(&arguments);
    assert_eq!((first.code, first.err.as_str()), (0, ""), "{}", first.out);
    let [one, two, score] = json_lines(&first.out).try_into().unwrap();
    let engines = &score["score"]["engines"];
    assert_eq!(score["score"]["games"], 2);
    assert_eq!(
        engines[0]["wins"].as_u64().unwrap() + engines[1]["wins"].as_u64().unwrap(),
        2
    );
    for (number, game) in [(1, one), (2, two)] {
        let path = format!("{out}game-{number}.txt");
        assert_eq!(game["path"], path);
        let record = fs::read_to_string(&path).unwrap();
        assert_eq!(game["record"], record);
        let winner = game["winner"].as_str().unwrap();
        assert!(record.contains(&format!("Result: {winner}\n")), "{record}");
        assert_eq!(game["ending"], "rule");
        let replay = run(&["replay", "--engine", "both", "--strict", "--json", &path]);
        assert_eq!(replay.code, 0, "{}", replay.out);
        let report = &json_lines(&replay.out)[0];
        assert_eq!(report["outcome"]["rule"], game["rule"], "{report}");
        assert_eq!(report["turns"], game["turns"], "{report}");
        // Each turn has its time, in the record too.
        let seconds = game["seconds"].as_array().unwrap();
        assert_eq!(game["turns"], seconds.len(), "{game}");
        let written: Vec<String> = seconds
            .iter()
            .map(|time| format!("{:.3}", time.as_f64().unwrap()))
            .collect();
        assert!(
            record.contains(&format!("Seconds: {}\n", written.join(" "))),
            "{record}"
        );
    }
    // The same seed gives the same games.
    let turns = |out: &str| turns_of(&json_lines(out)[0]);
    assert_eq!(turns(&run(&arguments).out), turns(&first.out));
    let other = arguments.map(|word| if word == "4" { "5" } else { word });
    assert_ne!(turns(&run(&other).out), turns(&first.out));
}

/// The turns of a record, without its tags.
fn turns_of(game: &Value) -> Vec<String> {
    let lines = game["record"].as_str().unwrap().lines();
    let turns = lines.filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
    turns.map(str::to_owned).collect()
}

#[test]
fn games_without_a_seed_differ_and_their_seeds_make_them_again() {
    let ours = ours();
    let play = |arguments: &[&str]| {
        let tc = ["--tc", "2m/0/100/0/3t", "--patience", "120", "--json"];
        let all = [
            &["referee", "--gold", &ours, "--silver", &ours],
            &tc[..],
            arguments,
        ]
        .concat();
        json_lines(&run(&all).out)
    };
    let games = play(&["--games", "2"]);
    assert_ne!(turns_of(&games[0]), turns_of(&games[1]));
    let again = play(&[])[0].clone();
    assert_ne!(turns_of(&games[0]), turns_of(&again));
    let seed = games[2]["score"]["seed"].to_string();
    let same = play(&["--games", "2", "--seed", &seed]);
    assert_eq!(turns_of(&games[0]), turns_of(&same[0]));
    let [gold, silver] = ["gold", "silver"].map(|side| games[1]["seeds"][side].as_str().unwrap());
    // In the second game the second engine plays Gold, and has the number after the first one's.
    let of_second: u64 = seed.parse::<u64>().unwrap() + 2;
    assert_eq!(
        [gold, silver],
        [(of_second + 1).to_string(), of_second.to_string()]
    );
    let options = [format!("seed={silver}"), format!("seed={gold}")];
    let swapped = [
        "--games",
        "2",
        "--gold-option",
        &options[0],
        "--silver-option",
        &options[1],
    ];
    assert_eq!(turns_of(&games[1]), turns_of(&play(&swapped)[1]));
}

#[test]
fn standard_error_of_engines_goes_to_the_log() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("log");
    game_of_bad_engine(
        "crasher",
        &["--patience", "120", "--log", log.to_str().unwrap()],
    );
    let text = fs::read_to_string(&log).unwrap();
    let random = "1 silver: plays at random: --seed ";
    assert!(
        text.contains(random) && text.contains("1 gold: out of memory\n"),
        "{text}"
    );
}

#[test]
fn every_record_replays_to_its_result() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("record.txt");
    let path = path.to_str().unwrap();
    for (way, arguments, code) in [
        ("crasher", &AMPLE[..], 'f'),
        ("cheat", &AMPLE, 'i'),
        ("loiterer", &AMPLE, 'f'),
        ("nonsense", &AMPLE, 'f'),
        ("garbage", &AMPLE, 'r'),
        ("sleeper", &SCARCE, 't'),
        (
            "sleeper",
            &["--patience", "120", "--tc", "2m/0/100/0/1s"],
            's',
        ),
    ] {
        let arguments = [arguments, &["--out", path, "--force"]].concat();
        game_of_bad_engine(way, &arguments);
        let record = fs::read_to_string(path).unwrap();
        assert!(
            record.contains(&format!("\nTermination: {code}\n")),
            "{way}: {record}"
        );
        // The answer that came too late has its time, too.
        let seconds = record
            .lines()
            .find_map(|line| line.strip_prefix("Seconds: "));
        let last = seconds.and_then(|all| all.rsplit(' ').next()?.parse::<f64>().ok());
        assert!(code != 't' || last >= Some(1.0), "{way}: {record}");
        let replay = run(&["replay", path]);
        assert_eq!(replay.code, 0, "{way}: {}\n{record}", replay.out);
    }
}

#[test]
fn engine_processes_end_with_their_game() {
    let directory = tempfile::tempdir().unwrap();
    let pid_file = directory.path().join("pid");
    game_of_bad_engine(&format!("sleeper '{}'", pid_file.display()), &SCARCE);
    let pid = fs::read_to_string(pid_file).unwrap();
    let is_alive = Command::new("kill")
        .args(["-0", pid.trim()])
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert!(!is_alive.success(), "process {pid} is still there");
}
