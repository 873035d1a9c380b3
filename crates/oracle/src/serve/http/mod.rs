//! The one language over HTTP: `serve --http`.
//!
//! Questions and answers are those of [`ask`](crate::ask); a route adds nothing to them. Nothing is
//! remembered between requests.
//!
//! | file | what it is |
//! |---|---|
//! | `routes.rs` | the routes |
//! | `pool.rs` | questions answered on all cores, each until its deadline |
//! | `lines.rs` | a stream of questions, one a line |
//! | `catalogue.rs` | rules, cases and pictures |
//! | `openapi.rs` | the description of the routes for programs |
//! | `metrics.rs` | counters for whoever runs the server |
//! | `connections.rs` | how many connections, and how slow they may be |

mod catalogue;
mod connections;
mod lines;
mod metrics;
mod openapi;
mod pool;
mod routes;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum_server::Handle;
use tokio::signal::unix::{SignalKind, signal};
use tracing::level_filters::LevelFilter;
use tracing_subscriber::EnvFilter;

use arimaa::compare::Engine;
use pool::Pool;

/// Where a server listens, and what it allows.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address and the port; port 0 lets the system choose.
    pub address: SocketAddr,
    /// The time for the answer to one question.
    pub timeout: Duration,
    /// The longest body of a request with one question, in bytes. A stream of lines has no bound of
    /// its own: each line has.
    pub body: usize,
    /// The most connections at a time; the next are closed at once.
    pub connections: usize,
    /// The most questions that wait for a core; the next are answered 503.
    pub waiting: usize,
    /// The time in which a connection must send the head of a request.
    pub head_timeout: Duration,
    /// The time for what is being answered when the server is told to end.
    pub grace: Duration,
    /// Whether pages of other hosts may ask.
    pub cors: bool,
    /// The folder whose files are served at every other address; without it a short page is at `/`.
    pub page: Option<PathBuf>,
}

/// Serves until SIGINT or SIGTERM. Then it takes no more connections, finishes what is being
/// answered or lets its time run out, and returns. `listening` is told the address.
///
/// # Errors
///
/// If the address cannot be listened on.
pub fn serve(
    engine: &Engine,
    options: &Options,
    listening: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    tracing_subscriber::fmt()
        .json()
        .with_span_list(false)
        // A log that cannot be written is no reason to leave a question unanswered.
        .log_internal_errors(false)
        .with_writer(io::stderr)
        .with_env_filter(
            EnvFilter::builder()
                .with_default_directive(LevelFilter::INFO.into())
                .from_env_lossy(),
        )
        .init();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let socket = std::net::TcpListener::bind(options.address)?;
        socket.set_nonblocking(true)?;
        listening(socket.local_addr()?);
        let pool = Arc::new(Pool::new(engine, options));
        let handle = Handle::new();
        let ending = tokio::spawn(end_on_signal(
            handle.clone(),
            Arc::clone(&pool),
            options.grace,
        ));
        let mut server = axum_server::from_tcp(socket)?
            .handle(handle)
            .acceptor(connections::Limited::new(options.connections));
        connections::bound_heads(server.http_builder(), options.head_timeout);
        let app = routes::router(pool, options);
        let served = server.serve(app.into_make_service()).await;
        ending.abort();
        served
    })
}

/// Waits for a signal, and then lets the server end.
async fn end_on_signal(
    handle: Handle<SocketAddr>,
    pool: Arc<Pool>,
    grace: Duration,
) -> io::Result<()> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
    pool.close();
    handle.graceful_shutdown(Some(grace));
    Ok(())
}
