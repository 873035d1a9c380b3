//! The answering side: requests in, one response each out, on all cores.
//!
//! A thread of its own reads requests and hands them to the pool in small shares; the thread that
//! serves writes responses as soon as those before them are written, or at once where order does
//! not matter. A question has its time from the moment that it was read, so a queue of dear
//! questions keeps nobody waiting longer than one of them.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::feed::{Batch, Feed, TooLong};
use super::traffic::{Traffic, locked};
use crate::ask::Question;
use crate::protocol::{Request, Response};
use crate::serve::respond::{line_of, read, respond_to, too_long};
use crate::subjects::Subject;

/// The fewest requests that are worth another task.
const SHARE: usize = 4;

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

/// Answers a stream of requests until it ends: one line of JSON each, in the order of the requests.
///
/// Requests that have arrived are answered at once and in parallel, on the threads of the global
/// pool. Responses are written as soon as those before them are. Memory is bounded whatever
/// arrives. The specification and the suite that are named to clients are those of this crate.
///
/// ```
/// use arimaa::compare::EngineKind;
/// use arimaa_oracle::serve::serve;
/// use arimaa_oracle::subjects::Local;
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
/// When the stream of requests fails, after what came before was answered, or responses cannot be
/// written.
pub fn serve<S, R>(subject: &S, requests: R, responses: &mut dyn Write) -> io::Result<()>
where
    S: Subject + Clone + Send + Sync + 'static,
    R: Read + Send + 'static,
{
    serve_with(subject, requests, responses, Serving::default())
}

/// The same with other ways to treat requests.
///
/// # Errors
///
/// As for [`serve`]. Questions that are being answered when a response cannot be written are given
/// up.
pub fn serve_with<S, R>(
    subject: &S,
    requests: R,
    responses: &mut dyn Write,
    serving: Serving,
) -> io::Result<()>
where
    S: Subject + Clone + Send + Sync + 'static,
    R: Read + Send + 'static,
{
    let (sender, answered) = channel();
    let traffic = Arc::new(Traffic::default());
    let reader = Reader {
        subject: subject.clone(),
        timeout: serving.timeout,
        traffic: Arc::clone(&traffic),
        answered: sender,
    };
    thread::spawn(move || reader.read(Feed::new(requests)));
    let written = write(&answered, responses, &traffic, serving.unordered);
    if written.is_err() {
        traffic.give_up();
    }
    written?;
    let failure = locked(&traffic.failure).take();
    failure.map_or(Ok(()), Err)
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
            traffic.release(share.lines, share.held);
            continue;
        }
        early.insert(share.first, share);
        while let Some(share) = early.remove(&next) {
            responses.write_all(&share.text)?;
            traffic.release(share.lines, share.held);
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
    subject: S,
    timeout: Option<Duration>,
    traffic: Arc<Traffic>,
    answered: Sender<Answered>,
}

impl<S: Subject + Clone + Send + Sync + 'static> Reader<S> {
    fn read<R: Read>(self, mut feed: Feed<R>) {
        let tasks = rayon::current_num_threads() * 4;
        while self.traffic.admits_more() {
            let batch = match feed.next_batch() {
                Ok(batch) if batch.len() == 0 => return,
                Ok(batch) => Arc::new(batch),
                Err(error) => {
                    *locked(&self.traffic.failure) = Some(error);
                    return;
                }
            };
            let lines = batch.len();
            self.traffic.hold(lines as u64, batch.bytes(0, lines));
            for index in 0..lines {
                if let (number, Ok(line)) = batch.line(index) {
                    self.traffic.note_cancel(number, line);
                }
            }
            let share = (lines / tasks).max(SHARE);
            for first in (0..lines).step_by(share) {
                let task = Task {
                    subject: self.subject.clone(),
                    timeout: self.timeout,
                    read_at: Instant::now(),
                    traffic: Arc::clone(&self.traffic),
                    batch: Arc::clone(&batch),
                    answered: self.answered.clone(),
                };
                let last = (first + share).min(lines);
                rayon::spawn_fifo(move || task.answer(first, last));
            }
        }
    }
}

/// Some lines of a batch that one thread answers.
#[derive(Clone)]
struct Task<S> {
    subject: S,
    timeout: Option<Duration>,
    read_at: Instant,
    traffic: Arc<Traffic>,
    batch: Arc<Batch>,
    answered: Sender<Answered>,
}

impl<S: Subject + Clone + Send + 'static> Task<S> {
    fn answer(mut self, first: usize, mut last: usize) {
        let mut sent = first;
        let mut text = Vec::new();
        let mut index = first;
        while index < last {
            let (number, line) = self.batch.line(index);
            let response = match line.map(|line| read(number, line)) {
                Err(TooLong) => too_long(number),
                Ok(Err(response)) => response,
                Ok(Ok(request)) => {
                    if may_take_long(&request) {
                        // Neither the responses that are ready nor the lines behind wait for it.
                        self.send(sent, index, std::mem::take(&mut text));
                        sent = index;
                        let (rest, end) = (self.clone(), last);
                        last = index + 1;
                        if last < end {
                            rayon::spawn_fifo(move || rest.answer(index + 1, end));
                        }
                    }
                    self.respond(number, request)
                }
            };
            text.extend(line_of(&response, number).into_bytes());
            text.push(b'\n');
            index += 1;
        }
        self.send(sent, last, text);
    }

    fn respond(&mut self, number: u64, request: Request) -> Response {
        let (id, timeout) = match &request {
            Request::Ask { id, .. } => {
                let both = [request.timeout(), self.timeout];
                (id.clone(), both.into_iter().flatten().min())
            }
            Request::Hello { id, .. } | Request::Cancel { id, .. } => (id.clone(), None),
        };
        let until = timeout.and_then(|timeout| self.read_at.checked_add(timeout));
        let is_over = || {
            until.is_some_and(|until| Instant::now() >= until)
                || self.traffic.is_given_up(&id, number)
        };
        respond_to(&mut self.subject, number, request, &is_over)
    }

    /// Hands over the responses to these lines of the batch.
    fn send(&self, first: usize, last: usize, text: Vec<u8>) {
        let (number, _) = self.batch.line(first);
        let lines = (last - first) as u64;
        if lines == 0 {
            return;
        }
        self.traffic.hold(0, text.len());
        let held = self.batch.bytes(first, last) + text.len();
        // Where nobody writes any more, nobody is waiting.
        let _ = self.answered.send(Answered {
            first: number,
            lines,
            text,
            held,
        });
    }
}

/// Whether an answer to this request may take longer than a moment.
fn may_take_long(request: &Request) -> bool {
    match request {
        Request::Hello { .. } | Request::Cancel { .. } => false,
        Request::Ask { ask, .. } => matches!(
            **ask,
            Question::Turns { .. }
                | Question::Goal { .. }
                | Question::TurnCount { .. }
                | Question::Perft { .. }
                | Question::Replay { .. }
        ),
    }
}
