//! Threads that answer questions, in three classes by cost.
//!
//! The cost of a question is not known before it is answered. So it is tried for a short slice of
//! time first. If it is not answered by then, it begins again on other threads with a longer
//! slice, and at last on a thread of its own, where it has [turns](super::turns) until it is
//! answered. However many expensive questions there are, a cheap one waits for short slices alone,
//! and the system gives the cores to the threads of cheap questions first. In each class clients
//! take turns, whatever the number of their questions.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::traffic::locked;
use super::turns::{TURN, Turn, Turns};

/// A class of cost.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Class {
    /// Answered within two milliseconds of processor time.
    Short,
    /// Answered within 64.
    Medium,
    /// All others.
    Long,
}

/// The bytes of a request that is not short: reading it takes longer than answering others.
pub const LONG_REQUEST: usize = 64 << 10;

/// The threads of all classes.
#[derive(Debug)]
pub struct Workers {
    short: Threads,
    medium: Threads,
    long: Arc<Long>,
}

/// A thread of a class, while it does some work.
#[derive(Debug)]
pub struct Worker {
    class: Class,
    turn: Option<Turn>,
}

/// The client that asks; none where all lines are of one client.
pub type Client = Option<IpAddr>;

#[derive(Debug)]
struct Threads {
    class: Class,
    pool: ThreadPool,
    waiting: Arc<Mutex<Waiting>>,
}

/// The threads of the last class: one for each question in progress.
#[derive(Debug)]
struct Long {
    waiting: Mutex<Waiting>,
    turns: Arc<Turns>,
}

type Work = Box<dyn FnOnce(&Worker) + Send>;

/// Work that waits, by client, and the clients in the order of their turns.
#[derive(Default)]
struct Waiting {
    work: HashMap<Client, VecDeque<Work>>,
    turns: VecDeque<Client>,
}

/// A slice of the time of one thread, in which a question is tried.
///
/// It is processor time, so that a busy machine makes no question a more expensive one.
#[derive(Debug)]
pub struct Slice<'a> {
    start: Instant,
    /// Nanoseconds from the start before which it cannot be over: a clock that is quicker to read
    /// than the processor time.
    earliest: AtomicU64,
    /// The processor time of the thread, in nanoseconds, at which it is over.
    end: AtomicU64,
    length: Duration,
    /// Where another slice follows in the same computation.
    turn: Option<&'a Turn>,
}

impl<'a> Slice<'a> {
    /// A slice of this length, from now on.
    pub fn new(length: Duration) -> Self {
        Self::with_turn(length, None)
    }

    fn with_turn(length: Duration, turn: Option<&'a Turn>) -> Self {
        let slice = Self {
            start: Instant::now(),
            earliest: AtomicU64::default(),
            end: AtomicU64::default(),
            length,
            turn,
        };
        slice.begin_again();
        slice
    }

    fn begin_again(&self) {
        let earliest = nanoseconds(self.start.elapsed() + self.length);
        self.earliest.store(earliest, Ordering::Relaxed);
        let end = nanoseconds(computed() + self.length);
        self.end.store(end, Ordering::Relaxed);
    }

    /// Whether the question has all of its time, in one slice after the other.
    pub const fn is_endless(&self) -> bool {
        self.turn.is_some()
    }

    /// Whether the computation stops here: `is_over` holds, or the slice is over and no other
    /// follows. It waits for a slice that follows.
    pub fn stops(&self, is_over: &dyn Fn() -> bool) -> bool {
        let now = nanoseconds(self.start.elapsed());
        if now >= self.earliest.load(Ordering::Relaxed) {
            let end = Duration::from_nanos(self.end.load(Ordering::Relaxed));
            if let Some(later) = computed().checked_sub(end) {
                let Some(turn) = self.turn else {
                    return true;
                };
                turn.pass(self.length + later, is_over);
                self.begin_again();
            }
        }
        is_over()
    }
}

fn nanoseconds(time: Duration) -> u64 {
    time.as_nanos().try_into().unwrap_or(u64::MAX)
}

/// The processor time of this thread.
#[cfg(unix)]
fn computed() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.try_into().unwrap_or_default()
}

/// Nothing where a system does not tell, so that slices are of the time of day.
#[cfg(not(unix))]
const fn computed() -> Duration {
    Duration::ZERO
}

/// Lets the system give the cores to other threads rather than to this one.
fn stand_back(steps: i32) {
    // Elsewhere the threads of a process have one priority.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(steps);
    #[cfg(not(target_os = "linux"))]
    let _ = steps;
}

impl Class {
    /// The class of questions that take longer.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Short => Self::Medium,
            Self::Medium | Self::Long => Self::Long,
        }
    }
}

impl Worker {
    const fn of(class: Class) -> Self {
        Self { class, turn: None }
    }

    /// Its class.
    pub const fn class(&self) -> Class {
        self.class
    }

    /// The slice of time for a question.
    pub fn slice(&self) -> Slice<'_> {
        let length = match self.class {
            Class::Short => Duration::from_millis(2),
            Class::Medium => Duration::from_millis(64),
            Class::Long => TURN,
        };
        Slice::with_turn(length, self.turn.as_ref())
    }
}

