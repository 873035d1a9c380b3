//! Every committed input of every fuzz target, replayed through the functions that the targets
//! call.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use arimaa::Game;
use arimaa::compare::{Extent, Reference, Walked, walk};
use arimaa::random::SplitMix64;
use arimaa::rules::Rules;
use arimaa::vocab::{End, Part, Phase};

use crate::fuzz::TARGETS;
use crate::fuzz::case::{ARBITRARY, Case};

/// The directories of committed inputs.
const KINDS: [&str; 3] = ["seeds", "regressions", "learned"];

fn directory(name: &str) -> PathBuf {
    crate::root::root().join("fuzz").join(name)
}

/// The files of a directory by name; none where there is no directory.
fn files(directory: &Path) -> BTreeMap<String, PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten();
    entries
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), entry.path()))
        .collect()
}

/// The committed inputs of a fuzz target.
pub(crate) fn inputs_of(target: &str) -> impl Iterator<Item = PathBuf> {
    let kinds = KINDS.map(|kind| files(&directory(kind).join(target)));
    kinds.into_iter().flat_map(BTreeMap::into_values)
}

#[test]
fn every_input_passes() {
    let mut broken = Vec::new();
    for (target, run) in TARGETS {
        let seeds = files(&directory("seeds").join(target));
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

/// A start made by the feature `arbitrary` of the library is possible, in mid-turn too.
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

/// Together the seeds show the fuzzer every part of a turn, every end, every invalidity, and
/// captures.
#[test]
fn the_seeds_meet_every_end_and_every_invalidity() {
    let mut met = Walked::default();
    for path in files(&directory("seeds").join("engines_agree")).into_values() {
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
