//! Helpers for the crate `arimaa_engine_step` by another author: its counts, and turns step by
//! step.

mod count;
mod step;

pub use count::{count, count_as_documented};
pub use step::Play;

use arimaa::vocab::{Board, Kind, Piece, Side};
use arimaa_engine_step::{GameState, List, Phase, PieceBoard, PlayPhase, Zobrist};

/// The state at the start of a turn, after these earlier positions, oldest first.
pub(crate) fn state(side: Side, board: &Board, earlier: &[(Side, Board)]) -> GameState {
    let hash = |side: Side, board: &Board| {
        Zobrist::from_piece_board(pieces(board).piece_board(), side == Side::Gold, 0)
    };
    let past = earlier.iter().fold(List::new(), |past, (side, board)| {
        past.append(hash(*side, board))
    });
    let now = hash(side, board);
    let phase = Phase::PlayPhase(PlayPhase::initial(now, past.append(now)));
    GameState::new(side == Side::Gold, 9, phase, pieces(board), now)
}

/// A board as the crate holds it: bit 0 is a8, bit 63 is h1.
fn pieces(board: &Board) -> PieceBoard {
    let bits = |is_meant: &dyn Fn(Piece) -> bool| -> u64 {
        let placed = board.placed().filter(|placed| is_meant(placed.piece));
        placed
            .map(|placed| 1 << placed.square.flip_vertical().index())
            .sum()
    };
    let [rabbits, cats, dogs, horses, camels, elephants] =
        Kind::ALL.map(|kind| bits(&|piece| piece.kind == kind));
    let gold = bits(&|piece| piece.side == Side::Gold);
    PieceBoard::new(gold, elephants, camels, horses, dogs, cats, rabbits)
}
