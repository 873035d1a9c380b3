//! Turns bytes into a case: a state, possible or not, and a walk of legal and illegal actions from
//! it.
//!
//! Every choice is one number read from the front, so a changed byte changes one thing. When the
//! bytes are at an end all numbers are 0: any bytes are a case. The committed seeds are read so: a
//! new kind of choice goes behind those that are there.
//!
//! The bounds of a case are its cost: at most 40 changes to a board, 8 earlier turn ends, 6 steps,
//! 20 placements, 32 missing pieces and 48 actions.

use std::sync::LazyLock;

use arbitrary::{Result, Unstructured};
use arimaa::bitboard::Position;
use arimaa::compare::{choose, random_start};
use arimaa::random::SplitMix64;
use arimaa::rules::Rules;
use arimaa::vocab::{
    Action, Board, Direction, Edition, Handicap, Kind, Phase, Piece, Placed, Side, Snapshot,
    Square, Step, TurnEnd,
};
use arimaa_oracle::ask::{State, state_value};

const MOST_CHANGES: usize = 40;
const MOST_EARLIER: usize = 8;
const MOST_STEPS: usize = 6;
const MOST_PLACED: usize = 20;
const MOST_MISSING: usize = 32;
const MOST_CHOICES: usize = 48;

/// Uses the start as it is, valid or not.
const AS_IT_STANDS: u8 = 0;
const LAST_RABBITS: u8 = 3;

/// The kinds of start; every other number is a position, possible or not.
const RANDOM: u8 = 0;
const SETUP: u8 = 1;
/// A possible position, as the feature `arbitrary` of the library makes it.
pub const ARBITRARY: u8 = 3;

/// The traps and the squares adjacent to them.
static NEAR_TRAPS: LazyLock<Vec<Square>> = LazyLock::new(|| {
    let near = |square: Square| {
        let beside = |other| is_trap(other) && is_beside(other, square);
        is_trap(square) || Square::ALL.into_iter().any(beside)
    };
    let all = Square::ALL.into_iter();
    all.filter(|&square| near(square)).collect()
});

/// A state, and the actions of a walk from it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Case {
    /// The start; it may be invalid.
    pub start: Snapshot,
    /// The actions as raw numbers, for [`choose`].
    pub choices: Vec<u32>,
}

impl Case {
    /// The case that the bytes encode.
    pub fn read(bytes: &[u8]) -> Self {
        let mut bytes = Bytes(Unstructured::new(bytes));
        Self {
            start: bytes.snapshot(),
            choices: bytes.choices(),
        }
    }

    /// The state that the walk reaches and the actions that lead there; `None` from an invalid
    /// start.
    pub fn walked<R: Rules + Clone + 'static>(&self) -> Option<(R, Vec<Action>)> {
        let mut state = R::from_snapshot(&self.start).ok()?;
        let mut done = Vec::new();
        for &raw in &self.choices {
            let action = choose(&state.legal_actions(), &state.board(), raw)?;
            if state.apply(action).is_ok() {
                done.push(action);
            }
        }
        Some((state, done))
    }

    /// The case as a line of JSON, in the form of `tests/regressions`.
    pub fn to_json(&self, actions: &[Action]) -> String {
        let state = State {
            snapshot: self.start.clone(),
            number: None,
        };
        let actions: Vec<String> = actions.iter().map(Action::to_string).collect();
        serde_json::json!({ "state": state_value(&state), "actions": actions }).to_string()
    }
}

/// The bytes of the input that are not used yet.
struct Bytes<'a>(Unstructured<'a>);

