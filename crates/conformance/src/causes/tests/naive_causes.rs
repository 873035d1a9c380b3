//! Tests the causes that are named for naive engines with one fault, with two, with many, and with
//! mistakes that no wrong rule describes: hardly any cause is false.
//!
//! No program is started. A case is asked only with faults that matter to it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::SUITE;
use super::killed::WITH_REASONS;
use super::naive::{PLAYERS, VARIANTS, predictions};
use crate::causes::Symptom;
use crate::causes::naive::{Fault, Faults, Place, Predictions};
use crate::causes::turn_causes::{naive_turns, positions};
use crate::{Asked, Case, Diagnosis, Mismatch, Status, Task};
use arimaa::compare::EngineKind;
use arimaa::random::SplitMix64;
use arimaa::vocab::Side;
use arimaa_oracle::protocol::Capabilities;

/// The greatest number of false causes among 100 named ones.
const FALSE: usize = 5;
/// The greatest number of wrong rules after "would show the same"; more are not printed.
const ALIKE: usize = 5;
/// The number of turns that an engine is asked for in each position.
const TIMES: u32 = 10;

/// A mistake that no wrong rule describes as a whole, and a wrong rule that is true of it: a push
/// takes two steps.
const ALSO_TRUE: (Fault, &str) = (Fault::OnlyOneStepSaves, "a-push-is-no-way-out");

/// A fault, for one player or for both.
type SidedFault = (Fault, Option<Side>);

/// Counts over the diagnoses of many engines.
#[derive(Default)]
struct Tally {
    engines: usize,
    failures: usize,
    /// Failures that a true cause explains.
    explained: usize,
    /// Causes that are named.
    causes: usize,
    /// The false causes, each with its engine.
    wrong: Vec<String>,
    /// The number of faults that a wrong rule describes, and of those that are named.
    faults: usize,
    named: usize,
}

impl Tally {
    /// Tallies one diagnosis of an engine with these faults. A cause is true if it names one of
    /// them, or if `has_it_too` says that the engine would err in the same way with it.
    fn of(
        faults: &[SidedFault],
        diagnosis: &Diagnosis<'_>,
        has_it_too: impl Fn(SidedFault) -> bool,
    ) -> Self {
        let failures = diagnosis.explained.len() + diagnosis.unexplained.len();
        let described = faults.iter().filter(|one| one.0.place() != Place::Foreign);
        let described: Vec<&str> = described.map(|one| one.0.wrong_rule()).collect();
        let (mut right, mut wrong) = (BTreeSet::new(), Vec::new());
        let mut named = BTreeSet::new();
        for cause in &diagnosis.causes {
            let alike = cause.alike.iter().take(ALIKE);
            let names = [&cause.wrong].into_iter().chain(alike);
            let names: Vec<&str> = names.map(|wrong| wrong.id.as_str()).collect();
            let drawn: Vec<&str> = described
                .iter()
                .copied()
                .filter(|id| names.contains(id))
                .collect();
            let has_other = faults.iter().any(|one| one.0 == ALSO_TRUE.0);
            let is_half_true = has_other && names.contains(&ALSO_TRUE.1);
            let is_true = || is_half_true || has_it_too((cause.fault, cause.only));
            if drawn.is_empty() && !is_true() {
                let (count, against) = (cause.explains.len(), cause.against);
                wrong.push(format!(
                    "{faults:?}, {failures} failures: {names:?} {:?}, {count} to {against}",
                    cause.only
                ));
            } else {
                right.extend(cause.explains.iter().map(|case| case.id.as_str()));
            }
            named.extend(drawn);
        }
        Self {
            engines: 1,
            failures,
            explained: right.len(),
            causes: diagnosis.causes.len(),
            wrong,
            faults: described.len(),
            named: named.len(),
        }
    }

