//! Two engines along one walk, asked everything at every moment.

use std::collections::BTreeMap;

use super::Divergence;
use super::choices::choose;
use super::lockstep::Lockstep;
use crate::rules::Rules;
use crate::vocab::{Action, Invalid, Snapshot};

/// How much is asked at every moment besides what is always asked.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Extent {
    /// Distinct turns are listed and compared where no more pieces than this stand on the board.
    pub turns_up_to: usize,
    /// Step sequences of up to this many steps are counted, in the same positions.
    pub steps: u32,
}

impl Extent {
    /// Only what is quick at any moment.
    pub const QUICK: Self = Self {
        turns_up_to: 0,
        steps: 0,
    };
    /// Turns and step counts where few pieces stand.
    pub const SPARSE: Self = Self {
        turns_up_to: 6,
        steps: 3,
    };
}

/// Counters of a walk: how often each part, reason and end came up, by its stable name.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct Walked {
    /// Moments at which everything was asked.
    pub moments: u64,
    /// Distinct turns that were listed and compared.
    pub turns: u64,
    /// Step sequences that were counted and compared.
    pub sequences: u64,
    /// Reasons of refusal, outcomes, parts of accepted actions and reasons of invalidity, each with
    /// its number.
    pub met: BTreeMap<&'static str, u64>,
}

impl Walked {
    /// Adds what another walk met.
    pub fn add(&mut self, other: &Self) {
        self.moments += other.moments;
        self.turns += other.turns;
        self.sequences += other.sequences;
        for (name, count) in &other.met {
            *self.met.entry(name).or_default() += count;
        }
    }

    pub(super) fn meet(&mut self, name: &'static str) {
        *self.met.entry(name).or_default() += 1;
    }

    /// A walk that could not begin.
    pub(super) fn invalid(invalid: &Invalid) -> Self {
        let mut walked = Self::default();
        walked.meet(invalid.name());
        walked
    }
}

/// Walks two engines in lockstep from a state, along the actions that the raw numbers choose, and
/// compares every answer.
///
/// A start that both engines call invalid for the same reason is agreement, and the walk is over.
///
/// # Errors
///
/// The first answer that differs.
pub fn walk<A: Rules + Clone, B: Rules + Clone>(
    start: &Snapshot,
    choices: impl IntoIterator<Item = u32>,
    extent: Extent,
) -> Result<Walked, Box<Divergence>> {
    walk_to::<A, B>(start, choices, extent, None)
}

/// The same, and at the end of the walk more is asked.
///
/// # Errors
///
/// The first answer that differs.
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

/// The same along given actions, such as those of a regression case.
///
/// # Errors
///
/// The first answer that differs.
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

/// Two engines compared in a state, and along the walk that goes on from there.
fn from_start<A: Rules + Clone, B: Rules + Clone>(
    start: &Snapshot,
    extent: Extent,
    go_on: impl FnOnce(&mut Lockstep<A, B>, &mut Walked) -> Result<(), Box<Divergence>>,
) -> Result<Walked, Box<Divergence>> {
    let mut engines = match Lockstep::<A, B>::start(start)? {
        Ok(engines) => engines,
        Err(invalid) => return Ok(Walked::invalid(&invalid)),
    };
    let mut walked = Walked::default();
    engines.compare(extent, &mut walked)?;
    go_on(&mut engines, &mut walked)?;
    Ok(walked)
}

/// Tries an action on both engines, and compares what came of it.
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
    engines.same("the state after a refusal", Some(action), &before, &after)
}
