//! Every committed input of every fuzz target, replayed through the functions that the targets
//! call; and what the directory `fuzz` promises about itself.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use arimaa::compare::{Engine, Extent, Game, Reference, Walked, choose, walk};
use arimaa::random::SplitMix64;
use arimaa::rules::Rules;
use arimaa::text::{Archive, read_compact, read_diagram, read_records, read_turn};
use arimaa::vocab::{Action, Edition, End, Handicap, Label, Part, Phase, Snapshot, Token};
use arimaa_conformance::judge_case;
use arimaa_oracle::ask::read_state;
use arimaa_oracle::serve::serve;
use arimaa_oracle::subject::Local;

use crate::fuzz;
use crate::fuzz::case::{ARBITRARY, Case};
use crate::fuzz::{OF_CASES, TARGETS};

/// Set to anything, this writes the seeds of the cases instead of comparing them.
const WRITE: &str = "ARIMAA_WRITE";

/// The directories of committed inputs.
const KINDS: [&str; 3] = ["seeds", "regressions", "learned"];

pub(crate) fn directory(name: &str) -> PathBuf {
    crate::root::root().join("fuzz").join(name)
}

/// The files of a directory by name; none where there is no directory.
pub(crate) fn files(directory: &Path) -> BTreeMap<String, PathBuf> {
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
pub(crate) fn cases() -> BTreeMap<String, Vec<u8>> {
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

/// The targets, the programs, their inputs and the table that describes them have the same names.
#[test]
fn every_target_is_built_and_described() {
    let names: BTreeSet<String> = TARGETS.map(|(name, _)| name.to_owned()).into();
    let manifest = fs::read_to_string(directory("Cargo.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    let programs = manifest["bin"].as_array().unwrap().iter();
    let programs: BTreeSet<String> = programs
        .map(|program| program["name"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(programs, names);

    let readme = fs::read_to_string(directory("README.md")).unwrap();
    for name in &names {
        let source = directory("fuzz_targets").join(name).with_extension("rs");
        let source = fs::read_to_string(source).unwrap();
        assert!(
            source.contains(&format!("arimaa_oracle_fuzz::{name}(bytes)")),
            "{name}"
        );
        assert!(
            readme.contains(&format!("\n| `{name}` |")),
            "{name} is not in the table"
        );
    }
    for inputs in KINDS {
        let found: BTreeSet<String> = files(&directory(inputs)).into_keys().collect();
        assert!(found.is_subset(&names), "{inputs} of no target: {found:?}");
    }
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

/// The seeds that are texts are what their names say: accepted by a reader, or refused by it.
#[test]
fn seed_texts_match_their_names() {
    let mut seen = BTreeMap::new();
    for target in TARGETS.map(|(name, _)| name) {
        if OF_CASES.contains(&target) {
            continue;
        }
        for (name, path) in files(&directory("seeds").join(target)) {
            let bytes = fs::read(path).unwrap();
            let text = String::from_utf8_lossy(&bytes);
            let (accepted, name) = match name.strip_prefix("no-") {
                Some(name) => (false, name.to_owned()),
                None => (true, name),
            };
            let kind = name.split('-').next().unwrap_or_default().to_owned();
            let read = match kind.as_str() {
                "turn" => read_turn(&text, 1).is_ok(),
                "word" => is_word(&text),
                "compact" => read_compact(&text).is_ok(),
                "diagram" => read_diagram(&text).is_ok(),
                "record" => read_records(&text).is_ok(),
                "state" => read_state(&text).is_ok(),
                "table" => {
                    Archive::new(&bytes[..]).is_ok_and(|mut rows| rows.all(|row| row.is_ok()))
                }
                "request" => answered(&bytes).iter().all(|line| line["error"].is_null()),
                "answer" => fuzz::lines::check_subject(&bytes, judge_case) > 0,
                _ => panic!("{name} is not named after a reader"),
            };
            assert_eq!(read, accepted, "{name}");
            let seen: &mut BTreeSet<bool> = seen.entry(kind).or_default();
            seen.insert(accepted);
        }
    }
    assert_eq!(seen.len(), 9);
    assert!(seen.values().all(|seen| seen.len() == 2), "{seen:?}");
}

/// The responses of a server to a stream of requests.
fn answered(requests: &[u8]) -> Vec<serde_json::Value> {
    let mut responses = Vec::new();
    let requests = std::io::Cursor::new(requests.to_vec());
    serve(
        &Local::new("bitboard", Engine::of::<Game>()),
        requests,
        &mut responses,
    )
    .unwrap();
    let responses = serde_json::Deserializer::from_slice(&responses).into_iter();
    responses.map(|response| response.unwrap()).collect()
}

fn is_word(text: &str) -> bool {
    text.parse::<Action>().is_ok()
        || text.parse::<Token>().is_ok()
        || text.parse::<Label>().is_ok()
        || text.parse::<Edition>().is_ok()
        || text.parse::<Handicap>().is_ok()
}
