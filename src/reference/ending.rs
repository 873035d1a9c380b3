//! End of the game (SPEC.md chapter 8, rules END-1 to END-10) in each edition (chapter 9).
//!
//! The mover has just completed a turn; the opponent is to move. The checks are made in a fixed order and the first that
//! holds decides (END-2).

use super::board::{goal_rank, number_on};
use super::moment::Moment;
use super::repetition::{self, History};
use super::search;
use crate::vocab::{Edition, End, Kind, Outcome, Piece, Side, TurnEnd};

/// How the end of a turn decided the game, if it did.
pub(super) fn outcome(history: &History) -> Option<Outcome> {
    let opponent = history.start.to_move;
    let mover = opponent.other();
    let decided = checks(history.edition)
        .iter()
        .copied()
        .find(|&check| holds(check, history))?;
    let winner = match decided {
        End::MoverGoal | End::OpponentEliminated | End::Immobilized | End::OnlyRepetitions => {
            Some(mover)
        }
        End::OpponentGoal | End::MoverEliminated | End::ThirdOccurrence => Some(opponent),
        End::NoRabbits => None,
    };
    Some(Outcome {
        winner,
        end: decided,
    })
}

/// The checks of an edition in their order (END-2).
fn checks(edition: Edition) -> &'static [End] {
    match edition {
        Edition::July2008 => &[
            End::MoverGoal,
            End::OpponentGoal,
            End::OpponentEliminated,
            End::MoverEliminated,
            End::Immobilized,
            End::OnlyRepetitions,
        ],
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
    }
}

fn holds(check: End, history: &History) -> bool {
    let end = &history.start;
    let opponent = end.to_move;
    let mover = opponent.other();
    match check {
        End::MoverGoal => has_reached_goal(end, mover),
        End::OpponentGoal => has_reached_goal(end, opponent),
        End::OpponentEliminated => has_no_rabbits(end, opponent),
        End::MoverEliminated => has_no_rabbits(end, mover),
        End::NoRabbits => has_no_rabbits(end, mover) && has_no_rabbits(end, opponent),
        End::Immobilized => has_no_step(end),
        End::OnlyRepetitions => !search::has_legal_turn(history),
        End::ThirdOccurrence => repetition::is_third_occurrence(history),
    }
}

/// A rabbit of this side stands on its goal rank (END-3, END-4).
fn has_reached_goal(end: &TurnEnd, side: Side) -> bool {
    let rabbit = Piece::new(side, Kind::Rabbit);
    end.board
        .placed()
        .any(|placed| placed.piece == rabbit && placed.square.rank() == goal_rank(side))
}

/// This side has no rabbits left (END-5, END-6, END-9).
fn has_no_rabbits(end: &TurnEnd, side: Side) -> bool {
    number_on(&end.board, Piece::new(side, Kind::Rabbit)) == 0
}

/// The player to move has no legal step; half a push counts as one (END-7).
fn has_no_step(end: &TurnEnd) -> bool {
    Moment::start_of_turn(*end).legal_steps().is_empty()
}
