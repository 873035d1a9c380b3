//! The turns that came before, and how often their positions have stood (SPEC.md chapter 7).
//!
//! A history is persistent: a clone shares everything with the original, and either can go on or go
//! back without a change to the other. The starts of turns are a linked list with the latest first.
//! The index of positions is a [hash trie](super::trie). So a clone, a turn played and a turn taken
//! back take a time that hardly depends on the length of the history.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use crate::vocab::Edition;

use super::key::{Key, REACH};
use super::planes::Planes;
use super::position::Position;
use super::trie::{RepeatedPart, Stood, TWICE, Trie};

/// The most positions that are looked through for those in reach. Where more have stood twice, the
/// ends in reach are looked up instead.
const MOST_LOOKED_THROUGH: usize = 256;

/// The turns before the present one.
#[derive(Clone, Debug)]
pub(super) struct History {
    edition: Edition,
    last: Option<Arc<Past>>,
    /// How often each position has stood.
    index: Trie,
    /// The positions that have stood twice, in editions where they may not stand again.
    twice: Trie,
    /// How many those are.
    twice_len: usize,
}

/// The start of an earlier turn.
#[derive(Debug)]
pub(super) struct Past {
    pub(super) start: Position,
    /// How many turns came before.
    number: usize,
    before: Option<Arc<Past>>,
}

impl Drop for Past {
    /// Frees a long history turn by turn: freeing one within the other would overflow the stack.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut past) = next.and_then(Arc::into_inner) {
            next = past.before.take();
        }
    }
}

const fn identity(position: &Position, edition: Edition) -> RepeatedPart {
    let to_move = match edition {
        Edition::Year2002 => None,
        Edition::May2005 { .. } | Edition::July2008 => Some(position.side()),
    };
    (*position.planes(), to_move)
}

/// Whether a third occurrence is refused (REP-2) and not a loss (REP-4).
pub(super) const fn forbids_third_occurrence(edition: Edition) -> bool {
    match edition {
        Edition::Year2002 | Edition::May2005 { .. } => false,
        Edition::July2008 => true,
    }
}

impl History {
    /// The history of a position of which nothing earlier is known.
    pub(super) fn new(edition: Edition) -> Self {
        Self {
            edition,
            last: None,
            index: Trie::default(),
            twice: Trie::default(),
            twice_len: 0,
        }
    }

    /// How many turns there are.
    pub(super) fn len(&self) -> usize {
        self.last.as_ref().map_or(0, |past| past.number + 1)
    }

    /// Whether any position has stood twice, in an edition that forbids a third time.
    pub(super) const fn has_repeated(&self) -> bool {
        self.twice_len > 0
    }

    /// The earlier turns, the latest first.
    pub(super) fn latest_first(&self) -> impl Iterator<Item = &Past> {
        std::iter::successors(self.last.as_deref(), |past| past.before.as_deref())
    }

    /// Adds the start of a turn that has ended.
    pub(super) fn push(&mut self, start: Position) {
        let number = self.len();
        let times = self.index.change(&self.stood(&start), |times| {
            if let Some(first) = times.first.get_mut(times.count) {
                *first = number;
            }
            times.count += 1;
        });
        if times == TWICE && forbids_third_occurrence(self.edition) {
            let stood = self.stood(&start);
            self.twice.change(&stood, |times| times.count = 1);
            self.twice_len += 1;
        }
        self.last = Some(Arc::new(Past {
            start,
            number,
            before: self.last.take(),
        }));
    }

    /// Takes the latest turn off again, and returns its start.
    pub(super) fn pop(&mut self) -> Option<Position> {
        let past = self.last.take()?;
        self.last.clone_from(&past.before);
        let stood = self.stood(&past.start);
        let times = self.index.change(&stood, |times| times.count -= 1);
        if times + 1 == TWICE && forbids_third_occurrence(self.edition) {
            self.twice.change(&stood, |times| times.count = 0);
            self.twice_len -= 1;
        }
        Some(past.start)
    }

    /// Whether a position has stood at the start of two earlier turns or more.
    pub(super) fn has_stood_twice(&self, position: &Position) -> bool {
        self.first_two(position).is_some()
    }

    /// The first two of the earlier turns that a position started, oldest first, if there are two.
    pub(super) fn first_two(&self, position: &Position) -> Option<[usize; TWICE]> {
        let times = self.index.get(&self.stood(position))?;
        (times.count >= TWICE).then_some(times.first)
    }

    #[cfg(test)]
    fn times(&self, position: &Position) -> usize {
        let times = self.index.get(&self.stood(position));
        times.map_or(0, |times| times.count)
    }

    /// The keys of the boards at which the turn may not end: the board at its start (TRN-3), and
    /// those that have stood twice (REP-2). Boards that the turn cannot reach are left out.
    ///
    /// The cost is bounded by that of visiting the turns, however many positions stood twice.
    pub(super) fn refused_ends(&self, position: &Position) -> Vec<Key> {
        let start = position.start_key();
        let mut keys = if self.twice_len <= MOST_LOOKED_THROUGH {
            self.twice_near(position)
        } else {
            self.ends_that_stood_twice(position)
        };
        keys.retain(|&key| key != start);
        keys.push(start);
        keys
    }

    /// The keys of the boards that have stood twice, so far as they are near.
    fn twice_near(&self, position: &Position) -> Vec<Key> {
        let mut keys = Vec::new();
        let next = position.side().other();
        self.twice.for_each(&mut |times| {
            let (board, to_move) = &times.stood.identity;
            let is_next = to_move.is_none_or(|side| side == next);
            if is_next && is_near(position.planes(), board) {
                keys.push(times.stood.key);
            }
        });
        keys
    }

