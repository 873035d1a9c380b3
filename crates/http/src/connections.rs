//! Connections: how many, how long a silent one stays, and how long one may not read.

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

/// The most bytes of the head of a request, and of what is read of its body at once.
const HEAD: usize = 32 << 10;

/// Half of the bytes that the system keeps for a connection in each direction.
const BUFFER: u32 = 32 << 10;

/// The connections that the system keeps until they are accepted.
const BACKLOG: u32 = 1024;

/// The bytes that a client must take within the time for sending, unless there are fewer.
const TAKEN: usize = 64 << 10;

/// How long a connection is silent before it may be closed to make room. By then the system has
/// what it was sent last.
const SILENT: Duration = Duration::from_secs(1);

/// How often it is looked whether a client has left.
const LOOK: Duration = Duration::from_secs(1);

/// How long the rest of what a client sends may pause while it is read and dropped.
const LINGER: Duration = Duration::from_secs(1);

/// Files that are open beside connections.
const OTHER_FILES: u64 = 64;

/// Listens at the first of these addresses that can be had.
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

/// How connections are accepted and treated.
#[derive(Clone)]
pub(super) struct Connections {
    seats: Budget,
    /// Notified where a silent connection is to make room.
    room_needed: Arc<Notify>,
    builder: http1::Builder,
    app: Router,
    pool: Arc<Pool>,
}

/// One connection, as its requests see it.
pub(super) struct Connection {
    /// Whether the client reaches the server at a loopback address.
    pub(super) is_loopback: bool,
    /// Whether the last response leaves bytes of its request unread.
    pub(super) is_unread: AtomicBool,
    /// Notified when everything that was to be sent is with the system.
    pub(super) flushed: Notify,
    /// Whether it has no request in progress.
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

    /// These connections, with one response each.
    pub(super) fn for_one_response(&self) -> Self {
        let mut other = self.clone();
        other.builder.keep_alive(false);
        other
    }

    /// Accepts connections for ever. Those that are `open` can be told to end.
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

    /// Room for one more connection. Beyond the limit it is that of another, which is silent or
    /// ends.
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

    /// Serves a connection to its end.
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

/// The end of a response, after which the connection is silent.
struct End(Arc<Connection>);

impl Drop for End {
    fn drop(&mut self) {
        self.0.is_silent.send_replace(true);
    }
}

/// Ends when a connection that is silent is to make room. All that are silent wait here and are
/// notified in their order, so that it is the one that is silent the longest.
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

/// Ends a while after the client has closed its half of the connection. That is noticed at once
/// where something is read, which is not done while bytes behind a request wait for its response.
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

/// Reads and drops what a client still sends, until it pauses or closes its half of the connection.
/// The client may never see its last response if the connection is closed with bytes unread.
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

/// Lets the process have files for so many connections, where the system allows it.
pub(super) fn allow_files(connections: usize) {
    let wanted = (connections as u64).saturating_add(OTHER_FILES);
    // Without it fewer connections are accepted at a time.
    let _ = rlimit::increase_nofile_limit(wanted);
}

/// A connection whose client must read: it fails where something could not be sent for some time.
struct Timed {
    /// Beside it only [`has_left`] looks at it, for a moment.
    stream: Arc<Mutex<TcpStream>>,
    timeout: Duration,
    connection: Arc<Connection>,
    /// While the client is behind: the end of its time, and the bytes that it must take until then.
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

    /// Without it a body would be copied for each client that is slow to read it.
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

    /// Everything that was to be sent is with the system.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.behind = None;
        self.connection.flushed.notify_waiters();
        Pin::new(&mut *locked(&self.stream)).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut *locked(&self.stream)).poll_shutdown(context)
    }
}
