//! The net: every fault of the grammar is seen by a case, or can be seen by none.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::naive::{ASKED, VARIANTS};
use crate::causes::naive::{
    Before, Cell, Effect, Event, Fault, Look, Made, Part, Relation, Slip, Slips, Thing,
    ask_slipping, naive_capabilities, witnesses,
};
use crate::subjects::line::Variant;
use crate::{Case, CaseVerdict};
use arimaa_oracle::ask::QuestionKind;
use arimaa_oracle::protocol::Capabilities;

/// How many random turns are looked at for one that shows a fault that cannot be seen.
const TURNS: usize = 40;

/// The numbers of two kinds.
const RABBIT: u32 = 0;
const ELEPHANT: u32 = 5;

/// Why a fault cannot be seen.
fn why_unseen((slip, gold): Made) -> Option<&'static str> {
    use Effect::{Forgotten, Kept, Overwritten};
    use Event::{Begun, Completed, EnemyCaptured, OwnCaptured, Plain, Pulled};

    Some(match slip {
        Slip::State(Thing::Pull | Thing::PullSquare | Thing::PullPiece, Begun, ..) => {
            "While a push is pending no pull is looked at."
        }
        Slip::State(
            Thing::PullSquare | Thing::PullPiece,
            Completed | Pulled | EnemyCaptured,
            ..,
        )
        | Slip::State(Thing::Pull, Completed | Pulled | EnemyCaptured, _, Forgotten) => {
            "No pull is open then."
        }
        Slip::State(Thing::PushSquare | Thing::PushPiece, event, ..)
            if !matches!(event, Begun | EnemyCaptured) =>
        {
            "No push is pending then."
        }
        Slip::State(Thing::Push, Plain | Pulled, _, Kept | Forgotten)
        | Slip::State(Thing::Push, Completed | OwnCaptured, _, Forgotten) => {
            "No push is pending then, before or after."
        }
        Slip::State(Thing::Push, Begun, _, Overwritten)
        | Slip::State(Thing::Pull, Plain, _, Overwritten)
        | Slip::State(Thing::PushSquare | Thing::PullSquare, _, _, Forgotten)
        | Slip::State(Thing::PushPiece | Thing::PullPiece, _, _, Overwritten) => {
            "That is what the rules say."
        }
        Slip::State(
            Thing::Start,
            Begun,
            Before::Push | Before::OwnCaptured | Before::EnemyCaptured,
            _,
        ) => "After a capture or another push no push brings the board at the start back.",
        Slip::State(Thing::PushSquare | Thing::PushPiece, _, before, Kept) => match before {
            Before::Plain | Before::Pull | Before::OpenPull => "Two pushes leave no step for more.",
            _ => return None,
        },
        Slip::State(Thing::Pull, Completed, Before::OpenPull, Kept) => {
            "What was pushed stands there; on a trap all that could be pulled there support it."
        }
        Slip::State(
            Thing::PullSquare | Thing::PullPiece,
            Plain | OwnCaptured,
            Before::Push,
            Kept,
        ) => "A step, a push and a step leave none for a pull.",
        Slip::State(Thing::Pull | Thing::Steps, event, before, effect) => {
            let is_late = matches!(event, Completed | Pulled)
                && matches!(before, Before::Push | Before::Pull | Before::EnemyCaptured)
                || matches!(event, OwnCaptured | EnemyCaptured)
                    && matches!(before, Before::Push | Before::Pull | Before::EnemyCaptured);
            match (is_late, effect) {
                (true, Kept | Overwritten) => "With the fourth step nothing is left to be opened.",
                (false, Kept) if event == EnemyCaptured || event == Pulled => {
                    "What was pulled stands there; on a trap all that could be pulled there support it."
                }
                _ => return None,
            }
        }
        Slip::Relation(Look::ThreatSide, 1) => "A stronger friend beside a piece helps it, too.",
        Slip::At(Fault::EliminationBeforeGoal, _) => {
            "A side without rabbits has none on goal, so both checks name the same winner."
        }
        Slip::At(Fault::SilversGoalFirst | Fault::GoalRankLow, _) if !gold => {
            "The rule is right for Silver."
        }
        Slip::At(Fault::GoldsGoalFirst, _) if gold => "The rule is right for Gold.",
        Slip::Cell(cell) => match cell {
            Cell::Step {
                part: Part::Begin | Part::Pull,
                kind: ELEPHANT,
                ..
            } => "An elephant is never pushed or pulled.",
            Cell::Stronger {
                relation: Relation::Complete,
                than: ELEPHANT,
                ..
            } => "An elephant is never pushed, so no such push is pending.",
            Cell::Step {
                part: Part::Complete,
                kind: RABBIT,
                ..
            } => "A rabbit pushes nothing.",
            Cell::Step {
                part: Part::Plain,
                kind: RABBIT,
                way,
            } if way == if gold { b's' } else { b'n' } => "A rabbit does not step backward.",
            Cell::Order {
                first: 0,
                second: 2 | 4,
            }
            | Cell::Order {
                first: 1,
                second: 3,
            }
            | Cell::Order {
                first: 2,
                second: 4,
            } => "Both ends give the game to the same player.",
            Cell::Order {
                first: 0,
                second: 3,
            }
            | Cell::Order {
                first: 1,
                second: 2,
            } => "A player with a rabbit on goal has a rabbit.",
            _ => return None,
        },
        _ => return None,
    })
}

