//! The crate `arimaa_engine_step`, whose actions are single steps.

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher};
use std::hint::black_box;

use arimaa_engine_step::{Action, GameState, Zobrist};

/// Which list of actions is asked for.
#[derive(Clone, Copy)]
pub(crate) enum List {
    /// `valid_actions`: what the crate's examples call; it looks for repetitions.
    Valid,
    /// `valid_actions_no_rep`: without that.
    NoRep,
}

fn steps(state: &GameState, list: List) -> impl Iterator<Item = Action> {
    let actions = match list {
        List::Valid => state.valid_actions(),
        List::NoRep => state.valid_actions_no_rep(),
    };
    let is_step = |action: &Action| matches!(action, Action::Move(..));
    actions.into_iter().filter(is_step)
}

/// The step tree, its last level counted and not made.
pub(crate) fn tree(state: &GameState) -> u64 {
    if state.current_step() == 3 {
        return steps(state, List::NoRep).count() as u64;
    }
    steps(state, List::NoRep)
        .map(|action| 1 + tree(&state.take_action(&action)))
        .sum()
}

/// The step tree with every leaf made.
pub(crate) fn leaves(state: &GameState) -> u64 {
    let last = state.current_step() == 3;
    let below = |action| {
        let child = black_box(state.take_action(&action));
        if last { 1 } else { 1 + leaves(&child) }
    };
    steps(state, List::NoRep).map(below).sum()
}

/// Distinct turns as the crate's documentation shows it, every state asked whether it is terminal,
/// each with its way.
///
/// A state with an unfinishable push is no turn, though that example takes it for one; it is left
/// out here.
pub(crate) fn documented(root: &GameState) -> u64 {
    fn recurse(
        state: &GameState,
        way: &[Action],
        moves: &mut Vec<(Vec<Action>, GameState)>,
        hashes: &mut HashSet<u64>,
    ) {
        let side = state.is_p1_turn_to_move();
        for action in state.valid_actions() {
            let next = state.take_action(&action);
            if !hashes.insert(next.transposition_hash()) {
                continue;
            }
            let mut way = way.to_vec();
            way.push(action);
            let ended = side != next.is_p1_turn_to_move();
            if next.is_terminal().is_some() || ended {
                if ended {
                    moves.push((way, next));
                }
                continue;
            }
            recurse(&next, &way, moves, hashes);
        }
    }
    let (mut moves, mut hashes) = (Vec::new(), HashSet::new());
    recurse(root, &[], &mut moves, &mut hashes);
    moves.len() as u64
}

/// Distinct turns level by level, states and ends merged by the crate's own hash in sets with this
/// hasher.
pub(crate) fn turns<S: BuildHasher + Default>(root: &GameState, list: List) -> u64 {
    let mut ends = HashSet::<u64, S>::default();
    each_end(root, list, S::default, |end| {
        ends.insert(end.transposition_hash());
    });
    ends.remove(&unchanged(root));
    ends.len() as u64
}

/// Distinct turns with the ends kept as states, which the crate compares and hashes by their keys.
pub(crate) fn states(root: &GameState) -> u64 {
    let mut ends = HashSet::<GameState>::new();
    each_end(root, List::Valid, std::hash::RandomState::new, |end| {
        ends.insert(end);
    });
    ends.len() as u64
}

/// Makes every end of a turn, from states that are met once.
fn each_end<S: BuildHasher>(
    root: &GameState,
    list: List,
    hasher: impl Fn() -> S,
    mut visit: impl FnMut(GameState),
) {
    let mut level = vec![root.clone()];
    for depth in 0..4 {
        let mut met = HashSet::with_hasher(hasher());
        let mut next = Vec::new();
        for state in &level {
            for action in steps(state, list) {
                let child = state.take_action(&action);
                if depth == 3 {
                    visit(child);
                } else if met.insert(child.transposition_hash()) {
                    if child.can_pass(true) {
                        visit(child.take_action(&Action::Pass));
                    }
                    next.push(child);
                }
            }
        }
        level = next;
    }
}

/// The hash of the end that changes nothing: without its look for repetitions the crate lists the
/// fourth step to it.
fn unchanged(root: &GameState) -> u64 {
    let side = !root.is_p1_turn_to_move();
    Zobrist::from_piece_board(root.piece_board(), side, 0).board_state_hash()
}

/// A hasher that lets the crate's hash through: it is random already.
#[derive(Default)]
pub(crate) struct AsItIs(u64);

pub(crate) type PassThrough = BuildHasherDefault<AsItIs>;

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }
}
