//! Reads records and judges them turn by turn, takebacks, handicaps and start positions included.
//! Prints the last position and the outcome, or the first turn that the rules refuse.
//!
//! ```text
//! cargo run --package arimaa-oracle --example replay -- tests/games/669122.txt
//! ```

use std::error::Error;

use arimaa::compare::EngineKind;
use arimaa::text::{Entry, Located, read_records, write_compact};
use arimaa_oracle::judge::{JudgedGame, Options};

/// Plays the games of some records; returns each game as it stands after its last turn.
pub(crate) fn replay(text: &str) -> Result<Vec<JudgedGame>, Box<dyn Error>> {
    let engine = EngineKind::default().engine();
    let mut games = Vec::new();
    for record in read_records(text)? {
        let edition = record.tags.edition.unwrap_or_default();
        let mut game = JudgedGame::from_record(&engine, &record, edition)?;
        for entry in &record.entries {
            match entry {
                Entry::Turn { label, tokens } => {
                    let tokens = Located::values(tokens);
                    game.play(Some(label.value), &tokens, Options::default())
                        .map_err(|refused| format!("{}: {refused}", label.value))?;
                }
                Entry::Takeback(_) => game.take_back()?,
                // The game was given up, or the record stops here.
                Entry::Resigns(_) | Entry::Lost(_) | Entry::Open(_) => {}
            }
        }
        games.push(game);
    }
    Ok(games)
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("which file?")?;
    for game in replay(&std::fs::read_to_string(path)?)? {
        let board = game.state().board();
        println!("{}", write_compact(game.label().side, &board));
        match game.outcome() {
            Some(outcome) => println!("{outcome}"),
            None => println!("not decided before {}", game.label()),
        }
    }
    Ok(())
}
