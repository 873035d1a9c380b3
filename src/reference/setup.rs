//! Setup (SPEC.md chapter 2, rules SET-1 to SET-8).
//!
//! A player's first turn places all of that player's pieces, less the agreed handicap, in any order.

use super::board::number_in_set;
use super::search::put_in_order;
use super::{Stage, start_of_play};
use crate::vocab::{
    Action, Board, Effect, Handicap, Illegal, Kind, Part, Phase, Piece, Placed, Played, Side,
    Square, Turn, TurnEnd,
};

/// A setup turn in progress.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Setup {
    start: TurnEnd,
    handicap: Handicap,
    placed: Vec<Placed>,
    board: Board,
}

impl Setup {
    /// Before the first placement.
    pub(super) fn new(start: TurnEnd, handicap: Handicap) -> Self {
        Self {
            start,
            handicap,
            placed: Vec::new(),
            board: start.board,
        }
    }

    pub(super) fn start(&self) -> TurnEnd {
        self.start
    }

    pub(super) fn board(&self) -> Board {
        self.board
    }

    pub(super) fn phase(&self) -> Phase {
        Phase::Setup {
            handicap: self.handicap,
            placed: self.placed.clone(),
        }
    }

    /// Gold sets up first, then Silver, then Gold makes the first move (SET-1).
    pub(super) fn next_stage(&self) -> Stage {
        match self.start.to_move {
            Side::Gold => {
                let start = TurnEnd {
                    board: self.board,
                    to_move: Side::Silver,
                };
                Stage::Setup(Self::new(start, self.handicap))
            }
            Side::Silver => start_of_play(self.board),
        }
    }

    /// Does one action of a setup; in a setup nothing moves (SET-1).
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
        Ok(Effect {
            part,
            captured: None,
        })
    }

    /// A player places own pieces on empty squares of the own first two ranks, as many as there are (SET-2 to SET-5).
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

    /// The setup ends when every piece is placed, and not before (SET-6).
    fn judge_end(&self) -> Result<(), Illegal> {
        let mut missing = Vec::new();
        for kind in Kind::ALL.into_iter().rev() {
            missing.extend(vec![kind; self.left_to_place(kind)]);
        }
        if missing.is_empty() {
            Ok(())
        } else {
            Err(Illegal::SetupIncomplete { missing })
        }
    }

    /// How many pieces of a kind are still to be placed: the set less the handicap less those placed (SET-5, SET-7).
    fn left_to_place(&self, kind: Kind) -> usize {
        let piece = Piece::new(self.start.to_move, kind);
        number_after_handicap(piece, &self.handicap) - self.board.count(piece)
    }

    /// The player's empty home squares.
    fn free_squares(&self) -> Vec<Square> {
        Square::ALL
            .into_iter()
            .filter(|square| home_ranks(self.start.to_move).contains(&square.rank()))
            .filter(|&square| self.board.at(square).is_none())
            .collect()
    }

    /// Every legal action in the order of SPEC.md ORD-2.
    pub(super) fn legal_actions(&self) -> Vec<Action> {
        if self.judge_end().is_ok() {
            return vec![Action::EndTurn];
        }
        let mut placements = Vec::new();
        for kind in Kind::ALL {
            let piece = Piece::new(self.start.to_move, kind);
            for square in self.free_squares() {
                placements.push(Placed { piece, square });
            }
        }
        placements.retain(|&placed| self.judge_placement(placed).is_ok());
        placements.sort_by_key(Placed::to_string);
        placements.into_iter().map(Action::Place).collect()
    }

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
            for kind in Kind::ALL {
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
        Kind::ALL.map(|kind| self.left_to_place(kind)).iter().sum()
    }

    /// In how many ways this setup can be completed: for each kind in turn, the ways to choose its squares among those left.
    pub(super) fn count_completions(&self) -> u64 {
        let mut free = self.free_squares().len() as u64;
        let mut ways = 1;
        for kind in Kind::ALL {
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

/// A player's first two ranks (SET-3).
pub(super) fn home_ranks(side: Side) -> [u8; 2] {
    match side {
        Side::Gold => [1, 2],
        Side::Silver => [7, 8],
    }
}

/// How many of a piece take part: the set less the handicap (SET-7).
pub(super) fn number_after_handicap(piece: Piece, handicap: &Handicap) -> usize {
    number_in_set(piece.kind) - usize::from(handicap.of(piece))
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
