//! Plays a game of random turns from the default position to its end.
//!
//! ```text
//! cargo run --release --example playout -- SEED
//! ```

use std::error::Error;
use std::hash::{BuildHasher, RandomState};

use arimaa::bitboard::{TurnSteps, Workspace};
use arimaa::vocab::{Edition, Illegal};
use arimaa::{Game, Position};

/// Random numbers: an xorshift generator is enough here.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

/// A legal turn, each as likely as the others; `None` if there is none.
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

/// Plays from the default position to the end of the game, and shows each turn before it is played.
pub(crate) fn play_out(
    edition: Edition,
    space: &mut Workspace,
    random: &mut Random,
    mut show: impl FnMut(&Game, TurnSteps),
) -> Result<Game, Illegal> {
    let mut game = Game::from_position(edition, Position::default());
    while game.outcome().is_none() {
        let Some(steps) = random_turn(&game, space, random) else {
            break;
        };
        show(&game, steps);
        game.play(steps)?;
    }
    Ok(game)
}

fn main() -> Result<(), Box<dyn Error>> {
    let seed: u64 = match std::env::args().nth(1) {
        Some(seed) => seed.parse()?,
        None => RandomState::new().hash_one(0) >> 32,
    };
    eprintln!("seed {seed}");
    let mut random = Random(seed | 1 << 32);
    let mut space = Workspace::default();
    let show = |game: &Game, steps| {
        let side = game.position().map_or('?', |now| now.side().letter());
        println!("{}{side} {steps}", game.turns_played() / 2 + 2);
    };
    let game = play_out(Edition::default(), &mut space, &mut random, show)?;
    match game.outcome() {
        Some(outcome) => println!("{outcome}"),
        None => println!("not decided"),
    }
    Ok(())
}
