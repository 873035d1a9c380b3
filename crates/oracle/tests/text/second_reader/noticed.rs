//! The comparison can fail: a copy with one mistake is noticed. And the random texts are of every
//! kind: accepted and refused, turns made and refused for each reason of a written turn.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::archive::archive_alike;
use super::compare::Form;
use super::dress::{compact, diagram, mistakes, records, turn, with_mistakes};
use super::grammar::chapter_10;
use super::judge::{Options, Ruling};
use super::judged::{by_second, edition_of, judged_alike, options};
use super::played::{game, real_games, shuffle};
use super::states::states_alike;
use crate::archive::{Row, table};

const DRAWN: &str = "12g Cc2n Cc3x\n +-----------------+\n\
    8| r r r r r r r r |\n7|                 |\n6|     x     x     |\n5|                 |\n\
    4|                 |\n3|     x     x     |\n2|                 |\n1| R R R R R R R R |\n \
    +-----------------+\n";
const RECORD: &str =
    "Result: gold\nTermination: g\nHandicap: M\n\n2g Ed2n\n2s ed7s\ntakeback\n2s\n";
const STATE: &str = r#"{"side": "gold", "turn": 9, "steps": ["Ed4n"], "board":
    "R.......r.......................................................", "earlier": []}"#;

/// A part of a text, and what stands in its place in the copy.
type Change = (&'static str, &'static str);

#[test]
fn one_mistake_in_a_copy_is_noticed() {
    let board = format!("g [{}]", "E.......".repeat(8));
    let cases: [(Form, &str, &[Change]); 4] = [
        (
            Form::Turn,
            "2g Ed2n cf3x Ra1",
            &[
                ("2g", "3g"),
                ("2g", "2s"),
                ("2g", "0g"),
                ("cf3x", "cf6x"),
                ("cf3x ", ""),
                ("Ra1", "Ra1n"),
                ("Ed2n", "d2n"),
            ],
        ),
        (
            Form::Compact,
            &board,
            &[
                ("g [", "s ["),
                ("E", "e"),
                ("E.", ".E"),
                ("E", "K"),
                (".]", "]"),
            ],
        ),
        (
            Form::Diagram,
            DRAWN,
            &[
                ("12g", "13g"),
                ("12g", "12s"),
                (" Cc3x", ""),
                ("Cc2n", "Cc4s"),
                ("8| r", "8| R"),
                ("8|", "7|"),
                ("x     x", "x  x  x"),
            ],
        ),
        (
            Form::Records,
            RECORD,
            &[
                ("gold", "silver"),
                ("n: g", "n: m"),
                (": M", ": m"),
                ("2s\n", "3s\n"),
                ("takeback\n", ""),
                ("takeback", "lost"),
                ("Ed2n", "Ed2s"),
                ("Handicap", "Handicaps"),
            ],
        ),
    ];
    for (form, text, mistakes) in cases {
        assert_eq!(form.compare(text), Ok(()));
        for (from, to) in mistakes {
            let copy = text.replacen(from, to, 1);
            assert_ne!(copy, text);
            assert!(
                form.compare_copy(text, &copy).is_err(),
                "{form:?} {from:?} {to:?}"
            );
        }
    }
    assert_eq!(states_alike(STATE, STATE), Ok(()));
    for (from, to) in [
        ("gold", "silver"),
        ("9", "8"),
        ("R.", ".R"),
        ("Ed4n", "Ed4s"),
        ("side", "Side"),
        ("steps", "step"),
        ("9", "0"),
    ] {
        assert!(
            states_alike(STATE, &STATE.replacen(from, to, 1)).is_err(),
            "{from:?} {to:?}"
        );
    }
}

#[test]
fn one_mistake_in_a_copy_of_a_game_is_noticed() {
    let games = real_games();
    let (_, text) = games
        .iter()
        .find(|(name, _)| name.contains("669192"))
        .unwrap();
    let strict = Options {
        strict: true,
        past_end: false,
    };
    assert!(judged_alike(text, text, strict).is_ok());
    // The label, a capture that is not named or did not happen, a turn that is missing or taken
    // back, the winner and the code of a game that an illegal turn ended.
    for (from, to) in [
        ("2g Ed2n", "3g Ed2n"),
        (" Hc6x", ""),
        (" Hc6x", " Dc6x"),
        ("2g Ed2n Me2n Hg2n Hb2n\n", ""),
        ("3g Ed3n", "takeback\n3g Ed3n"),
        ("Result: gold", "Result: silver"),
        ("Termination: i", "Termination: g"),
        ("Termination: i", "Termination: t"),
    ] {
        let copy = text.replacen(from, to, 1);
        assert_ne!(copy, *text);
        assert!(
            judged_alike(text, &copy, strict).is_err(),
            "{from:?} {to:?}"
        );
    }
}

#[test]
fn one_mistake_in_a_copy_of_a_log_is_noticed() {
    let refused = Row::new().refuse("2g", "Ed2n Ed3s", "position not changed");
    let text = table(&[refused]);
    assert_eq!(archive_alike(&text, &text), Ok((1, 1)));
    for (from, to) in [
        ("position not changed", "push not completed"),
        (
            "gameserver rejected move [Ed2n Ed3s]; position not changed",
            "after 2g,",
        ),
        ("after 3s,", "nothing"),
        ("\tw\tt", "\tb\tt"),
        ("\tw\tt", "\tw\tr"),
        ("movelist", "moves"),
        ("2g Ed2n", "2g Ed2s"),
    ] {
        let copy = text.replacen(from, to, 1);
        assert_ne!(copy, text);
        assert!(archive_alike(&text, &copy).is_err(), "{from:?} {to:?}");
    }
}

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
