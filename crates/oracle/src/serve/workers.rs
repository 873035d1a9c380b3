//! Threads that answer questions, in three classes by cost.
//!
//! The cost of a question is not known before it is answered. So it is tried for a short slice of
//! time first. If it is not answered by then, it begins again on other threads with a longer slice,
//! and at last on threads where it may take all of its time. However many expensive questions there
//! are, a cheap one waits for short slices alone, and the system gives the cores to the threads of
//! cheap questions first. In each class clients take turns, whatever the number of their questions.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::traffic::locked;

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
    classes: [Threads; 3],
}

/// The client that asks; none where all lines are of one client.
pub type Client = Option<IpAddr>;

#[derive(Debug)]
struct Threads {
    threads: ThreadPool,
    waiting: Arc<Mutex<Waiting>>,
}

type Work = Box<dyn FnOnce() + Send>;

/// Work that waits, by client, and the clients in the order of their turns.
#[derive(Default)]
struct Waiting {
    work: HashMap<Client, VecDeque<Work>>,
    turns: VecDeque<Client>,
}

/// A slice of the time of one thread, in which a question is tried.
///
/// It is processor time, so that a busy machine makes no question a more expensive one.
#[derive(Clone, Copy, Debug)]
pub struct Slice {
    /// The earliest moment at which it can be over, which is quicker to look at.
    earliest: Instant,
    end: Duration,
}

impl Slice {
    /// A slice of this length, from now on.
    pub fn new(length: Duration) -> Self {
        Self {
            earliest: Instant::now() + length,
            end: computed() + length,
        }
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        Instant::now() >= self.earliest && computed() >= self.end
    }
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
    /// The slice of time for a question; without one, all of its time.
    pub fn slice(self) -> Option<Slice> {
        match self {
            Self::Short => Some(Slice::new(Duration::from_millis(2))),
            Self::Medium => Some(Slice::new(Duration::from_millis(64))),
            Self::Long => None,
        }
    }

    /// The class of questions that take longer.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Short => Self::Medium,
            Self::Medium | Self::Long => Self::Long,
        }
    }
}

impl Workers {
    /// So many threads of each class.
    ///
    /// # Errors
    ///
    /// When a thread cannot be started.
    pub fn new(threads: usize) -> io::Result<Self> {
        Ok(Self {
            classes: [
                Threads::new("short", threads, 0)?,
                Threads::new("medium", threads, 2)?,
                Threads::new("long", threads, 5)?,
            ],
        })
    }

    /// How many threads a class has.
    pub fn threads(&self) -> usize {
        self.classes[0].threads.current_num_threads()
    }

    /// Does something on a thread of a class.
    pub fn begin(&self, class: Class, client: Client, work: impl FnOnce() + Send + 'static) {
        self.classes[class as usize].add(client, Box::new(work));
    }
}

impl Threads {
    fn new(name: &'static str, threads: usize, steps: i32) -> io::Result<Self> {
        let threads = ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(move |_| name.to_owned())
            .start_handler(move |_| stand_back(steps))
            // A panic drops the sender of the answer, which its receiver notices.
            .panic_handler(|_| {})
            .build()
            .map_err(io::Error::other)?;
        let waiting = Arc::default();
        Ok(Self { threads, waiting })
    }

    fn add(&self, client: Client, work: Work) {
        locked(&self.waiting).add(client, work);
        let waiting = Arc::clone(&self.waiting);
        // Each of these does the work whose turn it is then.
        self.threads.spawn_fifo(move || {
            let next = locked(&waiting).next();
            if let Some(work) = next {
                work();
            }
        });
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

    fn next(&mut self) -> Option<Work> {
        let client = self.turns.pop_front()?;
        let own = self.work.get_mut(&client)?;
        let next = own.pop_front();
        if own.is_empty() {
            self.work.remove(&client);
        } else {
            self.turns.push_back(client);
        }
        next
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
            let work = move || sender.send(what).unwrap_or_default();
            waiting.add(client(number), Box::new(work));
        }
        while let Some(work) = waiting.next() {
            work();
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
        workers.begin(Class::Long, None, || panic!("tried"));
        workers.begin(Class::Long, None, move || {
            sender.send(()).unwrap_or_default();
        });
        assert_eq!(done.recv(), Ok(()));
    }
}
