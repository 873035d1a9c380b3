//! Divergences of engines as lines that tests keep.

use serde_json::json;

use super::{State, state_value};
use arimaa::compare::Divergence;
use arimaa::vocab::Action;

/// A divergence of two engines as a regression case: the state at the start, the actions since, and
/// the action on which they differ, as one line of JSON.
pub fn regression_case(divergence: &Divergence) -> String {
    let state = State {
        snapshot: divergence.start.clone(),
        number: None,
    };
    let actions: Vec<String> = divergence
        .actions
        .iter()
        .chain(&divergence.tried)
        .map(Action::to_string)
        .collect();
    json!({ "state": state_value(&state), "actions": actions }).to_string()
}
