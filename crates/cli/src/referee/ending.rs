//! The ways in which games between programs end.

use std::fmt;

use arimaa::text::RecordedResult;
use arimaa::vocab::{Outcome, Side, Token};
use arimaa_conformance::subjects::aei::Failure;
use arimaa_oracle::judge::Refused;

/// The end of a game: by rule, or by something that a program did or failed to do.
#[derive(Clone, Debug)]
pub enum Ending {
    /// A rule decided it.
    Decided(Outcome),
    /// A program made an illegal turn (SPEC.md END-12).
    Illegal {
        /// The side whose turn it was.
        by: Side,
        /// The illegal turn.
        tokens: Vec<Token>,
        /// The refusal, with its place.
        refused: Box<Refused>,
    },
    /// A program answered with something that is no turn at all.
    Unreadable {
        /// The side whose turn it was.
        by: Side,
        /// The answer, shortened.
        answer: String,
        /// The error in the answer.
        error: String,
    },
    /// A program let its time run out.
    Time {
        /// The side whose time ran out.
        by: Side,
    },
    /// A program resigned.
    Resigned {
        /// The side that resigned.
        by: Side,
    },
    /// A program exited, left a command without an answer, or broke the protocol.
    Failed {
        /// The side whose program failed.
        by: Side,
        /// The kind of failure.
        failure: Failure,
    },
    /// The game's time or its number of moves ran out: the side with more pieces wins (SPEC.md
    /// NOT-12).
    Scored {
        /// The side that wins by score; `None` in the editions whose score is not known.
        winner: Option<Side>,
        /// The limit that ended the game.
        limit: Limit,
    },
}

/// A limit of the whole game.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Limit {
    /// The time of the game.
    Time,
    /// The number of moves.
    Moves,
}

impl Ending {
    /// The winner; `None` is a draw or a score that is not known, both in the older editions
    /// alone.
    pub const fn winner(&self) -> Option<Side> {
        match self {
            Self::Decided(outcome) => outcome.winner,
            Self::Scored { winner, .. } => *winner,
            Self::Illegal { by, .. }
            | Self::Unreadable { by, .. }
            | Self::Time { by }
            | Self::Resigned { by }
            | Self::Failed { by, .. } => Some(by.other()),
        }
    }

    /// The result, as the `Result` tag of a record names it.
    pub const fn result(&self) -> RecordedResult {
        match self {
            Self::Scored { winner: None, .. } => RecordedResult::Unknown,
            _ => RecordedResult::of(self.winner()),
        }
    }

    /// The code of termination (SPEC.md NOT-12). A turn that no record can hold is a forfeit:
    /// without a token there is nothing to write down.
    pub fn code(&self) -> char {
        match self {
            Self::Decided(outcome) => outcome.end.code(),
            Self::Illegal { tokens, .. } if !tokens.is_empty() => 'i',
            Self::Illegal { .. } | Self::Unreadable { .. } | Self::Failed { .. } => 'f',
            Self::Time { .. } => 't',
            Self::Resigned { .. } => 'r',
            Self::Scored { .. } => 's',
        }
    }

    /// The stable name of this ending, for programs.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Decided(_) => "rule",
            Self::Illegal { .. } => "illegal-turn",
            Self::Unreadable { .. } => "unreadable-turn",
            Self::Time { .. } => "time",
            Self::Resigned { .. } => "resignation",
            Self::Failed { failure, .. } => match failure {
                Failure::Broken(_) => "crash",
                Failure::Late { .. } => "no-answer",
                Failure::Flood { .. } => "flood",
                Failure::Version(_) => "version",
            },
            Self::Scored { .. } => "score",
        }
    }

    /// The rule that ended the game, if one did.
    pub fn rule(&self) -> Option<&'static str> {
        match self {
            Self::Decided(outcome) => Some(outcome.end.rule()),
            Self::Illegal { refused, .. } => Some(refused.refusal.rule()),
            _ => None,
        }
    }

    /// Whether both programs did all that is asked of a program: answered in time, with legal
    /// turns.
    pub const fn is_without_fault(&self) -> bool {
        matches!(
            self,
            Self::Decided(_) | Self::Resigned { .. } | Self::Scored { .. }
        )
    }

    /// The reason why the game ended, in words for people, without the winner.
    pub fn reason(&self) -> String {
        match self {
            Self::Decided(outcome) => outcome.reason(),
            Self::Illegal { by, refused, .. } => {
                format!("{by} made an illegal turn: {}", refused.refusal)
            }
            Self::Unreadable { by, answer, error } => {
                format!("{by} answered `{answer}`, which is no turn: {error}")
            }
            Self::Time { by } => format!("{by} made no turn in time"),
            Self::Resigned { by } => format!("{by} resigned"),
            Self::Failed { by, failure } => format!("{by} failed: {failure}"),
            Self::Scored { winner, limit } => {
                let limit = match limit {
                    Limit::Time => "the time of the game is over",
                    Limit::Moves => "the moves of the game are played",
                };
                match winner {
                    Some(winner) => format!("{limit}, and {winner} wins by score"),
                    None => format!("{limit}, and the score of this edition is not known (NOT-12)"),
                }
            }
        }
    }
}

impl fmt::Display for Ending {
    /// Writes for people who won and why, with the rule if there is one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.result() {
            RecordedResult::Gold => f.write_str("gold wins: ")?,
            RecordedResult::Silver => f.write_str("silver wins: ")?,
            RecordedResult::Draw => f.write_str("a draw: ")?,
            RecordedResult::Unknown => f.write_str("the winner is unknown: ")?,
        }
        f.write_str(&self.reason())?;
        match self.rule() {
            Some(rule) => write!(f, " ({rule})"),
            None => Ok(()),
        }
    }
}
