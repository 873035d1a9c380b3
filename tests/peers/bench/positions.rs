//! The fifty positions, in each engine's own terms.

use std::str::FromStr;

use arimaa::text::read_compact;
use arimaa::vocab::{Board, Piece, Side, Square};

const POSITIONS: &str = include_str!("../../../benches/positions.txt");

/// A position: who moves, and the board.
pub(crate) struct Position {
    side: Side,
    board: Board,
}

/// All of them.
pub(crate) fn all() -> Vec<Position> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    let read = |line: &str| {
        let board = line.split(" #").next().unwrap_or(line);
        let (side, board) = read_compact(board).expect("a compact board");
        Position { side, board }
    };
    lines.map(read).collect()
}

impl Position {
    pub(crate) fn ours(&self) -> arimaa::bitboard::Position {
        arimaa::bitboard::Position::new(self.side, &self.board).expect("valid")
    }

    /// In a peer's terms. Both peers read the same drawing; the turn's number says only that the
    /// setup is over.
    pub(crate) fn peer<P: FromStr>(&self) -> P {
        let mut text = format!("9{}\n +-----------------+\n", self.side.letter());
        for rank in (0..8).rev() {
            text += &format!("{}|", rank + 1);
            for file in 0..8 {
                let piece = self.board.at(Square::ALL[rank * 8 + file]);
                text.push(' ');
                text.push(piece.map_or(' ', Piece::letter));
            }
            text += " |\n";
        }
        text += " +-----------------+\n   a b c d e f g h";
        text.parse().ok().expect("a board")
    }
}