impl Workers {
    /// So many threads of each class. Of the last class so many compute at a time.
    ///
    /// # Errors
    ///
    /// When a thread cannot be started.
    pub fn new(threads: usize) -> io::Result<Self> {
        Ok(Self {
            short: Threads::new(Class::Short, threads, 0)?,
            medium: Threads::new(Class::Medium, threads, 2)?,
            long: Arc::new(Long {
                waiting: Mutex::default(),
                turns: Turns::new(threads),
            }),
        })
    }

    /// How many threads a class has.
    pub fn threads(&self) -> usize {
        self.short.pool.current_num_threads()
    }

    /// Does something on a thread of a class.
    pub fn begin(&self, class: Class, client: Client, work: impl FnOnce(&Worker) + Send + 'static) {
        let work = Box::new(work);
        match class {
            Class::Short => self.short.add(client, work),
            Class::Medium => self.medium.add(client, work),
            Class::Long => self.long.add(client, work),
        }
    }
}

impl Threads {
    fn new(class: Class, threads: usize, steps: i32) -> io::Result<Self> {
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(move |_| format!("{class:?}").to_lowercase())
            .start_handler(move |_| stand_back(steps))
            // A panic drops the sender of the answer, which its receiver notices.
            .panic_handler(|_| {})
            .build()
            .map_err(io::Error::other)?;
        let waiting = Arc::default();
        Ok(Self {
            class,
            pool,
            waiting,
        })
    }

    fn add(&self, client: Client, work: Work) {
        locked(&self.waiting).add(client, work);
        let (class, waiting) = (self.class, Arc::clone(&self.waiting));
        // Each of these does the work whose turn it is then.
        self.pool.spawn_fifo(move || {
            let next = locked(&waiting).next(|_| true);
            if let Some((_, work)) = next {
                work(&Worker::of(class));
            }
        });
    }
}

impl Long {
    fn add(self: &Arc<Self>, client: Client, work: Work) {
        locked(&self.waiting).add(client, work);
        if !self.turns.admits(client) {
            return;
        }
        let own = Arc::clone(self);
        let thread = thread::Builder::new().name("long".to_owned());
        let spawned = thread.spawn(move || {
            stand_back(5);
            own.work();
        });
        // Another thread does it at its end; without one, this.
        if spawned.is_err() && self.turns.are_idle() {
            self.work();
        }
    }

    /// Does the work that waits, as long as there is room for more in progress.
    fn work(&self) {
        loop {
            let next = {
                let mut waiting = locked(&self.waiting);
                let next = waiting.next(|client| self.turns.admits(client));
                // It is in progress before another thread asks whether there is room.
                next.map(|(client, work)| (self.turns.begin(client), work))
            };
            let Some((turn, work)) = next else {
                return;
            };
            turn.wait(&|| false);
            let worker = Worker {
                class: Class::Long,
                turn: Some(turn),
            };
            // A panic drops the sender of the answer, which its receiver notices.
            let _ = catch_unwind(AssertUnwindSafe(|| work(&worker)));
        }
    }
}

impl Waiting {
    fn add(&mut self, client: Client, work: Work) {
        let own = self.work.entry(client).or_default();
        if own.is_empty() {
            self.turns.push_back(client);
        }
        own.push_back(work);
    }

    /// The work of the client whose turn it is, among those that are admitted.
    fn next(&mut self, admits: impl Fn(Client) -> bool) -> Option<(Client, Work)> {
        let place = self.turns.iter().position(|client| admits(*client))?;
        let client = self.turns.remove(place)?;
        let own = self.work.get_mut(&client)?;
        let next = own.pop_front();
        if own.is_empty() {
            self.work.remove(&client);
        } else {
            self.turns.push_back(client);
        }
        next.map(|work| (client, work))
    }
}

impl std::fmt::Debug for Waiting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(&self.turns).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn clients_take_turns_whatever_they_ask() {
        let (sender, done) = channel();
        let mut waiting = Waiting::default();
        let client = |number: u8| Some(IpAddr::from([10, 0, 0, number]));
        for (number, what) in [(1, "a"), (1, "b"), (1, "c"), (2, "d"), (3, "e"), (2, "f")] {
            let sender = sender.clone();
            let work = move |_: &Worker| sender.send(what).unwrap_or_default();
            waiting.add(client(number), Box::new(work));
        }
        while let Some((_, work)) = waiting.next(|_| true) {
            work(&Worker::of(Class::Short));
        }
        drop(sender);
        assert_eq!(done.iter().collect::<String>(), "adebfc");
        assert!(waiting.work.is_empty() && waiting.turns.is_empty());
    }

    #[test]
    #[allow(clippy::panic, reason = "this is tried")]
    fn panic_of_work_ends_no_thread() {
        let Ok(workers) = Workers::new(1) else {
            unreachable!("two threads can be started")
        };
        let (sender, done) = channel();
        for class in [Class::Short, Class::Medium, Class::Long] {
            let sender = sender.clone();
            workers.begin(class, None, |_| panic!("tried"));
            workers.begin(class, None, move |_| {
                sender.send(()).unwrap_or_default();
            });
            assert_eq!(done.recv(), Ok(()));
        }
    }
}
