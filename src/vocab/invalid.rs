//! Reasons why a state cannot exist.

use std::fmt;

use super::{Action, Board, Illegal, Piece, Placed, Side};

/// The reason why a snapshot is not a state of any game, with the id of its rule in SPEC.md.
///
/// SPEC.md chapter 11 defines *valid*. Every state that can arise in a game is valid, but not every
/// valid state can arise. Goals and missing rabbits make a position decided, not invalid.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum Invalid {
    /// A board with more pieces of a kind than a side has (VAL-1).
    TooMany {
        /// The piece.
        piece: Piece,
        /// How many stand on the board.
        count: usize,
        /// How many there are in a set.
        limit: usize,
    },
    /// A piece stands on a trap without a friend beside it (VAL-2).
    Unsupported {
        /// The piece.
        piece: Placed,
    },
    /// A handicap of more pieces than a side has (VAL-3).
    HandicapTooLarge {
        /// The piece.
        piece: Piece,
        /// How many were to be missing.
        count: usize,
        /// How many there are in a set.
        limit: usize,
    },
    /// The board at the start of a setup turn is not the one the turns before must have left: empty
    /// before Gold's, exactly Gold's pieces on Gold's first two ranks before Silver's (VAL-4).
    NotASetup {
        /// The side that is setting up.
        side: Side,
        /// The board.
        start: Box<Board>,
    },
    /// An action said to have been taken in this turn is illegal (VAL-5).
    IllegalAction {
        /// Its place in the turn, the first being 0.
        index: usize,
        /// The action.
        action: Action,
        /// Why it is illegal.
        illegal: Box<Illegal>,
    },
    /// An earlier turn end is not a valid position (VAL-6).
    Earlier {
        /// Its place among the earlier turn ends, the oldest being 0.
        index: usize,
        /// The reason why it is not valid.
        invalid: Box<Invalid>,
    },
    /// A position stands in the history for the third time, which this edition does not allow
    /// (VAL-7).
    ThirdRepetition {
        /// The places of its first three occurrences: indices into the earlier turn ends; their
        /// number stands for the start of the present turn.
        occurrences: [usize; 3],
    },
}

impl Invalid {
    /// The id of the rule in SPEC.md.
    pub const fn rule(&self) -> &'static str {
        self.rule_and_name().0
    }

    /// The stable name of this reason, for programs.
    pub const fn name(&self) -> &'static str {
        self.rule_and_name().1
    }

    const fn rule_and_name(&self) -> (&'static str, &'static str) {
        match self {
            Self::TooMany { .. } => ("VAL-1", "too-many"),
            Self::Unsupported { .. } => ("VAL-2", "unsupported"),
            Self::HandicapTooLarge { .. } => ("VAL-3", "handicap-too-large"),
            Self::NotASetup { .. } => ("VAL-4", "not-a-setup"),
            Self::IllegalAction { .. } => ("VAL-5", "illegal-action"),
            Self::Earlier { .. } => ("VAL-6", "earlier"),
            Self::ThirdRepetition { .. } => ("VAL-7", "third-repetition"),
        }
    }
}

impl fmt::Display for Invalid {
    /// One sentence for people, without a full stop and without the rule's id.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany {
                piece,
                count,
                limit,
            } => write!(
                f,
                "{count} {}s stand on the board and a set has {limit}",
                piece.described()
            ),
            Self::Unsupported { piece } => write!(
                f,
                "{} stands on a trap without a friend beside it",
                piece.described()
            ),
            Self::HandicapTooLarge {
                piece,
                count,
                limit,
            } => write!(
                f,
                "{count} {}s are to be missing and a set has {limit}",
                piece.described()
            ),
            Self::NotASetup {
                side: Side::Gold, ..
            } => f.write_str(
                "the board is not empty at the start of gold's setup; in play it would stand under \
                 `2g`",
            ),
            Self::NotASetup {
                side: Side::Silver, ..
            } => f.write_str(
                "the board at the start of silver's setup is not a setup of gold's pieces alone; \
                 in play it would stand under `2s`",
            ),
            Self::IllegalAction {
                index,
                action,
                illegal,
            } => write!(
                f,
                "`{action}`, action {} of the turn, is illegal: {illegal} ({})",
                index + 1,
                illegal.rule()
            ),
            Self::Earlier { index, invalid } => {
                write!(f, "earlier turn end {} is invalid: {invalid}", index + 1)
            }
            Self::ThirdRepetition {
                occurrences: [first, second, third],
            } => write!(
                f,
                "the position of turn ends {}, {} and {} stands for the third time",
                first + 1,
                second + 1,
                third + 1
            ),
        }
    }
}

impl std::error::Error for Invalid {}
