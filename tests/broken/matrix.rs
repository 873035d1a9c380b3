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
mod switched_off;

use std::collections::{BTreeMap, HashMap};

use arimaa_oracle::engines::Starter;
use arimaa_oracle::suite::{Capabilities, Case, CaseVerdict, Local, Subject, judge_case};
use broken_engines::faults::{Decision, recorded, with_fault};
use broken_engines::{parameterised, quick};
use cells::{Cell, SAME_WINNER};
use rayon::prelude::*;

#[test]
fn every_cell_is_noticed_by_a_case_without_reasons() {
    let cases: Vec<&Case> = quick().collect();
    let deciding = deciding(&cases);
    let cells = cells::all();
    let noticing = |cell: &Cell| {
        let mut candidates = deciding.get(&cell.decision).into_iter().flatten();
        let reasons = cell.impossible == Some(SAME_WINNER);
        let fails = |case: &&&Case| {
            with_fault(cell.decision, || verdict(case, reasons)) != CaseVerdict::Passed
        };
        candidates.find(fails).map(|case| case.id.as_str())
    };
    let noticed: Vec<Option<&str>> = cells.par_iter().map(noticing).collect();
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

/// The cases that take each decision. Without a fault the engine passes them all.
fn deciding<'a>(cases: &[&'a Case]) -> HashMap<Decision, Vec<&'a Case>> {
    let decisions = |case: &&'a Case| {
        let (verdict, made) = recorded(|| verdict(case, true));
        assert_eq!(verdict, CaseVerdict::Passed, "{}", case.id);
        made
    };
    let made: Vec<_> = cases.par_iter().map(decisions).collect();
    let mut deciding: HashMap<Decision, Vec<&Case>> = HashMap::new();
    for (case, made) in cases.iter().zip(made) {
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
