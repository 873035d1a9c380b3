//! Counting to a depth, with any engine (SPEC.md chapter 13).

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::vec::IntoIter;

use super::Fault;
use super::budget::{Budget, Meter};
use arimaa::rules::Rules;
use arimaa::vocab::{Action, Board, Turn};

/// The unit of a count, with its depth. The order is that of the numbers of a position in a perft
/// file.
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

/// Counts sequences from a position; `what` is the unit and the depth.
pub fn count(state: &dyn Rules, what: Counted) -> u64 {
    match what {
        Counted::Steps(steps) => state.count_steps(steps),
        Counted::Tree => count_tree(state),
        Counted::Turns(depth) => count_turns_to(state, depth),
    }
}

/// The step tree: sequences of one, two, three and four steps together (SPEC.md CNT-2).
fn count_tree(state: &dyn Rules) -> u64 {
    (1..=4).map(|steps| state.count_steps(steps)).sum()
}

/// The number of sequences of so many distinct turns (SPEC.md CNT-3), at most [`u64::MAX`].
///
/// A position that is decided before the last turn adds nothing; one that the last turn decides
/// counts as one.
pub fn count_turns_to(state: &dyn Rules, depth: u32) -> u64 {
    // Nothing bounds this count, so it comes to its end.
    turns_to(state, depth, &Meter::new(&Budget::default())).unwrap_or_default()
}

/// The number of sequences of so many turns within a budget: each position costs one node.
///
/// The walk keeps one state, which it plays forward and takes back, and no stack of calls: no depth
/// overflows the stack. Memory grows with the depth, by some 25 bytes for each turn of the
/// positions on the way. The counts that are kept for one position take up to 320 bytes for each of
/// its turns, and half as much again while the table grows.
///
/// Positions after the turns of one position that have the same board within reach
/// ([`Rules::simpler_board`]) are counted once.
pub(super) fn turns_to(state: &dyn Rules, depth: u32, meter: &Meter<'_>) -> Result<u64, Fault> {
    if depth == 0 {
        return Ok(1);
    }
    let mut walk = Walk {
        root: state,
        state: state.boxed_clone(),
        path: Vec::new(),
    };
    // The turns still to be tried, at each position on the way here.
    let mut untried: Vec<Untried> = Vec::new();
    let mut known = Known::default();
    let mut sequences: u64 = 0;
    loop {
        if walk.state.outcome().is_none() {
            meter.visit()?;
            let stop = || meter.is_expired();
            if walk.path.len() as u64 + 1 == u64::from(depth) {
                let counted = known.count(&*walk.state, &stop);
                let counted = counted.ok_or_else(|| meter.timed_out())?;
                sequences = sequences.saturating_add(counted);
                walk.take_back();
            } else {
                known.0.clear();
                let listed = walk.state.turns_unless(&stop);
                let listed = listed.ok_or_else(|| meter.timed_out())?;
                untried.push(Untried::of(&listed));
            }
        } else {
            walk.take_back();
        }
        loop {
            let Some(turns) = untried.last_mut() else {
                return Ok(sequences);
            };
            let Some(turn) = turns.next_turn() else {
                untried.pop();
                walk.take_back();
                continue;
            };
            // A listed turn is legal. An engine that says otherwise has a wrong count.
            if walk.play_turn(turn) {
                break;
            }
        }
    }
}

/// The counts of positions one turn after the same position, by their [board within
/// reach](Rules::simpler_board).
#[derive(Default)]
struct Known(HashMap<Board, u64>);

impl Known {
    /// The number of turns of a position, or `None` if `stop` became true during the count.
    fn count(&mut self, state: &dyn Rules, stop: &dyn Fn() -> bool) -> Option<u64> {
        let Some(board) = state.simpler_board() else {
            return state.count_turns_unless(stop);
        };
        Some(match self.0.entry(board) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => *new.insert(state.count_turns_unless(stop)?),
        })
    }
}

/// Turns still to be tried, as one list of actions: each turn is followed by its end.
struct Untried(IntoIter<Action>);

impl Untried {
    fn of(turns: &[Turn]) -> Self {
        let actions = |turn: &Turn| {
            let actions = turn.played.iter().map(|played| played.action);
            actions.chain([Action::EndTurn]).collect::<Vec<_>>()
        };
        let mut all: Vec<Action> = turns.iter().flat_map(actions).collect();
        all.shrink_to_fit();
        Self(all.into_iter())
    }

    /// The actions of the next turn, its end included; `None` after the last turn.
    fn next_turn(&mut self) -> Option<Vec<Action>> {
        let end = self
            .0
            .as_slice()
            .iter()
            .position(|&action| action == Action::EndTurn)?;
        Some(self.0.by_ref().take(end + 1).collect())
    }
}

/// A state that walks through the tree of turns, forward and back.
struct Walk<'a> {
    root: &'a dyn Rules,
    state: Box<dyn Rules>,
    /// The turns from the root to the state.
    path: Vec<Vec<Action>>,
}

impl Walk<'_> {
    /// Plays a turn, and tells whether the engine accepts it; if not, the state is as before.
    fn play_turn(&mut self, turn: Vec<Action>) -> bool {
        let is_played = play(&mut *self.state, &turn);
        if is_played {
            self.path.push(turn);
        } else {
            self.return_to_path();
        }
        is_played
    }

    /// Takes the last turn back, if there is one.
    fn take_back(&mut self) {
        // The root may stand in mid-turn or in a setup, to which no turn is taken back.
        let is_back =
            self.path.pop().is_none() || (!self.path.is_empty() && self.state.take_back());
        if !is_back {
            self.return_to_path();
        }
    }

    fn return_to_path(&mut self) {
        self.state = self.root.boxed_clone();
        for turn in &self.path {
            play(&mut *self.state, turn);
        }
    }
}

/// Plays the actions of a turn, as far as the engine accepts them.
fn play(state: &mut dyn Rules, turn: &[Action]) -> bool {
    turn.iter().all(|&action| state.apply(action).is_ok())
}

/// The number of sequences of so many steps (SPEC.md CNT-1) within a budget, of which each position
/// costs one node.
pub(super) fn steps_to(state: &dyn Rules, depth: u32, meter: &Meter<'_>) -> Result<u64, Fault> {
    if meter.bounds_no_nodes() {
        let counted = state.count_steps_unless(depth, &|| meter.is_expired());
        return counted.ok_or_else(|| meter.timed_out());
    }
    meter.visit()?;
    if depth <= 1 {
        return Ok(state.count_steps(depth));
    }
    let mut sequences: u64 = 0;
    for action in state.legal_actions() {
        let mut next = state.boxed_clone();
        if action != Action::EndTurn && next.apply(action).is_ok() {
            sequences = sequences.saturating_add(steps_to(&*next, depth - 1, meter)?);
        }
    }
    Ok(sequences)
}
