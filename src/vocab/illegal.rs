//! The reasons for refusing an action.

use std::fmt;

use super::{Direction, Kind, Piece, Placed, Side, Square};

/// The reason for which the rules forbid an action, with the id of its rule in SPEC.md.
///
/// A reason carries the facts that explain it. Lists of pieces are in the order of their squares,
/// a1 to h8. If an action breaks several rules, the reason is the first in the order of SPEC.md
/// chapter 12, so two engines that follow the rules give the same reason.
///
/// ```
/// use arimaa::vocab::Illegal;
///
/// assert_eq!(Illegal::NothingChanged.rule(), "TRN-3");
/// assert_eq!(Illegal::NothingChanged.name(), "nothing-changed");
/// ```
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum Illegal {
    /// A piece is placed after the setup (SET-1).
    PlacementInPlay,
    /// A piece steps during the setup (SET-1).
    StepInSetup,
    /// The placed piece belongs to the other side (SET-2).
    PlacementOfEnemy {
        /// The piece that was to be placed.
        piece: Piece,
    },
    /// The square of a placement is not on the player's first two ranks (SET-3).
    OutsideHome {
        /// The square of the placement.
        square: Square,
        /// The side that is setting up.
        side: Side,
    },
    /// The square of a placement is occupied (SET-4).
    SquareTaken {
        /// The piece on that square.
        by: Placed,
    },
    /// All pieces of this kind are placed already, or are left out as a handicap (SET-5).
    NoneLeft {
        /// The piece that was to be placed.
        piece: Piece,
    },
    /// The setup cannot end before every piece is placed (SET-6).
    SetupIncomplete {
        /// The pieces still to be placed, in the order E M H D C R.
        missing: Vec<Kind>,
    },
    /// The turn has had its four steps (TRN-1).
    NoStepsLeft,
    /// No piece is on the square where the step starts (STP-1).
    EmptySquare {
        /// The square where the step starts.
        square: Square,
    },
    /// The piece on the square where the step starts is not the piece that the step names (STP-2).
    WrongPiece {
        /// The piece that the step names.
        named: Piece,
        /// The piece on the square.
        found: Placed,
    },
    /// The step leads off the board (STP-3).
    OffBoard {
        /// The square that the step leaves.
        from: Square,
        /// The direction of the step.
        direction: Direction,
    },
    /// The square the step leads to is not empty (STP-4).
    Occupied {
        /// The piece in the way.
        by: Placed,
    },
    /// A push has begun, and this action does not complete it (PSH-4).
    PushUnfinished {
        /// The pushed piece, on the square it was pushed from.
        pushed: Placed,
    },
    /// The piece that would complete the push is not stronger than the pushed one (PSH-5).
    PusherTooWeak {
        /// The piece that was to follow.
        pusher: Placed,
        /// The pushed piece, on the square it was pushed from.
        pushed: Placed,
    },
    /// A rabbit would step backward on its own (STP-5).
    RabbitBackward {
        /// The rabbit, where it is now.
        rabbit: Placed,
    },
    /// The piece is frozen (FRZ-2).
    Frozen {
        /// The piece that was to move.
        piece: Placed,
        /// The stronger enemies beside the piece.
        by: Vec<Placed>,
    },
    /// An enemy piece can be neither pushed nor pulled: none of the player's pieces beside it is
    /// stronger, and it fits no open pull (PSH-1).
    NoPusher {
        /// The enemy piece that was to move.
        piece: Placed,
        /// The player's pieces beside the enemy piece, all too weak.
        beside: Vec<Placed>,
        /// The puller, on the square it left, if a pull was open that the step does not fit.
        open_pull: Option<Placed>,
    },
    /// The player's stronger pieces beside the enemy piece are all frozen (PSH-2).
    PusherFrozen {
        /// The enemy piece that was to be pushed.
        piece: Placed,
        /// The frozen pieces that are stronger than the enemy piece.
        pushers: Vec<Placed>,
    },
    /// A push takes two steps, and the turn has only one left (PSH-3).
    NoStepForPush {
        /// The enemy piece that was to be pushed.
        piece: Placed,
    },
    /// The turn ends before a step was taken (TRN-2).
    NoStepTaken,
    /// The turn ends with the board with which it began (TRN-3).
    NothingChanged,
    /// The turn would make a position occur for the third time (REP-2).
    ThirdRepetition {
        /// Earlier occurrences of the position: indices into the earlier turn ends of the snapshot,
        /// oldest first.
        earlier: [usize; 2],
    },
}

