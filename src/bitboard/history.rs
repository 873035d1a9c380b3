//! The earlier turns of a game, and how often their positions have stood (SPEC.md chapter 7).
//!
//! A history is persistent: a clone shares everything with the original, and either can go on or go
//! back without a change to the other. The starts of turns are a linked list with the latest first.
//! The index of positions is a [hash trie](super::trie). So cloning, playing a turn and taking it
//! back take a time that hardly depends on the length of the history.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use crate::vocab::Edition;

use super::distinct::{self, with_workspace};
use super::key::{Key, REACH};
use super::planes::Planes;
use super::position::Position;
use super::trie::{RepeatedPart, Stood, TWICE, Times, Trie};

/// The most repeated positions to compare one by one with a board. If more have stood twice, the
/// ends of the turn are looked up in the index instead.
const MOST_LOOKED_THROUGH: usize = 256;

/// The number of words of a [`Filter`], a power of two: 64 KB.
const FILTER_WORDS: usize = 1 << 13;

/// A link to an earlier turn, or `None` at the end of the list.
type Link = Option<Arc<Past>>;

/// The earlier turns of a game, without the present one.
#[derive(Clone, Debug)]
pub(super) struct History {
    edition: Edition,
    last: Link,
    /// The number of times each position has stood.
    index: Trie,
    /// The latest turn whose start stood for the second time, in editions that forbid a third time.
    repeated: Link,
    /// A filter of the positions that have stood twice, where they are many.
    filter: Option<Arc<Filter>>,
}

/// A Bloom filter of the keys of positions that stood twice: the bit of each is set. A position
/// taken back leaves its bit. Clones of a history share the filter until one adds to it.
#[derive(Clone, Debug)]
struct Filter(Vec<u64>);

impl Filter {
    fn may_hold(&self, key: Key) -> bool {
        let word = self.0.get(key[0] as usize % FILTER_WORDS);
        word.is_some_and(|word| word >> (key[1] & 63) & 1 != 0)
    }

    fn insert(&mut self, key: Key) {
        if let Some(word) = self.0.get_mut(key[0] as usize % FILTER_WORDS) {
            *word |= 1 << (key[1] & 63);
        }
    }
}

/// The start of an earlier turn.
#[derive(Debug)]
pub(super) struct Past {
    pub(super) start: Position,
    /// The number of earlier turns.
    number: usize,
    before: Link,
    /// The latest earlier turn whose start stood for the second time.
    repeated: Link,
}

