//! Sleep sets: which steps need not be tried, because another way leads to the same board.
//!
//! This is the partial-order reduction of Godefroid, used on a breadth-first search. Two steps that
//! do not interfere commute: both orders lead to the same board, and only one need be tried.
//!
//! ```text
//!              start                 1. Ra2n is tried before Rh2n at the start.
//!        Ra2n /     \ Rh2n          2. They commute, so at B the step Ra2n *sleeps*:
//!            A       B                  it would lead to C once more.
//!        Rh2n \     / Ra2n          3. At A the step Rh2n is awake. It is tried and
//!              \   /    (asleep)        makes C, with the way Ra2n Rh2n.
//!                C
//! ```
//!
//! # The rule
//! A node carries its sleeping steps, four words by direction. A step may sleep at a node if, at
//! the end of any way through this node that takes it next, the same board is reached by a shorter
//! way, or by a way of the same length that is made before it. Then no board is lost: of the
//! shortest ways to a board, the first made has no sleeping step, and its beginnings are the first
//! made to where they lead. A board keeps the sleeping steps of the first way to it.
//!
//! *Made before* means: if nothing slept. Levels are expanded one after the other, and the boards
//! of each in the order in which they were made. So ways that go on alike stay in their order, and
//! a way that takes a step at once is made before one that takes it after actions that are tried
//! later.
//!
//! # What falls asleep
//! Plain steps of three kinds:
//! - **Another order.** A step that was enabled at an ancestor, is tried there before the action
//!   taken, and commutes with all actions taken since. Every node tries plain steps that capture
//!   nothing first, in the order of directions and squares, then plain steps that capture, then
//!   pulls and pushes. Only steps of the first group fall asleep.
//! - **The way back.** After a step that captures nothing, its opposite.
//! - **The other way round a corner.** After a step to the east or west, a step of the same piece
//!   to the north or south, if the piece could have taken these two in the other order.
//!
//! A sleeping step stays asleep over an action with which it commutes, as long as it is enabled and
//! captures nothing at every node passed. Moved forward to where it fell asleep, it makes the way
//! that the rule asks for.
//!
//! # What commutes
//! Two actions commute here unless
//! - they start at one square or lead to one square;
//! - one moves a piece beside a piece of the other that is threatened, or moves a threatened piece:
//!   its support keeps pieces from being frozen (FRZ-1);
//! - a push or a pull puts an enemy beside the step's start, which might freeze its piece;
//! - the action captures an own piece, and the step starts on that trap or leads beside it.
//!
//! Otherwise the same pieces stand on the same squares after both. Captures by the second step are
//! the same in either order, because they depend on where pieces stand (CAP-1). A capture by the
//! first is made by the second as well, if the step gives the captured piece no support. Plain
//! steps never capture enemies, and an enemy captured by a push or a pull only sets pieces free.

use crate::bitboard::bits::{
    NORTH, SOUTH, east, neighbours, neighbours_of_square, opposite, shift, west,
};
use crate::bitboard::masks::TRAPS;

use super::action_view::ActionView;

/// Plain steps by direction: the squares where they start.
pub(in super::super) type Steps = [u64; 4];

/// The steps that stay asleep over an action: those that neither start at one of the squares
/// `starts` nor lead to one of the squares `ends`.
#[inline(always)]
pub(super) fn without_disturbed(asleep: Steps, starts: u64, ends: u64) -> Steps {
    std::array::from_fn(|direction| asleep[direction] & !starts & !shift(ends, opposite(direction)))
}

/// Like [`without_disturbed`] where the squares of `ends` stay occupied, so that no step leads
/// there. Only `starts` matters.
#[inline(always)]
pub(in super::super) fn starting_elsewhere(asleep: Steps, starts: u64) -> Steps {
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

/// The pieces that could go round a corner: a step to the north (first entry) or south, then to
/// the east (first word) or west, capturing nothing and not frozen on the way.
#[inline(always)]
pub(super) fn corners(board: &ActionView) -> [[u64; 2]; 2] {
    let movers = board.view.movers;
    let (own, empty) = (movers.own, movers.empty);
    // A piece that goes there is not captured: the square is no trap, or has other support.
    let safe = empty & !(TRAPS & !neighbours(own));
    [NORTH, SOUTH].map(|first| {
        let back = opposite(first);
        // The square between is beside an enemy that is stronger.
        let threatened = (0..5).fold(0, |threatened, rank| {
            threatened | shift(board.threats[rank + 1], back) & !board.view.at_least[rank]
        });
        // A friend other than the piece itself is beside the square between.
        let supported = shift(shift(own, back) | east(own) | west(own), back);
        let able = board.plain.quiet[first] & (!threatened | supported);
        let safe = shift(safe, back);
        [able & west(safe), able & east(safe)]
    })
}
