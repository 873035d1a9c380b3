//! Boards drawn with characters, for people.

use super::grid;
use crate::vocab::{Board, Piece, Square};

/// Draws a board, with brackets around marked squares: `[ ]` around the first, `( )` around the
/// others.
///
/// Empty squares are blank, and `x` on c3, f3, c6 and f6. Without marks this is the board of a
/// diagram, which [`read_diagram`](super::read_diagram) reads under its header. With marks the
/// squares are drawn further apart, so that two neighbours can both be marked.
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

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        reason = "a square that cannot be read fails the test"
    )]

    use super::*;
    use crate::text::read_compact;

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    #[test]
    fn a_board_without_marks() {
        let text = "g [rrrrrrrrdhcemchd  E               m             DHCM CHDRRRRRRRR]";
        let (_, board) = read_compact(text).unwrap();
        assert_eq!(
            draw(&board, &[]),
            " +-----------------+
8| r r r r r r r r |
7| d h c e m c h d |
6|     E     x     |
5|                 |
4|     m           |
3|     x     x     |
2| D H C M   C H D |
1| R R R R R R R R |
 +-----------------+
   a b c d e f g h
"
        );
    }

    #[test]
    fn the_first_mark_is_the_one_in_square_brackets() {
        let marks = [square("c6"), square("a8"), square("h1"), square("c6")];
        assert_eq!(
            draw(&Board::EMPTY, &marks),
            " +------------------------+
8|( )                     |
7|                        |
6|      [x]       x       |
5|                        |
4|                        |
3|       x        x       |
2|                        |
1|                     ( )|
 +------------------------+
   a  b  c  d  e  f  g  h
"
        );
    }
}
