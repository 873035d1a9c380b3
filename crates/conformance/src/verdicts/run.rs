//! Runs cases on an engine, or on several copies of it in parallel.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::cases::{Case, KnownFailures};
use crate::subjects::line::Variant;
use crate::verdicts::Status;
use arimaa_oracle::ask::PROTOCOL_VERSION;

/// The way in which an engine was asked.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Asked {
    /// By the questions of the cases.
    Questions,
    /// By lines of the line kit, into which the questions are divided.
    Lines(Variant),
    /// By requests for turns in the positions of the cases, over the Arimaa Engine Interface.
    Turns {
        /// The number of turns asked for in each position.
        times: u32,
    },
}

impl Asked {
    /// The way in which the naive engine is asked for comparison.
    pub(crate) fn variant(self) -> Variant {
        match self {
            Self::Lines(variant) => variant,
            Self::Questions | Self::Turns { .. } => Variant::default(),
        }
    }

    /// The name of the interface and its version.
    pub(crate) const fn interface(self) -> (&'static str, &'static str) {
        match self {
            Self::Questions => ("protocol", PROTOCOL_VERSION),
            Self::Lines(_) => ("line-kit", "1"),
            Self::Turns { .. } => ("aei", "1"),
        }
    }
}

/// A closure that puts cases to one copy of an engine, such as `Box::new(|case| ask_case(case, &mut
/// engine))`.
pub type Asker<'a> = Box<dyn FnMut(&'a Case) -> Status + Send + 'a>;

/// A run of cases.
pub struct Run<'a> {
    /// The cases, in the order of the results.
    pub cases: Vec<&'a Case>,
    /// The cases that are known to fail.
    pub known: &'a KnownFailures,
    /// Whether the run ends with the first case that fails or errors.
    pub fail_fast: bool,
    /// Whether the run is to end early; later results are dropped.
    pub is_over: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Run<'a> {
    /// Puts every case to one of the askers, which work in parallel, and calls `done` for each
    /// result as it comes.
    ///
    /// The results are in the order of the cases; those of a run that ended early are fewer.
    pub fn ask_all(
        &self,
        askers: &mut [Asker<'a>],
        mut done: impl FnMut(&'a Case, &Status),
    ) -> Vec<(&'a Case, Status)> {
        let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let is_over = || stopped.load(Ordering::Relaxed) || (self.is_over)();
        let (send, receive) = mpsc::channel();
        let mut results: Vec<(usize, Status)> = Vec::new();
        thread::scope(|scope| {
            let (next, stopped, is_over) = (&next, &stopped, &is_over);
            for asker in askers {
                let send = send.clone();
                scope.spawn(move || {
                    while !is_over() {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        let Some(case) = self.cases.get(place) else {
                            break;
                        };
                        let status = asker(case).known(self.known.reason(case));
                        if is_over() {
                            break;
                        }
                        // Before the result is sent: no other case may begin meanwhile.
                        if self.fail_fast && status.is_bad() {
                            stopped.store(true, Ordering::Relaxed);
                        }
                        if send.send((place, status)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            for (place, status) in receive {
                done(self.cases[place], &status);
                results.push((place, status));
            }
        });
        results.sort_by_key(|(place, _)| *place);
        let results = results.into_iter();
        results
            .map(|(place, status)| (self.cases[place], status))
            .collect()
    }
}
