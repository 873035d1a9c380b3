//! How wide comments and pages may be.

use std::fs;
use std::path::{Path, PathBuf};

use crate::structure::collect;

/// The files of the repository whose names end so.
fn tracked(end: &str) -> Vec<PathBuf> {
    let root = support::root::root();
    let folders = [
        "src", "crates", "tests", "fuzz", "benches", "examples", "docs", "suite",
    ];
    let mut paths = Vec::new();
    for folder in folders {
        collect(&root.join(folder), &mut paths);
    }
    paths.extend(["README.md", "CHANGELOG.md"].map(|name| root.join(name)));
    let generated = root.join("fuzz/target");
    paths.retain(|path| !path.starts_with(&generated));
    paths.retain(|path| path.extension().is_some_and(|is| is == end));
    paths.sort();
    paths
}

/// The lines of a page that are wider than it, tables apart.
fn wide<'a>(lines: impl Iterator<Item = (usize, &'a str)>, path: &Path) -> Vec<String> {
    let is_wide = |line: &str| line.chars().count() > 100;
    lines
        .filter(|(_, line)| is_wide(line))
        .map(|(index, line)| format!("{}:{}: {line}", path.display(), index + 1))
        .collect()
}

#[test]
fn comments_are_at_most_100_columns_wide() {
    let mut found = Vec::new();
    for path in tracked("rs") {
        let text = fs::read_to_string(&path).unwrap();
        let comments = text.lines().enumerate().filter(|(_, line)| {
            let comment = line.trim_start().trim_start_matches(['/', '!']);
            line.trim_start().starts_with("//") && !comment.trim_start().starts_with('|')
        });
        found.extend(wide(comments, &path));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn pages_are_at_most_100_columns_wide() {
    let mut found = Vec::new();
    for path in tracked("md") {
        let text = fs::read_to_string(&path).unwrap();
        // Code, and what a test writes, keep their lines.
        let mut is_code = false;
        let prose = text.lines().enumerate().filter(|(_, line)| {
            let is_mark = line.trim_start().starts_with("```")
                || line.starts_with("<!-- end of ")
                || line.starts_with("<!-- ") && line.contains(": written by ");
            is_code ^= is_mark;
            !is_code && !is_mark && !line.trim_start().starts_with('|')
        });
        found.extend(wide(prose, &path));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
