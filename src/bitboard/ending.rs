//! The decision of a game by the end of a turn (SPEC.md chapter 8).

use crate::vocab::{Edition, End, Outcome};

use super::distinct::{self, with_workspace};
use super::history::History;
use super::position::Position;
use super::view::View;

/// The outcome at the end of a turn, or `None` if the game goes on. `start` is the start of the
/// next turn, and `history` holds the turns before that.
pub(super) fn of_game(start: &Position, history: &History, edition: Edition) -> Option<Outcome> {
    of_board(start, edition, |end| match end {
        End::OnlyRepetitions => no_turn_left(start, history),
        _ => history.has_stood_twice(start),
    })
}

/// The outcome at the end of a turn, or `None` if the game goes on. `repeats` tells whether a check
/// that depends on repetition holds.
pub(super) fn of_board(
    start: &Position,
    edition: Edition,
    repeats: impl Fn(End) -> bool,
) -> Option<Outcome> {
    let (mover, opponent) = (start.side().other(), start.side());
    let board = start.planes();
    let holds = |end| match end {
        End::MoverGoal => board.at_goal(mover) != 0,
        End::OpponentGoal => board.at_goal(opponent) != 0,
        End::OpponentEliminated => board.rabbits_of(opponent) == 0,
        End::MoverEliminated => board.rabbits_of(mover) == 0,
        End::Immobilized => View::of(board, opponent).can_step() == 0,
        End::NoRabbits => board.rabbits() == 0,
        End::OnlyRepetitions | End::ThirdOccurrence => repeats(end),
    };
    let end = checks(edition).iter().copied().find(|&end| holds(end))?;
    let winner = match end {
        End::MoverGoal | End::OpponentEliminated | End::Immobilized | End::OnlyRepetitions => {
            Some(mover)
        }
        End::OpponentGoal | End::MoverEliminated | End::ThirdOccurrence => Some(opponent),
        End::NoRabbits => None,
    };
    Some(Outcome { winner, end })
}

/// The checks of an edition, in their order (END-2).
const fn checks(edition: Edition) -> &'static [End] {
    match edition {
        Edition::Year2002 | Edition::May2005 { no_draws: false } => &[
            End::MoverGoal,
            End::OpponentGoal,
            End::Immobilized,
            End::NoRabbits,
            End::ThirdOccurrence,
        ],
        Edition::May2005 { no_draws: true } => &[
            End::MoverGoal,
            End::OpponentGoal,
            End::OpponentEliminated,
            End::MoverEliminated,
            End::Immobilized,
            End::ThirdOccurrence,
        ],
        Edition::July2008 => &[
            End::MoverGoal,
            End::OpponentGoal,
            End::OpponentEliminated,
            End::MoverEliminated,
            End::Immobilized,
            End::OnlyRepetitions,
        ],
    }
}

/// Whether every turn from `start` would end in a position that has stood twice (END-8).
fn no_turn_left(start: &Position, history: &History) -> bool {
    !one_step_ends(start, history) && {
        let refused = history.refused_ends(start);
        with_workspace(|space| distinct::count(space, &start.root(), &refused) == 0)
    }
}

/// Whether some turn may end after one step. Nearly always the first step tried may end one, so
/// that no turns need be counted.
fn one_step_ends(start: &Position, history: &History) -> bool {
    start.steps().any(|step| {
        let after = start.after(step);
        after.open_push().is_none() && !history.has_stood_twice(&after.after_end())
    })
}
