//! Accepts connections, and limits their number, silence and slow reading.

use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::io::{self, IoSlice};
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::response::Response;
use futures_util::FutureExt;
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Notify, OwnedSemaphorePermit, watch};
use tokio::time::{Sleep, sleep, timeout};
use tower::ServiceExt;

use crate::Options;
use crate::budget::{Budget, client_at, locked};
use crate::pool::Pool;

/// The greatest size in bytes of the head of a request, and of one read of its body.
const HEAD: usize = 32 << 10;

/// Half of the size in bytes of a socket's buffer in each direction.
const BUFFER: u32 = 32 << 10;

/// The number of connections that the operating system queues until they are accepted.
const BACKLOG: u32 = 1024;

/// The number of bytes that a client must take within the send timeout, if there are as many.
const TAKEN: usize = 64 << 10;

/// The time after which a silent connection may be closed to make room. Its last bytes have then
/// been sent.
const SILENT: Duration = Duration::from_secs(1);

/// The interval between checks whether a client has left.
const LOOK: Duration = Duration::from_secs(1);

/// The longest pause while the rest of a client's input is read and dropped.
const LINGER: Duration = Duration::from_secs(1);

/// The number of open files other than connections.
const OTHER_FILES: u64 = 64;

/// Listens at the first of these addresses that is free.
pub(super) fn listen(addresses: &[SocketAddr]) -> io::Result<TcpListener> {
    let mut failed = io::ErrorKind::AddrNotAvailable.into();
    for &address in addresses {
        match listen_at(address) {
            Ok(listener) => return Ok(listener),
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

fn listen_at(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(BUFFER)?;
    socket.set_recv_buffer_size(BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Accepts connections, with the limits that they share.
#[derive(Clone)]
pub(super) struct Connections {
    seats: Budget,
    /// Notified when a silent connection has to make room.
    room_needed: Arc<Notify>,
    builder: http1::Builder,
    app: Router,
    pool: Arc<Pool>,
}

/// The state of one connection, for its requests.
pub(super) struct Connection {
    /// Whether the client reaches the server at a loopback address.
    pub(super) is_loopback: bool,
    /// Whether a part of the last request's body is unread.
    pub(super) is_unread: AtomicBool,
    /// Notified when all output is with the operating system.
    pub(super) flushed: Notify,
    /// Whether the connection has no request in progress.
    is_silent: watch::Sender<bool>,
}

impl Connections {
    pub(super) fn new(options: &Options, app: Router, pool: Arc<Pool>) -> Self {
        let mut builder = http1::Builder::new();
        // The timer runs from the moment at which a connection is accepted, or has had its last
        // response.
        builder
            .timer(TokioTimer::new())
            .header_read_timeout(options.request_timeout)
            .max_buf_size(HEAD);
        Self {
            seats: Budget::new(options.connections, Some(options.client_connections)),
            room_needed: Arc::default(),
            builder,
            app,
            pool,
        }
    }

    /// A copy whose connections serve one response each.
    pub(super) fn for_one_response(&self) -> Self {
        let mut other = self.clone();
        other.builder.keep_alive(false);
        other
    }

    /// Accepts connections without end. `open` tells them to close at a shutdown.
    pub(super) async fn accept(
        &self,
        listener: &TcpListener,
        open: Option<&GracefulShutdown>,
    ) -> Infallible {
        loop {
            match listener.accept().await {
                Ok((stream, address)) => {
                    let client = client_at(address.ip());
                    if let Some(seat) = self.seats.seat(client) {
                        let held = (seat, self.room().await);
                        let watcher = open.map(GracefulShutdown::watcher);
                        tokio::spawn(self.clone().serve(stream, client, watcher, held));
                    } else {
                        self.pool.metrics.refused.inc();
                    }
                }
                Err(error) => {
                    // The system is short of something that other connections give back.
                    tracing::warn!("cannot accept: {error}");
                    sleep(Duration::from_millis(100)).await;
                }
            }
        }
    }

    /// Waits for room for one more connection. At the limit, the longest silent connection is
    /// closed.
    async fn room(&self) -> Option<OwnedSemaphorePermit> {
        let free = Arc::clone(&self.seats.free);
        if let Ok(free) = Arc::clone(&free).try_acquire_owned() {
            return Some(free);
        }
        self.room_needed.notify_one();
        let free = free.acquire_owned().await;
        // What was asked for and not given is no longer needed.
        let _ = self.room_needed.notified().now_or_never();
        free.ok()
    }

    /// Serves the requests of a connection until it closes.
    async fn serve(
        self,
        stream: TcpStream,
        client: IpAddr,
        watcher: Option<Watcher>,
        _held: impl Send,
    ) {
        self.pool.metrics.connections.inc();
        let _ = stream.set_nodelay(true);
        let local = stream.local_addr();
        let connection = Arc::new(Connection {
            is_loopback: local.is_ok_and(|local| local.ip().to_canonical().is_loopback()),
            is_unread: AtomicBool::default(),
            flushed: Notify::new(),
            is_silent: watch::Sender::new(true),
        });
        let (asked, answered) = (Arc::clone(&connection), Arc::clone(&connection));
        let app = self.app.map_request(move |mut request: Request<Incoming>| {
            asked.is_silent.send_replace(false);
            request.extensions_mut().insert(client);
            request.extensions_mut().insert(Arc::clone(&asked));
            request
        });
        let app = app.map_response(move |response: Response| {
            let end = End(Arc::clone(&answered));
            response.map(|body| {
                body.map_err(move |error| {
                    // It is dropped with the body.
                    let _end = &end;
                    error
                })
            })
        });
        let stream = Arc::new(Mutex::new(stream));
        let timed = Timed {
            stream: Arc::clone(&stream),
            timeout: self.pool.options.send_timeout,
            connection: Arc::clone(&connection),
            behind: None,
        };
        let service = TowerToHyperService::new(app);
        let served = self.builder.serve_connection(TokioIo::new(timed), service);
        let served = async {
            match watcher {
                Some(watcher) => watcher.watch(served).await,
                None => served.await,
            }
        };
        // What is being answered is dropped, and so given up, with the connection.
        let served = tokio::select! {
            biased;
            served = served => Some(served),
            () = has_left(&stream) => None,
            () = makes_room(&connection.is_silent, &self.room_needed) => None,
        };
        // A request that is no HTTP has its response, too.
        let is_unread = match &served {
            Some(Ok(())) => connection.is_unread.load(Ordering::Relaxed),
            Some(Err(error)) => error.is_parse(),
            None => false,
        };
        if is_unread {
            let _ = timeout(self.pool.options.send_timeout, drain(&stream)).await;
        }
        self.pool.metrics.connections.dec();
        if !matches!(served, Some(Ok(()))) {
            self.pool.metrics.failed.inc();
        }
    }
}

/// Marks the connection as silent when it is dropped: at the end of a response.
struct End(Arc<Connection>);

impl Drop for End {
    fn drop(&mut self) {
        self.0.is_silent.send_replace(true);
    }
}

/// Waits until this silent connection has to make room. Silent connections wait in the order in
/// which they became silent, so the longest silent one is notified first.
async fn makes_room(is_silent: &watch::Sender<bool>, room_needed: &Notify) {
    let mut is_silent = is_silent.subscribe();
    // The sender is there as long as the connection.
    while is_silent.wait_for(|is_silent| *is_silent).await.is_ok() {
        let long = sleep(SILENT);
        tokio::select! {
            biased;
            _ = is_silent.changed() => continue,
            () = room_needed.notified() => {}
        }
        tokio::select! {
            biased;
            _ = is_silent.changed() => room_needed.notify_one(),
            () = long => return,
        }
    }
}

/// Waits until the client has closed its half of the connection. hyper notices that while it reads,
/// but it does not read while bytes behind a request wait for the response.
async fn has_left(stream: &Mutex<TcpStream>) {
    loop {
        sleep(LOOK).await;
        let ready = locked(stream).ready(Interest::READABLE).now_or_never();
        if let Some(Ok(ready)) = ready
            && ready.is_read_closed()
        {
            return;
        }
    }
}

/// Reads and drops a client's input until it pauses or closes its half of the connection. The
/// client might not get its last response if the connection were closed with unread bytes.
async fn drain(stream: &Mutex<TcpStream>) {
    let mut dropped = vec![0; HEAD];
    loop {
        let ready = poll_fn(|context| locked(stream).poll_read_ready(context));
        let Ok(ready) = timeout(LINGER, ready).await else {
            return;
        };
        let read = ready.and_then(|()| locked(stream).try_read(&mut dropped));
        match read {
            Ok(0) => return,
            Err(error) if error.kind() != io::ErrorKind::WouldBlock => return,
            _ => {}
        }
    }
}

/// Raises the limit of open files for this number of connections, if the system allows it.
pub(super) fn allow_files(connections: usize) {
    let wanted = (connections as u64).saturating_add(OTHER_FILES);
    // Without it fewer connections are accepted at a time.
    let _ = rlimit::increase_nofile_limit(wanted);
}

/// A stream that fails if the client does not take the output in time.
struct Timed {
    /// The stream, which only [`has_left`] locks, too, and for a moment.
    stream: Arc<Mutex<TcpStream>>,
    timeout: Duration,
    connection: Arc<Connection>,
    /// While output waits: the deadline, and the number of bytes that the client must take until
    /// then.
    behind: Option<(Pin<Box<Sleep>>, usize)>,
}

impl Timed {
    fn written(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(result) = written {
            if let (Ok(bytes), Some((_, left))) = (&result, &mut self.behind) {
                *left = left.saturating_sub(*bytes);
                self.behind.take_if(|(_, left)| *left == 0);
            }
            return Poll::Ready(result);
        }
        let start = || (Box::pin(sleep(self.timeout)), TAKEN);
        let (timer, _) = self.behind.get_or_insert_with(start);
        ready!(timer.as_mut().poll(context));
        // The system shall keep nothing for this client either.
        let _ = locked(&self.stream).set_zero_linger();
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Timed {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut *locked(&self.stream)).poll_read(context, buffer)
    }
}

impl AsyncWrite for Timed {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut *locked(&self.stream)).poll_write(context, bytes);
        self.written(context, written)
    }

    /// Vectored writes: without them a body would be copied for each slow client.
    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut *locked(&self.stream)).poll_write_vectored(context, bytes);
        self.written(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    /// Flushes the stream; then all output is with the operating system.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.behind = None;
        self.connection.flushed.notify_waiters();
        Pin::new(&mut *locked(&self.stream)).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut *locked(&self.stream)).poll_shutdown(context)
    }
}
