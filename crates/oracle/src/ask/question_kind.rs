//! The kinds of questions, by name.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The kinds of questions, by which an engine says what it can answer.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum QuestionKind {
    /// List the legal actions.
    LegalActions,
    /// Judge a turn.
    Judge,
    /// Do actions, and give the state after them.
    Apply,
    /// Tell how the game was decided.
    Outcome,
    /// Tell board, label, edition and outcome.
    Standing,
    /// List the distinct turns.
    Turns,
    /// Count the distinct turns.
    TurnCount,
    /// Tell whether there is a goal within the turn.
    Goal,
    /// Count sequences to a depth.
    Perft,
    /// Give the text of a rule.
    ExplainRule,
    /// Read a text, and write it again.
    Parse,
    /// Write a position as text.
    Print,
    /// Judge each turn of a record.
    Replay,
    /// Tell what a text is.
    Recognize,
    /// Draw a board.
    Draw,
}

impl QuestionKind {
    /// Every kind.
    pub const ALL: [Self; 15] = [
        Self::LegalActions,
        Self::Judge,
        Self::Apply,
        Self::Outcome,
        Self::Standing,
        Self::Turns,
        Self::TurnCount,
        Self::Goal,
        Self::Perft,
        Self::ExplainRule,
        Self::Parse,
        Self::Print,
        Self::Replay,
        Self::Recognize,
        Self::Draw,
    ];

    /// Its name, as it stands in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::LegalActions => "legal_actions",
            Self::Judge => "judge",
            Self::Apply => "apply",
            Self::Outcome => "outcome",
            Self::Standing => "standing",
            Self::Turns => "turns",
            Self::TurnCount => "turn_count",
            Self::Goal => "goal",
            Self::Perft => "perft",
            Self::ExplainRule => "explain_rule",
            Self::Parse => "parse",
            Self::Print => "print",
            Self::Replay => "replay",
            Self::Recognize => "recognize",
            Self::Draw => "draw",
        }
    }
}

impl fmt::Display for QuestionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
