//! Rule kernels: functions of words, each of which answers one question for all 64 squares.
//!
//! A board is three planes of strength and one of colour (see [`planes`](super::planes)). The
//! kernels have no branches and no tables, and are generic over the [`Word`], so that
//! `tests/proofs` can prove them. `own` are the pieces of the player to move, `enemy` the others.
//! `at_least[i]` are the pieces of either side with strength `i + 2` or more: five nested sets
//! that hold everything the rules ask about strength. A [`View`](super::view::View) puts the
//! kernels together.

use crate::vocab::Side;

use super::bits::{
    EAST, NORTH, SOUTH, WEST, Word, east, neighbours, north, opposite, shift, south, west,
};

/// The four traps c3, f3, c6 and f6 (SPEC.md BRD-3).
pub(super) const TRAPS: u64 = 1 << 18 | 1 << 21 | 1 << 42 | 1 << 45;

/// The pieces of strength 2 or more, 3 or more, up to 6, from the planes of the strength code.
///
/// The code is 1 for a rabbit and 6 for an elephant; 7 does not occur.
#[inline(always)]
pub(super) fn at_least<W: Word>(low: W, mid: W, high: W) -> [W; 5] {
    [
        mid | high,
        high | (mid & low),
        high,
        high & (mid | low),
        high & mid,
    ]
}

/// The pieces of `weak` with a stronger piece of `strong` beside them (BRD-4).
///
/// If `weak` are a player's pieces and `strong` the enemy's, this is half of being frozen (FRZ-1).
/// The other way round it is half of being pushable (PSH-1).
#[inline(always)]
pub(super) fn beside_stronger<W: Word>(weak: W, strong: W, at_least: [W; 5]) -> W {
    let [cats_up, dogs_up, horses_up, camels_up, elephants] = at_least;
    weak & ((neighbours(strong & cats_up) & !cats_up)
        | (neighbours(strong & dogs_up) & !dogs_up)
        | (neighbours(strong & horses_up) & !horses_up)
        | (neighbours(strong & camels_up) & !camels_up)
        | (neighbours(strong & elephants) & !elephants))
}

/// The pieces of `weak` with a stronger piece of `strong` beside them in exactly this direction.
#[inline(always)]
pub(super) fn beside_stronger_in<W: Word>(
    weak: W,
    strong: W,
    at_least: [W; 5],
    direction: usize,
) -> W {
    // The piece to the north of a square is found by moving the pieces south.
    let back = opposite(direction);
    let [cats_up, dogs_up, horses_up, camels_up, elephants] = at_least;
    weak & ((shift(strong & cats_up, back) & !cats_up)
        | (shift(strong & dogs_up, back) & !dogs_up)
        | (shift(strong & horses_up, back) & !horses_up)
        | (shift(strong & camels_up, back) & !camels_up)
        | (shift(strong & elephants, back) & !elephants))
}

/// The pieces of either side with a weaker piece of `weak` beside them in exactly this direction.
#[inline(always)]
pub(super) fn beside_weaker_in<W: Word>(weak: W, at_least: [W; 5], direction: usize) -> W {
    let back = opposite(direction);
    let [cats_up, dogs_up, horses_up, camels_up, elephants] = at_least;
    (cats_up & shift(weak & !cats_up, back))
        | (dogs_up & shift(weak & !dogs_up, back))
        | (horses_up & shift(weak & !horses_up, back))
        | (camels_up & shift(weak & !camels_up, back))
        | (elephants & shift(weak & !elephants, back))
}

/// The pieces of `own` that are not frozen (FRZ-1). `threatened` are the pieces beside a stronger
/// enemy.
#[inline(always)]
pub(super) fn not_frozen<W: Word>(own: W, threatened: W) -> W {
    own & (!threatened | neighbours(own))
}

/// The rabbits of a side that may not step north, and those that may not step south (STP-5).
#[inline(always)]
pub(super) fn backward_rabbits<W: Word>(rabbits: W, side: Side) -> [W; 2] {
    match side {
        Side::Gold => [W::from(0), rabbits],
        Side::Silver => [rabbits, W::from(0)],
    }
}

/// The starts of plain steps, by direction (STP-3, STP-4, STP-5). `backward` are the rabbits
/// that may not step north, and those that may not step south.
#[inline(always)]
pub(super) fn plain_steps<W: Word>(free: W, empty: W, backward: [W; 2]) -> [W; 4] {
    [
        free & !backward[0] & south(empty),
        free & !backward[1] & north(empty),
        free & west(empty),
        free & east(empty),
    ]
}

/// By direction, the pieces that one step in it takes to one of these squares.
#[inline(always)]
pub(super) fn leading_to<W: Word>(pieces: W, squares: W) -> [W; 4] {
    [
        pieces & south(squares),
        pieces & north(squares),
        pieces & west(squares),
        pieces & east(squares),
    ]
}

/// The pieces of one side on traps without a friend beside them (CAP-1).
#[inline(always)]
pub(super) fn unsupported<W: Word>(pieces: W) -> W {
    W::from(TRAPS) & pieces & !neighbours(pieces)
}

/// The squares that have exactly one square of the set beside them.
#[inline(always)]
pub(super) fn one_beside<W: Word>(set: W) -> W {
    let (n, s, e, w) = (north(set), south(set), east(set), west(set));
    let odd = n ^ s ^ e ^ w;
    let pair = (n & s) | (e & w);
    // An odd number of neighbours is one or three; three hold an opposite pair.
    odd & !pair
}

/// The steps, by direction, that cost their own side a piece (CAP-2). Either the last supporter of
/// a piece on a trap leaves, or a piece without further support enters a trap.
///
/// `steps` are legal plain steps. They never capture an enemy: its support does not change.
#[inline(always)]
pub(super) fn capturing<W: Word>(own: W, steps: [W; 4]) -> [W; 4] {
    let single = one_beside(own) & W::from(TRAPS);
    // The only supporter of an own piece on a trap. Any step of it takes the support away, because
    // no two squares beside one trap touch each other.
    let leaving = neighbours(single & own) & own;
    // The only piece beside an empty trap is captured if it steps in.
    let entered = single & !own;
    [
        steps[NORTH] & (leaving | south(entered)),
        steps[SOUTH] & (leaving | north(entered)),
        steps[EAST] & (leaving | west(entered)),
        steps[WEST] & (leaving | east(entered)),
    ]
}

/// The goal rank of a side's rabbits (BRD-5).
pub(super) const fn goal_rank(side: Side) -> u64 {
    match side {
        Side::Gold => 0xff << 56,
        Side::Silver => 0xff,
    }
}
