//! `stats` over files: games that do not count whole, threads, formats and pictures.

use std::fs;

use crate::cli::GAME;
use crate::oracle::{Run, file, run, text_of};

/// A game with a refused turn is named and counts up to it; one that cannot be read is complained
/// about; the others count.
#[test]
fn statistics_drop_no_game_silently() {
    let record = text_of(GAME);
    let (_directory, wrong) = file(
        "wrong.txt",
        record.replace("31g Cc2s rb2e", "31g Cc2s rb2w").as_bytes(),
    );
    let (_another, bad) = file("bad.txt", b"1g Ra9\n");
    let run_of = |more: &[&str]| run(&[&["stats"], more].concat());

    let part = run_of(&[GAME, &wrong]);
    assert_eq!((part.code, part.err.as_str()), (1, ""), "{}", part.out);
    assert!(
        part.out
            .starts_with(&format!("{wrong}: 669192: 31g [Cc2s rb2w")),
        "{}",
        part.out
    );
    let line = |run: &Run, start: &str| -> String {
        run.out
            .lines()
            .find(|line| line.starts_with(start))
            .unwrap()
            .to_owned()
    };
    assert!(line(&part, "games").ends_with(" 2"));
    assert!(line(&part, "  in part").contains(" 1 "));

    let most = run_of(&[GAME, &bad, &wrong, "--json"]);
    assert_eq!(most.code, 2);
    assert!(
        most.err.contains("bad.txt: line 1, column 4: found `Ra9`"),
        "{}",
        most.err
    );
    let lines: Vec<serde_json::Value> = most
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(
        (&lines[0]["game"], &lines[0]["file"]),
        (&"669192".into(), &wrong.as_str().into())
    );
    let stats = &lines[1]["stats"];
    assert_eq!(
        (&stats["games"]["counted"], &stats["unreadable"]),
        (&2.into(), &1.into())
    );
    // The whole game has 60 positions; the other stops at 31g, whose position is its 59th.
    assert_eq!(stats["positions"], 119);
}

/// Many files on many threads are answered as on one, and an archive like the records in it.
#[test]
fn statistics_do_not_depend_on_threads_or_formats() {
    let games: Vec<String> = ["669192", "669204", "669152"]
        .map(|id| format!("tests/games/{id}.txt"))
        .into();
    let arguments: Vec<&str> = ["stats", "--json"]
        .into_iter()
        .chain(games.iter().map(String::as_str))
        .collect();
    let all = run(&arguments);
    assert_eq!(all.code, 0, "{}", all.err);
    assert_eq!(
        run(&[&arguments[..], &["--threads", "1"]].concat()).out,
        all.out
    );

    let mut table = "id\tresult\ttermination\tmovelist\n".to_owned();
    let mut records = String::new();
    for game in &games {
        let record = text_of(game);
        let tag = |name: &str| {
            let line = record
                .lines()
                .find_map(|line| line.strip_prefix(name))
                .unwrap();
            line.trim().to_owned()
        };
        let moves: Vec<&str> = record
            .lines()
            .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
            .collect();
        let row = [
            tag("Game:"),
            tag("Result:")[..1].to_owned(),
            tag("Termination:"),
            moves.join(r"\n"),
        ];
        table += &(row.join("\t") + "\n");
        records += &record;
    }
    for (name, text) in [("archive.tsv", &table), ("records.txt", &records)] {
        let (_directory, path) = file(name, text.as_bytes());
        let run = run(&["stats", "--json", &path]);
        assert_eq!((run.code, &run.out), (0, &all.out), "{name}: {}", run.err);
    }
}

/// Plots go where they are asked to go, and into a directory that is made for them.
#[test]
fn statistics_are_drawn() {
    let directory = tempfile::tempdir().unwrap();
    let plots = directory.path().join("new").join("plots");
    let run = run(&["stats", GAME, "--svg", plots.to_str().unwrap()]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let mut names: Vec<String> = fs::read_dir(&plots)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let expected = [
        "branching-by-move.svg",
        "branching-histogram.svg",
        "game-length.svg",
        "steps-per-turn.svg",
    ];
    assert_eq!(names, expected);
    let drawn = fs::read_to_string(plots.join("steps-per-turn.svg")).unwrap();
    assert!(drawn.contains("59 turns, setups left out"), "{drawn}");
}

/// The rows that `--rows` writes are those of `positions`, and the statistics stay what they are.
#[test]
fn rows_of_statistics_are_those_of_positions() {
    let folder = tempfile::tempdir().unwrap();
    let record = text_of(GAME);
    let refused = record.replace("31g Cc2s rb2e", "31g Cc2s rb2w");
    let (_directory, refused) = file("refused.txt", refused.as_bytes());
    let inputs = [GAME, &refused, "tests/games/669122.txt"];
    let plain = run(&[&["stats"], &inputs[..]].concat());
    for ending in ["csv", "jsonl"] {
        let out = folder.path().join(format!("rows.{ending}"));
        let name = out.to_str().unwrap();
        let asked = [&["stats", "--rows", name], &inputs[..]].concat();
        let with_rows = run(&asked);
        assert_eq!((with_rows.code, &with_rows.out), (plain.code, &plain.out));
        let positions = run(&[&["positions", "--format", ending], &inputs[..]].concat());
        assert!(positions.out.lines().count() > 120);
        assert_eq!(fs::read_to_string(&out).unwrap(), positions.out);
        assert_eq!(run(&asked).code, 2, "the file is there already");
    }
}
