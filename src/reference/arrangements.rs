//! The ways to complete a setup (SPEC.md SET-6, TRN-6 and ORD-3).

use super::board::KINDS;
use super::distinct::sort_by_text;
use super::setup::Setup;
use crate::vocab::{Action, Effect, Part, Piece, Placed, Played, Square, Turn};

/// Every distinct way to complete a setup, each with its placements in the order of their text
/// (TRN-6, ORD-3), or `None` if `stop` returned true during the search.
pub(super) fn completions(setup: &Setup, stop: &dyn Fn() -> bool) -> Option<Vec<Turn>> {
    let mut turns = Vec::new();
    let rest = Setup {
        placed: Vec::new(),
        ..setup.clone()
    };
    fill_squares(&rest, &setup.free_squares(), &mut turns, stop)?;
    sort_by_text(&mut turns);
    Some(turns)
}

/// Fills the first of these squares with each kind in turn or leaves it empty, and then fills the
/// other squares; `None` if stopped.
fn fill_squares(
    setup: &Setup,
    squares: &[Square],
    turns: &mut Vec<Turn>,
    stop: &dyn Fn() -> bool,
) -> Option<()> {
    if stop() {
        return None;
    }
    if setup.judge_end().is_ok() {
        turns.push(as_turn(setup));
        return Some(());
    }
    let left = pieces_left(setup);
    let Some((&square, others)) = squares.split_first() else {
        return Some(());
    };
    // With a handicap there are more squares than pieces, and this one may stay empty.
    if left < squares.len() {
        fill_squares(setup, others, turns, stop)?;
    }
    for kind in KINDS {
        let piece = Piece::new(setup.start.to_move, kind);
        let mut next = setup.clone();
        if next.apply(Action::Place(Placed { piece, square })).is_ok() {
            fill_squares(&next, others, turns, stop)?;
        }
    }
    Some(())
}

/// The number of pieces still to be placed.
fn pieces_left(setup: &Setup) -> usize {
    KINDS.map(|kind| setup.left_to_place(kind)).iter().sum()
}

/// The placements of a setup as a turn, in the order of their text (ORD-3).
fn as_turn(setup: &Setup) -> Turn {
    let mut placed = setup.placed.clone();
    placed.sort_by_key(Placed::to_string);
    let effect = Effect::new(Part::Placement, None);
    let actions = placed.into_iter().map(Action::Place);
    let played = actions.map(|action| Played::new(action, effect));
    Turn::new(played.collect(), setup.board)
}
