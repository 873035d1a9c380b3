//! Whole boards, where everything that was tried singly comes together: not exhaustive, but a net
//! under the decompositions.

use proofs::cell::contents;
use proofs::formula::{self, Pending};
use proofs::geometry::{beside, squares_beside};

use crate::contents::Both;
use crate::control::Control;
use crate::moment;
use crate::turn::{Moment, Open};
use crate::vocab::{Direction, Piece, Side, Square, Step};

/// How many boards are filled, and how many steps follow on each.
const BOARDS: u64 = 4_000;
const STEPS: usize = 4;

/// On any boards, along any steps, the legal steps are those of the formulas, and lead to the same
/// boards.
#[test]
fn whole_boards_are_the_same() {
    let mut random = Random(1);
    let mut control = Control::new("nothing were captured");
    let (mut boards, mut steps) = (0_u64, 0_u64);
    for _ in 0..BOARDS {
        let both = random.board();
        for side in Side::ALL {
            let mut now = moment(&both.board, side, Open::Nothing, 4);
            for _ in 0..STEPS {
                let legal = now.legal_steps();
                assert_listed(
                    &now,
                    &legal.iter().map(|&(step, ..)| step).collect::<Vec<_>>(),
                );
                for (step, next, effect) in &legal {
                    assert_after(&now, *step, next);
                    control.look(&now.board, next.board.placed().count(), || {
                        now.board.placed().count()
                    });
                    assert!(
                        effect
                            .captured
                            .is_none_or(|lost| next.board.at(lost.square).is_none())
                    );
                    steps += 1;
                }
                boards += 1;
                let Some(&(_, next, _)) = legal.get(random.below(legal.len().max(1))) else {
                    break;
                };
                now = next;
            }
        }
    }
    assert!(steps > 100_000, "{steps} steps");
    control.assert_noticed();
    println!("whole boards: {boards} moments, {steps} steps");
}

/// The steps are those that the formulas allow.
fn assert_listed(now: &Moment, listed: &[Step]) {
    let cells = contents(&now.board);
    let left = now.steps_left();
    let of = |square: Square| Square::ALL.map(|other| other == square);
    let (kind, square) = match now.open {
        Open::Nothing => (None, of(Square::ALL[0])),
        Open::Push { pushed } => (Some(pushed.piece.kind), of(pushed.square)),
        Open::Pull { puller } => (Some(puller.piece.kind), of(puller.square)),
    };
    let pending = match (now.open, kind) {
        (Open::Push { .. }, Some(kind)) => Pending::Push(kind, &square),
        (Open::Pull { .. }, Some(kind)) => Pending::Pull(kind, &square),
        _ => Pending::Nothing,
    };
    let mut expected = 0;
    for placed in now.board.placed() {
        for direction in Direction::ALL {
            let from = placed.square;
            let step = Step {
                piece: placed.piece,
                from,
                direction,
            };
            let legal = if placed.piece.side == now.side {
                formula::own_step(&cells, now.side, left, pending, from, direction)
            } else {
                formula::enemy_step(&cells, now.side, left, pending, from, direction)
            };
            assert_eq!(listed.contains(&step), legal, "{step} in {:?}", now.board);
            expected += usize::from(legal);
        }
    }
    assert_eq!(listed.len(), expected);
}

/// The board after a step is the formulas' board.
fn assert_after(now: &Moment, step: Step, next: &Moment) {
    let expected = beside(step.from, step.direction)
        .map(|to| formula::after(&contents(&now.board), step.from, to));
    let found = contents(&next.board);
    let same = expected.is_some_and(|cells| {
        cells
            .iter()
            .zip(&found)
            .all(|(one, other)| one.equals(other))
    });
    assert!(same, "{step} in {:?}", now.board);
}

/// Numbers without order, the same in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ mixed >> 31) >> 33).unwrap_or(0) % bound
    }

    /// A board between steps, from nearly empty to nearly full, with pieces as they come.
    fn board(&mut self) -> Both {
        let mut both = Both::empty();
        let one_in = 1 + self.below(6);
        for square in Square::ALL {
            if self.below(one_in) == 0 {
                both.set(square, Some(Piece::ALL[self.below(12)]));
            }
        }
        settle(&mut both);
        both
    }
}

/// Takes away what stands on traps without a friend beside it.
pub(crate) fn settle(both: &mut Both) {
    for square in Square::ALL {
        let alone = !squares_beside(square).any(|other| {
            let side = |square| both.board.at(square).map(|piece| piece.side);
            side(other) == side(square)
        });
        if proofs::geometry::is_trap(square) && alone {
            both.set(square, None);
        }
    }
}
