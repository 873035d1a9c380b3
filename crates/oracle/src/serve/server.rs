//! The answering side of a pipe: requests in, one response each out, on all cores.
//!
//! A thread of its own reads requests and hands them to a [`Stream`]; the thread that serves writes
//! responses as soon as those before them are written, or at once where order does not matter. A
//! question has its time from the moment that it was read, so slow questions delay others by at
//! most one timeout.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use super::feed::{Feed, Line};
use super::stream::Stream;
use super::workers::{Workers, locked};
use crate::subject::Subject;

/// The most lines that are read and not yet answered. More are read later, since the time of each
/// question runs from the moment that it is read.
const LINES: usize = 64;

/// The most bytes that requests without an answer and unwritten responses may have together; beyond
/// it no more are read.
const BYTES: usize = 32 << 20;

/// The bytes read from the stream at once: as many as a pipe holds.
const CHUNK: usize = 1 << 16;

/// The time for which responses wait for the next one, to be flushed together.
const PATIENCE: Duration = Duration::from_micros(100);

/// Options of a server.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Serving {
    /// Whether responses are written as they are ready, in any order. By default they are in the
    /// order of the requests.
    pub unordered: bool,
    /// The longest time for a question from the moment that it was read; `None` is no limit. A
    /// request may ask for less.
    pub timeout: Option<Duration>,
    /// How many questions compute at a time while all are cheap; `None` is one a core.
    pub threads: Option<usize>,
}

