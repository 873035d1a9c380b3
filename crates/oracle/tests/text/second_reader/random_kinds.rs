//! The random texts are of every kind: accepted and refused, with turns made and refused for each
//! reason of a written turn.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::dress::{is_right, mistakes, text, with_mistakes};
use super::grammar::chapter_10;
use super::judge::Ruling;
use super::judged::{by_second, edition_of, options};
use super::played::{game, shuffle};

/// Values of a strategy, the same in every run.
fn sample<T: std::fmt::Debug>(count: usize, strategy: impl Strategy<Value = T>) -> Vec<T> {
    let mut runner = TestRunner::deterministic();
    (0..count)
        .map(|_| strategy.new_tree(&mut runner).unwrap().current())
        .collect()
}

#[test]
fn random_texts_are_right_and_mistaken_ones_both() {
    let mut counts = [[0; 2]; 5];
    for (text, mistakes) in sample(600, (text(), mistakes())) {
        for (place, text) in [with_mistakes(&text, &mistakes), text].iter().enumerate() {
            let forms = counts.iter_mut().zip(is_right(text));
            forms.for_each(|(count, is_right)| count[place] += usize::from(is_right));
        }
    }
    for [mistaken, right] in counts {
        assert!(mistaken >= 20 && right >= 60, "{counts:?}");
    }
}

#[test]
fn random_games_hold_every_ruling() {
    let mut rulings: BTreeMap<String, usize> = BTreeMap::new();
    let texts = sample(600, (prop_oneof![game(), shuffle()], mistakes(), options()));
    for (text, mistakes, options) in texts {
        let Ok(records) = chapter_10::records(&with_mistakes(&text, &mistakes)) else {
            continue;
        };
        for record in records {
            let Ok((judged, _)) = by_second(&record, edition_of(&record), options) else {
                continue;
            };
            for ruling in judged {
                let name = match ruling {
                    Ruling::Made(..) => "made".to_owned(),
                    Ruling::Refused(refused) => refused.name,
                    Ruling::TakenBack(_) => "taken back".to_owned(),
                    Ruling::NothingToTakeBack => "nothing to take back".to_owned(),
                };
                *rulings.entry(name).or_default() += 1;
            }
        }
    }
    for name in [
        "made",
        "taken back",
        "nothing to take back",
        "decided",
        "wrong-label",
        "capture-missing",
        "capture-mismatch",
        "third-repetition",
        "nothing-changed",
        "empty-square",
    ] {
        assert!(rulings.contains_key(name), "{name} is not in {rulings:?}");
    }
}
