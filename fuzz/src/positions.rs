//! Properties of positions, for any valid position.

use std::collections::{BTreeMap, BTreeSet};

use arimaa::bitboard::{Position, TurnSteps, Workspace};
use arimaa::rules::Rules;
use arimaa::vocab::{Action, Board, Edition, Phase, Snapshot, Turn};

/// The most distinct turns that the other engine is asked for: a slow one lists thousands a second.
const MOST_TURNS: usize = 3_000;

/// A position has the legal steps, the distinct turns, the goals and the outcome that another
/// engine gives, and its own turns hold its goals.
///
/// # Panics
///
/// Where it has not.
pub fn agree<R: Rules>(position: &Position) {
    let side = position.side();
    let start = position.turn_start();
    let mut snapshot = Snapshot::position(Edition::default(), side, start.board());
    snapshot.phase = Phase::Play {
        steps: position.steps_taken().into_iter().collect(),
        earlier: Vec::new(),
    };
    let other = |snapshot: &Snapshot| {
        R::from_snapshot(snapshot).unwrap_or_else(|invalid| panic!("{position}: {invalid}"))
    };
    for edition in Edition::ALL {
        snapshot.edition = edition;
        let outcome = other(&snapshot).outcome();
        assert_eq!(position.outcome(edition), outcome, "{position}, {edition}");
    }
    let engine = other(&snapshot);
    assert_eq!(position.board(), engine.board(), "{position}");
    let steps = position.steps().map(Action::Step);
    let end = position.can_end().then_some(Action::EndTurn);
    let actions: BTreeSet<Action> = steps.chain(end).collect();
    let legal = engine.legal_actions();
    assert_eq!(actions.len(), legal.len(), "{position}");
    assert_eq!(actions, legal.into_iter().collect(), "{position}");

    let (mut turns, mut goals) = (BTreeMap::new(), BTreeMap::new());
    position.visit_turns(&mut Workspace::default(), |turn| {
        let (board, steps) = (turn.board(), turn.steps().len());
        if turn.is_goal() {
            goals.insert(board, steps);
        }
        assert_eq!(turns.insert(board, steps), None, "{position}");
    });
    assert_eq!(position.count_turns(), turns.len() as u64, "{position}");
    assert_eq!(position.has_goal(), !goals.is_empty(), "{position}");
    let shortest = position.shortest_goal().map(TurnSteps::len);
    assert_eq!(shortest, goals.values().min().copied(), "{position}");
    if turns.len() <= MOST_TURNS {
        let lengths = |turns: Vec<Turn>| -> BTreeMap<Board, usize> {
            let length = |turn: &Turn| (turn.board, turn.played.len());
            turns.iter().map(length).collect()
        };
        assert_eq!(turns, lengths(engine.turns()), "{position}");
        assert_eq!(goals, lengths(engine.goals()), "{position}");
    }
}
