//! Random valid states, all from the one generator: `compare::random_start`.

use arimaa::compare::{choose, random_start};
use arimaa::random::SplitMix64;
use arimaa::reference::Reference;
use arimaa::rules::Rules;
use arimaa::vocab::Snapshot;
use proptest::prelude::*;

/// A state after at most 40 actions from a random start. Shrinking removes actions.
pub fn state() -> impl Strategy<Value = Snapshot> {
    let choices = prop::collection::vec(any::<u32>(), 0..40);
    (any::<u64>(), choices).prop_map(|(seed, choices)| {
        let mut state = start(&mut SplitMix64::new(seed, 0));
        for raw in choices {
            if let Some(action) = choose(&state.legal_actions(), &state.board(), raw) {
                // A refused action leaves the state as it was.
                let _ = state.apply(action);
            }
        }
        state.snapshot()
    })
}

/// The first valid start among random ones.
pub fn start(random: &mut SplitMix64) -> Reference {
    loop {
        if let Ok(state) = Reference::from_snapshot(&random_start(random)) {
            return state;
        }
    }
}
