//! The committed inputs of all fuzz targets, run through the functions that the targets call.

use std::collections::BTreeSet;
use std::fs;
use std::panic::catch_unwind;
use std::path::PathBuf;

use arimaa::Game;
use arimaa::compare::{Extent, Reference, Walked, walk};
use arimaa::random::SplitMix64;
use arimaa::rules::Rules;
use arimaa::vocab::{End, Part, Phase};

use crate::fuzz::TARGETS;
use crate::fuzz::case::{ARBITRARY, Case};
use crate::root::{files_below, files_in, root};

/// The directories of committed inputs.
const KINDS: [&str; 3] = ["seeds", "regressions", "learned"];

/// The committed inputs of a fuzz target.
pub(crate) fn inputs_of(target: &str) -> impl Iterator<Item = PathBuf> {
    let folders = KINDS.map(|kind| root().join("fuzz").join(kind).join(target));
    let folders = folders.into_iter().filter(|folder| folder.exists());
    folders.flat_map(files_below)
}

#[test]
fn every_input_passes() {
    let mut broken = Vec::new();
    for (target, run) in TARGETS {
        let seeds = files_in(&format!("fuzz/seeds/{target}"));
        assert!(!seeds.is_empty(), "{target} has no seeds");
        for path in inputs_of(target) {
            let bytes = fs::read(&path).unwrap();
            if catch_unwind(|| run(&bytes)).is_err() {
                broken.push(path.display().to_string());
            }
        }
    }
    assert!(broken.is_empty(), "broken by {broken:#?}");
}

/// Starts made by the library's feature `arbitrary` are possible, even those in mid-turn.
#[test]
fn arbitrary_starts_are_valid() {
    let mut steps_taken = BTreeSet::new();
    for stream in 0..200 {
        let mut random = SplitMix64::new(1, stream);
        let bytes = (0..100).map(|_| random.next().to_le_bytes()[0]);
        let bytes: Vec<u8> = [ARBITRARY].into_iter().chain(bytes).collect();
        let start = Case::read(&bytes).start;
        assert!(Reference::from_snapshot(&start).is_ok(), "{start:?}");
        if let Phase::Play { steps, .. } = start.phase {
            steps_taken.insert(steps.len());
        }
    }
    assert_eq!(steps_taken, BTreeSet::from([0, 1, 2, 3]));
}

/// Together the seeds lead the fuzzer to every part of a turn, every end, every kind of invalid
/// position, and captures.
#[test]
fn the_seeds_meet_every_end_and_every_invalidity() {
    let mut met = Walked::default();
    for path in files_in("fuzz/seeds/engines_agree") {
        let case = Case::read(&fs::read(path).unwrap());
        met.add(&walk::<Reference, Game>(&case.start, case.choices, Extent::QUICK).unwrap());
    }
    let invalid = [
        "too-many",
        "unsupported",
        "handicap-too-large",
        "not-a-setup",
        "illegal-action",
        "earlier",
        "third-repetition",
        "capture",
    ];
    let wanted = Part::ALL.map(Part::name).into_iter();
    let wanted = wanted.chain(End::ALL.map(End::name)).chain(invalid);
    let missed: Vec<_> = wanted.filter(|name| !met.met.contains_key(name)).collect();
    assert!(missed.is_empty(), "never met: {missed:?}\n{:#?}", met.met);
}
