//! `positions`: the positions of games as rows.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::archive::{Row, table};
use crate::cli::GAME;
use crate::oracle::{Run, file, run, text_of};

/// Two short games: the first with a capture, a takeback and ratings, the second decided by a goal.
const GAMES: &str = "\
Game: first
Date: 2026-02-05
GoldRating: 1500
Result: unknown
Start: g [r.................................E.......R....................R]
2g Ec4n Rc3x
2g takeback
2g Ec4n Rc3x

Game: second
Start: g [.......rR.......................................................]
2g Ra7n
";

fn rows_of(csv: &str) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    reader
        .records()
        .map(|record| record.unwrap().iter().map(str::to_owned).collect())
        .collect()
}

fn positions(arguments: &[&str]) -> Run {
    run(&[&["positions"], arguments].concat())
}

/// The rows of a game say what other commands say of its positions.
#[test]
fn rows_agree_with_the_other_commands() {
    let Run { code, out, err } = positions(&[GAME]);
    assert_eq!((code, err.as_str()), (0, ""));
    let rows = rows_of(&out);
    // The game of 669192 ends before 32g; its first turn of play is 2g.
    assert_eq!(rows.len(), 60);
    for row in [&rows[0], &rows[25], &rows[59]] {
        let [file, number, game, label, side, board, turns, steps] = &row[..8] else {
            panic!("{row:?}");
        };
        assert_eq!(
            (file.as_str(), number.as_str(), game.as_str()),
            (GAME, "1", "669192")
        );
        assert!(board.starts_with(&side[..1]), "{row:?}");
        let shown = run(&["convert", GAME, "--at", label, "--to", "compact"]);
        assert_eq!(shown.out.trim_end(), board);
        let legal = run(&["legal", "--count", board]);
        assert_eq!(legal.out.trim_end(), steps);
        // A history forbids turns, so a board alone may have more.
        let counted: u64 = run(&["perft", board]).out.trim_end().parse().unwrap();
        assert!(turns.parse::<u64>().unwrap() <= counted, "{row:?}");
        assert_eq!(&row[14..16], ["gold", "i"]);
    }
    assert_eq!(rows[0][6], run(&["perft", &rows[0][5]]).out.trim_end());
    let played: Vec<&str> = rows.iter().map(|row| row[9].as_str()).collect();
    let record = text_of(GAME);
    for (row, played) in rows.iter().zip(&played).take(59) {
        let line = format!("\n{} {played}\n", row[3]);
        assert!(record.contains(&line), "{line}");
    }
    assert_eq!(played[59], "");

    let after_10s = rows.iter().position(|row| row[3] == "10g").unwrap();
    assert_eq!(rows[after_10s - 1][9], "cc5w cc6s Hc7s Hc6x ed7w");
    assert_eq!(rows[after_10s][8], "Hc6");
}

/// Wherever a file of rows breaks off, `--resume` completes it to the same bytes.
#[test]
fn interrupted_file_is_completed() {
    let (directory, games) = file("games.txt", GAMES.as_bytes());
    for ending in ["csv", "jsonl"] {
        let out = directory.path().join(format!("rows.{ending}"));
        let out_name = out.to_str().unwrap();
        let inputs = [games.as_str(), "tests/games/669122.txt", GAME];
        let asked = [&inputs[..], &["--uncounted", "--out", out_name]].concat();
        assert_eq!(positions(&asked).code, 0);
        let whole = fs::read(&out).unwrap();

        let again = positions(&asked);
        assert_eq!(again.code, 2);
        assert!(
            again.err.contains("it exists already; --resume goes on"),
            "{}",
            again.err
        );

        for length in (0..whole.len()).step_by(997).chain([1, 20, whole.len()]) {
            fs::write(&out, &whole[..length]).unwrap();
            let resumed = positions(&[&asked[..], &["--resume"]].concat());
            assert_eq!((resumed.code, resumed.err.as_str()), (0, ""), "{length}");
            assert!(
                fs::read(&out).unwrap() == whole,
                "{ending} cut after {length} bytes"
            );
        }

        let other = b"these are no rows";
        fs::write(&out, other).unwrap();
        let refused = positions(&[&asked[..], &["--resume"]].concat());
        assert_eq!(refused.code, 2);
        assert!(
            refused.err.contains("this is no file of rows"),
            "{}",
            refused.err
        );
        assert_eq!(fs::read(&out).unwrap(), other);

        fs::write(&out, &whole).unwrap();
        let twice = [&[games.as_str()][..], &asked, &["--resume"]].concat();
        let twice = positions(&twice);
        assert!(twice.err.contains("named twice"), "{}", twice.err);
        let elsewhere = ["tests/games/669126.txt", "--uncounted", "--out", out_name];
        let elsewhere = positions(&[&elsewhere[..], &["--resume"]].concat());
        assert_eq!(elsewhere.code, 2);
        assert!(
            elsewhere.err.contains("is not among the games"),
            "{}",
            elsewhere.err
        );
        let counted = [&inputs[..], &["--out", out_name, "--resume"]].concat();
        let counted = positions(&counted);
        assert_eq!(counted.code, 2);
        assert!(counted.err.contains("give --uncounted"), "{}", counted.err);
        assert!(fs::read(&out).unwrap() == whole);
    }
}

