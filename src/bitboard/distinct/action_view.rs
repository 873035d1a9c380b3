//! A board as the search for distinct turns sees it: its steps, and which of them capture.

use crate::bitboard::bits::{neighbours, when};
use crate::bitboard::masks::capturing;
use crate::bitboard::planes::Planes;
use crate::bitboard::view::{Movers, View, threatened_after};
use crate::vocab::Side;

use super::sleep::{BESIDE, Steps, without_disturbed};

/// The plain steps: the quiet ones, which capture nothing, and the captures.
pub(in super::super) struct PlainSteps {
    /// The squares from which a step, if it were legal, would cost an own piece.
    would_capture: Steps,
    /// The steps that capture nothing.
    pub(in super::super) quiet: Steps,
    /// The steps that cost an own piece.
    pub(in super::super) captures: Steps,
}

impl PlainSteps {
    #[inline(always)]
    pub(in super::super) fn of(movers: &Movers) -> Self {
        let plain = movers.plain_steps();
        let would_capture = capturing(movers.own, [u64::MAX; 4]);
        Self {
            would_capture,
            quiet: std::array::from_fn(|direction| plain[direction] & !would_capture[direction]),
            captures: std::array::from_fn(|direction| plain[direction] & would_capture[direction]),
        }
    }

    /// Whether a step of an own piece captures nothing.
    #[inline(always)]
    pub(super) fn is_quiet(&self, index: usize, direction: usize) -> bool {
        self.would_capture[direction] >> index & 1 == 0
    }
}

/// A board with two steps or more to come.
pub(in super::super) struct ActionView {
    pub(in super::super) view: View,
    pub(in super::super) plain: PlainSteps,
    /// The squares beside enemies that are stronger than a piece, by its strength.
    pub(super) threats: [u64; 8],
    /// The squares from which a step of an enemy would cost an enemy piece.
    enemy_would_capture: Steps,
}

impl ActionView {
    #[inline(always)]
    pub(in super::super) fn of(board: &Planes, threatened: u64, side: Side) -> Self {
        let view = View::with_threatened(board, side, threatened);
        Self {
            view,
            plain: PlainSteps::of(&view.movers),
            threats: view.threats(),
            enemy_would_capture: capturing(view.enemy, [u64::MAX; 4]),
        }
    }

    /// The threatened pieces after a quiet plain step of a piece of this strength.
    #[inline(always)]
    pub(super) fn threatened_after(&self, strength: usize, from: u64, to: u64) -> u64 {
        threatened_after(
            self.view.movers.threatened,
            self.threats[strength & 7],
            from,
            to,
        )
    }

    /// Whether a step of an enemy captures nothing.
    #[inline(always)]
    pub(super) fn enemy_is_quiet(&self, index: usize, direction: usize) -> bool {
        self.enemy_would_capture[direction] >> index & 1 == 0
    }

    /// The plain steps that may sleep after an action: see [`sleep`](super::sleep).
    #[inline(always)]
    pub(super) fn asleep_after(&self, action: &Disturbed, after: &Planes, side: Side) -> Steps {
        // Steps of a captured piece need no waking: nothing is left to take them.
        let own = self.view.movers.own ^ (action.from | action.to);
        let captured = own & !after.of(side);
        without_disturbed(
            self.plain.quiet,
            action.starts,
            action.ends | neighbours(captured),
        )
    }

    /// The squares from which plain steps do not commute with a plain step of this piece: its own,
    /// and those beside it if one of the two pieces is threatened.
    #[inline(always)]
    pub(in super::super) fn dependents(&self, index: usize) -> u64 {
        let from = 1 << index;
        let threatened = self.view.movers.threatened;
        from | BESIDE[index & 63] & (threatened | when(threatened & from != 0))
    }
}

/// How an action moves an own piece, and the squares where a step that starts or ends does not
/// commute with the action.
pub(super) struct Disturbed {
    pub(super) from: u64,
    pub(super) to: u64,
    pub(super) starts: u64,
    pub(super) ends: u64,
}
