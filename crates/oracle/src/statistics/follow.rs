//! A record followed turn by turn, with takebacks.

use crate::judge::{Accepted, JudgedGame, Options};
use crate::judge::{Disagreement, EditionChoice, Recorded, disagreement_on};
use arimaa::engines::Engine;
use arimaa::text::{Entry, Located, Record};
use arimaa::vocab::{Label, Outcome};

/// A game as far as the rules follow its record, turns that were taken back left out.
pub(super) struct Followed<S> {
    /// What was seen at each moment between turns: at the start and after every turn.
    pub(super) seen: Vec<S>,
    /// The turns that were made, one between each two moments.
    pub(super) made: Vec<(Label, Accepted)>,
    /// How the rules decided the game after the last turn.
    pub(super) outcome: Option<Outcome>,
    /// The point at which the rules refuse the record; `None` where the whole game counts.
    pub(super) stopped: Option<Disagreement>,
}

/// Follows a record and looks at each moment between turns.
///
/// It stops at the first turn that the rules refuse; as in a replay, a refused last turn is no
/// fault where the record says that an illegal turn ended the game (code `i`).
pub(super) fn follow<S>(
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
        stopped: None,
    };
    match begin(engine, record, editions) {
        Ok(game) => followed.go_on(game, record, options, see),
        Err(why) => followed.stopped = Some(Disagreement::Unjudged { why }),
    }
    followed
}

/// Whether a game is at its setups: the turns with the number 1, which no others have (SPEC.md
/// NOT-5).
pub(super) fn is_at_setups(game: &JudgedGame) -> bool {
    game.label().number < 2
}

fn begin(engine: &Engine, record: &Record, editions: EditionChoice) -> Result<JudgedGame, String> {
    let tags = &record.tags;
    let edition = editions
        .for_record(tags.edition, tags.date.as_deref())
        .map_err(|error| error.to_string())?;
    JudgedGame::from_record(engine, record, edition).map_err(|error| error.to_string())
}

impl<A, B> Followed<(A, B)> {
    /// The game with the one thing that was seen at each moment, and with the other.
    pub(super) fn split(self) -> (Followed<A>, Followed<B>) {
        let (first, second) = self.seen.into_iter().unzip();
        let first = Followed {
            seen: first,
            made: self.made.clone(),
            outcome: self.outcome,
            stopped: self.stopped.clone(),
        };
        let second = Followed {
            seen: second,
            made: self.made,
            outcome: self.outcome,
            stopped: self.stopped,
        };
        (first, second)
    }
}

impl<S> Followed<S> {
    fn go_on(
        &mut self,
        mut game: JudgedGame,
        record: &Record,
        options: Options,
        see: impl Fn(&JudgedGame) -> S,
    ) {
        self.seen.push(see(&game));
        let entries = &record.entries;
        for (index, entry) in entries.iter().enumerate() {
            match entry {
                Entry::Turn { label, tokens } => {
                    let tokens = Located::values(tokens);
                    match game.play(Some(label.value), &tokens, options) {
                        Ok(accepted) => {
                            self.made.push((label.value, accepted));
                            self.seen.push(see(&game));
                        }
                        Err(refused) => {
                            let is_last = index + 1 == entries.len();
                            let recorded = Recorded::from(&record.tags);
                            self.stopped =
                                disagreement_on(label.value, &tokens, &refused, is_last, recorded);
                            break;
                        }
                    }
                }
                Entry::Takeback(_) => {
                    if game.take_back().is_err() {
                        let label = game.label();
                        self.stopped = Some(Disagreement::Takeback { label });
                        break;
                    }
                    self.made.pop();
                    self.seen.pop();
                }
                Entry::Resigns(_) | Entry::Lost(_) | Entry::Open(_) => {}
            }
        }
        self.outcome = game.outcome();
    }
}
