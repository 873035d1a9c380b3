//! The numbers in the perft files are right, and the tables of docs/perft.md repeat them.
//!
//! A number is checked here by every counter that is fast enough; README.md beside the files says
//! how to check the others.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use arimaa::bitboard::Game;
use arimaa::reference::Reference;
use arimaa::rules::Rules;
use arimaa::vocab::{Action, Board, Edition, Phase, Turn};
use arimaa_conformance::PerftPosition;
use arimaa_oracle::ask::{Counted, count};

use crate::published::{compare, largest, positions};
use crate::root::root;

/// The largest number that the bitboard engine can count in a test; the others are below.
const BITBOARD: u64 = 1_000_000;
const LISTING: u64 = 100_000;
const CARD: u64 = 400_000;
const REFERENCE: u64 = 8_000;

fn by_engine<R: Rules>(position: &PerftPosition, what: Counted) -> u64 {
    count(&R::from_snapshot(&position.snapshot).unwrap(), what)
}

/// Counts turns by listing them, those of the last level too, and merging equal boards: the
/// bitboard engine lists by another search than it counts by.
fn by_listing(position: &PerftPosition, what: Counted) -> Option<u64> {
    fn listed(state: &Game, depth: u32) -> u64 {
        if state.outcome().is_some() {
            return 0;
        }
        let turns = state.turns();
        if depth == 1 {
            let boards: HashSet<Board> = turns.iter().map(|turn| turn.board).collect();
            return boards.len() as u64;
        }
        let after = |turn: &Turn| {
            let mut next = state.clone();
            let actions = turn.played.iter().map(|played| played.action);
            for action in actions.chain([Action::EndTurn]) {
                next.apply(action).unwrap();
            }
            next
        };
        turns
            .iter()
            .map(|turn| listed(&after(turn), depth - 1))
            .sum()
    }
    let Counted::Turns(depth) = what else {
        return None;
    };
    Some(listed(
        &Game::from_snapshot(&position.snapshot).unwrap(),
        depth,
    ))
}

/// Compares counts of turns with those of `examples/perft_boards.cu`, which shares nothing with the
/// library and is compiled for the processor here. It knows only the current edition and starts of
/// turns, and some positions have more boards than it has room for. Returns the number compared.
fn by_card_program(limit: u64) -> usize {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("perft_boards_{limit}"));
    let options = "-O2 -std=c++17 -Wall -Wextra -Werror -x c++ -o".split(' ');
    let mut compiler = Command::new("c++");
    compiler.args(options).arg(&program);
    let compiled = compiler
        .arg(root().join("examples/perft_boards.cu"))
        .status();
    assert!(compiled.unwrap().success());
    compare(limit, |position, what| {
        let snapshot = &position.snapshot;
        let (Counted::Turns(depth), Phase::Play { steps, .. }) = (what, &snapshot.phase) else {
            return None;
        };
        if snapshot.edition != Edition::default() || !steps.is_empty() {
            return None;
        }
        let text = format!("{} {}", snapshot.side.letter(), snapshot.start);
        let output = Command::new(&program)
            .args([depth.to_string(), text])
            .output()
            .unwrap();
        let has_room = !String::from_utf8_lossy(&output.stderr).contains("than there is room for");
        let printed = String::from_utf8(output.stdout).unwrap();
        has_room.then(|| printed.trim().parse().unwrap())
    })
}

#[test]
fn bitboard_engine_counts_the_published_numbers() {
    assert!(
        compare(BITBOARD, |position, what| Some(by_engine::<Game>(
            position, what
        ))) > 600
    );
}

#[test]
fn bitboard_engine_lists_as_many_turns_as_it_counts() {
    assert!(compare(LISTING, by_listing) > 120);
}

#[test]
#[ignore = "needs a C++ compiler"]
fn program_for_a_graphics_card_counts_the_published_numbers_on_the_processor() {
    assert!(by_card_program(CARD) > 90);
}