    fn and(mut self, other: Self) -> Self {
        self.engines += other.engines;
        self.failures += other.failures;
        self.explained += other.explained;
        self.causes += other.causes;
        self.wrong.extend(other.wrong);
        self.faults += other.faults;
        self.named += other.named;
        self
    }

    fn print(&self, name: &str) {
        println!(
            "{name}: {} engines; {} of {} failures explained by true causes; {} of {} causes false; \
             {} of {} faults named\n  {}",
            self.engines,
            self.explained,
            self.failures,
            self.wrong.len(),
            self.causes,
            self.named,
            self.faults,
            self.wrong.join("\n  ")
        );
    }

    /// Asserts that few causes are false, and that true ones explain `explained` failures of 100 or
    /// more.
    fn assert(&self, name: &str, explained: usize) {
        self.print(name);
        assert!(self.failures > 0, "{name}");
        assert!(self.wrong.len() * 100 <= self.causes * FALSE, "{name}");
        assert!(self.explained * 100 >= self.failures * explained, "{name}");
    }
}

/// Engines with one fault, of both players or of one: each `apart`-th of all.
fn singles(apart: usize) -> Vec<Vec<SidedFault>> {
    let all = Fault::of(Place::Naive).flat_map(|fault| PLAYERS.map(|only| vec![(fault, only)]));
    all.step_by(apart).collect()
}

/// Random engines, each with faults of `count` different wrong rules.
fn drawn(engines: usize, count: usize, seed: u64) -> Vec<Vec<SidedFault>> {
    let mut random = SplitMix64::new(seed, count as u64);
    let is_meant = |fault: &Fault| count <= 2 || fails_few(*fault);
    let naive: Vec<Fault> = Fault::of(Place::Naive).filter(is_meant).collect();
    let mut engine = || {
        let mut faults: Vec<SidedFault> = Vec::new();
        while faults.len() < count {
            let fault = naive[random.below(naive.len())];
            if faults
                .iter()
                .all(|one| one.0.wrong_rule() != fault.wrong_rule())
            {
                faults.push((fault, None));
            }
        }
        faults
    };
    (0..engines).map(|_| engine()).collect()
}

/// Whether few cases show the fault: others are mended first by the author of an engine.
fn fails_few(fault: Fault) -> bool {
    static FEW: LazyLock<BTreeSet<Fault>> = LazyLock::new(|| {
        let predictions = predictions(Asked::Lines(VARIANTS[0]));
        let failures = |fault: &Fault| predictions.of(&together(&[(*fault, None)])).len();
        let all = Fault::of(Place::Naive);
        all.filter(|fault| (1..=110).contains(&failures(fault)))
            .collect()
    });
    !fault.wrong_rule().ends_with("-in-mid-turn") && FEW.contains(&fault)
}

fn together(faults: &[SidedFault]) -> Faults {
    faults.iter().fold(Faults::NONE, |all, (fault, only)| {
        all.with(*fault, only.map(|side| side == Side::Gold))
    })
}

/// Tallies the diagnoses of all engines that fail something. `M` is a mistake that an engine can
/// make.
fn tallied<M: PartialEq>(
    engines: &[Vec<SidedFault>],
    mistakes: impl Fn(&Faults) -> M,
    shows: impl Fn(&M) -> bool,
    diagnosis: impl Fn(&Faults, &M) -> Diagnosis<'static>,
) -> Tally {
    let tallies = engines.iter().filter_map(|faults| {
        let all = together(faults);
        let made = mistakes(&all);
        let has_it_too = |one: SidedFault| mistakes(&all.union(&together(&[one]))) == made;
        shows(&made).then(|| Tally::of(faults, &diagnosis(&all, &made), has_it_too))
    });
    tallies.fold(Tally::default(), Tally::and)
}

