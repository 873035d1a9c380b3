//! Questions, each answered until its deadline.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio_util::sync::CancellationToken;

use crate::Options;
use crate::clients::{Clients, Seat};
use crate::memory::{Hold, Memory};
use crate::metrics::Metrics;
use arimaa::compare::Engine;
use arimaa_oracle::ask::{Answer, Budget, Question, answer_within};
use arimaa_oracle::serve::{Class, Slice, Worker, Workers};

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
    /// The server is ending.
    Ending,
    /// A panic.
    Failed,
}

/// The threads that answer, and what bounds them.
#[derive(Debug)]
pub(super) struct Pool {
    pub(super) engine: Engine,
    /// The time for the answer to one question.
    pub(super) timeout: Duration,
    /// The longest body of a request with one question, in bytes.
    pub(super) body: usize,
    /// The time for such a body, or for one line of a stream, to arrive.
    pub(super) request_timeout: Duration,
    /// The time for which a stream waits for room in memory.
    pub(super) send_timeout: Duration,
    pub(super) workers: Workers,
    pub(super) memory: Memory,
    pub(super) metrics: Metrics,
    /// One permit for each expensive question that waits or is being answered.
    places: Arc<Semaphore>,
    most_expensive: usize,
    /// Expensive questions and streams, by client.
    clients: Clients,
    /// Cancelled when no more questions are taken.
    closing: CancellationToken,
    /// Whether those that are being answered are given up.
    is_interrupted: AtomicBool,
}

/// A question, what is made of its answer, and what it holds until then.
struct Asked<R> {
    pool: Arc<Pool>,
    question: Question,
    deadline: Instant,
    is_left: Arc<AtomicBool>,
    render: R,
    _hold: Hold,
}

/// Ends a computation whose client has left.
struct Left(Arc<AtomicBool>);

impl Drop for Left {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Pool {
    pub(super) fn new(engine: &Engine, options: &Options, threads: usize) -> std::io::Result<Self> {
        let most_expensive = threads
            .saturating_add(options.waiting)
            .min(Semaphore::MAX_PERMITS);
        Ok(Self {
            engine: engine.clone(),
            timeout: options.timeout,
            body: options.body,
            request_timeout: options.request_timeout,
            send_timeout: options.send_timeout,
            workers: Workers::new(threads)?,
            memory: Memory::new(options.memory),
            metrics: Metrics::default(),
            places: Arc::new(Semaphore::new(most_expensive)),
            most_expensive,
            clients: Clients::new(options.client_questions),
            closing: CancellationToken::new(),
            is_interrupted: AtomicBool::new(false),
        })
    }

    /// Takes no more questions.
    pub(super) fn close(&self) {
        self.closing.cancel();
    }

    /// Gives up the questions that are being answered.
    pub(super) fn interrupt(&self) {
        self.is_interrupted.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.is_interrupted.load(Ordering::Relaxed)
    }

    /// Waits until no more questions are taken.
    pub(super) async fn closed(&self) {
        self.closing.cancelled().await;
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
    pub(super) fn seat(&self, client: IpAddr) -> Result<Seat, Busy> {
        self.clients.seat(client).ok_or(Busy::Client)
    }

    /// Answers one question and renders the answer. Waiting counts towards its time. The question,
    /// whose memory is held, is tried where it arrives, and then in one class after the other.
    pub(super) async fn answer<T: Send + 'static>(
        self: &Arc<Self>,
        client: IpAddr,
        question: Question,
        hold: Hold,
        render: impl Fn(Answer) -> T + Send + Sync + 'static,
    ) -> Result<T, Busy> {
        self.admit()?;
        let start = Instant::now();
        let is_long = hold.bytes() > 0;
        let is_left = Arc::new(AtomicBool::new(false));
        let _left = Left(Arc::clone(&is_left));
        let asked = Arc::new(Asked {
            pool: Arc::clone(self),
            question,
            deadline: start + self.timeout,
            is_left,
            render,
            _hold: hold,
        });
        // Reading a long text is not interrupted.
        let (mut answered, classes) = if is_long {
            (None, &[Class::Medium][..])
        } else {
            let answered = asked.attempt(&Slice::new(AT_ONCE));
            (answered, &[Class::Short, Class::Medium][..])
        };
        if answered.is_none() {
            answered = Box::pin(self.answer_elsewhere(client, &asked, classes)).await?;
        }
        let (kind, made) = answered.ok_or(Busy::Ending)?;
        self.metrics.answered(kind, start.elapsed());
        Ok(made)
    }

    async fn answer_elsewhere<T, R>(
        &self,
        client: IpAddr,
        asked: &Arc<Asked<R>>,
        classes: &[Class],
    ) -> Result<Option<(&'static str, T)>, Busy>
    where
        T: Send + 'static,
        R: Fn(Answer) -> T + Send + Sync + 'static,
    {
        for &class in classes {
            let own = Arc::clone(asked);
            let answered =
                self.run_on_class(class, client, move |worker| own.attempt(&worker.slice()));
            if let Some(answered) = answered.await? {
                return Ok(Some(answered));
            }
        }
        let place = Arc::clone(&self.places).try_acquire_owned();
        let place: OwnedSemaphorePermit = place.map_err(|_| Busy::Full)?;
        let seat = self.seat(client)?;
        let own = Arc::clone(asked);
        let answered = self.run_on_class(Class::Long, client, move |worker| {
            let _held = (place, seat);
            own.attempt(&worker.slice())
        });
        answered.await
    }

    /// The result of something that is done on a thread of a class.
    pub(super) async fn run_on_class<T: Send + 'static>(
        &self,
        class: Class,
        client: IpAddr,
        work: impl FnOnce(&Worker) -> T + Send + 'static,
    ) -> Result<T, Busy> {
        let (sender, done) = oneshot::channel();
        self.workers.begin(class, Some(client), move |worker| {
            let _ = sender.send(work(worker));
        });
        done.await.map_err(|_| Busy::Failed)
    }
}

impl<T, R: Fn(Answer) -> T + Sync> Asked<R> {
    fn is_over(&self) -> bool {
        self.is_left.load(Ordering::Relaxed)
            || self.pool.is_interrupted()
            || Instant::now() >= self.deadline
    }

    /// The rendered answer with its kind; `None` if the slice is over or the server interrupts it.
    fn attempt(&self, slice: &Slice<'_>) -> Option<(&'static str, T)> {
        let is_expired = || slice.stops(&|| self.is_over());
        let budget = Budget {
            is_expired: Some(&is_expired),
            ..Budget::default()
        };
        let answer = answer_within(&self.pool.engine, &self.question, &budget);
        let is_its_time_over = slice.is_endless() || self.is_over();
        let is_final = !answer.is_timed_out() || is_its_time_over && !self.pool.is_interrupted();
        is_final.then(|| (answer.name(), (self.render)(answer)))
    }
}
