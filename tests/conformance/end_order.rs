//! The table of END-2 in SPEC.md, held to the order in which each engine makes its checks.
//!
//! The order is observed: for every two checks of a row that can hold together the suite has a
//! position where they do, and both engines have to name the one that stands first in the row.

use std::collections::BTreeSet;

use arimaa_oracle::ask::{Answer, Question, Written, answer};
use arimaa_oracle::engines::{Game, Reference, Starter};
use arimaa_oracle::rules::Rules;
use arimaa_oracle::spec;
use arimaa_oracle::suite::{Case, Suite};
use arimaa_oracle::vocab::{
    Action, Edition, End, Kind, Outcome, Phase, Piece, Side, Snapshot, TurnEnd,
};

use crate::symmetry::Symmetry;

/// Checks that exclude each other: a rabbit on goal and no rabbit, no step and a step.
const NEVER_TOGETHER: [(&str, &str); 5] = [
    ("END-3", "END-6"),
    ("END-3", "END-9"),
    ("END-4", "END-5"),
    ("END-4", "END-9"),
    ("END-7", "END-8"),
];

/// Two checks of one edition, the first before the second.
type Pair = (Edition, &'static str, &'static str);

#[test]
fn both_engines_make_the_checks_in_the_order_of_end_2() {
    let rows = rows();
    let mut observed: BTreeSet<Pair> = BTreeSet::new();
    for case in Suite::embedded().unwrap().cases {
        let Some(end) = turn_end_of(&case) else {
            continue;
        };
        // Who moved must not matter.
        let exchanged = Symmetry::Exchange.snapshot(&end);
        for snapshot in [Some(end), exchanged].into_iter().flatten() {
            let (_, row) = rows.iter().find(|row| row.0 == snapshot.edition).unwrap();
            let holding = holding(&snapshot);
            let mut held = row.iter().copied().filter(|id| holding.contains(id));
            let first = held.next();
            let expected = first.map(|id| outcome(id, snapshot.side));
            let found = [
                Reference::from_snapshot(&snapshot).unwrap().outcome(),
                Game::from_snapshot(&snapshot).unwrap().outcome(),
            ];
            assert_eq!(found, [expected; 2], "{}: {holding:?}", case.id);
            if snapshot.side == Side::Gold {
                observed.extend(held.map(|later| (snapshot.edition, first.unwrap(), later)));
            }
        }
    }
    let mut pairs: BTreeSet<Pair> = BTreeSet::new();
    for (edition, row) in &rows {
        for (index, &one) in row.iter().enumerate() {
            let others = row[index + 1..].iter();
            let possible = others.filter(|&&other| !NEVER_TOGETHER.contains(&(one, other)));
            pairs.extend(possible.map(|&other| (*edition, one, other)));
        }
    }
    assert_eq!(pairs.len(), 41);
    let missing: Vec<&Pair> = pairs.difference(&observed).collect();
    assert!(missing.is_empty(), "no case has {missing:?}");
    assert_eq!(
        observed, pairs,
        "checks that were thought to exclude each other"
    );
}

/// The rows of the table, one for each edition.
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

/// The state in which the turn of a case, or its position, leaves the game.
fn turn_end_of(case: &Case) -> Option<Snapshot> {
    let (position, turn) = match &case.question {
        Question::Outcome { position } | Question::Standing { position } => (position, None),
        Question::Judge { position, turn, .. } => (position, Some(words(turn))),
        _ => return None,
    };
    let mut actions: Vec<String> = turn.clone().unwrap_or_default();
    actions.retain(|word| !word.starts_with(|c: char| c.is_ascii_digit()) && !word.ends_with('x'));
    if turn.is_some() {
        actions.push("end".to_owned());
    }
    let question = Question::Apply {
        position: position.clone(),
        actions,
    };
    match answer(&Starter::of::<Reference>(), &question) {
        Answer::Applied { state, .. } => match &state.snapshot.phase {
            Phase::Play { steps, .. } if steps.is_empty() => Some(state.snapshot),
            _ => None,
        },
        _ => None,
    }
}

/// The words of a written turn.
pub(super) fn words(turn: &Written) -> Vec<String> {
    match turn {
        Written::Line(line) => line.split_whitespace().map(str::to_owned).collect(),
        Written::Words(words) => words.clone(),
    }
}

/// The checks that hold at the end of this turn, found without the engines' order.
fn holding(snapshot: &Snapshot) -> BTreeSet<&'static str> {
    let Phase::Play { earlier, .. } = &snapshot.phase else {
        return BTreeSet::new();
    };
    let (mover, opponent) = (snapshot.side.other(), snapshot.side);
    let rabbits = |side: Side| {
        let rabbit = Piece::new(side, Kind::Rabbit);
        snapshot
            .start
            .placed()
            .filter(move |placed| placed.piece == rabbit)
    };
    let on_goal = |side: Side| {
        let goal = if side == Side::Gold { 8 } else { 1 };
        rabbits(side).any(|placed| placed.square.rank() == goal)
    };
    let engine = Game::from_snapshot(snapshot).unwrap();
    let has_step = engine
        .legal_actions()
        .iter()
        .any(|action| matches!(action, Action::Step(_)));
    let is_same = |end: &&TurnEnd| {
        let same_side = end.to_move == opponent || snapshot.edition == Edition::Year2002;
        end.board == snapshot.start && same_side
    };
    let checks = [
        ("END-3", on_goal(mover)),
        ("END-4", on_goal(opponent)),
        ("END-5", rabbits(opponent).count() == 0),
        ("END-6", rabbits(mover).count() == 0),
        ("END-7", !has_step),
        ("END-8", has_step && engine.turns().is_empty()),
        (
            "END-9",
            rabbits(mover).chain(rabbits(opponent)).count() == 0,
        ),
        ("END-10", earlier.iter().filter(is_same).count() >= 2),
    ];
    let holding = checks.into_iter().filter(|check| check.1);
    holding.map(|check| check.0).collect()
}

/// The outcome that the text of this rule gives, with this player to move.
fn outcome(id: &str, opponent: Side) -> Outcome {
    let text = spec::rule(id).unwrap().text.replace('\n', " ");
    let winners = [
        ("the mover wins", Some(opponent.other())),
        ("the opponent wins", Some(opponent)),
        ("the mover loses", Some(opponent)),
        ("the game is a draw", None),
    ];
    let says = winners.into_iter().filter(|(words, _)| {
        let first = text.split('[').next().unwrap();
        first.contains(words)
    });
    let winners: Vec<Option<Side>> = says.map(|(_, winner)| winner).collect();
    let [winner] = winners[..] else {
        panic!("{id} names {} winners", winners.len());
    };
    let end = End::ALL.into_iter().find(|end| end.rule() == id).unwrap();
    Outcome { winner, end }
}
