//! The causes that reports name for naive engines with one fault, with two and with many, in every
//! way of asking: true causes explain nine failures of ten, and no engine has false causes alone.
//!
//! No program is started: the answers of the naive engine are kept by the faults that decide them,
//! so most of them serve for many engines.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::SUITE;
use super::killed::WITH_REASONS;
use super::naive::VARIANTS;
use crate::causes::Symptom;
use crate::causes::naive::{Fault, Faults, Place, Predictions};
use crate::causes::turn_causes::naive_turns;
use crate::{Asked, Case, CaseVerdict, Diagnosis, Mismatch, Task};
use arimaa::compare::EngineKind;
use arimaa::random::SplitMix64;
use arimaa::vocab::Side;
use arimaa_oracle::protocol::Capabilities;

/// The least share of failures that true causes explain, in percent.
const EXPLAINED: usize = 90;
/// The wrong rules named after "would show the same": more are not printed.
const ALIKE: usize = 5;
/// How often an engine is asked for a turn in each position.
const TIMES: u32 = 10;

/// A fault, for one player or for both.
type SidedFault = (Fault, Option<Side>);

/// How the diagnoses of many engines turn out.
#[derive(Default)]
struct Tally {
    engines: usize,
    failures: usize,
    /// Failures that a true cause explains.
    explained: usize,
    /// Failures that false causes alone explain.
    misled: usize,
    faults: usize,
    named: usize,
    /// The engines with false causes alone.
    wrong: Vec<String>,
    /// The engines of which true causes explain least.
    weak: Vec<String>,
}

impl Tally {
    /// Of an engine with these faults. A cause is true that names one of them, or that
    /// `has_it_too`: the engine would err in the same way with it.
    fn of(
        faults: &[SidedFault],
        diagnosis: &Diagnosis<'_>,
        has_it_too: impl Fn(SidedFault) -> bool,
    ) -> Self {
        let is_drawn = |id: &&str| faults.iter().any(|(fault, _)| fault.wrong_rule() == *id);
        let names = diagnosis.causes.iter().map(|cause| {
            let alike = cause.alike.iter().take(ALIKE);
            let all = [&cause.wrong].into_iter().chain(alike);
            all.map(|wrong| wrong.id.as_str()).collect::<Vec<_>>()
        });
        let names: Vec<Vec<&str>> = names.collect();
        let is_named = |(fault, _): &&SidedFault| names.concat().contains(&fault.wrong_rule());
        let named = faults.iter().filter(is_named).count();
        let (mut right, mut wrong) = (BTreeSet::new(), BTreeSet::new());
        for (cause, names) in diagnosis.causes.iter().zip(&names) {
            let ids = cause.explains.iter().map(|case| case.id.as_str());
            if names.iter().any(is_drawn) || has_it_too((cause.fault, cause.only)) {
                right.extend(ids);
            } else {
                wrong.extend(ids);
            }
        }
        if wrong.is_empty() {
            right.extend(diagnosis.explained.iter().map(|case| case.id.as_str()));
        }
        let failures = diagnosis.explained.len() + diagnosis.unexplained.len();
        let told = format!("{faults:?}: {} of {failures} by {names:?}", right.len());
        let mut tally = Self {
            engines: 1,
            failures,
            explained: right.len(),
            misled: wrong.difference(&right).count(),
            faults: faults.len(),
            named,
            ..Self::default()
        };
        if right.is_empty() && !names.is_empty() {
            tally.wrong.push(told);
        } else if right.len() * 100 < failures * EXPLAINED {
            tally.weak.push(told);
        }
        tally
    }

    fn and(mut self, other: Self) -> Self {
        self.engines += other.engines;
        self.failures += other.failures;
        self.explained += other.explained;
        self.misled += other.misled;
        self.faults += other.faults;
        self.named += other.named;
        self.wrong.extend(other.wrong);
        self.weak.extend(other.weak);
        self
    }

