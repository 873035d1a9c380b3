//! A moment in a recorded game.

use std::error::Error;
use std::fmt;

use super::{CannotStart, JudgedEntry, JudgedGame, Options, Refusal};
use arimaa::compare::Engine;
use arimaa::text::{Entry, Record};
use arimaa::vocab::{Edition, Invalid, Label};

/// Why a record does not lead to the moment that is asked about.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Unreached {
    /// Its start is impossible.
    CannotStart(Invalid),
    /// A turn on the way is refused.
    Refused {
        /// The label of the turn.
        label: Label,
        /// Why.
        refusal: Refusal,
    },
    /// A turn is taken back where there is none.
    NothingToTakeBack(Label),
    /// The search was interrupted.
    Interrupted,
    /// There is no such turn.
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
                )
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
    /// With takebacks a label can come more than once: the last time is the one that stands. What
    /// comes after the moment may be refused; so may the last line of a record with the code `i`
    /// (SPEC.md NOT-8).
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

    /// The same, or [`Unreached::Interrupted`] where `stop` said on the way that it is over.
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
            let is_verdict = record.tags.termination == Some('i');
            return match game.follow(&record.entries, stop, |_, _| ()) {
                Err(Unreached::Refused { .. }) if is_verdict => Ok(game),
                followed => followed.map(|()| game),
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
            (Some(entries), Ok(()) | Err(Unreached::Refused { .. })) => {
                let mut game = start;
                game.follow(&record.entries[..entries], stop, |_, _| ())?;
                Ok(game)
            }
            (None, Ok(())) => Err(Unreached::NoSuchTurn {
                wanted: at,
                last: game.label(),
            }),
            (_, Err(unreached)) => Err(unreached),
        }
    }

    /// Plays the lines of a record, and hands over the game with the number of lines played after
    /// each.
    ///
    /// # Errors
    ///
    /// The first line that cannot be played; the game is then as the lines before left it.
    fn follow(
        &mut self,
        entries: &[Entry],
        stop: &dyn Fn() -> bool,
        mut after: impl FnMut(&Self, usize),
    ) -> Result<(), Unreached> {
        self.walk(entries, Options::default(), |game, index, judged| {
            if stop() {
                return Err(Unreached::Interrupted);
            }
            match judged {
                JudgedEntry::Turn {
                    label,
                    ruling: Err(refused),
                    ..
                } => Err(Unreached::Refused {
                    label,
                    refusal: refused.refusal,
                }),
                JudgedEntry::Takeback {
                    label,
                    is_possible: false,
                } => Err(Unreached::NothingToTakeBack(label)),
                _ => {
                    after(game, index + 1);
                    Ok(())
                }
            }
        })
    }
}