/// The reason why a stream is not served, or not to its end.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// No thread can be started.
    #[error("cannot start: {0}")]
    Start(#[source] io::Error),
    /// The stream of requests failed. What came before was answered.
    #[error("cannot read: {0}")]
    Read(#[source] io::Error),
    /// A response cannot be written. Questions that were being answered were given up.
    #[error("cannot write: {0}")]
    Write(#[source] io::Error),
}

/// Answers a stream of requests until it ends: one line of JSON each, by default in the order of
/// the requests.
///
/// Requests that have arrived are answered at once and in parallel. Responses are written as soon
/// as those before them are. Memory is bounded whatever arrives. The specification and the suite
/// that are named to clients are those of this crate.
///
/// ```
/// use arimaa::compare::EngineKind;
/// use arimaa_oracle::serve::{Serving, serve};
/// use arimaa_oracle::subject::Local;
///
/// let position = r#"{"state": {"side": "gold", "setup": {}}}"#;
/// let question = format!(r#"{{"kind": "turn_count", "position": {position}}}"#);
/// let request = format!(r#"{{"id": 7, "ask": {question}}}"#);
/// let mut responses = Vec::new();
/// let subject = Local::new("bitboard", EngineKind::Bitboard.engine());
/// serve(&subject, std::io::Cursor::new(request), &mut responses, Serving::default())?;
/// assert_eq!(responses, b"{\"id\":7,\"answer\":{\"kind\":\"turn_count\",\"count\":64864800}}\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As [`ServeError`] has them.
pub fn serve<S, R>(
    subject: &S,
    requests: R,
    responses: &mut dyn Write,
    serving: Serving,
) -> Result<(), ServeError>
where
    S: Subject + Clone + Send + Sync + 'static,
    R: Read + Send + 'static,
{
    let of_machine = || thread::available_parallelism().map_or(1, usize::from);
    let workers = Workers::new(serving.threads.unwrap_or_else(of_machine));
    let workers = Arc::new(workers.map_err(ServeError::Start)?);
    let (load, (sender, answered)) = (Arc::new(Load::default()), channel());
    let is_over = Arc::clone(&load);
    let is_over = move || is_over.is_over.load(Ordering::Relaxed);
    let stream = Stream::new(workers, None, subject.clone(), serving.timeout, is_over);
    let (own, failure) = (Arc::clone(&load), Arc::new(Mutex::new(None)));
    let failed = Arc::clone(&failure);
    let reading = thread::Builder::new().spawn(move || {
        if let Err(error) = read(requests, &stream, &own, &sender) {
            *locked(&failed) = Some(error);
        }
    });
    reading.map_err(ServeError::Start)?;
    let written = write(&answered, responses, &load, serving.unordered);
    if written.is_err() {
        load.is_over.store(true, Ordering::Relaxed);
    }
    written.map_err(ServeError::Write)?;
    let failure = locked(&failure).take();
    failure.map_or(Ok(()), |error| Err(ServeError::Read(error)))
}

/// The response to a line.
#[derive(PartialEq)]
struct Answered {
    number: u64,
    text: String,
    /// The bytes of the request and the response together.
    held: usize,
}

/// Reads requests to the end of the stream, and has the workers answer them.
fn read<S: Subject + Clone + Send + Sync + 'static>(
    mut requests: impl Read,
    stream: &Arc<Stream<S>>,
    load: &Arc<Load>,
    answered: &Sender<Answered>,
) -> io::Result<()> {
    let begin = |line: Line| {
        let (number, bytes) = (line.number, line.bytes());
        load.lines.fetch_add(1, Ordering::AcqRel);
        load.bytes.fetch_add(bytes, Ordering::AcqRel);
        let (load, answered) = (Arc::clone(load), answered.clone());
        stream.begin(Arc::new(line), move |text| {
            // Even the smallest response takes some room while it waits.
            let ready = text.len() + size_of::<Answered>();
            load.bytes.fetch_add(ready, Ordering::AcqRel);
            load.lines.fetch_sub(1, Ordering::AcqRel);
            // The writer is gone if writing has failed.
            let _ = answered.send(Answered {
                number,
                text,
                held: bytes + ready,
            });
        });
    };
    let (mut feed, mut chunk) = (Feed::default(), vec![0; CHUNK]);
    loop {
        let mut arrived = match requests.read(&mut chunk) {
            Ok(0) => break,
            Ok(read) => chunk.get(..read).unwrap_or_default(),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        while !arrived.is_empty() {
            if let Some(line) = feed.next(&mut arrived) {
                if !load.wait_for_room() {
                    return Ok(());
                }
                begin(line);
            }
        }
    }
    feed.last().map(begin);
    Ok(())
}

/// Writes responses in the order of their requests, or as they come if `is_unordered`.
fn write(
    answered: &Receiver<Answered>,
    responses: &mut dyn Write,
    load: &Load,
    is_unordered: bool,
) -> io::Result<()> {
    let (mut early, mut next) = (BTreeMap::new(), 1);
    loop {
        let mut ready = answered.try_recv();
        if ready == Err(TryRecvError::Empty) && !load.is_idle() {
            // Others are written together with it.
            thread::sleep(PATIENCE);
            ready = answered.try_recv();
        }
        if ready == Err(TryRecvError::Empty) {
            responses.flush()?;
            ready = answered.recv().map_err(|_| TryRecvError::Disconnected);
        }
        let Ok(ready) = ready else {
            return responses.flush();
        };
        early.insert(ready.number, ready);
        while let Some(first) = early.first_entry()
            && (is_unordered || *first.key() == next)
        {
            let first = first.remove();
            responses.write_all(first.text.as_bytes())?;
            load.bytes.fetch_sub(first.held, Ordering::AcqRel);
            next += 1;
        }
    }
}

/// The amount of requests and responses in memory.
#[derive(Debug, Default)]
struct Load {
    /// How many lines were read and have no response yet. A line whose response waits to be written
    /// no longer counts, so that a `cancel` behind many such lines can still be read.
    lines: AtomicUsize,
    /// The bytes of all lines whose responses are not written, and of the responses that are ready.
    bytes: AtomicUsize,
    /// Whether the responses are no longer read.
    is_over: AtomicBool,
}

impl Load {
    fn is_idle(&self) -> bool {
        self.lines.load(Ordering::Acquire) == 0
    }

    /// Waits until more lines may be read; false if none shall be.
    fn wait_for_room(&self) -> bool {
        loop {
            let lines = self.lines.load(Ordering::Acquire);
            let is_full = lines >= LINES || self.bytes.load(Ordering::Acquire) >= BYTES;
            let is_over = self.is_over.load(Ordering::Relaxed);
            if is_over || !is_full {
                return !is_over;
            }
            // Being woken by each response would cost more than most of them.
            thread::sleep(PATIENCE);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails")]

    use arimaa::compare::EngineKind;

    use super::*;
    use crate::subject::Local;

    struct Failing(Vec<Option<io::ErrorKind>>);

    impl Read for Failing {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            match self.0.pop() {
                None => Ok(0),
                Some(None) => {
                    into[..2].copy_from_slice(b"a\n");
                    Ok(2)
                }
                Some(Some(kind)) => Err(kind.into()),
            }
        }
    }

    #[test]
    fn an_interrupted_read_is_tried_again_and_another_error_is_told() {
        let served = |stream: Failing| {
            let subject = Local::new("arimaa-oracle", EngineKind::Bitboard.engine());
            let mut responses = Vec::new();
            let served = serve(&subject, stream, &mut responses, Serving::default());
            let responses = String::from_utf8(responses).unwrap();
            (served.is_ok(), responses.lines().count())
        };
        let interrupted = Some(io::ErrorKind::Interrupted);
        assert_eq!(served(Failing(vec![None, interrupted, None])), (true, 2));
        assert_eq!(
            served(Failing(vec![Some(io::ErrorKind::TimedOut), None])),
            (false, 1)
        );
    }

    /// The reader waits, so that a client that does not read its answers fills no memory.
    #[test]
    fn no_more_is_read_while_much_waits() {
        for (lines, bytes) in [(LINES, 0), (1, BYTES)] {
            let load = Load::default();
            load.lines.store(lines, Ordering::Relaxed);
            load.bytes.store(bytes, Ordering::Relaxed);
            thread::scope(|scope| {
                let reader = scope.spawn(|| load.wait_for_room());
                thread::sleep(Duration::from_millis(50));
                assert!(!reader.is_finished());
                load.lines.store(0, Ordering::Relaxed);
                load.bytes.store(0, Ordering::Relaxed);
                assert!(reader.join().unwrap());
            });
            load.is_over.store(true, Ordering::Relaxed);
            assert!(!load.wait_for_room());
        }
    }
}
