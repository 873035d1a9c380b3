//! Draws boards with characters, for people.

use super::grid;
use crate::vocab::{Board, Piece, Square};

/// Draws a board, with brackets around marked squares: `[ ]` for the first, `( )` for the others.
///
/// Empty squares are blank, empty traps are `x`. Without marks this is the board of a diagram,
/// which [`read_diagram`](super::read_diagram) reads under its header. With marks the squares are
/// drawn further apart, so that two neighbours can both be marked.
///
/// ```
/// use arimaa::{text::draw, vocab::{Board, Placed}};
///
/// let board: Board = ["Ed4".parse()?, "me4".parse()?].into_iter().collect();
/// assert_eq!(
///     draw(&board, &["e4".parse()?, "d4".parse()?]),
///     " +------------------------+
/// 8|                        |
/// 7|                        |
/// 6|       x        x       |
/// 5|                        |
/// 4|         (E)[m]         |
/// 3|       x        x       |
/// 2|                        |
/// 1|                        |
///  +------------------------+
///    a  b  c  d  e  f  g  h
/// "
/// );
/// # Ok::<(), arimaa::vocab::UnknownWord>(())
/// ```
pub fn draw(board: &Board, marks: &[Square]) -> String {
    // Alone, a square is drawn with the blank before it; side by side, each has both its brackets.
    let cell = |square: Square| {
        let letter = letter_on(board, square);
        match marks.iter().position(|&mark| mark == square) {
            Some(0) => format!("[{letter}]"),
            Some(_) => format!("({letter})"),
            None if marks.is_empty() => format!(" {letter}"),
            None => format!(" {letter} "),
        }
    };
    let (border, last, files) = if marks.is_empty() {
        ("-".repeat(17), " ", "a b c d e f g h")
    } else {
        ("-".repeat(24), "", "a  b  c  d  e  f  g  h")
    };
    let mut lines = vec![format!(" +{border}+")];
    lines.extend(grid::ranks().map(|rank| {
        let cells: String = grid::squares_of(rank).map(cell).collect();
        format!("{rank}|{cells}{last}|")
    }));
    lines.push(format!(" +{border}+\n   {files}\n"));
    lines.join("\n")
}

fn letter_on(board: &Board, square: Square) -> char {
    let empty = if grid::has_mark(square) { 'x' } else { ' ' };
    board.at(square).map_or(empty, Piece::letter)
}
