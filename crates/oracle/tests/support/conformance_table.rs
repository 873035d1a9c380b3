//! The tables of docs/conformance.md: a row for each engine, and a row for each kind of error that
//! it makes.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

use support::root::root;

/// The engines in the order of the table.
const ENGINES: [&str; 6] = [
    "reference",
    "bitboard",
    "arimaa_engine_step",
    "pyrimaa",
    "Sample Engine",
    "minimal",
];
const BEGIN: &str = concat!(
    "<!-- conformance: written by `ARIMAA_WRITE=1 cargo test --workspace",
    " --test interfaces --test peers subjects:: -- --include-ignored` -->\n"
);
const END: &str = "<!-- end of conformance -->\n";

/// Serializes tests that run in parallel and write to one file.
static TABLE: Mutex<()> = Mutex::new(());

/// Compares the lines of docs/conformance.md about an engine with its report, or writes them if
/// `ARIMAA_WRITE` is set.
pub fn check(report: &Value) {
    let _lock = TABLE.lock().unwrap_or_else(PoisonError::into_inner);
    let name = report["subject"]["name"].as_str().unwrap();
    assert!(ENGINES.contains(&name), "{name} has no place in the table");
    let path = root().join("docs/conformance.md");
    let text = fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(BEGIN).unwrap();
    let (table, after) = rest.split_once(END).unwrap();
    let mut lines = by_engine(table);
    let ours = lines_about(name, report);
    if std::env::var_os("ARIMAA_WRITE").is_some() {
        lines.insert(name.to_owned(), ours);
        let table = whole(&lines);
        fs::write(path, format!("{before}{BEGIN}{table}{END}{after}")).unwrap();
        return;
    }
    let there = lines.remove(name).unwrap_or_default();
    assert_eq!(
        there, ours,
        "docs/conformance.md is out of step with {name}; its comment says what writes it"
    );
}

/// The row of an engine, and a row for each kind of failure: the rule in brackets in its details,
/// the details, and the number of cases that show it.
fn lines_about(name: &str, report: &Value) -> Vec<String> {
    let results = report["results"].as_array().unwrap();
    let mut row = format!(
        "| `{name}` {} |",
        report["subject"]["version"].as_str().unwrap_or("-")
    );
    for chapter in (1..=13).map(Some).chain([None]) {
        let mut counts = [0; 3];
        for result in results {
            if chapter.is_none() || result["chapter"] == chapter.unwrap_or(0) {
                counts[match result["status"].as_str() {
                    Some("passed") => 0,
                    Some("skipped") => 2,
                    _ => 1,
                }] += 1;
            }
        }
        let [passed, failed, skipped] = counts;
        write!(row, " {passed}/{failed}/{skipped} |").unwrap();
    }
    let mut failures: Vec<(String, usize)> = Vec::new();
    for result in results {
        if matches!(result["status"].as_str(), Some("passed" | "skipped")) {
            continue;
        }
        let why = result["details"].as_array().unwrap();
        let why: Vec<&str> = why.iter().filter_map(Value::as_str).collect();
        let why = why.join("; ");
        match failures.iter_mut().find(|(known, _)| *known == why) {
            Some((_, cases)) => *cases += 1,
            None => failures.push((why, 1)),
        }
    }
    let mut lines = vec![row];
    for (why, cases) in failures {
        let (before, rest) = why.split_once(" (").unwrap_or((&why, ""));
        let (rule, after) = rest.split_once(')').unwrap_or_default();
        lines.push(format!("| `{name}` | {rule} | {before}{after} | {cases} |"));
    }
    lines
}

/// The lines of a table, by the engine in their first cell.
fn by_engine(table: &str) -> BTreeMap<String, Vec<String>> {
    let mut lines: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in table.lines() {
        for name in ENGINES {
            if line.starts_with(&format!("| `{name}` ")) {
                lines
                    .entry(name.to_owned())
                    .or_default()
                    .push(line.to_owned());
            }
        }
    }
    lines
}

fn whole(lines: &BTreeMap<String, Vec<String>>) -> String {
    let mut table = "\n| engine |".to_owned();
    for chapter in 1..=13 {
        write!(table, " {chapter} |").unwrap();
    }
    write!(table, " all |\n|---|{}\n", "---|".repeat(14)).unwrap();
    let all: Vec<&String> = ENGINES
        .iter()
        .filter_map(|name| lines.get(*name))
        .flatten()
        .collect();
    let is_failure = |line: &String| line.contains("` | ");
    for row in all.iter().filter(|line| !is_failure(line)) {
        writeln!(table, "{row}").unwrap();
    }
    table.push_str("\n| engine | rule | what it does instead | cases |\n|---|---|---|---:|\n");
    for failure in all.iter().filter(|line| is_failure(line)) {
        writeln!(table, "{failure}").unwrap();
    }
    table.push('\n');
    table
}
