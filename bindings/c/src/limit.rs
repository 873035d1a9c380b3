//! Limits of an answer: a time, or an amount of work where there is no clock.

#[cfg(not(target_family = "wasm"))]
pub(crate) use clock::Limit;
#[cfg(target_family = "wasm")]
pub(crate) use work::Limit;

/// Limits an answer by the clock.
#[cfg(not(target_family = "wasm"))]
mod clock {
    use std::time::{Duration, Instant};

    /// The longest time for an answer.
    const LONGEST: Duration = Duration::from_mins(1);

    pub(crate) struct Limit(Instant);

    impl Limit {
        pub(crate) fn start() -> Self {
            Self(Instant::now())
        }

        /// Whether the time limit is over: `asked`, but at most the longest time.
        pub(crate) fn is_over(&self, asked: Option<Duration>) -> bool {
            self.0.elapsed() >= asked.map_or(LONGEST, |asked| asked.min(LONGEST))
        }
    }
}

/// Limits an answer by its work. The search calls `is_over` for each position and each step.
#[cfg(any(target_family = "wasm", test))]
mod work {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    /// The greatest number of calls of `is_over`. Listing the turns of a position makes at most The
    /// greatest number of calls of `is_over`. Listing the turns of a position needs under half.
    pub(crate) const LOOKS: u64 = 200_000;

    pub(crate) struct Limit(AtomicU64);

    impl Limit {
        pub(crate) fn start() -> Self {
            Self(AtomicU64::new(0))
        }

        /// Counts this call, and tells whether the work is used up. `_asked` cannot be measured.
        pub(crate) fn is_over(&self, _asked: Option<Duration>) -> bool {
            self.0.fetch_add(1, Ordering::Relaxed) >= LOOKS
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{clock, work};

    #[test]
    fn clock_says_over_when_the_asked_time_has_passed() {
        let limit = clock::Limit::start();
        assert!(limit.is_over(Some(Duration::ZERO)));
        assert!(!limit.is_over(Some(Duration::from_mins(1))));
        assert!(!limit.is_over(None));
    }

    #[test]
    fn work_is_over_after_the_most_looks() {
        let limit = work::Limit::start();
        assert!((0..work::LOOKS).all(|_| !limit.is_over(None)));
        assert!(limit.is_over(None));
    }
}
