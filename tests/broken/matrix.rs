//! The matrix: a parameterised engine with every small fault in turn, and a case of the suite that
//! notices it. The table at the end of SPEC.md chapter 8 notices every fault of the checks.
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

use support::end_model;

use std::collections::{BTreeMap, HashMap, HashSet};

use arimaa::compare::Engine;
use arimaa::vocab::{Piece, Side};
use arimaa_conformance::{Case, CaseVerdict, judge_case};
use arimaa_oracle::protocol::Capabilities;
use arimaa_oracle::subject::{Local, Subject};
use broken_engines::faults::{Decision, recorded, with_fault};
use broken_engines::{MOST_COUNTED, parameterised, quick};
use cells::{Cell, SAME_WINNER};
use rayon::prelude::*;

#[test]
fn every_cell_is_noticed_by_a_case_without_reasons() {
    let cases: Vec<&Case> = quick(MOST_COUNTED).collect();
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

/// With the sides exchanged the cells are the same.
#[test]
fn every_axis_has_the_cells_of_both_sides() {
    let names: HashSet<String> = cells::all().iter().map(Cell::name).collect();
    let is_alone = |name: &&String| !names.contains(&exchanged(name));
    let alone: Vec<&String> = names.iter().filter(is_alone).collect();
    assert!(alone.is_empty(), "{alone:#?}");
}

/// The name of a cell with the sides exchanged.
fn exchanged(name: &str) -> String {
    let pairs = [
        ("Gold", "Silver"),
        ("North", "South"),
        ("c3", "c6"),
        ("f3", "f6"),
    ];
    let name = pairs.iter().fold(name.to_owned(), |name, (one, other)| {
        let parts = name.split(one).map(|part| part.replace(other, one));
        parts.collect::<Vec<_>>().join(other)
    });
    // A piece is named by its letter.
    let Some((before, after)) = name.split_once("piece: ") else {
        return name;
    };
    let (letter, rest) = after.split_at(1);
    let piece: Piece = letter.parse().unwrap();
    let piece = Piece::new(piece.side.other(), piece.kind);
    format!("{before}piece: {piece}{rest}")
}

/// Checks made that are not, not made that are, and made in another order: the table tells the rule
/// that decides, so it also notices an exchange after which the same player wins.
#[test]
fn table_of_chapter_8_notices_every_fault_of_the_checks_and_their_order() {
    let table: Vec<_> = end_model::cells(end_model::section())
        .into_iter()
        .flat_map(|(edition, facts, says)| {
            Side::ALL.map(|mover| {
                let expected = says.map(|id| end_model::outcome(id, mover.other()));
                (end_model::position(edition, facts, mover), expected)
            })
        })
        .collect();
    let is_noticed = || {
        let ends = |position: &end_model::Position| position.ends::<parameterised::Reference>();
        table
            .iter()
            .any(|(position, expected)| ends(position) != [*expected; 2])
    };
    assert!(!is_noticed(), "the engine without a fault");
    let is_check = |cell: &Cell| {
        matches!(
            cell.decision,
            Decision::Check { .. } | Decision::Order { .. }
        )
    };
    let cells: Vec<Cell> = cells::all().into_iter().filter(is_check).collect();
    let wrong = cells.par_iter().filter(|cell| {
        let is_possible = cell.impossible.is_none_or(|why| why == SAME_WINNER);
        with_fault(cell.decision, is_noticed) != is_possible
    });
    let wrong: Vec<String> = wrong.map(Cell::name).collect();
    println!("{} faults of checks and their order", cells.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
    let mut engine = Local::new("parameterised", Engine::of::<parameterised::Reference>());
    judge_case(case, engine.ask(&case.question), &capabilities)
}
