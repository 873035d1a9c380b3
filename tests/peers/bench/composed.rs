//! The crate `arimaa-engine`, whose actions are a piece's path of up to four steps, a whole push or
//! pull, and the pass.
//!
//! Its trees are smaller than trees of steps and hold other things, so only the seconds of the
//! whole work and the distinct turns can be compared.

use std::collections::HashSet;

use arimaa_engine::{Action, GameState};

use super::stepwise::PassThrough;

/// The nodes of its own tree of a turn, the last level counted and not made.
pub(crate) fn tree(state: &GameState) -> u64 {
    let below = |action: &Action| {
        if ends_turn(state, action) {
            return 1;
        }
        1 + tree(&state.take_action(action))
    };
    state.valid_actions_no_exclusions().iter().map(below).sum()
}

/// Distinct turns as one would write it at first: every action taken, the ends kept as states.
#[expect(
    clippy::mutable_key_type,
    reason = "the crate's own hash and equality look at the board, the side and the step only"
)]
pub(crate) fn whole(root: &GameState) -> u64 {
    fn recurse(state: &GameState, side: bool, ends: &mut HashSet<GameState>) {
        for action in state.valid_actions() {
            let next = state.take_action(&action);
            if next.is_p1_turn_to_move() == side {
                recurse(&next, side, ends);
            } else {
                ends.insert(next);
            }
        }
    }
    let mut ends = HashSet::new();
    recurse(root, root.is_p1_turn_to_move(), &mut ends);
    ends.len() as u64
}

/// Distinct turns with the least work that its interface allows: keys only, a hasher that does
/// nothing, no look for repetitions, and a pass is a key and no state.
pub(crate) fn keys(root: &GameState) -> u64 {
    fn recurse(state: &GameState, ends: &mut HashSet<u64, PassThrough>) {
        for action in state.valid_actions_no_exclusions() {
            if action == Action::Pass {
                ends.insert(state.hash().pass(state.step()).board_state_hash());
                continue;
            }
            let last = ends_turn(state, &action);
            let next = state.take_action(&action);
            if last {
                ends.insert(next.hash().board_state_hash());
            } else {
                recurse(&next, ends);
            }
        }
    }
    let mut ends = HashSet::default();
    recurse(root, &mut ends);
    ends.len() as u64
}

/// Whether an action completes the four steps, or passes.
fn ends_turn(state: &GameState, action: &Action) -> bool {
    let steps = match action {
        Action::Move(_, path) => path.len(),
        Action::PushPull(..) => 2,
        Action::Pass | Action::Place(_) => 4,
    };
    state.step() + steps >= 4
}
