//! No wrong rule hides another: an author with two faults sees failures of each.
//!
//! A wrong rule is hidden behind another if the engine that follows the other fails every case that
//! it fails. Then an author with both mistakes sees no sign of it. Either a case shows it alone, or
//! [`HIDDEN`] says why none can.

use std::collections::{BTreeMap, BTreeSet};

use super::SUITE;
use super::killed::NOTICING;
use crate::Case;
use crate::causes::naive::{Fault, Place};

/// A wrong rule that fails one case in so many is mended first, and hides nothing.
const MENDED_FIRST: usize = 15;

/// A wrong rule, those behind which it is hidden, and why no case can show it alone.
const HIDDEN: &[(&str, &[&str], &str)] = &[
    (
        "a-frozen-piece-does-not-freeze",
        &["freezing-ignored"],
        INCLUDED,
    ),
    (
        "a-frozen-piece-begins-a-push",
        &["freezing-judged-on-the-victims-square"],
        INCLUDED,
    ),
    (
        "a-frozen-piece-completes-a-push",
        &["freezing-judged-on-the-victims-square"],
        INCLUDED,
    ),
    (
        "a-frozen-pusher-counts-as-a-step",
        &["a-player-without-a-turn-plays-on"],
        INCLUDED,
    ),
    (
        "a-pulled-piece-is-not-captured",
        &["enemies-support"],
        "The puller stands beside the trap that the pulled piece enters, and supports it.",
    ),
    (
        "a-push-begins-with-the-last-step",
        &["a-push-costs-one-step"],
        INCLUDED,
    ),
    (
        "a-push-is-left-unfinished",
        &["a-push-need-not-be-completed"],
        INCLUDED,
    ),
    (
        "a-threatened-friend-does-not-help",
        &["friends-do-not-unfreeze"],
        INCLUDED,
    ),
    ("an-elephant-pushes-an-elephant", &["equals-push"], INCLUDED),
    (
        "another-piece-moves-inside-a-push",
        &["a-push-need-not-be-completed"],
        INCLUDED,
    ),
    (
        "immobilization-before-goal",
        &["the-last-mover-wins"],
        WINNER,
    ),
    (
        "immobilization-forgotten",
        &["a-player-without-a-turn-plays-on"],
        INCLUDED,
    ),
    (
        "no-draws-compares-as-2002",
        &[
            "boards-in-mid-turn-repeat",
            "refused-at-the-second-time",
            "the-side-to-move-is-not-compared",
        ],
        "The board has stood before, and these compare it, too.",
    ),
    (
        "old-games-held-to-the-new-rule",
        &["the-repeater-wins"],
        WINNER,
    ),
    (
        "only-repetitions-forgotten",
        &[
            "a-player-without-a-turn-plays-on",
            "passing",
            "refused-at-the-fourth-time",
            "repetition-forgotten",
            "the-first-position-is-not-recorded",
            "turns-compared-for-positions",
        ],
        "Whoever has another turn, by a repetition or by a pass, has not lost.",
    ),
    (
        "refused-at-the-fourth-time",
        &["repetition-forgotten", "turns-compared-for-positions"],
        THIRD,
    ),
    (
        "repetition-before-goal",
        &["the-third-occurrence-refused-in-every-edition"],
        "In the older editions a refused turn decides nothing.",
    ),
    (
        "repetition-forgotten",
        &["refused-at-the-fourth-time", "turns-compared-for-positions"],
        THIRD,
    ),
    (
        "silvers-goal-wins-whoever-moved",
        &[
            "the-goal-of-the-opponent-first",
            "the-movers-goal-is-not-seen",
        ],
        WINNER,
    ),
    (
        "the-board-wraps-westward",
        &["the-board-wraps-around"],
        INCLUDED,
    ),
    (
        "the-first-half-of-a-push-captures-nothing",
        &["captures-at-the-end-of-the-turn"],
        INCLUDED,
    ),
    (
        "the-first-position-is-not-recorded",
        &[
            "refused-at-the-fourth-time",
            "repetition-forgotten",
            "turns-compared-for-positions",
        ],
        INCLUDED,
    ),
    (
        "the-goal-of-the-opponent-first",
        &["the-movers-goal-is-not-seen"],
        WINNER,
    ),
    (
        "the-opponents-goal-is-not-seen",
        &["the-last-mover-wins"],
        WINNER,
    ),
    (
        "the-side-to-move-compared-in-2002",
        &["lost-at-the-fourth-time", "the-repeater-wins"],
        "It shows only at a third occurrence, which these judge otherwise.",
    ),
    (
        "the-side-to-move-is-not-compared",
        &["boards-in-mid-turn-repeat"],
        INCLUDED,
    ),
    (
        "turns-compared-for-positions",
        &["refused-at-the-fourth-time", "repetition-forgotten"],
        THIRD,
    ),
];

const INCLUDED: &str = "The other wrong rule allows or decides all that this one does.";
const WINNER: &str = "The other wrong rule names a wrong winner wherever this one shows.";
const THIRD: &str = "All three accept a third occurrence, and no position can stand a fourth time.";

#[test]
#[ignore = "takes seconds; `.ci/run` runs it"]
fn every_wrong_rule_shows_where_another_does_not() {
    let ids = |cases: &Vec<&'static Case>| cases.iter().map(|case| case.id.as_str()).collect();
    // Of those that no engine follows, only the cases that name them are known.
    let is_followed =
        |wrong: &str| Fault::of(Place::Kills).all(|fault| fault.wrong_rule() != wrong);
    let is_named = |wrong: &str| {
        SUITE
            .cases
            .iter()
            .any(|case| case.kills.iter().any(|id| id == wrong))
    };
    let failing = NOTICING[0]
        .iter()
        .filter(|(wrong, _)| is_named(wrong) && is_followed(wrong));
    let failing = failing.map(|(wrong, cases)| (*wrong, ids(cases)));
    let failing: BTreeMap<&str, BTreeSet<&str>> = failing.collect();
    let mut hidden: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (behind, shown_behind) in &failing {
        // A fifth step adds to nearly every count of turns.
        if shown_behind.len() * MENDED_FIRST >= SUITE.cases.len() || *behind == "five-steps" {
            continue;
        }
        for (rule, shown) in &failing {
            if rule != behind && shown.is_subset(shown_behind) {
                hidden.entry(rule).or_default().insert(behind);
            }
        }
    }
    let known: BTreeMap<&str, BTreeSet<&str>> = HIDDEN
        .iter()
        .map(|(rule, behind, _)| (*rule, behind.iter().copied().collect()))
        .collect();
    let added = hidden
        .iter()
        .filter(|(rule, behind)| known.get(*rule) != Some(behind));
    let added: Vec<_> = added.collect();
    let gone: Vec<_> = known
        .keys()
        .filter(|rule| !hidden.contains_key(*rule))
        .collect();
    assert!(added.is_empty() && gone.is_empty(), "{added:#?} {gone:?}");
}
