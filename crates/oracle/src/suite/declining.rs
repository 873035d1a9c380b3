//! Cases that a subject is not asked.

use super::Case;
use crate::ask::{PositionSource, Question, find};
use crate::judge::JudgedGame;
use crate::protocol::Capabilities;
use crate::protocol::NO_OUTCOME;
use arimaa::compare::EngineKind;
use arimaa::vocab::Phase;

/// The game that a question is about, if there is such a game.
fn game(question: &Question) -> Option<JudgedGame> {
    find(&EngineKind::Bitboard.engine(), question.position()?).ok()
}

/// Whether a question is about play in a game that is over.
fn is_decided(question: &Question) -> bool {
    game(question).is_some_and(|game| game.state().outcome().is_some())
}

/// Whether a question is about a setup given as a record.
fn is_recorded_setup(question: &Question) -> bool {
    let is_told = !matches!(question.position(), Some(PositionSource::State(_)));
    is_told
        && game(question)
            .is_some_and(|game| matches!(game.state().snapshot().phase, Phase::Setup { .. }))
}

impl Capabilities {
    /// Why this case need not be asked; `None` if it can be.
    pub fn declines_case(&self, case: &Case) -> Option<String> {
        if case.expect.invalid.is_some() && !self.validity {
            return Some("needs impossible positions to be refused (`validity`)".to_owned());
        }
        if !self.setups && is_recorded_setup(&case.question) {
            return Some("needs a position in the setup (`setups`)".to_owned());
        }
        self.declines(&case.question).or_else(|| {
            let needs_outcome = !self.outcome && is_decided(&case.question);
            needs_outcome.then(|| NO_OUTCOME.to_owned())
        })
    }
}
