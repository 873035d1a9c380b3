//! Counts (SPEC.md chapter 13, rule CNT-1, and the number of setups in SET-6).

use super::board::KINDS;
use super::setup::Setup;
use super::turn::Moment;
use crate::vocab::Action;

/// The number of sequences of exactly `steps` legal steps (CNT-1), or `None` if `stop` returned
/// true during the count.
pub(super) fn count_steps(now: &Moment, steps: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
    if stop() {
        return None;
    }
    if steps == 0 {
        return Some(1);
    }
    now.legal_steps()
        .iter()
        .map(|(_, next, _)| count_steps(next, steps - 1, stop))
        .sum()
}

/// The number of sequences of exactly `placements` legal placements (CNT-1), or `None` if `stop`
/// returned true during the count.
pub(super) fn count_placements(
    setup: &Setup,
    placements: u32,
    stop: &dyn Fn() -> bool,
) -> Option<u64> {
    if stop() {
        return None;
    }
    if placements == 0 {
        return Some(1);
    }
    let mut sequences = 0;
    for action in setup.legal_actions() {
        let mut next = setup.clone();
        if action != Action::EndTurn && next.apply(action).is_ok() {
            sequences += count_placements(&next, placements - 1, stop)?;
        }
    }
    Some(sequences)
}

/// The number of ways to complete a setup: for each kind in turn, the ways to choose its squares
/// among those left (SET-6).
pub(super) fn count_completions(setup: &Setup) -> u64 {
    let mut free = setup.free_squares().len() as u64;
    let mut ways = 1;
    for kind in KINDS {
        let pieces = setup.left_to_place(kind) as u64;
        ways *= choose(free, pieces);
        free -= pieces;
    }
    ways
}

/// The binomial coefficient: the number of ways to choose `k` things of `n`.
fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1))
}
