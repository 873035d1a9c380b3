//! The clock of a game. It gets the time as a parameter and never reads it.

use std::time::{Duration, Instant};

use super::TimeControl;
use arimaa::vocab::Side;

/// A running clock for both sides.
///
/// A turn may take as long as [`TimeControl::limit`] says, and leaves the reserve of
/// [`TimeControl::reserve_after`]. Setups change no reserve.
#[derive(Clone, Debug)]
pub struct Clock {
    control: TimeControl,
    started: Instant,
    reserves: [Duration; 2],
    used: [Duration; 2],
}

/// The consequence of running out of time.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Flag {
    /// The player has lost.
    Turn,
    /// The game is over and is scored.
    Game,
}

impl Clock {
    /// A clock that starts now.
    pub const fn new(control: TimeControl, now: Instant) -> Self {
        Self {
            control,
            started: now,
            reserves: [control.reserve; 2],
            used: [Duration::ZERO; 2],
        }
    }

    /// The reserve that a side has left.
    pub const fn reserve(&self, side: Side) -> Duration {
        self.reserves[side as usize]
    }

    /// How long a side's last turn took.
    pub const fn used(&self, side: Side) -> Duration {
        self.used[side as usize]
    }

    /// The time by which a side must make the turn that it begins `now`, and what follows if not.
    pub fn deadline(&self, side: Side, now: Instant) -> (Instant, Flag) {
        let turn = now + self.control.limit(self.reserve(side));
        match self.control.game.map(|game| self.started + game) {
            Some(game) if game < turn => (game, Flag::Game),
            _ => (turn, Flag::Turn),
        }
    }

    /// Records the time that a turn took; in play it also changes the reserve.
    pub fn spend(&mut self, side: Side, used: Duration, is_setup: bool) {
        self.used[side as usize] = used;
        if is_setup {
            return;
        }
        let reserve = &mut self.reserves[side as usize];
        *reserve = self.control.reserve_after(*reserve, used);
    }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        reason = "a time control that cannot be read fails the test"
    )]

    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn clock(control: &str) -> (Clock, Instant) {
        let now = Instant::now();
        (Clock::new(control.parse().unwrap(), now), now)
    }

    #[test]
    fn the_reserve_grows_and_shrinks() {
        let (mut clock, now) = clock("10s/30s/50/40s");
        assert_eq!(
            clock.deadline(Side::Gold, now),
            (now + seconds(40), Flag::Turn)
        );
        clock.spend(Side::Gold, seconds(4), true);
        assert_eq!(
            clock.reserve(Side::Gold),
            seconds(30),
            "a setup changes nothing"
        );
        clock.spend(Side::Gold, seconds(4), false);
        assert_eq!(
            clock.reserve(Side::Gold),
            seconds(33),
            "half of six seconds"
        );
        clock.spend(Side::Gold, seconds(25), false);
        assert_eq!(
            clock.reserve(Side::Gold),
            seconds(18),
            "fifteen more than a turn"
        );
        assert_eq!(
            clock.deadline(Side::Gold, now),
            (now + seconds(28), Flag::Turn)
        );
        assert_eq!(clock.reserve(Side::Silver), seconds(30));
        for _ in 0..10 {
            clock.spend(Side::Silver, seconds(0), false);
        }
        assert_eq!(clock.reserve(Side::Silver), seconds(40), "the most");
        assert_eq!(clock.used(Side::Gold), seconds(25));
    }

    #[test]
    fn deadline_is_the_earlier_of_turn_and_game() {
        let (clock, now) = clock("10s/30s/100/0/1m/20s");
        assert_eq!(
            clock.deadline(Side::Gold, now),
            (now + seconds(20), Flag::Turn)
        );
        let late = now + seconds(50);
        assert_eq!(
            clock.deadline(Side::Gold, late),
            (now + seconds(60), Flag::Game)
        );
    }
}
