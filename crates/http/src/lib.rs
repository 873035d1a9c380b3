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

use clap::builder::{RangedU64ValueParser, TypedValueParser};
use clap::{Args, Command, FromArgMatches};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::runtime;
use tokio::time::timeout;

use arimaa::compare::Engine;
use arimaa_oracle::ask::MAX_TEXT;
use connections::Connections;
use log::Log;
use pool::Pool;
use signals::signals;

/// The time to send last responses after the questions in progress were interrupted.
const LAST: Duration = Duration::from_secs(1);

/// The addresses of a server, and its limits, which are options of a command line.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Over HTTP")]
pub struct Options {
    /// The addresses to try, with the port; port 0 lets the system choose.
    #[arg(skip)]
    pub addresses: Vec<SocketAddr>,
    /// The time for the answer to one question.
    #[arg(skip = Duration::from_mins(1))]
    pub timeout: Duration,
    /// The longest body of a request with one question, in bytes: at most 1 GiB, and half of
    /// --max-memory
    #[arg(long = "max-body", value_name = "BYTES", default_value_t = MAX_TEXT, value_parser = sizes().range(1..=1 << 30))]
    pub body: usize,
    /// The bytes of all requests that wait and all responses that are not sent, at least 16 MiB;
    /// one client has half of them at most
    #[arg(long = "max-memory", value_name = "BYTES", default_value_t = 256 << 20, value_parser = sizes().range(16 << 20..=1 << 40))]
    pub memory: usize,
    /// The most connections at a time; for the next the one that is silent the longest is closed
    #[arg(long = "max-connections", value_name = "NUMBER", default_value_t = 4096, value_parser = sizes().range(1..=1 << 20))]
    pub connections: usize,
    /// The most connections of one client at a time; the next are closed
    #[arg(long = "max-client-connections", value_name = "NUMBER", default_value_t = 2048, value_parser = sizes().range(1..))]
    pub client_connections: usize,
    /// The most expensive questions and streams of one client at a time; the next are answered 429
    /// (default: no limit)
    #[arg(long = "max-client-questions", value_name = "NUMBER", value_parser = sizes().range(1..))]
    pub client_questions: Option<usize>,
    /// The most expensive questions that wait for a thread; the next are answered 503
    #[arg(long = "max-waiting", value_name = "NUMBER", default_value_t = 1024)]
    pub waiting: usize,
    /// The seconds for the head of a request, for its body, and for each line of a stream
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds(1))]
    pub request_timeout: Duration,
    /// The seconds in which a client must take what there is to send, or 64 KiB of it
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds(1))]
    pub send_timeout: Duration,
    /// The seconds for questions in progress when a signal ends the server
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds(0))]
    pub grace: Duration,
    /// Let pages of other hosts ask (CORS)
    #[arg(long)]
    pub cors: bool,
    /// The files at every other address; without them a short page is at `/`.
    #[arg(skip)]
    pub page: Option<Page>,
    /// Whether the log leaves out requests, unless `RUST_LOG` says otherwise.
    #[arg(skip)]
    pub quiet: bool,
}

fn sizes() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new()
}

fn seconds(least: u64) -> impl TypedValueParser<Value = Duration> {
    let seconds = RangedU64ValueParser::<u64>::new().range(least..=3600);
    seconds.map(Duration::from_secs)
}

impl Default for Options {
    /// No address, and the limits of a command line without options.
    fn default() -> Self {
        let command = Self::augment_args(Command::new("options"));
        let options = command.try_get_matches_from(["options"]);
        let options = options.and_then(|matches| Self::from_arg_matches(&matches));
        options.unwrap_or_else(|error| error.exit())
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
    let mut signals = signals()?;
    let pool = Arc::new(Pool::new(engine, options, threads)?);
    let app = routes::router(Arc::clone(&pool), options)?;
    let listener = connections::listen(&options.addresses)?;
    listening(listener.local_addr()?);
    let connections = Connections::new(options, app, Arc::clone(&pool));
    let open = GracefulShutdown::new();
    tokio::select! {
        never = connections.accept(&listener, Some(&open)) => match never {},
        _ = signals.recv() => pool.closing.cancel(),
    }
    let ended = end(&pool, open, options.grace);
    // New requests are answered 503.
    let connections = connections.for_one_response();
    tokio::select! {
        never = connections.accept(&listener, None) => match never {},
        () = ended => Ok(None),
        signal = signals.recv() => Ok(signal),
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