impl Bytes<'_> {
    /// A number from 0 to `most`: one byte.
    fn number(&mut self, most: u8) -> u8 {
        self.0.int_in_range(0..=most).unwrap_or_default()
    }

    fn count(&mut self, most: usize) -> usize {
        usize::from(self.number(u8::try_from(most).unwrap_or(u8::MAX)))
    }

    fn of<T: Copy, const N: usize>(&mut self, all: &[T; N]) -> T {
        all[self.count(N - 1)]
    }

    /// A square; half of the numbers give a trap or a square adjacent to one, where most rules
    /// meet.
    fn square(&mut self) -> Square {
        let number = self.count(127);
        match Square::ALL.get(number) {
            Some(&square) => square,
            None => NEAR_TRAPS[number % NEAR_TRAPS.len()],
        }
    }

    /// A piece, or `None` for an empty square.
    fn content(&mut self) -> Option<Piece> {
        self.count(12).checked_sub(1).map(|index| Piece::ALL[index])
    }

    /// A board that differs from another in some squares.
    fn board(&mut self, mut board: Board) -> Board {
        for _ in 0..self.count(MOST_CHANGES) {
            let square = self.square();
            board.set(square, self.content());
        }
        board
    }

    fn snapshot(&mut self) -> Snapshot {
        let kind = self.number(7);
        if kind == RANDOM {
            let seed: Result<u64> = self.0.arbitrary();
            return random_start(&mut SplitMix64::new(seed.unwrap_or_default(), 0));
        }
        if kind == ARBITRARY {
            let position: Result<Position> = self.0.arbitrary();
            return snapshot_of(&position.unwrap_or_default());
        }
        let edition = self.of(&Edition::ALL);
        let side = self.of(&Side::ALL);
        let start = self.board(Board::EMPTY);
        let snapshot = |phase| Snapshot::new(edition, side, start, phase);
        if kind == SETUP {
            let missing: Vec<Piece> = self.many(MOST_MISSING, |bytes| bytes.of(&Piece::ALL));
            let placed = self.many(MOST_PLACED, |bytes| Placed {
                piece: bytes.of(&Piece::ALL),
                square: bytes.square(),
            });
            let handicap = missing.into_iter().fold(Handicap::NONE, Handicap::and);
            return snapshot(Phase::Setup { handicap, placed });
        }
        let steps = self.many(MOST_STEPS, |bytes| Step {
            from: bytes.square(),
            piece: bytes.of(&Piece::ALL),
            direction: bytes.of(&Direction::ALL),
        });
        let earlier = self.many(MOST_EARLIER, |bytes| TurnEnd {
            to_move: bytes.of(&Side::ALL),
            board: bytes.board(start),
        });
        let mut snapshot = snapshot(Phase::Play { steps, earlier });
        match self.number(LAST_RABBITS) {
            AS_IT_STANDS => {}
            LAST_RABBITS => mend(&mut snapshot, 1),
            _ => mend(&mut snapshot, 8),
        }
        snapshot
    }

    fn many<T>(&mut self, most: usize, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.count(most)).map(|_| one(self)).collect()
    }

    fn choices(&mut self) -> Vec<u32> {
        let mut choices = Vec::new();
        while !self.0.is_empty() && choices.len() < MOST_CHOICES {
            let raw: Result<u16> = self.0.arbitrary();
            choices.push(raw.unwrap_or_default().into());
        }
        choices
    }
}

/// A position as a state without earlier turns.
fn snapshot_of(position: &Position) -> Snapshot {
    let play = Phase::Play {
        steps: position.steps_taken().iter().collect(),
        earlier: Vec::new(),
    };
    let start = position.turn_start().board();
    Snapshot::new(Edition::default(), position.side(), start, play)
}

/// Mends the most frequent causes of an invalid position: lone pieces on traps, too many pieces of
/// a kind, too many occurrences. The position may still be invalid.
fn mend(snapshot: &mut Snapshot, rabbits: usize) {
    let is_numbered = |piece: Piece| match piece.kind {
        Kind::Rabbit => rabbits,
        Kind::Elephant | Kind::Camel => 1,
        Kind::Horse | Kind::Dog | Kind::Cat => 2,
    };
    let mended = |board: &Board| {
        let mut kept = Board::EMPTY;
        for Placed { piece, square } in board.placed() {
            let alike = kept.placed().filter(|other| other.piece == piece);
            if alike.count() < is_numbered(piece) {
                kept.set(square, Some(piece));
            }
        }
        let alone: Vec<Square> = kept
            .placed()
            .filter(|placed| is_trap(placed.square))
            .filter(|placed| {
                !kept.placed().any(|other| {
                    other.piece.side == placed.piece.side && is_beside(other.square, placed.square)
                })
            })
            .map(|placed| placed.square)
            .collect();
        for square in alone {
            kept.set(square, None);
        }
        kept
    };
    snapshot.start = mended(&snapshot.start);
    let now = TurnEnd {
        board: snapshot.start,
        to_move: snapshot.side,
    };
    if let Phase::Play { earlier, .. } = &mut snapshot.phase {
        let mut kept = vec![now];
        for end in earlier.drain(..) {
            let board = mended(&end.board);
            let end = TurnEnd { board, ..end };
            if kept.iter().filter(|&&before| before == end).count() < 2 {
                kept.push(end);
            }
        }
        *earlier = kept.split_off(1);
    }
}

fn is_trap(square: Square) -> bool {
    matches!((square.file(), square.rank()), ('c' | 'f', 3 | 6))
}

fn is_beside(one: Square, other: Square) -> bool {
    one.distance(other) == 1
}
