//! The kinds of questions, by name.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Defines the kinds of questions, each with its name in JSON.
macro_rules! question_kinds {
    ($($(#[$doc:meta])* $kind:ident = $name:literal,)+) => {
        /// The kind of a question. An engine lists the kinds that it can answer.
        #[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[non_exhaustive]
        pub enum QuestionKind {
            $($(#[$doc])* #[serde(rename = $name)] $kind,)+
        }

        impl QuestionKind {
            /// Every kind.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$kind),+];

            /// The name of the kind, as in the field `kind` of JSON.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)+
                }
            }
        }
    };
}

question_kinds! {
    /// List the legal actions.
    LegalActions = "legal_actions",
    /// Judge a turn.
    Judge = "judge",
    /// Do actions, and give the state after them.
    Apply = "apply",
    /// Tell how the game was decided.
    Outcome = "outcome",
    /// Tell board, label, edition and outcome.
    Standing = "standing",
    /// List the distinct turns.
    Turns = "turns",
    /// Count the distinct turns.
    TurnCount = "turn_count",
    /// Tell whether there is a goal within the turn.
    Goal = "goal",
    /// Count sequences to a depth.
    Perft = "perft",
    /// Give the text of a rule.
    ExplainRule = "explain_rule",
    /// Read a text, and write it again.
    Parse = "parse",
    /// Write a position as text.
    Print = "print",
    /// Judge each turn of a record.
    Replay = "replay",
    /// Tell what a text is.
    Recognize = "recognize",
    /// Draw a board.
    Draw = "draw",
}

impl fmt::Display for QuestionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
