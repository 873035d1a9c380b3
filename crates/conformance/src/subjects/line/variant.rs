//! The ways in which an engine takes the steps of a line, and the questions that each allows.

use std::collections::BTreeSet;

use arimaa::vocab::Edition;
use arimaa_oracle::ask::QuestionKind;
use arimaa_oracle::protocol::Capabilities;

/// The way in which an engine takes the steps of a line; by default one by one.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub struct Variant {
    /// A push or a pull is one action of two steps, written `rd5n+Ed4n`.
    pub two_step: bool,
    /// Every line with steps has a whole turn, from its first step to `end`.
    pub whole_turns: bool,
    /// The actions of the next turn may follow `end` on the same line.
    pub after_end: bool,
}

impl Variant {
    /// The capabilities of a program of the line kit: play by the current rules, without reasons.
    pub fn capabilities(self) -> Capabilities {
        let mut questions = BTreeSet::from([
            QuestionKind::Judge,
            QuestionKind::Outcome,
            QuestionKind::Standing,
        ]);
        if !self.whole_turns {
            questions.extend([
                QuestionKind::LegalActions,
                QuestionKind::Turns,
                QuestionKind::TurnCount,
                QuestionKind::Perft,
            ]);
        }
        Capabilities {
            questions,
            editions: BTreeSet::from([Edition::default().to_string()]),
            ..Capabilities::of_play()
        }
    }
}
