//! Faults: the reasons why a question has no answer.

use serde::{Deserialize, Serialize};

use serde_json::{Map, Value};

use super::{Answer, details, objects};
use arimaa::text::{ReadError, TextError};
use arimaa::vocab::Invalid;

/// The reason why a question has no answer. Messages are for people, and their wording is free.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self", tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Fault {
    /// A text in the question cannot be read.
    BadText {
        /// The line, the first being 1.
        line: u64,
        /// The column in characters, the first being 1.
        column: u64,
        /// The error at that place.
        message: String,
    },
    /// No game can have the position (chapter 11).
    ImpossiblePosition {
        /// The id of the rule, such as `VAL-2`.
        rule: String,
        /// The name of the reason, such as `unsupported`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The facts of the reason, by names that depend on it: `{"piece": "R", "count": 9,
        /// "limit": 8}`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        details: Option<Map<String, Value>>,
        /// The reason, as a sentence for people.
        message: String,
    },
    /// The record of a position cannot be played up to the moment that is asked about.
    UnplayableRecord {
        /// The turn that cannot be played, or another reason.
        message: String,
    },
    /// The question, or its answer, is beyond a bound.
    TooLarge {
        /// The bound.
        limit: u64,
        /// The quantity that is bounded.
        message: String,
    },
    /// The time for the answer was over.
    TimedOut {
        /// How much was done before the time was over.
        message: String,
    },
    /// There is no such rule.
    UnknownRule {
        /// The version of the specification, which has no such rule.
        message: String,
    },
    /// The question is not one of this protocol, or makes no sense.
    BadQuestion {
        /// The reason, as a sentence for people.
        message: String,
    },
    /// Two engines were asked, and their answers differ.
    EnginesDiffer {
        /// The question, the answer of each, and the position.
        message: String,
    },
}

objects!(Fault);

impl Fault {
    /// The sentence for people.
    pub fn message(&self) -> &str {
        match self {
            Self::BadText { message, .. }
            | Self::ImpossiblePosition { message, .. }
            | Self::UnplayableRecord { message }
            | Self::TooLarge { message, .. }
            | Self::UnknownRule { message }
            | Self::BadQuestion { message }
            | Self::TimedOut { message }
            | Self::EnginesDiffer { message } => message,
        }
    }
}

impl From<Fault> for Answer {
    fn from(error: Fault) -> Self {
        Self::Error { error }
    }
}

impl From<ReadError> for Fault {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Text(error) => error.into(),
            ReadError::Io(error) => Self::BadText {
                line: 1,
                column: 1,
                message: error.to_string(),
            },
        }
    }
}

impl From<TextError> for Fault {
    fn from(error: TextError) -> Self {
        Self::BadText {
            line: error.line as u64,
            column: error.column as u64,
            message: error.to_string(),
        }
    }
}

impl From<&Invalid> for Fault {
    fn from(invalid: &Invalid) -> Self {
        Self::ImpossiblePosition {
            rule: invalid.rule().to_owned(),
            name: Some(invalid.name().to_owned()),
            details: Some(details::of_invalid(invalid)),
            message: invalid.to_string(),
        }
    }
}
