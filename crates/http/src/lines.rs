//! `POST /v1/lines`: a stream of requests, one a line, as `serve` answers them over a pipe.
//!
//! One task reads lines and hands them to the workers in small shares; the body of the response
//! takes the texts in the order of the lines. A stream reads no further while the client does not
//! read, and it waits for room in memory before it answers more. Where it ends before its body
//! does, the response says so in a last line and is broken off, so that nobody takes it for a whole
//! one.

use std::io;
use std::net::IpAddr;
use std::ops::Range;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Extension;
use axum::body::{Body, BodyDataStream, Bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, EXPECT};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{sleep, timeout};

use crate::clients::Seat;
use crate::connections::Flushed;
use crate::memory::Hold;
use crate::pool::Pool;
use crate::responses::unavailable;
use arimaa_oracle::protocol::{self, Problem, ProblemKind};
use arimaa_oracle::serve::{
    Batch, Bounds, Cancelled, Class, Feed, Worker, answer_line_within, response_line,
};
use arimaa_oracle::subject::Local;

/// The fewest lines that are worth another task.
const SHARE: usize = 4;

/// The most shares of a stream that wait or are answered.
const SHARES: usize = 16;

/// The bytes of a response that are sent at once, unless nothing more is known to come.
const PIECE: usize = 64 << 10;

/// How long the response to a client that expects the status 100 waits for the body to begin.
const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// How long a stream may pause while the server ends.
const LAST_PAUSE: Duration = Duration::from_millis(100);

/// The state that all lines of a stream share.
struct Session {
    pool: Arc<Pool>,
    client: IpAddr,
    subject: Local,
    cancelled: Cancelled,
    /// Whether the client does not read any more.
    is_left: AtomicBool,
    _seat: Seat,
}

/// Some lines of a batch that one thread answers.
#[derive(Clone)]
struct Share {
    session: Arc<Session>,
    batch: Arc<(Batch, Hold)>,
    read_at: std::time::Instant,
    lines: Range<usize>,
    class: Class,
}

/// The content of one place of the response.
enum Piece {
    /// A text, and places behind it.
    Text(Bytes, Vec<Place>),
    /// Nothing: there was no room for so many bytes.
    NoRoom(Share, usize),
    /// The response ends here, and is not whole.
    Cut,
}

type Place = oneshot::Receiver<Piece>;

/// Why no more is read of a body that has not ended.
enum Cut {
    /// Nothing was owed to the client, and no line arrived.
    Silence(Duration),
    /// The body cannot be read.
    Broken(String),
    /// There is no room for the line that is arriving.
    Memory,
    /// The server ends within a line.
    Ending,
}

impl Cut {
    fn message(&self) -> String {
        let why = match self {
            Self::Silence(time) => format!("this line did not arrive within {time:?}"),
            Self::Broken(error) => format!("this line did not arrive: {error}"),
            Self::Memory => "there is no memory for this line".to_owned(),
            Self::Ending => "the server is ending".to_owned(),
        };
        format!("{why}: neither this line nor what follows it is answered")
    }
}

/// The end of a response that is not whole: an error about the first line that has no response.
fn cut_at(number: u64, message: String) -> Place {
    let error = Problem {
        kind: ProblemKind::Failed,
        line: number,
        column: None,
        message,
    };
    let line = response_line(&protocol::Response::Error { id: None, error }, number) + "\n";
    let (cut, end) = oneshot::channel();
    let _ = cut.send(Piece::Cut);
    let (reply, place) = oneshot::channel();
    let _ = reply.send(Piece::Text(line.into(), vec![end]));
    place
}

/// Answers the lines of a body while it arrives. A client that leaves ends the work.
pub(super) async fn answer_lines(
    State(pool): State<Arc<Pool>>,
    Extension(client): Extension<IpAddr>,
    Extension(flushed): Extension<Flushed>,
    request: Request,
) -> Response {
    let seat = match pool.admit().and_then(|()| pool.seat(client)) {
        Ok(seat) => seat,
        Err(busy) => return unavailable(busy),
    };
    let session = Arc::new(Session {
        subject: Local::new("arimaa-oracle", pool.engine.clone()),
        pool,
        client,
        cancelled: Cancelled::default(),
        is_left: AtomicBool::new(false),
        _seat: seat,
    });
    let is_waiting = request.headers().contains_key(EXPECT);
    let mut body = request.into_body().into_data_stream();
    if is_waiting {
        // Such a client gets the status 100 when its body is read first, if the response has not
        // begun by then. It may wait for that, too.
        if let Ok(first) = timeout(FIRST_PAUSE, body.next()).await {
            body = Body::from_stream(stream::iter(first).chain(body)).into_data_stream();
        }
    }
    let (sender, places) = mpsc::channel(SHARES);
    let (taken, seen) = watch::channel(0);
    tokio::spawn(Arc::clone(&session).read(body, sender, seen));
    let texts = Texts {
        session,
        flushed,
        places,
        received: 0,
        taken,
        next: Vec::new(),
    };
    let body = Body::from_stream(stream::unfold(texts, Texts::text));
    ([(CONTENT_TYPE, "application/x-ndjson")], body).into_response()
}

