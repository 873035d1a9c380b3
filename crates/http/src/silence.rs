//! Connections without a request in progress: the one that is silent the longest makes room for the
//! next.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::sync::Notify;

use crate::clients::locked;

/// The least silence for which a connection is closed; what it was sent last is with the system by
/// then.
const LEAST: Duration = Duration::from_secs(1);

/// The mark of a connection with a request in progress.
const BUSY: u64 = u64::MAX;

/// All open connections.
#[derive(Clone, Debug)]
pub(super) struct Silences {
    start: Instant,
    all: Arc<Mutex<HashMap<usize, Silence>>>,
}

/// The silence of one connection.
#[derive(Clone, Debug)]
pub(super) struct Silence {
    start: Instant,
    /// Since when, in nanoseconds after the start; or [`BUSY`].
    since: Arc<AtomicU64>,
    close: Arc<Notify>,
}

/// A connection in the list, until it is dropped.
#[derive(Debug)]
pub(super) struct Listed(Silences, Silence);

/// The body of a response; silence begins when it is dropped.
#[derive(Debug)]
pub(super) struct LastBody {
    body: Body,
    silence: Silence,
}

impl Silences {
    pub(super) fn new() -> Self {
        let (start, all) = (Instant::now(), Arc::default());
        Self { start, all }
    }

    /// One more connection, which is silent.
    pub(super) fn list(&self) -> Listed {
        let silence = Silence {
            start: self.start,
            since: Arc::default(),
            close: Arc::default(),
        };
        silence.begin();
        locked(&self.all).insert(silence.key(), silence.clone());
        Listed(self.clone(), silence)
    }

    /// Closes the connection that is silent the longest, if one is silent long enough.
    pub(super) fn close_longest(&self) {
        let all = locked(&self.all);
        let since = |silence: &&Silence| silence.since.load(Ordering::Relaxed);
        let latest = nanoseconds(self.start.elapsed().saturating_sub(LEAST));
        let longest = all.values().min_by_key(since);
        if let Some(longest) = longest.filter(|silence| since(silence) <= latest) {
            longest.close.notify_one();
        }
    }
}

impl Silence {
    fn begin(&self) {
        let now = nanoseconds(self.start.elapsed());
        self.since.store(now, Ordering::Relaxed);
    }

    /// The number of its connection among those that are open.
    fn key(&self) -> usize {
        Arc::as_ptr(&self.since).addr()
    }

    /// Ends with a request.
    pub(super) fn end(&self) {
        self.since.store(BUSY, Ordering::Relaxed);
    }

    /// The body after which it begins again.
    pub(super) fn after(&self, body: Body) -> LastBody {
        let silence = self.clone();
        LastBody { body, silence }
    }

    /// Waits until the connection is to be closed.
    pub(super) async fn too_long(&self) {
        self.close.notified().await;
    }
}

impl std::ops::Deref for Listed {
    type Target = Silence;

    fn deref(&self) -> &Silence {
        &self.1
    }
}

impl Drop for Listed {
    fn drop(&mut self) {
        locked(&self.0.all).remove(&self.1.key());
    }
}

impl Drop for LastBody {
    fn drop(&mut self) {
        self.silence.begin();
    }
}

impl HttpBody for LastBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }
}

fn nanoseconds(time: Duration) -> u64 {
    time.as_nanos().try_into().unwrap_or(BUSY - 1)
}
