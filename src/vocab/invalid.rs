//! The reasons why a state cannot exist.

use std::fmt;

use super::{Action, Board, Illegal, Piece, Placed, Side};

/// The reason why a snapshot is not a state of any game, with the id of its rule in SPEC.md.
///
/// SPEC.md chapter 11 defines *valid*. Every state that can arise in a game is valid, but not every
/// valid state can arise. Goals and missing rabbits make a position decided, not invalid.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum Invalid {
    /// A board has more pieces of a kind than the set of a side (VAL-1).
    TooMany {
        /// The kind and side of the pieces.
        piece: Piece,
        /// The number of such pieces on the board.
        count: usize,
        /// The number of such pieces in a set.
        limit: usize,
    },
    /// A piece stands on a trap without a friend beside it (VAL-2).
    Unsupported {
        /// The piece, with the trap it stands on.
        piece: Placed,
    },
    /// A handicap names more pieces of a kind than the set of a side has (VAL-3).
    HandicapTooLarge {
        /// The kind and side of the pieces.
        piece: Piece,
        /// The number of such pieces that the handicap names.
        count: usize,
        /// The number of such pieces in a set.
        limit: usize,
    },
    /// The board is no possible start of a setup turn. It must be empty for Gold's, and for
    /// Silver's hold exactly Gold's pieces on Gold's first two ranks (VAL-4).
    NotASetup {
        /// The side that is setting up.
        side: Side,
        /// The board at the start of the setup turn.
        start: Box<Board>,
    },
    /// An action that is listed as taken in this turn is illegal (VAL-5).
    IllegalAction {
        /// The index of the action in the turn, from 0.
        index: usize,
        /// The action.
        action: Action,
        /// The reason why the action is illegal.
        illegal: Box<Illegal>,
    },
    /// An earlier turn end is not a valid position (VAL-6).
    Earlier {
        /// The index in the earlier turn ends, from 0 for the oldest.
        index: usize,
        /// The reason why it is not valid.
        invalid: Box<Invalid>,
    },
    /// A position is in the history for the third time, which this edition forbids (VAL-7).
    ThirdRepetition {
        /// The first three occurrences of the position: indices into the earlier turn ends. The
        /// number of those means the start of the present turn.
        occurrences: [usize; 3],
    },
}

impl Invalid {
    /// The id of the rule in SPEC.md that the state breaks.
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
    /// Writes one sentence for people, without a full stop and without the rule's id.
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
