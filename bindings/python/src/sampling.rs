//! Random turns: each distinct turn of a position has the same chance.

use std::cell::RefCell;

use arimaa::bitboard::{Game, Workspace};
use arimaa::random::SplitMix64;
use arimaa::rules::Rules;
use arimaa::vocab::{Action, Phase, Token};
use arimaa_oracle::judge::{JudgedGame, Options};

thread_local! {
    /// The memory of each thread for visiting turns.
    static SPACE: RefCell<Workspace> = RefCell::default();
}

/// A random turn of a game, and the game after it; `None` where there is no legal turn.
pub fn sample(game: &JudgedGame, seed: u64, stream: u64) -> Option<(String, JudgedGame)> {
    if game.outcome().is_some() {
        return None;
    }
    let mut random = SplitMix64::new(seed, stream);
    // The first numbers of neighbouring seeds are alike.
    for _ in 0..2 {
        random.next();
    }
    let snapshot = game.state().snapshot();
    let is_setup = matches!(snapshot.phase, Phase::Setup { .. });
    let state = Game::from_snapshot(&snapshot).ok()?;
    let actions = if is_setup {
        random_setup(state, &mut random)
    } else {
        random_turn(&state, &mut random)?
    };
    let tokens: Vec<Token> = actions.into_iter().map(Token::Action).collect();
    let mut after = game.clone();
    let accepted = after.play(None, &tokens, Options::default()).ok()?;
    Some((accepted.turn_text(), after))
}

/// A random turn of play, by reservoir sampling: the `n`-th visited turn replaces the chosen one
/// with a chance of one in `n`, and the number of turns to skip until then is drawn at once.
fn random_turn(state: &Game, random: &mut SplitMix64) -> Option<Vec<Action>> {
    let mut chosen = None;
    let (mut visited, mut next) = (0.0, 1.0);
    SPACE.with_borrow_mut(|space| {
        state.visit_turns(space, |turn| {
            visited += 1.0;
            if visited >= next {
                chosen = Some(turn.steps());
                next = (visited / random_unit(random)).floor() + 1.0;
            }
        });
    });
    chosen.map(|steps| steps.iter().map(Action::Step).collect())
}

/// A random number above 0 and at most 1.
fn random_unit(random: &mut SplitMix64) -> f64 {
    let bits = u64::from(random.next()) << 20 | u64::from(random.next() >> 12);
    #[expect(clippy::cast_precision_loss, reason = "the number has 52 bits")]
    let number = (bits + 1) as f64;
    number / 2f64.powi(52)
}

/// A random setup. Each piece in turn goes to any empty square with the same chance, so each
/// arrangement has the same chance.
fn random_setup(mut state: Game, random: &mut SplitMix64) -> Vec<Action> {
    let mut placed = Vec::new();
    while let Some(action) = random.choose(&state.legal_actions()) {
        if action == Action::EndTurn || state.apply(action).is_err() {
            break;
        }
        placed.push(action);
    }
    placed
}
