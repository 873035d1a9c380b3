//! Compares two engines along one walk, with every question at every moment.

use super::Divergence;
use super::choices::choose;
use super::lockstep::{Extent, Lockstep, Walked};
use crate::rules::Rules;
use crate::vocab::{Action, Snapshot};

/// Walks two engines in lockstep from a state, along the actions that the raw numbers choose, and
/// compares every answer.
///
/// A start that both engines call invalid for the same reason is agreement, and the walk is over.
///
/// # Errors
///
/// Returns the first answer that differs.
pub fn walk<A: Rules + Clone, B: Rules + Clone>(
    start: &Snapshot,
    choices: impl IntoIterator<Item = u32>,
    extent: Extent,
) -> Result<Walked, Box<Divergence>> {
    walk_to::<A, B>(start, choices, extent, None)
}

/// Walks two engines like [`walk`], and at the end compares the answers of `at_end`, too.
///
/// # Errors
///
/// Returns the first answer that differs.
pub fn walk_to<A: Rules + Clone, B: Rules + Clone>(
    start: &Snapshot,
    choices: impl IntoIterator<Item = u32>,
    extent: Extent,
    at_end: Option<Extent>,
) -> Result<Walked, Box<Divergence>> {
    from_start::<A, B>(start, extent, |engines, walked| {
        for raw in choices {
            let listed = engines.pair.first.legal_actions();
            match choose(&listed, &engines.pair.first.board(), raw) {
                Some(action) => step(engines, action, extent, walked)?,
                None => break,
            }
        }
        if let Some(extent) = at_end {
            engines.compare(extent, walked)?;
        }
        Ok(())
    })
}

/// Walks two engines in lockstep along given actions, such as those of a regression case.
///
/// # Errors
///
/// Returns the first answer that differs.
pub fn follow<A: Rules + Clone, B: Rules + Clone>(
    start: &Snapshot,
    actions: &[Action],
    extent: Extent,
) -> Result<Walked, Box<Divergence>> {
    from_start::<A, B>(start, extent, |engines, walked| {
        let mut actions = actions.iter();
        actions.try_for_each(|&action| step(engines, action, extent, walked))
    })
}

/// Compares two engines in a state, and along the walk that `go_on` makes from there.
fn from_start<A: Rules + Clone, B: Rules + Clone>(
    start: &Snapshot,
    extent: Extent,
    go_on: impl FnOnce(&mut Lockstep<A, B>, &mut Walked) -> Result<(), Box<Divergence>>,
) -> Result<Walked, Box<Divergence>> {
    let mut engines = match Lockstep::<A, B>::start(start)? {
        Ok(engines) => engines,
        Err(invalid) => return Ok(Walked::not_begun(&invalid)),
    };
    let mut walked = Walked::default();
    engines.compare(extent, &mut walked)?;
    go_on(&mut engines, &mut walked)?;
    Ok(walked)
}

/// Tries an action on both engines, and compares the rulings and the states after it.
fn step<A: Rules + Clone, B: Rules + Clone>(
    engines: &mut Lockstep<'_, A, B>,
    action: Action,
    extent: Extent,
    walked: &mut Walked,
) -> Result<(), Box<Divergence>> {
    let before = engines.snapshots();
    if engines.act(action, walked)? {
        engines.compare(extent, walked)?;
        if action == Action::EndTurn {
            engines.compare_taken_back()?;
        }
        return Ok(());
    }
    let after = engines.snapshots();
    engines.compare_answers("the state after a refusal", Some(action), &before, &after)
}
