//! Boards drawn for people, impossible ones too: the question `draw`.

use std::borrow::Cow;

use super::budget::check_size;
use super::find::described_position;
use super::writing::to_move;
use super::{Answer, Drawing, Fault, PositionSource, State};
use crate::judge::JudgedGame;
use arimaa::compare::Engine;
use arimaa::text::kind::TextKind;
use arimaa::text::{SvgOptions, draw, svg};
use arimaa::vocab::{Board, Invalid, Phase, Square};

/// The most marked squares of a drawing: all of the board.
const MAX_MARKS: usize = 64;

/// Draws a position. An impossible one is drawn as it is given, or before its illegal action, with
/// the squares at fault marked.
pub(super) fn draw_position(
    engine: &Engine,
    found: Result<JudgedGame, Fault>,
    position: &PositionSource,
    drawing: Drawing,
    marks: &[String],
) -> Result<Answer, Fault> {
    check_size(marks.len(), MAX_MARKS, "marks")?;
    let mut squares = Vec::new();
    for name in marks {
        squares.push(name.parse::<Square>().map_err(|error| Fault::BadQuestion {
            message: error.to_string(),
        })?);
    }
    let (board, below, error) = match found {
        Ok(game) => {
            let numbered = described_state(position)?.is_none_or(|state| state.is_numbered());
            let label = numbered.then(|| game.label());
            (game.state().board(), to_move(&game, label) + "\n", None)
        }
        Err(fault @ Fault::ImpossiblePosition { .. }) => {
            let Some(state) = described_state(position)? else {
                return Err(fault);
            };
            let mut board = board_as_given(&state);
            if let Err(invalid) = engine.start(&state.snapshot) {
                squares.splice(0..0, squares_to_blame(&invalid, &board));
                if let Invalid::IllegalAction { index, .. } = invalid {
                    board = board_before_action(engine, state.into_owned(), index).unwrap_or(board);
                }
            }
            (board, String::new(), Some(fault))
        }
        Err(fault) => return Err(fault),
    };
    let text = match drawing {
        // Marks stand in the way of reading a drawing again.
        Drawing::Text if squares.is_empty() => draw(&board, &[]) + &below,
        Drawing::Text => draw(&board, &squares),
        Drawing::Svg => svg(
            &board,
            &SvgOptions {
                marks: squares.clone(),
                caption: error.as_ref().map(|error| error.message().to_owned()),
            },
        ),
    };
    Ok(Answer::Drawn {
        text,
        squares: squares.iter().map(ToString::to_string).collect(),
        impossible: error,
    })
}

/// The state that a position is described by; `None` where it is reached by playing.
fn described_state(position: &PositionSource) -> Result<Option<Cow<'_, State>>, Fault> {
    Ok(match position {
        PositionSource::State(state) => Some(Cow::Borrowed(state)),
        PositionSource::Any(any) => described_position(any, TextKind::of(&any.text))?
            .map(|described| Cow::Owned(described.state)),
        PositionSource::Record(_) | PositionSource::AtHand => None,
    })
}

/// The board of a state that cannot exist: in a setup with the placed pieces, as far as they fit.
fn board_as_given(state: &State) -> Board {
    let mut board = state.snapshot.start;
    if let Phase::Setup { placed, .. } = &state.snapshot.phase {
        for placed in placed {
            if board.at(placed.square).is_none() {
                board.set(placed.square, Some(placed.piece));
            }
        }
    }
    board
}

/// The board of a state of play after the first `index` of its steps; `None` for another state.
fn board_before_action(engine: &Engine, mut state: State, index: usize) -> Option<Board> {
    if let Phase::Play { steps, .. } = &mut state.snapshot.phase {
        steps.truncate(index);
        return Some(engine.start(&state.snapshot).ok()?.board());
    }
    None
}

/// The squares that make a position impossible.
fn squares_to_blame(invalid: &Invalid, start: &Board) -> Vec<Square> {
    match invalid {
        Invalid::Unsupported { piece } => vec![piece.square],
        Invalid::TooMany { piece, .. } => {
            let placed = start.placed().filter(|placed| placed.piece == *piece);
            placed.map(|placed| placed.square).collect()
        }
        Invalid::IllegalAction { illegal, .. } => illegal.squares(),
        // The fault lies in the history or in the handicap, and not on the board.
        _ => Vec::new(),
    }
}
