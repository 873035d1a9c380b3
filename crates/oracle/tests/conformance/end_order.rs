//! The end of a turn, tried whole: every combination of the facts that its checks look at, in every
//! edition, for each mover.
//!
//! A combination that SPEC.md prints is realised on a board with a history, and both engines have
//! to end the turn as the table says. One that it does not print cannot occur: its position is
//! built as far as it can be, and the rule that excludes it is seen at work. The table follows from
//! the order of END-2.

use std::collections::{BTreeMap, BTreeSet};

use arimaa::Game;
use arimaa::compare::Reference;
use arimaa::rules::Rules;
use arimaa::spec;
use arimaa::vocab::{Action, Board, Edition, End, Kind, Piece, Side, Snapshot, Square};

use crate::end_model::{
    Cell, Excluded, Facts, Position, all_facts, cells, excluded, outcome, position, section,
};

#[test]
fn every_combination_of_facts_ends_as_the_table_says() {
    let table = cells(section());
    let mut tried = 0;
    for &(edition, facts, says) in &table {
        for mover in Side::ALL {
            let position = position(edition, facts, mover);
            let seen = [position.facts::<Reference>(), position.facts::<Game>()];
            assert_eq!(seen, [facts; 2], "{position:?}");
            let expected = says.map(|id| outcome(id, mover.other()));
            let found = [position.ends::<Reference>(), position.ends::<Game>()];
            assert_eq!(found, [[expected; 2]; 2], "{facts:?} in {position:?}");
            tried += 1;
        }
    }
    assert_eq!(tried, 2 * (3 * 36 + 27), "cells × editions × movers");
    let printed: BTreeSet<(Edition, Facts)> = table.iter().map(|cell| (cell.0, cell.1)).collect();
    assert_eq!(printed.len(), table.len(), "a combination stands twice");
    let possible = Edition::ALL.into_iter().flat_map(|edition| {
        let facts = all_facts().filter(move |&facts| excluded(edition, facts).is_none());
        facts.map(move |facts| (edition, facts))
    });
    assert_eq!(printed, possible.collect());
}

/// For each combination that is left out, the rule that excludes it is seen at work.
#[test]
fn combinations_that_are_not_printed_cannot_occur() {
    let mut counts: BTreeMap<Excluded, usize> = BTreeMap::new();
    for edition in Edition::ALL {
        for (facts, why) in all_facts().filter_map(|facts| Some((facts, excluded(edition, facts)?)))
        {
            for mover in Side::ALL {
                assert_excluded::<Reference>(why, edition, facts, mover);
                assert_excluded::<Game>(why, edition, facts, mover);
            }
            *counts.entry(why).or_default() += 1;
        }
    }
    let expected = [
        (Excluded::GoalWithoutRabbit, 4 * 56),
        (Excluded::ThirdRefused, 36),
        (Excluded::TurnWithoutStep, 3 * 18 + 9),
        (Excluded::StepWithoutTurn, 3 * 18),
    ];
    assert_eq!(counts, BTreeMap::from(expected));
}

fn assert_excluded<R: Rules>(why: Excluded, edition: Edition, facts: Facts, mover: Side) {
    let Position { end, before, step } = position(edition, facts, mover);
    match why {
        // Nothing to build: another piece of that side on its goal rank is no goal.
        Excluded::GoalWithoutRabbit => {
            let side = if facts[0] && !facts[2] {
                mover
            } else {
                mover.other()
            };
            for piece in Piece::ALL.into_iter().filter(|piece| piece.side == side) {
                let is_goal = is_goal_anywhere::<R>(edition, piece, mover);
                assert_eq!(is_goal, piece.kind == Kind::Rabbit, "{piece:?}");
            }
        }
        Excluded::TurnWithoutStep => {
            let mut engine = R::from_snapshot(&end).unwrap();
            assert!(engine.turns().is_empty());
            let refused = engine.apply(Action::EndTurn).unwrap_err();
            assert_eq!(refused.rule(), "TRN-2");
        }
        // The same history leaves no turn in the current edition.
        Excluded::StepWithoutTurn => {
            assert!(!R::from_snapshot(&end).unwrap().turns().is_empty());
            let current = position(Edition::July2008, facts, mover);
            let turns = |snapshot| R::from_snapshot(&snapshot).map(|engine| engine.count_turns());
            // Unless it has the position three times, and is none.
            assert!(turns(current.end).is_ok_and(|turns| turns == 0) != facts[6]);
        }
        Excluded::ThirdRefused => {
            let invalid = R::from_snapshot(&end).err().map(|invalid| invalid.rule());
            assert_eq!(invalid, Some("VAL-7"));
            let mut engine = R::from_snapshot(&before).unwrap();
            engine.apply(Action::Step(step)).unwrap();
            let refused = engine.apply(Action::EndTurn).unwrap_err();
            assert_eq!(refused.rule(), "REP-2");
        }
    }
}

