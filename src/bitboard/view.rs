//! The rules of movement in one place: the steps of one side, for all squares at once.
//!
//! Every part of the engine that makes steps gets them from a [`View`] or from its [`Movers`]: the
//! list of legal steps, the judge of one step, and every walk and search. Both are generic over the
//! [`Word`], and `tests/proofs` proves their answers for all boards.
//!
//! Sets *by direction* are four words, indexed as in [`bits`](super::bits). Each holds the squares
//! from which a step that way is possible.

use crate::vocab::Side;

use super::bits::{EAST, NORTH, SOUTH, WEST, Word, neighbours};
use super::masks::{
    backward_rabbits, beside_stronger, beside_stronger_in, beside_weaker_in, leading_to,
    not_frozen, plain_steps,
};
use super::planes::Planes;

/// One set of squares for each direction.
pub(super) type ByDirection<W> = [W; 4];

/// The sets that decide the plain steps of a side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Movers<W = u64> {
    /// The pieces of the side.
    pub(super) own: W,
    /// The empty squares.
    pub(super) empty: W,
    /// The side's pieces beside a stronger enemy.
    pub(super) threatened: W,
    /// The side's rabbits that may not step north, and those that may not step south.
    pub(super) backward: [W; 2],
}

impl<W: Word> Movers<W> {
    /// The sets of this side. `threatened` are its pieces beside a stronger enemy.
    #[inline(always)]
    pub(super) fn of(board: &Planes<W>, side: Side, threatened: W) -> Self {
        Self {
            own: board.of(side),
            empty: board.empty(),
            threatened,
            backward: backward_rabbits(board.rabbits(), side),
        }
    }

    /// The side's pieces that are not frozen (SPEC.md FRZ-1).
    #[inline(always)]
    pub(super) fn free(&self) -> W {
        not_frozen(self.own, self.threatened)
    }

    /// The starts of plain steps (STP-3, STP-4, STP-5, FRZ-2).
    #[inline(always)]
    pub(super) fn plain_steps(&self) -> ByDirection<W> {
        plain_steps(self.free(), self.empty, self.backward)
    }
}

/// A board from the point of view of the side to move, with the sets that decide its steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<W = u64> {
    pub(super) movers: Movers<W>,
    /// The side's pieces that are not frozen.
    pub(super) free: W,
    /// The pieces of the other side.
    pub(super) enemy: W,
    /// Five sets: the pieces of either side with strength 2 or more, 3 or more, up to 6.
    pub(super) at_least: [W; 5],
}

/// The push or pull that the last step left open, with squares as sets.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pending<W = u64> {
    /// Neither a push nor a pull.
    Nothing,
    /// A push of an enemy piece of this strength, to be completed to the square it left (PSH-4).
    Push { vacated: W, strength: usize },
    /// A pull by an own piece of this strength, to the square it left (PUL-1).
    Pull { vacated: W, strength: usize },
}

/// The legal steps, by direction: of the side's own pieces, and of enemy pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Legal<W = u64> {
    pub(super) own: ByDirection<W>,
    pub(super) enemy: ByDirection<W>,
}

impl<W: Word> View<W> {
    /// The view of this side to move.
    #[inline(always)]
    pub(super) fn of(board: &Planes<W>, side: Side) -> Self {
        Self::with_threatened(board, side, threatened(board, side))
    }

    /// The view of this side to move. `threatened` are its pieces beside a stronger enemy.
    #[inline(always)]
    pub(super) fn with_threatened(board: &Planes<W>, side: Side, threatened: W) -> Self {
        let movers = Movers::of(board, side, threatened);
        Self {
            movers,
            free: movers.free(),
            enemy: board.of(side.other()),
            at_least: board.at_least(),
        }
    }

    /// The starts of plain steps, by direction (STP-3, STP-4, STP-5, FRZ-2).
    #[inline(always)]
    pub(super) fn plain_steps(&self) -> ByDirection<W> {
        plain_steps(self.free, self.movers.empty, self.movers.backward)
    }

    /// The starts of the first halves of pushes, if two steps are left (PSH-1, PSH-2).
    #[inline(always)]
    pub(super) fn pushes_begun(&self) -> ByDirection<W> {
        let pushable = beside_stronger(self.enemy, self.free, self.at_least);
        leading_to(pushable, self.movers.empty)
    }

    /// The own pieces that can complete a push of a piece of this strength (PSH-4, PSH-5).
    #[inline(always)]
    pub(super) fn pushers(&self, vacated: W, strength: usize) -> W {
        self.free & self.stronger_than(strength) & neighbours(vacated)
    }

    /// The steps that complete a push of a piece of this strength (PSH-4, PSH-5).
    #[inline(always)]
    pub(super) fn completions(&self, vacated: W, strength: usize) -> ByDirection<W> {
        leading_to(self.free & self.stronger_than(strength), vacated)
    }

    /// The enemies that a piece of this strength can pull to the square it left (PUL-1).
    #[inline(always)]
    pub(super) fn pullable(&self, vacated: W, strength: usize) -> W {
        self.enemy & self.weaker_than(strength) & neighbours(vacated)
    }

