//! The boards of a search, and their places in its memory.

use crate::bitboard::key::Key;
use crate::bitboard::keyed::Keyed;
use crate::bitboard::turn_steps::TurnSteps;

use super::sleep::Steps;

/// The place of a node: its level in the two highest bits, and its index in the level.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Place(u32);

impl Place {
    const LEVEL: u32 = 30;

    #[inline(always)]
    pub(super) const fn new(level: usize, index: usize) -> Self {
        debug_assert!(level < TurnSteps::MOST && index < 1 << Self::LEVEL);
        Self((level as u32) << Self::LEVEL | index as u32)
    }

    /// The place that the [table](crate::bitboard::table) holds as this number.
    #[inline(always)]
    pub(super) const fn from_index(index: usize) -> Self {
        Self(index as u32)
    }

    /// The number as which the [table](crate::bitboard::table) holds the place.
    #[inline(always)]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The node at this place, or `None` if the level has no such node.
    #[inline(always)]
    pub(super) fn node_in(self, levels: &[Vec<Node>; TurnSteps::MOST]) -> Option<&Node> {
        let (level, index) = (self.0 >> Self::LEVEL, self.0 & ((1 << Self::LEVEL) - 1));
        levels[level as usize & 3].get(index as usize)
    }

    /// The key of the board at this place, or `None` if the level has no such node.
    #[inline(always)]
    pub(super) fn key_in(self, levels: &[Vec<Node>; TurnSteps::MOST]) -> Option<Key> {
        Some(self.node_in(levels)?.at.key)
    }
}

/// A board, its sleeping steps, and a shortest way to it.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Node {
    pub(in super::super) at: Keyed,
    /// Pieces of the player beside a stronger enemy.
    pub(super) threatened: u64,
    pub(super) sleep: Steps,
    pub(in super::super) way: TurnSteps,
    pub(super) parent: Place,
    /// The [piece-square](crate::bitboard::key::piece_square) reached by the player's piece that
    /// the action moved. After the end of a pull that began before the search it is that of the
    /// enemy, and the [search](super::search) writes it where nothing is read.
    pub(super) mover: u16,
    /// Whether anything was captured on the way.
    pub(super) captured: bool,
}
