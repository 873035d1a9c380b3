//! The lines of one stream, each answered by the [workers](super::workers) within its time.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::feed::Line;
use super::respond::{failed, read, respond, response_line, too_long};
use super::workers::{Client, Worker, Workers, locked};
use crate::protocol::{Id, Request, Response};
use crate::subject::Subject;

/// The most cancelled questions that are remembered: more than lines wait in any stream.
const CANCELLED: usize = 512;

/// A stream of requests, one a line.
pub struct Stream<S> {
    workers: Arc<Workers>,
    client: Client,
    subject: S,
    /// The time for an answer; a request may ask for less.
    timeout: Option<Duration>,
    /// Whether nobody wants the responses any longer.
    is_over: Box<dyn Fn() -> bool + Send + Sync>,
    cancelled: Cancelled,
}

/// The questions of a stream that were cancelled.
#[derive(Debug, Default)]
struct Cancelled {
    /// The ids of cancelled questions, each with the number of the line that cancels it.
    ids: Mutex<VecDeque<(Id, u64)>>,
    /// The number of the last line that cancels a question.
    last: AtomicU64,
}

impl<S: Subject + Clone + Send + Sync + 'static> Stream<S> {
    /// A stream of a client. Its questions are given up when `is_over` holds.
    pub fn new(
        workers: Arc<Workers>,
        client: Client,
        subject: S,
        timeout: Option<Duration>,
        is_over: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Arc<Self> {
        Arc::new(Self {
            workers,
            client,
            subject,
            timeout,
            is_over: Box::new(is_over),
            cancelled: Cancelled::default(),
        })
    }

    /// Has the workers answer a line. Its time begins now. `done` gets the response with a line
    /// break.
    pub fn begin(self: &Arc<Self>, line: Arc<Line>, done: impl FnOnce(String) + Send + 'static) {
        self.cancelled.note(&line);
        let (own, read_at) = (Arc::clone(self), Instant::now());
        let (number, bytes) = (line.number, line.bytes());
        let work = move |worker: &Worker| own.response(&line, read_at, worker);
        let done = move |response| done(response_line(&response, number) + "\n");
        self.workers.begin(self.client, bytes, work, done);
    }

    fn response(&self, line: &Line, read_at: Instant, worker: &Worker) -> Response {
        let number = line.number;
        let Some(text) = &line.text else {
            return too_long(number);
        };
        let stops = |id: &Id, asked: Option<Duration>| {
            let timeout = [asked, self.timeout].into_iter().flatten().min();
            let until = timeout.and_then(|timeout| read_at.checked_add(timeout));
            until.is_some_and(|until| Instant::now() >= until)
                || self.cancelled.contains(id, number)
                || (self.is_over)()
                || worker.stops()
        };
        let response = respond(&mut self.subject.clone(), number, text, &stops);
        if worker.is_refused() {
            let message = "there is no thread for this question".to_owned();
            return failed(response.id().cloned(), number, message);
        }
        response
    }
}

impl Cancelled {
    fn note(&self, line: &Line) {
        const NAME: &[u8] = b"\"cancel\"";
        if let Some(text) = &line.text
            && text.windows(NAME.len()).any(|part| part == NAME)
            && let Ok(Request::Cancel { cancel, .. }) = read(line.number, text)
        {
            let mut ids = locked(&self.ids);
            ids.push_back((cancel, line.number));
            if ids.len() > CANCELLED {
                ids.pop_front();
            }
            self.last.store(line.number, Ordering::Relaxed);
        }
    }

    /// Whether a later line cancels the question of this line.
    fn contains(&self, id: &Id, number: u64) -> bool {
        let is_it = |(cancelled, by): &(Id, u64)| cancelled == id && *by > number;
        self.last.load(Ordering::Relaxed) > number && locked(&self.ids).iter().any(is_it)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cancel_concerns_earlier_questions_of_its_id() {
        let cancelled = Cancelled::default();
        let text = Some(b"{\"id\":3,\"cancel\":2}".to_vec());
        cancelled.note(&Line { number: 3, text });
        let is_given_up = |id, number| cancelled.contains(&Id::Number(id), number);
        assert!(is_given_up(2, 1) && is_given_up(2, 2));
        assert!(!is_given_up(1, 1), "another id");
        assert!(!is_given_up(2, 4), "a later question");
    }
}
