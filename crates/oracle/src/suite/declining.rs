//! Cases that a subject is not asked.

use super::Case;
use crate::ask::Question;
use crate::ask::find;
use crate::protocol::Capabilities;
use crate::protocol::NO_OUTCOME;
use arimaa::compare::EngineKind;

/// Whether a question is about play in a game that is over.
fn is_decided(question: &Question) -> bool {
    let game = question
        .position()
        .map(|position| find(&EngineKind::Bitboard.engine(), position));
    matches!(game, Some(Ok(game)) if game.state().outcome().is_some())
}

impl Capabilities {
    /// Why this case need not be asked; `None` if it can be.
    pub fn declines_case(&self, case: &Case) -> Option<String> {
        if case.expect.invalid.is_some() && !self.validity {
            return Some("needs impossible positions to be refused (`validity`)".to_owned());
        }
        self.declines(&case.question).or_else(|| {
            let needs_outcome = !self.outcome && is_decided(&case.question);
            needs_outcome.then(|| NO_OUTCOME.to_owned())
        })
    }
}
