//! Whether the server's reason for refusing a turn is that of the rules.

use crate::judge::{JudgedGame, Reading, Refusal, Refused};
use arimaa::text::{Rejection, write_turn};
use arimaa::vocab::{Illegal, Phase, Token};

/// Whether the server's reason, and the step it points at, are those of the rules.
pub(super) fn is_same_reason(refused: &Refused, tokens: &[Token], server: &Rejection) -> bool {
    if !refused.refusal.is_about_a_token() {
        return false;
    }
    let at_end = refused.token == tokens.len();
    let illegal = match &refused.refusal {
        Refusal::Illegal(illegal) => Some(illegal),
        _ => None,
    };
    match server {
        Rejection::BadStep { rest } => {
            let ours = write_turn(None, tokens.iter().skip(bad_step(refused)).copied());
            !at_end && ours.split_whitespace().eq(rest.split_whitespace())
        }
        Rejection::PushNotCompleted => {
            at_end && matches!(illegal, Some(Illegal::PushUnfinished { .. }))
        }
        Rejection::PositionNotChanged => matches!(illegal, Some(Illegal::NothingChanged)),
        Rejection::PositionRepeats => matches!(illegal, Some(Illegal::ThirdRepetition { .. })),
        Rejection::NoStepsTaken => tokens.is_empty(),
        // The server counts the placements of a setup before it looks at any.
        Rejection::SetupSteps => is_setup(refused) && tokens.len() != 16,
        Rejection::SetupRows => matches!(
            illegal,
            Some(Illegal::OutsideHome { .. } | Illegal::SquareTaken { .. })
        ),
        Rejection::SetupPieces => matches!(
            illegal,
            Some(Illegal::NoneLeft { .. } | Illegal::PlacementOfEnemy { .. })
        ),
        // A step that the server cannot make sense of is at least refused here too.
        Rejection::InvalidStep(_) => !at_end,
        _ => false,
    }
}

/// The token from which the server's `bad step` goes: the server takes a step and its capture
/// together, so a capture that is named wrongly makes the step a bad one.
fn bad_step(refused: &Refused) -> usize {
    match refused.refusal {
        Refusal::CaptureMismatch {
            captured: Some(_), ..
        } => refused.token.saturating_sub(1),
        _ => refused.token,
    }
}

fn is_setup(refused: &Refused) -> bool {
    matches!(refused.state.snapshot().phase, Phase::Setup { .. })
}

/// Whether the server refuses a turn that cannot be read where it cannot be read, or where a step
/// before that is refused.
pub(super) fn is_same_unreadable(game: &JudgedGame, text: &str, server: &Rejection) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let readable: Vec<Token> = words.iter().map_while(|word| word.parse().ok()).collect();
    let refused_at = match game.clone().advance(&readable, Reading::Strict) {
        Ok(()) => readable.len(),
        Err(refused) => bad_step(&refused),
    };
    match server {
        Rejection::BadStep { rest } => {
            let rest = rest.split_whitespace();
            words.iter().skip(refused_at).copied().eq(rest)
        }
        Rejection::InvalidStep(_) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what cannot be read fails the test")]

    use super::*;
    use crate::judge::Options;
    use arimaa::compare::Engine;
    use arimaa::text::{Located, read_turn};
    use arimaa::vocab::{Board, Edition, Piece, Placed, Side, Snapshot};

    /// The server says so of the end of a turn; a step inside a push is a bad step (NOT-13).
    #[test]
    fn push_not_completed_is_a_reason_at_the_end_of_a_turn_alone() {
        let pieces = ["ra8", "Ee4", "ce5", "Rh1"].map(|text| {
            let (piece, square) = text.split_at(1);
            let piece: Piece = piece.parse().unwrap();
            Placed {
                piece,
                square: square.parse().unwrap(),
            }
        });
        let board = Board::from_iter(pieces);
        let start = Snapshot::position(Edition::July2008, Side::Gold, board);
        let is_same = |turn: &str| {
            let mut game = JudgedGame::from_snapshot(&Engine::default(), &start).unwrap();
            let tokens = Located::values(&read_turn(turn, 1).unwrap().tokens);
            let refused = game.play(None, &tokens, Options::STRICT).unwrap_err();
            is_same_reason(&refused, &tokens, &Rejection::PushNotCompleted)
        };
        assert!(is_same("ce5n"));
        assert!(!is_same("ce5n Rh1n"));
    }
}
