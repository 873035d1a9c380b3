//! Prints the public items of the published crates, one a line; the test limits their number.
//!
//! docs/stability.md says what a change of them means for the version.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failure is shown and ends the program"
)]

use std::path::Path;
use std::process::Command;

/// The package, the folder of its sources, and the greatest number of public items.
const CRATES: [(&str, &str, usize); 4] = [
    ("arimaa", "src", 1209),
    ("arimaa-oracle", "crates/oracle/src", 852),
    ("arimaa-conformance", "crates/conformance/src", 340),
    ("arimaa-oracle-http", "crates/http/src", 21),
];

/// The type that a line implements a foreign trait for.
fn type_with_a_known_trait(line: &str) -> Option<&str> {
    let (of_trait, type_name) = line.strip_prefix("impl")?.split_once(" for ")?;
    (!of_trait.contains("arimaa")).then_some(type_name.split(['<', ' ']).next()?)
}

/// The public items of a crate with all features, one a line. An implementation of a foreign trait
/// has one line.
fn public_items(package: &str) -> Vec<String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = std::env::var_os("CARGO_TARGET_DIR");
    let target = target.map_or_else(|| here.join("../../target"), Into::into);
    let documented = Command::new(env!("CARGO"))
        .args(["rustdoc", "--quiet", "--locked", "--lib", "--all-features"])
        .args(["--package", package, "--target-dir"])
        .arg(&target)
        .args(["--", "-Z", "unstable-options", "--output-format", "json"])
        .env("RUSTDOC", here.join("rustdoc"))
        .current_dir(here.join("../.."))
        .status();
    assert!(documented.unwrap().success(), "{package}");
    let file = format!("doc/{}.json", package.replace('-', "_"));
    let api = public_api::Builder::from_rustdoc_json(target.join(file))
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build();
    let api = api.unwrap_or_else(|error| panic!("{package}: {error}"));
    let (all, mut known) = (api.to_string(), None);
    let lines = all.lines().filter(|line| {
        if line.starts_with("impl") {
            known = type_with_a_known_trait(line);
            return true;
        }
        let is_inside = |name: &str| {
            let inner = line.split_once(name).map(|(_, rest)| rest);
            inner.is_some_and(|rest| rest.starts_with([':', '<']))
        };
        !line.contains(" fn ") && !line.starts_with("pub type") || !known.is_some_and(is_inside)
    });
    lines.map(str::to_owned).collect()
}

fn main() {
    for line in CRATES
        .iter()
        .flat_map(|(package, ..)| public_items(package))
    {
        println!("{line}");
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn hidden_items(path: &Path) -> usize {
        if path.is_dir() {
            let entries = fs::read_dir(path).unwrap();
            return entries
                .map(|entry| hidden_items(&entry.unwrap().path()))
                .sum();
        }
        fs::read_to_string(path)
            .unwrap_or_default()
            .matches("doc(hidden)")
            .count()
    }

    #[test]
    fn crates_have_at_most_so_many_public_and_hidden_items() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for (package, _, most) in CRATES {
            let items = public_items(package).len();
            println!("{package}: {items} public items");
            assert!(
                items <= most,
                "{package} has {items} public items, more than {most}"
            );
        }
        let hidden = CRATES.map(|(_, sources, _)| hidden_items(&root.join(sources)));
        assert!(
            hidden.iter().sum::<usize>() <= 17,
            "hidden from the documentation: {hidden:?}"
        );
    }
}
