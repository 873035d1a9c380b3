//! Levels of cases: for every engine that plays, or for an oracle.

use std::fmt;

use serde::Serialize;

use crate::cases::Case;
use arimaa::spec;
use arimaa::text::read_turn;
use arimaa::vocab::{Action, Edition, Phase, Token};
use arimaa_oracle::ask::{PositionSource, Question, TurnText};

/// The level of a case.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Plays by the current rules: moving, ending, repetition.
    Core,
    /// Everything else: setups, older editions, notation, records, validity, counts.
    Full,
}

impl Level {
    /// Both levels, the smaller first.
    pub const ALL: [Self; 2] = [Self::Core, Self::Full];

    /// Its name: `core` or `full`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Core => "core",
            Self::Full => "full",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The chapters of SPEC.md about play: board, steps, push and pull, traps, turns, repetition, end.
const PLAY: [u32; 7] = [1, 3, 4, 5, 6, 7, 8];

/// The chapters of SPEC.md about texts and states: notation, validity.
const TEXTS: [u32; 2] = [10, 11];

impl Case {
    /// The level of this case, which follows from its question.
    ///
    /// A case is [`Core`](Level::Core) if it cites a rule of chapters 1 or 3 to 8 and none of
    /// chapters 10 and 11, its position is a state in play under the current edition, and it judges
    /// a turn of steps without a label, lists actions, lists or counts turns, or asks how things
    /// stand; without `strict` and `past_end`, and expecting neither a label nor an invalid state.
    pub fn level(&self) -> Level {
        let chapters: Vec<u32> = self.rules().into_iter().filter_map(chapter_of).collect();
        let cites_play = chapters.iter().any(|chapter| PLAY.contains(chapter))
            && !chapters.iter().any(|chapter| TEXTS.contains(chapter));
        let expects_play = self.expect.label.is_none() && self.expect.invalid.is_none();
        if cites_play && expects_play && is_about_play(&self.question) {
            Level::Core
        } else {
            Level::Full
        }
    }
}

/// The number of the chapter of SPEC.md that states a rule.
fn chapter_of(rule: &str) -> Option<u32> {
    let heading = spec::rule(rule)?.chapter;
    heading.split_whitespace().next()?.parse().ok()
}

/// Whether a question is about play by the current rules.
fn is_about_play(question: &Question) -> bool {
    let is_asked = match question {
        Question::Judge {
            turn,
            strict,
            past_end,
            ..
        } => !strict && !past_end && has_only_steps(turn),
        Question::LegalActions { past_end, .. }
        | Question::Turns { past_end, .. }
        | Question::TurnCount { past_end, .. } => !past_end,
        Question::Outcome { .. } | Question::Standing { .. } => true,
        _ => false,
    };
    is_asked
        && match question.position() {
            Some(PositionSource::State(state)) => {
                state.snapshot.edition == Edition::default()
                    && matches!(state.snapshot.phase, Phase::Play { .. })
            }
            _ => false,
        }
}

/// Whether a turn is written without a label and without placements.
fn has_only_steps(turn: &TurnText) -> bool {
    read_turn(&turn.to_string(), 1).is_ok_and(|turn| {
        let is_placement = |token: &Token| matches!(token, Token::Action(Action::Place(_)));
        turn.label.is_none() && !turn.tokens.iter().any(|token| is_placement(&token.value))
    })
}
