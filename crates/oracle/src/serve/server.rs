//! The answering side: requests in, one response each out, on all cores.
//!
//! A thread of its own reads requests and hands them to the [workers](super::workers) in small
//! shares; the thread that serves writes responses as soon as those before them are written, or at
//! once where order does not matter. A question has its time from the moment that it was read, so
//! slow questions delay others by at most one timeout.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::attempt::{Bounds, answer_line_within};
use super::feed::{Batch, Feed};
use super::traffic::{Traffic, locked};
use super::workers::{Class, Worker, Workers};
use crate::subject::Subject;

/// The fewest requests that are worth another task.
const SHARE: usize = 4;

/// The bytes read from the stream at once: as many as a pipe holds.
const CHUNK: usize = 1 << 16;

/// How long responses may wait for the next one before they are flushed together.
const PATIENCE: Duration = Duration::from_millis(1);

/// How a server treats requests.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Serving {
    /// Whether responses are written as they are ready, in any order. By default they are in the
    /// order of the requests.
    pub unordered: bool,
    /// How long a question may take from the moment that it was read; without it, for ever. A
    /// request may ask for less.
    pub timeout: Option<Duration>,
}

/// Why a stream is not served, or not to its end.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// There are no threads.
    #[error("cannot start: {0}")]
    Start(#[source] io::Error),
    /// The stream of requests failed. What came before was answered.
    #[error("cannot read: {0}")]
    Read(#[source] io::Error),
    /// A response cannot be written. Questions that were being answered were given up.
    #[error("cannot write: {0}")]
    Write(#[source] io::Error),
}

/// Answers a stream of requests until it ends: one line of JSON each, in the order of the requests.
///
/// Requests that have arrived are answered at once and in parallel, on as many threads as the
/// global pool has, and those that take longer on others, of two more classes. Responses are
/// written as soon as those before them are. Memory is bounded whatever arrives. The specification
/// and the suite that are named to clients are those of this crate.
///
/// ```
/// use arimaa::compare::EngineKind;
/// use arimaa_oracle::serve::serve;
/// use arimaa_oracle::subject::Local;
///
/// let position = r#"{"state": {"side": "gold", "setup": {}}}"#;
/// let question = format!(r#"{{"kind": "turn_count", "position": {position}}}"#);
/// let request = format!(r#"{{"id": 7, "ask": {question}}}"#);
/// let mut responses = Vec::new();
/// let subject = Local::new("bitboard", EngineKind::Bitboard.engine());
/// serve(&subject, std::io::Cursor::new(request), &mut responses)?;
/// assert_eq!(responses, b"{\"id\":7,\"answer\":{\"kind\":\"turn_count\",\"count\":64864800}}\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As [`ServeError`] has them.
pub fn serve<S, R>(subject: &S, requests: R, responses: &mut dyn Write) -> Result<(), ServeError>
where
    S: Subject + Clone + Send + Sync + 'static,
    R: Read + Send + 'static,
{
    serve_with(subject, requests, responses, Serving::default())
}

/// Answers a stream of requests with other ways to treat them.
///
/// # Errors
///
/// As [`ServeError`] has them.
pub fn serve_with<S, R>(
    subject: &S,
    requests: R,
    responses: &mut dyn Write,
    serving: Serving,
) -> Result<(), ServeError>
where
    S: Subject + Clone + Send + Sync + 'static,
    R: Read + Send + 'static,
{
    let (sender, answered) = channel();
    let traffic = Arc::new(Traffic::default());
    let reader = Reader {
        workers: Arc::new(Workers::new(rayon::current_num_threads()).map_err(ServeError::Start)?),
        subject: subject.clone(),
        timeout: serving.timeout,
        traffic: Arc::clone(&traffic),
        answered: sender,
    };
    let reading = thread::Builder::new().spawn(move || reader.read(requests));
    reading.map_err(ServeError::Start)?;
    let written = write(&answered, responses, &traffic, serving.unordered);
    if written.is_err() {
        traffic.give_up();
    }
    written.map_err(ServeError::Write)?;
    let failure = locked(&traffic.failure).take();
    failure.map_or(Ok(()), |error| Err(ServeError::Read(error)))
}

/// Writes responses as they come, or as those before them are written.
fn write(
    answered: &Receiver<Answered>,
    responses: &mut dyn Write,
    traffic: &Traffic,
    unordered: bool,
) -> io::Result<()> {
    let mut early: BTreeMap<u64, Answered> = BTreeMap::new();
    let mut next = 1;
    loop {
        let share = match answered.try_recv() {
            Ok(share) => share,
            Err(TryRecvError::Disconnected) => break,
            Err(TryRecvError::Empty) => {
                let patience = if traffic.is_idle() {
                    Duration::ZERO
                } else {
                    PATIENCE
                };
                match answered.recv_timeout(patience) {
                    Ok(share) => share,
                    Err(RecvTimeoutError::Disconnected) => break,
                    Err(RecvTimeoutError::Timeout) => {
                        responses.flush()?;
                        match answered.recv() {
                            Ok(share) => share,
                            Err(_) => break,
                        }
                    }
                }
            }
        };
        if unordered {
            responses.write_all(&share.text)?;
            traffic.release(share.held);
            continue;
        }
        early.insert(share.first, share);
        while let Some(share) = early.remove(&next) {
            responses.write_all(&share.text)?;
            traffic.release(share.held);
            next += share.lines;
        }
    }
    responses.flush()
}

/// The responses to some lines that follow one another.
struct Answered {
    /// The number of the first line, and how many there are.
    first: u64,
    lines: u64,
    text: Vec<u8>,
    /// The bytes of the requests and the responses together.
    held: usize,
}

/// The thread that reads requests and hands them out.
struct Reader<S> {
    workers: Arc<Workers>,
    subject: S,
    timeout: Option<Duration>,
    traffic: Arc<Traffic>,
    answered: Sender<Answered>,
}

impl<S: Subject + Clone + Send + Sync + 'static> Reader<S> {
    fn read(self, mut requests: impl Read) {
        let tasks = self.workers.threads() * 4;
        let (mut feed, mut chunk) = (Feed::default(), vec![0; CHUNK]);
        while self.traffic.admits_more() {
            let batch = match next_batch(&mut feed, &mut requests, &mut chunk) {
                Ok(Some(batch)) => Arc::new(batch),
                Ok(None) => return,
                Err(error) => {
                    *locked(&self.traffic.failure) = Some(error);
                    return;
                }
            };
            let lines = batch.len();
            self.traffic.hold(lines as u64, batch.bytes(0, lines));
            self.traffic.note_cancels(&batch);
            let share = (lines / tasks).max(SHARE);
            for first in (0..lines).step_by(share) {
                let task = Task {
                    workers: Arc::clone(&self.workers),
                    subject: self.subject.clone(),
                    timeout: self.timeout,
                    read_at: Instant::now(),
                    traffic: Arc::clone(&self.traffic),
                    batch: Arc::clone(&batch),
                    answered: self.answered.clone(),
                };
                let last = (first + share).min(lines);
                let answer = move |worker: &Worker| task.answer_lines(worker, first, last);
                self.workers.begin(Class::Short, None, answer);
            }
        }
    }
}

/// The lines that have arrived, waiting for the first; none at the end of the stream.
fn next_batch(
    feed: &mut Feed,
    stream: &mut impl Read,
    chunk: &mut [u8],
) -> io::Result<Option<Batch>> {
    loop {
        if let Some(batch) = feed.batch() {
            return Ok(Some(batch));
        }
        match stream.read(chunk) {
            Ok(0) => return Ok(feed.last()),
            Ok(read) => feed.add(chunk.get(..read).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Some lines of a batch that one thread answers.
#[derive(Clone)]
struct Task<S> {
    workers: Arc<Workers>,
    subject: S,
    timeout: Option<Duration>,
    read_at: Instant,
    traffic: Arc<Traffic>,
    batch: Arc<Batch>,
    answered: Sender<Answered>,
}

impl<S: Subject + Clone + Send + 'static> Task<S> {
    /// Answers some lines, but leaves those that take longer to other threads: neither the
    /// responses that are ready nor the lines behind wait for them.
    fn answer_lines(mut self, worker: &Worker, first: usize, last: usize) {
        let mut sent = first;
        let mut text = Vec::new();
        for index in first..last {
            if let Some(line) = self.answer_line(worker, index) {
                text.extend(line.into_bytes());
            } else {
                self.send(sent, index, std::mem::take(&mut text));
                sent = index + 1;
                self.clone().answer_later(index, Class::Medium);
            }
        }
        self.send(sent, last, text);
    }

    /// Lets threads of a class answer a line.
    fn answer_later(mut self, index: usize, class: Class) {
        let workers = Arc::clone(&self.workers);
        workers.begin(class, None, move |worker| {
            match self.answer_line(worker, index) {
                Some(line) => self.send(index, index + 1, line.into_bytes()),
                None => self.answer_later(index, class.next()),
            }
        });
    }

    fn answer_line(&mut self, worker: &Worker, index: usize) -> Option<String> {
        let (number, line) = self.batch.line(index);
        let bounds = Bounds {
            read_at: self.read_at,
            timeout: self.timeout,
            worker,
            is_given_up: &|id| self.traffic.is_given_up(id, number),
        };
        answer_line_within(&mut self.subject, number, line, &bounds)
    }

    /// Hands over the responses to these lines of the batch.
    fn send(&self, first: usize, last: usize, text: Vec<u8>) {
        let (number, _) = self.batch.line(first);
        let lines = (last - first) as u64;
        if lines == 0 {
            return;
        }
        // Even the smallest response takes some room while it waits.
        let ready = text.len() + size_of::<Answered>();
        self.traffic.answer(lines, ready);
        let held = self.batch.bytes(first, last) + ready;
        // The writer is gone if writing has failed.
        let _ = self.answered.send(Answered {
            first: number,
            lines,
            text,
            held,
        });
    }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        reason = "a stream that is not read fails the test"
    )]

    use super::*;

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
        let read = |mut stream: Failing| next_batch(&mut Feed::default(), &mut stream, &mut [0; 8]);
        let interrupted = read(Failing(vec![None, Some(io::ErrorKind::Interrupted)]));
        assert_eq!(interrupted.unwrap().unwrap().len(), 1);
        let broken = read(Failing(vec![None, Some(io::ErrorKind::TimedOut)]));
        assert!(broken.is_err());
    }
}
