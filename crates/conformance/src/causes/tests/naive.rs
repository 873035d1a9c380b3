//! The naive engine: without a fault it passes every case that it can be asked, however it is
//! asked, and with any one condition dropped or weakened it fails some.

use std::sync::LazyLock;

use rayon::prelude::*;

use super::SUITE;
use crate::causes::naive::{Fault, Faults, Place, ask_naive, naive_capabilities};
use crate::subjects::line::Variant;
use crate::{Case, CaseVerdict};
use arimaa::vocab::Side;
use arimaa_oracle::ask::QuestionKind;
use arimaa_oracle::protocol::Capabilities;

/// The ways in which an engine takes its steps.
pub(super) const VARIANTS: [Variant; 3] = [
    Variant {
        two_step: false,
        whole_turns: false,
        after_end: true,
    },
    Variant {
        two_step: true,
        whole_turns: false,
        after_end: false,
    },
    Variant {
        two_step: false,
        whole_turns: true,
        after_end: true,
    },
];

/// The most turns or sequences of steps that a case may have the engine count.
const MOST_COUNTED: u64 = 500;

/// A fault that no case can show: for which player, by which ways of asking, and why.
struct Unseen {
    faults: &'static [Fault],
    /// The player; where it is none, each and both.
    only: Option<Side>,
    is_asked: fn(Variant) -> bool,
    why: &'static str,
}

const ALWAYS: fn(Variant) -> bool = |_| true;
const IN_WHOLE_TURNS: fn(Variant) -> bool = |variant| variant.whole_turns;
const IN_TWO_STEPS: fn(Variant) -> bool = |variant| variant.two_step;

const UNSEEN: &[Unseen] = &[
    Unseen {
        faults: &[Fault::PusherFollowsVictim],
        only: None,
        is_asked: |variant| !variant.two_step,
        why: "A single step says itself where the pusher goes.",
    },
    Unseen {
        faults: &[
            Fault::AnotherMovesInPush,
            Fault::AnyStepCompletes,
            Fault::WeakCompletes,
            Fault::EqualCompletes,
            Fault::FrozenCompletes,
            Fault::BoundToOnePusher,
            Fault::CaptureEndsPush,
            Fault::AnyStepIntoLeftSquare,
            Fault::PullLeadsAnywhere,
            Fault::PullStaysOpen,
            Fault::PushBeforePull,
            Fault::PushAndPull,
            Fault::PulledPullsOn,
            Fault::PushedOpensPull,
            Fault::PushBeginsWithoutCapture,
            Fault::PushLeavesUncaptured,
        ],
        only: None,
        is_asked: IN_TWO_STEPS,
        why: "A push or pull that is one action has no moment between its halves.",
    },
    Unseen {
        faults: &[
            Fault::EqualsPush,
            Fault::AnyStrengthPushes,
            Fault::ElephantsPushElephants,
            Fault::FrozenBeginsPush,
            Fault::PushWithLastStep,
        ],
        only: None,
        is_asked: IN_WHOLE_TURNS,
        why: "The step that completes the push is refused for the same reason.",
    },
    Unseen {
        faults: &[
            Fault::PushBeginsWithoutCapture,
            Fault::PushLeavesUncaptured,
            Fault::FourthStepMayNotRestore,
            Fault::GoalSaidAtOnce,
            Fault::LossSaidAtOnce,
            Fault::StuckSaidAtOnce,
            Fault::AllSaidAtOnce,
            Fault::DeadEndSaid,
        ],
        only: None,
        is_asked: IN_WHOLE_TURNS,
        why: "It shows in the middle of a turn, and not in its end.",
    },
    Unseen {
        faults: &[Fault::LossKept],
        only: None,
        is_asked: IN_WHOLE_TURNS,
        why: "It needs two captures, whose order a whole turn does not tell.",
    },
    Unseen {
        faults: &[Fault::EliminationBeforeGoal],
        only: None,
        is_asked: ALWAYS,
        why: "A side without rabbits has none on goal, so both checks name the same winner.",
    },
    Unseen {
        faults: &[Fault::SilversGoalFirst, Fault::GoalRankLow],
        only: Some(Side::Silver),
        is_asked: ALWAYS,
        why: "The rule is right for Silver.",
    },
    Unseen {
        faults: &[
            Fault::FilesMirrored,
            Fault::SilverRabbitsFaceNorth,
            Fault::NoSilverNorth,
        ],
        only: Some(Side::Gold),
        is_asked: ALWAYS,
        why: "It is about Silver.",
    },
    Unseen {
        faults: &[Fault::GoldRabbitsFaceSouth],
        only: Some(Side::Silver),
        is_asked: ALWAYS,
        why: "It is about Gold.",
    },
    Unseen {
        faults: &[Fault::GoldsGoalFirst],
        only: Some(Side::Gold),
        is_asked: ALWAYS,
        why: "The rule is right for Gold.",
    },
];

