//! `positions`: the positions of games as rows.

use std::fs::{self, File};
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

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

/// Takebacks leave no row, captures stand behind their turn, and a decided position has no turns.
#[test]
fn rows_follow_takebacks_captures_and_ends() {
    let (_directory, games) = file("games.txt", GAMES.as_bytes());
    let Run { code, out, err } = positions(&[&games, "--format", "jsonl"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let rows: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let column = |name: &str| -> Vec<&Value> { rows.iter().map(|row| &row[name]).collect() };
    assert_eq!(column("game"), ["first", "first", "second", "second"]);
    assert_eq!(column("label"), ["2g", "2s", "2g", "2s"]);
    assert_eq!(column("number"), [1, 1, 2, 2]);
    assert_eq!(rows[0]["gold_rating"], "1500");
    assert_eq!(rows[2]["gold_rating"], Value::Null);
    assert_eq!(column("captures"), ["", "Rc3", "", ""]);
    let last = &rows[3];
    assert_eq!(
        (
            &last["winner"],
            &last["end"],
            &last["turns"],
            &last["steps"]
        ),
        (&"gold".into(), &"mover-goal".into(), &0.into(), &0.into())
    );
    assert_eq!(
        (&rows[2]["winner"], &rows[2]["played"]),
        (&Value::Null, &"Ra7n".into())
    );

    let uncounted = positions(&[&games, "--uncounted"]);
    let csv = rows_of(&uncounted.out);
    assert!(csv.iter().all(|row| row[6].is_empty() && row[3].len() == 2));
    // Both forms hold the same, but for what was not counted.
    let counted = rows_of(&positions(&[&games]).out);
    let header: Vec<&str> = uncounted.out.lines().next().unwrap().split(',').collect();
    for (csv, json) in counted.iter().zip(&rows) {
        for (name, field) in header.iter().zip(csv) {
            let value = match &json[*name] {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                number => number.to_string(),
            };
            assert_eq!(*field, value, "{name}");
        }
    }
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
        let twice = positions(&[&games, &games, "--out", out_name, "--resume"]);
        assert!(twice.err.contains("named twice"), "{}", twice.err);
        let elsewhere = positions(&["tests/games/669126.txt", "--out", out_name, "--resume"]);
        assert_eq!(elsewhere.code, 2);
        assert!(
            elsewhere.err.contains("is not among the games"),
            "{}",
            elsewhere.err
        );
    }
}

/// Directories are walked in the order of names, and compressed files are unpacked.
#[test]
fn directories_and_compressed_files_are_read() {
    let directory = tempfile::tempdir().unwrap();
    let below = directory.path().join("below");
    fs::create_dir(&below).unwrap();
    fs::copy(
        crate::root::root().join("tests/games/669122.txt"),
        below.join("b.txt"),
    )
    .unwrap();
    fs::write(directory.path().join("notes.md"), "no game").unwrap();
    let packed = File::create(directory.path().join("z.txt.gz")).unwrap();
    let mut packed = GzEncoder::new(packed, Compression::fast());
    packed.write_all(&text_of(GAME).into_bytes()).unwrap();
    packed.finish().unwrap();

    let name = directory.path().to_str().unwrap();
    let walked = positions(&[name, "--uncounted"]);
    assert_eq!((walked.code, walked.err.as_str()), (0, ""));
    let listed = positions(&["tests/games/669122.txt", GAME, "--uncounted"]);
    let without_file = |run: &Run| -> Vec<Vec<String>> {
        let rows = rows_of(&run.out).into_iter();
        rows.map(|row| row[1..].to_vec()).collect()
    };
    assert_eq!(without_file(&walked), without_file(&listed));
    let replayed = run(&["replay", name]);
    assert_eq!(replayed.code, 0, "{}", replayed.err);
    assert!(
        replayed
            .out
            .lines()
            .any(|line| line.starts_with("games") && line.ends_with(" 2"))
    );

    let empty = positions(&[below.parent().unwrap().join("none").to_str().unwrap()]);
    assert_eq!(empty.code, 2);
    fs::remove_file(below.join("b.txt")).unwrap();
    let nothing = positions(&[below.to_str().unwrap()]);
    assert_eq!(nothing.code, 2);
    assert!(
        nothing
            .err
            .contains("no file below it is named .txt, .tsv, .rec"),
        "{}",
        nothing.err
    );
}

/// A game that the rules refuse is written up to that turn and complained about.
#[test]
fn refused_game_is_written_in_part() {
    let record = text_of(GAME);
    let wrong = record.replace("31g Cc2s rb2e", "31g Cc2s rb2w");
    let (_directory, wrong) = file("wrong.txt", wrong.as_bytes());
    let part = positions(&[&wrong, "--uncounted"]);
    assert_eq!((part.code, rows_of(&part.out).len()), (1, 59));
    assert!(part.err.contains("669192: 31g [Cc2s rb2w"), "{}", part.err);
}
