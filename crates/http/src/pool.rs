//! Questions, each answered until its deadline.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::Options;
use crate::clients::Shares;
use crate::memory::{Hold, Memory};
use crate::metrics::Metrics;
use arimaa::compare::Engine;
use arimaa_oracle::ask::{Answer, Budget, Question, answer_within};
use arimaa_oracle::serve::{Slice, Worker, Workers};

/// The time that a question may take where it arrives. Most take less, and going to another thread
/// and back would take longer than the answer.
const AT_ONCE: Duration = Duration::from_micros(500);

/// Why a question gets no answer.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Busy {
    /// The queue of expensive questions is full.
    Full,
    /// The client has reached its limit of these.
    Client,
    /// The budget of bytes is used up.
    Memory,
    /// No thread can be started.
    Threads,
    /// The server is ending.
    Ending,
    /// A panic.
    Failed,
}

/// The threads that answer, and what bounds them.
pub(super) struct Pool {
    pub(super) engine: Engine,
    pub(super) options: Options,
    pub(super) workers: Arc<Workers>,
    pub(super) memory: Memory,
    pub(super) metrics: Metrics,
    /// One permit for each expensive question that waits or is being answered.
    places: Arc<Semaphore>,
    most_expensive: usize,
    /// Expensive questions and streams, by client.
    clients: Shares,
    /// Cancelled when no more questions are taken.
    pub(super) closing: CancellationToken,
    /// Whether those that are being answered are given up.
    is_interrupted: AtomicBool,
}

/// A question, what is made of its answer, and what it holds until then.
struct Asked<R> {
    pool: Arc<Pool>,
    client: IpAddr,
    question: Question,
    deadline: Instant,
    is_left: CancellationToken,
    render: R,
    /// The permits of an expensive question, or why it may not be one.
    place: OnceLock<Result<[OwnedSemaphorePermit; 2], Busy>>,
    _hold: Hold,
}

impl Pool {
    pub(super) fn new(engine: &Engine, options: &Options, threads: usize) -> std::io::Result<Self> {
        let most_expensive = threads
            .saturating_add(options.waiting)
            .min(Semaphore::MAX_PERMITS);
        Ok(Self {
            engine: engine.clone(),
            options: options.clone(),
            workers: Arc::new(Workers::new(threads)?),
            memory: Memory::new(options.memory),
            metrics: Metrics::default(),
            places: Arc::new(Semaphore::new(most_expensive)),
            most_expensive,
            clients: Shares::new(options.client_questions),
            closing: CancellationToken::new(),
            is_interrupted: AtomicBool::new(false),
        })
    }

    /// Gives up the questions that are being answered.
    pub(super) fn interrupt(&self) {
        self.is_interrupted.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.is_interrupted.load(Ordering::Relaxed)
    }

    /// Fails where no questions are taken.
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
        let expensive = self.most_expensive - self.places.available_permits();
        metrics.expensive.set(gauge(expensive));
        metrics.text()
    }

    /// Whether questions are taken, expensive ones too.
    pub(super) fn is_ready(&self) -> bool {
        self.admit().is_ok() && self.places.available_permits() > 0
    }

    /// One more expensive question or stream of a client.
    pub(super) fn seat(&self, client: IpAddr) -> Result<OwnedSemaphorePermit, Busy> {
        self.clients.seat(client).ok_or(Busy::Client)
    }

    /// Answers one question and renders the answer. Waiting counts towards its time. The question,
    /// whose memory is held, is tried where it arrives, and then answered by the workers.
    pub(super) async fn answer<T: Send + Sync + 'static>(
        self: &Arc<Self>,
        client: IpAddr,
        question: Question,
        hold: Hold,
        render: impl Fn(Answer) -> T + Send + Sync + 'static,
    ) -> Result<T, Busy> {
        self.admit()?;
        let start = Instant::now();
        let bytes = hold.bytes();
        let is_left = CancellationToken::new();
        let _left: DropGuard = is_left.clone().drop_guard();
        let asked = Asked {
            pool: Arc::clone(self),
            client,
            question,
            deadline: start + self.options.timeout,
            is_left,
            render,
            place: OnceLock::new(),
            _hold: hold,
        };
        let slice = Slice::new(AT_ONCE);
        // Reading a long text is not interrupted.
        let is_tried = bytes == 0;
        let answered = is_tried.then(|| asked.attempt(&|| slice.is_over()));
        let (kind, made) = if let Some(answered) = answered.flatten() {
            answered
        } else {
            let answered = self.run(client, bytes, move |worker| asked.work(worker));
            Box::pin(answered).await??
        };
        self.metrics.answered(kind, start.elapsed());
        Ok(made)
    }

    /// The result of work on a request of so many bytes, which the workers do.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        client: IpAddr,
        bytes: usize,
        work: impl Fn(&Worker) -> Option<T> + Send + 'static,
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

impl<T, R: Fn(Answer) -> T + Sync> Asked<R> {
    fn is_over(&self) -> bool {
        self.is_left.is_cancelled() || self.pool.is_interrupted() || Instant::now() >= self.deadline
    }

    /// Takes a place among the expensive questions, once; false where there is none.
    fn has_place(&self) -> bool {
        let place = self.place.get_or_init(|| {
            let place = Arc::clone(&self.pool.places).try_acquire_owned();
            let place = place.map_err(|_| Busy::Full)?;
            Ok([place, self.pool.seat(self.client)?])
        });
        place.is_ok()
    }

    /// The rendered answer with its kind, or why there is none; `None` where the worker has stopped
    /// before its end.
    fn work(&self, worker: &Worker) -> Option<Result<(&'static str, T), Busy>> {
        let is_refused = || worker.is_expensive() && !self.has_place();
        let stops = || worker.stops(&|| self.is_over()) || is_refused();
        let answer = self.attempt(&stops);
        match (answer, self.place.get()) {
            (Some(answer), _) => Some(Ok(answer)),
            (None, Some(Err(busy))) => Some(Err(*busy)),
            (None, _) if worker.is_refused() => Some(Err(Busy::Threads)),
            (None, _) if self.pool.is_interrupted() => Some(Err(Busy::Ending)),
            (None, _) => None,
        }
    }

    /// The rendered answer with its kind; `None` where it has stopped before the end of its time.
    fn attempt(&self, stops: &(dyn Fn() -> bool + Sync)) -> Option<(&'static str, T)> {
        let is_expired = || self.is_over() || stops();
        let budget = Budget {
            is_expired: Some(&is_expired),
            ..Budget::default()
        };
        let answer = answer_within(&self.pool.engine, &self.question, &budget);
        let is_final = !answer.is_timed_out() || self.is_over() && !self.pool.is_interrupted();
        is_final.then(|| (answer.name(), (self.render)(answer)))
    }
}
