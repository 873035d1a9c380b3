//! The compact board of the Arimaa Engine Interface: one line for 64 squares.

use super::fences::lines_of_board;
use super::header::{HeadedBoard, Movers, read_mover, split_steps};
use super::lines::without_mark;
use super::located::Located;
use super::notation::read_side;
use super::{TextError, grid};
use crate::vocab::{Board, Piece, Side, Square, TurnEnd};

/// Reads a compact board: the side to move and, in brackets, the squares a8 to h8 down to a1 to h1.
///
/// The side is `g` or `s` (or `w` or `b`, as records before 2008 have it), blanks around and before
/// the bracket do not matter, and an empty square is a blank, a dot, or an `x` on c3, f3, c6 or f6.
///
/// ```
/// use arimaa::{text::read_compact, vocab::Side};
///
/// let text = "g [rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR]";
/// let (side, board) = read_compact(text)?;
/// assert_eq!(side, Side::Gold);
/// assert_eq!(board.at("e2".parse()?), Some("E".parse()?));
///
/// let error = read_compact("g [rrrrrrrr]").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 12: found 8 squares, expected 64 squares");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the first character that does not fit, or the place of missing or superfluous squares.
#[doc(alias = "fen")]
pub fn read_compact(text: &str) -> Result<(Side, Board), TextError> {
    read_compact_at(Located::new(text, 1, 1))
}

/// Reads a compact board that is part of a larger text.
pub(super) fn read_compact_at(text: Located<&str>) -> Result<(Side, Board), TextError> {
    let (letter, rest) = text.trim().split_first();
    let side = read_side(letter.value)
        .ok_or_else(|| letter.unexpected("the side to move (`g` or `s`)"))?;
    let (bracket, rest) = rest.trim_start().split_first();
    if bracket.value != "[" {
        return Err(bracket.unexpected(BRACKETS));
    }
    let (board, rest) = read_brackets(rest)?;
    if rest.value.is_empty() {
        Ok((side, board))
    } else {
        Err(rest.unexpected("the end of the board"))
    }
}

/// Reads 64 squares in brackets, the side to move before or after them, and the steps of the turn
/// at the end. The side may be written as in any header, and on a line of its own. [`read_compact`]
/// reads only the form of the interface itself.
///
/// # Errors
///
/// Returns the first character that does not fit, or the place of missing or superfluous squares.
pub fn read_headed_compact(text: &str) -> Result<HeadedBoard, TextError> {
    let mut movers = Movers::default();
    let (mut board, mut steps) = (None, Vec::new());
    let mut end = Located::new("", 1, 1);
    for line in lines_of_board(without_mark(text)) {
        let line = line.trim();
        let line = line.strip_prefix("setposition ").unwrap_or(line).trim();
        end = line.split_at(line.value.len()).1;
        match line.split_once("[") {
            Some((before, rest)) if board.is_none() => {
                let before = before.trim();
                if !before.value.is_empty() {
                    movers.read(before, "the side to move (`g` or `s`)")?;
                }
                let (squares, after) = read_brackets(rest)?;
                board = Some(squares);
                let (after, taken) = split_steps(after)?;
                steps = taken;
                if !after.value.trim().is_empty() {
                    movers.read(after, "the end of the board, the side to move, or a step")?;
                }
            }
            None if board.is_none() && read_mover(line.value).is_none() => {
                return Err(without_brackets(line));
            }
            _ => movers.read(line, "the end of the board, or the side to move")?,
        }
    }
    movers.with(board.ok_or_else(|| end.unexpected(BRACKETS))?, steps)
}

const BRACKETS: &str = "`[` and 64 squares";

/// The error for a line without brackets, at its first word that is not the side to move.
fn without_brackets(line: Located<&str>) -> TextError {
    let mut words = line.words();
    let first = words.next().unwrap_or(line);
    match words.next().filter(|_| read_mover(first.value).is_some()) {
        Some(squares) => squares.unexpected(BRACKETS),
        None => first.unexpected(format!("the side to move (`g` or `s`), {BRACKETS}")),
    }
}

/// Reads 64 squares and the bracket after them, and returns the board and the rest of the line.
fn read_brackets(text: Located<&str>) -> Result<(Board, Located<&str>), TextError> {
    let end = text.value.find(']').unwrap_or(text.value.len());
    let (squares, rest) = text.split_at(end);
    let board = read_squares(squares)?;
    let (bracket, rest) = rest.split_first();
    if bracket.value != "]" {
        return Err(bracket.unexpected("`]` after 64 squares"));
    }
    Ok((board, rest))
}

/// Reads exactly 64 squares, without side and brackets, from a8 to h1.
pub fn read_squares(text: Located<&str>) -> Result<Board, TextError> {
    let wrong_number = |rest: Located<&str>| {
        let found = format!("{} squares", text.value.chars().count());
        TextError::new(rest.line, rest.column, found, "64 squares")
    };
    let mut board = Board::EMPTY;
    let mut rest = text;
    for square in Square::reading_order() {
        let (cell, tail) = rest.split_first();
        if cell.value.is_empty() {
            return Err(wrong_number(rest));
        }
        board.set(square, read_cell(cell, square)?);
        rest = tail;
    }
    if rest.value.is_empty() {
        Ok(board)
    } else {
        Err(wrong_number(rest))
    }
}

/// Reads the content of one square, as in compact boards, diagrams and JSON states.
pub fn read_cell(cell: Located<&str>, square: Square) -> Result<Option<Piece>, TextError> {
    let is_empty = |letter| grid::is_empty(letter, square);
    if cell.value.chars().next().is_some_and(is_empty) {
        return Ok(None);
    }
    let piece = cell.value.parse().map(Some);
    piece.map_err(|_| {
        cell.unexpected(format!(
            "a piece letter (one of EMHDCRemhdcr) or an empty square on {square}"
        ))
    })
}

/// Writes a compact board: `g` or `s`, a blank, and the squares in brackets, empty ones blank.
///
/// ```
/// use arimaa::{text::write_compact, vocab::{Board, Side}};
///
/// assert_eq!(write_compact(Side::Silver, &Board::EMPTY), format!("s [{}]", " ".repeat(64)));
/// ```
pub fn write_compact(side: Side, board: &Board) -> String {
    let (board, to_move) = (*board, side);
    TurnEnd { board, to_move }.to_string()
}
