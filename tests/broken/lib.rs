//! Engines broken on purpose, and what the tests that examine them share.
//!
//! The copies of the engines are a library, so that a changed test compiles without them. The suite
//! is read from disk, so that a changed case needs no new copies either.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::missing_panics_doc,
    clippy::must_use_candidate,
    reason = "what is wrong fails the test that asks"
)]

pub mod any;
pub mod faults;
pub mod table;

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use any::Open;
use arimaa_conformance::{Case, Suite};

// `BROKEN`, `SOUND` and the module `parameterised`: the copies of the engines, as the build has
// made them.
include!(concat!(env!("OUT_DIR"), "/engines.rs"));

/// Every case of the suite as it lies on disk.
pub static SUITE: LazyLock<Suite> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suite");
    let mut files: Vec<(String, String)> = fs::read_dir(folder.join("cases"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .chain([folder.join("wrong-rules.toml")])
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect();
    files.sort();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    Suite::load(&files).unwrap_or_else(|error| panic!("{error}"))
});

/// The most turns or sequences of steps that a case may have a copy count, which is slow.
pub const MOST_COUNTED: u64 = 10_000;

/// All cases but those that have an engine count more turns or sequences of steps than this.
pub fn quick(most_counted: u64) -> impl Iterator<Item = &'static Case> {
    SUITE.cases.iter().filter(move |case| {
        let steps = case.expect.steps.iter().flatten();
        steps
            .chain(&case.expect.turns)
            .all(|&count| count <= most_counted)
    })
}
