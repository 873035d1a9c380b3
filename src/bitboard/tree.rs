//! Step sequences, counted.
use crate::vocab::Side;

use super::state::Play;

/// How many sequences of exactly `steps` steps there are.
pub(super) fn count(play: &Play, side: Side, steps: u32) -> u64 {
    if steps == 0 {
        return 1;
    }
    play.legal_steps(side)
        .map(|step| {
            let mut next = play.clone();
            let part = next.part(step, side);
            next.take(step, part);
            count(&next, side, steps - 1)
        })
        .sum()
}
