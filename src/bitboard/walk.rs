//! Names the walks over everything that can follow within a turn, for programs that time them.

use std::hint::black_box;

use super::{Position, Workspace};

/// A walk over what can follow from a position within its turn.
///
/// ```
/// use arimaa::bitboard::{Position, Walk, Workspace};
///
/// let position: Position = "g r7/8/8/8/8/8/8/R7".parse()?;
/// let mut space = Workspace::default();
/// let counted = Walk::ALL.map(|walk| walk.count(&position, &mut space));
/// assert_eq!(counted, [55, 55, 14, 14]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Walk {
    /// [`Position::count_step_tree`]: the last level is counted, its boards are not made.
    CountSteps,
    /// [`Position::visit_steps`]: every board is made, with its key.
    VisitSteps,
    /// [`Position::count_turns`]: the turns are counted, without a visit.
    CountTurns,
    /// [`Position::visit_turns`]: the position after each turn is made.
    VisitTurns,
}

impl Walk {
    /// Both walks over steps, then both over turns.
    pub const ALL: [Self; 4] = [
        Self::CountSteps,
        Self::VisitSteps,
        Self::CountTurns,
        Self::VisitTurns,
    ];

    /// Runs the walk and returns the number of step sequences (CNT-2) or of distinct turns (TRN-6).
    pub fn count(self, position: &Position, space: &mut Workspace) -> u64 {
        let mut made = 0;
        match self {
            Self::CountSteps => made = position.count_step_tree(),
            Self::VisitSteps => position.visit_steps(|board| {
                made += 1;
                // Keeps the optimiser from leaving out parts of the board.
                black_box(board);
            }),
            Self::CountTurns => made = position.count_turns(),
            Self::VisitTurns => position.visit_turns(space, |turn| {
                made += 1;
                black_box(turn.position());
            }),
        }
        made
    }
}