/// The cases of a variant, those that take longest last, each with the slips that matter to it.
fn noted(variant: Variant) -> Vec<(&'static Case, BTreeSet<Made>)> {
    let capabilities = naive_capabilities(variant, &Capabilities::of_play());
    let asked = ASKED.iter().find(|(one, _)| *one == variant);
    let asked: Vec<&Case> = asked
        .iter()
        .flat_map(|(_, cases)| cases.iter().map(|(case, _)| *case))
        .collect();
    let noted = asked.par_iter().map(|case| {
        let (verdict, noted) = ask_slipping(case, Slips::noting(), variant, &capabilities);
        assert_eq!(verdict, CaseVerdict::Passed, "{}", case.id);
        (*case, noted)
    });
    let mut noted: Vec<_> = noted.collect();
    noted.sort_by_key(|(case, _)| {
        use QuestionKind::{Goal, LegalActions, Perft, TurnCount, Turns};
        match case.question.kind() {
            Goal | Perft | TurnCount | Turns => 2,
            LegalActions => 1,
            _ => 0,
        }
    });
    noted
}

/// The slips that no case shows: those of actions of two steps asked so, the others step by step.
fn unseen() -> (usize, Vec<Made>) {
    let all = Slip::all().into_iter();
    let mut made: Vec<Made> = all.flat_map(|slip| [(slip, true), (slip, false)]).collect();
    let faults = made.len();
    for variant in VARIANTS.into_iter().filter(|variant| !variant.whole_turns) {
        let noted = noted(variant);
        let capabilities = naive_capabilities(variant, &Capabilities::of_play());
        let unseen = made.par_iter().filter(|made| {
            let is_pair = matches!(made.0, Slip::Relation(Look::PairTarget, _));
            let mut cases = noted.iter().filter(|(_, noted)| noted.contains(made));
            is_pair != variant.two_step
                || cases.all(|(case, _)| {
                    let slips = Slips::making(**made);
                    ask_slipping(case, slips, variant, &capabilities).0 == CaseVerdict::Passed
                })
        });
        made = unseen.copied().collect();
    }
    (faults, made)
}

#[test]
#[ignore = "takes seconds; `.ci/run` runs it"]
fn every_fault_of_the_grammar_is_seen_or_cannot_be() {
    let (faults, unseen) = unseen();
    println!("{faults} faults, {} cannot be seen", unseen.len());
    let unargued = unseen.iter().filter(|made| why_unseen(**made).is_none());
    let unargued: Vec<String> = unargued.map(|made| format!("{made:?}")).collect();
    assert!(
        unargued.is_empty(),
        "{}:\n{}",
        unargued.len(),
        unargued.join("\n")
    );
    let shown = witnesses(&unseen, TURNS, 1);
    assert!(shown.is_empty(), "{shown:#?}");
}
