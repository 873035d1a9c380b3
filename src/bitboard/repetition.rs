//! Which positions have stood before (SPEC.md chapter 7).
//!
//! Each turn end keeps a key for a quick look; a match counts only after the four words of
//! the boards have been compared, so nothing rests on keys being different.

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
        self.key == other.key
            && self.board == other.board
            && (matches!(edition, Edition::Year2002) || self.to_move == other.to_move)
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
    let mut worn = Vec::new();
    if !is_refused(edition) {
        return worn;
    }
    for (index, ended) in history.iter().enumerate() {
        let again = |other: &Ended| other.is(ended, edition);
        if ended.to_move == to_move
            && history
                .get(index + 1..)
                .is_some_and(|rest| rest.iter().any(again))
            && !worn.contains(&ended.board)
        {
            worn.push(ended.board);
        }
    }
    worn
}

/// The first three places of the position that is the first to stand for the third time.
pub(super) fn first_third(history: &[Ended], edition: Edition) -> Option<[usize; 3]> {
    (2..history.len()).find_map(|last| {
        let position = history.get(last)?;
        let before = occurrences(history.get(..last)?, position, edition);
        match before[..] {
            [first, second, ..] => Some([first, second, last]),
            _ => None,
        }
    })
}
