//! What a board allows, as sets of squares, seen from the player to move.

use crate::vocab::Side;

use crate::bitboard::bits::{neighbours, when};
use crate::bitboard::masks::{capturing, mobile, outmatched, plain_steps};
use crate::bitboard::planes::Planes;
use crate::bitboard::state::Game;

use super::sleep::{BESIDE, Steps, undisturbed};

/// The plain steps.
pub(in super::super) struct Plain {
    pub(super) own: u64,
    pub(super) empty: u64,
    pub(in super::super) free: u64,
    /// From where a step, if it were legal, would cost an own piece.
    costs: Steps,
    /// Those that capture nothing, and those that cost an own piece.
    pub(in super::super) cheap: Steps,
    pub(in super::super) costly: Steps,
}

impl Plain {
    #[inline(always)]
    pub(in super::super) fn of(board: &Planes, threatened: u64, side: Side) -> Self {
        let (own, empty) = (board.of(side), board.empty());
        let free = mobile(own, threatened);
        let plain = plain_steps(free, empty, Game::barred(board, side));
        let costs = capturing(own, [u64::MAX; 4]);
        Self {
            own,
            empty,
            free,
            costs,
            cheap: std::array::from_fn(|direction| plain[direction] & !costs[direction]),
            costly: std::array::from_fn(|direction| plain[direction] & costs[direction]),
        }
    }

    /// Whether a step of an own piece captures nothing.
    #[inline(always)]
    pub(super) fn is_cheap(&self, index: usize, direction: usize) -> bool {
        self.costs[direction] >> index & 1 == 0
    }
}

/// All that is asked of a board with actions of two steps to come.
pub(in super::super) struct View {
    pub(in super::super) plain: Plain,
    pub(super) enemy: u64,
    pub(super) ranks: [u64; 5],
    /// The squares beside enemies that are stronger than a piece, by its strength.
    pub(super) threats: [u64; 8],
    /// The enemies that are weaker than a piece, by its strength.
    pub(super) weaker: [u64; 8],
    threatened: u64,
    /// From where the step of an enemy costs an enemy.
    costs: Steps,
}

impl View {
    #[inline(always)]
    pub(in super::super) fn of(board: &Planes, threatened: u64, side: Side) -> Self {
        let (enemy, ranks) = (board.of(side.other()), board.ranks());
        let [cats, dogs, horses, camels, elephants] = ranks.map(|rank| neighbours(enemy & rank));
        let weaker = ranks.map(|rank| enemy & !rank);
        Self {
            plain: Plain::of(board, threatened, side),
            enemy,
            ranks,
            threats: [0, cats, dogs, horses, camels, elephants, 0, 0],
            weaker: [
                0, 0, weaker[0], weaker[1], weaker[2], weaker[3], weaker[4], 0,
            ],
            threatened,
            costs: capturing(enemy, [u64::MAX; 4]),
        }
    }

    /// The threatened pieces after a plain step of a piece of this strength that captures nothing. Such a step moves no enemy.
    #[inline(always)]
    pub(super) fn threatened_after(&self, strength: usize, from: u64, to: u64) -> u64 {
        self.threatened & !from | self.threats[strength & 7] & to
    }

    /// Whether a step of an enemy captures nothing.
    #[inline(always)]
    pub(super) fn enemy_is_cheap(&self, index: usize, direction: usize) -> bool {
        self.costs[direction] >> index & 1 == 0
    }

    /// The pieces beside a weaker enemy, among others that are no own pieces.
    #[inline(always)]
    pub(super) fn pullers(&self) -> u64 {
        (0..5).fold(0, |pullers, rank| {
            pullers | self.ranks[rank] & neighbours(self.weaker[rank + 2])
        })
    }

    /// The plain steps that may sleep after an own piece has moved so: see [`sleep`](super::sleep).
    #[inline(always)]
    pub(super) fn asleep_after(&self, moved: &Moved, after: &Planes, side: Side) -> Steps {
        // Steps of a piece that is lost need no waking: nothing is left to take them.
        let gone = (self.plain.own ^ (moved.from | moved.to)) & !after.of(side);
        undisturbed(
            self.plain.cheap,
            moved.starts,
            moved.ends | neighbours(gone),
        )
    }

    /// The squares whose leaving this piece, by a plain step, interferes with.
    #[inline(always)]
    pub(in super::super) fn relying(&self, index: usize) -> u64 {
        let from = 1 << index;
        from | BESIDE[index & 63] & (self.threatened | when(self.threatened & from != 0))
    }
}

/// How an own piece has moved, and the squares where steps that start or end no longer commute with that.
pub(super) struct Moved {
    pub(super) from: u64,
    pub(super) to: u64,
    pub(super) starts: u64,
    pub(super) ends: u64,
}

/// The pieces of a side beside a stronger enemy.
#[inline(always)]
pub(in super::super) fn threatened(board: &Planes, side: Side) -> u64 {
    outmatched(board.of(side), board.of(side.other()), board.ranks())
}
