//! Time controls as the game room writes them: `M/R/P/L/G/T`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// The longest time that can be written: ten years of 365 days. It keeps every sum far from
/// overflow.
const LONGEST: u64 = 10 * 365 * DAY;

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// The time that players have, written `M/R/P/L/G/T`. Parts from P on may be left out.
///
/// | part | meaning | if left out |
/// |---|---|---|
/// | M | time for each turn | |
/// | R | reserve at the start, used when M is not enough | |
/// | P | percent of the unused rest of M that is added to the reserve | 100 |
/// | L | the most reserve that is left after a turn; 0 is no limit | 0 |
/// | G | the end of the game: a time, or moves of both sides as `80t`; 0 is no limit | 0 |
/// | T | the most that one turn may take, reserve included; 0 is no limit | 0 |
///
/// A time is numbers with units, `1d`, `2h30m`, `15s`, or two numbers with a colon, `1:30`. A
/// number without a unit is minutes, in G hours; after another the next smaller unit.
///
/// ```
/// use arimaa_oracle::clock::TimeControl;
/// use std::time::Duration;
///
/// let control: TimeControl = "15s/1:30/100/2m/2/5m".parse()?;
/// assert_eq!(control.reserve, Duration::from_secs(90));
/// assert_eq!(control.game, Some(Duration::from_secs(2 * 60 * 60)));
/// assert_eq!(control.to_string(), "15s/1m30s/100/2m/2h/5m");
///
/// // A turn of 20 s takes 5 s from the reserve; one of 5 s adds 10 s.
/// let reserve = control.reserve_after(control.reserve, Duration::from_secs(20));
/// assert_eq!(reserve, Duration::from_secs(85));
/// assert_eq!(control.reserve_after(reserve, Duration::from_secs(5)).as_secs(), 95);
/// assert_eq!(control.limit(reserve), Duration::from_secs(100));
/// # Ok::<(), arimaa_oracle::clock::BadTimeControl>(())
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct TimeControl {
    /// M: the time for each turn.
    pub turn: Duration,
    /// R: the reserve at the start.
    pub reserve: Duration,
    /// P: how many percent of the unused time of a turn are added to the reserve, from 0 to 100.
    pub percent: u32,
    /// L: the most reserve that is left after a turn; `None` is no limit.
    pub most_reserve: Option<Duration>,
    /// G as a time: the longest that the game may take; `None` is no limit.
    pub game: Option<Duration>,
    /// G as a number: the moves of both sides after which the game ends; `None` is no limit.
    pub moves: Option<u32>,
    /// T: the most that one turn may take; `None` is no limit.
    pub longest_turn: Option<Duration>,
}

impl TimeControl {
    /// The longest that a turn may take with this reserve; the end of the game may come sooner.
    pub fn limit(&self, reserve: Duration) -> Duration {
        let most = self.turn.saturating_add(reserve);
        self.longest_turn.map_or(most, |longest| longest.min(most))
    }

    /// The reserve after a turn of play that took this long: time beyond that of a turn comes from
    /// it, and a percentage of the time left over is added. Setups change no reserve.
    pub fn reserve_after(&self, reserve: Duration, used: Duration) -> Duration {
        let over = used.saturating_sub(self.turn);
        let unused = self.turn.saturating_sub(used).saturating_mul(self.percent) / 100;
        let after = reserve.saturating_sub(over).saturating_add(unused);
        self.most_reserve.map_or(after, |most| after.min(most))
    }
}

/// A text that is no time control.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("part {part} of a time control: found `{found}`, expected {expected}")]
pub struct BadTimeControl {
    /// The part with the error: M, R, P, L, G or T.
    pub part: char,
    /// The text found there.
    pub found: String,
    /// The text expected there.
    pub expected: &'static str,
}

impl FromStr for TimeControl {
    type Err = BadTimeControl;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts: Vec<&str> = text.split('/').map(str::trim).collect();
        let bad = |part, found: &str, expected| BadTimeControl {
            part,
            found: found
                .chars()
                .take(24)
                .flat_map(char::escape_debug)
                .collect(),
            expected,
        };
        if let Some(extra) = parts.get(6) {
            return Err(bad('T', extra, "no part after it"));
        }
        let part = |index: usize, default| match parts.get(index) {
            None | Some(&"") => default,
            Some(&part) => part,
        };
        let time = |name, text, unit| {
            read_time(text, unit).ok_or_else(|| {
                bad(
                    name,
                    text,
                    "a time of at most ten years, such as `90s`, `1m30s` or `1:30`",
                )
            })
        };
        let limit = |name, text, unit| time(name, text, unit).map(some_unless_zero);
        let percent = part(2, "100");
        let game = part(4, "0");
        let moves = match game.strip_suffix('t') {
            None => None,
            Some(number) => {
                let number: u32 = number
                    .parse()
                    .map_err(|_| bad('G', game, "a number of moves, such as `80t`"))?;
                Some(number).filter(|&number| number > 0)
            }
        };
        Ok(Self {
            turn: time('M', part(0, ""), MINUTE)?,
            reserve: time('R', part(1, ""), MINUTE)?,
            percent: percent
                .parse()
                .ok()
                .filter(|percent| *percent <= 100)
                .ok_or_else(|| bad('P', percent, "a number from 0 to 100"))?,
            most_reserve: limit('L', part(3, "0"), MINUTE)?,
            game: if game.ends_with('t') {
                None
            } else {
                limit('G', game, HOUR)?
            },
            moves,
            longest_turn: limit('T', part(5, "0"), MINUTE)?,
        })
    }
}