/// Whether an engine takes this piece, alone on a goal rank, for a rabbit on goal.
fn is_goal_anywhere<R: Rules>(edition: Edition, piece: Piece, mover: Side) -> bool {
    let mut squares = Square::ALL
        .into_iter()
        .filter(|square| [1, 8].contains(&square.rank()));
    squares.any(|square| {
        let mut board = Board::EMPTY;
        board.set(square, Some(piece));
        let end = Snapshot::position(edition, mover.other(), board);
        let outcome = R::from_snapshot(&end).unwrap().outcome();
        outcome.is_some_and(|outcome| [End::MoverGoal, End::OpponentGoal].contains(&outcome.end))
    })
}

/// Each cell of the table names the first check in the edition's order in END-2 that holds. A table
/// with any one cell changed does not.
#[test]
fn table_follows_from_the_order_of_end_2_cell_by_cell() {
    let rows = rows();
    let decides = |edition: Edition, facts: Facts| {
        let (_, row) = rows.iter().find(|row| row.0 == edition).unwrap();
        row.iter().copied().find(|id| holds(id, facts))
    };
    let is_right = |&(edition, facts, says): &Cell| decides(edition, facts) == says;
    let wrong: Vec<Cell> = cells(section())
        .into_iter()
        .filter(|cell| !is_right(cell))
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let ends: Vec<&str> = End::ALL
        .iter()
        .map(|end| end.rule())
        .chain(["goes on"])
        .collect();
    let mut altered = 0;
    for end in &ends {
        for (at, _) in section().match_indices(&format!("| {end} ")) {
            for other in ends.iter().filter(|other| *other != end) {
                let (before, after) = section().split_at(at + 2);
                let text = format!("{before}{other}{}", &after[end.len()..]);
                assert!(!cells(text.leak()).iter().all(is_right), "{end}, {other}");
                altered += 1;
            }
        }
    }
    assert_eq!(altered, 8 * (2 * 36 + 27), "other words × cells");
}

/// Whether a check holds, by the sentence of its rule.
fn holds(id: &str, facts: Facts) -> bool {
    let [goal, opponent_goal, left, opponent_left, step, turn, third] = facts;
    match id {
        "END-3" => goal,
        "END-4" => opponent_goal,
        "END-5" => !opponent_left,
        "END-6" => !left,
        "END-7" => !step,
        "END-8" => step && !turn,
        "END-9" => !left && !opponent_left,
        "END-10" => third,
        _ => panic!("{id} is no check"),
    }
}

/// The rows of the table of END-2, one for each edition.
fn rows() -> Vec<(Edition, Vec<&'static str>)> {
    let text = spec::rule("END-2").unwrap().text;
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    let rows = rows.flat_map(|row| {
        let order = row.split('|').nth(2).unwrap().split(',').map(str::trim);
        let order: Vec<&'static str> = order.collect();
        let editions = row.split('`').skip(1).step_by(2);
        editions.map(move |name| (name.parse().unwrap(), order.clone()))
    });
    let rows: Vec<_> = rows.collect();
    let editions: Vec<Edition> = rows.iter().map(|row| row.0).collect();
    assert_eq!(editions, Edition::ALL, "the editions of END-2");
    rows
}
