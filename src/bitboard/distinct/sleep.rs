//! Which steps need not be tried, because what they lead to is reached another way.
//!
//! A node carries the steps that are *asleep* on it, four words by direction. The rule: a step may sleep at a node if, at the end of any way
//! through this node that takes it next, the same board is reached by a shorter way, or by one
//! of the same length that is made before it. Then no board is lost: of the shortest ways to it, the first made has no sleeping step, and its
//! beginnings are the first made to where they lead. So a board keeps what sleeps after the first way to it, and the others are forgotten.
//!
//! *Made before* means: if nothing slept. Levels are expanded one after the other, and the boards of each in the order in which they
//! were made. So ways that go on alike stay in their order, and a way that takes a step at once is made before one that takes it
//! after actions that are tried later.
//!
//! Three kinds of steps fall asleep, all of them plain steps:
//! - **Another order.** A step that was enabled at an ancestor, is tried there before the action taken, and commutes with
//!   all actions taken since. Every node tries plain steps that capture nothing first, in the order of directions and squares, then
//!   plain steps that capture, then pulls and pushes; only those of the first group fall asleep.
//! - **The way back.** After a step that captures nothing, its opposite.
//! - **The other way round a corner.** After a step to the east or west, a step of the same piece to the north or
//!   south, if it could as well have taken these two in the other order.
//!
//! A sleeping step stays asleep over an action with which it commutes (moved forward to where it fell asleep, it
//! makes the way that the rule speaks of), and only as long as it is enabled and captures nothing at every node passed.
//!
//! Two actions commute here unless
//! - they start at one square or lead to one square;
//! - one moves a piece beside a piece of the other that is threatened, or moves
//!   a threatened piece: its support keeps pieces from being frozen (FRZ-1);
//! - a push or a pull puts an enemy beside the step's start, which might freeze its piece;
//! - the action captures an own piece, and the step starts on that trap or leads beside it.
//!
//! Otherwise the same pieces stand on the same squares after both, and captures by the second step are the same in either order, because
//! what is captured depends on what stands (CAP-1); a capture by the first is made by the second as
//! well if the step gives the lost piece no support. Enemies are never captured by plain steps, and an enemy captured by a push or a pull sets pieces free only.

use crate::bitboard::bits::{
    NORTH, SOUTH, east, neighbours, neighbours_of_square, opposite, shift, west,
};
use crate::bitboard::masks::TRAPS;

use super::view::View;

/// Plain steps by direction, each set holding where they start.
pub(in super::super) type Steps = [u64; 4];

/// The steps that stay asleep over an action: those that do not start at one of these squares, nor lead to one of those.
#[inline(always)]
pub(super) fn undisturbed(asleep: Steps, starts: u64, ends: u64) -> Steps {
    std::array::from_fn(|direction| asleep[direction] & !starts & !shift(ends, opposite(direction)))
}

/// The same for actions that end where their piece still stands: no step to there is enabled, so it sleeps no longer anyway.
#[inline(always)]
pub(in super::super) fn undisturbed_from(asleep: Steps, starts: u64) -> Steps {
    asleep.map(|steps| steps & !starts)
}

/// The squares beside each square.
pub(super) static BESIDE: [u64; 64] = {
    let mut beside = [0; 64];
    let mut at = 0;
    while at < 64 {
        beside[at] = neighbours_of_square(at);
        at += 1;
    }
    beside
};

/// The pieces that could go round a corner: a step to the north (first entry) or south, then to the east (first word) or west, capturing
/// nothing and not frozen on the way.
#[inline(always)]
pub(super) fn corners(view: &View) -> [[u64; 2]; 2] {
    let (own, empty) = (view.plain.own, view.plain.empty);
    // Nobody is lost by going there: a square that is no trap, or one with support besides.
    let safe = empty & !(TRAPS & !neighbours(own));
    [NORTH, SOUTH].map(|first| {
        let back = opposite(first);
        let cold = (0..5).fold(0, |cold, rank| {
            cold | shift(view.threats[rank + 1], back) & !view.ranks[rank]
        });
        // A friend beside the square between, other than the piece itself.
        let warm = shift(shift(own, back) | east(own) | west(own), back);
        let able = view.plain.cheap[first] & (!cold | warm);
        let safe = shift(safe, back);
        [able & west(safe), able & east(safe)]
    })
}
