//! Cases that a subject is not asked.

use crate::cases::Case;
use arimaa::compare::EngineKind;
use arimaa::vocab::Phase;
use arimaa_oracle::ask::{PositionSource, Question, find};
use arimaa_oracle::judge::JudgedGame;
use arimaa_oracle::protocol::Capabilities;

/// The game that a question is about, if there is such a game.
fn game(question: &Question) -> Option<JudgedGame> {
    find(&EngineKind::Bitboard.engine(), question.position()?).ok()
}

/// Whether a question is about play in a game that is over.
fn is_decided(question: &Question) -> bool {
    game(question).is_some_and(|game| game.state().outcome().is_some())
}

/// Whether a question is about steps that were taken in a game that is over.
fn is_past_the_end(question: &Question) -> bool {
    let has_steps = |game: JudgedGame| {
        let phase = game.state().snapshot().phase;
        matches!(phase, Phase::Play { steps, .. } if !steps.is_empty())
    };
    is_decided(question) && game(question).is_some_and(has_steps)
}

/// Whether a question is about a setup given as a record.
fn is_recorded_setup(question: &Question) -> bool {
    let is_told = !matches!(question.position(), Some(PositionSource::State(_)));
    is_told
        && game(question)
            .is_some_and(|game| matches!(game.state().snapshot().phase, Phase::Setup { .. }))
}

impl Case {
    /// Why an engine with these capabilities need not be asked; `None` if it can be.
    pub fn declined_by(&self, capabilities: &Capabilities) -> Option<String> {
        if self.expect.invalid.is_some() && !capabilities.validity {
            return Some("needs impossible positions to be refused (`validity`)".to_owned());
        }
        if !capabilities.setups && is_recorded_setup(&self.question) {
            return Some("needs a position in the setup (`setups`)".to_owned());
        }
        if !capabilities.past_end && is_past_the_end(&self.question) {
            return Some("needs movement past the end of the game (`past_end`)".to_owned());
        }
        capabilities.declines(&self.question).or_else(|| {
            let position = self.question.position()?.clone();
            let outcome = capabilities.declines(&Question::Outcome { position });
            outcome.filter(|_| is_decided(&self.question))
        })
    }
}
