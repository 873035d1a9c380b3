//! Repetition as a model over letters: a letter is a whole board.
//!
//! The model is [`Model`]: it is written from SPEC.md chapter 7, END-8, END-10 and VAL-7, and knows
//! no square. [`Circuit`] gives its letters boards. A cat of each side walks round a rabbit of the
//! other, from any of its places to any other; so the board is a letter for each pair of places.

use std::collections::BTreeMap;

use arimaa::Game;
use arimaa::rules::Rules;
use arimaa::vocab::{Action, Board, Edition, End, Outcome, Side, Snapshot};

use crate::endings::Ending;

/// A position at the end of a turn: the letter of its board, and the side to move.
pub(crate) type Ended = (usize, Side);

/// Repetition as SPEC.md states it.
pub(crate) struct Model {
    pub(crate) edition: Edition,
    /// The ends of turns, the present position last.
    pub(crate) history: Vec<Ended>,
}

impl Model {
    /// Positions are the same if board and side to move are the same; in the edition 2002, if the
    /// board is (REP-1).
    fn is_same(&self, one: Ended, other: Ended) -> bool {
        one.0 == other.0 && (one.1 == other.1 || self.edition == Edition::Year2002)
    }

    /// The indices at which a position occurs among the first `number` ends of turns.
    fn stood(&self, end: Ended, number: usize) -> Vec<usize> {
        let places = 0..number;
        places
            .filter(|&place| self.is_same(self.history[place], end))
            .collect()
    }

    /// In the current edition a turn may not end in a position that has occurred twice (REP-2);
    /// returns where.
    pub(crate) fn refuses(&self, end: Ended) -> Option<[usize; 2]> {
        let stood = self.stood(end, self.history.len());
        let is_current = self.edition == Edition::July2008;
        stood.first_chunk().copied().filter(|_| is_current)
    }

    /// The end of the game after the last turn. In the older editions a third occurrence loses
    /// (REP-4, END-10). In the current one the mover wins if every turn of the opponent would end
    /// in a position that has occurred twice (END-8).
    pub(crate) fn end(&self, turns: impl IntoIterator<Item = Ended>) -> Option<End> {
        let (&last, before) = self.history.split_last().unwrap();
        if self.edition == Edition::July2008 {
            let mut turns = turns.into_iter();
            let none_is_left = turns.all(|end| self.refuses(end).is_some());
            return none_is_left.then_some(End::OnlyRepetitions);
        }
        let is_third = self.stood(last, before.len()).len() >= 2;
        is_third.then_some(End::ThirdOccurrence)
    }

    /// The first position that occurs three times, which the current edition forbids (VAL-7): the
    /// indices of its first three occurrences (ORD-4).
    pub(crate) fn stands_three_times(&self) -> Option<[usize; 3]> {
        let mut places = 0..self.history.len();
        places.find_map(|third| {
            let end = self.history[third];
            let [first, second] = *self.stood(end, third).first_chunk()?;
            (self.edition == Edition::July2008).then_some([first, second, third])
        })
    }
}

/// The winner by the sentences of END-8 and END-10.
pub(crate) fn outcome(end: End, to_move: Side) -> Outcome {
    let mover_wins = end == End::OnlyRepetitions;
    Outcome {
        winner: Some(if mover_wins { to_move.other() } else { to_move }),
        end,
    }
}

/// An ending in which each side's walker has this number of places.
pub(crate) fn walkers(gold: usize, silver: usize) -> Ending {
    Ending {
        name: "walkers",
        standing: "Ra4 rh5",
        gold: &["Ch4", "Cg5", "Ch6"][..gold],
        silver: &["ca3", "cb4", "ca5"][..silver],
        turns: 0,
    }
}

/// The boards of the letters, and the steps from one to another.
pub(crate) struct Circuit {
    places: [usize; 2],
    pub(crate) boards: Vec<Board>,
    pub(crate) steps: BTreeMap<(Ended, usize), Vec<Action>>,
}

impl Circuit {
    pub(crate) fn of(gold: usize, silver: usize) -> Self {
        let boards = walkers(gold, silver).inside();
        let mut circuit = Self {
            places: [gold, silver],
            boards,
            steps: BTreeMap::new(),
        };
        for letter in 0..circuit.boards.len() {
            for side in Side::ALL {
                let position = Snapshot::position(Edition::default(), side, circuit.boards[letter]);
                let turns = Game::from_snapshot(&position).unwrap().turns();
                for next in circuit.turns((letter, side)) {
                    let turn = turns
                        .iter()
                        .find(|turn| turn.board == circuit.boards[next.0]);
                    let steps = turn.unwrap().played.iter().map(|played| played.action);
                    circuit
                        .steps
                        .insert(((letter, side), next.0), steps.collect());
                }
            }
        }
        circuit
    }

    /// The positions that a turn leads to: the own walker stands on another of its places. Letters
    /// are numbered by the place of Gold's walker, and then that of Silver's.
    pub(crate) fn turns(&self, (letter, side): Ended) -> Vec<Ended> {
        let [gold, silver] = self.places;
        let (of_gold, of_silver) = (letter / silver, letter % silver);
        let next: Vec<usize> = match side {
            Side::Gold => (0..gold).map(|place| place * silver + of_silver).collect(),
            Side::Silver => (0..silver).map(|place| of_gold * silver + place).collect(),
        };
        let others = next.into_iter().filter(|&next| next != letter);
        others.map(|next| (next, side.other())).collect()
    }
}
