//! The kinds of questions, by name.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The kinds of questions, by which an engine says what it can answer.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum QuestionKind {
    /// [`Question::LegalActions`](super::Question::LegalActions).
    LegalActions,
    /// [`Question::Judge`](super::Question::Judge).
    Judge,
    /// [`Question::Apply`](super::Question::Apply).
    Apply,
    /// [`Question::Outcome`](super::Question::Outcome).
    Outcome,
    /// [`Question::Standing`](super::Question::Standing).
    Standing,
    /// [`Question::Turns`](super::Question::Turns).
    Turns,
    /// [`Question::TurnCount`](super::Question::TurnCount).
    TurnCount,
    /// [`Question::Perft`](super::Question::Perft).
    Perft,
    /// [`Question::ExplainRule`](super::Question::ExplainRule).
    ExplainRule,
    /// [`Question::Parse`](super::Question::Parse).
    Parse,
    /// [`Question::Print`](super::Question::Print).
    Print,
    /// [`Question::Replay`](super::Question::Replay), since 1.1.
    Replay,
    /// [`Question::Recognize`](super::Question::Recognize), since 1.1.
    Recognize,
    /// [`Question::Draw`](super::Question::Draw), since 1.1.
    Draw,
}

impl QuestionKind {
    /// Every kind.
    pub const ALL: [Self; 14] = [
        Self::LegalActions,
        Self::Judge,
        Self::Apply,
        Self::Outcome,
        Self::Standing,
        Self::Turns,
        Self::TurnCount,
        Self::Perft,
        Self::ExplainRule,
        Self::Parse,
        Self::Print,
        Self::Replay,
        Self::Recognize,
        Self::Draw,
    ];

    /// The kinds of version 1.0, which every program of version 1 knows.
    pub const V1_0: [Self; 11] = [
        Self::LegalActions,
        Self::Judge,
        Self::Apply,
        Self::Outcome,
        Self::Standing,
        Self::Turns,
        Self::TurnCount,
        Self::Perft,
        Self::ExplainRule,
        Self::Parse,
        Self::Print,
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
