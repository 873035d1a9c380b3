//! The walks of this program that are timed.

use std::hint::black_box;

use super::positions::Unit;
use arimaa::bitboard::{Position, Workspace};

/// A public walk over what can follow from a position within its turn.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Walk {
    /// `count_step_tree`
    StepsCounted,
    /// `visit_steps`
    StepsMade,
    /// `count_turns`
    TurnsCounted,
    /// `visit_turns`
    TurnsVisited,
}

impl Walk {
    pub(super) const ALL: [Self; 4] = [
        Self::StepsCounted,
        Self::StepsMade,
        Self::TurnsCounted,
        Self::TurnsVisited,
    ];

    /// The unit that it counts.
    pub(super) const fn unit(self) -> Unit {
        match self {
            Self::StepsCounted | Self::StepsMade => Unit::Steps,
            Self::TurnsCounted | Self::TurnsVisited => Unit::Turns,
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::StepsCounted => "last level counted",
            Self::StepsMade => "every leaf made, with its key",
            Self::TurnsCounted => "counted",
            Self::TurnsVisited => "position after each visited",
        }
    }

    /// Walks, and returns how many were counted.
    pub(super) fn count(self, position: &Position, space: &mut Workspace) -> u64 {
        let mut made = 0;
        match self {
            Self::StepsCounted => made = position.count_step_tree(),
            Self::StepsMade => position.visit_steps(|board| {
                made += 1;
                // All of the board is wanted, so nothing of it can be left out.
                black_box(board);
            }),
            Self::TurnsCounted => made = position.count_turns(),
            Self::TurnsVisited => position.visit_turns(space, |turn| {
                made += 1;
                black_box(turn.position());
            }),
        }
        made
    }
}