/// Defines the rule and the stable name of each reason, in the order of SPEC.md chapter 12.
macro_rules! reasons {
    ($($reason:pat => $rule:literal, $name:literal;)*) => {
        /// All stable names, in the order of SPEC.md chapter 12.
        pub const NAMES: [&'static str; 22] = [$($name),*];

        const fn rule_and_name(&self) -> (&'static str, &'static str) {
            match self {
                $($reason => ($rule, $name),)*
            }
        }
    };
}

impl Illegal {
    /// The id of the rule in SPEC.md that forbids the action.
    pub const fn rule(&self) -> &'static str {
        self.rule_and_name().0
    }

    /// The stable name of this reason, for programs.
    pub const fn name(&self) -> &'static str {
        self.rule_and_name().1
    }

    reasons! {
        Self::PlacementInPlay => "SET-1", "placement-in-play";
        Self::StepInSetup => "SET-1", "step-in-setup";
        Self::PlacementOfEnemy { .. } => "SET-2", "placement-of-enemy";
        Self::OutsideHome { .. } => "SET-3", "outside-home";
        Self::SquareTaken { .. } => "SET-4", "square-taken";
        Self::NoneLeft { .. } => "SET-5", "none-left";
        Self::SetupIncomplete { .. } => "SET-6", "setup-incomplete";
        Self::NoStepsLeft => "TRN-1", "no-steps-left";
        Self::EmptySquare { .. } => "STP-1", "empty-square";
        Self::WrongPiece { .. } => "STP-2", "wrong-piece";
        Self::OffBoard { .. } => "STP-3", "off-board";
        Self::Occupied { .. } => "STP-4", "occupied";
        Self::PushUnfinished { .. } => "PSH-4", "push-unfinished";
        Self::PusherTooWeak { .. } => "PSH-5", "pusher-too-weak";
        Self::RabbitBackward { .. } => "STP-5", "rabbit-backward";
        Self::Frozen { .. } => "FRZ-2", "frozen";
        Self::NoPusher { .. } => "PSH-1", "no-pusher";
        Self::PusherFrozen { .. } => "PSH-2", "pusher-frozen";
        Self::NoStepForPush { .. } => "PSH-3", "no-step-for-push";
        Self::NoStepTaken => "TRN-2", "no-step-taken";
        Self::NothingChanged => "TRN-3", "nothing-changed";
        Self::ThirdRepetition { .. } => "REP-2", "third-repetition";
    }

    /// The squares to mark in a drawing of the refusal: first that of the piece it is about.
    pub fn squares(&self) -> Vec<Square> {
        let of = |pieces: &[Placed]| pieces.iter().map(|p| p.square).collect::<Vec<_>>();
        match self {
            Self::OutsideHome { square, .. } | Self::EmptySquare { square } => vec![*square],
            Self::SquareTaken { by } | Self::Occupied { by } => vec![by.square],
            Self::WrongPiece { found, .. } => vec![found.square],
            Self::OffBoard { from, .. } => vec![*from],
            Self::PushUnfinished { pushed } => vec![pushed.square],
            Self::PusherTooWeak { pusher, pushed } => vec![pusher.square, pushed.square],
            Self::RabbitBackward { rabbit } => vec![rabbit.square],
            Self::NoStepForPush { piece } => vec![piece.square],
            Self::Frozen { piece, by: others }
            | Self::NoPusher {
                piece,
                beside: others,
                ..
            }
            | Self::PusherFrozen {
                piece,
                pushers: others,
            } => [vec![piece.square], of(others)].concat(),
            _ => Vec::new(),
        }
    }
}

