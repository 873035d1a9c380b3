//! How many connections there may be, and how long one may take to say what it wants.

use std::future::{Ready, ready};
use std::io;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum_server::accept::Accept;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower_service::Service;

/// A connection that has not sent the head of a request in this time is closed.
pub(super) fn bound_heads(builder: &mut Builder<TokioExecutor>, timeout: Duration) {
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(timeout);
}

/// Accepts a limited number of connections and closes the others at once.
#[derive(Clone, Debug)]
pub(super) struct Limited {
    free: Arc<Semaphore>,
}

impl Limited {
    pub(super) fn new(connections: usize) -> Self {
        let free = Arc::new(Semaphore::new(connections.min(Semaphore::MAX_PERMITS)));
        Self { free }
    }
}

impl<S> Accept<TcpStream, S> for Limited {
    type Stream = TcpStream;
    type Service = Counted<S>;
    type Future = Ready<io::Result<(TcpStream, Counted<S>)>>;

    fn accept(&self, stream: TcpStream, service: S) -> Self::Future {
        let permit = Arc::clone(&self.free).try_acquire_owned();
        let accepted = permit.map_err(|_| io::Error::other("too many connections"));
        ready(accepted.and_then(|permit| {
            stream.set_nodelay(true)?;
            let permit = Arc::new(permit);
            Ok((stream, Counted { service, permit }))
        }))
    }
}

/// What answers one connection. As long as it lives, the connection counts.
#[derive(Clone, Debug)]
pub(super) struct Counted<S> {
    service: S,
    #[expect(dead_code, reason = "it is held, not read")]
    permit: Arc<OwnedSemaphorePermit>,
}

impl<S: Service<R>, R> Service<R> for Counted<S> {
    type Response = S::Response;
    type Error = S::Error;
    type Future = S::Future;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.service.poll_ready(context)
    }

    fn call(&mut self, request: R) -> S::Future {
        self.service.call(request)
    }
}
