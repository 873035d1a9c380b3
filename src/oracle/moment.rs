//! A moment in a recorded game.

use std::error::Error;
use std::fmt;

use super::{CannotStart, JudgedGame, Options, Refusal};
use crate::engines::Starter;
use crate::text::{Entry, Located, Record};
use crate::vocab::{Edition, Invalid, Label};

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

impl Error for Unreached {}

impl From<CannotStart> for Unreached {
    fn from(CannotStart(invalid): CannotStart) -> Self {
        Self::CannotStart(invalid)
    }
}

impl JudgedGame {
    /// The game of a record before the turn `at`, or after its last turn.
    ///
    /// With takebacks a label can come more than once: the last time is the one that stands. What comes after the moment may
    /// be refused; so may the last line of a record with the code `i` (SPEC.md NOT-8).
    ///
    /// # Errors
    ///
    /// The first reason why the record does not lead there.
    pub fn at_moment(
        engine: &Starter,
        record: &Record,
        edition: Edition,
        at: Option<Label>,
    ) -> Result<Self, Unreached> {
        let mut game = Self::from_record(engine, record, edition)?;
        let wanted = |game: &Self| at.is_none_or(|at| at == game.label());
        let mut found = wanted(&game).then(|| game.clone());
        for entry in &record.entries {
            match entry {
                Entry::Turn { label, tokens } => {
                    let tokens = Located::values(tokens);
                    if let Err(refused) = game.play(Some(label.value), &tokens, Options::default())
                    {
                        let is_verdict = record.tags.termination == Some('i');
                        if found.is_some() && (at.is_some() || is_verdict) {
                            break;
                        }
                        return Err(Unreached::Refused {
                            label: label.value,
                            refusal: refused.refusal,
                        });
                    }
                }
                Entry::Takeback(_) => game
                    .take_back()
                    .map_err(|_| Unreached::NothingToTakeBack(game.label()))?,
                Entry::Resigns(_) | Entry::Lost(_) | Entry::Open(_) => {}
            }
            if wanted(&game) {
                found = Some(game.clone());
            }
        }
        let last = game.label();
        match (found, at) {
            (Some(found), _) => Ok(found),
            (None, Some(wanted)) => Err(Unreached::NoSuchTurn { wanted, last }),
            (None, None) => Ok(game),
        }
    }
}
