//! A moment as planes of 8 × 8 bytes, the square a1 first and b1 after it.
//!
//! | planes | 1 where |
//! |---|---|
//! | 0–11 | the pieces stand now: Gold's R, C, D, H, M, E, then Silver's |
//! | 12–23 | they stood at the start of the turn |
//! | 24 | the square is that which a push has vacated and that must be entered |
//! | 25 | the square is that to which a pull may draw a piece |
//! | 26–29 | everywhere, if the turn has at least 1, 2, 3, 4 steps left |
//! | 30 | everywhere, if Silver is to move |
//! | 31 | everywhere, if pieces are being placed |
//!
//! Relative planes have the pieces of the side to move first, and its own side of the board on
//! rank 1: for Silver ranks are mirrored.

use arimaa::Bitboard;
use arimaa::vocab::{Piece, Placed, Side};

use super::moment::Moment;
use super::packed::piece_code;

/// The number of planes.
pub const PLANES: usize = 32;

/// The number of bytes of all planes.
pub const SIZE: usize = PLANES * 64;

/// The first plane of each group in the table above.
const START: usize = 12;
const PUSH: usize = 24;
const PULL: usize = 25;
const LEFT: usize = 26;
const SILVER: usize = 30;
const SETUP: usize = 31;

/// The eight bytes of a rank for each set of its squares, by the bits of the set.
const RANKS: [u64; 256] = {
    let mut ranks = [0; 256];
    let mut set = 0;
    while set < 256 {
        let mut file = 0;
        while file < 8 {
            ranks[set] |= (set as u64 >> file & 1) << (8 * file);
            file += 1;
        }
        set += 1;
    }
    ranks
};

/// Writes the planes of a moment as numbers of any type; all are 0 without a moment. An empty slice
/// is left as it is.
pub fn draw<T: Copy + From<u8>>(moment: Option<&Moment>, relative: bool, planes: &mut [T]) {
    if planes.is_empty() {
        return;
    }
    let Some(moment) = moment else {
        planes.fill(T::from(0));
        return;
    };
    let mut sets = squares_by_plane(moment);
    if relative && moment.label().side == Side::Silver {
        sets = sets.map(u64::swap_bytes);
        sets[..START].rotate_left(6);
        sets[START..PUSH].rotate_left(6);
    }
    let (planes, _) = planes.as_chunks_mut::<64>();
    for (plane, set) in planes.iter_mut().zip(sets) {
        let (ranks, _) = plane.as_chunks_mut::<8>();
        for (rank, set) in ranks.iter_mut().zip(set.to_le_bytes()) {
            *rank = RANKS[usize::from(set)].to_le_bytes().map(T::from);
        }
    }
}

/// The set of squares of each plane; bit 0 is a1.
fn squares_by_plane(moment: &Moment) -> [u64; PLANES] {
    let mut sets = [0; PLANES];
    if let Some(position) = moment.position() {
        for (set, piece) in sets.iter_mut().zip(Piece::ALL) {
            *set = position.by_piece(piece).0;
        }
        sets.copy_within(..START, START);
        // Steps and captures of the turn are taken back in any order: each changes squares of its
        // own piece.
        for step in position.steps_taken().iter() {
            let from = Bitboard::from(step.from);
            let both = from | from.shift(step.direction);
            sets[START + plane_of(step.piece)] ^= both.0;
        }
        flip_squares(&mut sets[START..], position.captures());
        let square_of = |placed: Option<Placed>| placed.map_or(0, |it| 1 << it.square.index());
        sets[PUSH] = square_of(position.open_push());
        sets[PULL] = square_of(position.open_pull());
        sets[LEFT..][..position.steps_left()].fill(!0);
    } else {
        let rules = moment.rules();
        flip_squares(&mut sets, rules.board().placed());
        flip_squares(&mut sets[START..], rules.snapshot().start.placed());
        sets[SETUP] = !0;
    }
    if moment.label().side == Side::Silver {
        sets[SILVER] = !0;
    }
    sets
}

/// Toggles the squares of these pieces, each on the plane of its piece.
fn flip_squares(sets: &mut [u64], pieces: impl Iterator<Item = Placed>) {
    for Placed { piece, square } in pieces {
        sets[plane_of(piece)] ^= 1 << square.index();
    }
}

/// The plane of a piece within its group.
fn plane_of(piece: Piece) -> usize {
    usize::from(piece_code(piece)) - 1
}
