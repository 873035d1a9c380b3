//! No wrong rule hides another: an author with two faults sees failures of each.
//!
//! A wrong rule is hidden behind another if the engine that follows the other fails every case that
//! it fails. Then an author with both mistakes sees no sign of it. Either a case shows it alone, or
//! [`HIDDEN`] says why none can.

use std::collections::{BTreeMap, BTreeSet};

use arimaa_oracle::suite::{Suite, WrongAnswers};

/// A wrong rule that fails one case in so many is mended first, and hides nothing.
const MENDED_FIRST: usize = 15;

/// A wrong rule, those behind which it is hidden, and why no case can show it alone.
const HIDDEN: &[(&str, &[&str], &str)] = &[
    (
        "a-capture-ends-the-push",
        &["a-push-is-left-unfinished", "a-push-need-not-be-completed"],
        INCLUDED,
    ),
    (
        "a-completed-push-captures-nothing",
        &["enemies-support"],
        "The pushed piece stands beside the trap that the pusher enters, and supports it.",
    ),
    (
        "a-corner-turned-where-the-piece-freezes",
        &["freezing-judged-once-a-turn"],
        FREED,
    ),
    (
        "a-frozen-piece-begins-a-push",
        &["freezing-judged-on-the-victims-square"],
        INCLUDED,
    ),
    (
        "a-frozen-pusher-counts-as-a-step",
        &[
            "a-frozen-piece-begins-a-push",
            "a-player-without-a-turn-plays-on",
            "freezing-judged-on-the-victims-square",
            "immobilization-forgotten",
        ],
        INCLUDED,
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
        "any-step-into-the-left-square-is-a-pull",
        &["a-push-is-left-unfinished", "a-push-need-not-be-completed"],
        INCLUDED,
    ),
    (
        "boards-in-mid-turn-repeat",
        &["refused-at-the-second-time"],
        "A turn passes once through the board on which it ends, so that board has stood before.",
    ),
    (
        "fewer-than-109-moves-of-one-or-two-steps",
        &[
            "a-trap-bit-beside-its-place",
            "pushed-rabbits-do-not-go-back",
            "pushes-are-not-left-open-when-counting",
            "rabbits-step-back",
            "ranks-wrap-around",
            "the-board-wraps-around",
            "the-board-wraps-westward",
        ],
        "So many moves need a board with all kinds on all sides, where these count wrongly too.",
    ),
    (
        "frozen-before-backward",
        &["rabbits-step-back"],
        "Which of two reasons comes first shows only where there are two.",
    ),
    (
        "immobilization-forgotten",
        &["a-player-without-a-turn-plays-on"],
        INCLUDED,
    ),
    (
        "no-draws-compares-as-2002",
        &["the-side-to-move-is-not-compared"],
        INCLUDED,
    ),
    (
        "old-games-held-to-the-new-rule",
        &["the-last-mover-wins", "the-repeater-wins"],
        WINNER,
    ),
    (
        "only-repetitions-forgotten",
        &[
            "a-player-without-a-turn-plays-on",
            "refused-at-the-fourth-time",
            "repetition-forgotten",
            "turns-compared-for-positions",
        ],
        "Whoever has another turn by a repetition has not lost.",
    ),
    (
        "orders-dropped-that-freezing-tells-apart",
        &["freezing-judged-once-a-turn", "friends-do-not-unfreeze"],
        FREED,
    ),
    (
        "own-pieces-are-pulled",
        &["any-piece-on-goal"],
        "Six counts of turns show it, and the other wrong rules change many counts.",
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
        &["the-movers-goal-is-not-seen"],
        WINNER,
    ),
    (
        "the-goal-of-the-opponent-first",
        &["the-movers-goal-is-not-seen"],
        INCLUDED,
    ),
    (
        "the-last-step-begins-a-push-when-counting",
        &["a-push-begins-with-the-last-step", "a-push-costs-one-step"],
        INCLUDED,
    ),
    (
        "the-opponents-goal-is-not-seen",
        &["the-last-mover-wins"],
        WINNER,
    ),
    (
        "the-rabbits-of-the-mover-first",
        &["elimination-forgotten"],
        INCLUDED,
    ),
    ("the-repeater-wins", &["the-last-mover-wins"], INCLUDED),
    (
        "the-side-to-move-compared-in-2002",
        &[
            "lost-at-the-fourth-time",
            "the-last-mover-wins",
            "the-repeater-wins",
            "the-third-occurrence-refused-in-every-edition",
        ],
        "It shows only at a third occurrence, which these judge otherwise.",
    ),
    (
        "turns-compared-for-positions",
        &["refused-at-the-fourth-time", "repetition-forgotten"],
        THIRD,
    ),
];

const INCLUDED: &str = "The other wrong rule allows or decides all that this one does.";
const FREED: &str =
    "It shows where a step freezes or frees a piece, which the other wrong rule denies.";
const WINNER: &str = "The other wrong rule names a wrong winner wherever this one shows.";
const THIRD: &str = "All three accept a third occurrence, and no position can stand a fourth time.";

#[test]
fn every_wrong_rule_shows_where_another_does_not() {
    let answers = WrongAnswers::embedded().unwrap().answers;
    let cases = Suite::embedded().unwrap().cases.len();
    let mut hidden: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (behind, shown_behind) in &answers {
        // A fifth step adds to nearly every count of turns.
        if shown_behind.len() * MENDED_FIRST >= cases || behind == "five-steps" {
            continue;
        }
        for (rule, shown) in &answers {
            if rule != behind && shown.keys().all(|case| shown_behind.contains_key(case)) {
                hidden.entry(rule).or_default().insert(behind);
            }
        }
    }
    let known: BTreeMap<&str, BTreeSet<&str>> = HIDDEN
        .iter()
        .map(|(rule, behind, _)| (*rule, behind.iter().copied().collect()))
        .collect();
    assert_eq!(hidden, known);
}
