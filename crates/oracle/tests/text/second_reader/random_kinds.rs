//! The random texts are of every kind: accepted and refused, with turns made and refused for each
//! reason of a written turn.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::dress::{compact, diagram, mistakes, records, turn, with_mistakes};
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
    let of = |strategy: BoxedStrategy<String>| {
        let all = sample(200, (strategy, mistakes()));
        all.into_iter()
            .map(|(text, mistakes)| (with_mistakes(&text, &mistakes), text))
    };
    let count = |texts: Vec<(String, String)>, read: &dyn Fn(&str) -> bool| {
        let mistaken = texts.iter().filter(|(mistaken, _)| read(mistaken)).count();
        let right = texts.iter().filter(|(_, text)| read(text)).count();
        (mistaken, right)
    };
    let turns = count(of(turn().boxed()).collect(), &|text| {
        chapter_10::turn(text).is_ok()
    });
    let boards = count(of(compact().boxed()).collect(), &|text| {
        chapter_10::compact(text).is_ok()
    });
    let drawn = count(of(diagram().boxed()).collect(), &|text| {
        chapter_10::diagram(text).is_ok()
    });
    let games = count(of(records().boxed()).collect(), &|text| {
        chapter_10::records(text).is_ok()
    });
    for (mistaken, right) in [turns, boards, drawn, games] {
        assert!(right >= 60, "{right} of 200 right texts are read");
        assert!(
            (10..200).contains(&mistaken),
            "{mistaken} of 200 mistaken texts are read"
        );
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
