//! Counting to a depth, with any engine (SPEC.md chapter 13).

use std::convert::Infallible;
use std::fmt;

use crate::rules::Rules;
use crate::vocab::Action;

/// What is counted. The order is that of the numbers of a position in a perft file.
///
/// ```
/// use arimaa_oracle::ask::Counted;
///
/// assert!(Counted::Steps(4) < Counted::Tree && Counted::Tree < Counted::Turns(1));
/// assert_eq!(Counted::Tree.to_string(), "steps tree");
/// assert_eq!(Counted::Turns(2).to_string(), "turns 2");
/// ```
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Counted {
    /// `steps N`: sequences of exactly N steps (SPEC.md CNT-1).
    Steps(u32),
    /// `steps tree`: sequences of one to four steps (SPEC.md CNT-2).
    Tree,
    /// `turns N`: sequences of N distinct turns (SPEC.md CNT-3).
    Turns(u32),
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Steps(depth) => write!(f, "steps {depth}"),
            Self::Tree => f.write_str("steps tree"),
            Self::Turns(depth) => write!(f, "turns {depth}"),
        }
    }
}

/// Counts what `what` names.
pub fn count(state: &dyn Rules, what: Counted) -> u64 {
    match what {
        Counted::Steps(steps) => state.count_steps(steps),
        Counted::Tree => count_tree(state),
        Counted::Turns(depth) => count_turns_to(state, depth),
    }
}

/// The step tree: sequences of one, two, three and four steps together (SPEC.md CNT-2).
pub fn count_tree(state: &dyn Rules) -> u64 {
    (1..=4).map(|steps| state.count_steps(steps)).sum()
}

/// How many sequences of this many distinct turns there are (SPEC.md CNT-3).
///
/// A position that is decided before the last turn adds nothing; one that the last turn decides counts as one.
pub fn count_turns_to(state: &dyn Rules, depth: u32) -> u64 {
    let Ok(count) = turns_to(state, depth, &mut || Ok::<(), Infallible>(()));
    count
}

/// The same, with a call for each position before it is visited; the first error ends the count.
pub(super) fn turns_to<E>(
    state: &dyn Rules,
    depth: u32,
    visit: &mut dyn FnMut() -> Result<(), E>,
) -> Result<u64, E> {
    if depth == 0 {
        return Ok(1);
    }
    if state.outcome().is_some() {
        return Ok(0);
    }
    visit()?;
    if depth == 1 {
        return Ok(state.count_turns());
    }
    let mut sequences = 0;
    for turn in state.turns() {
        let mut next = state.boxed_clone();
        let actions = turn.played.iter().map(|played| played.action);
        let played = actions
            .chain([Action::EndTurn])
            .try_for_each(|action| next.apply(action).map(|_| ()));
        // A listed turn is legal; if an engine thinks otherwise its count is wrong, and shows it.
        if played.is_ok() {
            sequences += turns_to(&*next, depth - 1, visit)?;
        }
    }
    Ok(sequences)
}

/// How many sequences of this many steps there are (SPEC.md CNT-1), with a call for each position before it is visited.
pub(super) fn steps_to<E>(
    state: &dyn Rules,
    depth: u32,
    visit: &mut dyn FnMut() -> Result<(), E>,
) -> Result<u64, E> {
    visit()?;
    if depth <= 1 {
        return Ok(state.count_steps(depth));
    }
    let mut sequences = 0;
    for action in state.legal_actions() {
        let mut next = state.boxed_clone();
        if action != Action::EndTurn && next.apply(action).is_ok() {
            sequences += steps_to(&*next, depth - 1, visit)?;
        }
    }
    Ok(sequences)
}
