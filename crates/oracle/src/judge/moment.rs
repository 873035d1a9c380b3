//! A moment in a recorded game.

use std::error::Error;
use std::fmt;

use super::{CannotStart, JudgedEntry, JudgedGame, Options, Refusal, is_verdict};
use arimaa::compare::Engine;
use arimaa::text::{Entry, Record};
use arimaa::vocab::{Edition, Invalid, Label};

/// The reason why a record does not lead to the moment that is asked about.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Unreached {
    /// The start of the game is impossible.
    CannotStart(Invalid),
    /// A turn on the way is refused.
    Refused {
        /// The label of the turn.
        label: Label,
        /// The reason for the refusal.
        refusal: Refusal,
    },
    /// A turn is taken back where there is none.
    NothingToTakeBack(Label),
    /// The search was interrupted.
    Interrupted,
    /// The record has no turn with the label that was asked for.
    NoSuchTurn {
        /// The label that was asked for.
        wanted: Label,
        /// The label after the last turn.
        last: Label,
    },
}

impl fmt::Display for Unreached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CannotStart(invalid) => CannotStart(invalid.clone()).fmt(f),
            Self::Refused { label, refusal } => {
                let rule = refusal.rule();
                write!(
                    f,
                    "the record breaks off at {label}, which is refused by {rule}: {refusal}"
                )?;
                if refusal.name() == "setup-incomplete" {
                    f.write_str("; a handicap needs the tag `Handicap`")?;
                }
                Ok(())
            }
            Self::Interrupted => f.write_str("the record was not played to its end"),
            Self::NothingToTakeBack(label) => {
                write!(f, "there is no turn to take back before {label}")
            }
            Self::NoSuchTurn { wanted, last } => {
                write!(
                    f,
                    "the record has no turn {wanted}; the turn after its last is {last}"
                )
            }
        }
    }
}

impl Error for Unreached {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::CannotStart(invalid) => Some(invalid),
            Self::Refused { refusal, .. } => Some(refusal),
            Self::NothingToTakeBack(_) | Self::NoSuchTurn { .. } | Self::Interrupted => None,
        }
    }
}

impl From<CannotStart> for Unreached {
    fn from(CannotStart(invalid): CannotStart) -> Self {
        Self::CannotStart(invalid)
    }
}

impl JudgedGame {
    /// The game of a record before the turn `at`, or after its last turn.
    ///
    /// With takebacks a label can occur more than once: the last occurrence counts. Lines after the
    /// moment may be refused; so may the last line of a record with the code `i` (SPEC.md NOT-8).
    ///
    /// # Errors
    ///
    /// The first reason why the record does not lead there.
    pub fn at_moment(
        engine: &Engine,
        record: &Record,
        edition: Edition,
        at: Option<Label>,
    ) -> Result<Self, Unreached> {
        Self::at_moment_unless(engine, record, edition, at, &|| false)
    }

    /// The game of a record at a moment, or [`Unreached::Interrupted`] if `stop` became true on the
    /// way.
    pub(crate) fn at_moment_unless(
        engine: &Engine,
        record: &Record,
        edition: Edition,
        at: Option<Label>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, Unreached> {
        let start = Self::from_record(engine, record, edition)?;
        let Some(at) = at else {
            let mut game = start;
            let (entries, termination) = (&record.entries, record.tags.termination);
            return match game.follow(entries, stop, |_, _| ()) {
                Err((at, Unreached::Refused { refusal, .. }))
                    if is_verdict(&refusal, at + 1 == entries.len(), termination) =>
                {
                    Ok(game)
                }
                followed => followed.map(|()| game).map_err(|(_, unreached)| unreached),
            };
        };
        // The last time that the label comes; a copy at every such moment would copy the history.
        let mut found = (at == start.label()).then_some(0);
        let mut game = start.clone();
        let followed = game.follow(&record.entries, stop, |game, entries| {
            if game.label() == at {
                found = Some(entries);
            }
        });
        match (found, followed) {
            (Some(_), Ok(())) if game.label() == at => Ok(game),
            (Some(entries), Ok(()) | Err((_, Unreached::Refused { .. }))) => {
                let mut game = start;
                let followed = game.follow(&record.entries[..entries], stop, |_, _| ());
                followed.map(|()| game).map_err(|(_, unreached)| unreached)
            }
            (None, Ok(())) => Err(Unreached::NoSuchTurn {
                wanted: at,
                last: game.label(),
            }),
            (_, Err((_, unreached))) => Err(unreached),
        }
    }

    /// Plays the lines of a record. After each line, `after` gets the game and the number of lines
    /// played.
    ///
    /// # Errors
    ///
    /// The first line that cannot be played, with its place; the game is then as the lines before
    /// left it.
    fn follow(
        &mut self,
        entries: &[Entry],
        stop: &dyn Fn() -> bool,
        mut after: impl FnMut(&Self, usize),
    ) -> Result<(), (usize, Unreached)> {
        self.walk_entries(entries, Options::default(), |game, index, judged| {
            if stop() {
                return Err((index, Unreached::Interrupted));
            }
            match judged {
                JudgedEntry::Turn {
                    label,
                    ruling: Err(refused),
                    ..
                } => {
                    let refusal = refused.refusal;
                    Err((index, Unreached::Refused { label, refusal }))
                }
                JudgedEntry::Takeback {
                    label,
                    is_possible: false,
                } => Err((index, Unreached::NothingToTakeBack(label))),
                _ => {
                    after(game, index + 1);
                    Ok(())
                }
            }
        })
    }
}
