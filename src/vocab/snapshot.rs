//! The state of a game at any moment, as plain data.

use std::fmt;
use std::str::FromStr;

use super::{Board, Edition, Kind, Piece, Placed, Side, Step, UnknownWord};

/// The state of a game at any moment: complete, and without redundancy.
///
/// Engines accept and return snapshots. A snapshot can hold an impossible state, which an engine
/// refuses with a reason ([`Invalid`](super::Invalid)). It does not store facts that follow from
/// its data: whether a push is pending, a pull is open or the game is over.
///
/// ```
/// use arimaa::vocab::{Board, Edition, Side, Snapshot};
///
/// // A position at the start of a turn, with nothing known of the turns before.
/// let snapshot = Snapshot::position(Edition::default(), Side::Silver, Board::EMPTY);
/// assert_eq!(snapshot.side, Side::Silver);
/// ```
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub struct Snapshot {
    /// The edition of the rules by which the game is played.
    pub edition: Edition,
    /// The side to move.
    pub side: Side,
    /// The board at the start of the turn.
    pub start: Board,
    /// The actions taken since the start of the turn, and the earlier turns.
    pub phase: Phase,
}

impl Snapshot {
    /// A snapshot with all its parts.
    pub const fn new(edition: Edition, side: Side, start: Board, phase: Phase) -> Self {
        Self {
            edition,
            side,
            start,
            phase,
        }
    }

    /// The start of a game: an empty board, Gold to place.
    pub const fn game(edition: Edition, handicap: Handicap) -> Self {
        Self {
            edition,
            side: Side::Gold,
            start: Board::EMPTY,
            phase: Phase::Setup {
                handicap,
                placed: Vec::new(),
            },
        }
    }

    /// The start of a turn in a position without history, which stands for the first time.
    pub const fn position(edition: Edition, side: Side, start: Board) -> Self {
        Self {
            edition,
            side,
            start,
            phase: Phase::Play {
                steps: Vec::new(),
                earlier: Vec::new(),
            },
        }
    }

    /// The state on a board mirrored from west to east, history included. For a learning program it
    /// is as good as the state of a real game.
    ///
    /// The sides are not swapped: the side to move is kept.
    #[doc(alias = "mirror")]
    #[must_use]
    pub fn flip_horizontal(&self) -> Self {
        let mut flipped = self.clone();
        flipped.start = self.start.flip_horizontal();
        match &mut flipped.phase {
            Phase::Setup { placed, .. } => {
                for placed in placed {
                    placed.square = placed.square.flip_horizontal();
                }
            }
            Phase::Play { steps, earlier } => {
                for step in steps {
                    *step = step.flip_horizontal();
                }
                for end in earlier {
                    end.board = end.board.flip_horizontal();
                }
            }
        }
        flipped
    }
}

/// The phase of a game, with the actions taken in the present turn.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum Phase {
    /// The setup: a player is placing pieces.
    Setup {
        /// The pieces that both players agreed to leave out.
        handicap: Handicap,
        /// The placements made in this turn, in order.
        placed: Vec<Placed>,
    },
    /// Play: a player is moving pieces.
    Play {
        /// The steps taken in this turn, in order.
        steps: Vec<Step>,
        /// The known ends of earlier turns, oldest first. The one that began the present turn is
        /// not among them: it is [`Snapshot::start`].
        earlier: Vec<TurnEnd>,
    },
}

impl Default for Snapshot {
    /// The start of a game in the current edition without a handicap.
    fn default() -> Self {
        Self::game(Edition::default(), Handicap::NONE)
    }
}

/// The position at the end of a turn, which repetition compares.
///
/// It is written as a compact board: the letter of the side to move, a blank, and the board. The
/// letters `w` and `b`, capital letters, and other blanks around the letter are read, too.
///
/// ```
/// use arimaa::vocab::{Side, TurnEnd};
///
/// let text = format!("s [{}E{}]", " ".repeat(36), " ".repeat(27));
/// let end: TurnEnd = text.parse()?;
/// assert_eq!(end.to_move, Side::Silver);
/// assert_eq!(end.board.at("e4".parse()?), Some("E".parse()?));
/// assert_eq!(end.to_string(), text);
/// # Ok::<(), arimaa::vocab::UnknownWord>(())
/// ```
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct TurnEnd {
    /// The board at the end of the turn.
    pub board: Board,
    /// The side to move next.
    pub to_move: Side,
}

impl fmt::Display for TurnEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.to_move.letter(), self.board)
    }
}

impl FromStr for TurnEnd {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let mut rest = text.trim().chars();
            let to_move = Side::from_letter(rest.next()?)?;
            let board = rest.as_str().trim_start().parse().ok()?;
            Some(Self { board, to_move })
        };
        read().ok_or_else(|| {
            UnknownWord::new(
                text,
                "a compact board (`g` or `s`, and 64 squares in brackets)",
            )
        })
    }
}

/// The pieces that both players agreed to leave out of the setup.
///
/// It is written as their letters, capital for Gold: `M` means Gold lacks its camel, `Rr` that each
/// side lacks a rabbit. `none` is the full setup; an empty text is read as that, too.
///
/// ```
/// use arimaa::vocab::Handicap;
///
/// let handicap: Handicap = "MRR".parse()?;
/// assert_eq!(handicap.of("R".parse()?), 2);
/// assert_eq!(handicap.to_string(), "RRM");
/// assert_eq!(Handicap::NONE.to_string(), "none");
/// # Ok::<(), arimaa::vocab::UnknownWord>(())
/// ```
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Handicap([[u8; 6]; 2]);

impl Handicap {
    /// No handicap: each side has all sixteen pieces.
    pub const NONE: Self = Self([[0; 6]; 2]);

    /// The number of pieces of this kind and side that are left out.
    pub const fn of(&self, piece: Piece) -> u8 {
        self.0[piece.side as usize][piece.kind.index()]
    }

    /// The handicap with one more piece of this kind and side left out.
    #[must_use]
    pub const fn and(mut self, piece: Piece) -> Self {
        let count = &mut self.0[piece.side as usize][piece.kind.index()];
        *count = count.saturating_add(1);
        self
    }
}

impl fmt::Display for Handicap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::NONE {
            return f.write_str("none");
        }
        for side in Side::ALL {
            for kind in Kind::ALL {
                let piece = Piece::new(side, kind);
                for _ in 0..self.of(piece) {
                    write!(f, "{piece}")?;
                }
            }
        }
        Ok(())
    }
}

impl FromStr for Handicap {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let unknown = || {
            UnknownWord::new(
                text,
                "a handicap (letters of the missing pieces, such as `M`)",
            )
        };
        if text == "none" {
            return Ok(Self::NONE);
        }
        text.chars().try_fold(Self::NONE, |handicap, letter| {
            let piece = Piece::from_letter(letter).ok_or_else(unknown)?;
            Ok(handicap.and(piece))
        })
    }
}
