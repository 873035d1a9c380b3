//! Repetition (SPEC.md chapter 7, rules REP-1 to REP-4).

use crate::vocab::{Edition, Illegal, TurnEnd};

/// In the current edition no turn may make a position stand for the third time (REP-2).
///
/// `earlier` are the turn ends before the one that began this turn. That one itself need not be compared: the other
/// player was to move there.
pub(super) fn judge(end: &TurnEnd, earlier: &[TurnEnd], edition: Edition) -> Result<(), Illegal> {
    let before = occurrences(end, earlier, edition);
    match edition {
        Edition::July2008 if before.len() >= 2 => Err(Illegal::ThirdRepetition { earlier: before }),
        Edition::July2008 | Edition::May2005 { .. } | Edition::Year2002 => Ok(()),
    }
}

/// Whether this turn end is at least the third occurrence of its position (REP-4).
pub(super) fn is_third_occurrence(end: &TurnEnd, earlier: &[TurnEnd], edition: Edition) -> bool {
    occurrences(end, earlier, edition).len() >= 2
}

/// Where the position of this turn end stood before.
fn occurrences(end: &TurnEnd, earlier: &[TurnEnd], edition: Edition) -> Vec<usize> {
    (0..earlier.len())
        .filter(|&index| is_same_position(&earlier[index], end, edition))
        .collect()
}

/// The same position is the same board with the same side to move; in 2002 the board alone counted (REP-1).
fn is_same_position(one: &TurnEnd, other: &TurnEnd, edition: Edition) -> bool {
    let same_side = match edition {
        Edition::Year2002 => true,
        Edition::May2005 { .. } | Edition::July2008 => one.to_move == other.to_move,
    };
    same_side && one.board == other.board
}
