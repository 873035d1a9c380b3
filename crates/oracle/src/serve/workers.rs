//! Threads that answer questions, so that cheap ones do not wait for expensive ones.
//!
//! The cost of a question is not known before it is answered. A thread whose question has used more
//! processor time than a [stage](STAGES) allows starts a substitute for itself, lowers its own
//! priority and goes on. The system then shares the cores among the threads, and gives them to
//! cheap questions first. A priority cannot be raised again, so the thread ends with its question.
//!
//! The number of questions that compute in a stage is bounded. One for which there is no room is
//! stopped, and begins again when there is; clients take turns, whatever the number of their
//! questions.

use std::collections::VecDeque;
use std::io;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A stage of the computation of a question, with its limits.
struct Stage {
    /// The processor time of a question after which the stage ends.
    until: Duration,
    /// By how much the priority of its threads is below that of the stage before.
    steps_down: i32,
    /// The most questions that compute in the stage, for each core.
    most: usize,
}

/// The stages, of which the last has no end.
const STAGES: [Stage; 3] = [
    Stage {
        until: Duration::from_millis(2),
        steps_down: 0,
        most: 1,
    },
    Stage {
        until: Duration::from_millis(64),
        steps_down: 2,
        most: 2,
    },
    Stage {
        until: Duration::MAX,
        steps_down: 3,
        most: 8,
    },
];

/// The index of the last stage.
const LAST: usize = STAGES.len() - 1;

/// A longer request, in bytes, begins in the second stage: to read it takes longer than to answer
/// others, and is not interrupted.
pub const LONG_REQUEST: usize = 64 << 10;

/// The time that a question may take on the thread that received it. Most take less, and so do not
/// wait behind other questions of their client.
const AT_ONCE: Duration = Duration::from_micros(500);

/// The address of the client that asks; `None` where all lines are of one client.
pub type Client = Option<IpAddr>;

/// Work on a question; returns false if it is to begin again.
type Work = Box<dyn FnMut(&Worker) -> bool + Send>;

/// A pool of threads that answer questions. The threads end when it is dropped.
pub struct Workers(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    /// Wakes a thread of the first stage.
    more: Condvar,
}

struct State {
    is_over: bool,
    /// How many threads wait for work.
    idle: usize,
    stages: [Questions; STAGES.len()],
}

/// The questions of a stage.
struct Questions {
    /// The most questions that compute.
    most: usize,
    /// The client of each computing question; empty in the first stage, which its threads bound.
    computing: Vec<Client>,
    /// Clients in the order of their turns, with their work.
    waiting: VecDeque<(Client, VecDeque<Work>)>,
}

/// A thread while it works on a question.
pub struct Worker {
    shared: Arc<Shared>,
    client: Client,
    stage: AtomicUsize,
    /// Whether the work runs on the thread that received it, for [`AT_ONCE`] at most.
    is_guest: bool,
    start: Instant,
    /// The processor time of the thread at the start.
    computed: Duration,
    is_stopped: AtomicBool,
    is_refused: AtomicBool,
}

/// Locks a mutex, also where another thread panicked while it held the lock.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The processor time of this thread, so that a busy machine does not make a question expensive.
#[cfg(unix)]
fn computed() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.try_into().unwrap_or_default()
}

/// The time since the first call, where the system does not tell processor times.
#[cfg(not(unix))]
fn computed() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed()
}

/// Lowers the priority of this thread, so that the system prefers other threads.
fn lower_priority(steps: i32) {
    // Elsewhere the threads of a process have one priority.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(steps);
    #[cfg(not(target_os = "linux"))]
    let _ = steps;
}

impl Worker {
    fn new(shared: &Arc<Shared>, client: Client, stage: usize, is_refused: bool) -> Self {
        Self {
            shared: Arc::clone(shared),
            client,
            stage: stage.into(),
            is_guest: false,
            start: Instant::now(),
            computed: computed(),
            is_stopped: is_refused.into(),
            is_refused: is_refused.into(),
        }
    }

