//! The fast engine: the rules of SPEC.md on words of 64 bits.
//!
//! It answers the same contract as the reference engine and shares no rule with it: geometry, strength, traps, goal
//! ranks and the rest are stated again here, so that a mistake in one engine shows as a difference.

mod apply;
mod bits;
mod distinct;
mod ending;
mod masks;
mod planes;
mod repetition;
mod setup;
mod state;
mod steps;
mod tree;
mod turns;
mod validity;

pub use state::Bitboard;

use crate::rules::Rules;
use crate::vocab::{Action, Board, Effect, Illegal, Invalid, Outcome, Snapshot, Turn};

use repetition::worn_out;
use state::{Moment, Play};

impl Rules for Bitboard {
    fn from_snapshot(snapshot: &Snapshot) -> Result<Self, Invalid> {
        Self::restored(snapshot)
    }

    fn snapshot(&self) -> Snapshot {
        self.to_snapshot()
    }

    fn board(&self) -> Board {
        match &self.moment {
            Moment::Setup(setup) => setup.board.to_board(),
            Moment::Play(play) => play.board.to_board(),
        }
    }

    fn legal_actions(&self) -> Vec<Action> {
        let mut actions: Vec<_> = match &self.moment {
            Moment::Setup(setup) => setup
                .placements(self.side)
                .into_iter()
                .map(Action::Place)
                .collect(),
            Moment::Play(play) => play.legal_steps(self.side).map(Action::Step).collect(),
        };
        actions.extend(self.may_end().then_some(Action::EndTurn));
        actions
    }

    fn apply(&mut self, action: Action) -> Result<Effect, Illegal> {
        self.act(action)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.decided()
    }

    fn turns(&self) -> Vec<Turn> {
        match &self.moment {
            Moment::Setup(setup) => setup.turns(self.side),
            Moment::Play(play) => turns::listed(play, &self.start, self.side, &self.worn(play)),
        }
    }

    fn count_turns(&self) -> u64 {
        match &self.moment {
            Moment::Setup(setup) => setup.count_turns(self.side),
            Moment::Play(play) => distinct::count(play, &self.start, self.side, &self.worn(play)),
        }
    }

    fn count_steps(&self, steps: u32) -> u64 {
        match &self.moment {
            Moment::Setup(setup) => setup.count_steps(steps, self.side),
            Moment::Play(play) => tree::count(play, self.side, steps),
        }
    }
}

impl Bitboard {
    /// The size of this turn's step tree (SPEC.md CNT-2): the sum of the steps to every depth the turn has left, in one walk.
    ///
    /// During a setup: the sum for depths 1 to 4.
    pub fn step_tree(&self) -> u64 {
        match &self.moment {
            Moment::Setup(setup) => (1..=4)
                .map(|steps| setup.count_steps(steps, self.side))
                .sum(),
            Moment::Play(play) => tree::tree(play, self.side),
        }
    }

    /// The boards at which this turn may not end because of repetition (SPEC.md REP-2).
    fn worn(&self, play: &Play) -> Vec<planes::Planes> {
        worn_out(&play.earlier, self.side.other(), self.edition)
    }
}
