//! Counts sequences of distinct turns with rules of its own: nothing here comes from the library.
//!
//! ```text
//! cargo run --release --example perft_boards -- 2 1/1 \
//!     "g [rrrrrrrrdhcemchd................................DHCMECHDRRRRRRRR]"
//! ```
//!
//! The arguments are the number of turns (SPEC.md CNT-3), a part of the first turns, and the side
//! to move with the squares from a8 to h1. The part 3/8 takes every eighth first turn, beginning
//! with the third. Parts can run at the same time, and their sums add up. Each first turn makes a
//! line with its number and its count, and the last line has the sum. A fourth argument is the
//! number of a first turn: those up to it are left out, so that an interrupted run can go on.
//!
//! The method is a breadth-first search over whole boards. Every legal step is taken, and equal
//! boards are merged in a set that compares them whole. The library leaves out steps to boards that
//! are known already and compares boards by keys, so this is a check on both. It knows the edition
//! 2008-07-01 at the start of a turn, without a history.

#![allow(
    clippy::cast_possible_truncation,
    reason = "a hash and a place are parts of one number"
)]

use std::error::Error;
use std::io::{Write, stdout};
use std::process::ExitCode;

const TRAPS: u64 = 1 << 18 | 1 << 21 | 1 << 42 | 1 << 45;
const FILE_A: u64 = 0x0101_0101_0101_0101;

/// A board: three planes with the strength of each piece in binary, and the squares of Silver. The
/// first bit is a1, the second b1.
#[derive(Clone, Copy, Eq, PartialEq)]
struct Board([u64; 4]);

/// The neighbours of these squares in one of four directions: north, south, east, west.
#[inline]
fn toward(squares: u64, direction: usize) -> u64 {
    match direction {
        0 => squares << 8,
        1 => squares >> 8,
        2 => squares << 1 & !FILE_A,
        _ => squares >> 1 & !(FILE_A << 7),
    }
}

#[inline]
fn beside(squares: u64) -> u64 {
    toward(squares, 0) | toward(squares, 1) | toward(squares, 2) | toward(squares, 3)
}

/// The squares of a set, one at a time.
#[inline]
fn squares_of(mut squares: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let one = squares & squares.wrapping_neg();
        squares ^= one;
        (one != 0).then_some(one)
    })
}

impl Board {
    #[inline]
    fn occupied(&self) -> u64 {
        self.0[0] | self.0[1] | self.0[2]
    }

    #[inline]
    fn of(&self, is_silver: bool) -> u64 {
        let silver = self.0[3];
        if is_silver {
            silver
        } else {
            self.occupied() & !silver
        }
    }

    /// The pieces of both sides that are stronger than this.
    #[inline]
    fn stronger(&self, strength: u32) -> u64 {
        let [low, mid, high, _] = self.0;
        match strength {
            0 => low | mid | high,
            1 => mid | high,
            2 => low & mid | high,
            3 => high,
            4 => high & (low | mid),
            5 => high & mid,
            _ => 0,
        }
    }

    #[inline]
    fn strength(&self, square: u64) -> u32 {
        let bit = |plane: u64| u32::from(plane & square != 0);
        bit(self.0[0]) | bit(self.0[1]) << 1 | bit(self.0[2]) << 2
    }

    fn rabbits(&self) -> u64 {
        self.0[0] & !(self.0[1] | self.0[2])
    }

    /// The pieces of a side that no stronger enemy holds.
    #[inline]
    fn free(&self, is_silver: bool) -> u64 {
        let (own, enemy) = (self.of(is_silver), self.of(!is_silver));
        let mut held = 0;
        for strength in 1..6 {
            let of_strength = own & self.stronger(strength - 1) & !self.stronger(strength);
            held |= of_strength & beside(enemy & self.stronger(strength));
        }
        own & (!held | beside(own))
    }

    /// The board after a piece has gone from one square to another: a piece on a trap without a
    /// friend beside it is taken off.
    #[inline]
    fn moved(&self, from: u64, to: u64) -> Self {
        let place = from.trailing_zeros();
        let both = from | to;
        let mut after = self
            .0
            .map(|plane| plane ^ (both & (plane >> place & 1).wrapping_neg()));
        let silver = after[3];
        let gold = (after[0] | after[1] | after[2]) & !silver;
        let lost = TRAPS & (gold & !beside(gold) | silver & !beside(silver));
        if lost != 0 {
            after = after.map(|plane| plane & !lost);
        }
        Self(after)
    }

