//! Undoes the tokens of a diagram, which draws the board after them, to find the board before.

use super::located::Located;
use super::{TextError, grid};
use crate::vocab::{Action, Board, Placed, Step, Token};

/// The board before the tokens, which led to the board `after`.
///
/// A capture follows the step that caused it, so the captured piece returns before that step is
/// undone. The error names a token that cannot have led to the board.
pub(super) fn taken_back(after: Board, tokens: &[Located<Token>]) -> Result<Board, TextError> {
    let mut board = after;
    for token in tokens.iter().rev() {
        take_back(&mut board, token.value).map_err(|found| {
            let expected = format!("a board on which `{}` has just been played", token.value);
            TextError::new(token.line, token.column, found, expected)
        })?;
    }
    Ok(board)
}

/// Undoes one token. The error is the content of the square that contradicts it.
fn take_back(board: &mut Board, token: Token) -> Result<(), String> {
    match token {
        Token::Capture(captured) => put_on_empty(board, captured),
        Token::Action(Action::Place(placed)) => remove_from(board, placed),
        Token::Action(Action::Step(Step {
            piece,
            from,
            direction,
        })) => {
            let to = grid::neighbour(from, direction)
                .ok_or_else(|| format!("no square {} of {from}", direction.name()))?;
            remove_from(board, Placed { piece, square: to })?;
            put_on_empty(
                board,
                Placed {
                    piece,
                    square: from,
                },
            )
        }
        // The end of a turn changes no board, and no reader makes this token.
        Token::Action(Action::EndTurn) => Ok(()),
    }
}

fn remove_from(board: &mut Board, placed: Placed) -> Result<(), String> {
    if board.at(placed.square) != Some(placed.piece) {
        return Err(content_of_square(board, placed));
    }
    board.set(placed.square, None);
    Ok(())
}

fn put_on_empty(board: &mut Board, placed: Placed) -> Result<(), String> {
    if board.at(placed.square).is_some() {
        return Err(content_of_square(board, placed));
    }
    board.set(placed.square, Some(placed.piece));
    Ok(())
}

fn content_of_square(board: &Board, Placed { square, .. }: Placed) -> String {
    match board.at(square) {
        Some(piece) => Placed { piece, square }.described(),
        None => format!("{square} empty"),
    }
}
