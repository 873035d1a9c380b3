//! The rooms of the rules name no others than these. Cargo draws the borders of crates.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms of the rules with the rooms that they name.
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

fn root() -> &'static Path {
    support::root::root()
}

pub(crate) fn collect(directory: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, into);
        } else {
            into.push(path);
        }
    }
}

/// The source files of the rules, each with its room: the first folder or file below `src`.
pub(crate) fn files() -> Vec<(String, PathBuf)> {
    let folder = root().join("src");
    let mut paths = Vec::new();
    collect(&folder, &mut paths);
    paths.sort();
    let room = |path: &PathBuf| {
        let below = path.strip_prefix(&folder).unwrap();
        let first = below.components().next().unwrap().as_os_str();
        first.to_string_lossy().trim_end_matches(".rs").to_owned()
    };
    paths
        .iter()
        .map(|path| (room(path), path.clone()))
        .collect()
}

/// The text of a file before its module of tests. Other items that only tests use do not end the
/// code.
pub(crate) fn without_tests(text: &str) -> &str {
    const MARK: &str = "#[cfg(test)]";
    let opens_module = |at: &usize| {
        let mut rest = text[at + MARK.len()..].trim_start();
        while rest.starts_with("#[") {
            // An attribute over several lines ends with a line's `]`.
            let Some(end) = rest.find("]\n") else {
                return false;
            };
            rest = rest[end + 1..].trim_start();
        }
        rest.starts_with("mod ")
    };
    let marks = text.match_indices(MARK).map(|(at, _)| at);
    &text[..marks.into_iter().find(opens_module).unwrap_or(text.len())]
}

#[test]
fn only_a_module_of_tests_ends_the_code_of_a_file() {
    let helper = "fn a() {}\n#[cfg(test)]\nfn b() {}\n#[cfg(test)]\nuse c::d;\n";
    assert_eq!(without_tests(helper), helper);
    for attributes in [
        "",
        "#[allow(e)]\n",
        "#[allow(\n    e,\n    reason = \"f\"\n)]\n",
    ] {
        let text = format!("{helper}#[cfg(test)]\n{attributes}mod tests {{}}\n");
        assert_eq!(without_tests(&text), helper);
    }
}

/// The code of a file without comments and without its tests.
pub(crate) fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let lines = without_tests(&text)
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The words that stand right after `prefix` in a text.
fn words_after(text: &str, prefix: &str) -> BTreeSet<String> {
    text.match_indices(prefix)
        .map(|(at, _)| {
            let rest = &text[at + prefix.len()..];
            rest.chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect()
        })
        .collect()
}

#[test]
fn each_room_names_the_rooms_of_its_entry() {
    for (room, allowed) in ROOMS {
        let mut named = BTreeSet::new();
        for (_, path) in files().iter().filter(|(of, _)| of == room) {
            named.extend(words_after(&code(path), "crate::"));
        }
        named.remove(room);
        let allowed: BTreeSet<String> = allowed.iter().map(|&name| name.to_owned()).collect();
        assert_eq!(named, allowed, "{room}");
    }
}
