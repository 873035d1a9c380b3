//! Laws of the reference engine, at any reachable moment of any edition.

use std::collections::{BTreeSet, HashSet};

use arimaa::Game;
use arimaa::compare::action_space;
use arimaa::reference::Reference;
use arimaa::rules::Rules;
use arimaa::vocab::{Action, Board, Snapshot, Square};
use proptest::prelude::*;

use crate::states;
use crate::symmetry::Symmetry;

fn engine(snapshot: &Snapshot) -> Reference {
    Reference::from_snapshot(snapshot).expect("the generator makes valid states")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// A state made from a snapshot gives the same snapshot back.
    #[test]
    fn a_snapshot_is_the_whole_state(snapshot in states::state()) {
        let state = engine(&snapshot);
        prop_assert_eq!(state.snapshot(), snapshot);
        prop_assert_eq!(engine(&state.snapshot()), state);
    }

    /// Mirroring the board, or exchanging the sides, commutes with everything.
    #[test]
    fn symmetries_commute_with_every_answer(snapshot in states::state()) {
        for symmetry in Symmetry::ALL {
            let Some(image) = symmetry.snapshot(&snapshot) else { continue };
            let (state, image) = (engine(&snapshot), engine(&image));
            prop_assert_eq!(symmetry.board(&state.board()), image.board());
            prop_assert_eq!(state.count_steps(2), image.count_steps(2));
            if matches!(symmetry, Symmetry::Mirror) {
                let [one, other] = [&state, &image].map(|state| {
                    Game::from_snapshot(&state.snapshot()).unwrap().position().copied()
                });
                prop_assert_eq!(one.map(|position| position.flip_horizontal()), other);
            }
            prop_assert_eq!(
                state.outcome().map(|outcome| symmetry.outcome(outcome)),
                image.outcome().map(|outcome| (outcome.winner, outcome.end))
            );
            let listed: HashSet<Action> =
                state.legal_actions().into_iter().map(|action| symmetry.action(action)).collect();
            prop_assert_eq!(listed, image.legal_actions().into_iter().collect::<HashSet<_>>());
            for action in action_space() {
                let (mut one, mut other) = (state.clone(), image.clone());
                match (one.apply(action), other.apply(symmetry.action(action))) {
                    (Ok(effect), Ok(mirrored)) => {
                        prop_assert_eq!(effect.part, mirrored.part);
                        prop_assert_eq!(
                            effect.captured.map(|captured| symmetry.placed(captured)),
                            mirrored.captured
                        );
                        prop_assert_eq!(symmetry.board(&one.board()), other.board());
                    }
                    (Err(illegal), Err(mirrored)) => {
                        prop_assert_eq!(illegal.name(), mirrored.name());
                        let squares: BTreeSet<Square> = illegal
                            .squares()
                            .into_iter()
                            .map(|square| symmetry.square(square))
                            .collect();
                        prop_assert_eq!(squares, mirrored.squares().into_iter().collect());
                    }
                    (found, mirrored) => prop_assert!(false, "{action}: {found:?}, {mirrored:?}"),
                }
            }
        }
    }
}

/// The number of setups is that of their list, with and without a handicap, and the figure of
/// SPEC.md holds (SET-6).
#[test]
fn setups_are_counted_as_they_are_listed() {
    use arimaa::vocab::{Edition, Handicap};
    let full = engine(&Snapshot::game(Edition::default(), Handicap::NONE));
    assert_eq!(full.count_turns(), 64_864_800);
    assert_eq!(full.count_steps(2), 96 * 15 * 6 - 16 * 15 * 2);
    for handicap in ["RRRRRRRRCCDDH", "RRRRRRRRCCDDHH", "RRRRRRRRCCDDHHME"] {
        let setup = engine(&Snapshot::game(
            Edition::default(),
            handicap.parse().unwrap(),
        ));
        let turns = setup.turns();
        assert_eq!(turns.len() as u64, setup.count_turns(), "{handicap}");
        let boards: HashSet<Board> = turns.iter().map(|turn| turn.board).collect();
        assert_eq!(boards.len(), turns.len(), "{handicap}");
        for turn in turns.iter().step_by(97) {
            let mut played = setup.clone();
            for placed in &turn.played {
                assert_eq!(played.apply(placed.action), Ok(placed.effect));
            }
            assert!(played.apply(Action::EndTurn).is_ok(), "{turn}");
        }
    }
}
