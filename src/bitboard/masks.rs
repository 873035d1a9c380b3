//! The rules of movement as functions of words: each answers its question for all 64 squares at once.
//!
//! A board is three planes of strength and one of colour (see [`planes`](super::planes)). The
//! kernels are free functions of words without branches or tables, generic over the [`Word`] so that they can be proved
//! (`tests/proofs`). `own` are the pieces of the
//! player to move, `enemy` the others; `ranks[i]` are all pieces of strength `i + 2` or more, of either side: five
//! nested sets that say everything about strength that the rules ask.

use crate::vocab::Side;

use super::bits::{
    EAST, NORTH, SOUTH, WEST, Word, east, neighbours, north, opposite, shift, south, west,
};

/// The four traps c3, f3, c6 and f6 (SPEC.md BRD-3).
pub(super) const TRAPS: u64 = 1 << 18 | 1 << 21 | 1 << 42 | 1 << 45;

/// The nested sets of strength from the three planes of the strength code: cats and stronger, dogs and stronger, up to elephants.
///
/// The code is 1 for a rabbit and 6 for an elephant; 7 does not occur.
#[inline(always)]
pub(super) fn ranks<W: Word>(low: W, mid: W, high: W) -> [W; 5] {
    [
        mid | high,
        high | (mid & low),
        high,
        high & (mid | low),
        high & mid,
    ]
}

/// The squares whose pieces, of either side, are stronger than this strength (1 for a rabbit, 6 for an elephant), from the planes:
/// one of the nested sets without the others.
#[inline(always)]
pub(super) fn stronger_than<W: Word>(low: W, mid: W, high: W, strength: usize) -> W {
    match strength {
        1 => mid | high,
        2 => high | (mid & low),
        3 => high,
        4 => high & (mid | low),
        5 => high & mid,
        _ => W::from(0),
    }
}

/// The squares whose pieces are weaker than this strength; empty squares too, unless nothing is weaker.
#[inline(always)]
pub(super) fn weaker_than<W: Word>(ranks: [W; 5], strength: usize) -> W {
    let as_strong = ranks.get(strength.wrapping_sub(2));
    as_strong.map_or(W::from(0), |&as_strong| !as_strong)
}

/// The pieces among `weak` beside which a piece of `strong` stands that is stronger (BRD-4).
///
/// With a player's pieces against the other's this is half of being frozen (FRZ-1); the
/// other way round it is half of being pushable (PSH-1).
#[inline(always)]
pub(super) fn outmatched<W: Word>(weak: W, strong: W, ranks: [W; 5]) -> W {
    let [cats, dogs, horses, camels, elephants] = ranks;
    weak & ((neighbours(strong & cats) & !cats)
        | (neighbours(strong & dogs) & !dogs)
        | (neighbours(strong & horses) & !horses)
        | (neighbours(strong & camels) & !camels)
        | (neighbours(strong & elephants) & !elephants))
}

/// The pieces among `weak` that have, exactly in this direction, a stronger piece of `strong` beside them.
#[inline(always)]
pub(super) fn outmatched_from<W: Word>(weak: W, strong: W, ranks: [W; 5], direction: usize) -> W {
    // The piece to the north of a square is found by moving the pieces south.
    let back = opposite(direction);
    let [cats, dogs, horses, camels, elephants] = ranks;
    weak & ((shift(strong & cats, back) & !cats)
        | (shift(strong & dogs, back) & !dogs)
        | (shift(strong & horses, back) & !horses)
        | (shift(strong & camels, back) & !camels)
        | (shift(strong & elephants, back) & !elephants))
}

/// The pieces that may move of those in `own`, where `threatened` have a stronger enemy beside them (FRZ-1).
#[inline(always)]
pub(super) fn mobile<W: Word>(own: W, threatened: W) -> W {
    own & (!threatened | neighbours(own))
}

/// This piece if it is frozen (FRZ-1), where `holders` are the stronger enemies beside it.
#[inline(always)]
pub(super) fn held<W: Word>(piece: W, holders: W, own: W) -> W {
    piece & holders.if_any() & !(neighbours(piece) & own).if_any()
}

/// Which of these rabbits of a side may not step north by themselves, and which not south: backward (STP-5).
#[inline(always)]
pub(super) fn barred<W: Word>(rabbits: W, side: Side) -> [W; 2] {
    match side {
        Side::Gold => [W::from(0), rabbits],
        Side::Silver => [rabbits, W::from(0)],
    }
}

/// The piece on `from` if its step to `to` is barred.
#[inline(always)]
pub(super) fn backward<W: Word>(from: W, to: W, barred: [W; 2]) -> W {
    from & ((barred[NORTH] & south(to)) | (barred[SOUTH] & north(to)))
}

/// Where the plain steps start, by direction (STP-3, STP-4, STP-5). `barred` are the rabbits that may not
/// step north, and those that may not step south.
#[inline(always)]
pub(super) fn plain_steps<W: Word>(mobile: W, empty: W, barred: [W; 2]) -> [W; 4] {
    [
        mobile & !barred[0] & south(empty),
        mobile & !barred[1] & north(empty),
        mobile & west(empty),
        mobile & east(empty),
    ]
}

/// Where the first halves of pushes start, by direction: enemy pieces with an empty square that way.
#[inline(always)]
pub(super) fn push_begins<W: Word>(pushable: W, empty: W) -> [W; 4] {
    leading_to(pushable, empty)
}

/// The pieces that a step in each direction leads to one of these squares.
#[inline(always)]
pub(super) fn leading_to<W: Word>(pieces: W, squares: W) -> [W; 4] {
    [
        pieces & south(squares),
        pieces & north(squares),
        pieces & west(squares),
        pieces & east(squares),
    ]
}

/// The pieces on traps without a friend beside them, of both sides (CAP-1).
#[inline(always)]
pub(super) fn unsupported<W: Word>(gold: W, silver: W) -> W {
    W::from(TRAPS) & ((gold & !neighbours(gold)) | (silver & !neighbours(silver)))
}

/// The squares with exactly one square of the set beside them.
#[inline(always)]
pub(super) fn one_beside<W: Word>(set: W) -> W {
    let (n, s, e, w) = (north(set), south(set), east(set), west(set));
    let odd = n ^ s ^ e ^ w;
    let pair = (n & s) | (e & w);
    // An odd number of neighbours is one or three; three hold an opposite pair.
    odd & !pair
}

/// The plain steps, by direction, that cost a piece of the player who makes them (CAP-2): the last
/// supporter of a piece on a trap leaves, or the step leads into a trap where only the mover itself stood beside.
///
/// `steps` are the legal ones. Nothing of the enemy's is ever captured by them: its support does not change.
#[inline(always)]
pub(super) fn capturing<W: Word>(own: W, steps: [W; 4]) -> [W; 4] {
    let single = one_beside(own) & W::from(TRAPS);
    // Whoever stands beside an own piece that it alone supports; a step away from it takes the support along
    // whichever way it leads, for no two squares beside one trap touch each other.
    let leaving = neighbours(single & own) & own;
    // The only piece beside an empty trap is lost if it steps in.
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
