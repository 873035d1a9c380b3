//! Plays a game of random turns from the default position to its end.
//!
//! ```text
//! cargo run --release --no-default-features --example playout -- SEED
//! ```

use std::error::Error;

use arimaa_oracle::bitboard::{TurnSteps, Workspace};
use arimaa_oracle::rules::Rules;
use arimaa_oracle::vocab::Edition;
use arimaa_oracle::{Game, Position};

/// Random numbers: an xorshift generator is enough here.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

/// One of the legal turns, each as likely as the others.
fn random_turn(game: &Game, space: &mut Workspace, random: &mut Random) -> Option<TurnSteps> {
    let mut seen = 0;
    let mut chosen = None;
    game.visit_turns(space, |turn| {
        seen += 1;
        if random.below(seen) == 0 {
            chosen = Some(turn.steps());
        }
    });
    chosen
}

fn main() -> Result<(), Box<dyn Error>> {
    let seed = match std::env::args().nth(1) {
        Some(seed) => seed.parse()?,
        None => 1,
    };
    let mut random = Random(seed | 1 << 32);
    let mut space = Workspace::default();
    let mut game = Game::from_position(Edition::default(), Position::default());
    while game.outcome().is_none() {
        let Some(steps) = random_turn(&game, &mut space, &mut random) else {
            break;
        };
        let side = game.position().ok_or("the game is in play")?.side();
        println!("{}{} {steps}", game.turns_played() / 2 + 2, side.letter());
        game.play(steps)?;
    }
    match game.outcome() {
        Some(outcome) => println!("{outcome:?}"),
        None => println!("not decided"),
    }
    Ok(())
}