    /// The enemy steps that end a pull by a piece of this strength to the square it left (PUL-1).
    #[inline(always)]
    pub(super) fn pulls(&self, vacated: W, strength: usize) -> ByDirection<W> {
        leading_to(self.enemy & self.weaker_than(strength), vacated)
    }

    /// The squares that tell which push or pull is open: the square that was left, and the pieces
    /// that may step there next (PSH-4, PUL-1). Empty for a pull without such a piece, or without a
    /// step left. The square left is empty, so together with the board it can be told from the
    /// pieces.
    #[inline(always)]
    pub(super) fn open_squares(&self, steps_left: usize, pending: Pending<W>) -> W {
        match pending {
            Pending::Push { vacated, strength } => vacated | self.pushers(vacated, strength),
            Pending::Pull { vacated, strength } if steps_left > 0 => {
                let pullable = self.pullable(vacated, strength);
                (vacated & pullable.all_if_any()) | pullable
            }
            Pending::Pull { .. } | Pending::Nothing => W::from(0),
        }
    }

    /// By direction, the enemies with an unfrozen stronger piece exactly on that side, which can
    /// push them.
    #[inline(always)]
    pub(super) fn pushed_from(&self) -> ByDirection<W> {
        // Not by `map` of an array: its closure is compiled for the baseline instructions only.
        let pushed =
            |direction| beside_stronger_in(self.enemy, self.free, self.at_least, direction);
        [pushed(NORTH), pushed(SOUTH), pushed(EAST), pushed(WEST)]
    }

    /// By direction, pieces with a weaker enemy exactly on that side, which they can pull when they
    /// step away. The bits of the other side's pieces mean nothing.
    #[inline(always)]
    pub(super) fn pulled_from(&self) -> ByDirection<W> {
        let pulled = |direction| beside_weaker_in(self.enemy, self.at_least, direction);
        [pulled(NORTH), pulled(SOUTH), pulled(EAST), pulled(WEST)]
    }

    /// Pieces beside a weaker enemy. The bits of the other side's pieces mean nothing.
    #[inline(always)]
    pub(super) fn pullers(&self) -> W {
        let [cats_up, dogs_up, horses_up, camels_up, elephants] = self.at_least;
        let beside = |strong: W| strong & neighbours(self.enemy & !strong);
        beside(cats_up)
            | beside(dogs_up)
            | beside(horses_up)
            | beside(camels_up)
            | beside(elephants)
    }

    /// All legal steps with this number of steps left and this push or pull open.
    #[inline(always)]
    pub(super) fn legal_steps(&self, steps_left: usize, pending: Pending<W>) -> Legal<W> {
        let none = [W::from(0); 4];
        let (mut own, mut enemy) = (none, none);
        if steps_left == 0 {
            return Legal { own, enemy };
        }
        if let Pending::Push { vacated, strength } = pending {
            own = self.completions(vacated, strength);
            return Legal { own, enemy };
        }
        own = self.plain_steps();
        if steps_left >= 2 {
            enemy = self.pushes_begun();
        }
        if let Pending::Pull { vacated, strength } = pending {
            let pulls = self.pulls(vacated, strength);
            enemy = std::array::from_fn(|direction| enemy[direction] | pulls[direction]);
        }
        Legal { own, enemy }
    }

    /// The pieces that the side can move at the start of a turn, by a step or a push (END-7).
    #[inline]
    pub(super) fn can_step(&self) -> W {
        let any = |steps: ByDirection<W>| steps[0] | steps[1] | steps[2] | steps[3];
        any(self.plain_steps()) | any(self.pushes_begun())
    }

    /// The pieces of either side that are stronger than this strength.
    #[inline(always)]
    pub(super) fn stronger_than(&self, strength: usize) -> W {
        let stronger = self.at_least.get(strength.wrapping_sub(1));
        stronger.copied().unwrap_or(W::from(0))
    }

    /// The squares with pieces weaker than this strength, and the empty squares. (The empty set if
    /// nothing is weaker.)
    #[inline(always)]
    pub(super) fn weaker_than(&self, strength: usize) -> W {
        let as_strong = self.at_least.get(strength.wrapping_sub(2));
        as_strong.map_or(W::from(0), |&as_strong| !as_strong)
    }

    /// By strength of a piece, the squares beside enemies stronger than it.
    #[inline(always)]
    pub(super) fn threats(&self) -> [W; 8] {
        let [cats_up, dogs_up, horses_up, camels_up, elephants] =
            self.at_least.map(|strong| neighbours(self.enemy & strong));
        let none = W::from(0);
        [
            none, cats_up, dogs_up, horses_up, camels_up, elephants, none, none,
        ]
    }
}

/// The pieces of a side beside a stronger enemy.
#[inline(always)]
pub(super) fn threatened<W: Word>(board: &Planes<W>, side: Side) -> W {
    beside_stronger(board.of(side), board.of(side.other()), board.at_least())
}

/// The threatened pieces after a plain step from `from` to `to` that captures nothing, and so moves
/// no enemy. `threats` are the squares beside enemies stronger than the piece that steps.
#[inline(always)]
pub(super) fn threatened_after<W: Word>(threatened: W, threats: W, from: W, to: W) -> W {
    (threatened & !from) | (threats & to)
}