    /// Prints the numbers; what is wrong with them, if anything is.
    fn print(&self, name: &str) -> Option<String> {
        println!(
            "{name}: {} engines, {} failures, {} of 1,000 by true causes, {} by false causes alone; {} \
             of {} faults named; {} engines below {EXPLAINED} %, {} with false causes alone",
            self.engines,
            self.failures,
            self.explained * 1000 / self.failures.max(1),
            self.misled,
            self.named,
            self.faults,
            self.weak.len(),
            self.wrong.len(),
        );
        let is_good = self.failures > 0
            && self.wrong.is_empty()
            && self.explained * 100 >= self.failures * EXPLAINED;
        let (wrong, weak) = (self.wrong.join("\n  "), self.weak.join("\n  "));
        if std::env::var_os("ARIMAA_SHOW_CAUSES").is_some() {
            println!("  WRONG {wrong}\n  WEAK {weak}");
        }
        (!is_good).then(|| format!("{name}:\n  {wrong}\n  {weak}"))
    }
}

/// Engines with one fault each: all, for both players and for one, or every so many of them.
fn singles(apart: usize) -> Vec<Vec<SidedFault>> {
    let players = [None, Some(Side::Gold), Some(Side::Silver)];
    let all = Fault::of(Place::Naive).flat_map(|fault| players.map(|only| vec![(fault, only)]));
    all.step_by(apart).collect()
}

/// Engines with two faults of different wrong rules, drawn by a seed.
fn pairs(count: usize) -> Vec<Vec<SidedFault>> {
    let mut random = SplitMix64::new(32, 0);
    let naive: Vec<Fault> = Fault::of(Place::Naive).collect();
    let mut draw = || (naive[random.below(naive.len())], None);
    let drawn = std::iter::repeat_with(|| vec![draw(), draw()]);
    drawn
        .filter(|pair| pair[0].0.wrong_rule() != pair[1].0.wrong_rule())
        .take(count)
        .collect()
}

fn together(faults: &[SidedFault]) -> Faults {
    faults.iter().fold(Faults::NONE, |all, (fault, only)| {
        all.with(*fault, only.map(|side| side == Side::Gold))
    })
}

/// The diagnoses of all engines that show anything, by the mistakes that each could make.
fn tallied<M: PartialEq>(
    engines: &[Vec<SidedFault>],
    mistakes: impl Fn(&Faults) -> M,
    shows: impl Fn(&Faults) -> bool,
    diagnosis: impl Fn(&Faults) -> Diagnosis<'static>,
) -> Tally {
    // A second fault that shows nothing alone is none that could be named.
    let all_show = |faults: &&Vec<SidedFault>| faults.iter().all(|one| shows(&together(&[*one])));
    // Each diagnosis takes all threads. Started on one of them, it would be stacked on others.
    let tallies = engines.iter().filter(all_show).filter_map(|faults| {
        let all = together(faults);
        let has_it_too = |one: SidedFault| mistakes(&all.and(&together(&[one]))) == mistakes(&all);
        shows(&all).then(|| Tally::of(faults, &diagnosis(&all), has_it_too))
    });
    tallies.fold(Tally::default(), Tally::and)
}

