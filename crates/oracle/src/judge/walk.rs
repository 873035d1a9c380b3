//! The lines of a record, one after another: turns judged, takebacks made.

use super::{Accepted, EditionChoice, JudgedGame, Options, Refused};
use arimaa::compare::Engine;
use arimaa::text::{Entry, Located, Record};
use arimaa::vocab::{Label, Token};

/// A turn or takeback of a record with its ruling.
pub enum JudgedEntry<'a> {
    /// A turn.
    Turn {
        /// Its label, as it is written.
        label: Label,
        /// Its tokens.
        tokens: &'a [Token],
        /// The ruling on it.
        ruling: Result<Accepted, Box<Refused>>,
    },
    /// A takeback.
    Takeback {
        /// The label of the turn that was to be made.
        label: Label,
        /// Whether there was a turn to take back.
        is_possible: bool,
    },
}

impl JudgedEntry<'_> {
    /// Whether the line is refused, so that the walk ends with it.
    const fn is_refused(&self) -> bool {
        match self {
            Self::Turn { ruling, .. } => ruling.is_err(),
            Self::Takeback { is_possible, .. } => !*is_possible,
        }
    }
}

impl JudgedGame {
    /// The game at the start of a record, by the edition that `editions` gives it.
    ///
    /// # Errors
    ///
    /// The reason, for people, why the record cannot be judged.
    pub(crate) fn begin_record(
        engine: &Engine,
        record: &Record,
        editions: EditionChoice,
    ) -> Result<Self, String> {
        let tags = &record.tags;
        let edition = editions
            .for_record(tags.edition, tags.date.as_deref())
            .map_err(|error| error.to_string())?;
        Self::from_record(engine, record, edition).map_err(|error| error.to_string())
    }

    /// Plays the lines of a record up to the first that is refused. `visit` gets each turn and
    /// takeback with the game after it and the number of lines before it.
    ///
    /// # Errors
    ///
    /// The first error of `visit`, which ends the walk.
    pub(crate) fn walk_entries<E>(
        &mut self,
        entries: &[Entry],
        options: Options,
        mut visit: impl FnMut(&Self, usize, JudgedEntry<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        for (index, entry) in entries.iter().enumerate() {
            let tokens;
            let judged = match entry {
                Entry::Turn {
                    label,
                    tokens: located,
                } => {
                    tokens = Located::values(located);
                    JudgedEntry::Turn {
                        label: label.value,
                        tokens: &tokens,
                        ruling: self.play(Some(label.value), &tokens, options),
                    }
                }
                Entry::Takeback(_) => JudgedEntry::Takeback {
                    label: self.label(),
                    is_possible: self.take_back().is_ok(),
                },
                Entry::Resigns(_) | Entry::Lost(_) | Entry::Open(_) => continue,
            };
            let is_refused = judged.is_refused();
            visit(self, index, judged)?;
            if is_refused {
                break;
            }
        }
        Ok(())
    }
}