/// The diagnosis of an engine with these symptoms, which are given by the ids of cases.
fn diagnosis(
    predictions: &Predictions<'static>,
    shown: &BTreeMap<String, Vec<Symptom>>,
) -> Diagnosis<'static> {
    let symptoms = |case: &Case| shown.get(&case.id).cloned().unwrap_or_default();
    let results = predictions.cases().map(|case| (case, symptoms(case)));
    let results: Vec<(&Case, Vec<Symptom>)> = results.collect();
    Diagnosis::from_predictions(predictions, &results, &SUITE.wrong_rules)
}

/// Tallies engines that answer as predicted, in this way of asking.
fn tally_answers(asked: Asked, engines: &[Vec<SidedFault>]) -> Tally {
    let predictions = predictions(asked);
    let mistakes = |faults: &Faults| predictions.of(faults);
    tallied(
        engines,
        mistakes,
        |shown| !shown.is_empty(),
        |_, shown| diagnosis(predictions, shown),
    )
}

/// Tallies engines that only make turns, each a random one of those that the engine finds legal.
fn tally_turns(engines: &[Vec<SidedFault>]) -> Tally {
    let engine = EngineKind::Bitboard.engine();
    let mut tasks: Vec<(&Case, Task)> = Vec::new();
    for case in &SUITE.cases {
        if case.expect.turns.is_some_and(|turns| turns <= 20)
            && let Ok(task) = Task::for_question(&engine, &case.question)
            && tasks
                .iter()
                .all(|(_, one)| one.approach() != task.approach())
        {
            tasks.push((case, task));
        }
    }
    let positions = positions(tasks.iter().map(|(case, _)| *case));
    // A turn that it never makes is no mistake that could be seen, unless it finds none.
    let turns = |faults: &Faults| -> Vec<Option<Vec<String>>> {
        let turns = |(case, _): &(&Case, Task)| naive_turns(case.question.position()?, *faults).0;
        tasks.iter().map(turns).collect()
    };
    let wrong = |task: &Task, turn: &str| match task.judge(turn) {
        Status::Failed(mismatches) => Some(mismatches),
        _ => None,
    };
    let mistakes = |faults: &Faults| -> Vec<Option<BTreeSet<String>>> {
        let all = tasks.iter().zip(turns(faults));
        let mistakes = all.map(|((_, task), turns)| {
            let turns = turns.filter(|turns| !turns.is_empty())?;
            let wrong = turns.into_iter().filter(|turn| wrong(task, turn).is_some());
            Some(wrong.collect())
        });
        mistakes.collect()
    };
    let shows =
        |made: &Vec<Option<BTreeSet<String>>>| made.iter().flatten().any(|wrong| !wrong.is_empty());
    tallied(engines, mistakes, shows, |faults, _| {
        let mut random = SplitMix64::new(11, 0);
        let all = tasks.iter().zip(turns(faults));
        let played = all.filter_map(|((case, task), turns)| {
            // With some faults there are too many turns to be listed.
            let turns = turns?;
            let mut failed = (0..TIMES).filter_map(|_| match turns.len() {
                0 => wrong(task, ""),
                count => wrong(task, &turns[random.below(count)]),
            });
            Some((*case, failed.next().unwrap_or_default()))
        });
        let played: Vec<(&Case, Vec<Mismatch>)> = played.collect();
        let results = played.iter().map(|(case, wrong)| (*case, &wrong[..]));
        let results: Vec<(&Case, &[Mismatch])> = results.collect();
        Diagnosis::from_turns(
            &positions,
            TIMES,
            &results,
            &Capabilities::default(),
            &SUITE.wrong_rules,
        )
    })
}

const WAYS: [(&str, Asked); 4] = [
    ("lines of single steps", Asked::Lines(VARIANTS[0])),
    ("lines of two steps", Asked::Lines(VARIANTS[1])),
    ("lines of whole turns", Asked::Lines(VARIANTS[2])),
    ("questions in JSON", Asked::Questions),
];

