//! Two engines in the same state, and whether they answer alike.

use std::fmt::Debug;

use super::Divergence;
use super::walk::{Extent, Walked};
use crate::rules::Rules;
use crate::vocab::{Action, Invalid, Snapshot, Turn};

/// The most turns that are listed for comparison.
const MOST_LISTED: u64 = 10_000;

/// Two engines in the same state.
#[derive(Clone)]
pub(super) struct Lockstep<'a, A, B> {
    start: &'a Snapshot,
    done: Vec<Action>,
    pub(super) first: A,
    pub(super) second: B,
}

impl<'a, A: Rules + Clone, B: Rules + Clone> Lockstep<'a, A, B> {
    /// Both engines at the start, or the reason why both call it invalid.
    pub(super) fn start(start: &'a Snapshot) -> Result<Result<Self, Invalid>, Box<Divergence>> {
        match (A::from_snapshot(start), B::from_snapshot(start)) {
            (Ok(first), Ok(second)) => Ok(Ok(Self {
                start,
                done: Vec::new(),
                first,
                second,
            })),
            (Ok(_), Err(second)) => {
                Divergence::unless_same("validity", start, &None, &Some(&second))?;
                Ok(Err(second))
            }
            (Err(first), second) => {
                let second = second.as_ref().err();
                Divergence::unless_same("validity", start, &Some(&first), &second)?;
                Ok(Err(first))
            }
        }
    }

    /// Both states as data.
    pub(super) fn snapshots(&self) -> (Snapshot, Snapshot) {
        (self.first.snapshot(), self.second.snapshot())
    }

    /// Does an action on both engines and compares what they say to it. Whether it was accepted.
    pub(super) fn act(
        &mut self,
        action: Action,
        walked: &mut Walked,
    ) -> Result<bool, Box<Divergence>> {
        let first = self.first.apply(action);
        let second = self.second.apply(action);
        self.same("the ruling", Some(action), &first, &second)?;
        match first {
            Ok(effect) => {
                self.done.push(action);
                walked.meet(effect.part.name());
                if effect.captured.is_some() {
                    walked.meet("capture");
                }
                Ok(true)
            }
            Err(illegal) => {
                walked.meet(illegal.name());
                Ok(false)
            }
        }
    }

    /// Takes a turn back on both engines, in copies of them, and compares what is left.
    pub(super) fn compare_taken_back(&self) -> Result<(), Box<Divergence>> {
        let mut back = self.clone();
        let taken = (back.first.take_back(), back.second.take_back());
        self.same("taking a turn back", None, &taken.0, &taken.1)?;
        let snapshots = back.snapshots();
        self.same("a turn taken back", None, &snapshots.0, &snapshots.1)?;
        let again = A::from_snapshot(&snapshots.0);
        let again = again.map(|again| (again.outcome(), again.check_end()));
        let state = Ok((back.first.outcome(), back.first.check_end()));
        self.same(
            "the state after a takeback and from data",
            None,
            &state,
            &again,
        )?;
        let outcomes = (back.first.outcome(), back.second.outcome());
        self.same(
            "the outcome after a takeback",
            None,
            &outcomes.0,
            &outcomes.1,
        )
    }

    /// Compares every answer that needs no action, and gives the legal actions.
    pub(super) fn compare(
        &self,
        extent: Extent,
        walked: &mut Walked,
    ) -> Result<Vec<Action>, Box<Divergence>> {
        walked.moments += 1;
        let (first, second) = (&self.first, &self.second);
        self.same("the board", None, &first.board(), &second.board())?;
        let actions = (first.legal_actions(), second.legal_actions());
        self.same("legal actions", None, &actions.0, &actions.1)?;
        let ends = (first.check_end(), second.check_end());
        self.same("the end of the turn", None, &ends.0, &ends.1)?;
        let listed = actions.0.contains(&Action::EndTurn);
        self.same(
            "listing and checking the end",
            None,
            &listed,
            &ends.0.is_ok(),
        )?;
        let outcomes = (first.outcome(), second.outcome());
        self.same("the outcome", None, &outcomes.0, &outcomes.1)?;
        self.same("the snapshot", None, &first.snapshot(), &second.snapshot())?;
        if first.board().placed().count() <= extent.turns_up_to {
            self.compare_turns(extent.steps, walked)?;
        }
        if let Some(outcome) = outcomes.0 {
            walked.meet(outcome.end.name());
        }
        Ok(actions.0)
    }

    /// Compares the distinct turns, their number, and the numbers of step sequences. Gives the
    /// turns; none where there are too many to list.
    pub(super) fn compare_turns(
        &self,
        most_steps: u32,
        walked: &mut Walked,
    ) -> Result<Vec<Turn>, Box<Divergence>> {
        let (first, second) = (&self.first, &self.second);
        let counts = (first.count_turns(), second.count_turns());
        self.same("the number of turns", None, &counts.0, &counts.1)?;
        // A setup can be completed in millions of ways.
        if counts.0 > MOST_LISTED {
            return Ok(Vec::new());
        }
        let turns = (first.turns(), second.turns());
        self.same("distinct turns", None, &turns.0, &turns.1)?;
        walked.turns += counts.0;
        for steps in 1..=most_steps {
            let counts = (first.count_steps(steps), second.count_steps(steps));
            self.same("step sequences", None, &counts.0, &counts.1)?;
            walked.sequences += counts.0;
        }
        Ok(turns.0)
    }

    pub(super) fn same<T: PartialEq + Debug>(
        &self,
        question: &str,
        tried: Option<Action>,
        first: &T,
        second: &T,
    ) -> Result<(), Box<Divergence>> {
        Divergence::unless_same(question, self.start, first, second).map_err(|mut divergence| {
            divergence.actions.clone_from(&self.done);
            divergence.tried = tried;
            divergence.board = self.first.board();
            divergence
        })
    }
}
