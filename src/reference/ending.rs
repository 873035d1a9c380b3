//! The end of the game (SPEC.md chapter 8) in each edition (chapter 9).
//!
//! The mover has just completed a turn; the opponent is to move. The steps taken since then are not
//! looked at, because only the end of a turn decides a game (END-1).

use super::board::{goal_rank, number_on};
use super::repetition::{self, History};
use super::turn::Moment;
use crate::vocab::{Board, Edition, End, Kind, Outcome, Piece, Side};

/// A check at the end of a turn: the outcome if the check decides the game, else `None`.
type Check = fn(&History) -> Option<Outcome>;

/// The outcome by the end of the last turn: that of the first check of the edition that holds
/// (END-1, END-2). `None` if the game goes on.
pub(super) fn outcome(history: &History) -> Option<Outcome> {
    checks_in_order(history.edition)
        .iter()
        .find_map(|check| check(history))
}

/// The checks of an edition in their order (END-2, EDN-2 to EDN-5).
fn checks_in_order(edition: Edition) -> &'static [Check] {
    match edition {
        Edition::Year2002 | Edition::May2005 { no_draws: false } => &[
            mover_goal,
            opponent_goal,
            immobilized,
            no_rabbits,
            third_occurrence,
        ],
        Edition::May2005 { no_draws: true } => &[
            mover_goal,
            opponent_goal,
            opponent_eliminated,
            mover_eliminated,
            immobilized,
            third_occurrence,
        ],
        Edition::July2008 => &[
            mover_goal,
            opponent_goal,
            opponent_eliminated,
            mover_eliminated,
            immobilized,
            only_repetitions,
        ],
    }
}

/// Checks END-3: if a rabbit of the mover stands on its goal rank, the mover wins.
fn mover_goal(history: &History) -> Option<Outcome> {
    let holds = has_reached_goal(&history.start.board, mover(history));
    holds.then(|| won_by(mover(history), End::MoverGoal))
}

/// Checks END-4: if a rabbit of the opponent stands on its goal rank, the opponent wins.
fn opponent_goal(history: &History) -> Option<Outcome> {
    let holds = has_reached_goal(&history.start.board, opponent(history));
    holds.then(|| won_by(opponent(history), End::OpponentGoal))
}

/// Checks END-5: if the opponent has no rabbits, the mover wins.
fn opponent_eliminated(history: &History) -> Option<Outcome> {
    let holds = has_no_rabbits(&history.start.board, opponent(history));
    holds.then(|| won_by(mover(history), End::OpponentEliminated))
}

/// Checks END-6: if the mover has no rabbits, the opponent wins.
fn mover_eliminated(history: &History) -> Option<Outcome> {
    let holds = has_no_rabbits(&history.start.board, mover(history));
    holds.then(|| won_by(opponent(history), End::MoverEliminated))
}

/// Checks END-7: if the opponent has no legal step, a possible push included, the mover wins.
fn immobilized(history: &History) -> Option<Outcome> {
    let now = Moment::start_of_turn(history.start);
    let holds = now.legal_steps().is_empty();
    holds.then(|| won_by(mover(history), End::Immobilized))
}

/// Checks END-8: if the opponent has a legal step but no legal turn, the mover wins.
fn only_repetitions(history: &History) -> Option<Outcome> {
    let now = Moment::start_of_turn(history.start);
    let holds = !has_legal_turn(&now, history);
    holds.then(|| won_by(mover(history), End::OnlyRepetitions))
}

/// Checks END-9: if neither side has a rabbit, the game is a draw.
fn no_rabbits(history: &History) -> Option<Outcome> {
    let holds = has_no_rabbits(&history.start.board, mover(history))
        && has_no_rabbits(&history.start.board, opponent(history));
    holds.then_some(Outcome {
        winner: None,
        end: End::NoRabbits,
    })
}

/// Checks END-10: if the position occurs for at least the third time, the mover loses.
fn third_occurrence(history: &History) -> Option<Outcome> {
    let holds = repetition::is_third_occurrence(history);
    holds.then(|| won_by(opponent(history), End::ThirdOccurrence))
}

/// The player who has just completed a turn.
fn mover(history: &History) -> Side {
    history.start.to_move.other()
}

/// The player who is to move.
fn opponent(history: &History) -> Side {
    history.start.to_move
}

fn won_by(side: Side, end: End) -> Outcome {
    Outcome {
        winner: Some(side),
        end,
    }
}

/// Whether a rabbit of this side stands on its goal rank (BRD-5).
pub(super) fn has_reached_goal(board: &Board, side: Side) -> bool {
    let rabbit = Piece::new(side, Kind::Rabbit);
    board
        .placed()
        .any(|placed| placed.piece == rabbit && placed.square.rank() == goal_rank(side))
}

/// Whether this side has no rabbits left.
fn has_no_rabbits(board: &Board, side: Side) -> bool {
    number_on(board, Piece::new(side, Kind::Rabbit)) == 0
}

/// Whether the turn can legally end here or after further steps (TRN-5).
fn has_legal_turn(now: &Moment, history: &History) -> bool {
    now.judge_end(history).is_ok()
        || now
            .legal_steps()
            .iter()
            .any(|(_, next, _)| has_legal_turn(next, history))
}
