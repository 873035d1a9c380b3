//! Which steps a board allows, for all squares at once: the kernels put together.
//!
//! Like them generic over the [`Word`]: what the engine lists is what `tests/proofs` proves.

use crate::vocab::Side;

use super::bits::{Word, neighbours};
use super::masks::{self, leading_to, mobile, outmatched, plain_steps, push_begins};
use super::planes::Planes;

/// What the last step left open, with squares as sets.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pending<W> {
    Nothing,
    /// A push of a piece of this strength, to be completed to the square it left (SPEC.md PSH-4).
    Push {
        vacated: W,
        strength: usize,
    },
    /// A pull by a piece of this strength, to the square it left (PUL-1).
    Pull {
        left: W,
        strength: usize,
    },
}

/// Legal steps by direction: from which squares a piece of the player may step that way, and an enemy piece be moved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps<W> {
    pub(super) own: [W; 4],
    pub(super) enemy: [W; 4],
}

impl<W: Word> Planes<W> {
    /// The pieces of a side that are not frozen (FRZ-1).
    #[inline(always)]
    pub(super) fn free(&self, side: Side) -> W {
        let (own, enemy) = (self.of(side), self.of(side.other()));
        mobile(own, outmatched(own, enemy, self.ranks()))
    }

    /// Where a piece of this side may not step by itself, north and south (STP-5).
    #[inline(always)]
    pub(super) fn barred(&self, side: Side) -> [W; 2] {
        masks::barred(self.rabbits(), side)
    }

    /// The plain steps of a side, nothing being pending.
    #[inline(always)]
    pub(super) fn plain(&self, side: Side) -> [W; 4] {
        plain_steps(self.free(side), self.empty(), self.barred(side))
    }

    /// The first halves of a side's pushes, if there are steps enough (PSH-1, PSH-2).
    #[inline(always)]
    pub(super) fn begins(&self, side: Side) -> [W; 4] {
        let pushable = outmatched(self.of(side.other()), self.free(side), self.ranks());
        push_begins(pushable, self.empty())
    }

    /// The steps that complete a push of a piece of this strength (PSH-4, PSH-5).
    #[inline(always)]
    pub(super) fn completions(&self, side: Side, vacated: W, strength: usize) -> [W; 4] {
        leading_to(self.free(side) & self.stronger_than(strength), vacated)
    }

    /// The steps of enemies that end a pull by a piece of this strength to the square it left (PUL-1).
    #[inline(always)]
    pub(super) fn pulls(&self, side: Side, left: W, strength: usize) -> [W; 4] {
        leading_to(self.of(side.other()) & self.weaker_than(strength), left)
    }

    /// The pieces of a side beside this square that are stronger than this strength.
    #[inline(always)]
    pub(super) fn stronger_beside(&self, square: W, strength: usize, side: Side) -> W {
        neighbours(square) & self.of(side) & self.stronger_than(strength)
    }

    /// Every legal step of a side with so many steps left.
    #[inline]
    pub(super) fn legal(&self, side: Side, left: usize, pending: Pending<W>) -> Steps<W> {
        let none = [W::from(0); 4];
        if left == 0 {
            return Steps {
                own: none,
                enemy: none,
            };
        }
        if let Pending::Push { vacated, strength } = pending {
            return Steps {
                own: self.completions(side, vacated, strength),
                enemy: none,
            };
        }
        let mut enemy = none;
        if left >= 2 {
            enemy = self.begins(side);
        }
        if let Pending::Pull { left, strength } = pending {
            let pulls = self.pulls(side, left, strength);
            enemy = std::array::from_fn(|direction| enemy[direction] | pulls[direction]);
        }
        Steps {
            own: self.plain(side),
            enemy,
        }
    }

    /// The pieces that a side can step with, or push, at the start of a turn (END-7).
    #[inline]
    pub(super) fn can_step(&self, side: Side) -> W {
        let any = |steps: [W; 4]| steps[0] | steps[1] | steps[2] | steps[3];
        any(self.plain(side)) | any(self.begins(side))
    }
}
