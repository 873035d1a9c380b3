//! Which edition applies to a recorded game (SPEC.md EDN-1, EDN-6).

use jiff::Timestamp;
use jiff::civil::{Date, date};
use jiff::tz::TimeZone;

use crate::vocab::Edition;

/// The first day of the edition `2005-05-28`.
const MAY_2005: Date = date(2005, 5, 28);
/// The first day of the edition `2008-07-01`.
const JULY_2008: Date = date(2008, 7, 1);

/// How the edition of a recorded game is chosen.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum EditionChoice {
    /// The edition that the record names, or else the current one.
    #[default]
    AsRecorded,
    /// This edition, whatever the record says.
    Fixed(Edition),
    /// The edition in force on the day the game began.
    ByDate,
}

impl EditionChoice {
    /// The edition for a game whose record names this edition and this date (`2026-02-05`).
    ///
    /// `None` when the date decides and the record has none that can be read.
    pub fn for_record(self, named: Option<Edition>, date: Option<&str>) -> Option<Edition> {
        match self {
            Self::AsRecorded => Some(named.unwrap_or_default()),
            Self::Fixed(edition) => Some(edition),
            Self::ByDate => date
                .and_then(|date| date.parse().ok())
                .map(|date: Date| in_force(date)),
        }
    }

    /// The edition for a game of the archive that began at this time, in seconds since 1970.
    ///
    /// `None` when the date decides and there is none.
    pub fn for_start(self, start: Option<i64>) -> Option<Edition> {
        match self {
            Self::AsRecorded => Some(Edition::default()),
            Self::Fixed(edition) => Some(edition),
            Self::ByDate => start
                .and_then(|start| Timestamp::from_second(start).ok())
                .map(|start| in_force(start.to_zoned(TimeZone::UTC).date())),
        }
    }
}

fn in_force(day: Date) -> Edition {
    if day < MAY_2005 {
        Edition::Year2002
    } else if day < JULY_2008 {
        Edition::May2005 { no_draws: false }
    } else {
        Edition::July2008
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: Option<Edition> = Some(Edition::Year2002);
    const MIDDLE: Option<Edition> = Some(Edition::May2005 { no_draws: false });
    const NEW: Option<Edition> = Some(Edition::July2008);

    #[test]
    fn the_day_of_a_change_belongs_to_the_new_edition() {
        for (date, edition) in [
            ("2004-12-31", OLD),
            ("2005-05-27", OLD),
            ("2005-05-28", MIDDLE),
            ("2008-06-30", MIDDLE),
            ("2008-07-01", NEW),
            ("2026-02-05", NEW),
            ("5 May 2005", None),
        ] {
            assert_eq!(
                EditionChoice::ByDate.for_record(None, Some(date)),
                edition,
                "{date}"
            );
        }
    }

    #[test]
    fn the_second_of_a_change_belongs_to_the_new_edition() {
        for (start, edition) in [
            (1_117_238_399, OLD),
            (1_117_238_400, MIDDLE),
            (1_214_870_399, MIDDLE),
            (1_214_870_400, NEW),
        ] {
            assert_eq!(EditionChoice::ByDate.for_start(Some(start)), edition);
        }
        assert_eq!(EditionChoice::ByDate.for_start(None), None);
    }

    #[test]
    fn a_choice_beats_the_record_and_the_record_beats_the_default() {
        let fixed = EditionChoice::Fixed(Edition::Year2002);
        assert_eq!(fixed.for_record(NEW, Some("2026-02-05")), OLD);
        assert_eq!(
            EditionChoice::AsRecorded.for_record(MIDDLE, Some("2026-02-05")),
            MIDDLE
        );
        assert_eq!(
            EditionChoice::AsRecorded.for_record(None, Some("2004-01-01")),
            NEW
        );
    }
}