#[test]
fn reference_engine_counts_the_published_numbers() {
    assert!(
        compare(REFERENCE, |position, what| Some(by_engine::<Reference>(
            position, what
        ))) > 400
    );
}

#[test]
#[ignore = "counts for minutes"]
fn both_engines_count_the_large_numbers() {
    assert!(
        compare(largest(), |position, what| Some(by_engine::<Game>(
            position, what
        ))) > 600
    );
    let slow = largest() / 100;
    assert!(
        compare(slow, |position, what| Some(by_engine::<Reference>(
            position, what
        ))) > 500
    );
}

#[test]
#[ignore = "counts for minutes"]
fn large_counts_are_listed_too() {
    assert!(compare(largest(), by_listing) > 120);
}

#[test]
#[ignore = "counts for minutes, and needs a C++ compiler"]
fn program_for_a_card_counts_the_large_numbers_on_the_processor() {
    assert!(by_card_program(largest()) > 90);
}

#[test]
fn there_are_many_positions_and_names_are_unique() {
    let positions = positions();
    assert!(positions.len() >= 60, "{} positions", positions.len());
    let names: BTreeSet<&str> = positions.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names.len(), positions.len(), "a name stands in two files");
}

/// The step tree is the sum of the sequences of one to four steps, in every position.
#[test]
fn every_tree_is_the_sum_of_its_steps() {
    for position in positions() {
        let of = |wanted| position.counts.iter().find(|one| one.what == wanted);
        let steps: Option<Vec<u64>> = (1..=4)
            .map(|depth| of(Counted::Steps(depth)).map(|one| one.expected))
            .collect();
        let sum: u64 = steps
            .unwrap_or_else(|| panic!("{}", position.name))
            .iter()
            .sum();
        let tree = of(Counted::Tree).map(|one| one.expected);
        assert_eq!(tree, Some(sum), "{}", position.name);
    }
}

/// The rows of the table in docs/perft.md whose header begins with `position`, then `head`.
fn table(head: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(root().join("docs/perft.md")).unwrap();
    let (_, table) = text.split_once(&format!("\n| position | {head}")).unwrap();
    let rows = table.lines().skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let cells = |row: &str| {
        row.trim_matches('|')
            .split('|')
            .map(|cell| cell.trim().to_owned())
            .collect()
    };
    rows.map(cells).collect()
}

#[test]
fn the_published_tables_are_those_of_the_files() {
    let positions = positions();
    let expected = |name: &str, what| {
        let position = positions.iter().find(|position| position.name == name);
        let position = position.unwrap_or_else(|| panic!("no file has {name}"));
        let counts = &position.counts;
        counts
            .iter()
            .find(|count| count.what == what)
            .map(|count| count.expected)
    };
    let number = |cell: &str| Some(cell.replace(',', "").parse().unwrap());
    let steps = table("steps 1");
    assert!(steps.len() >= 10, "{} rows", steps.len());
    for row in &steps {
        let counted = (1..=4).map(Counted::Steps).chain([Counted::Turns(1)]);
        assert_eq!(row.len(), 6, "{row:?}");
        for (what, cell) in counted.zip(&row[1..]) {
            assert_eq!(number(cell), expected(&row[0], what), "{} {what}", row[0]);
        }
    }
    let known = ["bitboard", "reference", "listing", "card", "peer"];
    let turns = table("turns");
    assert!(turns.len() >= 10, "{} rows", turns.len());
    for row in turns {
        let [name, depth, cell, by] = &row[..] else {
            panic!("{row:?}")
        };
        let what = Counted::Turns(depth.parse().unwrap());
        assert_eq!(number(cell), expected(name, what), "{name} {what}");
        let counters: BTreeSet<&str> = by.split(", ").collect();
        let is_known = counters.iter().all(|counter| known.contains(counter));
        assert!(is_known && counters.len() >= 2, "{name} {what}: {by}");
    }
}
