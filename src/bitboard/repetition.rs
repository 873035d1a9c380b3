//! Which positions have stood before (SPEC.md chapter 7).
//!
//! Each turn end keeps a key for a quick look; a match counts only after the four words of
//! the boards have been compared, so nothing rests on keys being different.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::vocab::{Edition, Side};

use super::planes::Planes;

/// A position at the end of a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ended {
    pub(super) board: Planes,
    pub(super) to_move: Side,
    key: u64,
}

impl Ended {
    pub(super) const fn new(board: Planes, to_move: Side) -> Self {
        Self {
            board,
            to_move,
            key: fold(&board),
        }
    }

    /// Whether this is the same position for repetition (REP-1).
    pub(super) fn is(&self, other: &Self, edition: Edition) -> bool {
        self.key == other.key && self.identity(edition) == other.identity(edition)
    }

    /// What same positions have in common: the board, and who is to move in all editions but the first.
    fn identity(&self, edition: Edition) -> (Planes, Option<Side>) {
        let to_move = (!matches!(edition, Edition::Year2002)).then_some(self.to_move);
        (self.board, to_move)
    }
}

/// Sixty-four bits of a board; different boards may share them.
const fn fold(board: &Planes) -> u64 {
    let mixed = board.low
        ^ board.mid.rotate_left(13)
        ^ board.high.rotate_left(29)
        ^ board.silver.rotate_left(47);
    mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Whether a third occurrence is refused (REP-2) and not a loss (REP-4).
pub(super) const fn is_refused(edition: Edition) -> bool {
    matches!(edition, Edition::July2008)
}

/// Where in the history a position has stood, oldest first.
pub(super) fn occurrences(history: &[Ended], position: &Ended, edition: Edition) -> Vec<usize> {
    history
        .iter()
        .enumerate()
        .filter(|(_, ended)| ended.is(position, edition))
        .map(|(index, _)| index)
        .collect()
}

/// The boards at which a turn may not end because they have stood twice with `to_move` to move, each once (REP-2).
///
/// Empty in nearly every game: then no turn need be looked at.
pub(super) fn worn_out(history: &[Ended], to_move: Side, edition: Edition) -> Vec<Planes> {
    if !is_refused(edition) {
        return Vec::new();
    }
    let stood = history.iter().filter(|ended| ended.to_move == to_move);
    let mut boards: Vec<Planes> = stood.map(|ended| ended.board).collect();
    // In any order that puts equal boards side by side: a game may have thousands of turns.
    boards.sort_unstable_by_key(|board| [board.low, board.mid, board.high, board.silver]);
    boards
        .chunk_by(Planes::eq)
        .filter(|same| same.len() >= 2)
        .filter_map(|same| same.first().copied())
        .collect()
}

/// The first three places of the position that is the first to stand for the third time.
pub(super) fn first_third(history: &[Ended], edition: Edition) -> Option<[usize; 3]> {
    let mut met = HashMap::with_capacity(history.len());
    for (place, ended) in history.iter().enumerate() {
        match met.entry(ended.identity(edition)) {
            Entry::Vacant(new) => {
                new.insert((place, None));
            }
            Entry::Occupied(mut known) => match *known.get() {
                (first, Some(second)) => return Some([first, second, place]),
                (first, None) => {
                    known.insert((first, Some(place)));
                }
            },
        }
    }
    None
}
