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
//! A node carries its sleeping steps, four words by direction. A step may sleep at a node if the
//! board that it leads to is reached by a shorter way, or by a way of the same length that is made
//! before the ways that this node continues. A board keeps the sleeping steps of the first way to
//! it. Why then no board is lost is shown in docs/formal.md.
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
//! - they start at one square, or the step leads where an enemy is pushed;
//! - the two own pieces that move stand beside each other and one of them is threatened: the other
//!   keeps it from being frozen (FRZ-1);
//! - the action captures an own piece, and the step leads beside that trap.
//!
//! A step that the action makes illegal, as its piece is now frozen or its square is now occupied,
//! may sleep: nothing is lost by that.
//!
//! Otherwise the same pieces stand on the same squares after both. Captures by the second step are
//! the same in either order, because they depend on where pieces stand (CAP-1). A capture by the
//! first is made by the second as well, if the step gives the captured piece no support. Plain
//! steps never capture enemies, and an enemy captured by a push or a pull only sets pieces free.
//!
//! # What is proved
//! The conditions below are generic over the [`Word`]. `tests/proofs/kernels/sleep` proves of this
//! very code, for all boards between steps, that no sleeping step is needed.

use super::super::bits::{EAST, NORTH, SOUTH, WEST, Word, east, neighbours, opposite, shift, west};
use super::super::planes::Planes;
use crate::vocab::Side;

use super::action_view::ActionView;

/// Plain steps by direction: the squares where they start.
pub(in super::super) type Steps<W = u64> = [W; 4];

/// The sleeping steps that stay asleep over an action: those that neither start at one of the
/// squares `starts` nor lead to one of the squares `ends`.
#[inline(always)]
pub(in super::super) fn without_disturbed_steps<W: Word>(
    asleep: Steps<W>,
    starts: W,
    ends: W,
) -> Steps<W> {
    std::array::from_fn(|direction| asleep[direction] & !starts & !shift(ends, opposite(direction)))
}

/// Like [`without_disturbed_steps`], for squares `ends` that stay occupied: no step leads there, so
/// only `starts` matters.
#[inline(always)]
pub(in super::super) fn steps_starting_elsewhere<W: Word>(asleep: Steps<W>, starts: W) -> Steps<W> {
    asleep.map(|steps| steps & !starts)
}

/// The move of an own piece by an action, with the squares where a step that starts or ends does
/// not commute with the action.
pub(in super::super) struct Disturbed<W = u64> {
    pub(in super::super) from: W,
    pub(in super::super) to: W,
    pub(in super::super) starts: W,
    pub(in super::super) ends: W,
}

impl<W: Word> Disturbed<W> {
    /// The disturbance by a pull, or by a plain step that costs an own piece. The player's piece
    /// goes from `from` to `to`, and `beside` are the squares beside `from`.
    #[inline(always)]
    pub(in super::super) fn by_step(board: &ActionView<W>, from: W, beside: W, to: W) -> Self {
        Self {
            from,
            to,
            starts: board.dependent_squares(from, beside),
            ends: W::from(0),
        }
    }

    /// The disturbance by a push: an enemy leaves `vacated` for `pushed_to`, and the pusher on
    /// `from` follows it. `beside` are the squares beside `from`.
    #[inline(always)]
    pub(in super::super) fn by_push(
        board: &ActionView<W>,
        from: W,
        beside: W,
        [vacated, pushed_to]: [W; 2],
    ) -> Self {
        Self {
            ends: pushed_to,
            ..Self::by_step(board, from, beside, vacated)
        }
    }
}

impl<W: Word> ActionView<W> {
    /// The squares from which plain steps do not commute with a plain step of the piece on `from`:
    /// `from` itself, and those beside it if one of the two pieces is threatened.
    #[inline(always)]
    pub(in super::super) fn dependent_squares(&self, from: W, beside: W) -> W {
        let threatened = self.view.movers.threatened;
        from | beside & (threatened | (threatened & from).all_if_any())
    }

    /// The quiet steps that sleep after a quiet step of the piece on `from`: the way back, and
    /// those of the quiet steps `done` that commute with it. `beside` are the squares beside
    /// `from`, which a search has ready.
    #[inline(always)]
    pub(in super::super) fn asleep_after_quiet(
        &self,
        done: Steps<W>,
        from: W,
        beside: W,
        direction: usize,
    ) -> Steps<W> {
        let mut asleep = steps_starting_elsewhere(done, self.dependent_squares(from, beside));
        let back = opposite(direction);
        asleep[back] = asleep[back] | shift(from, direction);
        asleep
    }

    /// The plain steps that sleep after an action that is tried after all quiet steps.
    #[inline(always)]
    pub(in super::super) fn asleep_after(
        &self,
        action: &Disturbed<W>,
        after: &Planes<W>,
        side: Side,
    ) -> Steps<W> {
        let own = self.view.movers.own ^ (action.from | action.to);
        let captured = own & !after.of(side);
        // A step to a square beside a captured piece could have supported it. The steps of the
        // captured piece itself may sleep: nothing is left to take them.
        let ends = action.ends | neighbours(captured);
        without_disturbed_steps(self.plain.quiet, action.starts, ends)
    }
}

/// The pieces that could go round a corner: those that could step to the north (first entry) or to
/// the south (second), capturing nothing, and would not be frozen there.
///
/// East then north ends where north then east ends. The last step of both is to the same square,
/// which has to be empty for either, and captures the same. So only the step north is checked.
#[inline(always)]
pub(in super::super) fn at_corners<W: Word>(board: &ActionView<W>) -> [W; 2] {
    let own = board.view.movers.own;
    [NORTH, SOUTH].map(|first| {
        let back = opposite(first);
        // The square between is beside an enemy that is stronger.
        let threatened = (0..5).fold(W::from(0), |threatened, at| {
            threatened | shift(board.threats[at + 1], back) & !board.view.at_least[at]
        });
        // A friend other than the piece itself is beside the square between.
        let supported = shift(shift(own, back) | east(own) | west(own), back);
        board.plain.quiet[first] & (!threatened | supported)
    })
}

/// The steps to the north and to the south that sleep after a step of the piece on `from`, because
/// it could go round the corner the other way. After a step to the north or south there are none.
#[inline(always)]
pub(in super::super) fn asleep_round_the_corner<W: Word>(
    corners: &[W; 2],
    from: W,
    direction: usize,
) -> [W; 2] {
    match direction {
        EAST | WEST => corners.map(|able| shift(able & from, direction)),
        _ => [W::from(0); 2],
    }
}
