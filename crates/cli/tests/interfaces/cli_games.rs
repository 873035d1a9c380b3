//! The command line with whole games: one of several is chosen, all are copied, and `replay` says
//! what is wrong with each.

use serde_json::Value;

use crate::archive::{Row, table};
use crate::oracle::{Run, file, run, run_with, text_of};

const GAMES: [&str; 2] = ["tests/games/669192.txt", "tests/games/669204.txt"];

/// Two records, with a line between them.
fn records() -> String {
    GAMES.map(text_of).join("\n")
}

/// An archive of two games, the second shorter.
fn archive() -> String {
    let mut short = Row::new();
    short.movelist.truncate(2);
    short.log.truncate(4);
    table(&[Row::new(), short])
}

/// The lines of JSON that a command prints.
fn json(run: &Run) -> Vec<Value> {
    let lines = run.out.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().unwrap()
}

#[test]
fn one_game_of_several_is_chosen() {
    for (name, text, id, other) in [
        ("games.txt", records(), "669204", "669192"),
        ("games.tsv", archive(), "2", "1"),
    ] {
        let (_directory, path) = file(name, text.as_bytes());
        let Run { code, err, .. } = run(&["outcome", &path]);
        assert_eq!(code, 2);
        let (first, second) = if id == "2" { ("1", "2") } else { (other, id) };
        let said = format!(
            "error: {path} holds several games: choose one with --game, of {first}, {second}\n"
        );
        assert_eq!(err, said);
        let Run { code, err, .. } = run(&["outcome", &path, "--game", "3"]);
        let said = format!("error: {path} holds no game 3; it holds {first}, {second}\n");
        assert_eq!((code, err), (2, said));
        let boards = [id, other].map(|id| run(&["show", &path, "--game", id]));
        assert_eq!([boards[0].code, boards[1].code], [0, 0]);
        assert_ne!(boards[0].out, boards[1].out);
        let copied = run(&["convert", &path, "--game", id, "--to", "record"]);
        assert!(
            copied.out.starts_with(&format!("Game: {id}\n")),
            "{}",
            copied.out
        );
        let (_directory, copy) = file("copy.txt", copied.out.as_bytes());
        assert_eq!(run(&["show", &copy]).out, boards[0].out);
    }
}

#[test]
fn file_without_games_is_an_error() {
    let header = table(&[]);
    for (name, text) in [("none.tsv", header.as_str()), ("none.txt", "")] {
        let (_directory, path) = file(name, text.as_bytes());
        let Run { code, err, .. } = run(&["outcome", &path]);
        assert_eq!((code, err), (2, format!("error: {path} holds no game\n")));
    }
}

#[test]
fn unreadable_row_does_not_hide_other_rows() {
    let mut rows = archive();
    rows.insert_str(rows.find("\n2\t").unwrap(), "\nno row");
    let (_directory, path) = file("games.tsv", rows.as_bytes());
    assert_eq!(run(&["show", &path, "--game", "2"]).code, 0);
    let Run { code, out, err } = run(&["convert", &path, "--to", "record"]);
    assert_eq!(code, 2);
    assert!(err.starts_with(&format!("error: {path}: line 3")), "{err}");
    let (_directory, copy) = file("copy.txt", out.as_bytes());
    let Run { code, out, .. } = run(&["replay", "--json", &copy]);
    assert_eq!((code, out.lines().count()), (0, 3), "{out}");
    // A first row that is wrong leaves no empty line where its game would be.
    let rows = archive().replacen("\n1\t", "\nno row\n1\t", 1);
    let (_directory, path) = file("games.tsv", rows.as_bytes());
    let Run { code, out, .. } = run(&["convert", &path, "--to", "record"]);
    assert_eq!((code, out.lines().next()), (2, Some("Game: 1")));
}

/// A copy holds the same games as a record, an archive or standard input.
#[test]
fn convert_copies_whole_games() {
    for (name, text) in [("games.txt", records()), ("games.tsv", archive())] {
        let (_directory, path) = file(name, text.as_bytes());
        let Run { code, out, .. } = run(&["convert", &path, "--to", "record"]);
        assert_eq!(code, 0);
        let (_directory, copy) = file("copy.txt", out.as_bytes());
        let again = run(&["convert", &copy, "--to", "record"]);
        assert_eq!(again.out, out);
        let ends = |games: &Run| {
            let games = json(games).into_iter();
            let end = |game: Value| (game["turns"].clone(), game["outcome"].clone());
            games.map(end).collect::<Vec<_>>()
        };
        let original = ends(&run(&["replay", "--json", &path]));
        assert_eq!(original.len(), 3);
        assert_eq!(ends(&run(&["replay", "--json", &copy])), original);
        let piped = run_with(&["replay", "--json", "-"], text.as_bytes());
        assert_eq!(ends(&piped), original);
        let Run { code, err, .. } = run(&["convert", &path, "--to", "record", "--at", "2g"]);
        assert_eq!(code, 2);
        assert!(
            err.contains("a record holds a whole game, not the position before 2g"),
            "{err}"
        );
    }
}

