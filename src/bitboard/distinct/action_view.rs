//! A board as the search for distinct turns sees it: its steps, and which of them capture.
//!
//! Generic over the [`Word`], as [`View`] is, so that `tests/proofs` can prove what rests on it.

use super::super::bits::Word;
use super::super::masks::capturing;
use super::super::planes::Planes;
use super::super::view::{ByDirection, Movers, View, threatened_after};
use crate::vocab::Side;

/// The plain steps: the quiet ones, which capture nothing, and the captures.
pub(in super::super) struct PlainSteps<W = u64> {
    /// The squares from which a step, if it were legal, would cost an own piece.
    would_capture: ByDirection<W>,
    /// The steps that capture nothing.
    pub(in super::super) quiet: ByDirection<W>,
    /// The steps that cost an own piece.
    pub(in super::super) captures: ByDirection<W>,
}

impl<W: Word> PlainSteps<W> {
    #[inline(always)]
    pub(in super::super) fn of(movers: &Movers<W>) -> Self {
        let plain = movers.plain_steps();
        let would_capture = capturing(movers.own, [W::from(u64::MAX); 4]);
        Self {
            would_capture,
            quiet: std::array::from_fn(|direction| plain[direction] & !would_capture[direction]),
            captures: std::array::from_fn(|direction| plain[direction] & would_capture[direction]),
        }
    }
}

impl PlainSteps {
    /// Whether a step of an own piece captures nothing, if it is legal.
    #[inline(always)]
    pub(super) fn is_quiet(&self, index: usize, direction: usize) -> bool {
        self.would_capture[direction] >> index & 1 == 0
    }
}

/// A board with at least two steps of the turn left, and the masks that its actions need.
pub(in super::super) struct ActionView<W = u64> {
    pub(in super::super) view: View<W>,
    pub(in super::super) plain: PlainSteps<W>,
    /// By strength of a piece, the squares beside enemies stronger than it.
    pub(in super::super) threats: [W; 8],
    /// The squares from which a step of an enemy would cost an enemy piece.
    enemy_would_capture: ByDirection<W>,
}

impl<W: Word> ActionView<W> {
    #[inline(always)]
    pub(in super::super) fn of(board: &Planes<W>, threatened: W, side: Side) -> Self {
        let view = View::with_threatened(board, side, threatened);
        Self {
            view,
            plain: PlainSteps::of(&view.movers),
            threats: view.threats(),
            enemy_would_capture: capturing(view.enemy, [W::from(u64::MAX); 4]),
        }
    }

    /// The threatened pieces after a quiet plain step of a piece of this strength.
    #[inline(always)]
    pub(super) fn threatened_after(&self, strength: usize, from: W, to: W) -> W {
        threatened_after(
            self.view.movers.threatened,
            self.threats[strength & 7],
            from,
            to,
        )
    }
}

impl ActionView {
    /// Whether a step of an enemy piece captures nothing, if it is legal.
    #[inline(always)]
    pub(super) fn enemy_is_quiet(&self, index: usize, direction: usize) -> bool {
        self.enemy_would_capture[direction] >> index & 1 == 0
    }
}
