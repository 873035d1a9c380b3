//! The ways to complete a setup, and how many (SPEC.md SET-6, TRN-6, ORD-3 and CNT-1).

use super::board::KINDS;
use super::search::put_in_order;
use super::setup::Setup;
use crate::vocab::{Action, Effect, Part, Piece, Placed, Played, Square, Turn};

impl Setup {
    /// Every distinct way to complete this setup, each with its placements in the order of their text (TRN-6, ORD-3).
    pub(super) fn completions(&self) -> Vec<Turn> {
        fn complete(setup: &Setup, squares: &[Square], turns: &mut Vec<Turn>) {
            if setup.judge_end().is_ok() {
                let mut added = setup.placed.clone();
                added.sort_by_key(Placed::to_string);
                turns.push(Turn {
                    played: added.into_iter().map(placement).collect(),
                    board: setup.board,
                });
                return;
            }
            let Some((&square, rest)) = squares.split_first() else {
                return;
            };
            // With a handicap there are more squares than pieces, and this one may stay empty.
            if setup.pieces_left() < squares.len() {
                complete(setup, rest, turns);
            }
            for kind in KINDS {
                let piece = Piece::new(setup.start.to_move, kind);
                let mut next = setup.clone();
                if next.apply(Action::Place(Placed { piece, square })).is_ok() {
                    complete(&next, rest, turns);
                }
            }
        }
        let mut turns = Vec::new();
        let still_to_come = Self {
            placed: Vec::new(),
            ..self.clone()
        };
        complete(&still_to_come, &self.free_squares(), &mut turns);
        put_in_order(&mut turns);
        turns
    }

    /// The number of pieces still to be placed.
    fn pieces_left(&self) -> usize {
        KINDS.map(|kind| self.left_to_place(kind)).iter().sum()
    }

    /// In how many ways this setup can be completed: for each kind in turn, the ways to choose its squares among those left.
    pub(super) fn count_completions(&self) -> u64 {
        let mut free = self.free_squares().len() as u64;
        let mut ways = 1;
        for kind in KINDS {
            let pieces = self.left_to_place(kind) as u64;
            ways *= choose(free, pieces);
            free -= pieces;
        }
        ways
    }

    /// How many sequences of exactly so many placements there are (CNT-1).
    pub(super) fn count_placements(&self, placements: u32) -> u64 {
        if placements == 0 {
            return 1;
        }
        let mut sequences = 0;
        for action in self.legal_actions() {
            let mut next = self.clone();
            if action != Action::EndTurn && next.apply(action).is_ok() {
                sequences += next.count_placements(placements - 1);
            }
        }
        sequences
    }
}

/// In how many ways `k` things can be chosen of `n`.
fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1))
}

fn placement(placed: Placed) -> Played {
    Played {
        action: Action::Place(placed),
        effect: Effect {
            part: Part::Placement,
            captured: None,
        },
    }
}
