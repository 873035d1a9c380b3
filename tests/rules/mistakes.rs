//! Checks that the mistakes of `tests/mistakes/mistakes.toml` can be made: what each replaces is in
//! its file once, and the sentence that it breaks is in SPEC.md. `.ci/mistakes` shows that each is
//! noticed.

use std::collections::BTreeSet;
use std::fs;

use arimaa::spec;
use toml::{Table, Value};

#[test]
fn list_of_mistakes_is_in_step() {
    let root = support::root::root();
    let text = fs::read_to_string(root.join("tests/mistakes/mistakes.toml")).unwrap();
    let table: Table = text.parse().unwrap();
    let mut ids = BTreeSet::new();
    let mut failures = Vec::new();
    for mistake in table["mistake"].as_array().unwrap() {
        let [id, rule] = ["id", "rule"].map(|name| mistake[name].as_str().unwrap());
        if !ids.insert(id) {
            failures.push(format!("{id} stands twice"));
        }
        if spec::sentence(rule).is_none() {
            failures.push(format!("{id}: there is no sentence {rule}"));
        }
        for edit in mistake["edit"].as_array().unwrap() {
            let words: Vec<&str> = edit
                .as_array()
                .unwrap()
                .iter()
                .filter_map(Value::as_str)
                .collect();
            let [file, replaced, _] = words[..] else {
                panic!("{id}: an edit is a file, a text and what stands there instead");
            };
            let source = fs::read_to_string(root.join(file)).unwrap_or_default();
            let found = source.matches(replaced).count();
            if found != 1 {
                failures.push(format!(
                    "{id}: {file} has this text {found} times:\n{replaced}"
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
