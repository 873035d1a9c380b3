//! Searches from a position within its turn: visits and counts turns, and judges the outcome.

use std::ops::ControlFlow;

use crate::vocab::{Edition, Outcome};

use super::distinct::{self, Workspace, with_workspace};
use super::distinct_turn::{self, DistinctTurn};
use super::position::Position;
use super::turn_steps::TurnSteps;
use super::visit_steps::{self, SteppedBoard};
use super::{count_steps, ending, goal};

impl Position {
    /// Visits each distinct turn that can be completed from here, in no particular order and
    /// without an allocation for any. Turns are distinct by the board they end with.
    ///
    /// Repetition is not looked at: see [`Game::visit_turns`](crate::bitboard::Game::visit_turns).
    ///
    /// ```
    /// use arimaa::bitboard::{Position, Workspace};
    ///
    /// let position = Position::default();
    /// let mut visited = 0;
    /// position.visit_turns(&mut Workspace::default(), |turn| {
    ///     visited += 1;
    ///     assert!((1..=4).contains(&turn.steps().len()));
    /// });
    /// assert_eq!(visited, position.count_turns());
    /// ```
    pub fn visit_turns(&self, space: &mut Workspace, visit: impl FnMut(&DistinctTurn<'_>)) {
        distinct_turn::each(space, self, &[self.start_key()], visit);
    }

    /// Visits distinct turns until `visit` breaks off, and returns the value it broke off with.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use arimaa::bitboard::{Position, Workspace};
    ///
    /// let found = Position::default().try_visit_turns(&mut Workspace::default(), |turn| {
    ///     match turn.steps().len() {
    ///         4 => ControlFlow::Break(turn.position()),
    ///         _ => ControlFlow::Continue(()),
    ///     }
    /// });
    /// assert!(found.is_break());
    /// ```
    pub fn try_visit_turns<B>(
        &self,
        space: &mut Workspace,
        visit: impl FnMut(&DistinctTurn<'_>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        distinct_turn::try_each(space, self, &[self.start_key()], visit)
    }

    /// Whether the player to move has a goal within this turn: a turn that ends with a rabbit of
    /// theirs on its goal rank. Repetition is not looked at.
    ///
    /// A search can call this at every node. Where no rabbit is near its goal it takes a few
    /// nanoseconds; in recorded games the median was 30 ns, and the mean was below a microsecond.
    /// Crowded boards with several rabbits near the goal took 30 µs. That is hundreds of times less
    /// than visiting all turns, but more than an evaluation. So look for the enemy's goal only
    /// where it can change the score.
    ///
    /// ```
    /// use arimaa::Position;
    ///
    /// // The elephant freezes the rabbit, until the dog stands beside it.
    /// let position: Position = "g \
    ///     .......r/\
    ///     Re....../\
    ///     ......../\
    ///     D......./\
    ///     ......../\
    ///     ......../\
    ///     ......../\
    ///     ........".parse()?;
    /// assert!(position.has_goal());
    /// let way = position.shortest_goal().map(|steps| steps.to_string());
    /// assert_eq!(way.as_deref(), Some("Da5n Ra7n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn has_goal(&self) -> bool {
        if self.planes().at_goal(self.side()) == 0 {
            return goal::is_possible(self);
        }
        // The rabbit cannot leave the rank again: every end will do.
        self.can_end() || self.count_turns() > 0
    }

    /// The steps of one of the shortest turns that end with a rabbit of the player on its goal
    /// rank: the steps from here on, which are none if the turn can end here. `None` if there is no
    /// such turn. Repetition is not looked at.
    pub fn shortest_goal(&self) -> Option<TurnSteps> {
        if self.planes().at_goal(self.side()) == 0 {
            return goal::shortest(self);
        }
        let mut shortest: Option<TurnSteps> = None;
        self.visit_turns(&mut Workspace::default(), |turn| {
            let steps = turn.steps();
            if shortest.is_none_or(|known| steps.len() < known.len()) {
                shortest = Some(steps);
            }
        });
        shortest
    }

    /// Visits each distinct turn that ends with a rabbit of the player on its goal rank, as
    /// [`visit_turns`](Self::visit_turns) visits all.
    pub fn visit_goals(&self, space: &mut Workspace, mut visit: impl FnMut(&DistinctTurn<'_>)) {
        if self.has_goal() {
            self.visit_turns(space, |turn| {
                if turn.is_goal() {
                    visit(turn);
                }
            });
        }
    }

    /// Visits goals until `visit` breaks off, and returns the value with which it broke off.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use arimaa::{Position, Workspace};
    ///
    /// let position: Position = "g 7r/Re6/8/D7/8/8/8/8".parse()?;
    /// let first = position.try_visit_goals(&mut Workspace::default(), |turn| {
    ///     ControlFlow::Break(turn.steps())
    /// });
    /// assert!(first.break_value().is_some_and(|steps| steps.len() >= 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn try_visit_goals<B>(
        &self,
        space: &mut Workspace,
        mut visit: impl FnMut(&DistinctTurn<'_>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if !self.has_goal() {
            return ControlFlow::Continue(());
        }
        self.try_visit_turns(space, |turn| {
            if turn.is_goal() {
                visit(turn)
            } else {
                ControlFlow::Continue(())
            }
        })
    }

    /// The number of distinct turns that can be completed from here (SPEC.md CNT-3, one turn deep),
    /// even if the position is decided. Repetition is not looked at.
    #[doc(alias = "perft")]
    pub fn count_turns(&self) -> u64 {
        with_workspace(|space| distinct::count(space, &self.root(), &[self.start_key()]))
    }

    /// The number of sequences of exactly `steps` legal steps from here, within this turn (SPEC.md
    /// CNT-1). It is 1 for no steps, and 0 for more than [`steps_left`](Self::steps_left).
    #[doc(alias = "perft")]
    pub fn count_steps(&self, steps: u32) -> u64 {
        count_steps::count(self, steps)
    }

    /// The size of the step tree: the number of sequences of one or more legal steps from here,
    /// within this turn (SPEC.md CNT-2).
    pub fn count_step_tree(&self) -> u64 {
        count_steps::count_tree(self)
    }

    /// Visits the board after every sequence of one or more legal steps from here, within this
    /// turn. This is faster than a walk by [`successors`](Self::successors).
    ///
    /// ```
    /// use arimaa::bitboard::Position;
    ///
    /// let board = "g \
    ///     r......./\
    ///     ......../\
    ///     ......../\
    ///     ......../\
    ///     ...E..../\
    ///     ......../\
    ///     ..R...../\
    ///     .......R";
    /// let position: Position = board.parse()?;
    /// let mut boards = 0;
    /// position.visit_steps(|_| boards += 1);
    /// assert_eq!(boards, position.count_step_tree());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn visit_steps(&self, visit: impl FnMut(&SteppedBoard)) {
        visit_steps::visit(self, visit);
    }

    /// The outcome by the turn that led to the start of this turn, by an edition's rules but
    /// without repetition; `None` if that turn decided nothing. The steps taken since change
    /// nothing. A [`Game`](crate::bitboard::Game) looks at repetition, too.
    pub fn outcome(&self, edition: Edition) -> Option<Outcome> {
        let start = if self.steps_taken().is_empty() {
            *self
        } else {
            self.turn_start()
        };
        ending::of_board(&start, edition, |_| false)
    }
}
