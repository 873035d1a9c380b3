//! `POST /v1/lines`: a [`Stream`] of requests, one a line, as `serve` answers them over a pipe.
//!
//! One task reads lines and lets them be answered; the body of the response takes the texts in the
//! order of the lines. A stream reads no further while the client does not read, and it waits for
//! room in memory before it answers more. Where it ends before its body does, the response says so
//! in a last line and is broken off, so that nobody takes it for a whole one.

use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Extension;
use axum::body::{Body, BodyDataStream, Bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, EXPECT};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot, watch};
use tokio::time::{sleep, timeout};

use crate::budget::Hold;
use crate::connections::Connection;
use crate::pool::Pool;
use crate::responses::unavailable;
use arimaa_oracle::serve::{Feed, Line, Stream, failed, response_line};
use arimaa_oracle::subject::Local;

/// The greatest number of lines of a stream in progress behind the oldest one.
const LINES: usize = 64;

/// The number of waiting lines that begin together: waking a thread takes as long as an answer.
const TOGETHER: usize = 16;

/// The size in bytes up to which a line or its response is not counted: 130 KiB for a stream.
const SMALL: usize = 1 << 10;

/// The time that the response to a client that expects the status 100 waits for the body to begin.
const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// The longest pause of a stream while the server shuts down.
const LAST_PAUSE: Duration = Duration::from_millis(100);

/// The state that all lines of a stream share.
struct Session {
    pool: Arc<Pool>,
    client: IpAddr,
    stream: Arc<Stream<Local>>,
    _seat: OwnedSemaphorePermit,
}

/// A line in progress, with the receiver of its response.
struct Place {
    line: Arc<Line>,
    hold: Hold,
    /// Receives the response, or its size in bytes if there was no room for it.
    response: oneshot::Receiver<Result<Bytes, usize>>,
}

/// The early end of a response: the number of the first line without a response, and the reason.
struct Cut(u64, String);

impl Cut {
    fn line(self) -> Bytes {
        let Self(line, why) = self;
        let message = format!("{why}: neither this line nor what follows it is answered");
        (response_line(&failed(None, line, message), line) + "\n").into()
    }
}

