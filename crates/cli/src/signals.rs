//! Signals that end this program: its child processes are ended first.
//!
//! Child processes are in groups of their own, so the signals of a terminal reach this process
//! alone.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::thread;
use std::time::Duration;

use crate::exit::ExitStatus;

/// Time that is left to print results after a signal.
const GRACE: Duration = Duration::from_millis(700);

/// The number of the first signal that asked this program to end; 0 before one has come.
#[derive(Clone, Debug, Default)]
pub(super) struct Signals(Arc<AtomicI32>);

impl Signals {
    /// Installs handlers: SIGINT, SIGTERM and SIGHUP end all child processes, and then this program
    /// has less than a second to print its results. Further signals change nothing: `timeout` sends
    /// two at once, to the program and to its group.
    pub(super) fn catch() -> Self {
        let caught = Self::default();
        let received = Arc::clone(&caught.0);
        on_signal(move |signal| {
            if received.swap(signal, Ordering::SeqCst) != 0 {
                return;
            }
            // Before the children: one of them may not be ended so soon.
            let timer = thread::Builder::new().spawn(move || {
                thread::sleep(GRACE);
                exit(signal);
            });
            if timer.is_err() {
                exit(signal);
            }
            arimaa_conformance::subjects::end_children();
        });
        caught
    }

    /// The exit status for the signal that has come, if one has.
    pub(super) fn received(&self) -> Option<ExitStatus> {
        let signal = self.0.load(Ordering::SeqCst);
        (signal != 0).then_some(ExitStatus::Signal(signal))
    }
}

/// Ends this program with the exit status that shells use for a signal: 128 and its number.
fn exit(signal: i32) {
    std::process::exit(128 + signal);
}

#[cfg(unix)]
fn on_signal(act: impl Fn(i32) + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    // Without handlers the program ends as others do; its children find their input closed. They
    // are there before the first child is.
    if let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) {
        let _ = thread::Builder::new().spawn(move || signals.forever().for_each(act));
    }
}

#[cfg(not(unix))]
fn on_signal(_: impl Fn(i32) + Send + 'static) {}
