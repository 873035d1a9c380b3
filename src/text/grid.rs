//! The geometry of drawings: the order of ranks and files, and the marked squares.
//!
//! Marks serve the drawings, and neighbours the spelling of steps. Only the engines know the effect
//! of a trap and the legal steps.

use crate::vocab::{Direction, Square};

/// The ranks as they are drawn, from north to south.
pub fn ranks() -> impl Iterator<Item = u8> {
    (1..=8).rev()
}

/// The squares of a rank as they are drawn, from west to east.
pub fn squares_of(rank: u8) -> impl Iterator<Item = Square> {
    ('a'..='h').filter_map(move |file| Square::named(file, rank))
}

/// Whether drawings mark a square with `x` when it is empty: c3, f3, c6 and f6.
pub fn has_mark(square: Square) -> bool {
    matches!((square.file(), square.rank()), ('c' | 'f', 3 | 6))
}

/// The square beside another in a direction, or `None` over the edge of the board.
pub fn neighbour(square: Square, direction: Direction) -> Option<Square> {
    let (file, rank) = (square.file() as u8, square.rank());
    let (file, rank) = match direction {
        Direction::North => (file, rank + 1),
        Direction::South => (file, rank - 1),
        Direction::East => (file + 1, rank),
        Direction::West => (file - 1, rank),
    };
    Square::named(file as char, rank)
}

/// Whether a character draws this square as empty: a blank, a dot, or `x` on a marked square.
pub fn is_empty(letter: char, square: Square) -> bool {
    match letter {
        ' ' | '.' => true,
        'x' | 'X' => has_mark(square),
        _ => false,
    }
}
