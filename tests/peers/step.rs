//! Makes a turn step by step; in this crate the fourth step ends the turn.
//!
//! SPEC.md has the end of a turn as an action of its own (TRN-5), so the fourth step is only held
//! ready until the end is asked for. Steps are asked of the list that leaves repetition out, and
//! the end of the turn of the one that does not.

use arimaa::vocab::{Board, Piece, Placed, Side, Square, Step};
use arimaa_engine_step::{
    Action as Move, GameState, PieceBoardState, Square as Place, Terminal, convert_piece_to_letter,
};

use crate::state;

/// A turn in progress.
pub struct Play {
    state: GameState,
    /// The fourth step, which would end the turn.
    last: Option<Move>,
}

impl Play {
    /// The start of a turn, after these earlier positions, oldest first.
    pub fn at(side: Side, board: &Board, earlier: &[(Side, Board)]) -> Self {
        Self {
            state: state(side, board, earlier),
            last: None,
        }
    }

    /// Makes a step, if the engine lists it.
    pub fn step(&mut self, step: Step) -> bool {
        // The engine does not name the piece that it moves.
        if self.board().at(step.from) != Some(step.piece) {
            return false;
        }
        let Ok(direction) = step.direction.to_string().parse() else {
            return false;
        };
        let action = Move::Move(place(step.from), direction);
        if self.last.is_some() || !self.state.valid_actions_no_rep().contains(&action) {
            return false;
        }
        if self.state.current_step() == 3 {
            self.last = Some(action);
        } else {
            self.state = self.state.take_action(&action);
        }
        true
    }

    /// Ends the turn, if the engine lets it end.
    pub fn end(&mut self) -> bool {
        let can_end = self.last.as_ref().map_or_else(
            || self.state.can_pass(true),
            |last| self.state.valid_actions().contains(last),
        );
        if can_end {
            let action = self.last.take().unwrap_or(Move::Pass);
            self.state = self.state.take_action(&action);
        }
        can_end
    }

    /// The winner, as the engine says in mid-turn too.
    pub fn winner(&self) -> Option<Side> {
        let ended = self.state.is_terminal().filter(|_| self.last.is_none());
        ended.map(|terminal| match terminal {
            Terminal::GoldWin => Side::Gold,
            Terminal::SilverWin => Side::Silver,
        })
    }

    /// The present board.
    pub fn board(&self) -> Board {
        match &self.last {
            None => board_of(self.state.piece_board()),
            Some(last) => board_of(self.state.take_action(last).piece_board()),
        }
    }
}

fn place(square: Square) -> Place {
    let index = square.flip_vertical().index();
    Place::from_bit_board(1 << index)
}

fn board_of(board: &PieceBoardState) -> Board {
    let placed = |square: Square| {
        let place = place(square);
        let kind = board.piece_type_at_square(&place)?;
        let is_gold = board.player_piece_mask(true) & place.as_bit_board() != 0;
        let letter = convert_piece_to_letter(&kind, is_gold).chars().next()?;
        let piece = Piece::from_letter(letter)?;
        Some(Placed { piece, square })
    };
    Square::ALL.into_iter().filter_map(placed).collect()
}
