//! The matrix: a parameterised engine with every small fault in turn, and a case of the suite that
//! notices it.
//!
//! `cells.rs` lists the faults, or cells, along axes such as trap × side × part × who is captured.
//! Each is noticed by a case without the help of reasons, or `cells.rs` says why it cannot be;
//! `switched_off.rs` holds refusals to their own rule.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "what goes unnoticed fails the test"
)]

mod cells;
#[allow(unreachable_pub, reason = "shared with the copy of the engine")]
mod faults;
mod switched_off;

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::{fs, thread};

use arimaa_oracle::engines::Starter;
use arimaa_oracle::suite::{Capabilities, Case, CaseVerdict, Local, Subject, Suite, judge_case};
use cells::SAME_WINNER;
use faults::{Decision, recorded, with_fault};

// The module `parameterised`, as the build has made it.
include!(concat!(env!("OUT_DIR"), "/parameterised.rs"));

/// The most turns or sequences of steps that a case may have an engine count here; the copy is
/// slow.
const MOST_COUNTED: u64 = 10_000;

#[test]
fn every_cell_is_noticed_by_a_case_without_reasons() {
    let suite = suite();
    let cases: Vec<&Case> = quick(&suite).collect();
    let deciding = deciding(&cases);
    let cells = cells::all();
    let noticed = side_by_side(&cells, |cell| {
        let mut candidates = deciding.get(&cell.decision).into_iter().flatten();
        let reasons = cell.impossible == Some(SAME_WINNER);
        candidates
            .find(|case| {
                with_fault(cell.decision, || verdict(case, reasons)) != CaseVerdict::Passed
            })
            .map(|case| case.id.as_str())
    });
    let mut wrong = Vec::new();
    let mut counts: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for (cell, noticed) in cells.iter().zip(&noticed) {
        let count = counts.entry(cell.axis).or_default();
        count[0] += 1;
        match (noticed, cell.impossible) {
            (Some(_), None) => count[1] += 1,
            (Some(_), Some(SAME_WINNER)) => count[2] += 1,
            (None, Some(why)) if why != SAME_WINNER => count[2] += 1,
            (None, _) => wrong.push(format!("no case notices {}", cell.name())),
            (Some(case), Some(why)) => {
                wrong.push(format!("{case} notices {}, but: {why}", cell.name()));
            }
        }
    }
    for (axis, [cells, noticed, impossible]) in &counts {
        println!("{axis:24} {cells:4} cells, {noticed:4} noticed, {impossible:4} impossible");
    }
    assert!(
        wrong.is_empty(),
        "{} cells:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Every case of the suite as it lies on disk, so that a changed case needs no new build.
fn suite() -> Suite {
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
}

/// All cases without those that count for long.
fn quick(suite: &Suite) -> impl Iterator<Item = &Case> {
    suite.cases.iter().filter(|case| {
        let steps = case.expect.steps.iter().flatten();
        steps
            .chain(&case.expect.turns)
            .all(|&count| count <= MOST_COUNTED)
    })
}

/// The cases that take each decision. Without a fault the engine passes them all.
fn deciding<'a>(cases: &[&'a Case]) -> HashMap<Decision, Vec<&'a Case>> {
    let mut deciding: HashMap<Decision, Vec<&Case>> = HashMap::new();
    for (case, made) in cases.iter().zip(side_by_side(cases, |case| {
        let (verdict, made) = recorded(|| verdict(case, true));
        assert_eq!(verdict, CaseVerdict::Passed, "{}", case.id);
        made
    })) {
        for decision in made {
            deciding.entry(decision).or_default().push(case);
        }
    }
    deciding
}

/// The verdict on the parameterised engine, with or without the reasons that it gives. It is asked
/// on this thread.
fn verdict(case: &Case, reasons: bool) -> CaseVerdict {
    let capabilities = Capabilities {
        reasons,
        ..Capabilities::default()
    };
    let mut engine = Local::new("parameterised", Starter::of::<parameterised::Reference>());
    judge_case(case, engine.ask(&case.question), &capabilities)
}

/// Answers for every element, shared out among the processors and in order.
fn side_by_side<T: Sync, U: Send>(all: &[T], answer: impl Fn(&T) -> U + Sync) -> Vec<U> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let share = all.len().div_ceil(processors).max(1);
    thread::scope(|scope| {
        let shares: Vec<_> = all
            .chunks(share)
            .map(|share| scope.spawn(|| share.iter().map(&answer).collect::<Vec<U>>()))
            .collect();
        let answers = shares.into_iter().map(|share| share.join().unwrap());
        answers.flatten().collect()
    })
}