/// Engines with a mistake that no wrong rule describes, alone and beside a fault of a wrong rule.
fn foreign() -> Vec<Vec<SidedFault>> {
    let all = Fault::of(Place::Foreign).zip(drawn(40, 1, 5));
    let engines = all.flat_map(|(fault, others)| {
        let alone = vec![(fault, None)];
        [alone.clone(), [others, alone].concat()]
    });
    engines.collect()
}

#[test]
#[ignore = "takes seconds; `.ci/run` runs it"]
fn mistakes_that_no_wrong_rule_describes_are_not_called_another() {
    tally_answers(WAYS[0].1, &foreign()).assert("foreign", 0);
}

/// A wrong rule that explains few failures among many unexplained ones may fit by chance.
#[test]
#[ignore = "takes seconds; `.ci/run` runs it"]
fn a_cause_of_few_among_many_failures_is_not_named() {
    let predictions = predictions(WAYS[0].1);
    let shown = predictions.of(&Faults::NONE.with(Fault::PresentNotRecorded, None));
    for (unknown, named) in [(10, 1), (400, 0)] {
        let mut shown = shown.clone();
        let (field, got) = ("error", String::new());
        for case in predictions.cases().take(unknown) {
            let symptom = || {
                vec![Symptom {
                    field,
                    got: got.clone(),
                }]
            };
            shown.entry(case.id.clone()).or_insert_with(symptom);
        }
        assert_eq!(diagnosis(predictions, &shown).causes.len(), named);
    }
}

#[test]
#[ignore = "takes seconds; `.ci/run` runs it"]
fn some_faults_are_named() {
    for (way, asked) in WAYS {
        tally_answers(asked, &singles(25)).assert(way, 95);
    }
    tally_answers(WAYS[3].1, &drawn(6, 2, 32)).assert("two faults", 95);
    let many = [3, 5, 8].map(|count| drawn(2, count, 2)).concat();
    tally_answers(WAYS[0].1, &many).assert("three to eight faults", 80);
    // That Gold pulls no equals speaks against the fault, and not against it for Silver.
    let one_sided = tally_turns(&[vec![(Fault::EqualsPulled, Some(Side::Silver))]]);
    assert_eq!((one_sided.engines, one_sided.named), (1, 1));
}

/// Faults of the engine that is right in play; the numbers of a shortcut are its own.
#[test]
#[ignore = "takes seconds; `.ci/run` runs it"]
fn every_fault_outside_of_play_is_named_and_nothing_else() {
    let mut wrong = Vec::new();
    for fault in Fault::of(Place::Game) {
        let shown = WITH_REASONS.of(&Faults::NONE.with(fault, None));
        let diagnosis = diagnosis(&WITH_REASONS, &shown);
        let named = diagnosis.causes.iter().map(|cause| {
            let all = [cause.wrong].into_iter().chain(cause.alike.iter().copied());
            all.map(|wrong| wrong.id.as_str()).collect()
        });
        let named: Vec<Vec<&str>> = named.collect();
        if named.len() != 1 || !named[0].contains(&fault.wrong_rule()) {
            wrong.push(format!("{fault:?} {}: {named:?}", shown.len()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
#[ignore = "it takes minutes; `.ci/deep causes` runs it"]
fn one_fault_two_and_many_are_named_in_every_way_of_asking() {
    let few = [singles(4), drawn(30, 2, 32)].concat();
    let many = [3, 5, 8, 13].map(|count| drawn(4, count, 2)).concat();
    for (name, engines, explained) in [
        ("one fault or two", few, 95),
        ("three to thirteen faults", many, 80),
        ("faults that no wrong rule describes", foreign(), 0),
    ] {
        let tallies = WAYS.map(|(way, asked)| {
            let tally = tally_answers(asked, &engines);
            println!("{way}:");
            tally.print(name);
            tally
        });
        let all = tallies.into_iter().fold(Tally::default(), Tally::and);
        all.assert(name, explained);
    }
    tally_turns(&singles(4)).assert("one fault, turns by AEI", 80);
}
