//! Random texts: those of other authors and those that the library writes, in other layouts, and
//! with mistakes in them.

use std::sync::LazyLock;

use arimaa::text::{write_compact, write_diagram, write_record, write_turn};
use arimaa::vocab::Token;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::grammar::chapter_10;
use super::sources::{texts_of_the_fuzz_targets, texts_of_the_suite};
use crate::values::{board, happen, happened, label, record, side, token};

/// For each form, whether a text is correct in it: turn, compact board, diagram, records.
pub(crate) fn is_right(text: &str) -> [bool; 4] {
    [
        chapter_10::turn(text).is_ok(),
        chapter_10::compact(text).is_ok(),
        chapter_10::diagram(text).is_ok(),
        chapter_10::records(text).is_ok_and(|records| !records.is_empty()),
    ]
}

/// The correct texts of the suite and of the fuzz targets, by form.
pub(crate) static RIGHT: LazyLock<[Vec<String>; 4]> = LazyLock::new(|| {
    let all = [texts_of_the_suite(), texts_of_the_fuzz_targets()].concat();
    std::array::from_fn(|form| {
        let right = all.iter().filter(|(_, text)| is_right(text)[form]);
        right.map(|(_, text)| text.clone()).collect()
    })
});

/// A random turn, board, diagram or record, as the library writes it.
fn written() -> impl Strategy<Value = String> {
    let diagram = (option::of(label()), side(), board(), vec(happened(), 0..6));
    prop_oneof![
        (option::of(label()), vec(token(), 0..6))
            .prop_map(|(label, tokens)| write_turn(label, tokens)),
        (side(), board()).prop_map(|(side, board)| write_compact(side, &board)),
        diagram.prop_map(|(label, side, mut board, happened)| {
            let side = label.map_or(side, |label| label.side);
            let tokens: Vec<Token> = happened
                .iter()
                .filter_map(|event| happen(&mut board, event))
                .collect();
            write_diagram(label, side, &board, tokens)
        }),
        vec(record(), 1..3).prop_map(|records| records.iter().map(write_record).collect()),
    ]
}

/// A text with the old letters of sides, tabs, blank lines and CR LF.
fn old_fashioned(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let words =
            line.split(' ')
                .map(|word| match word.split_at_checked(word.len().max(1) - 1) {
                    Some((number, "g")) if number.parse::<u32>().is_ok() => format!("{number}w"),
                    Some((number, "s")) if number.parse::<u32>().is_ok() => format!("{number}b"),
                    _ => word.to_owned(),
                });
        words.collect::<Vec<_>>().join(" \t")
    });
    lines.collect::<Vec<_>>().join("\r\n\n")
}

/// A text in the layout of another author, chosen by number; unchanged from 7 on.
fn dressed((text, dress): (String, u8)) -> String {
    match dress {
        0 => old_fashioned(&text),
        1 => text.replace('\n', "  # a comment\n"),
        2 => text.replace('x', "X"),
        3 => text.replace([' ', 'x'], "."),
        4 => text.replace('.', " "),
        // The line above a drawing stands below it.
        5 => text
            .split_once('\n')
            .map_or(text.clone(), |(head, rest)| format!("{rest}\n{head}\n")),
        6 => format!("\u{feff}\n{}", text.replace('\n', "\r\n")),
        _ => text,
    }
}

/// A random text, correct in most cases.
pub(crate) fn text() -> impl Strategy<Value = String> {
    let found = (0..4_usize).prop_flat_map(|form| select(&RIGHT[form][..]));
    (prop_oneof![found, written()], 0..12_u8).prop_map(dressed)
}

/// One mistake: a part of a text that is dropped, doubled, exchanged or put elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct Mistake {
    lines: bool,
    what: u8,
    at: Index,
    other: Index,
}

pub(crate) fn mistakes() -> impl Strategy<Value = Vec<Mistake>> {
    let mistake = (any::<bool>(), 0..4_u8, any::<Index>(), any::<Index>());
    let mistake = mistake.prop_map(|(lines, what, at, other)| Mistake {
        lines,
        what,
        at,
        other,
    });
    vec(mistake, 0..3)
}

pub(crate) fn with_mistakes(text: &str, mistakes: &[Mistake]) -> String {
    let mut text = text.to_owned();
    for Mistake {
        lines,
        what,
        at,
        other,
    } in mistakes
    {
        let end = if *lines { '\n' } else { ' ' };
        let mut parts: Vec<&str> = text.split_inclusive(end).collect();
        if parts.is_empty() {
            return text;
        }
        let (at, other) = (at.index(parts.len()), other.index(parts.len()));
        match what {
            0 => drop(parts.remove(at)),
            1 => parts.insert(at, parts[at]),
            2 => parts.swap(at, other),
            _ => {
                let part = parts.remove(at);
                parts.insert(other.min(parts.len()), part);
            }
        }
        text = parts.concat();
    }
    text
}
