//! The enemies that can matter to the turns of the player to move.
//!
//! A turn has at most four steps. So no piece of the player goes farther than four squares, and an
//! enemy that is farther from all of them hardly ever matters. Of a nearer one it is often enough
//! to know that it stands in the way:
//!
//! | what matters of an enemy | where |
//! |---|---|
//! | that it can be pushed or pulled | beside a stronger piece after two steps at most: it needs the other two |
//! | that it can freeze a piece | beside a weaker piece after three steps at most |
//! | that it stands there | beside any piece after three steps at most |
//!
//! So a position has as many turns as a simpler position. In that, an enemy that only stands in the
//! way is replaced by the weakest kind that could neither be moved nor freeze a piece on its
//! square. An enemy to which no row of the table applies is left out, unless it can support another
//! enemy on a trap: one to which a row applies, or one that could be moved there. Of all positions
//! with the same simpler position only one need be counted.
//!
//! # Why the numbers of turns are equal
//! A step is legal or not by the enemy that it moves, the enemies that freeze, and the squares that
//! are occupied. The table keeps each of these within the distance at which a step can depend on
//! it, and the same enemies are captured. So the same ways are legal on both boards.
//!
//! An enemy that only stands in the way stays on its square or is captured there. After such a
//! capture no other enemy comes to that square: none is beside it, or it would have been a support,
//! and of the two enemies' steps that a turn can have, one moved the support away. So its kind
//! distinguishes no two boards, and two ways lead to equal boards in one position exactly if they
//! do in the other.
//!
//! `tests/proofs/kernels/reaching.rs` proves this, action by action, for all boards.

use super::bits::{Word, neighbours};
use super::masks::TRAPS;
use super::planes::{Planes, piece_of};
use crate::vocab::{Piece, Side};

/// A simpler board on which this side has as many turns, at the start of a turn. It need not be
/// possible in a game: it can have too many rabbits, or none.
pub(super) fn simpler_board<W: Word>(board: &Planes<W>, side: Side) -> Planes<W> {
    let reach = Reach::of(board, side, 4);
    let enemy = board.of(side.other());
    let acting = reach.acting_enemies(board, side);
    let mut simple = board.without(enemy & !acting);
    // From the weakest kind on, so that none freezes more than the enemy it replaces.
    let mut standing = enemy & !acting & (reach.near | reach.beside_traps(board, side));
    for strength in 1..=6 {
        let here = standing & !reach.movable[strength];
        simple.put_on_squares(enemy_of_strength(side, strength), here);
        standing = standing & !here;
    }
    simple
}

/// The squares on which an enemy can matter in the steps that are left. They depend only on the
/// player's own pieces.
pub(super) struct Reach<W> {
    /// By strength of an enemy, the squares on which it could be pushed or pulled.
    pub(super) movable: [W; 7],
    /// By strength of an enemy, the squares on which it could freeze a piece.
    pub(super) freezing: [W; 7],
    /// The squares on which an enemy could stand in the way.
    pub(super) near: W,
}

impl<W: Word> Reach<W> {
    pub(super) fn of(board: &Planes<W>, side: Side, left: usize) -> Self {
        let own = board.without(!board.of(side));
        let [cats_up, dogs_up, horses_up, camels_up, elephants] = own.at_least();
        let (all, none) = (own.occupied(), W::from(0));
        // By strength 0 (no piece) to 7: the own pieces at least that strong.
        let least = [
            all, all, cats_up, dogs_up, horses_up, camels_up, elephants, none,
        ];
        Self {
            movable: std::array::from_fn(|at| {
                squares_within(left.saturating_sub(1), least[at + 1])
            }),
            freezing: std::array::from_fn(|at| squares_within(left, all & !least[at])),
            near: squares_within(left, all),
        }
    }

    /// The enemies that could be pushed or pulled.
    fn movable_enemies(&self, board: &Planes<W>, side: Side) -> W {
        (1..=6).fold(W::from(0), |moving, at| {
            moving | board.only_of(enemy_of_strength(side, at)) & self.movable[at]
        })
    }

    /// The enemies that could be pushed or pulled, or freeze a piece.
    pub(super) fn acting_enemies(&self, board: &Planes<W>, side: Side) -> W {
        (1..=6).fold(self.movable_enemies(board, side), |acting, at| {
            acting | board.only_of(enemy_of_strength(side, at)) & self.freezing[at]
        })
    }

    /// The squares beside those traps on which an enemy is near, or could be pushed or pulled.
    pub(super) fn beside_traps(&self, board: &Planes<W>, side: Side) -> W {
        let near = board.of(side.other()) & self.near;
        let traps = W::from(TRAPS) & (near | neighbours(self.movable_enemies(board, side)));
        neighbours(traps)
    }
}

/// The enemy piece of this strength, for the player `side`.
fn enemy_of_strength(side: Side, strength: usize) -> Piece {
    Piece::new(side.other(), piece_of(strength).kind)
}

/// The squares at most `steps` steps from a square of the set.
fn squares_within<W: Word>(steps: usize, set: W) -> W {
    (0..steps).fold(set, |within, _| within | neighbours(within))
}