/// Every disagreement with a record has a machine-readable kind.
#[test]
fn every_disagreement_is_named_by_kind() {
    let whole = Row::new();
    let accepted_illegal = {
        let mut row = whole.clone();
        let at = row.submission("2g");
        row.log[at] = "move 2g received from x [Ra1n]".to_owned();
        row
    };
    let taken_back_too_often = {
        let mut row = whole.clone();
        row.movelist.truncate(0);
        row.movelist.push("1g takeback".to_owned());
        row.log.clear();
        row
    };
    let not_made_again = {
        let mut row = whole.clone();
        let last = row.movelist.last().unwrap().clone();
        row.movelist.extend(["7g takeback".to_owned(), last]);
        row
    };
    let nonsense = {
        let mut row = whole.clone();
        let at = row.submission("2g");
        row.log[at] = "move 2g received from x [nonsense]".to_owned();
        row
    };
    for (kind, label, rule, row) in [
        ("refused", "2g", Some("STP-4"), accepted_illegal),
        (
            "accepted",
            "2g",
            None,
            whole.clone().refuse("2g", "Ed2n", "bad step Ed2n"),
        ),
        (
            "other-reason",
            "2g",
            Some("STP-4"),
            whole.clone().refuse("2g", "Ed2s", "push not completed"),
        ),
        ("unreadable", "2g", None, nonsense),
        ("movelist", "6s", None, not_made_again),
        ("takeback", "1g", None, taken_back_too_often),
        ("result", "", None, Row { code: "g", ..whole }),
    ] {
        let (_directory, path) = file("games.tsv", table(&[row]).as_bytes());
        let run = run(&["replay", "--json", &path]);
        assert_eq!(run.code, 1, "{kind}: {}", run.out);
        let lines = json(&run);
        assert_eq!(lines.len(), 2, "{kind}: {}", run.out);
        let (game, totals) = (&lines[0], &lines[1]);
        let told = &game["disagreements"][0];
        assert_eq!(told["kind"], kind, "{told}");
        assert_eq!(told["turn"].as_str().unwrap_or_default(), label, "{told}");
        assert_eq!(told["refusal"]["rule"].as_str(), rule, "{told}");
        assert!(!told["text"].as_str().unwrap().is_empty());
        assert!(
            totals["summary"]["disagreements"].as_u64() >= Some(1),
            "{totals}"
        );
    }
}

/// The sums at the end name all that happened, and nothing that did not.
#[test]
fn totals_are_printed_as_text() {
    let mut unknown = Row::new();
    unknown.log.insert(3, "the server sneezed".to_owned());
    let mut noted = Row::new();
    noted.log.push("game finished with result b t".to_owned());
    let codes = ["e", "p", "n", "a", "s", "z"].map(|code| Row { code, ..Row::new() });
    let open = Row {
        result: "",
        code: "",
        ..Row::new()
    };
    let mut rows = table(&[&[unknown, noted, open][..], &codes].concat());
    rows.push_str("no row\n");
    let (_directory, path) = file("games.tsv", rows.as_bytes());
    let Run { code, out, .. } = run(&["replay", &path]);
    assert_eq!(code, 2, "{out}");
    insta::assert_snapshot!(out.replace(&path, "games.tsv"));
    let Run { out, .. } = run(&["replay", GAMES[0]]);
    for absent in ["unknown", "notes", "unreadable", "not judged", "without"] {
        assert!(!out.contains(absent), "{absent}: {out}");
    }
}

/// A game that begins at a position that cannot be is not judged, which is said.
#[test]
fn a_game_that_cannot_start_is_not_judged() {
    let start = format!("g [{}c{}]", "R".repeat(9), ".".repeat(54));
    let record = format!("Start: {start}\n\n2g Ra8s\n");
    let (_directory, path) = file("game.txt", record.as_bytes());
    let Run { code, out, .. } = run(&["replay", &path]);
    assert_eq!(code, 2, "{out}");
    assert!(out.contains("\nnot judged                 1\n"), "{out}");
    let told = run(&["replay", "--json", &path]);
    assert_eq!(json(&told)[0]["disagreements"][0]["kind"], "unjudged");
    let Run { code, err, .. } = run(&["outcome", &path]);
    assert_eq!(code, 2);
    assert!(
        err.starts_with("error: invalid position (VAL-1): "),
        "{err}"
    );
    assert_eq!(run(&["validate", &path]).code, 1);
}

#[test]
fn a_record_that_disagrees_is_reported() {
    let record = text_of(GAMES[0]).replace("31g Cc2s rb2e", "31g Cc2s rb2w");
    let (_directory, path) = file("wrong.txt", record.as_bytes());
    let run = run(&["replay", &path]);
    assert_eq!(run.code, 1);
    let line = run.out.lines().next().unwrap();
    let number = 1 + record
        .lines()
        .position(|line| line.starts_with("31g "))
        .unwrap();
    assert!(
        line.starts_with(&format!("{path}:{number}: 31g [")) && line.contains("by "),
        "{line}"
    );
    assert!(
        run.out.contains("disagreements              1"),
        "{}",
        run.out
    );
}
