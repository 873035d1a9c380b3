//! The geometry of drawings: where lines run and which squares are marked.
//!
//! Marks serve the drawings, and neighbours the spelling of steps. The engines alone know the
//! effect of a trap and the legal steps.

use crate::vocab::{Direction, Square};

/// The ranks as they are drawn, from north to south.
pub fn ranks() -> impl Iterator<Item = u8> {
    (1..=8).rev()
}

/// The squares of a rank as they are drawn, from west to east.
pub fn squares_of(rank: u8) -> impl Iterator<Item = Square> {
    ('a'..='h').filter_map(move |file| Square::named(file, rank))
}

/// Whether an empty square is drawn as `x`: c3, f3, c6 and f6.
pub fn has_mark(square: Square) -> bool {
    matches!((square.file(), square.rank()), ('c' | 'f', 3 | 6))
}

/// The square next to this one, unless the board ends there.
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

/// Whether this character draws the square empty: blanks and dots do, and `x` where a drawing has
/// its marks.
pub fn is_empty(letter: char, square: Square) -> bool {
    match letter {
        ' ' | '.' => true,
        'x' | 'X' => has_mark(square),
        _ => false,
    }
}
