//! How long an answer may take.

#[cfg(not(target_family = "wasm"))]
pub(crate) use clock::Limit;
#[cfg(target_family = "wasm")]
pub(crate) use work::Limit;

/// By the clock.
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

        /// Whether the time is over, of which the request may allow less than the longest.
        pub(crate) fn is_over(&self, asked: Option<Duration>) -> bool {
            self.0.elapsed() >= asked.map_or(LONGEST, |asked| asked.min(LONGEST))
        }
    }
}

/// By the work, where there is no clock: the limit is looked at for each position and for each step
/// of a search.
#[cfg(any(target_family = "wasm", test))]
mod work {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    /// The most looks. Listing the turns of a position takes fewer than half as many.
    pub(crate) const LOOKS: u64 = 200_000;

    pub(crate) struct Limit(AtomicU64);

    impl Limit {
        pub(crate) fn start() -> Self {
            Self(AtomicU64::new(0))
        }

        /// Whether the work is done; the time that the request allows cannot be measured.
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
