//! The two symmetries of the rules: the board mirrored east to west, and the sides exchanged.

use arimaa::vocab::{
    Action, Board, Direction, End, Outcome, Phase, Piece, Placed, Side, Snapshot, Square, Step,
    TurnEnd,
};

/// A symmetry of the rules.
#[derive(Clone, Copy, Debug)]
pub enum Symmetry {
    /// The a-file becomes the h-file.
    Mirror,
    /// Gold becomes Silver and rank 1 rank 8.
    Exchange,
}

impl Symmetry {
    pub const ALL: [Self; 2] = [Self::Mirror, Self::Exchange];

    pub fn side(self, side: Side) -> Side {
        match self {
            Self::Mirror => side,
            Self::Exchange => side.other(),
        }
    }

    pub fn square(self, square: Square) -> Square {
        match self {
            Self::Mirror => square.flip_horizontal(),
            Self::Exchange => Square::named(square.file(), 9 - square.rank()).unwrap(),
        }
    }

    pub fn piece(self, piece: Piece) -> Piece {
        Piece::new(self.side(piece.side), piece.kind)
    }

    pub fn placed(self, placed: Placed) -> Placed {
        Placed {
            piece: self.piece(placed.piece),
            square: self.square(placed.square),
        }
    }

    pub fn step(self, step: Step) -> Step {
        let direction = match (self, step.direction) {
            (Self::Mirror, _) => return step.flip_horizontal(),
            (Self::Exchange, Direction::North) => Direction::South,
            (Self::Exchange, Direction::South) => Direction::North,
            (Self::Exchange, east_or_west) => east_or_west,
        };
        Step {
            piece: self.piece(step.piece),
            from: self.square(step.from),
            direction,
        }
    }

    pub fn action(self, action: Action) -> Action {
        match (self, action) {
            (Self::Mirror, _) => action.flip_horizontal(),
            (Self::Exchange, Action::Place(placed)) => Action::Place(self.placed(placed)),
            (Self::Exchange, Action::Step(step)) => Action::Step(self.step(step)),
            (Self::Exchange, Action::EndTurn) => Action::EndTurn,
        }
    }

    pub fn board(self, board: &Board) -> Board {
        match self {
            Self::Mirror => board.flip_horizontal(),
            Self::Exchange => board.placed().map(|placed| self.placed(placed)).collect(),
        }
    }

    pub fn outcome(self, outcome: Outcome) -> (Option<Side>, End) {
        (outcome.winner.map(|winner| self.side(winner)), outcome.end)
    }

    /// The image of a state of play; a setup has none under the exchange, because Gold sets up
    /// first.
    pub fn snapshot(self, snapshot: &Snapshot) -> Option<Snapshot> {
        let phase = match (&snapshot.phase, self) {
            (_, Self::Mirror) => return Some(snapshot.flip_horizontal()),
            (Phase::Setup { .. }, Self::Exchange) => return None,
            (Phase::Play { steps, earlier }, Self::Exchange) => Phase::Play {
                steps: steps.iter().map(|&step| self.step(step)).collect(),
                earlier: earlier
                    .iter()
                    .map(|end| TurnEnd {
                        board: self.board(&end.board),
                        to_move: self.side(end.to_move),
                    })
                    .collect(),
            },
        };
        let (side, start) = (self.side(snapshot.side), self.board(&snapshot.start));
        Some(Snapshot::new(snapshot.edition, side, start, phase))
    }
}
