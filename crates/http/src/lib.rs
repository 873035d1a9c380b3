//! The one language over HTTP: `serve --http`.
//!
//! Questions and answers are those of [`ask`](arimaa_oracle::ask); a route adds nothing to them.
//! Nothing is remembered between requests.
//!
//! | file | contents |
//! |---|---|
//! | `routes.rs`, `responses.rs` | the routes; their responses |
//! | `head.rs` | heads of requests that are refused |
//! | `pool.rs` | questions, each answered until its deadline |
//! | `lines.rs` | a stream of questions, one a line |
//! | `budget.rs` | what all clients may have, and what one of them |
//! | `catalogue.rs` | rules, cases and pictures |
//! | `page.rs` | the files of a page: of a folder, or inside the program |
//! | `openapi.rs` | the description of the routes for programs |
//! | `metrics.rs`, `log.rs` | counters for operators; lines on standard error |
//! | `connections.rs` | how many connections, and how slow they may be |
//! | `signals.rs` | the signals that end the server |
//!
//! Libraries give what they have: hyper the time and the size of a head and the end of half-closed
//! connections, hyper-util the end of idle ones, tower-http request ids, CORS and what is said
//! after a panic. The rest is here, because they do not have it:
//!
//! | limit | why not that of a library |
//! |---|---|
//! | the time of a body | that of tower-http begins again with each part |
//! | the size of a body | the refusal is an answer, and memory is counted while a body arrives |
//! | unread responses | no library ends a connection that takes a byte now and then |
//! | a budget of memory, a share for each client | tower counts requests, whatever their size |
//! | expensive questions | tower counts requests before anybody knows which are expensive |
//! | the longest silent connection | no library closes one to make room for the next |
//! | clients that leave | hyper does not notice it behind bytes that wait for their turn |
//! | the rest of a refused body | hyper closes at once, and the refusal may be lost |
//! | `Host`, `Transfer-Encoding` | hyper leaves to the service what it does not need itself |

mod budget;
mod catalogue;
mod connections;
mod head;
mod lines;
mod log;
mod metrics;
mod openapi;
mod page;
mod pool;
mod responses;
mod routes;
mod signals;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use hyper_util::server::graceful::GracefulShutdown;
use tokio::runtime;
use tokio::time::timeout;

use arimaa::compare::Engine;
use arimaa_oracle::ask::MAX_TEXT;
use connections::Connections;
use log::Log;
use pool::Pool;
use signals::Signals;

/// The time for the last responses, after the questions have been interrupted.
const LAST: Duration = Duration::from_secs(1);

/// The addresses of a server, and its limits.
#[derive(Clone, Debug)]
pub struct Options {
    /// The addresses to try, with the port; port 0 lets the system choose.
    pub addresses: Vec<SocketAddr>,
    /// The time for the answer to one question.
    pub timeout: Duration,
    /// The longest body of a request with one question, in bytes; beyond half of `memory` there is
    /// no room for it. A stream of lines has no bound of its own: each line has.
    pub body: usize,
    /// The bytes of all requests that wait and of all responses that are not sent; one client has
    /// half of them at most.
    pub memory: usize,
    /// The most connections at a time. For the next the one that is silent the longest is closed;
    /// where none is silent it waits.
    pub connections: usize,
    /// The most connections of one client at a time; the next are closed at once.
    pub client_connections: Option<usize>,
    /// The most expensive questions that wait for a thread; the next are answered 503.
    pub waiting: usize,
    /// The most expensive questions and streams of lines of one client at a time; the next are
    /// answered 429.
    pub client_questions: Option<usize>,
    /// The time for the head of a request, for its body, and for each line of a stream to arrive.
    pub request_timeout: Duration,
    /// The time in which a client must take what there is to send, or 64 KiB of it.
    pub send_timeout: Duration,
    /// The time for questions in progress when a signal ends the server.
    pub grace: Duration,
    /// Whether pages of other hosts may ask.
    pub cors: bool,
    /// The files at every other address; without them a short page is at `/`.
    pub page: Option<Page>,
    /// Whether the log leaves out requests, unless `RUST_LOG` says otherwise.
    pub quiet: bool,
}

impl Default for Options {
    /// No address, and the limits that `serve --http` has by default.
    fn default() -> Self {
        Self {
            addresses: Vec::new(),
            timeout: Duration::from_mins(1),
            body: MAX_TEXT,
            memory: 256 << 20,
            connections: 4096,
            client_connections: Some(2048),
            waiting: 1024,
            client_questions: None,
            request_timeout: Duration::from_secs(10),
            send_timeout: Duration::from_secs(10),
            grace: Duration::from_secs(10),
            cors: false,
            page: None,
            quiet: false,
        }
    }
}

/// The files of a page, with `index.html` at `/`.
#[derive(Clone, Debug)]
pub enum Page {
    /// The files of a folder, as they are at the start.
    Folder(PathBuf),
    /// Files inside the program with their paths, such as `assets/main.js`.
    Inside(Vec<(&'static str, &'static [u8])>),
}

/// Serves until SIGINT or SIGTERM. Then it answers 503 to new requests, finishes what is being
/// answered or interrupts it after the grace, and returns `None`. A second signal ends it at once,
/// and is returned. `listening` is given the address.
///
/// # Errors
///
/// If the address cannot be listened on, or there are no threads.
pub fn serve(
    engine: &Engine,
    options: &Options,
    listening: impl FnOnce(SocketAddr),
) -> io::Result<Option<i32>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let runtime = runtime::Builder::new_multi_thread()
        .worker_threads(threads)
        .enable_all()
        .build()?;
    let log = Log::start(options.quiet)?;
    let served = runtime.block_on(run(engine, options, threads, listening));
    // It waits for nothing: files and answers that take long end with the process.
    runtime.shutdown_background();
    log.finish();
    served
}

async fn run(
    engine: &Engine,
    options: &Options,
    threads: usize,
    listening: impl FnOnce(SocketAddr),
) -> io::Result<Option<i32>> {
    connections::allow_files(options.connections);
    let mut signals = Signals::new()?;
    let pool = Arc::new(Pool::new(engine, options, threads)?);
    let app = routes::router(Arc::clone(&pool), options)?;
    let listener = connections::listen(&options.addresses)?;
    listening(listener.local_addr()?);
    let connections = Connections::new(options, app, Arc::clone(&pool));
    let open = GracefulShutdown::new();
    tokio::select! {
        never = connections.accept(&listener, Some(&open)) => match never {},
        _ = signals.next() => pool.closing.cancel(),
    }
    let ended = end(&pool, open, options.grace);
    // New requests are answered 503.
    let connections = connections.for_one_response();
    tokio::select! {
        never = connections.accept(&listener, None) => match never {},
        () = ended => Ok(None),
        signal = signals.next() => Ok(Some(signal)),
    }
}

/// Waits for the responses in progress, and interrupts their questions after the grace.
async fn end(pool: &Pool, open: GracefulShutdown, grace: Duration) {
    let mut closed = Box::pin(open.shutdown());
    if timeout(grace, &mut closed).await.is_err() {
        pool.interrupt();
        // Clients that do not read have had their time.
        let _ = timeout(LAST, closed).await;
    }
}