    /// Whether the game is over for reasons that the board shows, immobilization apart.
    fn is_decided(&self) -> bool {
        let (gold, silver) = (self.rabbits() & !self.0[3], self.rabbits() & self.0[3]);
        gold == 0 || silver == 0 || gold >> 56 != 0 || silver & 0xff != 0
    }

    #[inline]
    fn hash(&self) -> u64 {
        let [low, mid, high, silver] = self.0;
        let one = (low ^ high.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let two = (mid ^ silver.rotate_left(32)).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        (one ^ two.rotate_left(29)).wrapping_mul(0x1656_67b1_9e37_79f9) >> 32
    }
}

/// A hash set of items in the order in which they came.
struct Merged<T> {
    items: Vec<T>,
    /// For each item, where 32 bits of its hash say or behind, these bits and its place plus one.
    table: Vec<u64>,
}

impl<T: PartialEq> Merged<T> {
    fn new() -> Self {
        Self {
            items: Vec::new(),
            table: vec![0; 1 << 10],
        }
    }

    fn clear(&mut self) {
        self.items.clear();
        self.table.fill(0);
    }

    /// Adds an item if it is new, and says whether it is.
    #[inline]
    fn insert(&mut self, hash: u64, item: T) -> bool {
        let last = self.table.len() - 1;
        let mut place = hash as usize & last;
        while self.table[place] != 0 {
            let entry = self.table[place];
            if entry >> 32 == hash && self.items[entry as u32 as usize - 1] == item {
                return false;
            }
            place = (place + 1) & last;
        }
        self.items.push(item);
        self.table[place] = hash << 32 | self.items.len() as u64;
        if self.items.len() * 2 > self.table.len() {
            self.grow();
        }
        true
    }

    #[cold]
    fn grow(&mut self) {
        let last = self.table.len() * 4 - 1;
        let small = std::mem::replace(&mut self.table, vec![0; last + 1]);
        for entry in small.into_iter().filter(|&entry| entry != 0) {
            let mut place = (entry >> 32) as usize & last;
            while self.table[place] != 0 {
                place = (place + 1) & last;
            }
            self.table[place] = entry;
        }
    }
}

/// A board within a turn, and the pull that may follow: the square that the piece left, and its
/// strength. Both are 0 where no enemy could be pulled there.
#[derive(Clone, Copy, Eq, PartialEq)]
struct State(Board, u64, u32);

/// The boards that a turn can end with, in memory that is kept.
struct Search {
    /// The first is the board that the turn began with.
    ends: Merged<Board>,
    /// The states after one, two and three steps.
    levels: [Merged<State>; 4],
}

impl Search {
    fn new() -> Self {
        Self {
            ends: Merged::new(),
            levels: std::array::from_fn(|_| Merged::new()),
        }
    }

    /// The boards after the distinct turns of a side.
    fn run(&mut self, start: Board, is_silver: bool) -> &[Board] {
        self.ends.clear();
        self.ends.insert(start.hash(), start);
        self.levels.iter_mut().for_each(Merged::clear);
        self.levels[0].insert(0, State(start, 0, 0));
        for depth in 0..4 {
            let mut next = 0;
            while let Some(&at) = self.levels[depth].items.get(next) {
                self.expand(at, is_silver, depth);
                next += 1;
            }
        }
        &self.ends.items[1..]
    }

    #[inline]
    fn expand(&mut self, State(board, left, puller): State, is_silver: bool, depth: usize) {
        let (own, enemy) = (board.of(is_silver), board.of(!is_silver));
        let (free, empty) = (board.free(is_silver), !board.occupied());
        for direction in 0..4 {
            // South for Gold and north for Silver: rabbits do not go there.
            let backward = direction == usize::from(!is_silver);
            let movers = if backward {
                free & !board.rabbits()
            } else {
                free
            };
            for from in squares_of(movers & toward(empty, direction ^ 1)) {
                let after = board.moved(from, toward(from, direction));
                let strength = board.strength(from);
                self.reach(after, from, strength, is_silver, depth + 1);
            }
            // A pull: an enemy that is weaker goes to the square that the puller has left.
            for from in squares_of(enemy & toward(left, direction ^ 1)) {
                if board.strength(from) < puller {
                    let after = board.moved(from, left);
                    self.reach(after, 0, 0, is_silver, depth + 1);
                }
            }
            // A push: two steps in one. The pusher is chosen when the enemy has gone.
            if depth < 3 {
                for from in squares_of(enemy & beside(free) & toward(empty, direction ^ 1)) {
                    let pushed = board.moved(from, toward(from, direction));
                    let stronger = own & board.stronger(board.strength(from));
                    for pusher in squares_of(pushed.free(is_silver) & stronger & beside(from)) {
                        let after = pushed.moved(pusher, from);
                        self.reach(after, 0, 0, is_silver, depth + 2);
                    }
                }
            }
        }
    }

