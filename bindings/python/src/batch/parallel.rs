//! Runs rows on all cores, while the calling thread checks for signals.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::waiting::Signals;

/// The error of a row whose computation panicked.
const PANIC: &str = "the engine failed: this is a bug of the package, please report the row";

/// The interval between checks for signals and reports of progress.
const INTERVAL: Duration = Duration::from_millis(100);

/// The thread pool of this process, with the process id.
///
/// A forked child inherits the pool's memory, but none of its threads: rayon's own pool would wait
/// for them for ever. So a process with another id starts a pool of its own, and leaks that of its
/// parent, which cannot be dropped without its threads.
static POOL: Mutex<Option<(u32, &'static ThreadPool)>> = Mutex::new(None);

/// The thread pool of this process, which the first call starts.
///
/// # Errors
///
/// If threads cannot be started.
pub fn pool() -> PyResult<&'static ThreadPool> {
    let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    match *pool {
        Some((id, threads)) if id == process::id() => Ok(threads),
        _ => {
            let threads = ThreadPoolBuilder::new().build();
            let threads = threads.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
            let threads: &'static ThreadPool = Box::leak(Box::new(threads));
            *pool = Some((process::id(), threads));
            Ok(threads)
        }
    }
}

/// Computes the answer of each row on all cores, detached from Python. A row whose computation
/// panics has a reason like other rows without an answer. `progress` is called now and then with
/// the number of rows done.
///
/// # Errors
///
/// The exception of a signal, or of `progress`; the rows that were not begun are then left out.
pub fn for_rows<T: Send>(
    py: Python<'_>,
    rows: usize,
    progress: Option<&Bound<'_, PyAny>>,
    compute: impl Fn(usize) -> Result<T, String> + Sync,
) -> PyResult<Vec<Result<T, String>>> {
    let attempt = |row| {
        let answer = catch_unwind(AssertUnwindSafe(|| compute(row)));
        answer.unwrap_or_else(|_| Err(PANIC.to_owned()))
    };
    if rows == 1 && progress.is_none() {
        return Ok(vec![py.detach(|| attempt(0))]);
    }
    let pool = pool()?;
    let (stopped, done) = (AtomicBool::new(false), AtomicUsize::new(0));
    let signals = Signals::default();
    let progress = progress.map(|progress| progress.clone().unbind());
    let (computed, told) = py.detach(|| {
        thread::scope(|scope| {
            let (ready, is_ready) = sync_channel(1);
            let (stopped, done) = (&stopped, &done);
            let attempt = &attempt;
            let worker = scope.spawn(move || {
                let answers = (0..rows).into_par_iter().with_max_len(64).map(|row| {
                    if stopped.load(Ordering::Relaxed) {
                        return None;
                    }
                    let answer = attempt(row);
                    done.fetch_add(1, Ordering::Relaxed);
                    Some(answer)
                });
                let answers: Option<Vec<Result<T, String>>> = pool.install(|| answers.collect());
                // The receiver is gone, and the answers are not wanted.
                let _ = ready.send(());
                answers
            });
            let mut told = Ok(());
            while is_ready.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                let tell = |progress: &Py<PyAny>| {
                    Python::attach(|py| progress.call1(py, (done.load(Ordering::Relaxed),)))
                };
                if told.is_ok() {
                    told = progress.as_ref().map(tell).transpose().map(|_| ());
                }
                if told.is_err() || signals.interrupt() {
                    stopped.store(true, Ordering::Relaxed);
                }
            }
            (worker.join(), told)
        })
    });
    signals.check()?;
    told?;
    match computed {
        Ok(answers) => Ok(answers.unwrap_or_default()),
        Err(panic) => std::panic::resume_unwind(panic),
    }
}
