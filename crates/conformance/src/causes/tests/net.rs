//! Tests that a case shows every fault of the grammar that can be seen.

use rayon::prelude::*;

use super::naive::{VARIANTS, noted};
use crate::Status;
use crate::causes::naive::{Look, Made, Slip, Slips, ask_slipping, naive_capabilities, witnesses};
use arimaa_oracle::ask::QuestionKind;
use arimaa_oracle::protocol::Capabilities;

/// The number of faults, each of one player, that no case can show, for these reasons. Random turns
/// agree.
///
/// - What is kept, forgotten or overwritten is not there then: no push is pending or no pull open,
///   or a pending push hides the pull. Or the rules say the same: with a push nothing is left to
///   keep, and the square that a plain step leaves is forgotten.
/// - No step is left for more: after a push, another push or a step, a pull or a push.
/// - After the capture of an enemy piece or another push no push brings the board at the start
///   back, and no board from before a capture stands again.
/// - What was pushed or pulled, or the pusher, still stands there; on a trap all that could be
///   pulled support it.
/// - An elephant is never pushed, pulled or frozen, and a rabbit does none of it to others and does
///   not step backward. A piece on a trap has a friend beside it, or it is gone, and other squares
///   than those beside a trap support nothing.
/// - Both ends give the game to the same player, or exclude each other: a player with a rabbit on
///   goal has a rabbit. A stronger friend beside a piece helps it, too.
/// - The rule is right for this player.
const CANNOT_BE_SEEN: usize = 1092;

/// The number of random turns that are tried for a fault that no case shows.
const TURNS: usize = 1000;

/// The slips that no case shows. Slips of actions of two steps are asked that way, others step by
/// step.
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
                    ask_slipping(case, slips, variant, &capabilities).0 == Status::Passed
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
    let shown = witnesses(&unseen, TURNS, 1);
    assert!(shown.is_empty(), "{shown:#?}");
    assert_eq!(unseen.len(), CANNOT_BE_SEEN, "{unseen:?}");
}
