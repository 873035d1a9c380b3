//! The board (SPEC.md BRD-1 to BRD-3, BRD-5), written again without either engine.

use arimaa::vocab::{Direction, Side, Square};

/// The square directly north, south, east or west of another, if there is one (BRD-2).
#[inline]
pub fn beside(square: Square, direction: Direction) -> Option<Square> {
    // The squares stand in the order a1, b1, … h1, a2, … h8.
    let (file, rank) = (square.index() % 8, square.index() / 8);
    let index = match direction {
        Direction::North if rank < 7 => square.index() + 8,
        Direction::South if rank > 0 => square.index() - 8,
        Direction::East if file < 7 => square.index() + 1,
        Direction::West if file > 0 => square.index() - 1,
        _ => return None,
    };
    Some(Square::ALL[index])
}

/// The squares adjacent to this one (BRD-2).
#[inline]
pub fn squares_beside(square: Square) -> impl Iterator<Item = Square> {
    Direction::ALL
        .into_iter()
        .filter_map(move |direction| beside(square, direction))
}

/// The traps are c3, f3, c6 and f6 (BRD-3).
#[inline]
pub fn is_trap(square: Square) -> bool {
    matches!((square.file(), square.rank()), ('c' | 'f', 3 | 6))
}

/// The direction towards the player's own side, in which a rabbit may not step (STP-5).
#[inline]
pub fn backward(side: Side) -> Direction {
    match side {
        Side::Gold => Direction::South,
        Side::Silver => Direction::North,
    }
}

/// The goal rank of a side's rabbits (BRD-5).
pub fn goal_rank(side: Side) -> u8 {
    match side {
        Side::Gold => 8,
        Side::Silver => 1,
    }
}

/// The opposite direction.
pub const fn opposite(direction: Direction) -> Direction {
    match direction {
        Direction::North => Direction::South,
        Direction::South => Direction::North,
        Direction::East => Direction::West,
        Direction::West => Direction::East,
    }
}
