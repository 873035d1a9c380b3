//! Answers questions on threads, each with a deadline.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use tokio::sync::{OwnedSemaphorePermit, oneshot};
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::Options;
use crate::budget::{Budget, Hold};
use crate::metrics::Metrics;
use arimaa::compare::Engine;
use arimaa_oracle::ask::{self, Answer, Question, answer_within};
use arimaa_oracle::serve::{Worker, Workers};

/// The reason why a question gets no answer.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Busy {
    /// The request is no question.
    NoQuestion(String),
    /// The queue of expensive questions is full.
    Full,
    /// The client has reached its limit of expensive questions.
    Client,
    /// The budget of bytes is used up.
    Memory,
    /// No thread could be started.
    Threads,
    /// The server shuts down.
    Ending,
    /// The computation panicked.
    Failed,
}

/// The threads that answer, and their limits.
pub(super) struct Pool {
    pub(super) engine: Engine,
    pub(super) options: Options,
    pub(super) workers: Arc<Workers>,
    pub(super) memory: Budget,
    pub(super) metrics: Metrics,
    /// Counts expensive questions that wait or are in progress; by client, streams count, too.
    expensive: Budget,
    /// Cancelled when no more questions are accepted.
    pub(super) closing: CancellationToken,
    /// Whether the questions in progress are interrupted.
    is_interrupted: AtomicBool,
}

impl Pool {
    pub(super) fn new(engine: &Engine, options: &Options, threads: usize) -> std::io::Result<Self> {
        let most_expensive = threads.saturating_add(options.waiting);
        Ok(Self {
            engine: engine.clone(),
            options: options.clone(),
            workers: Arc::new(Workers::new(threads)?),
            memory: Budget::new(options.memory, Some(options.memory / 2)),
            metrics: Metrics::default(),
            expensive: Budget::new(most_expensive, options.client_questions),
            closing: CancellationToken::new(),
            is_interrupted: AtomicBool::new(false),
        })
    }

    /// Interrupts the questions in progress.
    pub(super) fn interrupt(&self) {
        self.is_interrupted.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.is_interrupted.load(Ordering::Relaxed)
    }

    /// Fails if no more questions are accepted.
    pub(super) fn admit(&self) -> Result<(), Busy> {
        if self.closing.is_cancelled() {
            Err(Busy::Ending)
        } else {
            Ok(())
        }
    }

    /// The counters as text.
    pub(super) fn metrics(&self) -> String {
        let metrics = &self.metrics;
        let gauge = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        metrics.held.set(gauge(self.memory.used()));
        metrics.expensive.set(gauge(self.expensive.used()));
        metrics.text()
    }

    /// Whether questions are accepted, expensive ones included.
    pub(super) fn is_ready(&self) -> bool {
        self.admit().is_ok() && self.expensive.free.available_permits() > 0
    }

    /// Takes a unit of a client's limit, for an expensive question or a stream.
    pub(super) fn seat(&self, client: IpAddr) -> Result<OwnedSemaphorePermit, Busy> {
        self.expensive.seat(client).ok_or(Busy::Client)
    }

    /// Takes a place in the queue of expensive questions and a unit of the client's limit.
    fn place(&self, client: IpAddr) -> Result<[OwnedSemaphorePermit; 2], Busy> {
        let place = Arc::clone(&self.expensive.free).try_acquire_owned();
        Ok([place.map_err(|_| Busy::Full)?, self.seat(client)?])
    }

    /// Answers a question, whose memory `hold` covers, and renders the answer. The time in the
    /// queue counts towards its deadline.
    pub(super) async fn answer<T: Send + 'static>(
        self: &Arc<Self>,
        client: IpAddr,
        hold: Hold,
        question: impl Fn() -> Result<Question, String> + Send + 'static,
        render: impl Fn(Answer) -> T + Send + 'static,
    ) -> Result<T, Busy> {
        self.admit()?;
        let (start, bytes) = (Instant::now(), hold.bytes());
        let deadline = start + self.options.timeout;
        let is_left = CancellationToken::new();
        let _left: DropGuard = is_left.clone().drop_guard();
        let (pool, place) = (Arc::clone(self), OnceLock::new());
        let work = move |worker: &Worker| {
            let _held = &hold;
            let question = question().map_err(Busy::NoQuestion)?;
            let has_place = || place.get_or_init(|| pool.place(client)).is_ok();
            let is_expired = || {
                is_left.is_cancelled()
                    || pool.is_interrupted()
                    || Instant::now() >= deadline
                    || worker.is_expensive() && !has_place()
                    || worker.stops()
            };
            let budget = ask::Budget {
                is_expired: Some(&is_expired),
                ..ask::Budget::default()
            };
            let answer = answer_within(&pool.engine, &question, &budget);
            match place.get() {
                _ if !answer.is_timed_out() => {}
                Some(Err(busy)) => return Err(busy.clone()),
                _ if worker.is_refused() => return Err(Busy::Threads),
                _ if pool.is_interrupted() => return Err(Busy::Ending),
                _ => {}
            }
            Ok((answer.name(), render(answer)))
        };
        // Reading a long text is not interrupted.
        let tried = (bytes == 0).then(|| self.workers.try_here(&work)).flatten();
        let (kind, made) = match tried {
            Some(done) => done?,
            None => Box::pin(self.run(client, bytes, work)).await??,
        };
        self.metrics.answered(kind, start.elapsed());
        Ok(made)
    }

    /// Runs work for a request of `bytes` bytes on the workers, and returns its result.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        client: IpAddr,
        bytes: usize,
        work: impl Fn(&Worker) -> T + Send + 'static,
    ) -> Result<T, Busy> {
        let (sender, done) = oneshot::channel();
        self.workers
            .begin(Some(client), bytes, work, move |result| {
                // The receiver is gone if the client has left.
                let _ = sender.send(result);
            });
        done.await.map_err(|_| Busy::Failed)
    }
}
