//! Tests of the naive engine: without a fault it passes every case that it can be asked, in every
//! way of asking, and with any one condition dropped or weakened it fails some.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use rayon::prelude::*;

use super::SUITE;
use crate::causes::naive::{
    Fault, Made, Place, Predictions, Slips, ask_slipping, counts_few, naive_capabilities,
};
use crate::subjects::line::Variant;
use crate::{Asked, Case, Status};
use arimaa::vocab::Side;
use arimaa_oracle::ask::QuestionKind;
use arimaa_oracle::protocol::Capabilities;

const SINGLE_STEPS: Variant = Variant {
    two_step: false,
    whole_turns: false,
    after_end: true,
};

/// The ways in which an engine takes its steps: one by one, in actions of two, in whole turns.
pub(super) const VARIANTS: [Variant; 3] = [
    SINGLE_STEPS,
    Variant {
        two_step: true,
        after_end: false,
        ..SINGLE_STEPS
    },
    Variant {
        whole_turns: true,
        ..SINGLE_STEPS
    },
];

/// The players who have a fault: both, or one.
pub(super) const PLAYERS: [Option<Side>; 3] = [None, Some(Side::Gold), Some(Side::Silver)];

/// Predictions for engines that answer lines, or questions in JSON without reasons, shared by
/// tests.
pub(super) fn predictions(asked: Asked) -> &'static Predictions<'static> {
    static KNOWN: LazyLock<Vec<(Asked, Predictions<'static>)>> = LazyLock::new(|| {
        let cases: Vec<&Case> = SUITE.cases.iter().collect();
        let ways = VARIANTS.map(Asked::Lines).into_iter();
        let ways = ways.chain([Asked::Questions]);
        let of = |asked| Predictions::new(&cases, asked, &Capabilities::of_play());
        ways.map(|asked| (asked, of(asked))).collect()
    });
    let known = KNOWN.iter().find(|(way, _)| *way == asked);
    known.map(|(_, predictions)| predictions).unwrap()
}

/// The cases for the engine without a fault, each with the slips that would matter in it.
pub(super) fn noted(
    variant: Variant,
    slips: fn() -> Slips,
) -> Vec<(&'static Case, BTreeSet<Made>)> {
    let capabilities = naive_capabilities(variant, &Capabilities::of_play());
    let cases = SUITE.cases.par_iter();
    let cases = cases.filter(|case| counts_few(case) && case.declined_by(&capabilities).is_none());
    let noted = cases.filter_map(|case| {
        let (verdict, noted) = ask_slipping(case, slips(), variant, &capabilities);
        let is_passed = verdict == Status::Passed;
        assert!(
            is_passed || matches!(verdict, Status::Skipped(_)),
            "{}: {verdict}",
            case.id
        );
        is_passed.then_some((case, noted))
    });
    noted.collect()
}

#[test]
fn engine_without_a_fault_passes_every_case() {
    for variant in VARIANTS {
        let asked = noted(variant, Slips::default).len();
        assert!(asked > 200, "{variant:?}: {asked}");
    }
}

/// The faults that no case shows, for both players and for one, by the way of asking.
///
/// None can. A single step says itself where the pusher goes. A push or pull that is one action has
/// no moment between its halves. In whole turns the step that completes a push is refused for the
/// same reason as the one that begins it; what a fault announces in the middle of a turn does not
/// show in its end; and the order of two captures is not told. A side without rabbits has none on
/// goal, so that both checks name the same winner. Of the others, each is about the other player or
/// is right for this one.
#[test]
#[ignore = "takes seconds; `.ci/run` runs it"]
fn every_condition_dropped_or_weakened_is_seen_where_it_can_be() {
    let faults: Vec<Fault> = Fault::of(Place::Naive).collect();
    let mut rows = Vec::new();
    for variant in VARIANTS {
        let predictions = predictions(Asked::Lines(variant));
        for only in PLAYERS {
            let is_unseen = |fault: &&Fault| {
                let mut shown = predictions.by(**fault, only, predictions.all());
                !shown.any(|(_, prediction)| prediction.fails())
            };
            let unseen: Vec<&Fault> = faults.par_iter().filter(is_unseen).collect();
            rows.push(format!("{variant:?}, {only:?}: {unseen:?}\n"));
        }
    }
    insta::assert_snapshot!(rows.concat());
}

/// A fault whose code changes may no longer be what its words say to people. How many cases see it,
/// asked in single steps, and what the first of them shows, tells that. Cases that list or count
/// turns would take most of the time.
#[test]
#[ignore = "takes seconds; `.ci/run` runs it"]
fn number_of_cases_that_notice_each_fault() {
    let predictions = predictions(Asked::Lines(SINGLE_STEPS));
    let [quick, _] = predictions.partition(|case| {
        use QuestionKind::{Goal, Perft, TurnCount, Turns};
        !matches!(case.question.kind(), Turns | TurnCount | Perft | Goal)
    });
    let faults: Vec<Fault> = Fault::of(Place::Naive).collect();
    let rows = faults.par_iter().map(|fault| {
        let shown = predictions.by(*fault, None, quick.iter().copied());
        let mut seen = shown.filter(|(_, prediction)| prediction.fails());
        let first = seen.next();
        let count = usize::from(first.is_some()) + seen.count();
        let first = first.map(|(id, prediction)| {
            let symptoms = prediction.symptoms().iter();
            let symptoms = symptoms.map(|one| format!("{} {}", one.field, one.got));
            format!(": {id}: {}", symptoms.collect::<Vec<_>>().join(", "))
        });
        format!("{fault:?} {count}{}\n", first.unwrap_or_default())
    });
    insta::assert_snapshot!(rows.collect::<String>());
}