impl fmt::Display for Illegal {
    /// Writes one sentence for people, without a full stop and without the rule's id.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PlacementInPlay => f.write_str("pieces are placed only during the setup"),
            Self::StepInSetup => f.write_str("no piece moves before both sides are set up"),
            Self::PlacementOfEnemy { piece } => {
                write!(f, "a {} belongs to the other player", piece.described())
            }
            Self::OutsideHome { square, side } => {
                write!(f, "{square} is not on the first two ranks of {side}")
            }
            Self::SquareTaken { by } => {
                let piece = by.piece.described();
                write!(f, "{} is taken: a {piece} is there", by.square)
            }
            Self::NoneLeft { piece } => {
                write!(f, "no {} is left to place", piece.described())
            }
            Self::SetupIncomplete { missing } => {
                f.write_str("the setup is not complete, still to be placed: ")?;
                let names: Vec<_> = missing.iter().map(Kind::to_string).collect();
                f.write_str(&names.join(", "))
            }
            Self::NoStepsLeft => f.write_str("a turn has at most four steps"),
            Self::EmptySquare { square } => write!(f, "nothing stands on {square}"),
            Self::WrongPiece { named, found } => write!(
                f,
                "the piece on {} is a {}, not a {}",
                found.square,
                found.piece.described(),
                named.described()
            ),
            Self::OffBoard { from, direction } => {
                write!(f, "there is no square {} of {from}", direction.name())
            }
            Self::Occupied { by } => write!(f, "{} is in the way", by.described()),
            Self::PushUnfinished { pushed } => write!(
                f,
                "the push of the {} is not completed: a stronger piece must step to {} next",
                pushed.piece.described(),
                pushed.square
            ),
            Self::PusherTooWeak { pusher, pushed } => write!(
                f,
                "{} is not stronger than the {} pushed from {}",
                pusher.described(),
                pushed.piece.described(),
                pushed.square
            ),
            Self::RabbitBackward { rabbit } => {
                write!(f, "{} may not step backward", rabbit.described())
            }
            Self::Frozen { piece, by } => write!(
                f,
                "{} is frozen by {} and has no friend beside it",
                piece.described(),
                and(by)
            ),
            Self::NoPusher {
                piece,
                beside,
                open_pull,
            } => {
                write!(f, "{} cannot be pushed: ", piece.described())?;
                if beside.is_empty() {
                    f.write_str("no piece of the player stands beside it")?;
                } else {
                    let verb = if beside.len() == 1 { "is" } else { "are" };
                    write!(f, "{} {verb} not stronger", and(beside))?;
                }
                match open_pull {
                    None => f.write_str("; and no pull is open"),
                    Some(puller) => write!(
                        f,
                        "; nor is it a pull: only a piece weaker than the {} could be pulled, and only to {}",
                        puller.piece.described(),
                        puller.square
                    ),
                }
            }
            Self::PusherFrozen { piece, pushers } => {
                let verb = if pushers.len() == 1 { "is" } else { "are" };
                write!(
                    f,
                    "{} cannot be pushed: {} {verb} frozen",
                    piece.described(),
                    and(pushers)
                )
            }
            Self::NoStepForPush { piece } => write!(
                f,
                "{} cannot be pushed: a push takes two steps and only one is left",
                piece.described()
            ),
            Self::NoStepTaken => f.write_str("a turn has at least one step"),
            Self::NothingChanged => f.write_str("the turn leaves the board as it was at its start"),
            Self::ThirdRepetition { .. } => {
                f.write_str("the position with the same side to move has stood twice before")
            }
        }
    }
}

impl std::error::Error for Illegal {}

/// Joins descriptions: `the gold cat on c1 and the gold dog on d2`.
fn and(pieces: &[Placed]) -> String {
    let names: Vec<_> = pieces.iter().map(|piece| piece.described()).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}