    fn stage(&self) -> usize {
        self.stage.load(Ordering::Relaxed)
    }

    /// Whether the time of the stage is used up.
    fn is_late(&self) -> bool {
        let until = if self.is_guest {
            AT_ONCE
        } else {
            STAGES[self.stage()].until
        };
        // The clock is quicker to read, and never behind.
        self.start.elapsed() >= until && computed().saturating_sub(self.computed) >= until
    }

    /// Whether the question is in its last stage, in which it is not stopped before its end.
    fn is_last(&self) -> bool {
        self.stage() == LAST
    }

    /// Whether the question is in its last stage, or has used up the stage before it.
    pub fn is_expensive(&self) -> bool {
        self.is_last() || self.stage() + 1 == LAST && self.is_late()
    }

    /// Whether no thread could be started for the question, so that it has no answer.
    pub fn is_refused(&self) -> bool {
        self.is_refused.load(Ordering::Relaxed)
    }

    /// Whether the computation stops here: there is no thread for it, or no room in the next stage.
    /// For want of room the work begins again later, and its result is dropped.
    pub fn stops(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed) || self.is_late() && !self.goes_on()
    }

    /// Enters the next stage, if there is room; returns whether it did.
    fn goes_on(&self) -> bool {
        let (before, stage) = (self.stage(), self.stage() + 1);
        if self.is_guest || !locked(&self.shared.state).stages[stage].enter(self.client) {
            self.is_stopped.store(true, Ordering::Relaxed);
            return false;
        }
        if before > 0 {
            self.shared.leave(before, self.client);
        } else if self.shared.start(0).is_err() {
            self.shared.leave(stage, self.client);
            self.is_refused.store(true, Ordering::Relaxed);
            self.is_stopped.store(true, Ordering::Relaxed);
            return false;
        }
        lower_priority(STAGES[stage].steps_down);
        self.stage.store(stage, Ordering::Relaxed);
        true
    }
}

impl Workers {
    /// Starts a thread of the first stage for each core.
    ///
    /// # Errors
    ///
    /// When a thread cannot be started.
    pub fn new(cores: usize) -> io::Result<Self> {
        let workers = Self(Arc::new(Shared {
            state: Mutex::new(State {
                is_over: false,
                idle: 0,
                stages: STAGES.map(|stage| Questions::new(stage.most * cores)),
            }),
            more: Condvar::new(),
        }));
        (0..cores).try_for_each(|_| workers.0.start(0))?;
        Ok(workers)
    }

    /// Does work that takes almost no time on this thread; `None` if it takes longer.
    pub fn try_here<T>(&self, work: impl FnOnce(&Worker) -> T) -> Option<T> {
        let mut worker = Worker::new(&self.0, None, 0, false);
        worker.is_guest = true;
        let result = work(&worker);
        (!worker.is_stopped.into_inner()).then_some(result)
    }

    /// Works on a request of this many bytes, and passes the result to `done`. Work that was
    /// [stopped](Worker::stops) for want of room is done again from its beginning.
    pub fn begin<T>(
        &self,
        client: Client,
        bytes: usize,
        work: impl Fn(&Worker) -> T + Send + 'static,
        done: impl FnOnce(T) + Send + 'static,
    ) {
        let stage = usize::from(bytes > LONG_REQUEST);
        let mut done = Some(done);
        let work = move |worker: &Worker| {
            let result = work(worker);
            let is_done = worker.is_refused() || !worker.is_stopped.load(Ordering::Relaxed);
            if is_done && let Some(done) = done.take() {
                done(result);
            }
            is_done
        };
        self.0.add(stage, client, Box::new(work));
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        locked(&self.0.state).is_over = true;
        self.0.more.notify_all();
    }
}

impl Shared {
    fn add(self: &Arc<Self>, stage: usize, client: Client, work: Work) {
        let mut state = locked(&self.state);
        state.stages[stage].add(client, work);
        let is_waited_for = stage == 0 && state.idle > 0;
        drop(state);
        if is_waited_for {
            self.more.notify_one();
        }
        self.fill(stage);
    }

