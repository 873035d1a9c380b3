//! Long computations that Python can interrupt.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// How often Python is asked for signals.
pub const INTERVAL: Duration = Duration::from_millis(50);

/// Asks Python, now and then, whether a signal has come, such as that of Ctrl-C.
#[derive(Default)]
pub struct Signals {
    state: Mutex<State>,
}

struct State {
    asked: Instant,
    caught: Option<PyErr>,
}

impl Default for State {
    fn default() -> Self {
        let asked = Instant::now();
        Self {
            asked,
            caught: None,
        }
    }
}

impl Signals {
    /// Whether the computation is to stop. It is run by a thread that is detached from Python.
    pub fn interrupt(&self) -> bool {
        let mut state = locked(&self.state);
        if state.caught.is_none() && state.asked.elapsed() >= INTERVAL {
            state.asked = Instant::now();
            state.caught = Python::attach(|py| py.check_signals().err());
        }
        state.caught.is_some()
    }

    /// The exception of the signal that was caught.
    ///
    /// # Errors
    ///
    /// If a signal was caught.
    pub fn check(self) -> PyResult<()> {
        let state = self.state.into_inner();
        let state = state.unwrap_or_else(PoisonError::into_inner);
        state.caught.map_or(Ok(()), Err)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a computation detached from Python. It is given the question whether it is to stop.
///
/// # Errors
///
/// The exception of a signal that came meanwhile.
pub fn detached<T: Send>(
    py: Python<'_>,
    compute: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T + Send,
) -> PyResult<T> {
    let signals = Signals::default();
    let computed = py.detach(|| compute(&|| signals.interrupt()));
    signals.check()?;
    Ok(computed)
}
