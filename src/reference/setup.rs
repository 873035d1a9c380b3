//! The setup (SPEC.md chapter 2, rules SET-1 to SET-8).
//!
//! In the first turn each player places all own pieces, less the agreed handicap, in any order.

use super::board::{KINDS, number_in_set, number_on};
use crate::vocab::{
    Action, Board, Effect, Handicap, Illegal, Kind, Part, Phase, Piece, Placed, Side, Square,
    TurnEnd,
};

/// A setup turn in progress.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    pub(super) start: TurnEnd,
    pub(super) placed: Vec<Placed>,
    pub(super) board: Board,
    pub(super) handicap: Handicap,
}

impl PartialEq for Setup {
    /// Compares all but the order of the placements, on which nothing depends.
    fn eq(&self, other: &Self) -> bool {
        let compared = |setup: &Self| (setup.start, setup.board, setup.handicap);
        compared(self) == compared(other)
    }
}

impl Eq for Setup {}

impl Setup {
    /// The setup before its first placement.
    pub(super) fn new(start: TurnEnd, handicap: Handicap) -> Self {
        Self {
            start,
            handicap,
            placed: Vec::new(),
            board: start.board,
        }
    }

    pub(super) fn phase(&self) -> Phase {
        Phase::Setup {
            handicap: self.handicap,
            placed: self.placed.clone(),
        }
    }

    /// Plays one action of a setup, in which nothing moves (SET-1).
    pub(super) fn apply(&mut self, action: Action) -> Result<Effect, Illegal> {
        let part = match action {
            Action::Place(placed) => {
                self.judge_placement(placed)?;
                self.board.set(placed.square, Some(placed.piece));
                self.placed.push(placed);
                Part::Placement
            }
            Action::Step(_) => return Err(Illegal::StepInSetup),
            Action::EndTurn => {
                self.judge_end()?;
                Part::TurnEnded
            }
        };
        Ok(Effect::new(part, None))
    }

    /// Judges a placement: an own piece, on an empty square of the own first two ranks, no more of
    /// a kind than there are (SET-2, SET-3, SET-4, SET-5).
    fn judge_placement(&self, placed: Placed) -> Result<(), Illegal> {
        let Placed { piece, square } = placed;
        let side = self.start.to_move;
        if piece.side != side {
            return Err(Illegal::PlacementOfEnemy { piece });
        }
        if !home_ranks(side).contains(&square.rank()) {
            return Err(Illegal::OutsideHome { square, side });
        }
        if let Some(piece) = self.board.at(square) {
            return Err(Illegal::SquareTaken {
                by: Placed { piece, square },
            });
        }
        if self.left_to_place(piece.kind) == 0 {
            return Err(Illegal::NoneLeft { piece });
        }
        Ok(())
    }

    /// Judges ending the setup: every piece must be placed (SET-6).
    pub(super) fn judge_end(&self) -> Result<(), Illegal> {
        let mut missing = Vec::new();
        for kind in KINDS {
            missing.extend(vec![kind; self.left_to_place(kind)]);
        }
        if missing.is_empty() {
            Ok(())
        } else {
            Err(Illegal::SetupIncomplete { missing })
        }
    }

    /// The number of pieces of a kind still to be placed: the set less the handicap less those
    /// placed (SET-5, SET-7).
    pub(super) fn left_to_place(&self, kind: Kind) -> usize {
        let piece = Piece::new(self.start.to_move, kind);
        number_after_handicap(piece, &self.handicap) - number_on(&self.board, piece)
    }

    /// The player's empty home squares.
    pub(super) fn free_squares(&self) -> Vec<Square> {
        Square::ALL
            .into_iter()
            .filter(|square| home_ranks(self.start.to_move).contains(&square.rank()))
            .filter(|&square| self.board.at(square).is_none())
            .collect()
    }

    /// The legal actions, in the order of their text (ORD-2).
    pub(super) fn legal_actions(&self) -> Vec<Action> {
        if self.judge_end().is_ok() {
            return vec![Action::EndTurn];
        }
        let mut placements = Vec::new();
        for kind in KINDS {
            let piece = Piece::new(self.start.to_move, kind);
            for square in self.free_squares() {
                placements.push(Placed { piece, square });
            }
        }
        placements.retain(|&placed| self.judge_placement(placed).is_ok());
        placements.sort_by_key(Placed::to_string);
        placements.into_iter().map(Action::Place).collect()
    }
}

/// A player's first two ranks (SET-3).
pub(super) fn home_ranks(side: Side) -> [u8; 2] {
    match side {
        Side::Gold => [1, 2],
        Side::Silver => [7, 8],
    }
}

/// The number of pieces of this kind in the game: the set less the handicap (SET-7).
pub(super) fn number_after_handicap(piece: Piece, handicap: &Handicap) -> usize {
    number_in_set(piece.kind) - usize::from(handicap.of(piece))
}