/// The answers to lines, or to questions in JSON without reasons. Several tests need them.
fn predictions(asked: Asked) -> &'static Predictions<'static> {
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

/// Engines whose answers are predicted so.
fn tally_answers(predictions: &Predictions<'static>, engines: &[Vec<SidedFault>]) -> Tally {
    let mistakes = |faults: &Faults| predictions.of(faults);
    let shows = |faults: &Faults| !mistakes(faults).is_empty();
    tallied(engines, mistakes, shows, |faults| {
        let shown = predictions.of(faults);
        let symptoms = |case: &Case| shown.get(&case.id).cloned().unwrap_or_default();
        let results = predictions.cases().map(|case| (case, symptoms(case)));
        let results: Vec<(&Case, Vec<Symptom>)> = results.collect();
        let rules = &SUITE.wrong_rules;
        Diagnosis::by(predictions, &results, rules)
    })
}

/// An engine that makes turns, each one by chance of those that it finds legal.
fn tally_turns(engines: &[Vec<SidedFault>]) -> Tally {
    let asked = Asked::Turns { times: TIMES };
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
    let cases: Vec<&Case> = tasks.iter().map(|(case, _)| *case).collect();
    let predictions = Predictions::new(&cases, asked, &Capabilities::default());
    let played = |faults: &Faults| -> Vec<(&Case, Vec<Mismatch>)> {
        let mut random = SplitMix64::new(11, 0);
        let played = tasks.iter().filter_map(|(case, task)| {
            // With some faults there are too many turns to be listed.
            let turns = naive_turns(case.question.position()?, *faults).0?;
            let verdicts = (0..TIMES).map(|_| {
                let turn = match turns.len() {
                    0 => "resign",
                    count => &turns[random.below(count)],
                };
                task.judge(turn)
            });
            let mut failed = verdicts.filter_map(|verdict| match verdict {
                CaseVerdict::Failed(mismatches) => Some(mismatches),
                _ => None,
            });
            Some((*case, failed.next().unwrap_or_default()))
        });
        played.collect()
    };
    // A turn that it never makes is no mistake that could be seen, unless it finds none.
    let mistakes = |faults: &Faults| -> Vec<Option<BTreeSet<String>>> {
        let mistakes = tasks.iter().map(|(case, task)| {
            let turns = naive_turns(case.question.position()?, *faults).0?;
            let is_wrong = |turn: &String| task.judge(turn) != CaseVerdict::Passed;
            let wrong = turns
                .iter()
                .filter(|turn| is_wrong(turn))
                .cloned()
                .collect();
            (!turns.is_empty()).then_some(wrong)
        });
        mistakes.collect()
    };
    let shows = |faults: &Faults| played(faults).iter().any(|(_, wrong)| !wrong.is_empty());
    tallied(engines, mistakes, shows, |faults| {
        let played = played(faults);
        let results = played.iter().map(|(case, wrong)| (*case, &wrong[..]));
        let results: Vec<(&Case, &[Mismatch])> = results.collect();
        let rules = &SUITE.wrong_rules;
        Diagnosis::from_turns(&predictions, &results, rules)
    })
}

/// Asserts that true causes explain the failures of these engines, in every way of asking.
fn assert_named(name: &str, engines: &[Vec<SidedFault>]) {
    let [one_step, two_step, whole_turns] = VARIANTS.map(Asked::Lines);
    let ways = [
        ("lines of single steps", one_step),
        ("lines of two steps", two_step),
        ("lines of whole turns", whole_turns),
        ("questions in JSON", Asked::Questions),
    ];
    let wrong = ways.map(|(way, asked)| {
        let tally = tally_answers(predictions(asked), engines);
        tally.print(&format!("{name}, {way}"))
    });
    let turns = tally_turns(engines).print(&format!("{name}, turns by AEI"));
    let wrong: Vec<String> = wrong.into_iter().chain([turns]).flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Wrong engines that nothing saw once, or that no wrong rule named.
const DESCRIBED: [(&str, SidedFault); 7] = [
    (
        "A weaker piece leaves, a stronger one pushes into that square, and it is called a pull.",
        (Fault::AnyStepIntoLeftSquare, None),
    ),
    (
        "A push of the enemy's rabbit is refused where the mover's would go back.",
        (Fault::PushedRabbitsAsMover, None),
    ),
    (
        "A threatened piece with a friend does not push.",
        (Fault::ThreatenedDoesNotPush, None),
    ),
    (
        "An enemy step elsewhere than into the left square opens no push.",
        (Fault::NoPushAfterAStep, None),
    ),
    (
        "The fourth step may not restore the board.",
        (Fault::FourthStepMayNotRestore, None),
    ),
    (
        "The player who has just moved loses by immobility.",
        (Fault::MoverImmobilized, None),
    ),
    (
        "The rabbit on the d-file is not seen on its goal.",
        (Fault::GoalD, None),
    ),
];

#[test]
#[ignore = "takes seconds; `.ci/run` runs it"]
fn wrong_engines_that_were_overlooked_once_are_seen_and_named() {
    let engines = DESCRIBED.map(|(_, one)| vec![one]);
    let tally = tally_answers(predictions(Asked::Questions), &engines);
    assert_eq!(tally.print("JSON"), None);
    assert_eq!(
        (tally.engines, tally.named),
        (DESCRIBED.len(), DESCRIBED.len())
    );
    // Its square is part of the action in an engine that pushes with one action only.
    let follows = vec![(Fault::PusherFollowsVictim, None)];
    let tally = tally_answers(predictions(Asked::Lines(VARIANTS[1])), &[follows]);
    assert_eq!(tally.print("actions of two steps"), None);
    assert_eq!((tally.engines, tally.named), (1, 1));
}

#[test]
#[ignore = "takes seconds; `.ci/run` runs it"]
fn every_fortieth_fault_is_named_in_whole_turns_and_by_aei() {
    let engines = singles(40);
    let tally = tally_answers(predictions(Asked::Lines(VARIANTS[2])), &engines);
    assert_eq!(tally.print("whole turns"), None);
    assert_eq!(tally.named, tally.faults);
    // Five of the engines show anything there, and three are named.
    let tally = tally_turns(&engines);
    assert_eq!(tally.print("AEI"), None);
    assert!(tally.named >= 3, "{}", tally.named);
    // That Gold pulls no equals speaks against the fault, and not against it for Silver.
    let one_sided = tally_turns(&[vec![(Fault::EqualsPulled, Some(Side::Silver))]]);
    assert_eq!((one_sided.engines, one_sided.named), (1, 1));
}

#[test]
#[ignore = "takes seconds; `.ci/run` runs it"]
fn some_pairs_of_faults_are_named_in_questions_in_json() {
    let tally = tally_answers(predictions(Asked::Questions), &pairs(6));
    assert_eq!(tally.print("JSON"), None);
    assert!(tally.named * 10 >= tally.faults * 8, "{}", tally.named);
}

/// Faults of the engine that is right in play; the numbers of a shortcut are its own.
#[test]
#[ignore = "takes seconds; `.ci/run` runs it"]
fn every_fault_outside_of_play_is_named_and_nothing_else() {
    let predictions = &*WITH_REASONS;
    let mut wrong = Vec::new();
    for fault in Fault::of(Place::Game) {
        let shown = predictions.of(&Faults::NONE.with(fault, None));
        let symptoms = |case: &Case| shown.get(&case.id).cloned().unwrap_or_default();
        let results = SUITE.cases.iter().map(|case| (case, symptoms(case)));
        let results: Vec<(&Case, Vec<Symptom>)> = results.collect();
        let diagnosis = Diagnosis::by(predictions, &results, &SUITE.wrong_rules);
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
fn every_fault_is_named_in_every_way_of_asking() {
    assert_named("one fault", &singles(1));
}

#[test]
#[ignore = "it takes minutes; `.ci/deep causes` runs it"]
fn two_faults_are_named_in_every_way_of_asking() {
    assert_named("two faults", &pairs(300));
}

/// Ways in which a program cannot be asked fairly: it cannot end a turn early, or a game that is
/// decided in mid-turn stops there.
const UNFAIR: [&[Fault]; 4] = [
    &[],
    &[Fault::EndOnlyAfterFour],
    &[Fault::AllAtOnce],
    &[Fault::EndOnlyAfterFour, Fault::AllStop],
];

/// A fault that fails more cases alone is mended before others are looked for.
const MOST_FAILED: usize = 110;

/// So many faults of different wrong rules, drawn by chance, every third for one player only.
fn mixture(random: &mut SplitMix64, predictions: &Predictions<'_>, count: u64) -> Vec<SidedFault> {
    let is_meant = |fault: &Fault| {
        !fault.wrong_rule().ends_with("-in-mid-turn") && *fault != Fault::EndOnlyAfterFour
    };
    let naive: Vec<Fault> = Fault::of(Place::Naive).filter(is_meant).collect();
    let mut drawn: Vec<SidedFault> = Vec::new();
    while (drawn.len() as u64) < count {
        let fault = naive[random.below(naive.len())];
        let only = [None, None, Some(Side::ALL[random.below(2)])][random.below(3)];
        let shown = predictions.of(&together(&[(fault, only)])).len();
        let is_new = drawn
            .iter()
            .all(|one| one.0.wrong_rule() != fault.wrong_rule());
        if is_new && (1..=MOST_FAILED).contains(&shown) {
            drawn.push((fault, only));
        }
    }
    drawn
}

/// The mistakes of the diagnosis of an engine with these faults, judged by the failures that
/// are not those of an engine that has the unfair ones alone.
fn wrong_about(
    predictions: &Predictions<'static>,
    faults: &[SidedFault],
    unfair: &[SidedFault],
) -> Option<String> {
    let shown = predictions.of(&together(&[faults, unfair].concat()));
    let unfair_alone = predictions.of(&together(unfair));
    let mut failures: BTreeSet<&str> = shown.keys().map(String::as_str).collect();
    failures.retain(|id| shown.get(*id) != unfair_alone.get(*id));
    let symptoms = |case: &Case| shown.get(&case.id).cloned().unwrap_or_default();
    let results = predictions.cases().map(|case| (case, symptoms(case)));
    let results: Vec<(&Case, Vec<Symptom>)> = results.collect();
    let diagnosis = Diagnosis::by(predictions, &results, &SUITE.wrong_rules);
    // Faults may make up another, or be one for one player. The engine has that one, too, if its
    // answers are the same with it.
    let has = |all: &[SidedFault]| predictions.of(&together(&[all, unfair].concat())) == shown;
    let (mut right, mut wrong, mut one_sided) = (BTreeSet::new(), Vec::new(), Vec::new());
    for cause in &diagnosis.causes {
        let names = [cause.wrong].into_iter().chain(cause.alike.iter().copied());
        let names: Vec<&str> = names.take(1 + ALIKE).map(|rule| rule.id.as_str()).collect();
        let is_named = |one: &&SidedFault| names.contains(&one.0.wrong_rule());
        let drawn = faults.iter().find(is_named);
        if drawn.is_none() && unfair.iter().any(|one| is_named(&one)) {
            continue;
        }
        if drawn.is_none() && !has(&[faults, &[(cause.fault, cause.only)]].concat()) {
            wrong.push(&cause.wrong.id);
            continue;
        }
        right.extend(cause.explains.iter().map(|case| case.id.as_str()));
        if let Some((fault, only)) = drawn
            && cause.only.is_some()
            && cause.only != *only
        {
            let others = faults.iter().copied().filter(|one| one.0 != *fault);
            let of_one_side: Vec<SidedFault> = others.chain([(*fault, cause.only)]).collect();
            if !has(&of_one_side) {
                one_sided.push(fault);
            }
        }
    }
    if wrong.is_empty() {
        right.extend(diagnosis.explained.iter().map(|case| case.id.as_str()));
    }
    let (explained, failed) = (failures.intersection(&right).count(), failures.len());
    let result = format!(
        "{faults:?} {unfair:?}: {explained} of {failed}; false {wrong:?}, of one side {one_sided:?}"
    );
    println!("{result}");
    let is_good = explained * 100 >= failed * EXPLAINED && one_sided.is_empty();
    (!is_good).then_some(result)
}

/// Asserts that true causes explain the failures of engines with so many faults each, asked so.
fn assert_mixtures_are_explained(asked: Asked, seed: u64, counts: &[u64]) {
    let (predictions, mut wrong) = (predictions(asked), Vec::new());
    for unfair in UNFAIR {
        let unfair: Vec<SidedFault> = unfair.iter().map(|fault| (*fault, None)).collect();
        for &count in counts {
            let faults = mixture(&mut SplitMix64::new(seed, count), predictions, count);
            wrong.extend(wrong_about(predictions, &faults, &unfair));
        }
    }
    assert!(wrong.is_empty(), "{asked:?}: {}", wrong.join("\n"));
}

/// Early ends that are refused hide half of what these faults show, and for silver more of it.
#[test]
#[ignore = "takes seconds; `.ci/run` runs it"]
fn faults_of_an_engine_that_cannot_end_early_are_named_for_both_players() {
    let cases = SUITE
        .cases
        .iter()
        .filter(|case| matches!(case.chapter, 3 | 4));
    let cases: Vec<&Case> = cases.step_by(3).collect();
    let asked = Asked::Lines(VARIANTS[0]);
    let predictions = Predictions::new(&cases, asked, &Capabilities::of_play());
    let faults = [
        Fault::RabbitsStepBack,
        Fault::EqualsPush,
        Fault::NothingFreezes,
    ];
    let faults = faults.map(|fault| (fault, None));
    let unfair = [(Fault::EndOnlyAfterFour, None), (Fault::AllStop, None)];
    assert_eq!(wrong_about(&predictions, &faults, &unfair), None);
}

#[test]
fn wrong_rules_that_no_case_can_show_beside_a_cause_are_hidden_behind_it() {
    let cases: Vec<&Case> = SUITE
        .cases
        .iter()
        .filter(|case| case.chapter == 3)
        .collect();
    let predictions = Predictions::new(&cases, Asked::Lines(VARIANTS[0]), &Capabilities::of_play());
    let hidden = |fault: Fault| {
        let shown = predictions.of(&Faults::NONE.with(fault, None));
        let symptoms = |case: &Case| shown.get(&case.id).cloned().unwrap_or_default();
        let results: Vec<_> = cases.iter().map(|case| (*case, symptoms(case))).collect();
        let diagnosis = Diagnosis::by(&predictions, &results, &SUITE.wrong_rules);
        let ids = diagnosis.hidden.iter().map(|wrong| wrong.id.as_str());
        ids.collect::<BTreeSet<&str>>()
    };
    let frozen = "a-frozen-piece-does-not-freeze";
    let behind_freezing = hidden(Fault::NothingFreezes);
    assert!(behind_freezing.contains(frozen), "{behind_freezing:?}");
    let rabbits = Fault::RabbitsStepBack.wrong_rule();
    assert!(!behind_freezing.contains(rabbits), "{behind_freezing:?}");
    let behind_rabbits = hidden(Fault::RabbitsStepBack);
    assert!(!behind_rabbits.contains(frozen), "{behind_rabbits:?}");
}

#[test]
#[ignore = "`.ci/run` runs it"]
fn some_mixtures_of_faults_are_explained() {
    assert_mixtures_are_explained(Asked::Lines(VARIANTS[0]), 1, &[3, 8]);
}

#[test]
#[ignore = "it takes minutes; `.ci/deep causes` runs it"]
fn mixtures_of_faults_are_explained_in_every_way_of_asking() {
    let [one_step, two_step, whole_turns] = VARIANTS.map(Asked::Lines);
    for (asked, counts) in [
        (one_step, vec![3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]),
        (two_step, vec![4, 7, 12]),
        (whole_turns, vec![5, 10]),
        (Asked::Questions, vec![3, 6, 11]),
    ] {
        assert_mixtures_are_explained(asked, 2, &counts);
    }
}
