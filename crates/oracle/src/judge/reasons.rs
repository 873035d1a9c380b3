//! Compares the server's reasons for refusals with those of the rules.

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

/// The index of the token at which the server's `bad step` begins: the server takes a step and its
/// capture together, so a capture that is named wrongly makes the step a bad one.
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

/// Whether the server refuses an unreadable turn at its first unreadable word, or at an earlier
/// step that the rules refuse.
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
