//! Searches for a board with as many distinct turns to choose from as possible.
//!
//! ```text
//! cargo run --release --example most_turns -- SEED TRIES [full] [POSITION]
//! ```
//!
//! The search is simulated annealing. Each try changes the board a little: a piece goes to another
//! square, two squares swap their contents, a piece leaves the board, or a missing one returns. A
//! board with more turns is kept. One with fewer is kept with a probability that falls with the
//! loss, and with each try. With `full` all 32 pieces stay on the board. Gold moves; no board is
//! tried that is invalid (SPEC.md chapter 11) or decided.
//!
//! The same arguments give the same boards. Each new record is printed with its number of turns.

#![allow(
    clippy::cast_possible_truncation,
    reason = "any bits of a random number will do"
)]

use std::error::Error;
use std::process::ExitCode;

use arimaa::Position;
use arimaa::vocab::{Board, Edition, Kind, Piece, Side, Square};

/// The loss of turns, as a difference of logarithms, that is kept with probability 1/e: with the
/// first try and with the last.
const TEMPERATURE: [f64; 2] = [0.06, 0.000_5];

/// A generator of pseudo-random numbers (`SplitMix64`).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    /// A number from 0 to 1.
    fn share(&mut self) -> f64 {
        f64::from(self.next() as u32) / f64::from(u32::MAX)
    }

    fn of<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len())).copied()
    }
}

/// The pieces of both sets that are not on the board.
fn missing(board: &Board) -> Vec<Piece> {
    let mut missing = Vec::new();
    for side in Side::ALL {
        for kind in Kind::ALL {
            let set = match kind {
                Kind::Rabbit => 8,
                Kind::Cat | Kind::Dog | Kind::Horse => 2,
                Kind::Camel | Kind::Elephant => 1,
            };
            let piece = Piece::new(side, kind);
            let on_board = board.placed().filter(|placed| placed.piece == piece);
            missing.extend((on_board.count()..set).map(|_| piece));
        }
    }
    missing
}

/// A board that differs a little.
fn changed(mut board: Board, is_full: bool, random: &mut Random) -> Option<Board> {
    let (taken, empty): (Vec<Square>, Vec<Square>) = Square::ALL
        .into_iter()
        .partition(|&square| board.at(square).is_some());
    let from = random.of(&taken)?;
    let to = match random.below(if is_full { 8 } else { 10 }) {
        0..3 => {
            let near = |to: &&Square| matches!(from.index().abs_diff(to.index()), 1 | 8);
            let near: Vec<Square> = Square::ALL.iter().filter(near).copied().collect();
            random.of(&near)?
        }
        3..6 => random.of(&empty)?,
        6..8 => random.of(&taken)?,
        8 => {
            board.set(from, None);
            return Some(board);
        }
        _ => {
            board.set(random.of(&empty)?, random.of(&missing(&board)));
            return Some(board);
        }
    };
    let (piece, other) = (board.at(from), board.at(to));
    board.set(to, piece);
    board.set(from, other);
    Some(board)
}

/// The turns of Gold on a board that is valid and not decided.
fn turns(board: &Board) -> Option<u64> {
    let position = Position::new(Side::Gold, board).ok()?;
    let is_open = position.outcome(Edition::default()).is_none();
    is_open.then(|| position.count_turns())
}

/// A board with all pieces, anywhere.
fn scattered(random: &mut Random) -> (Board, u64) {
    loop {
        let mut board = Board::EMPTY;
        let mut empty = Square::ALL.to_vec();
        for piece in missing(&board) {
            let square = empty.swap_remove(random.below(empty.len()));
            board.set(square, Some(piece));
        }
        if let Some(turns) = turns(&board) {
            return (board, turns);
        }
    }
}

fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [seed, tries, rest @ ..] = arguments else {
        return Err("most_turns SEED TRIES [full] [POSITION]".into());
    };
    let (mut random, tries) = (Random(seed.parse()?), tries.parse::<u32>()?);
    let is_full = rest.iter().any(|word| word == "full");
    let (mut board, mut now) = scattered(&mut random);
    if let Some(text) = rest.iter().find(|word| *word != "full") {
        board = text.parse::<Position>()?.board();
        now = turns(&board).ok_or("the position is decided")?;
    }
    let mut most = 0;
    for tried in 0..tries {
        let done = f64::from(tried) / f64::from(tries);
        let temperature = TEMPERATURE[0] * (TEMPERATURE[1] / TEMPERATURE[0]).powf(done);
        let Some(next) = changed(board, is_full, &mut random) else {
            continue;
        };
        let Some(count) = turns(&next) else { continue };
        #[expect(clippy::cast_precision_loss, reason = "a probability needs few digits")]
        let gain = (count as f64 / now as f64).ln();
        if gain >= 0.0 || random.share() < (gain / temperature).exp() {
            (board, now) = (next, count);
        }
        if now > most {
            most = now;
            println!("{tried}\t{most}\tg {}", board.to_string().replace(' ', "."));
        }
    }
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