    /// The keys of the boards that the turn can reach and that have stood twice.
    fn ends_that_stood_twice(&self, position: &Position) -> Vec<Key> {
        super::with_workspace(|space| {
            let mut keys = Vec::new();
            position.visit_turns(space, |turn| {
                let end = turn.position();
                if self.has_stood_twice(&end) {
                    keys.push(end.keyed().key);
                }
            });
            keys
        })
    }

    fn stood(&self, position: &Position) -> Stood {
        Stood {
            identity: identity(position, self.edition),
            key: position.keyed().key,
        }
    }
}

/// Whether two boards differ in no more coordinates than one turn can change, so that their keys
/// are certain to differ if they do.
fn is_near(one: &Planes, other: &Planes) -> bool {
    let differing = one.differing(other);
    let (before, after) = (differing & one.occupied(), differing & other.occupied());
    before.count_ones() + after.count_ones() <= REACH / 2
}

/// The first three places of the position that is the first to stand for the third time.
pub(super) fn first_third<'a>(
    positions: impl Iterator<Item = &'a Position>,
    edition: Edition,
) -> Option<[usize; 3]> {
    let mut met = HashMap::new();
    for (place, position) in positions.enumerate() {
        match met.entry(identity(position, edition)) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::bits::shift;

    /// Boards of one turn differ in twelve coordinates at most: of four pieces on eight squares,
    /// and of four captured.
    #[test]
    fn boards_beyond_one_turn_are_not_near() {
        let rabbits = |squares: u64| Planes {
            low: squares,
            ..Planes::default()
        };
        let root = rabbits(0x7f);
        let mut board = root;
        assert!(is_near(&root, &root));
        for index in 0..6 {
            board = board.moved(1 << index, shift(1 << index, 0));
            assert!(is_near(&root, &board));
        }
        assert!(!is_near(&root, &rabbits(0x3f00)));
        assert!(!is_near(&root, &board.without(1 << 6)));
        assert!(!is_near(&root, &rabbits(shift(0x7f_u64, 0))));
    }

    #[test]
    fn boards_with_seven_other_pieces_are_not_near() {
        let seven = |code: u32| {
            let plane = |bit: u32| if code >> bit & 1 != 0 { 0x7f } else { 0 };
            Planes {
                low: plane(0),
                mid: plane(1),
                high: plane(2),
                silver: plane(3),
            }
        };
        let codes = || (1..=6).chain(9..=14);
        for (one, other) in codes().flat_map(|one| codes().map(move |other| (one, other))) {
            assert_eq!(
                is_near(&seven(one), &seven(other)),
                one == other,
                "{one} {other}"
            );
        }
    }

    /// A position by its number: a rabbit and a cat.
    fn position(number: usize) -> Position {
        let mut board = Planes {
            low: 1 << (number % 64),
            ..Planes::default()
        };
        board.mid = 1 << (number / 64 % 64);
        Position::at_start(crate::vocab::Side::ALL[number / 4096 % 2], board)
    }

    #[test]
    fn positions_are_counted_through_playing_and_taking_back() {
        let mut history = History::new(Edition::July2008);
        for number in 0..3_000 {
            assert_eq!(history.times(&position(number % 2_000)), number / 2_000);
            history.push(position(number % 2_000));
        }
        assert_eq!(history.first_two(&position(7)), Some([7, 2_007]));
        assert_eq!(history.first_two(&position(1_007)), None);
        assert_eq!(history.twice_len, 1_000);
        let shared = history.clone();
        for number in (0..3_000).rev() {
            assert_eq!(history.pop(), Some(position(number % 2_000)));
            assert_eq!(history.times(&position(number % 2_000)), number / 2_000);
        }
        assert_eq!((history.len(), history.pop()), (0, None));
        assert_eq!(history.twice_len, 0);
        assert!(matches!(history.index, Trie::Branch(_)));
        assert_eq!((shared.len(), shared.times(&position(7))), (3_000, 2));
    }

    #[test]
    fn refused_ends_are_found_whether_few_or_many_positions_stood_twice() {
        let start = position(27 + 64 * 36);
        let mut history = History::new(Edition::July2008);
        let mut expected = vec![start.start_key()];
        let mut turns = 0;
        start.visit_turns(&mut crate::bitboard::Workspace::default(), |turn| {
            let end = turn.position();
            history.push(end);
            turns += 1;
            if turns % 2 == 0 && history.twice_len < 100 {
                history.push(end);
                expected.push(end.keyed().key);
            }
        });
        let sorted = |mut keys: Vec<Key>| {
            keys.sort_unstable();
            keys
        };
        let expected = sorted(expected);
        assert_eq!(expected.len(), 101);
        assert_eq!(sorted(history.refused_ends(&start)), expected);
        // Two horses, which this turn cannot bring.
        for number in 0..2 * MOST_LOOKED_THROUGH {
            let other = (number + 1 + number / 64) % 64;
            let board = Planes {
                high: 1 << (number % 64) | 1 << other,
                ..Planes::default()
            };
            let far = Position::at_start(crate::vocab::Side::Silver, board);
            history.push(far);
            history.push(far);
        }
        assert!(history.twice_len > MOST_LOOKED_THROUGH);
        assert_eq!(sorted(history.refused_ends(&start)), expected);
    }

    #[test]
    fn a_long_history_is_freed_without_recursion() {
        let mut history = History::new(Edition::Year2002);
        for number in 0..300_000 {
            history.push(position(number % 5_000));
        }
        assert_eq!(history.len(), 300_000);
    }
}
