//! A record followed turn by turn, with takebacks.

use std::convert::Infallible;

use crate::judge::{Accepted, JudgedEntry, JudgedGame, Options, Refusal};
use crate::judge::{Disagreement, EditionChoice, Recorded, disagreement_on};
use arimaa::compare::Engine;
use arimaa::text::Record;
use arimaa::vocab::{Label, Outcome};

/// A game as far as the rules follow its record, turns that were taken back left out.
pub struct Followed<S> {
    /// One observation at each moment between turns: at the start and after every turn.
    pub seen: Vec<S>,
    /// The turns that were made, one between each two moments.
    pub made: Vec<(Label, Accepted)>,
    /// The outcome by the rules after the last turn; `None` if the game was not decided.
    pub outcome: Option<Outcome>,
    /// The reason why the last turn was refused, if one was.
    pub refusal: Option<Refusal>,
    /// The point at which the rules refuse the record; `None` where the whole game counts.
    pub stopped: Option<Disagreement>,
}

/// Follows a record and looks at each moment between turns.
///
/// It stops at the first turn that the rules refuse; as in a replay, a refused last turn is no
/// fault where the record says that an illegal turn ended the game (code `i`).
pub fn follow<S>(
    engine: &Engine,
    record: &Record,
    editions: EditionChoice,
    options: Options,
    see: impl Fn(&JudgedGame) -> S,
) -> Followed<S> {
    let mut followed = Followed {
        seen: Vec::new(),
        made: Vec::new(),
        outcome: None,
        refusal: None,
        stopped: None,
    };
    let mut game = match JudgedGame::begin_record(engine, record, editions) {
        Ok(game) => game,
        Err(why) => {
            followed.stopped = Some(Disagreement::Unjudged { why });
            return followed;
        }
    };
    followed.seen.push(see(&game));
    let entries = &record.entries;
    let Ok(()) = game.walk_entries(entries, options, |game, index, judged| {
        match judged {
            JudgedEntry::Turn {
                label,
                ruling: Ok(accepted),
                ..
            } => {
                followed.made.push((label, accepted));
                followed.seen.push(see(game));
            }
            JudgedEntry::Turn {
                label,
                tokens,
                ruling: Err(refused),
            } => {
                let is_last = index + 1 == entries.len();
                let recorded = Recorded::from(&record.tags);
                followed.stopped = disagreement_on(label, tokens, &refused, is_last, recorded);
                followed.refusal = Some(refused.refusal);
            }
            JudgedEntry::Takeback {
                is_possible: true, ..
            } => {
                followed.made.pop();
                followed.seen.pop();
            }
            JudgedEntry::Takeback { label, .. } => {
                followed.stopped = Some(Disagreement::Takeback { label });
            }
        }
        Ok::<(), Infallible>(())
    });
    followed.outcome = game.outcome();
    followed
}

/// Whether a game is at its setups: the turns with the number 1, which no others have (SPEC.md
/// NOT-5).
pub fn is_at_setups(game: &JudgedGame) -> bool {
    game.label().number < 2
}
