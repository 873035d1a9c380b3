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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_drawn_in_reading_order() {
        let order: Vec<Square> = ranks().flat_map(squares_of).collect();
        assert_eq!(order, Square::reading_order().collect::<Vec<_>>());
    }

    #[test]
    fn four_squares_are_marked() {
        let marked: Vec<String> = Square::ALL
            .into_iter()
            .filter(|&square| has_mark(square))
            .map(|square| square.to_string())
            .collect();
        assert_eq!(marked, ["c3", "f3", "c6", "f6"]);
    }

    #[test]
    fn mark_is_empty_only_on_a_marked_square() {
        for square in Square::ALL {
            assert!(is_empty(' ', square) && is_empty('.', square));
            assert!(!is_empty('r', square) && !is_empty('-', square));
            assert_eq!(is_empty('x', square), has_mark(square));
            assert_eq!(is_empty('X', square), has_mark(square));
        }
    }

    #[test]
    fn neighbours_are_mutual_and_the_edge_has_none() {
        let mut pairs = 0;
        for square in Square::ALL {
            for (there, back) in [
                (Direction::North, Direction::South),
                (Direction::East, Direction::West),
            ] {
                if let Some(next) = neighbour(square, there) {
                    assert_eq!(neighbour(next, back), Some(square));
                    pairs += 1;
                }
            }
        }
        assert_eq!(pairs, 2 * 7 * 8);
        let named = |file, rank, direction| {
            neighbour(Square::named(file, rank)?, direction).map(|square| square.to_string())
        };
        assert_eq!(named('d', 4, Direction::North), Some("d5".to_owned()));
        assert_eq!(named('d', 4, Direction::East), Some("e4".to_owned()));
        assert_eq!(named('a', 1, Direction::West), None);
        assert_eq!(named('a', 1, Direction::South), None);
        assert_eq!(named('h', 8, Direction::East), None);
        assert_eq!(named('h', 8, Direction::North), None);
    }
}
