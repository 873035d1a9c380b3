//! Repetition (SPEC.md chapter 7, rules REP-1 to REP-4).

use crate::vocab::{Edition, Illegal, TurnEnd};

/// The turn ends of a game up to the start of the present turn, and the edition it is played by.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct History {
    pub(super) edition: Edition,
    /// The turn ends before the one that began this turn, oldest first.
    pub(super) earlier: Vec<TurnEnd>,
    /// How this turn began.
    pub(super) start: TurnEnd,
}

impl History {
    /// The history once this turn has ended like this.
    pub(super) fn after(&self, end: TurnEnd) -> Self {
        let mut earlier = self.earlier.clone();
        earlier.push(self.start);
        Self {
            edition: self.edition,
            earlier,
            start: end,
        }
    }
}

/// In the current edition no turn may make a position stand for the third time (REP-2).
///
/// The start of this turn itself need not be compared: the other player was to move there.
pub(super) fn judge(end: &TurnEnd, history: &History) -> Result<(), Illegal> {
    let earlier = occurrences(end, history);
    match history.edition {
        Edition::July2008 if earlier.len() >= 2 => Err(Illegal::ThirdRepetition { earlier }),
        Edition::July2008 | Edition::May2005 { .. } | Edition::Year2002 => Ok(()),
    }
}

/// Whether the start of this turn is at least the third occurrence of its position (REP-4).
pub(super) fn is_third_occurrence(history: &History) -> bool {
    occurrences(&history.start, history).len() >= 2
}

/// Where among the earlier turn ends this position stands.
fn occurrences(end: &TurnEnd, history: &History) -> Vec<usize> {
    (0..history.earlier.len())
        .filter(|&index| is_same_position(&history.earlier[index], end, history.edition))
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
