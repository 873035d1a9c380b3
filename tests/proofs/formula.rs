//! SPEC.md's sentences about steps, each about one square and what lies around it.
//!
//! Read beside chapters 1, 3, 4, 5 and 8. There are no sets here, no shifts and no masks: what is
//! said of a square is said of it alone, in terms of the contents of squares.

use arimaa::vocab::{Direction, Kind, Side, Square};

use crate::cell::{Cell, Contents};
use crate::geometry::{backward, beside, goal_rank, is_trap, squares_beside};
use crate::logic::{Logic, any};

/// The kinds of pieces from the strongest to the weakest (BRD-4).
const FROM_THE_STRONGEST: [Kind; 6] = [
    Kind::Elephant,
    Kind::Camel,
    Kind::Horse,
    Kind::Dog,
    Kind::Cat,
    Kind::Rabbit,
];

/// The push or pull that the last step left open. Its square can be a variable, so each square has
/// a truth of its own.
#[derive(Clone, Copy)]
pub enum Pending<'a, L> {
    /// Neither a push nor a pull.
    Nothing,
    /// A push of a piece of this kind, to be completed to the square it left (PSH-4).
    Push(Kind, &'a [L; 64]),
    /// A pull by a piece of this kind, to the square it left (PUL-1).
    Pull(Kind, &'a [L; 64]),
}

/// A piece is stronger than another when its kind stands earlier in the list, whatever their sides
/// (BRD-4).
#[inline]
pub fn stronger<L: Logic>(one: &Cell<L>, other: &Cell<L>) -> L {
    any(FROM_THE_STRONGEST
        .into_iter()
        .map(|kind| one.is(kind) & weaker(other, kind)))
}

/// A piece stands here, and its kind stands later in the list than this one (BRD-4).
#[inline]
pub fn weaker<L: Logic>(cell: &Cell<L>, kind: Kind) -> L {
    let later = FROM_THE_STRONGEST
        .into_iter()
        .skip_while(move |&other| other != kind);
    any(later.skip(1).map(|other| cell.is(other)))
}

/// Two pieces are of the same side.
#[inline]
pub fn friends<L: Logic>(one: &Cell<L>, other: &Cell<L>) -> L {
    any(Side::ALL.map(|side| one.of(side) & other.of(side)))
}

/// Two pieces are of different sides.
#[inline]
pub fn enemies<L: Logic>(one: &Cell<L>, other: &Cell<L>) -> L {
    any(Side::ALL.map(|side| one.of(side) & other.of(side.other())))
}

/// A friendly piece is beside the piece on this square.
#[inline]
pub fn befriended<L: Logic>(board: &Contents<L>, square: Square) -> L {
    let here = &board[square.index()];
    any(squares_beside(square).map(|other| friends(here, &board[other.index()])))
}

/// A piece is frozen when at least one stronger enemy piece is beside it and no friendly piece is
/// beside it (FRZ-1).
#[inline]
pub fn frozen<L: Logic>(board: &Contents<L>, square: Square) -> L {
    let here = &board[square.index()];
    let held = any(squares_beside(square).map(|other| {
        let there = &board[other.index()];
        enemies(here, there) & stronger(there, here)
    }));
    held & !befriended(board, square)
}

/// A piece of this side stands here and may step (FRZ-2).
#[inline]
pub fn free<L: Logic>(board: &Contents<L>, side: Side, square: Square) -> L {
    board[square.index()].of(side) & !frozen(board, square)
}

/// The square that a step leads to is on the board and empty (STP-3, STP-4).
#[inline]
pub fn open<L: Logic>(board: &Contents<L>, from: Square, direction: Direction) -> L {
    beside(from, direction).map_or(L::from(false), |to| !board[to.index()].is_piece())
}

/// A player's own piece may make this plain step (STP-1, STP-3, STP-4, STP-5, FRZ-2).
pub fn plain<L: Logic>(board: &Contents<L>, side: Side, from: Square, direction: Direction) -> L {
    let is_backward = L::from(direction == backward(side));
    let is_barred = board[from.index()].is(Kind::Rabbit) & is_backward;
    free(board, side, from) & open(board, from, direction) & !is_barred
}

/// The player's piece on `by` can push the enemy piece beside it on `square`: it is stronger
/// (PSH-1) and not frozen (PSH-2, PSH-5).
#[inline]
pub fn pusher<L: Logic>(board: &Contents<L>, side: Side, by: Square, square: Square) -> L {
    let (pusher, pushed) = (&board[by.index()], &board[square.index()]);
    pushed.of(side.other()) & stronger(pusher, pushed) & free(board, side, by)
}

/// A push may begin with this step, as far as the board is concerned (PSH-1, PSH-2).
pub fn push_begins<L: Logic>(
    board: &Contents<L>,
    side: Side,
    from: Square,
    direction: Direction,
) -> L {
    let can_be_pushed = any(squares_beside(from).map(|by| pusher(board, side, by, from)));
    can_be_pushed & open(board, from, direction)
}

/// This step completes the push of a piece of this kind that has left the square (PSH-4, PSH-5).
pub fn completes<L: Logic>(
    board: &Contents<L>,
    side: Side,
    (pushed, vacated): (Kind, &[L; 64]),
    from: Square,
    direction: Direction,
) -> L {
    let here = &board[from.index()];
    let is_stronger = stronger(
        here,
        &Cell::known(Some(arimaa::vocab::Piece::new(side.other(), pushed))),
    );
    let fits = beside(from, direction).map_or(L::from(false), |to| vacated[to.index()]);
    free(board, side, from) & is_stronger & fits
}

/// This step of an enemy piece ends the pull of a piece of this kind that has left the square
/// (PUL-1).
pub fn pulls<L: Logic>(
    board: &Contents<L>,
    side: Side,
    (puller, left): (Kind, &[L; 64]),
    from: Square,
    direction: Direction,
) -> L {
    let here = &board[from.index()];
    let fits = beside(from, direction).map_or(L::from(false), |to| left[to.index()]);
    here.of(side.other()) & weaker(here, puller) & fits
}

/// A player's own piece may make this step, with `left` steps left (TRN-1, PLY-1, PSH-4).
pub fn own_step<L: Logic>(
    board: &Contents<L>,
    side: Side,
    left: u32,
    pending: Pending<L>,
    from: Square,
    direction: Direction,
) -> L {
    match pending {
        _ if left == 0 => L::from(false),
        Pending::Push(pushed, vacated) => {
            completes(board, side, (pushed, vacated), from, direction)
        }
        Pending::Nothing | Pending::Pull(..) => plain(board, side, from, direction),
    }
}

/// An enemy piece may be moved by this step, with `left` steps left (TRN-1, PLY-1, PSH-3, PSH-4,
/// PUL-1).
pub fn enemy_step<L: Logic>(
    board: &Contents<L>,
    side: Side,
    left: u32,
    pending: Pending<L>,
    from: Square,
    direction: Direction,
) -> L {
    if left == 0 {
        return L::from(false);
    }
    let begins = L::from(left >= 2) & push_begins(board, side, from, direction);
    match pending {
        Pending::Push(..) => L::from(false),
        Pending::Nothing => begins,
        Pending::Pull(puller, square) => {
            begins | pulls(board, side, (puller, square), from, direction)
        }
    }
}

/// A piece stands on a trap without a friendly piece beside it: it is captured (CAP-1).
#[inline]
pub fn unsupported<L: Logic>(board: &Contents<L>, square: Square) -> L {
    if !is_trap(square) {
        return L::from(false);
    }
    board[square.index()].is_piece() & !befriended(board, square)
}

/// No piece stands on a trap without support: the board is one that can stand between steps
/// (VAL-2).
pub fn settled<L: Logic>(board: &Contents<L>) -> L {
    !any(Square::ALL.map(|square| unsupported(board, square)))
}

/// The board after the piece on `from` has moved to `to`, before captures.
pub fn moved<L: Logic>(board: &Contents<L>, from: Square, to: Square) -> Contents<L> {
    let mut after = *board;
    after[to.index()] = board[from.index()];
    after[from.index()] = Cell::empty();
    after
}

/// The board without unsupported pieces on traps (CAP-1).
pub fn rid<L: Logic>(board: &Contents<L>) -> Contents<L> {
    Square::ALL.map(|square| board[square.index()].only_if(!unsupported(board, square)))
}

/// The board after a step (CAP-1, CAP-2).
pub fn after<L: Logic>(board: &Contents<L>, from: Square, to: Square) -> Contents<L> {
    rid(&moved(board, from, to))
}

/// A rabbit of this side stands here.
pub fn rabbit<L: Logic>(board: &Contents<L>, side: Side, square: Square) -> L {
    let here = &board[square.index()];
    here.of(side) & here.is(Kind::Rabbit)
}

/// A rabbit of this side stands here, on its goal rank (END-3, END-4).
pub fn at_goal<L: Logic>(board: &Contents<L>, side: Side, square: Square) -> L {
    rabbit(board, side, square) & L::from(square.rank() == goal_rank(side))
}

/// A side has a legal step at the start of a turn; a possible push counts as one (END-7).
pub fn can_step<L: Logic>(board: &Contents<L>, side: Side) -> L {
    any(Square::ALL.into_iter().flat_map(|from| {
        Direction::ALL.into_iter().map(move |direction| {
            own_step(board, side, 4, Pending::Nothing, from, direction)
                | enemy_step(board, side, 4, Pending::Nothing, from, direction)
        })
    }))
}
