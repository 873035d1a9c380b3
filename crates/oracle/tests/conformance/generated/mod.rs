//! Cases that are generated: they lie in files of their own in `suite/cases`, and are in step.
//!
//! Their expectations follow from the sentences of SPEC.md by which each position is made, never
//! from an engine. Every case file that this module writes begins with [`HEADER`].
//! `ARIMAA_WRITE_CASES=1` writes them anew.

mod captures;
mod endings;
mod exchanged;
mod numbers;
mod sketch;
mod strength;
mod validity;

use std::fs;

use sketch::Generated;

/// The second line of each file.
const HEADER: &str =
    "# Written by crates/oracle/tests/conformance/generated: change the cases there.";

#[test]
fn generated_cases_are_in_step() {
    let folder = crate::root::root().join("suite/cases");
    let mut stale = Vec::new();
    for (name, title, cases) in [
        (
            "02-every-rank.toml",
            "chapter 2: every rank, for both sides",
            validity::homes(),
        ),
        (
            "03-every-pair-freezing.toml",
            "chapter 3: every pair of kinds, frozen or not",
            written(&strength::freezing()),
        ),
        (
            "04-every-pair-moving.toml",
            "chapter 4: every pair of kinds, pushed and pulled or not",
            written(&strength::moving()),
        ),
        (
            "05-every-capture.toml",
            "chapter 5: every way to be captured on every trap",
            written(&captures::all()),
        ),
        (
            "06-every-part-as-every-step.toml",
            "chapter 6: every part of a step at every place of a turn",
            written(&numbers::all()),
        ),
        (
            "08-every-goal-square.toml",
            "chapter 8: every square of both goal ranks",
            written(&endings::goals()),
        ),
        (
            "08-every-immobilization.toml",
            "chapter 8: every reason that leaves a player without a step",
            written(&endings::immobilizations()),
        ),
        (
            "04-sides-exchanged.toml",
            "chapter 4: what one step may open, with the sides exchanged",
            exchanged::openings(&folder),
        ),
        (
            "08-sides-exchanged.toml",
            "chapter 8: the order of the checks with the sides exchanged",
            exchanged::endings(&folder),
        ),
        (
            "11-every-kind-and-trap.toml",
            "chapter 11: every kind, side and trap of a position that no game has",
            validity::impossible(),
        ),
    ] {
        let text = file(title, &cases);
        let path = folder.join(name);
        if std::env::var_os("ARIMAA_WRITE_CASES").is_some() {
            fs::write(&path, &text).unwrap();
        }
        if fs::read_to_string(&path).unwrap_or_default() != text {
            stale.push(name);
        }
    }
    assert!(stale.is_empty(), "ARIMAA_WRITE_CASES=1 writes {stale:?}");
}

/// A file of cases.
fn file(title: &str, cases: &[String]) -> String {
    format!("# SPEC.md, {title}.\n{HEADER}\n\n{}", cases.join("\n"))
}

fn written(cases: &[Generated]) -> Vec<String> {
    cases.iter().map(ToString::to_string).collect()
}
