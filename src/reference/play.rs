//! A turn in progress after the setups: the steps taken, and how things stand after them.

use super::moment::Moment;
use super::repetition::History;
use super::{ending, search};
use crate::vocab::{Action, Board, Effect, Illegal, Outcome, Phase, Step, Turn};

/// A turn in progress, with the history before it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Play {
    pub(super) history: History,
    steps: Vec<Step>,
    now: Moment,
}

impl Play {
    /// The start of a turn.
    pub(super) fn new(history: History) -> Self {
        let now = Moment::start_of_turn(history.start);
        Self {
            history,
            steps: Vec::new(),
            now,
        }
    }

    pub(super) fn phase(&self) -> Phase {
        Phase::Play {
            steps: self.steps.clone(),
            earlier: self.history.earlier.clone(),
        }
    }

    pub(super) fn board(&self) -> Board {
        self.now.board
    }

    /// Every legal action in the order of SPEC.md ORD-2.
    pub(super) fn legal_actions(&self) -> Vec<Action> {
        let steps = self.now.legal_steps().into_iter();
        let mut actions: Vec<Action> = steps.map(|(step, ..)| Action::Step(step)).collect();
        if self.now.judge_end(&self.history).is_ok() {
            actions.push(Action::EndTurn);
        }
        actions
    }

    /// Does one action; after the setups nothing is placed (SET-1).
    pub(super) fn apply(&mut self, action: Action) -> Result<Effect, Illegal> {
        match action {
            Action::Place(_) => Err(Illegal::PlacementInPlay),
            Action::Step(step) => {
                let (next, effect) = self.now.after(step)?;
                self.now = next;
                self.steps.push(step);
                Ok(effect)
            }
            Action::EndTurn => {
                let (end, effect) = self.now.judge_end(&self.history)?;
                *self = Self::new(self.history.after(end));
                Ok(effect)
            }
        }
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        ending::outcome(&self.history)
    }

    pub(super) fn turns(&self) -> Vec<Turn> {
        search::distinct_turns(&self.now, &self.history)
    }

    pub(super) fn count_turns(&self) -> u64 {
        search::count_distinct_turns(&self.now, &self.history)
    }

    pub(super) fn count_steps(&self, steps: u32) -> u64 {
        search::count_steps(&self.now, steps)
    }
}