/// Waits until the client has taken so many places, and then for some time.
async fn silence(mut taken: watch::Receiver<u64>, given: u64, time: Duration) {
    // It fails where the client has left, which is owed nothing.
    let _ = taken.wait_for(|taken| *taken >= given).await;
    sleep(time).await;
}

/// The result of something, unless it comes later than an end. A line that is late where there is
/// memory is not told that there is none.
async fn unless_later<T>(
    work: impl Future<Output = T>,
    end: impl Future<Output = ()>,
) -> Option<T> {
    tokio::select! {
        biased;
        done = work => Some(done),
        () = end => None,
    }
}

impl Session {
    /// Reads lines to the end of the body, or until one does not arrive in time.
    async fn read(
        self: Arc<Self>,
        mut body: BodyDataStream,
        places: mpsc::Sender<Place>,
        taken: watch::Receiver<u64>,
    ) {
        let tasks = self.pool.workers.threads() * 4;
        let (mut feed, mut hold) = (Feed::default(), Hold::default());
        let (mut lines, mut given) = (0, 0);
        loop {
            // It begins when nothing is owed to the client: one that waits for an answer is not
            // late with its next line.
            let silence = pin!(silence(taken.clone(), given, self.pool.request_timeout));
            let batch = self.batch(&mut body, &mut feed, &mut hold, silence).await;
            let batch = match batch {
                Ok(Some(batch)) => batch,
                Ok(None) => return,
                Err(cut) => {
                    let place = cut_at(lines + 1, cut.message());
                    // The receiver is gone if the client has left.
                    let _ = places.send(place).await;
                    return;
                }
            };
            lines += batch.len() as u64;
            self.cancelled.note(&batch);
            self.pool.metrics.lines.inc_by(batch.len() as u64);
            let share = Share {
                session: Arc::clone(&self),
                read_at: std::time::Instant::now(),
                lines: 0..batch.len(),
                batch: Arc::new((batch, std::mem::take(&mut hold))),
                class: Class::Short,
            };
            let length = (share.lines.len() / tasks).max(SHARE);
            for first in share.lines.clone().step_by(length) {
                let Ok(free) = places.reserve().await else {
                    return;
                };
                let last = (first + length).min(share.lines.len());
                free.send(share.part(first..last).begin());
                given += 1;
            }
        }
    }

    /// The next lines; none at the end. A line must arrive before the end of a silence.
    async fn batch(
        &self,
        body: &mut BodyDataStream,
        feed: &mut Feed,
        hold: &mut Hold,
        mut silence: Pin<&mut impl Future<Output = ()>>,
    ) -> Result<Option<Batch>, Cut> {
        while !self.pool.is_interrupted() {
            if let Some(batch) = feed.batch() {
                return Ok(Some(batch));
            }
            let arrived = tokio::select! {
                arrived = body.next() => arrived,
                () = &mut silence => return Err(Cut::Silence(self.pool.request_timeout)),
                () = async { self.pool.closed().await; sleep(LAST_PAUSE).await } => break,
            };
            match arrived {
                None => return Ok(feed.last()),
                Some(Ok(bytes)) => feed.add(&bytes),
                Some(Err(error)) => return Err(Cut::Broken(error.to_string())),
            }
            let memory = &self.pool.memory;
            let room = memory.grow(self.client, hold, feed.unbatched_bytes());
            if unless_later(room, silence.as_mut()).await.is_none() {
                return Err(Cut::Memory);
            }
        }
        // At the end of a line nothing is left without a response.
        feed.last().map_or(Ok(None), |_| Err(Cut::Ending))
    }
}

impl Share {
    fn part(&self, lines: Range<usize>) -> Self {
        Self {
            lines,
            ..self.clone()
        }
    }

    /// Lets the workers answer; the place where the text will be.
    fn begin(self) -> Place {
        let (reply, place) = oneshot::channel();
        self.begin_at(reply);
        place
    }

    fn begin_at(self, reply: oneshot::Sender<Piece>) {
        let (session, class) = (Arc::clone(&self.session), self.class);
        let workers = &session.pool.workers;
        workers.begin(class, Some(session.client), move |worker| {
            self.answer(worker, reply);
        });
    }