/// A game without a tag is judged by the edition that is asked for, and the rows name it.
#[test]
fn rows_of_games_that_another_edition_judged_are_not_gone_on_with() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("rows.csv");
    let tagged = directory.path().join("tagged.txt");
    let game = text_of(GAME);
    fs::write(&tagged, format!("Edition: 2005-05-28\n{game}")).unwrap();
    let tagged = tagged.to_str().unwrap();
    let asked = ["--uncounted", "--out", out.to_str().unwrap()];
    let older = ["--edition", "2005-05-28"];
    let by_date = ["--edition", "by-date"];
    for (files, first, then, is_the_same) in [
        ([GAME, tagged], &[][..], &older[..], false),
        ([GAME, tagged], &older, &[], false),
        ([tagged, GAME], &older, &[], false),
        ([tagged, GAME], &older, &by_date, false),
        ([GAME, tagged], &[], &by_date, false),
        ([GAME, tagged], &older, &older, true),
        ([tagged, GAME], &[], &[], true),
    ] {
        let _ = fs::remove_file(&out);
        assert_eq!(positions(&[&files[..], &asked, first].concat()).code, 0);
        let whole = fs::read(&out).unwrap();
        let resumed = positions(&[&files[..], &asked, then, &["--resume"]].concat());
        let is_refused = resumed.err.contains("was judged by another edition");
        assert_eq!(
            (resumed.code == 0, is_refused),
            (is_the_same, !is_the_same),
            "{}",
            resumed.err
        );
        assert!(fs::read(&out).unwrap() == whole);
    }
}

/// Two processes that go on with one file would write the same rows or counts twice.
#[test]
fn resumed_file_is_refused_while_another_process_writes_it() {
    let directory = tempfile::tempdir().unwrap();
    let (rows, kept) = (
        directory.path().join("rows.csv"),
        directory.path().join("kept"),
    );
    let resume = [
        "positions",
        GAME,
        "--uncounted",
        "--resume",
        "--out",
        rows.to_str().unwrap(),
    ];
    let keep = [
        "perft",
        "setup",
        "--steps",
        "1",
        "--keep",
        kept.to_str().unwrap(),
    ];
    for (path, command) in [(&rows, &resume), (&kept, &keep)] {
        assert_eq!(run(command).code, 0);
        let whole = fs::read(path).unwrap();
        let lock = fs::File::open(path).unwrap();
        lock.lock().unwrap();
        let refused = run(command);
        assert_eq!(refused.code, 2);
        let message = format!("{}: another process is writing it", path.display());
        assert!(refused.err.contains(&message), "{}", refused.err);
        assert!(fs::read(path).unwrap() == whole);
        drop(lock);
        assert_eq!(run(command).code, 0);
        assert!(fs::read(path).unwrap() == whole);
    }
}

/// A new file is locked too, before there is anything to go on with.
#[test]
fn new_file_of_rows_is_locked_while_it_is_written() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("rows.csv");
    let asked = ["--uncounted", "--out", out.to_str().unwrap()];
    let mut writing = Command::new(env!("CARGO_BIN_EXE_arimaa-oracle"))
        .args(["positions", "-"])
        .args(asked)
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut games = writing.stdin.take().unwrap();
    games
        .write_all(table(&vec![Row::new(); 100]).as_bytes())
        .unwrap();
    let start = Instant::now();
    while fs::metadata(&out).map_or(0, |file| file.len()) == 0 {
        assert!(start.elapsed() < Duration::from_mins(1), "no row");
        std::thread::sleep(Duration::from_millis(1));
    }
    let resumed = positions(&[&[GAME][..], &asked, &["--resume"]].concat());
    drop(games);
    assert_eq!(writing.wait().unwrap().code(), Some(0));
    assert_eq!(resumed.code, 2);
    assert!(
        resumed.err.contains("another process is writing it"),
        "{}",
        resumed.err
    );
}

/// The rows of the only game of a file are cut to be written again, so it must be that game.
#[test]
fn rows_of_one_other_game_are_not_cut() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("rows.csv");
    let asked = ["--uncounted", "--out", out.to_str().unwrap()];
    assert_eq!(positions(&[&[GAME][..], &asked].concat()).code, 0);
    let whole = fs::read(&out).unwrap();
    let other = [&["tests/games/669122.txt"][..], &asked, &["--resume"]].concat();
    let other = positions(&other);
    assert_eq!(other.code, 2);
    assert!(
        other.err.contains("is not among the games"),
        "{}",
        other.err
    );
    assert!(fs::read(&out).unwrap() == whole);
}
