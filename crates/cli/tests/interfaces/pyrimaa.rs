//! Other people's tools: the Python package `aei` drives our engine, our referee drives its engine,
//! and each side's records are replayed by the other side's rules.
//!
//! Needs a virtual environment with the package, whose path is in `ARIMAA_PYRIMAA`;
//! `.ci/third-party` makes one.

#![cfg(unix)]
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const ORACLE: &str = env!("CARGO_BIN_EXE_arimaa-oracle");

/// The folder of the package's programs.
pub(crate) fn pyrimaa() -> PathBuf {
    let path = std::env::var_os("ARIMAA_PYRIMAA").expect("ARIMAA_PYRIMAA is not set");
    // Programs are run in directories of their own.
    let programs = fs::canonicalize(&path)
        .unwrap_or_else(|error| panic!("ARIMAA_PYRIMAA is {}: {error}", path.display()))
        .join("bin");
    assert!(
        programs.join("simple_engine").is_file(),
        "{}",
        programs.display()
    );
    programs
}

/// The output of a program, with its stderr only if it failed.
fn output(command: &mut Command) -> (i32, String) {
    let output = command.stdin(Stdio::null()).output().unwrap();
    let mut text = String::from_utf8(output.stdout).unwrap();
    if !output.status.success() {
        text += &String::from_utf8_lossy(&output.stderr);
    }
    (output.status.code().unwrap(), text)
}

fn oracle(arguments: &[&str]) -> (i32, String) {
    output(Command::new(ORACLE).args(arguments))
}

#[test]
#[ignore = "needs the Python package aei, in ARIMAA_PYRIMAA"]
fn our_referee_plays_the_pyrimaa_engine() {
    let programs = pyrimaa();
    let directory = tempfile::tempdir().unwrap();
    let theirs = format!("'{}'", programs.join("simple_engine").display());
    for (uniform, seed) in [("turns", "1"), ("steps", "2")] {
        let out = format!("{}/{uniform}/", directory.path().display());
        let ours = format!("'{ORACLE}' aei --uniform {uniform} --seed {seed}");
        let (code, text) = oracle(&[
            "referee",
            "--gold",
            &ours,
            "--silver",
            &theirs,
            "--games",
            "2",
            "--tc",
            "1m/5m",
            "--patience",
            "60",
            "--out",
            &out,
        ]);
        // Their engine knows no repetition, which alone may end a game of random turns otherwise
        // than by rule.
        assert!(code == 0 || text.contains("(REP-2)"), "{text}");
        for game in ["game-1.txt", "game-2.txt"] {
            let path = format!("{out}{game}");
            let (code, replayed) = oracle(&["replay", &path]);
            assert_eq!(code, 0, "{replayed}");
            let record = fs::read_to_string(&path).unwrap();
            if tag(&record, "Termination") != "i" {
                let expected =
                    format!("{} {}", tag(&record, "Result"), tag(&record, "Termination"));
                assert_eq!(replayed_by_them(&programs, &path), expected, "{record}");
            }
        }
    }
}

fn replayed_by_them(programs: &Path, record: &str) -> String {
    let script = crate::root::root().join("tests/pyrimaa/replay.py");
    let (code, text) = output(
        Command::new(programs.join("python"))
            .arg(script)
            .arg(record),
    );
    assert_eq!(code, 0, "{text}");
    text.trim().to_owned()
}

fn tag<'a>(text: &'a str, name: &str) -> &'a str {
    let prefix = format!("{name}: ");
    let line = text.lines().find(|line| line.starts_with(&prefix));
    line.map_or("", |line| &line[prefix.len()..])
}

#[test]
#[ignore = "needs the Python package aei, in ARIMAA_PYRIMAA"]
fn pyrimaa_tournament_plays_our_engine() {
    let programs = pyrimaa();
    let directory = tempfile::tempdir().unwrap();
    let theirs = programs.join("simple_engine");
    let config = format!(
        "[global]\nrounds = 4\nloglevel = ERROR\npgn_filename = games.pgn\ntimecontrol = 1m/5m/100/10m/1h\n\
         bots = Ours Theirs\nbot_hash = 50\n\n\
         [Ours]\ncmdline = '{ORACLE}' aei --seed 3\nbot_seed = 17\n\n[Theirs]\ncmdline = '{}'\n",
        theirs.display()
    );
    fs::write(directory.path().join("roundrobin.cfg"), config).unwrap();
    let (code, text) =
        output(Command::new(programs.join("roundrobin")).current_dir(directory.path()));
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("After round 4"), "{text}");
    let games = fs::read_to_string(directory.path().join("games.pgn")).unwrap();
    let games: Vec<&str> = games.split("[White ").skip(1).collect();
    assert_eq!(games.len(), 4);
    for game in games {
        let path = directory.path().join("record.txt");
        fs::write(&path, as_record(game)).unwrap();
        let (code, replayed) = oracle(&["replay", path.to_str().unwrap()]);
        assert_eq!(code, 0, "{replayed}\n{game}");
    }
    assert!(
        !text.contains(" by t") && text.contains("0 timeouts"),
        "{text}"
    );
}

/// Converts a game of the package to a record: its result, its code and its turns, whose notation
/// is ours.
fn as_record(game: &str) -> String {
    let value = |name: &str| {
        let rest = game.split(&format!("[{name} \"")).nth(1).unwrap();
        rest.split('"').next().unwrap().to_owned()
    };
    let winner = match value("Result").as_str() {
        "1-0" => "gold",
        "0-1" => "silver",
        other => panic!("{other}"),
    };
    let mut record = format!("Result: {winner}\nTermination: {}\n\n", value("ResultCode"));
    let is_turn = |line: &&str| {
        let label = line.split(' ').next().unwrap_or_default();
        label.ends_with(['g', 's']) && label.starts_with(|c: char| c.is_ascii_digit())
    };
    let turns: Vec<&str> = game.lines().filter(is_turn).collect();
    assert!(turns.len() > 10, "{game}");
    record += &turns.join("\n");
    record
}

#[test]
#[ignore = "needs the Python package aei, in ARIMAA_PYRIMAA"]
fn pyrimaa_analysis_drives_our_engine() {
    let programs = pyrimaa();
    let directory = tempfile::tempdir().unwrap();
    let config = format!(
        "[global]\ndefault_engine = ours\nstrict_checks = true\n\n\
         [ours]\ncmdline = '{ORACLE}' aei --seed 5\nbot_uniform = turns\npost_pos_depth = 4\n"
    );
    fs::write(directory.path().join("analyze.cfg"), config).unwrap();
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/games/669192.txt");
    // A drawn board is given to the engine by `setposition`, a list of moves by `makemove`.
    let (_, diagram) = oracle(&["convert", game, "--at", "12g", "--to", "diagram"]);
    let record = fs::read_to_string(game).unwrap();
    let moves: Vec<&str> = record
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
        .take_while(|line| !line.starts_with("12g"))
        .collect();
    let moves = moves.join("\n");
    for position in [diagram, moves] {
        fs::write(directory.path().join("position.txt"), &position).unwrap();
        let mut analyze = Command::new(programs.join("analyze"));
        let (code, text) = output(analyze.arg("position.txt").current_dir(directory.path()));
        assert_eq!(code, 0, "{text}");
        assert!(!text.contains("Error"), "{text}");
        let turn = tag(&text, "bestmove");
        let (code, ruling) = oracle(&["judge", game, "--at", "12g", turn]);
        assert_eq!(code, 0, "{text}\n{ruling}");
    }
}