impl Drop for Past {
    /// Frees a long history turn by turn, because nested drops would overflow the stack.
    fn drop(&mut self) {
        // The turns before link to it as well, so nothing is freed yet.
        self.repeated = None;
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

/// Whether the edition refuses a third occurrence (REP-2), instead of making it a loss (REP-4).
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
            repeated: None,
            filter: None,
        }
    }

    /// The number of earlier turns.
    pub(super) fn len(&self) -> usize {
        self.last.as_ref().map_or(0, |past| past.number + 1)
    }

    /// Whether any position has stood twice, in an edition that forbids a third time.
    pub(super) const fn has_repeated(&self) -> bool {
        self.repeated.is_some()
    }

    /// The earlier turns, the latest first.
    pub(super) fn latest_first(&self) -> impl Iterator<Item = &Past> {
        std::iter::successors(self.last.as_deref(), |past| past.before.as_deref())
    }

    /// The turns whose start stood for the second time, in an edition that forbids a third time.
    fn repeated(&self) -> impl Iterator<Item = &Past> {
        std::iter::successors(self.repeated.as_deref(), |past| past.repeated.as_deref())
    }

    /// Adds the start of a turn that has ended.
    pub(super) fn push(&mut self, start: Position) {
        let number = self.len();
        let times = self.index.change_entry(&self.stood(&start), |times| {
            if let Some(first) = times.first.get_mut(times.count) {
                *first = number;
            }
            times.count += 1;
        });
        self.last = Some(Arc::new(Past {
            start,
            number,
            before: self.last.take(),
            repeated: self.repeated.clone(),
        }));
        if times == TWICE && forbids_third_occurrence(self.edition) {
            self.repeated.clone_from(&self.last);
            self.add_to_filter(start.keyed().key);
        }
    }

    /// Adds a position that has stood twice to the filter, which is made once they are many.
    fn add_to_filter(&mut self, key: Key) {
        if let Some(filter) = &mut self.filter {
            Arc::make_mut(filter).insert(key);
        } else if self.repeated().nth(MOST_LOOKED_THROUGH).is_some() {
            let mut filter = Filter(vec![0; FILTER_WORDS]);
            self.repeated()
                .for_each(|past| filter.insert(past.start.keyed().key));
            self.filter = Some(Arc::new(filter));
        }
    }

    /// Removes the latest turn, and returns its start; `None` if there is none.
    pub(super) fn pop(&mut self) -> Option<Position> {
        let past = self.last.take()?;
        self.last.clone_from(&past.before);
        self.repeated.clone_from(&past.repeated);
        let stood = self.stood(&past.start);
        self.index.change_entry(&stood, |times| times.count -= 1);
        Some(past.start)
    }

    /// Whether a position has stood at the start of two earlier turns or more.
    pub(super) fn has_stood_twice(&self, position: &Position) -> bool {
        self.first_two_ends(position).is_some()
    }

    /// The numbers of the first two earlier turns that began in a position, oldest first, or `None`
    /// if fewer than two did.
    pub(super) fn first_two_ends(&self, position: &Position) -> Option<[usize; TWICE]> {
        let times = self.index.get(&self.stood(position))?;
        has_stood_twice(times).then_some(times.first)
    }

    /// The number of times a position has stood at the start of this turn or of an earlier one.
    pub(super) fn occurrences(&self, start: &Position, position: &Position) -> usize {
        let stands = identity(start, self.edition) == identity(position, self.edition);
        self.times(position) + usize::from(stands)
    }

    /// The number of earlier turns that began in a position.
    fn times(&self, position: &Position) -> usize {
        let times = self.index.get(&self.stood(position));
        times.map_or(0, |times| times.count)
    }

    /// The keys of the boards at which the turn may not end, in order: the board at its start
    /// (TRN-3), and those that have stood twice (REP-2). A board that the turn cannot reach is left
    /// out, unless it is so near that no board in reach has its key.
    ///
    /// The cost is bounded by that of visiting the turns, however many positions stood twice.
    pub(super) fn refused_ends(&self, position: &Position) -> Vec<Key> {
        let start = position.start_key();
        let mut keys = match &self.filter {
            None => self.repeated_near(position),
            Some(filter) => self.repeated_ends(position, filter),
        };
        keys.push(start);
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// The keys of the boards that have stood twice and are [near](is_near) the position.
    fn repeated_near(&self, position: &Position) -> Vec<Key> {
        let next = position.side().other();
        let starts = self.repeated().map(|past| &past.start);
        starts
            .filter(|start| start.side() == next && is_near(position.planes(), start.planes()))
            .map(|start| start.keyed().key)
            .collect()
    }

    /// The keys of the boards that the turn can reach and that have stood twice.
    fn repeated_ends(&self, position: &Position, filter: &Filter) -> Vec<Key> {
        let next = position.side().other();
        let is_refused = |times: &Times| {
            let (board, to_move) = &times.stood.identity;
            has_stood_twice(times)
                && to_move.is_none_or(|side| side == next)
                && is_near(position.planes(), board)
        };
        let is_repeated = |key| {
            let mut with_key = self.index.positions_with_key(key).iter();
            with_key.any(|times| times.stood.key == key && is_refused(times))
        };
        with_workspace(|space| {
            let mut keys = Vec::new();
            distinct::each_key(space, &position.root(), |key| {
                if filter.may_hold(key) && is_repeated(key) {
                    keys.push(key);
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

/// Whether a position has stood twice, so that it may not come to stand again (REP-2).
fn has_stood_twice(times: &Times) -> bool {
    times.count >= TWICE
}

/// Whether two boards differ in no more coordinates than one turn can change. The keys of such
/// boards differ if the boards do.
fn is_near(one: &Planes, other: &Planes) -> bool {
    let differing = one.differing_squares(other);
    let (before, after) = (differing & one.occupied(), differing & other.occupied());
    before.count_ones() + after.count_ones() <= REACH / 2
}

/// The places, in `positions`, of the first three occurrences of a position: of the position that
/// is the first to stand for the third time. `None` if none stands three times.
pub(super) fn first_third_occurrence<'a>(
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

    /// Boards of one turn differ in at most twelve coordinates: four pieces moved, which is two
    /// coordinates each, and four captured.
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

    /// The position of a rabbit and a cat with this number, one of 8,192.
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
        assert_eq!(history.first_two_ends(&position(7)), Some([7, 2_007]));
        assert_eq!(history.first_two_ends(&position(1_007)), None);
        assert_eq!(history.repeated().count(), 1_000);
        assert!(history.has_repeated());
        let shared = history.clone();
        for number in (0..3_000).rev() {
            assert_eq!(history.pop(), Some(position(number % 2_000)));
            assert_eq!(history.times(&position(number % 2_000)), number / 2_000);
        }
        assert_eq!((history.len(), history.pop()), (0, None));
        assert!(!history.has_repeated());
        assert!(matches!(history.index, Trie::Branch(_)));
        assert_eq!((shared.len(), shared.times(&position(7))), (3_000, 2));
    }

    #[test]
    fn refused_ends_are_found_whether_few_or_many_positions_stood_twice() {
        let start = position(27 + 64 * 36);
        let mut history = History::new(Edition::July2008);
        let mut expected = vec![start.start_key()];
        let (mut turns, mut repeated) = (0, 0);
        start.visit_turns(&mut crate::bitboard::Workspace::default(), |turn| {
            let end = turn.position();
            history.push(end);
            turns += 1;
            if turns % 2 == 0 && repeated < 100 {
                repeated += 1;
                history.push(end);
                expected.push(end.keyed().key);
            }
        });
        expected.sort_unstable();
        assert_eq!(expected.len(), 101);
        assert_eq!(history.refused_ends(&start), expected);
        // Boards with two horses, which this turn cannot reach.
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
        assert!(history.repeated().count() > MOST_LOOKED_THROUGH);
        assert_eq!(history.refused_ends(&start), expected);
    }

    #[test]
    fn a_long_history_is_freed_without_recursion() {
        let mut history = History::new(Edition::Year2002);
        for number in 0..300_000 {
            history.push(position(number % 5_000));
        }
        assert_eq!(history.len(), 300_000);
        let mut history = History::new(Edition::July2008);
        for number in 0..16_000 {
            history.push(position(number % 8_000));
        }
        assert_eq!(history.repeated().count(), 8_000);
    }
}
