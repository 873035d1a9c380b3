//! The key of a position or a board, for authors of engines.

use crate::bitboard::key::Key;

/// A key for hash tables and for comparing boards.
///
/// [`Position::board_key`](super::Position::board_key) is proved to tell all boards of one turn
/// apart. Boards of different turns can have equal keys, and such boards can be constructed:
/// compare the boards where that matters.
///
/// Use [`Position::key`](super::Position::key) at the start of turns. Two positions with equal keys
/// in mid-turn may differ in [`can_end`](super::Position::can_end) and
/// [`count_turns`](super::Position::count_turns), because the board at the start of the turn is not
/// in the key. Keys may differ between versions of this crate.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct PositionKey(pub(super) Key);

impl PositionKey {
    pub(in super::super) const fn new(key: Key) -> Self {
        Self(key)
    }

    /// Sixty-four bits of the key, for use as the index of a hash table.
    #[inline]
    pub const fn to_u64(self) -> u64 {
        self.0[0] ^ self.0[1].rotate_left(29)
    }

    /// The whole key.
    #[inline]
    pub const fn to_u128(self) -> u128 {
        (self.0[1] as u128) << 64 | self.0[0] as u128
    }
}
