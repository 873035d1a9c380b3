//! Connections without a request in progress: the one that is silent the longest makes room for the
//! next.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use crate::budget::locked;

/// The least silence for which a connection is closed; what it was sent last is with the system by
/// then.
const LEAST: Duration = Duration::from_secs(1);

/// The beginning of a silence, and a number of its connection.
type Since = (Instant, usize);

/// The connections that are silent, the longest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Silences(Arc<Mutex<BTreeMap<Since, Arc<Notify>>>>);

/// An open connection.
#[derive(Debug)]
pub(super) struct Silence {
    all: Silences,
    /// When it became silent; none with a request in progress.
    since: Mutex<Option<Since>>,
    close: Arc<Notify>,
}

impl Silences {
    /// One more connection, which is silent.
    pub(super) fn connection(&self) -> Silence {
        let silence = Silence {
            all: self.clone(),
            since: Mutex::default(),
            close: Arc::default(),
        };
        silence.begin();
        silence
    }

    /// Closes the connection that is silent the longest, if one is silent long enough.
    pub(super) fn close_longest(&self) {
        let mut all = locked(&self.0);
        if let Some(longest) = all.first_entry()
            && longest.key().0.elapsed() >= LEAST
        {
            longest.remove().notify_one();
        }
    }
}

impl Silence {
    /// Begins with the end of a response.
    pub(super) fn begin(&self) {
        let since = (Instant::now(), Arc::as_ptr(&self.close).addr());
        *locked(&self.since) = Some(since);
        locked(&self.all.0).insert(since, Arc::clone(&self.close));
    }

    /// Ends with a request.
    pub(super) fn end(&self) {
        if let Some(since) = locked(&self.since).take() {
            locked(&self.all.0).remove(&since);
        }
    }

    /// Waits until the connection is to be closed.
    pub(super) async fn too_long(&self) {
        self.close.notified().await;
    }
}

impl Drop for Silence {
    fn drop(&mut self) {
        self.end();
    }
}
