//! Long computations that a Python signal interrupts.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// The interval between checks for signals.
pub const INTERVAL: Duration = Duration::from_millis(50);

/// Checks for Python signals at intervals, such as that of Ctrl-C.
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
    /// Whether a signal asks the computation to stop. The calling thread is detached from Python.
    pub fn interrupt(&self) -> bool {
        let mut state = locked(&self.state);
        if state.caught.is_none() && state.asked.elapsed() >= INTERVAL {
            state.asked = Instant::now();
            state.caught = Python::attach(|py| py.check_signals().err());
        }
        state.caught.is_some()
    }

    /// Raises the exception of the signal, if one was caught.
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

/// Runs a computation detached from Python; it can ask whether it is to stop.
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