    /// Notes a board at which the turn may end, and with steps left the state to go on from.
    #[inline]
    fn reach(&mut self, board: Board, left: u64, strength: u32, is_silver: bool, depth: usize) {
        let hash = board.hash();
        self.ends.insert(hash, board);
        if depth < 4 {
            let weaker = board.of(!is_silver) & !board.stronger(strength.saturating_sub(1));
            let state = match weaker & beside(left) {
                0 => State(board, 0, 0),
                _ => State(board, left, strength),
            };
            self.levels[depth].insert(hash, state);
        }
    }
}

/// The number of sequences of so many turns.
fn count(board: Board, is_silver: bool, searches: &mut [Search]) -> u64 {
    let [search, deeper @ ..] = searches else {
        return 1;
    };
    if board.is_decided() {
        return 0;
    }
    let ends = search.run(board, is_silver);
    if deeper.is_empty() {
        return ends.len() as u64;
    }
    let after = ends.iter().map(|&end| count(end, !is_silver, deeper));
    after.sum()
}

/// The board and whether Silver is to move, of a text such as `g [...]`.
fn read(text: &str) -> Option<(Board, bool)> {
    let (side, squares) = text.split_once(' ')?;
    let letters = squares.strip_prefix('[')?.strip_suffix(']')?.as_bytes();
    let mut board = [0; 4];
    for (place, &letter) in letters.iter().enumerate() {
        // The text begins with a8.
        let square = 1_u64 << (place ^ 0b11_1000);
        let strength = b".rcdhme"
            .iter()
            .position(|&one| one == letter.to_ascii_lowercase());
        let strength = strength.or((letter == b' ').then_some(0))?;
        for (bit, plane) in board.iter_mut().take(3).enumerate() {
            *plane |= if strength >> bit & 1 == 1 { square } else { 0 };
        }
        board[3] |= if letter.is_ascii_lowercase() {
            square
        } else {
            0
        };
    }
    let is_whole = letters.len() == 64 && matches!(side, "g" | "s");
    is_whole.then_some((Board(board), side == "s"))
}

/// A count under way: the boards after the first turns, and memory for a search at each depth.
pub(crate) struct Perft {
    firsts: Vec<Board>,
    is_silver: bool,
    searches: Vec<Search>,
}

impl Perft {
    /// Sequences of so many turns, one or more, from a position as it is written.
    pub(crate) fn new(position: &str, turns: usize) -> Option<Self> {
        let (board, is_silver) = read(position)?;
        let mut searches: Vec<Search> = (0..turns).map(|_| Search::new()).collect();
        let mut firsts = Vec::new();
        if !board.is_decided() {
            firsts.extend_from_slice(searches.first_mut()?.run(board, is_silver));
        }
        Some(Self {
            firsts,
            is_silver,
            searches,
        })
    }

    /// How many first turns there are.
    pub(crate) fn firsts(&self) -> usize {
        self.firsts.len()
    }

    /// The number of sequences that begin with a first turn, counted from 0.
    pub(crate) fn after_first(&mut self, first: usize) -> u64 {
        count(self.firsts[first], !self.is_silver, &mut self.searches[1..])
    }
}

fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [turns, part, position, rest @ ..] = arguments else {
        return Err("perft_boards TURNS PART/PARTS POSITION [DONE]".into());
    };
    let perft = Perft::new(position, turns.parse()?);
    let mut perft = perft.ok_or("one turn or more, and a position such as `g [64 squares]`")?;
    let (part, parts) = part.split_once('/').ok_or("a part is written as 1/8")?;
    let (part, parts) = (part.parse::<usize>()?, parts.parse::<usize>()?);
    if !(1..=parts).contains(&part) {
        return Err("there is no such part".into());
    }
    let done = rest.first().map_or(Ok(0), |done| done.parse::<usize>())?;
    let mut sum = 0;
    for number in (part..=perft.firsts()).step_by(parts) {
        if number > done {
            let counted = perft.after_first(number - 1);
            sum += counted;
            writeln!(stdout(), "{number}\t{counted}")?;
        }
    }
    writeln!(stdout(), "sum\t{sum}")?;
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
