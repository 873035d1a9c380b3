//! Reads a record and plays it turn by turn. Prints the last position and the outcome, or the first
//! action that the rules refuse.
//!
//! ```text
//! cargo run --example replay -- tests/data/games/GAME.txt
//! ```

use std::error::Error;

use arimaa_oracle::Game;
use arimaa_oracle::rules::Rules;
use arimaa_oracle::text::{Entry, read_records};
use arimaa_oracle::vocab::{Action, Token};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("which file?")?;
    let text = std::fs::read_to_string(path)?;
    for record in read_records(&text)? {
        let mut game = Game::default();
        for entry in &record.entries {
            let Entry::Turn { tokens, .. } = entry else {
                continue;
            };
            let actions = tokens.iter().filter_map(|token| match token.value {
                Token::Action(action) => Some(action),
                // Captures are written down, and follow from the steps.
                _ => None,
            });
            for action in actions.chain([Action::EndTurn]) {
                let done = game.apply(action);
                done.map_err(|illegal| format!("{action}: {illegal} ({})", illegal.rule()))?;
            }
        }
        if let Some(position) = game.position() {
            println!("{position}");
        }
        println!("{} turns, {:?}", game.turns_played(), game.outcome());
    }
    Ok(())
}
