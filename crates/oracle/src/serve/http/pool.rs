//! Questions answered on all cores, each until its deadline.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use super::Options;
use super::metrics::Metrics;
use crate::ask::{Answer, Budget, Fault, Question, answer_within};
use arimaa::compare::Engine;

/// The time that a question may take where it arrives. Most take less, and going to another thread
/// and back would take longer than the answer.
const AT_ONCE: Duration = Duration::from_micros(500);

/// The most streams of questions at a time. Each holds a thread.
const STREAMS: usize = 64;

/// Why a question is not even tried.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Busy {
    /// As many wait as may.
    Full,
    /// The server is ending.
    Ending,
}

/// The cores, and the questions that wait for them.
#[derive(Debug)]
pub(super) struct Pool {
    engine: Engine,
    timeout: Duration,
    /// The longest body of a request with one question, in bytes.
    pub(super) body: usize,
    /// The time for such a body to arrive.
    pub(super) body_timeout: Duration,
    cores: Arc<Semaphore>,
    /// One permit for each question that waits or is being answered.
    places: Arc<Semaphore>,
    /// One permit for each stream of questions.
    streams: Arc<Semaphore>,
    is_open: AtomicBool,
    pub(super) metrics: Metrics,
}

/// Ends a computation whose asker has left.
struct Left(Arc<AtomicBool>);

impl Drop for Left {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Pool {
    pub(super) fn new(engine: &Engine, options: &Options) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            engine: engine.clone(),
            timeout: options.timeout,
            body: options.body,
            body_timeout: options.head_timeout,
            cores: Arc::new(Semaphore::new(cores)),
            places: Arc::new(Semaphore::new(cores + options.waiting)),
            streams: Arc::new(Semaphore::new(STREAMS)),
            is_open: AtomicBool::new(true),
            metrics: Metrics::default(),
        }
    }

    /// Takes no more questions.
    pub(super) fn close(&self) {
        self.is_open.store(false, Ordering::Relaxed);
    }

    /// Whether questions are taken.
    pub(super) fn is_ready(&self) -> bool {
        self.is_open.load(Ordering::Relaxed) && self.places.available_permits() > 0
    }

    /// The answer to one question. Waiting counts towards its time.
    pub(super) async fn answer(&self, question: Question) -> Result<Answer, Busy> {
        if !self.is_open.load(Ordering::Relaxed) {
            return Err(Busy::Ending);
        }
        let start = Instant::now();
        let soon = start + AT_ONCE;
        let answer = answered(&self.engine, &question, &|| Instant::now() >= soon);
        let answer = if is_timed_out(&answer) {
            Box::pin(self.answer_elsewhere(question, start)).await?
        } else {
            answer
        };
        self.metrics.answered(answer.name(), start.elapsed());
        Ok(answer)
    }

    /// The answer of another thread, as soon as a core is free.
    async fn answer_elsewhere(&self, question: Question, start: Instant) -> Result<Answer, Busy> {
        let deadline = start + self.timeout;
        let (engine, left) = (self.engine.clone(), Arc::new(AtomicBool::new(false)));
        let has_left = Arc::clone(&left);
        let _left = Left(left);
        let is_expired = move || has_left.load(Ordering::Relaxed) || Instant::now() >= deadline;
        let compute = move || answered(&engine, &question, &is_expired);
        self.run(compute).await
    }

    /// Runs something on another thread, as soon as a core is free.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Busy> {
        let place = Arc::clone(&self.places);
        let place: OwnedSemaphorePermit = place.try_acquire_owned().map_err(|_| Busy::Full)?;
        let core = Arc::clone(&self.cores).acquire_owned().await;
        let core = core.map_err(|_| Busy::Ending)?;
        let done = spawn_blocking(move || {
            let _held = (place, core);
            work()
        });
        // It panics only with the work, which answers a panic itself.
        done.await.map_err(|_| Busy::Ending)
    }

    /// The time for the answer to one question.
    pub(super) const fn timeout(&self) -> Duration {
        self.timeout
    }

    /// The engine that answers.
    pub(super) const fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Starts what answers a stream of questions, on a thread of its own. Its questions share the
    /// cores with all others.
    pub(super) fn start_stream(&self, work: impl FnOnce() + Send + 'static) -> Result<(), Busy> {
        if !self.is_open.load(Ordering::Relaxed) {
            return Err(Busy::Ending);
        }
        let stream = Arc::clone(&self.streams).try_acquire_owned();
        let stream = stream.map_err(|_| Busy::Full)?;
        spawn_blocking(move || {
            let _held = stream;
            work();
        });
        Ok(())
    }
}

fn answered(
    engine: &Engine,
    question: &Question,
    is_expired: &(dyn Fn() -> bool + Sync),
) -> Answer {
    let budget = Budget {
        is_expired: Some(is_expired),
        ..Budget::default()
    };
    answer_within(engine, question, &budget)
}

/// Whether the time for an answer was over.
fn is_timed_out(answer: &Answer) -> bool {
    matches!(
        answer,
        Answer::Error {
            error: Fault::TimedOut { .. }
        }
    )
}
