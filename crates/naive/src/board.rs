//! Squares, pieces and steps, as the engine and its faults name them.

/// The squares from a8 to h8, rank by rank down to h1: a letter for a piece, or a dot.
pub type Board = [u8; 64];

pub const EMPTY: u8 = b'.';
/// The four directions by their letters.
pub const WAYS: [u8; 4] = *b"nesw";

/// One step of a piece.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub piece: u8,
    pub from: usize,
    pub way: u8,
}

words! {
    /// The part that a step plays.
    pub enum Part {
        Plain,
        Begin,
        Complete,
        Pull,
    }
}

/// A push that is not completed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Push {
    pub(crate) square: usize,
    /// The square to which the piece was pushed.
    pub(crate) to: usize,
    pub piece: u8,
    /// The first piece found that could complete the push.
    pub(crate) pusher: usize,
}

/// A square that a piece has left, and the piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Left {
    pub(crate) square: usize,
    /// The square to which the piece went.
    pub(crate) to: usize,
    pub piece: u8,
}

pub const fn is_gold(piece: u8) -> bool {
    piece.is_ascii_uppercase()
}

pub(crate) const fn is_rabbit(piece: u8) -> bool {
    piece.eq_ignore_ascii_case(&b'r')
}

/// Whether `first`, `next` and `last` follow one another in one direction.
pub(crate) const fn are_in_line(first: usize, next: usize, last: usize) -> bool {
    first + last == 2 * next
}

/// Whether the piece on a square is frozen by the right rules, whatever faults are switched on.
pub(crate) fn is_held(board: &Board, square: usize) -> bool {
    let piece = board[square];
    let near = [
        (square >= 8).then(|| square - 8),
        (square < 56).then(|| square + 8),
        (square % 8 != 7).then(|| square + 1),
        (!square.is_multiple_of(8)).then(|| square - 1),
    ];
    let near = near.into_iter().flatten().map(|by| board[by]);
    let mut near = near.filter(|by| *by != EMPTY);
    let mut is_threatened = false;
    let has_friend = near.any(|by| {
        let is_enemy = is_gold(by) != is_gold(piece);
        is_threatened |= is_enemy && strength(by) > strength(piece);
        !is_enemy
    });
    is_threatened && !has_friend
}

/// The strength of a piece: from 0 for a rabbit to 5 for an elephant.
pub(crate) const fn strength(piece: u8) -> u32 {
    match piece.to_ascii_uppercase() {
        b'C' => 1,
        b'D' => 2,
        b'H' => 3,
        b'M' => 4,
        b'E' => 5,
        _ => 0,
    }
}

/// The number of pieces on a board.
pub(crate) fn count_pieces(board: &Board) -> usize {
    board.iter().filter(|piece| **piece != EMPTY).count()
}
