//! Every committed input of every fuzz target, replayed through the functions that the targets
//! call.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use arimaa::Game;
use arimaa::compare::{Extent, Reference, Walked, choose, walk};
use arimaa::random::SplitMix64;
use arimaa::rules::Rules;
use arimaa::vocab::{Action, End, Part, Phase, Snapshot};
use arimaa_oracle::ask::read_state;

use crate::fuzz::case::{ARBITRARY, Case};
use crate::fuzz::{OF_CASES, TARGETS};

/// Set to anything, this writes the seeds of the cases instead of comparing them.
const WRITE: &str = "ARIMAA_WRITE";

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

/// A file of `fuzz/cases`: a state and actions from there.
fn read_case(path: &Path) -> (Snapshot, Vec<Action>) {
    let case: serde_json::Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let state = read_state(&case["state"].to_string())
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let actions = case["actions"].as_array().unwrap().iter();
    let actions = actions.map(|action| action.as_str().unwrap().parse().unwrap());
    (state.snapshot, actions.collect())
}

/// The committed inputs of a fuzz target.
pub(crate) fn inputs_of(target: &str) -> impl Iterator<Item = PathBuf> {
    let kinds = KINDS.map(|kind| files(&directory(kind).join(target)));
    kinds.into_iter().flat_map(BTreeMap::into_values)
}

/// Every case by its name, as bytes.
fn cases() -> BTreeMap<String, Vec<u8>> {
    let files = files(&directory("cases")).into_values();
    files
        .map(|path| {
            let (start, actions) = read_case(&path);
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, Case::write::<Reference>(&start, &actions))
        })
        .collect()
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

/// The seeds of the targets that read cases are the cases: state, actions, and nothing else.
#[test]
fn the_seeds_of_cases_are_up_to_date() {
    let cases = cases();
    for target in OF_CASES {
        let seeds = directory("seeds").join(target);
        if std::env::var_os(WRITE).is_some() {
            fs::create_dir_all(&seeds).unwrap();
            for (name, bytes) in &cases {
                fs::write(seeds.join(name), bytes).unwrap();
            }
        }
        let found = files(&seeds).into_iter();
        let found: BTreeMap<String, Vec<u8>> = found
            .map(|(name, path)| (name, fs::read(path).unwrap()))
            .collect();
        let all: BTreeSet<&String> = found.keys().chain(cases.keys()).collect();
        for name in all {
            assert!(
                found.get(name) == cases.get(name),
                "the seed {name} of {target} is not what fuzz/cases says; {WRITE}=1 writes it again"
            );
        }
    }
}

/// A case written as bytes is read as the same state, and its walk tries the same actions.
#[test]
fn cases_are_read_as_they_were_written() {
    for path in files(&directory("cases")).into_values() {
        let (start, actions) = read_case(&path);
        let case = Case::read(&Case::write::<Reference>(&start, &actions));
        assert_eq!(case.start, start, "{}", path.display());
        let Ok(mut state) = Reference::from_snapshot(&start) else {
            assert_eq!(actions, [], "{}", path.display());
            continue;
        };
        let mut tried = Vec::new();
        for &raw in &case.choices {
            let action = choose(&state.legal_actions(), &state.board(), raw).unwrap();
            let _ = state.apply(action);
            tried.push(action);
        }
        assert_eq!(tried, actions, "{}", path.display());
    }
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

/// Together the cases show the fuzzer every part of a turn, every end, every invalidity, and
/// captures.
#[test]
fn the_cases_meet_every_end_and_every_invalidity() {
    let mut met = Walked::default();
    for bytes in cases().values() {
        let case = Case::read(bytes);
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
