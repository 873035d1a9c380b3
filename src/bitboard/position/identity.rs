//! Equality of positions, with the hash and the order that agree with it.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use crate::bitboard::key::Key;
use crate::bitboard::planes::Planes;

use super::Position;

impl Position {
    /// All fields that decide what can follow from the position.
    fn identity(&self) -> (u8, Planes, Key, u8, u64) {
        (
            self.side as u8,
            self.board,
            self.start_key(),
            self.left,
            self.open_squares(),
        )
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

impl PartialOrd for Position {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Position {
    /// An order without a meaning in the game, for sorted collections.
    fn cmp(&self, other: &Self) -> Ordering {
        self.identity().cmp(&other.identity())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
