//! Compares positions and keys within a turn with what can follow, found step by step.

use std::collections::{HashMap, HashSet};

use arimaa::bitboard::{Position, PositionKey};
use arimaa::vocab::{Placed, Step};

/// The board, the number of steps left, and the open push or pull by the piece that opened it.
type Moment = (PositionKey, usize, [Option<Placed>; 2]);

/// The board, whether the turn can end, and each step with the number of the future after it.
type Future = (PositionKey, bool, Vec<(Step, usize)>);

/// All futures in the turn from one board.
#[derive(Default)]
pub struct Futures {
    numbers: HashMap<Future, usize>,
    moments: HashMap<Moment, usize>,
    positions: HashMap<Position, usize>,
    keys: HashMap<PositionKey, usize>,
}

impl Futures {
    /// Walks the whole turn from a position.
    ///
    /// # Panics
    ///
    /// If equal positions, or positions with equal keys, have different futures.
    pub fn below(start: &Position) -> Self {
        let mut futures = Self::default();
        futures.number(start);
        futures
    }

    /// The number of a position's future: equal futures have equal numbers.
    fn number(&mut self, position: &Position) -> usize {
        let board = position.board_key();
        let open = [position.open_push(), position.open_pull()];
        let moment = (board, position.steps_left(), open);
        if let Some(&number) = self.moments.get(&moment) {
            return number;
        }
        let following = position.successors();
        let following = following.map(|(step, after)| (step, self.number(&after)));
        let future = (board, position.can_end(), following.collect());
        let next = self.numbers.len();
        let number = *self.numbers.entry(future).or_insert(next);
        self.moments.insert(moment, number);
        let by_position = *self.positions.entry(*position).or_insert(number);
        let by_key = *self.keys.entry(position.key()).or_insert(number);
        assert_eq!([by_position, by_key], [number; 2], "{position}");
        number
    }

    /// The numbers of positions, of keys and of futures with `steps_left` steps left.
    pub fn count(&self, steps_left: usize) -> [usize; 3] {
        let positions = self.positions.iter();
        let there = positions.filter(|(position, _)| position.steps_left() == steps_left);
        let (mut positions, mut keys, mut futures) = (0, HashSet::new(), HashSet::new());
        for (position, number) in there {
            positions += 1;
            keys.insert(position.key());
            futures.insert(number);
        }
        [positions, keys.len(), futures.len()]
    }

    /// The number of moments with `steps_left` steps left; these also differ by the piece that
    /// opened a push or a pull.
    pub fn moments(&self, steps_left: usize) -> usize {
        self.moments
            .keys()
            .filter(|(_, left, _)| *left == steps_left)
            .count()
    }
}
