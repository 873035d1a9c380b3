//! The edition that applies to a recorded game (SPEC.md EDN-1, EDN-6).

use std::error::Error;
use std::fmt;

use arimaa::text::CivilDate;
use arimaa::vocab::Edition;

/// The first day of the rules that the edition `2002` describes. The rules before it are not
/// modelled.
const FEBRUARY_2004: CivilDate = day(2004, 2, 11);
/// The first day of the edition `2005-05-28`.
const MAY_2005: CivilDate = day(2005, 5, 28);
/// The first day of the edition `2008-07-01`.
const JULY_2008: CivilDate = day(2008, 7, 1);

/// The choice of the edition by which a recorded game is judged.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum EditionChoice {
    /// The edition that the record names, or else the given one.
    RecordedOr(Edition),
    /// The edition in force on the day the game began.
    ByDate,
}

/// The reason why no edition can be chosen by date.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum NoEdition {
    /// The record has no date that can be read.
    NoDate,
    /// The row of the archive has no start time.
    NoStart,
    /// The game began under rules that the sources do not tell well enough to judge by (EDN-6).
    NotModelled,
}

impl fmt::Display for NoEdition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoDate => "it has no date that can be read, such as `Date: 2026-02-05`",
            Self::NoStart => "it has no start time in seconds (`startts`) to judge it by",
            Self::NotModelled => {
                "it began before 2004-02-11, and the rules of that time are not modelled (EDN-6)"
            }
        })
    }
}

impl Error for NoEdition {}

impl Default for EditionChoice {
    /// The edition that the record names, or else the current one.
    fn default() -> Self {
        Self::RecordedOr(Edition::default())
    }
}

impl EditionChoice {
    /// The edition for a game whose record names this edition and this date (`2026-02-05`).
    ///
    /// # Errors
    ///
    /// If the choice is by date, and the date is missing, cannot be read, or is of rules that are
    /// not modelled.
    pub fn for_record(
        self,
        named: Option<Edition>,
        date: Option<&str>,
    ) -> Result<Edition, NoEdition> {
        match self {
            Self::RecordedOr(edition) => Ok(named.unwrap_or(edition)),
            Self::ByDate => {
                let date = date.and_then(|date| date.parse().ok());
                in_force(date.ok_or(NoEdition::NoDate)?)
            }
        }
    }

    /// The edition for a game of the archive that began at this time, in seconds since 1970.
    ///
    /// # Errors
    ///
    /// If the choice is by date, and the time is missing, or is of rules that are not modelled.
    pub fn for_start(self, start: Option<i64>) -> Result<Edition, NoEdition> {
        match self {
            Self::RecordedOr(edition) => Ok(edition),
            Self::ByDate => {
                let day = start.and_then(CivilDate::from_unix_seconds);
                in_force(day.ok_or(NoEdition::NoStart)?)
            }
        }
    }
}

/// A day that exists, which is checked at compile time.
const fn day(year: u16, month: u8, day: u8) -> CivilDate {
    match CivilDate::new(year, month, day) {
        Some(date) => date,
        None => unreachable!(),
    }
}

fn in_force(day: CivilDate) -> Result<Edition, NoEdition> {
    if day < FEBRUARY_2004 {
        Err(NoEdition::NotModelled)
    } else if day < MAY_2005 {
        Ok(Edition::Year2002)
    } else if day < JULY_2008 {
        Ok(Edition::May2005 { no_draws: false })
    } else {
        Ok(Edition::July2008)
    }
}
