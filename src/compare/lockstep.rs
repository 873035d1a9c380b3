//! Two engines along the actions of a walk: every answer is compared, and some are cross-checked.

use std::collections::BTreeMap;
use std::fmt::Debug;

use super::Divergence;
use super::pair::{Pair, Recorder};
use crate::rules::Rules;
use crate::vocab::{Action, Invalid, Snapshot, Turn};

/// The largest number of turns that are listed for comparison.
const MOST_LISTED: u64 = 10_000;

/// The amount of comparison at every moment of a walk: distinct turns and step counts.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Extent {
    /// Distinct turns are listed and compared if no more pieces than this are on the board.
    pub turns_up_to: usize,
    /// Sequences of up to this number of steps are counted, in the same positions as turns.
    pub steps: u32,
}

impl Extent {
    /// No turns and no step counts: only answers that are quick at any moment.
    pub const QUICK: Self = Self {
        turns_up_to: 0,
        steps: 0,
    };
    /// Turns and step counts, in positions with few pieces.
    pub const SPARSE: Self = Self {
        turns_up_to: 6,
        steps: 3,
    };
}

/// Counters of a walk: the number of times each part, reason and end occurred, by stable name.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct Walked {
    /// The moments whose answers were compared. The number of answers depends on the [`Extent`].
    pub moments: u64,
    /// The distinct turns that were listed and compared.
    pub turns: u64,
    /// The step sequences that were counted and compared.
    pub sequences: u64,
    /// The number of times each reason of refusal, outcome, part of an accepted action and reason
    /// of invalidity occurred.
    pub met: BTreeMap<&'static str, u64>,
}

impl Walked {
    /// Adds the counters of another walk.
    pub fn add(&mut self, other: &Self) {
        self.moments += other.moments;
        self.turns += other.turns;
        self.sequences += other.sequences;
        for (name, count) in &other.met {
            *self.met.entry(name).or_default() += count;
        }
    }

    pub(super) fn note_ending(&mut self, name: &'static str) {
        *self.met.entry(name).or_default() += 1;
    }

    /// The counters of a walk whose start is invalid.
    pub(super) fn not_begun(invalid: &Invalid) -> Self {
        let mut walked = Self::default();
        walked.note_ending(invalid.name());
        walked
    }
}

/// Two engines in the same state, with the actions that led to it.
#[derive(Clone)]
pub(super) struct Lockstep<'a, A, B> {
    start: &'a Snapshot,
    done: Vec<Action>,
    pub(super) pair: Pair<A, B>,
}

impl<'a, A: Rules + Clone, B: Rules + Clone> Lockstep<'a, A, B> {
    /// Both engines at the start, or the reason for which both call it invalid.
    pub(super) fn start(start: &'a Snapshot) -> Result<Result<Self, Invalid>, Box<Divergence>> {
        let recorder = Recorder::default();
        let pair = Pair::start(start, &recorder);
        match recorder.get() {
            Some(divergence) => Err(Box::new(divergence.clone())),
            None => Ok(pair.map(|pair| Self {
                start,
                done: Vec::new(),
                pair,
            })),
        }
    }

    /// The states of both engines as data.
    pub(super) fn snapshots(&self) -> (Snapshot, Snapshot) {
        (self.pair.first.snapshot(), self.pair.second.snapshot())
    }

    /// Does an action on both engines and compares the rulings. Returns whether it was accepted.
    pub(super) fn act(
        &mut self,
        action: Action,
        walked: &mut Walked,
    ) -> Result<bool, Box<Divergence>> {
        let ruling = self.pair.apply(action);
        self.check_agreement()?;
        match ruling {
            Ok(effect) => {
                self.done.push(action);
                walked.note_ending(effect.part.name());
                if effect.captured.is_some() {
                    walked.note_ending("capture");
                }
                Ok(true)
            }
            Err(illegal) => {
                walked.note_ending(illegal.name());
                Ok(false)
            }
        }
    }

    /// Takes a turn back in copies of both engines, and compares the state with one made from data.
    pub(super) fn compare_taken_back(&self) -> Result<(), Box<Divergence>> {
        let mut back = self.pair.clone();
        back.take_back();
        let state = Ok((back.outcome(), back.check_end()));
        let again = A::from_snapshot(&back.snapshot());
        let again = again.map(|again| (again.outcome(), again.check_end()));
        back.record_difference(
            "the state after a takeback and from data",
            None,
            &state,
            &again,
        );
        self.check_agreement()
    }

    /// Compares every answer that needs no action, and returns the legal actions.
    pub(super) fn compare(
        &self,
        extent: Extent,
        walked: &mut Walked,
    ) -> Result<Vec<Action>, Box<Divergence>> {
        walked.moments += 1;
        let board = self.pair.board();
        self.pair.frozen();
        let actions = self.pair.legal_actions();
        let listed = actions.contains(&Action::EndTurn);
        let ends = self.pair.check_end().is_ok();
        self.pair
            .record_difference("listing and checking the end", None, &listed, &ends);
        let outcome = self.pair.outcome();
        self.pair.snapshot();
        self.check_agreement()?;
        if board.placed().count() <= extent.turns_up_to {
            self.compare_turns(extent.steps, walked)?;
        }
        if let Some(outcome) = outcome {
            walked.note_ending(outcome.end.name());
        }
        Ok(actions)
    }

    /// Compares the distinct turns, their number, the goals among them, and the numbers of step
    /// sequences. Returns the turns, or `None` if there are too many to list.
    pub(super) fn compare_turns(
        &self,
        most_steps: u32,
        walked: &mut Walked,
    ) -> Result<Option<Vec<Turn>>, Box<Divergence>> {
        let count = self.pair.count_turns();
        self.check_agreement()?;
        // A setup can be completed in millions of ways.
        if count > MOST_LISTED {
            return Ok(None);
        }
        let turns = self.pair.turns();
        let has_goal = !self.pair.goals().is_empty();
        let found = self.pair.second.has_goal();
        self.pair
            .record_difference("whether there is a goal", None, &has_goal, &found);
        walked.turns += count;
        for steps in 1..=most_steps {
            walked.sequences += self.pair.count_steps(steps);
        }
        self.check_agreement()?;
        Ok(Some(turns))
    }

    /// Compares two answers, which need not be those of the two engines to one question.
    pub(super) fn compare_answers<T: PartialEq + Debug>(
        &self,
        question: &str,
        tried: Option<Action>,
        first: &T,
        second: &T,
    ) -> Result<(), Box<Divergence>> {
        self.pair.record_difference(question, tried, first, second);
        self.check_agreement()
    }

    /// Fails with the first divergence of the pair, to which it adds the actions that led there.
    fn check_agreement(&self) -> Result<(), Box<Divergence>> {
        self.pair.divergence().map_or(Ok(()), |divergence| {
            Err(Box::new(Divergence {
                start: self.start.clone(),
                actions: self.done.clone(),
                ..divergence.clone()
            }))
        })
    }
}
