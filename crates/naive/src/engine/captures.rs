//! Captures on traps.

use super::Game;
use crate::board::{Board, EMPTY, Part, is_gold, is_rabbit, strength};
use crate::cell::{Cell, Deed, TRAPS, way_to};
use crate::fault::Fault as F;
use crate::slip::Look;

impl Game<'_> {
    pub(crate) fn is_trap(&self, square: usize) -> bool {
        let mut is = TRAPS.contains(&square);
        let missing = [
            (F::NoTrapC6, 18),
            (F::NoTrapF6, 21),
            (F::NoTrapC3, 42),
            (F::NoTrapF3, 45),
        ];
        for (fault, trap) in missing {
            is = self.decide(fault, is, is && square != trap);
        }
        let beside = [18, 20, 42, 45].contains(&square);
        let is = self.decide(F::TrapBesideItsPlace, is, beside);
        let from_zero = [10, 13, 34, 37].contains(&square);
        self.decide(F::TrapsFromZero, is, from_zero)
    }

    /// Whether `piece` on the trap `square` has a friend beside it.
    fn is_supported(&self, square: usize, piece: u8) -> bool {
        let others = [Some(self.gold), Some(!self.gold)];
        self.decide_by(Look::SupporterSide, Some(is_gold(piece)), &others, |side| {
            let is_one = |by: usize, on: &Board| {
                let is = Some(is_gold(on[by])) == side;
                let support = Cell::Support {
                    trap: square,
                    way: way_to(square, by),
                    is_friend: is_gold(on[by]) == is_gold(piece),
                };
                let is = self.decide_in_cell(support, piece, is)
                    && self.does_deed(Deed::Support, by, on[by]);
                let is = self.decide(F::RabbitsDoNotSupport, is, is && !is_rabbit(on[by]));
                let is_threatened = is && self.is_threatened(by, on[by]);
                self.decide(F::ThreatenedDoesNotSupport, is, is && !is_threatened)
            };
            self.decide_by(Look::SupportBoard, false, &[true], |was| {
                match self.passed.last() {
                    Some(board) if was => {
                        let then = self.with(*board);
                        then.any_beside(square, |by| is_one(by, board))
                    }
                    _ => self.any_beside(square, |by| is_one(by, &self.board)),
                }
            })
        })
    }

    /// Removes captured pieces from the board after a step.
    pub(super) fn capture(&mut self, part: Part, from: usize, to: usize) {
        for square in [10, 13, 18, 20, 21, 34, 37, 42, 45] {
            let piece = self.board[square];
            if piece == EMPTY || !self.is_trap(square) {
                continue;
            }
            let others = [from, to].map(|at| at.min(63));
            let has_friend = self.decide_by(Look::SupportSquare, square, &others, |at| {
                self.is_supported(at, piece)
            });
            let any = self.any_beside(square, |_| true);
            let is_safe = self.decide(F::EnemiesSupport, has_friend, any);
            let is_safe = self.decide(F::SupportDoesNotSave, is_safe, false);
            if is_safe {
                continue;
            }
            let is_mine = is_gold(piece) == self.gold;
            let (trap, is_mover, kind) = (square, square == to, strength(piece));
            let by_trap = Cell::Capture {
                part,
                trap,
                is_mover,
            };
            let by_kind = Cell::CaptureOf { kind, is_mover };
            let after = Cell::CaptureAfter {
                steps: self.kept.steps,
            };
            if ![by_trap, by_kind, after]
                .into_iter()
                .all(|cell| self.decide_in_cell(cell, piece, true))
            {
                continue;
            }
            let keeps = [
                (F::NothingCaptured, true),
                (F::CapturesAtEnd, true),
                (F::TrapTakesElephantsNot, strength(piece) == 5),
                (F::OnlyMoverCaptured, square != to),
                (F::MoverNotCaptured, square == to),
                (F::OnlyOwnCaptured, !is_mine),
                (F::OnlyEnemiesCaptured, is_mine),
                (F::PushBeginsWithoutCapture, part == Part::Begin),
                (F::PushLeavesUncaptured, part == Part::Begin && square != to),
                (F::CompletedPushCapturesNothing, part == Part::Complete),
                (F::PulledNotCaptured, part == Part::Pull),
            ];
            let is_kept = keeps.into_iter().fold(false, |kept, (fault, keeps)| {
                self.decide(fault, kept, kept || keeps)
            });
            if !is_kept {
                self.board[square] = EMPTY;
            }
        }
    }

    /// Whether the piece on a square is captured.
    pub fn is_lost(&self, square: usize) -> bool {
        let piece = self.board[square];
        piece != EMPTY
            && self.is_trap(square)
            && !self.any_beside(square, |by| self.is_friend(by, piece))
    }
}
