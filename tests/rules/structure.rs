//! Limits what the sources of the rules may name; Cargo draws the borders of crates.

use std::fs;
use std::path::{Path, PathBuf};

use support::root::{files_below, root};

/// The rooms of the rules, each a folder or file in `src`, with the rooms that it may name.
const ROOMS: [(&str, &[&str]); 9] = [
    ("vocab", &[]),
    ("rules", &["vocab"]),
    ("reference", &["rules", "vocab"]),
    ("bitboard", &["rules", "vocab"]),
    (
        "compare",
        &["bitboard", "random", "reference", "rules", "vocab"],
    ),
    ("text", &["vocab"]),
    ("arbitrary_values", &["bitboard", "vocab"]),
    ("quickcheck_values", &["bitboard", "vocab"]),
    ("read_position", &["bitboard", "text", "vocab"]),
];

/// Words that the vocabulary may not contain: each engine states the rules itself, so that a
/// mistake in one shows as a difference.
const NOT_IN_VOCABULARY: [&str; 7] = [
    "fn adjacent",
    "fn neighbo",
    "fn strength",
    "fn is_trap",
    "fn is_stronger",
    "fn goal",
    "fn count",
];

/// Words that the engines may not contain. Orders (BRD-4, ORD-4) and geometry are rules, which an
/// engine does not take from the vocabulary. Where an edition decides, all are named, so that the
/// compiler asks about a new one.
const NOT_IN_ENGINES: [&str; 12] = [
    "Piece::ALL",
    "Kind::ALL",
    "Side::ALL",
    "Edition::ALL",
    "End::ALL",
    ".offset(",
    ".distance(",
    "Square::A1",
    "Square::offset",
    "== Edition::",
    "!= Edition::",
    "matches!(edition",
];

/// The code of each file of a room, without comments and tests.
fn code_of(room: &str) -> Vec<(PathBuf, String)> {
    let source = root().join("src").join(room);
    let paths = [source.clone(), source.with_extension("rs")].into_iter();
    let paths = paths.filter(|path| path.exists());
    let files: Vec<PathBuf> = paths.flat_map(files_below).collect();
    assert!(!files.is_empty(), "{room} has no files");
    let code = |path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        let code = text.split("\nmod tests {").next().unwrap();
        let lines = code.lines();
        let lines = lines.filter(|line| !line.trim_start().starts_with("//"));
        lines.collect::<Vec<_>>().join("\n")
    };
    files
        .iter()
        .map(|path| (path.clone(), code(path)))
        .collect()
}

#[test]
fn each_room_names_the_rooms_of_its_entry() {
    for (room, allowed) in ROOMS {
        let code = code_of(room).into_iter().map(|(_, code)| code);
        let code: String = code.collect();
        let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
        let named = code.split("crate::").skip(1);
        let named = named.map(|rest| rest.split(|c| !is_letter(c)).next().unwrap());
        let mut named: Vec<&str> = named.filter(|name| *name != room).collect();
        named.sort_unstable();
        named.dedup();
        assert_eq!(named, allowed, "{room}");
    }
}

#[test]
fn rules_are_stated_in_each_engine_and_not_in_the_vocabulary() {
    let words: [(&str, &[&str]); 3] = [
        ("vocab", &NOT_IN_VOCABULARY),
        ("reference", &NOT_IN_ENGINES),
        ("bitboard", &NOT_IN_ENGINES),
    ];
    for (room, words) in words {
        for (path, code) in code_of(room) {
            let found = words.iter().find(|word| code.contains(*word));
            assert_eq!(found, None, "{}", path.display());
        }
    }
}

#[test]
fn decision_by_an_edition_has_no_arm_for_all_others() {
    let mut decisions = 0;
    for (path, code) in ["reference", "bitboard"].into_iter().flat_map(code_of) {
        for decision in code.split("match edition {").skip(1) {
            let arms = decision.split("\n    }").next().unwrap();
            assert!(!arms.contains("_ =>"), "{}: {arms}", path.display());
            decisions += 1;
        }
    }
    assert!(decisions >= 6, "{decisions} decisions by an edition");
}