    /// Ends the computation of a client's question in a stage, which makes room for another.
    fn leave(self: &Arc<Self>, stage: usize, client: Client) {
        locked(&self.state).stages[stage].leave(client);
        self.fill(stage);
    }

    /// Starts a thread for waiting work, if there is room for it. If no thread can be started, the
    /// work is called on this thread with a worker that refuses it, so that its client is answered.
    fn fill(self: &Arc<Self>, stage: usize) {
        let has_work = stage > 0 && locked(&self.state).stages[stage].turn().is_some();
        if has_work && self.start(stage).is_err() {
            let refused = locked(&self.state).stages[stage].take();
            if let Some((client, work)) = refused {
                self.work(&Worker::new(self, client, stage, true), work);
            }
        }
    }

    /// Starts a thread of a stage.
    fn start(self: &Arc<Self>, stage: usize) -> io::Result<()> {
        let own = Arc::clone(self);
        let thread = thread::Builder::new().name(format!("answers-{stage}"));
        thread.spawn(move || own.run(stage)).map(drop)
    }

    /// Does waiting work of a stage, until a question takes this thread to another stage.
    fn run(self: &Arc<Self>, stage: usize) {
        let steps = STAGES[..=stage].iter().map(|stage| stage.steps_down);
        lower_priority(steps.sum());
        while let Some((client, work)) = self.next(stage) {
            let worker = Worker::new(self, client, stage, false);
            self.work(&worker, work);
            if worker.stage() > 0 {
                self.leave(worker.stage(), client);
            }
            if worker.stage() != stage {
                return;
            }
        }
    }

    fn work(self: &Arc<Self>, worker: &Worker, mut work: Work) {
        // A panic drops the sender of the answer, which its receiver notices.
        let is_done = catch_unwind(AssertUnwindSafe(|| work(worker))).unwrap_or(true);
        if !is_done {
            self.add(LAST.min(worker.stage() + 1), worker.client, work);
        }
    }

    /// The next work for a thread of a stage; `None` ends the thread. In the first stage it waits
    /// for work.
    fn next(&self, stage: usize) -> Option<(Client, Work)> {
        let mut state = locked(&self.state);
        loop {
            let next = state.stages[stage].take();
            if stage > 0
                && let Some((client, _)) = &next
            {
                state.stages[stage].enter(*client);
            }
            if stage > 0 || next.is_some() || state.is_over {
                return next;
            }
            state.idle += 1;
            let woken = self.more.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }
}

impl Questions {
    const fn new(most: usize) -> Self {
        Self {
            most,
            computing: Vec::new(),
            waiting: VecDeque::new(),
        }
    }

    /// Whether one more question of a client may compute: a client gets at most half of the room
    /// that the others leave, so that there is room for the next client.
    fn admits(&self, client: Client) -> bool {
        let all = &self.computing;
        let own = all.iter().filter(|other| **other == client).count();
        2 * own < self.most.saturating_sub(all.len())
    }

    fn enter(&mut self, client: Client) -> bool {
        let is_admitted = self.admits(client);
        if is_admitted {
            self.computing.push(client);
        }
        is_admitted
    }

    fn leave(&mut self, client: Client) {
        if let Some(place) = self.computing.iter().position(|other| *other == client) {
            self.computing.swap_remove(place);
        }
    }

    fn add(&mut self, client: Client, work: Work) {
        match self.waiting.iter_mut().find(|(other, _)| *other == client) {
            Some((_, own)) => own.push_back(work),
            None => self.waiting.push_back((client, [work].into())),
        }
    }

    /// The index in `waiting` of the first client that is admitted.
    fn turn(&self) -> Option<usize> {
        let mut clients = self.waiting.iter();
        clients.position(|(client, _)| self.admits(*client))
    }

