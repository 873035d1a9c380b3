//! Two engines along one walk, asked everything at every moment.

use std::collections::BTreeMap;
use std::fmt::Debug;

use super::Divergence;
use super::choices::choose;
use crate::rules::Rules;
use crate::vocab::{Action, Effect, Illegal, Invalid, Snapshot};

/// The most turns that are listed for comparison.
const MOST_LISTED: u64 = 10_000;

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

/// What a walk met: how often each part, reason and end came up, by its stable name.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Walked {
    /// Moments at which everything was asked.
    pub moments: u64,
    /// Reasons of refusal, outcomes, parts of accepted actions and reasons of invalidity, each with its number.
    pub met: BTreeMap<&'static str, u64>,
}

impl Walked {
    /// Adds what another walk met.
    pub fn add(&mut self, other: &Self) {
        self.moments += other.moments;
        for (name, count) in &other.met {
            *self.met.entry(name).or_default() += count;
        }
    }

    fn meet(&mut self, name: &'static str) {
        *self.met.entry(name).or_default() += 1;
    }
}

/// Walks two engines in lockstep from a state, along the actions that the raw numbers choose, and compares every answer.
///
/// A start that both engines call invalid for the same reason is agreement, and the walk is over.
///
/// # Errors
///
/// The first answer that differs.
pub fn walk<A: Rules, B: Rules>(
    start: &Snapshot,
    choices: impl IntoIterator<Item = u32>,
    extent: Extent,
) -> Result<Walked, Box<Divergence>> {
    let mut pair = match Pair::<A, B>::start(start, extent)? {
        Ok(pair) => pair,
        Err(invalid) => return Ok(Walked::invalid(&invalid)),
    };
    for raw in choices {
        let listed = pair.first.legal_actions();
        match choose(&listed, &pair.first.board(), raw) {
            Some(action) => pair.step(action)?,
            None => break,
        }
    }
    Ok(pair.walked)
}

/// The same along given actions, such as those of a regression case.
///
/// # Errors
///
/// The first answer that differs.
pub fn follow<A: Rules, B: Rules>(
    start: &Snapshot,
    actions: &[Action],
    extent: Extent,
) -> Result<Walked, Box<Divergence>> {
    let mut pair = match Pair::<A, B>::start(start, extent)? {
        Ok(pair) => pair,
        Err(invalid) => return Ok(Walked::invalid(&invalid)),
    };
    actions.iter().try_for_each(|&action| pair.step(action))?;
    Ok(pair.walked)
}

impl Walked {
    /// A walk that could not begin.
    fn invalid(invalid: &Invalid) -> Self {
        let mut walked = Self::default();
        walked.meet(invalid.name());
        walked
    }
}

/// Two engines in the same state.
struct Pair<'a, A, B> {
    start: &'a Snapshot,
    done: Vec<Action>,
    first: A,
    second: B,
    extent: Extent,
    walked: Walked,
}

impl<'a, A: Rules, B: Rules> Pair<'a, A, B> {
    /// Both engines at the start, or the reason why both call it invalid.
    fn start(
        start: &'a Snapshot,
        extent: Extent,
    ) -> Result<Result<Self, Invalid>, Box<Divergence>> {
        match (A::from_snapshot(start), B::from_snapshot(start)) {
            (Ok(first), Ok(second)) => {
                let mut pair = Self {
                    start,
                    done: Vec::new(),
                    first,
                    second,
                    extent,
                    walked: Walked::default(),
                };
                pair.compare_moment()?;
                Ok(Ok(pair))
            }
            (Err(first), Err(second)) if first == second => Ok(Err(first)),
            (first, second) => Err(Box::new(Divergence {
                question: "validity".to_owned(),
                first: format!("{:?}", first.err()),
                second: format!("{:?}", second.err()),
                start: start.clone(),
                actions: Vec::new(),
                tried: None,
                board: start.start,
            })),
        }
    }

    /// Tries an action on both engines, and compares what came of it.
    fn step(&mut self, action: Action) -> Result<(), Box<Divergence>> {
        let before = (self.first.snapshot(), self.second.snapshot());
        let first = self.first.apply(action);
        let second = self.second.apply(action);
        self.same("the ruling", Some(action), &first, &second)?;
        match first {
            Ok(effect) => {
                self.done.push(action);
                self.note_effect(effect);
                self.compare_moment()
            }
            Err(illegal) => {
                self.note_refusal(&illegal);
                let after = (self.first.snapshot(), self.second.snapshot());
                self.same("the state after a refusal", Some(action), &before, &after)
            }
        }
    }

    /// Compares every answer that needs no action.
    fn compare_moment(&mut self) -> Result<(), Box<Divergence>> {
        self.walked.moments += 1;
        let (first, second) = (&self.first, &self.second);
        self.same("the board", None, &first.board(), &second.board())?;
        let actions = (first.legal_actions(), second.legal_actions());
        self.same("legal actions", None, &actions.0, &actions.1)?;
        self.same("the outcome", None, &first.outcome(), &second.outcome())?;
        self.same("the snapshot", None, &first.snapshot(), &second.snapshot())?;
        if first.board().placed().count() <= self.extent.turns_up_to {
            let counts = (first.count_turns(), second.count_turns());
            self.same("the number of turns", None, &counts.0, &counts.1)?;
            // A setup can be completed in millions of ways.
            if counts.0 <= MOST_LISTED {
                self.same("distinct turns", None, &first.turns(), &second.turns())?;
                for steps in 1..=self.extent.steps {
                    let counts = (first.count_steps(steps), second.count_steps(steps));
                    self.same("step sequences", None, &counts.0, &counts.1)?;
                }
            }
        }
        if let Some(outcome) = self.first.outcome() {
            self.walked.meet(outcome.end.name());
        }
        Ok(())
    }

    fn same<T: PartialEq + Debug>(
        &self,
        question: &str,
        tried: Option<Action>,
        first: &T,
        second: &T,
    ) -> Result<(), Box<Divergence>> {
        if first == second {
            return Ok(());
        }
        Err(Box::new(Divergence {
            question: question.to_owned(),
            first: format!("{first:?}"),
            second: format!("{second:?}"),
            start: self.start.clone(),
            actions: self.done.clone(),
            tried,
            board: self.first.board(),
        }))
    }

    fn note_effect(&mut self, effect: Effect) {
        self.walked.meet(effect.part.name());
        if effect.captured.is_some() {
            self.walked.meet("capture");
        }
    }

    fn note_refusal(&mut self, illegal: &Illegal) {
        self.walked.meet(illegal.name());
    }
}
