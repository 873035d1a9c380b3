//! Repetition (SPEC.md chapter 7, rules REP-1 to REP-4).

use std::collections::HashMap;

use crate::vocab::{Board, Edition, Illegal, Side, TurnEnd};

/// The part of a position that repetition compares.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
struct Position {
    board: Board,
    /// The side to move, or `None` in the edition that does not compare it.
    to_move: Option<Side>,
}

/// The position that repetition compares: the board at the end of a turn together with the side to
/// move next; in the edition 2002 the board alone (REP-1, EDN-2, EDN-3).
fn position(end: &TurnEnd, edition: Edition) -> Position {
    Position {
        board: end.board,
        to_move: match edition {
            Edition::Year2002 => None,
            Edition::May2005 { .. } | Edition::July2008 => Some(end.to_move),
        },
    }
}

/// The turn ends of a game up to the start of the present turn, and the edition it is played by.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct History {
    pub(super) edition: Edition,
    /// The turn ends before the one that began this turn, oldest first.
    pub(super) earlier: Vec<TurnEnd>,
    /// The turn end that began this turn.
    pub(super) start: TurnEnd,
    /// The places where each position has stood, oldest first: indices into `earlier`. The length
    /// of `earlier` means the start of this turn.
    places: HashMap<Position, Vec<usize>>,
}

impl History {
    /// The history of a game that begins with this position, its first occurrence (REP-3).
    pub(super) fn new(edition: Edition, start: TurnEnd) -> Self {
        let places = HashMap::from([(position(&start, edition), vec![0])]);
        Self {
            edition,
            earlier: Vec::new(),
            start,
            places,
        }
    }

    /// The history of a game with these earlier turn ends, oldest first. `start` began this turn.
    pub(super) fn of(edition: Edition, earlier: &[TurnEnd], start: TurnEnd) -> Self {
        let Some((&first, others)) = earlier.split_first() else {
            return Self::new(edition, start);
        };
        let mut history = Self::new(edition, first);
        for &end in others {
            history.end_turn(end);
        }
        history.end_turn(start);
        history
    }

    /// Ends the turn; the next one begins at this turn end.
    pub(super) fn end_turn(&mut self, end: TurnEnd) {
        self.earlier.push(self.start);
        self.start = end;
        let places = self.places.entry(position(&end, self.edition));
        places.or_default().push(self.earlier.len());
    }

    /// Removes the turn end that began this turn, so that the turn before begins again. Returns
    /// false if there is no turn before.
    pub(super) fn take_back(&mut self) -> bool {
        let Some(start) = self.earlier.pop() else {
            return false;
        };
        let struck = position(&self.start, self.edition);
        if let Some(places) = self.places.get_mut(&struck) {
            places.pop();
            if places.is_empty() {
                self.places.remove(&struck);
            }
        }
        self.start = start;
        true
    }

    /// The places where the position of a turn end has stood, oldest first (REP-1).
    fn occurrences_of(&self, end: &TurnEnd) -> &[usize] {
        let places = self.places.get(&position(end, self.edition));
        places.map_or(&[], Vec::as_slice)
    }

    /// The first three places of a position that stands three times: of several such positions, the
    /// one whose third occurrence comes first (ORD-4).
    pub(super) fn first_third_occurrence(&self) -> Option<[usize; 3]> {
        self.places
            .values()
            .filter_map(|places| places.first_chunk().copied())
            .min_by_key(|&[_, _, third]| third)
    }
}

/// Whether the edition refuses a third occurrence; in the other editions it loses (EDN-5).
pub(super) const fn is_third_occurrence_refused(edition: Edition) -> bool {
    match edition {
        Edition::Year2002 | Edition::May2005 { .. } => false,
        Edition::July2008 => true,
    }
}

/// Judges the end of a turn: in an edition that refuses a third occurrence, the position may not
/// have stood twice before (REP-2).
pub(super) fn judge(end: &TurnEnd, history: &History) -> Result<(), Illegal> {
    let earlier = history.occurrences_of(end);
    if is_third_occurrence_refused(history.edition) && earlier.len() >= 2 {
        return Err(Illegal::ThirdRepetition {
            earlier: [earlier[0], earlier[earlier.len() - 1]],
        });
    }
    Ok(())
}

/// Whether the position at the start of this turn occurs for at least the third time (REP-4).
pub(super) fn is_third_occurrence(history: &History) -> bool {
    history.occurrences_of(&history.start).len() >= 3
}
