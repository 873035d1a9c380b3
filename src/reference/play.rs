//! A turn in progress after the setups, with the history before it.

use std::sync::Arc;

use super::repetition::History;
use super::turn::Moment;
use crate::vocab::{Action, Effect, Illegal, Part, Phase, Step};

/// A turn in progress: the steps taken, the moment after them, and the history before them.
#[derive(Clone, Debug)]
pub(super) struct Play {
    /// The history before this turn, shared between copies of a game until one of them ends a turn.
    pub(super) history: Arc<History>,
    pub(super) now: Moment,
    steps: Vec<Step>,
}

impl PartialEq for Play {
    /// Compares the history and the moment. The steps taken are not compared: what can follow from
    /// them is in the moment.
    fn eq(&self, other: &Self) -> bool {
        (&self.history, self.now) == (&other.history, other.now)
    }
}

impl Eq for Play {}

impl Play {
    /// The start of a turn after this history.
    pub(super) fn new(history: History) -> Self {
        let now = Moment::start_of_turn(history.start);
        Self {
            history: Arc::new(history),
            now,
            steps: Vec::new(),
        }
    }

    pub(super) fn phase(&self) -> Phase {
        Phase::Play {
            steps: self.steps.clone(),
            earlier: self.history.earlier.clone(),
        }
    }

    /// The legal actions, in the order of their text, ending the turn last (ORD-2).
    pub(super) fn legal_actions(&self) -> Vec<Action> {
        let steps = self.now.legal_steps().into_iter();
        let mut actions: Vec<Action> = steps.map(|(step, ..)| Action::Step(step)).collect();
        if self.now.judge_end(&self.history).is_ok() {
            actions.push(Action::EndTurn);
        }
        actions
    }

    /// Plays one action; in play nothing is placed (SET-1).
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
                let end = self.now.judge_end(&self.history)?;
                Arc::make_mut(&mut self.history).end_turn(end);
                self.start_turn();
                Ok(Effect::new(Part::TurnEnded, None))
            }
        }
    }

    /// Takes back the last turn and removes its end from the history; false if there is none.
    pub(super) fn take_back(&mut self) -> bool {
        let is_there = Arc::make_mut(&mut self.history).take_back();
        if is_there {
            self.start_turn();
        }
        is_there
    }

    /// Starts the next turn where the last one ended.
    fn start_turn(&mut self) {
        self.now = Moment::start_of_turn(self.history.start);
        self.steps.clear();
    }
}
