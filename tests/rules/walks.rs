//! What the bitboard engine offers beyond the contract between engines, against the reference engine's plain steps: every
//! board of a step tree ([`Game::for_each_step`], [`Game::step_tree`]), and a way of each distinct turn
//! ([`Game::for_each_turn`]).

use std::collections::{HashMap, HashSet};

use arimaa_oracle::bitboard::{Game, Workspace};
use arimaa_oracle::random::Seed;
use arimaa_oracle::reference::Reference;
use arimaa_oracle::rules::Rules;
use arimaa_oracle::vocab::{
    Action, Board, Direction, Edition, Handicap, Phase, Side, Snapshot, Square, Step,
};

use crate::states;

/// Trees beyond this size are left to the comparison of numbers.
const LARGEST: u64 = 12_000;

/// States of both engines, at the start of turns and within them, until so many were looked at.
fn each_state(mut look: impl FnMut(&Reference, &Game) -> bool) {
    let (mut met, mut within) = (0, 0);
    for walk in 0.. {
        let mut random = Seed::new(5, walk);
        let mut reference = states::start(&mut random);
        for _ in 0..random.next() % 4 {
            let mut steps = reference.legal_actions();
            steps.retain(|action| matches!(action, Action::Step(_)));
            if !steps.is_empty() {
                let chosen = steps[random.next() as usize % steps.len()];
                reference.apply(chosen).unwrap();
            }
        }
        let snapshot = reference.snapshot();
        let bitboard = Game::from_snapshot(&snapshot).unwrap();
        if look(&reference, &bitboard) {
            met += 1;
            within += u32::from(reference.board() != snapshot.start);
        }
        if met >= 200 && within >= 80 {
            return;
        }
    }
}

fn planes(board: &Board) -> [u64; 4] {
    let mut planes = [0; 4];
    for placed in board.placed() {
        let strength = 1 + placed.piece.kind as u64;
        let here = 1 << placed.square.index();
        for (plane, words) in planes.iter_mut().take(3).enumerate() {
            *words |= here * (strength >> plane & 1);
        }
        planes[3] |= here * u64::from(placed.piece.side == Side::Silver);
    }
    planes
}

/// Every board below, by plain enumeration.
fn boards_below(state: &Reference, boards: &mut HashMap<[u64; 4], u64>) {
    for action in state.legal_actions() {
        if let Action::Step(_) = action {
            let mut after = state.clone();
            after.apply(action).unwrap();
            *boards.entry(planes(&after.board())).or_default() += 1;
            boards_below(&after, boards);
        }
    }
}

#[test]
fn every_board_of_a_step_tree_is_made_as_often_as_it_is_reached() {
    each_state(|reference, bitboard| {
        if !is_play(reference) || bitboard.step_tree() > LARGEST {
            return false;
        }
        let mut expected = HashMap::new();
        boards_below(reference, &mut expected);
        let mut made = HashMap::new();
        let mut keys = HashMap::new();
        bitboard.for_each_step(|reached| {
            *made.entry(reached.planes()).or_default() += 1;
            let first = *keys.entry(reached.key()).or_insert(reached.planes());
            assert_eq!(first, reached.planes(), "one key, two boards");
        });
        assert_eq!(made, expected, "{:?}", reference.snapshot());
        assert_eq!(keys.len(), made.len(), "one board, two keys");
        assert_eq!(bitboard.step_tree(), made.values().sum::<u64>());
        true
    });
}

#[test]
fn ways_of_distinct_turns_are_legal_shortest_and_all() {
    let mut space = Workspace::default();
    each_state(|reference, bitboard| {
        if !is_play(reference) || bitboard.count_turns() > LARGEST {
            return false;
        }
        let turns = reference.turns();
        let shortest: HashMap<_, _> = turns
            .iter()
            .map(|turn| (planes(&turn.board), turn.played.len()))
            .collect();
        let mut ends = HashSet::new();
        bitboard.for_each_turn(&mut space, |way| {
            let mut state = reference.clone();
            let steps = unpacked(way);
            for &(from, direction) in &steps {
                let piece = state.board().at(from).unwrap();
                let step = Step {
                    piece,
                    from,
                    direction,
                };
                state.apply(Action::Step(step)).unwrap();
            }
            let board = planes(&state.board());
            state.apply(Action::EndTurn).unwrap();
            assert_eq!(shortest.get(&board), Some(&steps.len()), "{way:#x}");
            assert!(ends.insert(board), "a board twice");
        });
        assert_eq!(ends.len(), turns.len());
        true
    });
}

#[test]
fn the_step_tree_of_a_setup_is_that_of_four_placements() {
    let game = Snapshot::game(Edition::default(), Handicap::NONE);
    let mut reference = Reference::from_snapshot(&game).unwrap();
    for _ in 0..12 {
        let placement = reference.legal_actions()[0];
        reference.apply(placement).unwrap();
    }
    let bitboard = Game::from_snapshot(&reference.snapshot()).unwrap();
    let placements: u64 = (1..=4).map(|steps| reference.count_steps(steps)).sum();
    assert_eq!(bitboard.step_tree(), placements);
    bitboard.for_each_step(|_| unreachable!("a step during a setup"));
    bitboard.for_each_turn(&mut Workspace::default(), |_| {
        unreachable!("a turn of steps")
    });
}

/// A way as the documentation of `for_each_turn` packs it.
fn unpacked(way: u64) -> Vec<(Square, Direction)> {
    let steps = (0..4).map(|place| way >> (16 * place) & 0xffff);
    let steps = steps.filter(|step| step >> 8 == 1);
    steps
        .map(|step| {
            let from = Square::ALL[(step >> 2 & 63) as usize];
            (from, Direction::ALL[(step & 3) as usize])
        })
        .collect()
}

fn is_play(state: &Reference) -> bool {
    matches!(state.snapshot().phase, Phase::Play { .. })
}
