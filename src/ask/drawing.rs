//! Boards drawn for people, impossible ones too: the question `draw`.

use super::budget::Meter;
use super::find::{find_within, within_history};
use super::{Answer, Drawing, Fault, PositionSource};
use crate::engines::Starter;
use crate::text::{SvgOptions, draw, svg};
use crate::vocab::{Board, Invalid, Phase, Square};

/// Draws a position. One that cannot exist is drawn as it was given, with the squares to blame.
pub(super) fn drawn(
    engine: &Starter,
    position: &PositionSource,
    drawing: Drawing,
    marks: &[String],
    meter: &Meter<'_>,
) -> Result<Answer, Fault> {
    let mut squares = Vec::new();
    for name in marks {
        squares.push(name.parse::<Square>().map_err(|error| Fault::BadQuestion {
            message: error.to_string(),
        })?);
    }
    let (board, error) = match position {
        PositionSource::State(state) => {
            within_history(state)?;
            match engine.start(&state.snapshot) {
                Ok(game) => (game.board(), None),
                Err(invalid) => {
                    squares.splice(0..0, guilty(&invalid, &state.snapshot.start));
                    (given(state), Some(Fault::from(&invalid)))
                }
            }
        }
        other => (find_within(engine, other, meter)?.state().board(), None),
    };
    let text = match drawing {
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

/// The board of a state that cannot exist: in a setup with the placed pieces, as far as they fit.
fn given(state: &super::State) -> Board {
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

/// The squares that make a position impossible.
fn guilty(invalid: &Invalid, start: &Board) -> Vec<Square> {
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
