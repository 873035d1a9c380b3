//! Whole games: `replay` names each disagreement between a record and the rules.

use crate::archive::{Row, table};
use crate::oracle::{Run, file, run};
use crate::referee::json_lines;

const GAME: &str = "tests/games/669192.txt";

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
    let not_listed = {
        let mut row = whole.clone();
        row.movelist.pop();
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
        ("movelist", "6s", None, not_listed),
        ("takeback", "1g", None, taken_back_too_often),
        ("result", "", None, Row { code: "g", ..whole }),
    ] {
        let (_directory, path) = file("games.tsv", table(&[row]).as_bytes());
        let run = run(&["replay", "--json", &path]);
        assert_eq!(run.code, 1, "{kind}: {}", run.out);
        let lines = json_lines(&run.out);
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
    let mut refused = Row::new().refuse("2g", "", "no steps taken");
    refused
        .log
        .push("move 7g received from x [Ed2n]".to_owned());
    let codes = ["e", "p", "n", "a", "s", "z"].map(|code| Row { code, ..Row::new() });
    let open = Row {
        result: "",
        code: "",
        ..Row::new()
    };
    let mut rows = table(&[&[unknown, noted, open, refused][..], &codes].concat());
    rows.push_str("no row\n");
    let (_directory, path) = file("games.tsv", rows.as_bytes());
    let Run { code, out, .. } = run(&["replay", &path]);
    assert_eq!(code, 2, "{out}");
    insta::assert_snapshot!(out.replace(&path, "games.tsv"));
    let Run { out, .. } = run(&["replay", GAME]);
    for absent in ["unknown", "notes", "unreadable", "not judged", "without"] {
        assert!(!out.contains(absent), "{absent}: {out}");
    }
}

#[test]
fn json_export_may_have_its_moves_behind_a_long_chat() {
    let export = |chat: &str| {
        let chat = chat.repeat(1000);
        format!(r#"{{"chat": "{chat}", "result": "w", "movelist": "2w Ed2n\n2b ed7s"}}"#)
    };
    for chat in ["", "12:04 hello, "] {
        let (_directory, path) = file("game.json", export(chat).as_bytes());
        let Run { out, .. } = run(&["convert", "--to", "record", &path]);
        assert!(out.ends_with("\n2g Ed2n\n2s ed7s\n"), "{out}");
    }
}
