//! A random mover: an engine that chooses turns at random and knows the rules alone.

use std::fmt;
use std::str::FromStr;

use arimaa::compare::Engine;
use arimaa::random::SplitMix64;
use arimaa::rules::Rules;
use arimaa::text::error::shown;
use arimaa::vocab::{Action, Phase, Played, Square, UnknownWord};
use arimaa_conformance::subjects::aei::{Bot, Search};
use arimaa_conformance::subjects::{Local, Subject};

/// The unit of random choice: turns of equal probability, or actions of equal probability.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Uniform {
    /// Every distinct turn (SPEC.md TRN-6), and every complete setup.
    #[default]
    Turns,
    /// Every next action, the end of the turn included, until the turn ends. Where the actions so
    /// far can lead to no legal end, the last of them is taken back.
    Steps,
}

impl Uniform {
    /// Both units.
    const ALL: [Self; 2] = [Self::Turns, Self::Steps];

    /// The name of the unit on the command line and as the value of an option.
    const fn name(self) -> &'static str {
        match self {
            Self::Turns => "turns",
            Self::Steps => "steps",
        }
    }
}

impl fmt::Display for Uniform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Uniform {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|uniform| uniform.name() == text)
            .ok_or_else(|| UnknownWord::new(text, "`turns` or `steps`"))
    }
}

/// A source of random legal turns; the same seed and the same positions give the same turns on
/// every machine.
#[derive(Clone, Debug)]
pub struct Mover {
    random: SplitMix64,
    uniform: Uniform,
}

impl Bot for Mover {
    fn identity(&self) -> [String; 3] {
        // The version of the program, as its own engines tell it.
        let own = Local::new("arimaa-oracle random mover", Engine::default());
        let identity = own.identity().clone();
        let authors = "the authors of arimaa-oracle".to_owned();
        [identity.name, authors, identity.version.unwrap_or_default()]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Option<Result<(), String>> {
        let wrong = |what: &str| format!("`{}` is not {what}", shown(value, 200));
        match name {
            "seed" => {
                let seed = value.parse().map_err(|_| wrong("a number from 0"));
                Some(seed.map(|seed| self.random = SplitMix64::new(seed, 0)))
            }
            "uniform" => {
                let uniform = value.parse().map_err(|_| wrong("`turns` or `steps`"));
                Some(uniform.map(|uniform| self.uniform = uniform))
            }
            _ => None,
        }
    }

    fn choose(&mut self, search: &Search<'_>) -> Option<Vec<Action>> {
        let played = self.turn(search.rules())?;
        Some(played.into_iter().map(|played| played.action).collect())
    }
}

impl Mover {
    /// Creates a mover whose random numbers begin with this seed.
    pub const fn new(seed: u64, uniform: Uniform) -> Self {
        let random = SplitMix64::new(seed, 0);
        Self { random, uniform }
    }

    /// A random legal turn; `None` if there is none or the game is decided.
    pub fn turn(&mut self, state: &dyn Rules) -> Option<Vec<Played>> {
        if state.outcome().is_some() {
            return None;
        }
        let is_setup = matches!(state.snapshot().phase, Phase::Setup { .. });
        match self.uniform {
            Uniform::Turns if is_setup => self.setup(state.boxed_clone()),
            Uniform::Turns => {
                let mut turns = state.turns();
                let index = self.below(turns.len() as u64)?;
                Some(turns.swap_remove(usize::try_from(index).ok()?).played)
            }
            Uniform::Steps => {
                let mut played = Vec::new();
                self.play_turn_to_an_end(state, &mut played)
                    .then_some(played)
            }
        }
    }

    /// A random full setup: each piece is weighted by the number of setups that it leads to.
    fn setup(&mut self, mut state: Box<dyn Rules>) -> Option<Vec<Played>> {
        let mut played = Vec::new();
        loop {
            let placements: Vec<(Square, Action)> = state
                .legal_actions()
                .into_iter()
                .filter_map(|action| match action {
                    Action::Place(placed) => Some((placed.square, action)),
                    Action::Step(_) | Action::EndTurn => None,
                })
                .collect();
            let Some(first) = placements.iter().map(|&(square, _)| square).min() else {
                return Some(played);
            };
            let mut choices = Vec::new();
            for (_, action) in placements
                .into_iter()
                .filter(|&(square, _)| square == first)
            {
                let mut after = state.clone();
                let effect = after.apply(action).ok()?;
                let setups = after.count_turns();
                choices.push((Played::new(action, effect), setups, after));
            }
            let mut left = self.below(choices.iter().map(|choice| choice.1).sum())?;
            let chosen = choices.into_iter().find(|&(_, setups, _)| {
                let is_it = left < setups;
                left = left.wrapping_sub(setups);
                is_it
            })?;
            played.push(chosen.0);
            state = chosen.2;
        }
    }

    /// Plays random actions up to a legal end of the turn; false if no end can be reached.
    fn play_turn_to_an_end(&mut self, state: &dyn Rules, played: &mut Vec<Played>) -> bool {
        let mut actions = state.legal_actions();
        while let Some(index) = self.below(actions.len() as u64) {
            let action = actions.swap_remove(usize::try_from(index).unwrap_or_default());
            let mut after = state.boxed_clone();
            let Ok(effect) = after.apply(action) else {
                continue;
            };
            if action == Action::EndTurn {
                return true;
            }
            played.push(Played::new(action, effect));
            if self.play_turn_to_an_end(&*after, played) {
                return true;
            }
            played.pop();
        }
        false
    }

    /// A random number below `limit`; `None` if `limit` is 0. The bias is less than one in 2^31 for
    /// the limits used here.
    fn below(&mut self, limit: u64) -> Option<u64> {
        let wide = (u64::from(self.random.next()) << 32) | u64::from(self.random.next());
        let scaled = (u128::from(wide) * u128::from(limit)) >> 64;
        u64::try_from(scaled).ok().filter(|_| limit > 0)
    }
}
