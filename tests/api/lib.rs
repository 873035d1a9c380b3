//! The public items of the crates for others are those of the committed snapshots.
//!
//! A changed item fails here; docs/stability.md says what the change means for the version.
//! `INSTA_UPDATE=always cargo test --package public-api-of-the-crates` writes them anew.

#![cfg(test)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails")]

use std::path::Path;
use std::process::Command;

/// The type for which a line implements a trait of another author.
fn type_with_a_known_trait(line: &str) -> Option<&str> {
    let (of_trait, type_name) = line.strip_prefix("impl")?.split_once(" for ")?;
    (!of_trait.contains("arimaa")).then_some(type_name.split(['<', ' ']).next()?)
}

/// The public items of a crate with all features, one a line. An implementation of a trait of
/// another author has one line.
fn public_items(package: &str) -> String {
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
    lines.collect::<Vec<&str>>().join("\n")
}

#[test]
fn public_items_of_the_rules_are_those_of_the_snapshot() {
    insta::assert_snapshot!("arimaa", public_items("arimaa"));
}

#[test]
fn public_items_of_the_oracle_are_those_of_the_snapshot() {
    insta::assert_snapshot!("arimaa-oracle", public_items("arimaa-oracle"));
}

#[test]
fn public_items_of_the_suite_are_those_of_the_snapshot() {
    insta::assert_snapshot!("arimaa-conformance", public_items("arimaa-conformance"));
}

#[test]
fn public_items_of_the_server_are_those_of_the_snapshot() {
    insta::assert_snapshot!("arimaa-oracle-http", public_items("arimaa-oracle-http"));
}
