//! EDN-6 implemented a second time: a calendar that is counted day by day, whose days are compared
//! as text with the days of the table.

use std::sync::LazyLock;

use arimaa::vocab::Edition;
use arimaa_oracle::judge::EditionChoice;
use proptest::prelude::*;

/// The table of EDN-6: the first day of each edition.
const FIRST_DAYS: [(&str, Edition); 3] = [
    ("2004-02-11", Edition::Year2002),
    ("2005-05-28", Edition::May2005 { no_draws: false }),
    ("2008-07-01", Edition::July2008),
];
const SECONDS: i64 = 24 * 60 * 60;

/// Every day from 1970 to 2105 in order, as records write it.
static DAYS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut days = Vec::new();
    for year in 1970..2106 {
        let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
        let february = if leap { 29 } else { 28 };
        let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        for (month, length) in (1..).zip(lengths) {
            days.extend((1..=length).map(|day| format!("{year}-{month:02}-{day:02}")));
        }
    }
    days
});

/// The edition in force on a day, found by comparing dates as text; `None` before the first.
fn in_force(day: &str) -> Option<Edition> {
    let begun = FIRST_DAYS.iter().rfind(|(first, _)| *first <= day);
    begun.map(|(_, edition)| *edition)
}

#[test]
fn every_day_has_the_edition_of_the_table() {
    for (number, day) in (0..).zip(&*DAYS) {
        let expected = in_force(day);
        let recorded = EditionChoice::ByDate.for_record(None, Some(day));
        assert_eq!(recorded.ok(), expected, "{day}");
        for second in [0, 1, SECONDS / 2, SECONDS - 1] {
            let archived = EditionChoice::ByDate.for_start(Some(number * SECONDS + second));
            assert_eq!(archived.ok(), expected, "{day} and {second} seconds");
        }
    }
}

#[test]
fn a_date_decides_only_where_it_is_asked_for() {
    let current = EditionChoice::RecordedOr(Edition::July2008);
    assert_eq!(EditionChoice::default(), current);
    for day in DAYS.iter().step_by(97) {
        for named in Edition::ALL {
            for other in Edition::ALL {
                let choice = EditionChoice::RecordedOr(other);
                assert_eq!(choice.for_record(Some(named), Some(day)), Ok(named));
                assert_eq!(choice.for_record(None, Some(day)), Ok(other));
            }
        }
    }
}

#[test]
fn games_from_before_1970_are_not_judged_by_date() {
    for start in [-1, -SECONDS, -SECONDS * 365 * 50] {
        assert!(EditionChoice::ByDate.for_start(Some(start)).is_err());
    }
    assert!(EditionChoice::ByDate.for_start(None).is_err());
    assert!(EditionChoice::ByDate.for_record(None, None).is_err());
}

proptest! {
    /// A text that is no day of the calendar selects no edition.
    #[test]
    fn text_that_is_no_day_has_no_edition(
        text in "(19[7-9][0-9]|20[0-9]{2})[-/. ]?[0-9]{1,2}-?[0-9]{1,3}|[0-9-]{0,12}",
    ) {
        let is_day = DAYS.contains(&text);
        let edition = EditionChoice::ByDate.for_record(None, Some(&text));
        prop_assert_eq!(edition.ok(), is_day.then(|| in_force(&text)).flatten());
    }
}