    /// Answers the lines, but leaves those that take longer to other threads: neither the responses
    /// that are ready nor the lines behind wait for them.
    fn answer(mut self, worker: &Worker, mut reply: oneshot::Sender<Piece>) {
        let mut text = Vec::new();
        for index in self.lines.clone() {
            let longer = match self.answer_line(worker, index) {
                Some(line) => {
                    text.extend(line.into_bytes());
                    if text.len() < PIECE {
                        continue;
                    }
                    None
                }
                None => Some(Self {
                    class: self.class.next(),
                    ..self.part(index..index + 1)
                }),
            };
            let (rest, place) = oneshot::channel();
            let (later, later_place) = oneshot::channel();
            let places = if longer.is_some() {
                vec![later_place, place]
            } else {
                vec![place]
            };
            if !self.send(reply, std::mem::take(&mut text), places) {
                return;
            }
            if let Some(longer) = longer {
                longer.begin_at(later);
            }
            reply = rest;
            self.lines.start = index + 1;
        }
        self.send(reply, text, Vec::new());
    }

    fn answer_line(&mut self, worker: &Worker, index: usize) -> Option<String> {
        let session = &self.session;
        let (number, line) = self.batch.0.line(index);
        let bounds = Bounds {
            read_at: self.read_at,
            timeout: Some(session.pool.timeout),
            worker,
            is_given_up: &|id| {
                session.is_left.load(Ordering::Relaxed)
                    || session.pool.is_interrupted()
                    || session.cancelled.contains(id, number)
            },
        };
        answer_line_within(&mut session.subject.clone(), number, line, &bounds)
    }

    /// Sends a text, which answers lines from the first of the share on. Without room for it these
    /// are to be answered again, and false is returned.
    fn send(&self, reply: oneshot::Sender<Piece>, text: Vec<u8>, places: Vec<Place>) -> bool {
        let bytes = text.len();
        let session = &self.session;
        let kept = session.pool.memory.keep(session.client, text);
        let has_room = kept.is_some();
        let piece = match kept {
            Some(text) => Piece::Text(text, places),
            None => Piece::NoRoom(self.clone(), bytes),
        };
        // The receiver is gone if the client has left.
        reply.send(piece).is_ok() && has_room
    }
}

/// The texts of the response in their order.
struct Texts {
    session: Arc<Session>,
    flushed: Flushed,
    places: mpsc::Receiver<Place>,
    received: u64,
    /// How many places the client has taken.
    taken: watch::Sender<u64>,
    /// Places before those of the channel, the next one last.
    next: Vec<Place>,
}

impl Texts {
    /// The next place; none at the end.
    async fn place(&mut self) -> Option<Place> {
        let next = self.next.pop();
        if next.is_some() {
            return next;
        }
        // What was received before is on its way to the client.
        self.taken.send_replace(self.received);
        let place = self.places.recv().await;
        self.received += 1;
        place
    }

    async fn text(mut self) -> Option<(io::Result<Bytes>, Self)> {
        loop {
            let place = self.place().await?;
            match place.await {
                Ok(Piece::Text(text, places)) => {
                    self.next.extend(places.into_iter().rev());
                    if !text.is_empty() {
                        return Some((Ok(text), self));
                    }
                }
                Ok(Piece::NoRoom(share, bytes)) => {
                    let Session { pool, client, .. } = &*self.session;
                    let mut hold = Hold::default();
                    let room = pool.memory.grow(*client, &mut hold, bytes);
                    let room = timeout(pool.send_timeout, room);
                    self.next.push(if room.await.is_ok() {
                        share.begin()
                    } else {
                        let (number, _) = share.batch.0.line(share.lines.start);
                        let message = "there is no memory for the response to this line: \
                                       neither it nor what follows is sent";
                        cut_at(number, message.to_owned())
                    });
                }
                Ok(Piece::Cut) => {
                    // The last line is sent before the connection is broken off.
                    self.flushed.next().await;
                    return Some((Err(io::ErrorKind::ConnectionAborted.into()), self));
                }
                Err(_) => return Some((Err(io::Error::other("answering failed")), self)),
            }
        }
    }
}

impl Drop for Texts {
    fn drop(&mut self) {
        self.session.is_left.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};

    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn work_that_is_done_at_the_end_is_in_time() {
        for _ in 0..100 {
            let done = unless_later(ready(1), ready(())).now_or_never();
            assert_eq!(done, Some(Some(1)));
        }
        let late = unless_later(pending::<()>(), ready(())).now_or_never();
        assert_eq!(late, Some(None));
    }
}
