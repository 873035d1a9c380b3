//! Reads a record and plays it turn by turn. Prints the last position and the outcome, or the first
//! action that the rules refuse.
//!
//! ```text
//! cargo run --no-default-features --features text --example replay -- tests/games/669122.txt
//! ```

use std::error::Error;

use arimaa_oracle::Game;
use arimaa_oracle::rules::Rules;
use arimaa_oracle::text::{Entry, read_records};
use arimaa_oracle::vocab::{Action, Token};

/// The games of some records, each after its last turn.
pub(crate) fn replay(text: &str) -> Result<Vec<Game>, Box<dyn Error>> {
    let mut games = Vec::new();
    for record in read_records(text)? {
        let mut game = Game::default();
        for entry in &record.entries {
            let Entry::Turn { tokens, .. } = entry else {
                continue;
            };
            let actions = tokens.iter().filter_map(|token| match token.value {
                Token::Action(action) => Some(action),
                // Captures are written down, and follow from the steps.
                Token::Capture(_) => None,
            });
            for action in actions.chain([Action::EndTurn]) {
                let done = game.apply(action);
                done.map_err(|illegal| format!("{action}: {illegal} ({})", illegal.rule()))?;
            }
        }
        games.push(game);
    }
    Ok(games)
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("which file?")?;
    for game in replay(&std::fs::read_to_string(path)?)? {
        if let Some(position) = game.position() {
            println!("{position}");
        }
        println!("{} turns, {:?}", game.turns_played(), game.outcome());
    }
    Ok(())
}
