//! What the engine remembers: any moment of a game.

use crate::vocab::{Edition, Handicap, Phase, Piece, Placed, Side, Snapshot, Step, TurnEnd};

use super::masks::barred;
use super::planes::Planes;
use super::repetition::Ended;

/// A state of a game, held in words of 64 bits.
///
/// See the [module documentation](super) for how it works and [`Rules`](crate::rules::Rules) for what it answers.
#[derive(Clone, Debug)]
pub struct Game {
    pub(super) edition: Edition,
    pub(super) side: Side,
    /// The board at the start of the turn.
    pub(super) start: Planes,
    pub(super) moment: Moment,
}

/// What has been done in the turn.
#[derive(Clone, Debug)]
pub(super) enum Moment {
    /// The player is placing pieces.
    Setup(Setup),
    /// The player is moving pieces.
    Play(Play),
}

/// A setup turn under way.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    pub(super) handicap: Handicap,
    pub(super) placed: Vec<Placed>,
    /// The board with what has been placed.
    pub(super) board: Planes,
}

/// A turn under way.
#[derive(Clone, Debug)]
pub(super) struct Play {
    /// The board after the steps taken.
    pub(super) board: Planes,
    pub(super) taken: Vec<Step>,
    pub(super) open: Open,
    /// The turn ends before the one that began this turn, oldest first.
    pub(super) earlier: Vec<Ended>,
}

/// What the last step left open.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) enum Open {
    /// Nothing.
    Nothing,
    /// A push that must be completed (SPEC.md PSH-4): the pushed piece, on the square it left.
    Push(Placed),
    /// A pull that may follow (PUL-1): the piece that made a plain step, on the square it left.
    Pull(Placed),
}

impl Play {
    /// The most steps of a turn (TRN-1).
    pub(super) const STEPS: usize = 4;

    /// The start of a turn.
    pub(super) const fn new(board: Planes, earlier: Vec<Ended>) -> Self {
        Self {
            board,
            taken: Vec::new(),
            open: Open::Nothing,
            earlier,
        }
    }

    /// How many steps the turn has left.
    pub(super) fn left(&self) -> usize {
        Self::STEPS.saturating_sub(self.taken.len())
    }
}

impl Game {
    /// The state as data.
    pub(super) fn to_snapshot(&self) -> Snapshot {
        let phase = match &self.moment {
            Moment::Setup(setup) => Phase::Setup {
                handicap: setup.handicap,
                placed: setup.placed.clone(),
            },
            Moment::Play(play) => Phase::Play {
                steps: play.taken.clone(),
                earlier: play
                    .earlier
                    .iter()
                    .map(|ended| TurnEnd {
                        board: ended.board.to_board(),
                        to_move: ended.to_move,
                    })
                    .collect(),
            },
        };
        Snapshot {
            edition: self.edition,
            side: self.side,
            start: self.start.to_board(),
            phase,
        }
    }

    /// Where a piece of this side may not step by itself, by [`NORTH`](super::bits::NORTH) and
    /// [`SOUTH`](super::bits::SOUTH): the rabbits of that side, backward (STP-5).
    #[inline(always)]
    pub(super) fn barred(board: &Planes, side: Side) -> [u64; 2] {
        barred(board.rabbits(), side)
    }
}

/// How many of this piece a set has (BRD-6).
pub(super) const fn in_a_set(piece: Piece) -> u8 {
    match super::planes::strength(piece.kind) {
        1 => 8,
        2..=4 => 2,
        _ => 1,
    }
}
