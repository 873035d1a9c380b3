//! Confidence interval of the mean of a sample whose numbers come from games.
//!
//! The positions of one game resemble one another, so a game counts as one observation, however
//! many positions it has. The mean over all positions is the ratio of two sums over games, that of
//! the numbers and that of their counts. Its variance is estimated by linearization, as in cluster
//! sampling: with S and n of each of the G games, N the sum of n, and m the mean,
//!
//! > standard error = √( G / (G − 1) · Σ (S − m·n)² ) / N
//!
//! The interval is the mean with 1.96 standard errors to both sides. It supposes that the games are
//! independent, and enough for a normal distribution: below some thirty it is too narrow.

/// The 97.5 % quantile of the normal distribution.
const QUANTILE: f64 = 1.96;

/// Sums over games for a confidence interval; each game adds its numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ByGame {
    /// Games that added a number.
    games: usize,
    /// The sums of n and S, a game's count and total, and those of n², n·S and S².
    n: f64,
    s: f64,
    nn: f64,
    ns: f64,
    ss: f64,
}

/// An interval that holds the true mean with a probability of 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Number of games that it comes from.
    pub games: usize,
    /// The mean.
    pub mean: f64,
    /// The standard error of the mean.
    pub standard_error: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl ByGame {
    /// Adds the numbers of one game.
    pub fn add(&mut self, numbers: impl IntoIterator<Item = u32>) {
        let (mut n, mut s) = (0.0, 0.0);
        for number in numbers {
            n += 1.0;
            s += f64::from(number);
        }
        if n > 0.0 {
            self.games += 1;
            self.n += n;
            self.s += s;
            self.nn += n * n;
            self.ns += n * s;
            self.ss += s * s;
        }
    }

    /// How many games added a number.
    pub fn games(&self) -> usize {
        self.games
    }

    /// The confidence interval of the mean; `None` for fewer than two games.
    ///
    /// ```
    /// use arimaa_oracle_cli::statistics::ByGame;
    ///
    /// // Means of 2 and 5 over 1 and 3 numbers: m is 17/4, and the residuals are -9/4 and 9/4.
    /// let mut games = ByGame::default();
    /// games.add([2]);
    /// games.add([4, 5, 6]);
    /// let interval = games.interval().unwrap();
    /// assert_eq!((interval.mean, interval.games), (4.25, 2));
    /// // The root of 2 · 2 · (9/4)², by 4.
    /// assert_eq!(interval.standard_error, 1.125);
    /// assert_eq!((interval.low, interval.high), (4.25 - 2.205, 4.25 + 2.205));
    /// ```
    pub fn interval(&self) -> Option<Interval> {
        if self.games < 2 {
            return None;
        }
        #[expect(clippy::cast_precision_loss, reason = "an error needs few digits")]
        let games = self.games as f64;
        let mean = self.s / self.n;
        // The sum of (S - m·n)². Rounding may leave it just below zero where all are equal.
        let residuals = self.ss - 2.0 * mean * self.ns + mean * mean * self.nn;
        let variance = games / (games - 1.0) * residuals.max(0.0);
        let standard_error = variance.sqrt() / self.n;
        Some(Interval {
            games: self.games,
            mean,
            standard_error,
            low: mean - QUANTILE * standard_error,
            high: mean + QUANTILE * standard_error,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        clippy::float_cmp,
        reason = "these numbers are exact, and a missing interval fails the test"
    )]

    use super::*;

    fn from_games(games: &[&[u32]]) -> ByGame {
        let mut sums = ByGame::default();
        for game in games {
            sums.add(game.iter().copied());
        }
        sums
    }

    #[test]
    fn one_game_has_no_interval_and_equal_games_a_point() {
        assert_eq!(from_games(&[]).interval(), None);
        assert_eq!(from_games(&[&[7, 8, 9], &[]]).interval(), None);
        let point = from_games(&[&[7, 7], &[7]]).interval().unwrap();
        assert_eq!((point.low, point.high, point.games), (7.0, 7.0, 2));
    }
}
