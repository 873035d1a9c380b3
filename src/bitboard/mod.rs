//! The fast engine: the rules of SPEC.md on words of 64 bits.
//!
//! It answers the same contract as the reference engine and shares no rule with it: geometry, strength, traps, goal
//! ranks and the rest are stated again here, so that a mistake in one engine shows as a difference.

#![allow(
    clippy::inline_always,
    reason = "the kernels are a few instructions each and are measured inlined"
)]
#![allow(
    clippy::cast_possible_truncation,
    reason = "squares, counts and places are far below what they are cast to, on targets of 32 bits too"
)]
#![allow(
    clippy::needless_range_loop,
    clippy::copy_iterator,
    reason = "a direction indexes several arrays at once; a set of squares is a word and is walked by value"
)]

mod apply;
mod bits;
mod distinct;
mod ending;
mod every;
mod key;
mod keyed;
mod legal;
mod masks;
mod planes;
mod repetition;
mod setup;
mod state;
mod steps;
mod table;
mod tree;
mod turns;
mod validity;
mod words;

pub use distinct::Workspace;
pub use every::Reached;
pub use state::Game;

use crate::rules::Rules;
use crate::vocab::{Action, Board, Effect, Illegal, Invalid, Outcome, Snapshot, Turn};

use repetition::worn_out;
use state::{Moment, Play};

impl Rules for Game {
    fn from_snapshot(snapshot: &Snapshot) -> Result<Self, Invalid> {
        Self::restored(snapshot)
    }

    fn boxed_clone(&self) -> Box<dyn Rules> {
        Box::new(self.clone())
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
            Moment::Play(play) => with_workspace(|space| {
                distinct::count(space, play, &self.start, self.side, &self.worn(play))
            }),
        }
    }

    fn count_steps(&self, steps: u32) -> u64 {
        match &self.moment {
            Moment::Setup(setup) => setup.count_steps(steps, self.side),
            Moment::Play(play) => tree::count(play, self.side, steps),
        }
    }
}

thread_local! {
    /// Each thread's own memory for counting, so that counting position after position allocates nothing.
    static SPACE: std::cell::RefCell<Workspace> = std::cell::RefCell::default();
}

/// Lends this thread's memory, or new memory if it is lent already.
fn with_workspace<T>(count: impl Fn(&mut Workspace) -> T) -> T {
    SPACE.with(|space| match space.try_borrow_mut() {
        Ok(mut space) => count(&mut space),
        Err(_) => count(&mut Workspace::default()),
    })
}

impl Game {
    /// Calls `visit` with one shortest way of each distinct turn, in no particular order, without an allocation for any.
    ///
    /// A way is packed: sixteen bits a step, the first lowest, each step `1 << 8 | square index << 2 | direction` with the
    /// directions n, s, e, w as 0 to 3; zero where there is no step. Unlike [`turns`](Rules::turns) the way need not be the
    /// first of the shortest ones. During a setup nothing is visited.
    pub fn for_each_turn(&self, space: &mut Workspace, visit: impl FnMut(u64)) {
        if let Moment::Play(play) = &self.moment {
            distinct::each(space, play, &self.start, self.side, &self.worn(play), visit);
        }
    }

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

    /// Calls `visit` with the board after every sequence of steps that [`step_tree`](Self::step_tree) counts, made and keyed.
    ///
    /// During a setup nothing is visited.
    ///
    /// # Example
    ///
    /// ```
    /// use arimaa_oracle::bitboard::Game;
    /// use arimaa_oracle::rules::Rules;
    /// use arimaa_oracle::text::{read_compact};
    /// use arimaa_oracle::vocab::{Edition, Snapshot};
    ///
    /// let (side, board) = read_compact("g [r                                  E              R            R]")?;
    /// let state = Game::from_snapshot(&Snapshot::position(Edition::default(), side, board))?;
    /// let mut boards = 0;
    /// state.for_each_step(|_| boards += 1);
    /// assert_eq!(boards, state.step_tree());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_each_step(&self, visit: impl FnMut(&Reached)) {
        if let Moment::Play(play) = &self.moment {
            every::each(play, self.side, visit);
        }
    }

    /// The boards at which this turn may not end because of repetition (SPEC.md REP-2).
    fn worn(&self, play: &Play) -> Vec<planes::Planes> {
        worn_out(&play.earlier, self.side.other(), self.edition)
    }
}

#[cfg(test)]
mod laws;

#[cfg(test)]
mod tests {
    use super::with_workspace;

    #[test]
    fn who_counts_while_counting_gets_other_memory() {
        assert_eq!(with_workspace(|_| with_workspace(|_| 1) + 1), 2);
    }
}
