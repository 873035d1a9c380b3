//! Decides which cases are left out for a subject's capabilities.

use std::cell::LazyCell;

use crate::cases::Case;
use arimaa::compare::EngineKind;
use arimaa::vocab::Phase;
use arimaa_oracle::ask::{PositionSource, Question, find};
use arimaa_oracle::protocol::Capabilities;

impl Case {
    /// The reason to leave this case out for these capabilities; `None` if it is asked.
    pub fn declined_by(&self, capabilities: &Capabilities) -> Option<String> {
        if self.expect.invalid.is_some() && !capabilities.validity {
            return Some("needs impossible positions to be refused (`validity`)".to_owned());
        }
        let position = self.question.position();
        let game = LazyCell::new(|| find(&EngineKind::Bitboard.engine(), position?).ok());
        let phase = || Some(game.as_ref()?.state().snapshot().phase);
        let is_decided = || {
            let game = game.as_ref();
            game.is_some_and(|game| game.state().outcome().is_some())
        };
        let is_told = !matches!(position, Some(PositionSource::State(_)));
        if !capabilities.setups && is_told && matches!(phase(), Some(Phase::Setup { .. })) {
            return Some("needs a position in the setup (`setups`)".to_owned());
        }
        let has_steps = || matches!(phase(), Some(Phase::Play { steps, .. }) if !steps.is_empty());
        if !capabilities.past_end && is_decided() && has_steps() {
            return Some("needs movement past the end of the game (`past_end`)".to_owned());
        }
        capabilities.declines(&self.question).or_else(|| {
            let position = position?.clone();
            let outcome = capabilities.declines(&Question::Outcome { position });
            outcome.filter(|_| is_decided())
        })
    }
}
