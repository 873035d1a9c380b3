//! Steps games at random on some threads, as `stepping.py` does in Python, and prints how many
//! steps a second that were.
//!
//! ```text
//! native-stepping GAMES STEPS THREADS
//! ```

use std::time::Instant;
use std::{env, thread};

use arimaa::random::SplitMix64;
use arimaa::vocab::{Action, Edition};
use arimaa::{Game, Position, Rules};

/// A random legal action, each with the same chance; `None` in a dead end.
fn choose(game: &Game, random: &mut SplitMix64) -> Option<Action> {
    let position = game.position()?;
    let mut steps = position.steps();
    let refused = game.repetition_may_refuse() && game.check_end().is_err();
    let many = steps.len() + usize::from(position.can_end() && !refused);
    if many == 0 {
        return None;
    }
    let chosen = steps.nth(random.below(many));
    Some(chosen.map_or(Action::EndTurn, Action::Step))
}

fn play(games: usize, steps: usize, seed: u64) {
    let start = Game::from_position(Edition::default(), Position::default());
    let mut games = vec![start.clone(); games];
    let mut random = SplitMix64::new(seed, 0);
    for _ in 0..steps {
        for game in &mut games {
            let action = choose(game, &mut random);
            let done = action.is_some_and(|action| game.apply(action).is_ok());
            if !done || game.outcome().is_some() {
                game.clone_from(&start);
            }
        }
    }
}

fn main() {
    let numbers: Vec<usize> = env::args().skip(1).flat_map(|word| word.parse()).collect();
    let [games, steps, threads] = numbers[..] else {
        eprintln!("usage: native-stepping GAMES STEPS THREADS");
        std::process::exit(2);
    };
    let begin = Instant::now();
    thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || play(games / threads, steps, thread as u64));
        }
    });
    #[expect(clippy::cast_precision_loss, reason = "a rate is printed")]
    let stepped = (games / threads * threads * steps) as f64;
    println!("{}", stepped / begin.elapsed().as_secs_f64());
}
