//! Divergences of the engines that were found and mended.

use arimaa::Game;
use arimaa::compare::{Extent, Reference, follow};
use arimaa::vocab::Action;
use arimaa_oracle::ask::read_state;

use crate::root::texts_in;

/// Each line of `tests/regressions` has a state, and actions from there on which the engines once
/// differed.
#[test]
fn recorded_divergences_do_not_recur() {
    let mut followed = 0;
    for (path, text) in texts_in("tests/regressions") {
        for line in text.lines() {
            let case: serde_json::Value = serde_json::from_str(line).unwrap();
            let state = read_state(&case["state"].to_string()).unwrap();
            let actions = case["actions"].as_array().unwrap().iter();
            let actions: Vec<Action> = actions
                .map(|action| action.as_str().unwrap().parse().unwrap())
                .collect();
            if let Err(divergence) =
                follow::<Reference, Game>(&state.snapshot, &actions, Extent::SPARSE)
            {
                panic!("{}: {divergence}", path.display());
            }
            followed += 1;
        }
    }
    assert!(followed > 0);
}
