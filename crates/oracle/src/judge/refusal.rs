//! The reasons for which written turns are refused.

use arimaa::vocab::{Illegal, Label, Outcome, Placed, Square};
use std::fmt;

/// The reason for which a written turn is refused; each has the id of its rule.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Refusal {
    /// The rules of setup, movement or repetition forbid an action.
    Illegal(Illegal),
    /// The game is decided (END-11); the rule is the one that decided it.
    Decided(Outcome),
    /// The label is not that of the turn to be made (NOT-5).
    WrongLabel {
        /// The label that was written.
        found: Label,
        /// The label of the turn to be made.
        expected: Label,
    },
    /// A step captured a piece and the text does not say so; refused in strict reading only
    /// (NOT-4).
    CaptureMissing {
        /// The captured piece.
        captured: Placed,
    },
    /// The text names a capture that did not happen (NOT-4).
    CaptureMismatch {
        /// The capture that was named.
        named: Placed,
        /// The piece that was captured, if any.
        captured: Option<Placed>,
    },
}

impl Refusal {
    /// The id of the rule in SPEC.md.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::Illegal(illegal) => illegal.rule(),
            Self::Decided(outcome) => outcome.end.rule(),
            Self::WrongLabel { .. } => "NOT-5",
            Self::CaptureMissing { .. } | Self::CaptureMismatch { .. } => "NOT-4",
        }
    }

    /// The stable name of this reason, for programs.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Illegal(illegal) => illegal.name(),
            Self::Decided(_) => "decided",
            Self::WrongLabel { .. } => "wrong-label",
            Self::CaptureMissing { .. } => "capture-missing",
            Self::CaptureMismatch { .. } => "capture-mismatch",
        }
    }

    /// Whether the refusal is about a token of the turn: not its label, nor a game that is over.
    pub const fn is_about_a_token(&self) -> bool {
        match self {
            Self::Illegal(_) | Self::CaptureMissing { .. } | Self::CaptureMismatch { .. } => true,
            Self::Decided(_) | Self::WrongLabel { .. } => false,
        }
    }

    /// The squares to mark when the refusal is drawn, the one at fault first.
    pub fn squares(&self) -> Vec<Square> {
        match self {
            Self::Illegal(illegal) => illegal.squares(),
            Self::CaptureMissing { captured } => vec![captured.square],
            Self::CaptureMismatch { named, .. } => vec![named.square],
            Self::Decided(_) | Self::WrongLabel { .. } => Vec::new(),
        }
    }
}

impl From<Illegal> for Refusal {
    fn from(illegal: Illegal) -> Self {
        Self::Illegal(illegal)
    }
}

impl fmt::Display for Refusal {
    /// One sentence for people, without a full stop and without the rule's id.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(illegal) => illegal.fmt(f),
            Self::Decided(outcome) => {
                write!(
                    f,
                    "the game is over, {}: {}",
                    outcome.verdict(),
                    outcome.reason()
                )
            }
            Self::WrongLabel { found, expected } => {
                write!(f, "this turn is {expected}, not {found}")
            }
            Self::CaptureMissing { captured } => write!(
                f,
                "this step captures {}, and its token `{captured}x` is missing",
                captured.described()
            ),
            Self::CaptureMismatch {
                named,
                captured: Some(captured),
            } => write!(
                f,
                "`{named}x` is not what is captured here: {} is",
                captured.described()
            ),
            Self::CaptureMismatch {
                named,
                captured: None,
            } => write!(
                f,
                "there is no capture before it that `{named}x` could name"
            ),
        }
    }
}

impl std::error::Error for Refusal {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Illegal(illegal) => Some(illegal),
            _ => None,
        }
    }
}