/// Answers the lines of a body while it arrives, until the client leaves.
pub(super) async fn answer_lines(
    State(pool): State<Arc<Pool>>,
    Extension(client): Extension<IpAddr>,
    Extension(connection): Extension<Arc<Connection>>,
    request: Request,
) -> Response {
    let seat = match pool.admit().and_then(|()| pool.seat(client)) {
        Ok(seat) => seat,
        Err(busy) => return unavailable(busy),
    };
    let is_left = Arc::new(AtomicBool::new(false));
    let is_over = {
        let (pool, is_left) = (Arc::clone(&pool), Arc::clone(&is_left));
        move || is_left.load(Ordering::Relaxed) || pool.is_interrupted()
    };
    let stream = Stream::new(
        Arc::clone(&pool.workers),
        Some(client),
        Local::new("arimaa-oracle", pool.engine.clone()),
        Some(pool.options.timeout),
        is_over,
    );
    let session = Arc::new(Session {
        pool,
        client,
        stream,
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
    let (sender, places) = mpsc::channel(LINES);
    let (taken, seen) = watch::channel(0);
    tokio::spawn(Arc::clone(&session).read(body, sender, seen));
    let texts = Texts {
        session,
        connection,
        places,
        received: 0,
        taken,
        is_cut: false,
        is_left,
    };
    let body = Body::from_stream(stream::unfold(texts, Texts::next));
    ([(CONTENT_TYPE, "application/x-ndjson")], body).into_response()
}

/// Waits until the client has taken `given` responses, and then for `time`.
async fn silence(mut taken: watch::Receiver<u64>, given: u64, time: Duration) {
    // It fails where the client has left, which is owed nothing.
    let _ = taken.wait_for(|taken| *taken >= given).await;
    sleep(time).await;
}

impl Session {
    /// Reads lines until the end of the body or the timeout of a line.
    async fn read(
        self: Arc<Self>,
        body: BodyDataStream,
        places: mpsc::Sender<Result<Place, Cut>>,
        taken: watch::Receiver<u64>,
    ) {
        let mut given = 0;
        if let Err(why) = self.read_lines(body, &places, taken, &mut given).await {
            // The receiver is gone if the client has left.
            let _ = places.send(Err(Cut(given + 1, why))).await;
        }
    }

    async fn read_lines(
        &self,
        mut body: BodyDataStream,
        places: &mpsc::Sender<Result<Place, Cut>>,
        taken: watch::Receiver<u64>,
        given: &mut u64,
    ) -> Result<(), String> {
        let time = self.pool.options.request_timeout;
        // It begins when nothing is owed to the client: one that waits for an answer is not late
        // with its next line.
        let silent = |given| Box::pin(silence(taken.clone(), given, time));
        let mut silence = silent(0);
        let (mut feed, mut hold) = (Feed::default(), Hold::beyond(SMALL));
        let (mut free, mut is_whole) = (None::<mpsc::PermitIterator<'_, _>>, false);
        while !is_whole {
            let Some(piece) = self.piece(&mut body, silence.as_mut()).await? else {
                let is_whole = feed.last().is_none();
                return is_whole
                    .then_some(())
                    .ok_or_else(|| "the server is ending".to_owned());
            };
            is_whole = piece.is_none();
            let piece = piece.unwrap_or_default();
            let mut arrived = &piece[..];
            while !arrived.is_empty() || is_whole {
                let line = if is_whole {
                    feed.last()
                } else {
                    feed.next(&mut arrived)
                };
                let bytes = line.as_ref().map_or(feed.stored_bytes(), Line::bytes);
                tokio::select! {
                    // A line that is late where there is memory is not told that there is none.
                    biased;
                    () = self.pool.memory.grow(self.client, &mut hold, bytes) => {}
                    () = silence.as_mut() => return Err("there is no memory for this line".to_owned()),
                }
                let Some(line) = line else {
                    break;
                };
                if free.as_ref().is_none_or(|free| free.len() == 0) {
                    free = places.reserve_many(TOGETHER).await.ok();
                }
                let Some(free) = free.as_mut().and_then(Iterator::next) else {
                    return Ok(());
                };
                let hold = std::mem::replace(&mut hold, Hold::beyond(SMALL));
                free.send(Ok(self.begin(line.into(), hold)));
                self.pool.metrics.lines.inc();
                *given += 1;
                silence = silent(*given);
            }
        }
        Ok(())
    }

    /// The next bytes of the body; `None` if the server shuts down.
    async fn piece(
        &self,
        body: &mut BodyDataStream,
        silence: Pin<&mut impl Future<Output = ()>>,
    ) -> Result<Option<Option<Bytes>>, String> {
        let ending = async {
            self.pool.closing.cancelled().await;
            if !self.pool.is_interrupted() {
                sleep(LAST_PAUSE).await;
            }
        };
        tokio::select! {
            arrived = body.next() => arrived
                .transpose()
                .map(Some)
                .map_err(|error| format!("this line did not arrive: {error}")),
            () = silence => {
                let time = self.pool.options.request_timeout;
                Err(format!("this line did not arrive within {time:?}"))
            }
            () = ending => Ok(None),
        }
    }

    /// Hands a line to the workers.
    fn begin(&self, line: Arc<Line>, hold: Hold) -> Place {
        let (sender, response) = oneshot::channel();
        let (memory, client) = (self.pool.memory.clone(), self.client);
        self.stream.begin(Arc::clone(&line), move |text| {
            let bytes = text.len();
            let kept = memory.keep(client, text.into_bytes(), SMALL);
            // The receiver is gone if the client has left.
            let _ = sender.send(kept.ok_or(bytes));
        });
        Place {
            line,
            hold,
            response,
        }
    }

    /// Waits for the response to a line; computes it again if there was no room for it.
    async fn await_response(&self, mut place: Place) -> io::Result<Result<Bytes, Cut>> {
        loop {
            let response = place.response.await;
            match response.map_err(|_| io::Error::other("answering failed"))? {
                Ok(response) => return Ok(Ok(response)),
                Err(bytes) => {
                    let mut hold = Hold::beyond(SMALL);
                    let room = self.pool.memory.grow(self.client, &mut hold, bytes);
                    if timeout(self.pool.options.send_timeout, room).await.is_err() {
                        let why = "there is no memory for the response to this line".to_owned();
                        return Ok(Err(Cut(place.line.number, why)));
                    }
                    place = self.begin(place.line, place.hold);
                }
            }
        }
    }
}

/// The body of the response: texts in the order of the lines.
struct Texts {
    session: Arc<Session>,
    connection: Arc<Connection>,
    places: mpsc::Receiver<Result<Place, Cut>>,
    received: u64,
    /// The number of responses that the client has taken.
    taken: watch::Sender<u64>,
    is_cut: bool,
    is_left: Arc<AtomicBool>,
}

impl Texts {
    async fn next(mut self) -> Option<(io::Result<Bytes>, Self)> {
        if self.is_cut {
            // The last line is sent before the connection is broken off.
            self.connection.flushed.notified().await;
            return Some((Err(io::ErrorKind::ConnectionAborted.into()), self));
        }
        // What was received before is on its way to the client.
        self.taken.send_replace(self.received);
        let response = match self.places.recv().await? {
            Ok(place) => self.session.await_response(place).await,
            Err(cut) => Ok(Err(cut)),
        };
        self.received += 1;
        let text = response.map(|response| {
            response.unwrap_or_else(|cut| {
                self.is_cut = true;
                cut.line()
            })
        });
        Some((text, self))
    }
}

impl Drop for Texts {
    fn drop(&mut self) {
        self.is_left.store(true, Ordering::Relaxed);
    }
}