/// The cases that it is asked, with the faults that matter to each.
pub(super) fn asked(variant: Variant) -> Asked {
    let capabilities = naive_capabilities(variant, &Capabilities::of_play());
    let cases = SUITE.cases.par_iter().filter(|case| {
        let mut counts = case.expect.steps.iter().flatten().chain(&case.expect.turns);
        counts.all(|count| *count <= MOST_COUNTED) && case.declined_by(&capabilities).is_none()
    });
    let asked = cases.filter_map(|case| {
        let (verdict, touched) = ask_naive(case, Faults::NONE, variant, &capabilities);
        match verdict {
            CaseVerdict::Skipped(_) => None,
            CaseVerdict::Passed => Some(Ok((case, touched))),
            other => Some(Err(format!("{}: {other}", case.id))),
        }
    });
    let (asked, wrong): (Vec<_>, Vec<_>) = asked.partition_map(|one| match one {
        Ok(asked) => rayon::iter::Either::Left(asked),
        Err(wrong) => rayon::iter::Either::Right(wrong),
    });
    assert!(wrong.is_empty(), "{variant:?}\n{}", wrong.join("\n"));
    assert!(asked.len() > 200, "{variant:?}: {}", asked.len());
    asked
}

/// Cases, each with the faults that answering it touches.
type Asked = Vec<(&'static Case, Faults)>;

/// The cases of all variants.
pub(super) static ASKED: LazyLock<Vec<(Variant, Asked)>> =
    LazyLock::new(|| VARIANTS.map(|variant| (variant, asked(variant))).into());

/// The cases that the engine with these faults fails.
pub(super) fn failed(
    variant: Variant,
    cases: &[(&'static Case, Faults)],
    faults: Faults,
) -> impl Iterator<Item = (&'static Case, CaseVerdict)> {
    let capabilities = naive_capabilities(variant, &Capabilities::of_play());
    let touched = cases
        .iter()
        .filter(move |(_, touched)| touched.meets(&faults));
    let verdicts = touched.map(move |(case, _)| {
        let (verdict, _) = ask_naive(case, faults, variant, &capabilities);
        (*case, verdict)
    });
    verdicts.filter(|(_, verdict)| *verdict != CaseVerdict::Passed)
}

#[test]
fn engine_without_a_fault_passes_every_case() {
    for (variant, cases) in &*ASKED {
        println!("{variant:?}: {} cases", cases.len());
    }
}

#[test]
#[ignore = "takes seconds; `.ci/run` runs it"]
fn every_condition_dropped_or_weakened_is_seen() {
    let players = [None, Some(Side::Gold), Some(Side::Silver)];
    let mut wrong = Vec::new();
    for (variant, cases) in &*ASKED {
        let seen = |fault: Fault, only: Option<Side>| {
            let faults = Faults::NONE.with(fault, only.map(|side| side == Side::Gold));
            failed(*variant, cases, faults)
        };
        let faults: Vec<(Fault, Option<Side>)> = Fault::of(Place::Naive)
            .flat_map(|fault| players.map(|only| (fault, only)))
            .collect();
        let found = faults.par_iter().filter_map(|&(fault, only)| {
            let argued = UNSEEN.iter().find(|one| {
                one.faults.contains(&fault)
                    && (one.only.is_none() || one.only == only)
                    && (one.is_asked)(*variant)
            });
            let case = seen(fault, only).next().map(|(case, _)| &case.id);
            match (case, argued) {
                (None, Some(_)) | (Some(_), None) => None,
                (Some(case), Some(argued)) => {
                    let why = argued.why;
                    Some(format!("{case} shows {fault:?} {only:?}, but: {why}"))
                }
                (None, None) => {
                    let other = only.map(|side| seen(fault, Some(side.other())));
                    let other = other.into_iter().flatten().map(|(case, _)| &case.id);
                    let other: Vec<&String> = other.take(40).collect();
                    Some(format!(
                        "{fault:?} {only:?} is unseen {variant:?} {other:?}"
                    ))
                }
            }
        });
        wrong.extend(found.collect::<Vec<_>>());
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// A fault whose code changes may no longer be what its words say to people. How many cases see it,
/// asked in single steps, and what the first of them shows, tells that. Cases that list or count
/// turns would take most of the time.
#[test]
#[ignore = "takes seconds; `.ci/run` runs it"]
fn number_of_cases_that_notice_each_fault() {
    let is_quick = |(case, _): &&(&Case, Faults)| {
        use QuestionKind::{Goal, Perft, TurnCount, Turns};
        !matches!(case.question.kind(), Turns | TurnCount | Perft | Goal)
    };
    let (variant, cases) = &ASKED[0];
    let quick: Asked = cases.iter().filter(is_quick).copied().collect();
    let naive: Vec<Fault> = Fault::of(Place::Naive).collect();
    let rows = naive.par_iter().map(|fault| {
        let mut seen = failed(*variant, &quick, Faults::NONE.with(*fault, None));
        let first = seen.next();
        let count = usize::from(first.is_some()) + seen.count();
        let first = first.map(|(case, verdict)| format!(": {}: {verdict}", case.id));
        format!("{fault:?} {count}{}\n", first.unwrap_or_default())
    });
    insta::assert_snapshot!(rows.collect::<String>());
}