fn some_unless_zero(time: Duration) -> Option<Duration> {
    Some(time).filter(|time| !time.is_zero())
}

/// Reads numbers with units. A last number without a unit has the next smaller unit than the number
/// before it, or alone `unit`. A colon stands for `unit`.
fn read_time(text: &str, unit: u64) -> Option<Duration> {
    let mut bare = Some(unit);
    let mut seconds: u64 = 0;
    let mut rest = text;
    let mut is_first = true;
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let end = rest
            .find(|letter: char| !letter.is_ascii_digit())
            .unwrap_or(rest.len());
        // `:30` is `0:30`.
        let number: u64 = match &rest[..end] {
            "" if is_first && rest.starts_with(':') => 0,
            digits => digits.parse().ok()?,
        };
        let mut letters = rest[end..].chars();
        let this = match letters.next() {
            None => bare?,
            Some(':') if is_first => unit,
            Some('s') => 1,
            Some('m') => MINUTE,
            Some('h') => HOUR,
            Some('d') => DAY,
            Some(_) => return None,
        };
        bare = smaller_unit(this);
        seconds = seconds.checked_add(number.checked_mul(this)?)?;
        rest = letters.as_str();
        is_first = false;
    }
    (seconds <= LONGEST).then(|| Duration::from_secs(seconds))
}

const fn smaller_unit(unit: u64) -> Option<u64> {
    match unit {
        DAY => Some(HOUR),
        HOUR => Some(MINUTE),
        MINUTE => Some(1),
        _ => None,
    }
}

impl fmt::Display for TimeControl {
    /// Writes the parts with units, without parts at the end that have their defaults.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limit = |time: Option<Duration>| with_units(time.unwrap_or_default());
        let game = match self.moves {
            Some(moves) => format!("{moves}t"),
            None => limit(self.game),
        };
        let mut parts = vec![
            with_units(self.turn),
            with_units(self.reserve),
            self.percent.to_string(),
            limit(self.most_reserve),
            game,
            limit(self.longest_turn),
        ];
        for default in ["0s", "0s", "0s", "100"] {
            if parts.last().is_some_and(|last| last == default) {
                parts.pop();
            } else {
                break;
            }
        }
        f.write_str(&parts.join("/"))
    }
}

/// A time with the largest units that fit.
fn with_units(time: Duration) -> String {
    let seconds = time.as_secs();
    let units = [
        (seconds / DAY, 'd'),
        (seconds % DAY / HOUR, 'h'),
        (seconds % HOUR / MINUTE, 'm'),
        (seconds % MINUTE, 's'),
    ];
    let counted = units.into_iter().filter(|&(count, _)| count > 0);
    let words: Vec<String> = counted
        .map(|(count, unit)| format!("{count}{unit}"))
        .collect();
    if words.is_empty() {
        "0s".to_owned()
    } else {
        words.concat()
    }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        reason = "a time control that cannot be read fails the test"
    )]

    use super::*;

    #[test]
    fn times_are_read_with_and_without_units() {
        for (text, seconds) in [
            ("0", 0),
            ("2", 120),
            ("90s", 90),
            ("1m30s", 90),
            ("1:30", 90),
            (":30", 30),
            ("1h", 3600),
            ("1h30", 5400),
            ("1m30", 90),
            ("2d1h", 176_400),
            ("30s1m", 90),
        ] {
            assert_eq!(
                read_time(text, MINUTE),
                Some(Duration::from_secs(seconds)),
                "{text}"
            );
        }
        for text in ["1:30", "1h30"] {
            assert_eq!(read_time(text, HOUR), Some(Duration::from_mins(90)));
        }
        for bad in [
            "",
            "s",
            "1x",
            "-1",
            "1:2:3",
            "1h:30",
            "1s30",
            "1.5",
            "é",
            "99999999999999999999",
            "9999999d",
        ] {
            assert_eq!(read_time(bad, MINUTE), None, "{bad}");
        }
    }

    #[test]
    fn controls_are_read_and_written() {
        for (text, written) in [
            ("2/2/100/2/0", "2m/2m/100/2m"),
            ("15s/90s", "15s/1m30s"),
            ("3s/30s/100/60s/10m", "3s/30s/100/1m/10m"),
            ("1d/60d/100/0/300d/21d", "1d/60d/100/0s/300d/21d"),
            ("1/5/0/0/80t", "1m/5m/0/0s/80t"),
            ("0/10//", "0s/10m"),
            (" 30s / 3 / 100 / 5 / 8 ", "30s/3m/100/5m/8h"),
        ] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.to_string(), written, "{text}");
            assert_eq!(written.parse(), Ok(control), "{text}");
        }
    }

    #[test]
    fn error_names_the_malformed_part() {
        for (text, part) in [
            ("", 'M'),
            ("1", 'R'),
            ("x/1", 'M'),
            ("1//", 'R'),
            ("1/1/101", 'P'),
            ("1/1/-1", 'P'),
            ("1/1/100/x", 'L'),
            ("1/1/100/0/x", 'G'),
            ("1/1/100/0/xt", 'G'),
            ("1/1/100/0/0/x", 'T'),
            ("1/1/100/0/0/0/0", 'T'),
        ] {
            let error = text.parse::<TimeControl>().unwrap_err();
            assert_eq!(error.part, part, "{text}: {error}");
        }
    }
}
