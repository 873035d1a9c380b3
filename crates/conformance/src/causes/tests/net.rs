//! The net: every fault of the grammar is seen by a case, or can be seen by none.

use rayon::prelude::*;

use super::naive::{VARIANTS, noted};
use crate::CaseVerdict;
use crate::causes::naive::{
    Before, Cell, Deed, Effect, Event, Fault, Look, Made, Part, Region, Relation, Slip, Slips,
    Thing, ask_slipping, naive_capabilities, witnesses,
};
use arimaa_oracle::ask::QuestionKind;
use arimaa_oracle::protocol::Capabilities;

/// How many random turns are looked at for one that shows a fault that cannot be seen.
const TURNS: usize = 40;

/// The numbers of two kinds.
const RABBIT: u32 = 0;
const ELEPHANT: u32 = 5;

/// Why a fault cannot be seen.
fn why_unseen((slip, gold): Made) -> Option<&'static str> {
    Some(match slip {
        Slip::State(thing, event, before, effect) => {
            return why_state_unseen(thing, event, before, effect);
        }
        Slip::Relation(Look::History, 0) => "No board from before a capture stands again.",
        Slip::Relation(Look::ThreatSide, 1) => "A stronger friend beside a piece helps it, too.",
        Slip::At(Fault::EliminationBeforeGoal, _) => {
            "A side without rabbits has none on goal, so both checks name the same winner."
        }
        Slip::At(Fault::SilversGoalFirst | Fault::GoalRankLow, _) if !gold => {
            "The rule is right for Silver."
        }
        Slip::At(Fault::GoldsGoalFirst, _) if gold => "The rule is right for Gold.",
        Slip::Cell(cell) => return why_cell_unseen(cell, gold),
        _ => return None,
    })
}

fn why_state_unseen(
    thing: Thing,
    event: Event,
    before: Before,
    effect: Effect,
) -> Option<&'static str> {
    use Effect::{Forgotten, Kept, Led, Overwritten};
    use Part::{Begin, Complete, Plain, Pull};

    let part = event.part();
    Some(match (thing, part, effect) {
        (Thing::Pull | Thing::PullSquare | Thing::PullPiece, Begin, _) => {
            "While a push is pending no pull is looked at."
        }
        (Thing::PullSquare | Thing::PullPiece, Complete | Pull, _)
        | (Thing::Pull, Complete | Pull, Forgotten)
        | (Thing::Pull, Pull, Led) => "No pull is open then.",
        (Thing::PushSquare | Thing::PushPiece, Plain | Complete | Pull, _)
        | (Thing::Push, Plain | Pull, Kept | Forgotten)
        | (Thing::Push, Complete, Forgotten) => "No push is pending then, before or after.",
        (Thing::Push, Begin, Overwritten)
        | (Thing::Pull, Plain, Overwritten)
        | (Thing::PushSquare | Thing::PullSquare, _, Forgotten)
        | (Thing::PushPiece | Thing::PullPiece, _, Overwritten) => "That is what the rules say.",
        (Thing::PushSquare | Thing::PushPiece, Begin, Kept)
            if matches!(before, Before::Plain | Before::Pull | Before::OpenPull) =>
        {
            "Two pushes leave no step for more."
        }
        (Thing::Start, Begin, _)
            if !Event::PARTS.contains(&event)
                || matches!(
                    before,
                    Before::Push | Before::OwnCaptured | Before::EnemyCaptured
                ) =>
        {
            "After a capture or another push no push brings the board at the start back."
        }
        (Thing::Pull | Thing::Steps, Complete | Pull, Kept | Overwritten | Led)
            if matches!(before, Before::Push | Before::Pull)
                || (part, before) == (Pull, Before::EnemyCaptured) =>
        {
            "With the fourth step nothing is left to be opened."
        }
        (Thing::Pull, Complete, Led) if event != Event::Captured(Complete) => {
            "The pusher stands there."
        }
        (Thing::Pull, Complete, Kept) if before == Before::OpenPull => {
            "What was pushed stands there; on a trap all that could be pulled there support it."
        }
        (Thing::Pull, Pull, Kept) => {
            "What was pulled stands there; on a trap all that could be pulled there support it."
        }
        (Thing::PullSquare | Thing::PullPiece, Plain, Kept) if before == Before::Push => {
            "A step, a push and a step leave none for a pull."
        }
        _ => return None,
    })
}

fn why_cell_unseen(cell: Cell, gold: bool) -> Option<&'static str> {
    Some(match cell {
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
        Cell::Of {
            deed: Deed::Freeze | Deed::Push | Deed::Complete | Deed::Pull,
            kind: RABBIT,
        } => "A rabbit is stronger than nothing.",
        Cell::Of {
            deed: Deed::Frozen | Deed::Pushed | Deed::Pulled,
            kind: ELEPHANT,
        } => "Nothing is stronger than an elephant.",
        Cell::In {
            region: Region::Trap,
            deed: Deed::Frozen,
        } => "A piece on a trap has a friend beside it.",
        Cell::In {
            deed: Deed::Support,
            region,
        } if region != Region::BesideTrap => "None of these squares lies beside a trap.",
        Cell::Order { first, second } => match (first, second) {
            (0, 2 | 4) | (1, 3) | (2, 4) => "Both ends give the game to the same player.",
            (0, 3) | (1, 2) => "A player with a rabbit on goal has a rabbit.",
            _ => return None,
        },
        _ => return None,
    })
}

/// The slips that no case shows: those of actions of two steps asked so, the others step by step.
fn unseen() -> (usize, Vec<Made>) {
    let all = Slip::all().into_iter();
    let mut made: Vec<Made> = all.flat_map(|slip| [(slip, true), (slip, false)]).collect();
    let faults = made.len();
    for variant in VARIANTS.into_iter().filter(|variant| !variant.whole_turns) {
        let mut noted = noted(variant, Slips::noting);
        // Those that take longest last.
        noted.sort_by_key(|(case, _)| {
            use QuestionKind::{Goal, LegalActions, Perft, TurnCount, Turns};
            match case.question.kind() {
                Goal | Perft | TurnCount | Turns => 2,
                LegalActions => 1,
                _ => 0,
            }
        });
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
