//! Whole games: `replay` says what is wrong with each.

use std::process::Command;

use serde_json::Value;

use crate::archive::{Row, table};
use crate::oracle::{Run, file, run};

const GAME: &str = "tests/games/669192.txt";

/// The lines of JSON that a command prints.
fn json(run: &Run) -> Vec<Value> {
    let lines = run.out.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().unwrap()
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
    let Run { out, .. } = run(&["replay", GAME]);
    for absent in ["unknown", "notes", "unreadable", "not judged", "without"] {
        assert!(!out.contains(absent), "{absent}: {out}");
    }
}

/// A link in a directory is followed, in a circle only once; nothing is left out silently.
#[cfg(target_os = "linux")]
#[test]
fn every_game_of_a_directory_is_found_or_is_an_error() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().to_str().unwrap();
    let replay = || run(&["replay", "--json", place]);
    symlink(
        crate::root::root().join(GAME),
        folder.path().join("link.txt"),
    )
    .unwrap();
    symlink(place, folder.path().join("circle")).unwrap();
    symlink("/dev/full", folder.path().join("device.txt")).unwrap();
    let pipe = folder.path().join("pipe.txt");
    assert!(Command::new("mkfifo").arg(pipe).status().unwrap().success());
    for name in ["game.md", "notes"] {
        std::fs::write(folder.path().join(name), "").unwrap();
    }
    let of_one = json(&run(&["replay", "--json", GAME])).len();
    let Run { err, .. } = replay();
    assert_eq!(json(&replay()).len(), of_one);
    let named = format!("note: {place}");
    let others = "files not named .txt, .tsv, .rec are left out: 2, the first of them";
    let expected = [
        format!("{named}/circle: left out, because it leads back to a directory above it\n"),
        format!("{named}/device.txt: left out, because it is no regular file\n"),
        format!("{named}/pipe.txt: left out, because it is no regular file\n"),
        format!("{named}: {others} {place}/game.md\n"),
    ];
    assert_eq!(err, expected.concat());

    let unnamed = folder.path().join(OsStr::from_bytes(b"\xff.txt"));
    std::fs::copy(crate::root::root().join(GAME), &unnamed).unwrap();
    let refused = replay();
    assert_eq!(refused.code, 2);
    assert!(
        refused.err.contains("its name is not UTF-8"),
        "{}",
        refused.err
    );
    std::fs::remove_file(unnamed).unwrap();

    symlink("nowhere", folder.path().join("dangling.txt")).unwrap();
    let refused = replay();
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("dangling.txt"), "{}", refused.err);
}
