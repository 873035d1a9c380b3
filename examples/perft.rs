//! Counts step sequences to every depth of one turn, and its distinct turns.
//!
//! ```text
//! cargo run --release --example perft
//! cargo run --release --example perft -- \
//!     "g [r..........................e.......E...........................R]"
//! ```
//!
//! The position is written as `Position` prints it: the side to move, the 64 squares from a8 to h1
//! in brackets, the empty ones as spaces or dots, and steps already taken. Without one the default
//! position is counted.

use std::error::Error;

use arimaa::Position;

/// The number of sequences of exactly `depth` steps.
pub(crate) fn perft(position: &Position, depth: usize) -> u64 {
    match depth {
        0 => 1,
        1 => position.steps().len() as u64,
        _ => position
            .successors()
            .map(|(_, after)| perft(&after, depth - 1))
            .sum(),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let position: Position = match std::env::args().nth(1) {
        Some(text) => text.parse()?,
        None => Position::default(),
    };
    println!("{position}");
    for depth in 1..=position.steps_left() {
        println!("{depth} steps: {}", perft(&position, depth));
    }
    println!("distinct turns: {}", position.count_turns());
    Ok(())
}
