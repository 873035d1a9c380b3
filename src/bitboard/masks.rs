//! The rules of movement as functions of words: each answers its question for all 64 squares at once.
//!
//! A board is three planes of strength and one of colour (see [`planes`](super::planes)). The
//! kernels are free functions of words without branches or tables. `own` are the pieces of the
//! player to move, `enemy` the others; `ranks[i]` are all pieces of strength `i + 2` or more, of either side: five
//! nested sets that say everything about strength that the rules ask.

use super::bits::{EAST, NORTH, SOUTH, WEST, east, neighbours, north, shift, south, west};

/// The four traps c3, f3, c6 and f6 (SPEC.md BRD-3).
pub(super) const TRAPS: u64 = 1 << 18 | 1 << 21 | 1 << 42 | 1 << 45;

/// The nested sets of strength from the three planes of the strength code: cats and stronger, dogs and stronger, up to elephants.
///
/// The code is 1 for a rabbit and 6 for an elephant; 7 does not occur.
#[inline(always)]
pub(super) const fn ranks(low: u64, mid: u64, high: u64) -> [u64; 5] {
    [
        mid | high,
        high | (mid & low),
        high,
        high & (mid | low),
        high & mid,
    ]
}

/// The pieces among `weak` beside which a piece of `strong` stands that is stronger (BRD-4).
///
/// With a player's pieces against the other's this is half of being frozen (FRZ-1); the
/// other way round it is half of being pushable (PSH-1).
#[inline(always)]
pub(super) const fn outmatched(weak: u64, strong: u64, ranks: [u64; 5]) -> u64 {
    let [cats, dogs, horses, camels, elephants] = ranks;
    weak & ((neighbours(strong & cats) & !cats)
        | (neighbours(strong & dogs) & !dogs)
        | (neighbours(strong & horses) & !horses)
        | (neighbours(strong & camels) & !camels)
        | (neighbours(strong & elephants) & !elephants))
}

/// The pieces among `weak` that have, exactly in this direction, a stronger piece of `strong` beside them.
#[inline(always)]
pub(super) const fn outmatched_from(
    weak: u64,
    strong: u64,
    ranks: [u64; 5],
    direction: usize,
) -> u64 {
    // The piece to the north of a square is found by moving the pieces south.
    let back = super::bits::opposite(direction);
    let [cats, dogs, horses, camels, elephants] = ranks;
    weak & ((shift(strong & cats, back) & !cats)
        | (shift(strong & dogs, back) & !dogs)
        | (shift(strong & horses, back) & !horses)
        | (shift(strong & camels, back) & !camels)
        | (shift(strong & elephants, back) & !elephants))
}

/// The pieces that may move of those in `own`, where `threatened` have a stronger enemy beside them (FRZ-1).
#[inline(always)]
pub(super) const fn mobile(own: u64, threatened: u64) -> u64 {
    own & (!threatened | neighbours(own))
}

/// Where the plain steps start, by direction (STP-3, STP-4, STP-5). `barred` are the rabbits that may not
/// step north, and those that may not step south.
#[inline(always)]
pub(super) const fn plain_steps(mobile: u64, empty: u64, barred: [u64; 2]) -> [u64; 4] {
    [
        mobile & !barred[0] & south(empty),
        mobile & !barred[1] & north(empty),
        mobile & west(empty),
        mobile & east(empty),
    ]
}

/// Where the first halves of pushes start, by direction: enemy pieces with an empty square that way.
#[inline(always)]
pub(super) const fn push_begins(pushable: u64, empty: u64) -> [u64; 4] {
    [
        pushable & south(empty),
        pushable & north(empty),
        pushable & west(empty),
        pushable & east(empty),
    ]
}

/// The pieces on traps without a friend beside them, of both sides (CAP-1).
#[inline(always)]
pub(super) const fn unsupported(gold: u64, silver: u64) -> u64 {
    TRAPS & ((gold & !neighbours(gold)) | (silver & !neighbours(silver)))
}

/// The squares with exactly one square of the set beside them.
#[inline(always)]
pub(super) const fn one_beside(set: u64) -> u64 {
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
pub(super) const fn capturing(own: u64, steps: [u64; 4]) -> [u64; 4] {
    let single = one_beside(own) & TRAPS;
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