    /// Takes the next work of the first client that is admitted.
    fn take(&mut self) -> Option<(Client, Work)> {
        let (client, mut own) = self.waiting.remove(self.turn()?)?;
        let next = own.pop_front()?;
        if !own.is_empty() {
            self.waiting.push_back((client, own));
        }
        Some((client, next))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a thread can be started")]
mod tests {
    use std::sync::mpsc::{Sender, channel};

    use super::*;

    fn client(number: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, number])
    }

    fn answer<T>(sender: &Sender<T>) -> impl FnOnce(T) + use<T> {
        let sender = sender.clone();
        move |result| {
            let _ = sender.send(result);
        }
    }

    #[test]
    fn clients_take_turns_whatever_they_ask() {
        let workers = Workers::new(1).unwrap();
        let (begin, begun) = channel::<()>();
        // The only thread waits until everything is asked.
        workers.begin(None, 0, move |_| begun.recv(), drop);
        let (sender, done) = channel();
        for (number, what) in [(1, "a"), (1, "b"), (1, "c"), (2, "d"), (3, "e"), (2, "f")] {
            workers.begin(Some(client(number)), 0, move |_| what, answer(&sender));
        }
        drop((sender, begin));
        assert_eq!(done.iter().collect::<String>(), "adebfc");
    }

    #[test]
    fn client_leaves_room_for_the_next() {
        for stage in [1, LAST] {
            let most = 2 * STAGES[stage].most;
            let mut questions = Questions::new(most);
            for number in 0..5 {
                let before = questions.computing.len();
                while questions.enter(Some(client(number))) {}
                let all = questions.computing.len();
                assert!(all > before || all == most, "{number}: {all}");
                assert!(number > 0 || all < most, "{all}");
            }
        }
    }

    /// Expensive work computes on beside cheaper work, and ends on the thread on which it began.
    #[test]
    fn expensive_work_is_not_begun_again_and_delays_no_other() {
        let workers = Workers::new(1).unwrap();
        let (sender, done) = channel();
        let (cheap, is_done) = channel();
        let work = move |worker: &Worker| {
            while !worker.is_last() && !worker.stops() {}
            // The substitute has done the other work meanwhile.
            let other = is_done.recv_timeout(Duration::from_mins(1));
            (worker.is_last(), other)
        };
        workers.begin(None, 0, work, answer(&sender));
        workers.begin(None, 0, |_| (), answer(&cheap));
        assert_eq!(done.recv(), Ok((true, Ok(()))));
    }

    /// Work that is stopped for want of room begins again when there is some.
    #[test]
    fn work_beyond_the_bound_of_a_stage_waits() {
        let workers = Workers::new(1).unwrap();
        let (sender, done) = channel();
        let asked = 2 * STAGES[LAST].most;
        let computing = Arc::new(AtomicUsize::new(0));
        for _ in 0..asked {
            let computing = Arc::clone(&computing);
            let work = move |worker: &Worker| {
                while !worker.is_last() {
                    if worker.stops() {
                        return usize::MAX;
                    }
                }
                let others = computing.fetch_add(1, Ordering::Relaxed);
                thread::sleep(Duration::from_millis(20));
                computing.fetch_sub(1, Ordering::Relaxed);
                others
            };
            workers.begin(None, 0, work, answer(&sender));
        }
        drop(sender);
        let others: Vec<usize> = done.iter().collect();
        assert_eq!(others.len(), asked);
        assert!(others.iter().all(|others| *others < STAGES[LAST].most));
    }

    #[test]
    #[allow(clippy::panic, reason = "this is tried")]
    fn panic_of_work_ends_no_thread() {
        let workers = Workers::new(1).unwrap();
        let (sender, done) = channel();
        for bytes in [0, LONG_REQUEST + 1] {
            workers.begin(None, bytes, |_| panic!("tried"), drop::<()>);
            workers.begin(None, bytes, |_| (), answer(&sender));
            assert_eq!(done.recv(), Ok(()));
        }
    }
}
