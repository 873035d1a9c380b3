//! Board and pieces (SPEC.md chapter 1, rules BRD-1 to BRD-6).
//!
//! Adjacent squares, traps, goal ranks, strength and the set of pieces. The contents of the squares
//! are plain data: the vocabulary's [`Board`].

use crate::vocab::{Board, Direction, Kind, Piece, Placed, Side, Square};

/// The six kinds, from the strongest to the weakest (BRD-4).
pub(super) const KINDS: [Kind; 6] = [
    Kind::Elephant,
    Kind::Camel,
    Kind::Horse,
    Kind::Dog,
    Kind::Cat,
    Kind::Rabbit,
];

/// The square beside another in a direction, or `None` over the edge of the board (BRD-2).
pub(super) fn adjacent(square: Square, direction: Direction) -> Option<Square> {
    let (file, rank) = (square.file(), square.rank());
    match direction {
        Direction::North => Square::named(file, rank + 1),
        Direction::South => Square::named(file, rank - 1),
        Direction::East => Square::named((file as u8 + 1) as char, rank),
        Direction::West => Square::named((file as u8 - 1) as char, rank),
    }
}

/// The squares beside this one, in the order of squares: south, west, east, north (BRD-2).
pub(super) fn neighbours(square: Square) -> impl Iterator<Item = Square> {
    [
        Direction::South,
        Direction::West,
        Direction::East,
        Direction::North,
    ]
    .into_iter()
    .filter_map(move |direction| adjacent(square, direction))
}

/// The pieces beside a square, in the order of squares (BRD-2, ORD-2).
pub(super) fn pieces_beside(board: &Board, square: Square) -> impl Iterator<Item = Placed> + '_ {
    neighbours(square).filter_map(|square| {
        let piece = board.at(square)?;
        Some(Placed { piece, square })
    })
}

/// Whether a piece of this side stands beside the square (BRD-2).
pub(super) fn has_friend_beside(board: &Board, square: Square, side: Side) -> bool {
    pieces_beside(board, square).any(|beside| beside.piece.side == side)
}

/// Whether a square is a trap: c3, f3, c6 or f6 (BRD-3).
pub(super) fn is_trap(square: Square) -> bool {
    matches!((square.file(), square.rank()), ('c' | 'f', 3 | 6))
}

/// Whether the first piece is stronger: its kind is earlier in the list of kinds (BRD-4).
pub(super) fn is_stronger(one: Piece, other: Piece) -> bool {
    place_in_list(one.kind) < place_in_list(other.kind)
}

/// The place of a kind in the list of [`KINDS`], 0 for the strongest.
fn place_in_list(kind: Kind) -> usize {
    KINDS
        .iter()
        .take_while(|&&stronger| stronger != kind)
        .count()
}

/// The rank on which a rabbit of this side has reached its goal (BRD-5).
pub(super) fn goal_rank(side: Side) -> u8 {
    match side {
        Side::Gold => 8,
        Side::Silver => 1,
    }
}

/// The number of pieces of this kind and side on a board.
pub(super) fn number_on(board: &Board, piece: Piece) -> usize {
    board
        .placed()
        .filter(|placed| placed.piece == piece)
        .count()
}

/// The number of pieces of a kind in the set of a side: one elephant, one camel, two horses, dogs
/// and cats, eight rabbits (BRD-6).
pub(super) fn number_in_set(kind: Kind) -> usize {
    match kind {
        Kind::Elephant | Kind::Camel => 1,
        Kind::Horse | Kind::Dog | Kind::Cat => 2,
        Kind::Rabbit => 8,
    }
}
