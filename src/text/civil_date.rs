//! A day of the calendar, without a time of day or a time zone.

use std::fmt;
use std::str::FromStr;

use super::error::TextError;

const SECONDS_A_DAY: i64 = 86_400;

/// A day of the Gregorian calendar in the years 0 to 9999.
///
/// ```
/// use arimaa::text::CivilDate;
///
/// let date: CivilDate = "2008-07-01".parse()?;
/// assert!(date < CivilDate::from_unix_seconds(1_770_284_916).unwrap());
/// assert_eq!(date.to_string(), "2008-07-01");
/// # Ok::<(), arimaa::text::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct CivilDate {
    year: u16,
    month: u8,
    day: u8,
}

impl CivilDate {
    /// The day with this year (0 to 9999), month (1 to 12) and day of the month, or `None` if there
    /// is no such day.
    pub const fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let exists = year <= 9999 && day >= 1 && day <= days_in_month(year, month);
        if exists {
            Some(Self { year, month, day })
        } else {
            None
        }
    }

    /// The day, in universal time, of a Unix time: seconds since the start of 1970.
    ///
    /// `None` outside of the years 0 to 9999.
    pub fn from_unix_seconds(seconds: i64) -> Option<Self> {
        // Days are counted from 1 March of the year 0, so that the leap day is the last of its
        // year. Every 400 years have the same number of days.
        const DAYS_FROM_MARCH_0000_TO_1970: i64 = 719_468;
        const DAYS_IN_400_YEARS: i64 = 146_097;
        let days = seconds.div_euclid(SECONDS_A_DAY) + DAYS_FROM_MARCH_0000_TO_1970;
        let cycle = days.div_euclid(DAYS_IN_400_YEARS);
        let day_of_cycle = days.rem_euclid(DAYS_IN_400_YEARS);
        let leap_days = day_of_cycle / 1460 - day_of_cycle / 36_524 + day_of_cycle / 146_096;
        let year_of_cycle = (day_of_cycle - leap_days) / 365;
        let day_of_year =
            day_of_cycle - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
        // From March on, every five months have 153 days.
        let months_since_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * months_since_march + 2) / 5 + 1;
        let month = (months_since_march + 2) % 12 + 1;
        let year = 400 * cycle + year_of_cycle + i64::from(month <= 2);
        Self::new(
            u16::try_from(year).ok()?,
            u8::try_from(month).ok()?,
            u8::try_from(day).ok()?,
        )
    }
}

const fn is_leap_year(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

/// The number of days in a month, 0 for a month that does not exist.
const fn days_in_month(year: u16, month: u8) -> u8 {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap_year(year) => 29,
        2 => 28,
        _ => 0,
    }
}

impl fmt::Display for CivilDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, month, day } = self;
        f.pad(&format!("{year:04}-{month:02}-{day:02}"))
    }
}

impl FromStr for CivilDate {
    type Err = TextError;

    /// Reads a day such as `2008-07-01`, also with points or slashes in place of both dashes.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let unreadable = || TextError::new(1, 1, TextError::quoted(text), "a date (`2026-02-05`)");
        let digits = |part: &str, count: usize| {
            (part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit()))
                .then(|| part.parse::<u16>().ok())
                .flatten()
        };
        let mark = ['-', '.', '/']
            .into_iter()
            .find(|mark| text.contains(*mark));
        let mut parts = text.split(mark.unwrap_or('-'));
        let mut next = |count| parts.next().and_then(|part| digits(part, count));
        let (year, month, day) = (next(4), next(2), next(2));
        let date = match (year, month, day, parts.next()) {
            (Some(year), Some(month), Some(day), None) => {
                let month = u8::try_from(month).ok();
                month
                    .zip(u8::try_from(day).ok())
                    .and_then(|(month, day)| Self::new(year, month, day))
            }
            _ => None,
        };
        date.ok_or_else(unreadable)
    }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        reason = "a date that cannot be read fails the test"
    )]

    use super::*;

    /// The next day, found by the lengths of months alone.
    fn next_day(date: CivilDate) -> Option<CivilDate> {
        let CivilDate { year, month, day } = date;
        CivilDate::new(year, month, day + 1)
            .or_else(|| CivilDate::new(year, month + 1, 1))
            .or_else(|| CivilDate::new(year + 1, 1, 1))
    }

    /// Every day of the first 400 years and the first of every month are read back.
    #[test]
    fn every_day_of_the_calendar_follows_the_one_before_and_is_read_back() {
        let mut day = CivilDate::new(0, 1, 1).unwrap();
        let mut start = -62_167_219_200;
        loop {
            assert_eq!(CivilDate::from_unix_seconds(start), Some(day));
            assert_eq!(CivilDate::from_unix_seconds(start + 86_399), Some(day));
            if day.year < 400 || day.day == 1 {
                assert_eq!(day.to_string().parse(), Ok(day));
            }
            start += SECONDS_A_DAY;
            let Some(next) = next_day(day) else { break };
            assert!(day < next);
            day = next;
        }
        assert_eq!(
            (day.to_string().as_str(), start),
            ("9999-12-31", 253_402_300_800)
        );
        for outside in [-62_167_219_201, start, i64::MIN, i64::MAX] {
            assert_eq!(CivilDate::from_unix_seconds(outside), None);
        }
    }
}
