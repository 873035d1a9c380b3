//! Divergences of the engines that were found once.

use std::fs;

use arimaa::Game;
use arimaa::compare::{Extent, Reference, follow};
use arimaa::vocab::Action;
use arimaa_oracle::ask::read_state;

use crate::root::root;

/// Each line of `tests/regressions` is a state and the actions from there at which engines once
/// differed.
#[test]
fn recorded_divergences_do_not_recur() {
    let directory = root().join("tests/regressions");
    let mut followed = 0;
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        for line in fs::read_to_string(&path).unwrap().lines() {
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
