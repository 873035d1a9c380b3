//! The state that the threads of a stream share: lines in work, cancelled questions, failures.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::feed::Batch;
use crate::protocol::{Id, Request};
use crate::serve::respond::read;

/// While so many questions are read and not yet answered, no more are read: the time of each runs
/// from the moment that it is read.
const WAITING: u64 = 64;

/// While requests that are not answered and responses that are not written have so many bytes
/// together, no more are read.
const HELD: usize = 32 << 20;

/// The most cancelled questions that are remembered: more than lines wait in any stream.
const CANCELLED: usize = 512;

/// The requests and responses that are in memory.
#[derive(Debug, Default)]
struct Waiting {
    /// How many lines were read and have no response yet.
    lines: u64,
    /// The bytes of all lines whose responses are not written, and of the responses that are ready.
    bytes: usize,
}

/// The state that the threads of a stream share.
#[derive(Debug, Default)]
pub(super) struct Traffic {
    waiting: Mutex<Waiting>,
    fewer: Condvar,
    /// Whether the responses are no longer read.
    is_over: AtomicBool,
    /// Why the requests could not be read to their end.
    pub(super) failure: Mutex<Option<io::Error>>,
    cancelled: Cancelled,
}

/// The questions of a stream that were cancelled.
#[derive(Debug, Default)]
pub struct Cancelled {
    /// Their ids, each with the number of the line that cancels it.
    ids: Mutex<VecDeque<(Id, u64)>>,
    /// The number of the last such line.
    last: AtomicU64,
}

/// The value, also where another thread panicked while it held it.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Traffic {
    pub(super) fn is_idle(&self) -> bool {
        locked(&self.waiting).lines == 0
    }

    /// Waits until more lines may be read; false if none shall be.
    pub(super) fn admits_more(&self) -> bool {
        let mut waiting = locked(&self.waiting);
        let is_full = |held: &Waiting| held.lines >= WAITING || held.bytes >= HELD;
        while is_full(&waiting) && !self.is_over.load(Ordering::Relaxed) {
            let woken = self.fewer.wait(waiting);
            waiting = woken.unwrap_or_else(PoisonError::into_inner);
        }
        !self.is_over.load(Ordering::Relaxed)
    }

    /// Counts lines that were read, with their bytes.
    pub(super) fn hold(&self, lines: u64, bytes: usize) {
        let mut waiting = locked(&self.waiting);
        waiting.lines += lines;
        waiting.bytes += bytes;
    }

    /// Counts lines that have their responses now, with the bytes of these. Lines behind them are
    /// read although the responses may wait for their turn, or else a question could not be
    /// cancelled behind many others.
    pub(super) fn answer(&self, lines: u64, bytes: usize) {
        let mut waiting = locked(&self.waiting);
        waiting.lines -= lines;
        waiting.bytes += bytes;
        self.fewer.notify_one();
    }

    /// Counts the bytes of lines whose responses are written, and of the responses.
    pub(super) fn release(&self, bytes: usize) {
        let mut waiting = locked(&self.waiting);
        waiting.bytes -= bytes;
        self.fewer.notify_one();
    }

    pub(super) fn give_up(&self) {
        let _waiting = locked(&self.waiting);
        self.is_over.store(true, Ordering::Relaxed);
        self.fewer.notify_one();
    }

    /// Notes the questions that the lines of a batch cancel.
    pub(super) fn note_cancels(&self, batch: &Batch) {
        self.cancelled.note(batch);
    }

    /// Whether the question of an earlier line has been cancelled, or its response is not read.
    pub(super) fn is_given_up(&self, id: &Id, number: u64) -> bool {
        self.is_over.load(Ordering::Relaxed) || self.cancelled.contains(id, number)
    }
}

impl Cancelled {
    /// Notes the questions that the lines of a batch cancel.
    pub fn note(&self, batch: &Batch) {
        const NAME: &[u8] = b"\"cancel\"";
        for index in 0..batch.len() {
            if let (number, Ok(line)) = batch.line(index)
                && line.windows(NAME.len()).any(|part| part == NAME)
                && let Ok(Request::Cancel { cancel, .. }) = read(number, line)
            {
                let mut ids = locked(&self.ids);
                ids.push_back((cancel, number));
                if ids.len() > CANCELLED {
                    ids.pop_front();
                }
                self.last.store(number, Ordering::Relaxed);
            }
        }
    }

    /// Whether a later line cancels the question of this line.
    pub fn contains(&self, id: &Id, number: u64) -> bool {
        let is_it = |(cancelled, by): &(Id, u64)| cancelled == id && *by > number;
        self.last.load(Ordering::Relaxed) > number && locked(&self.ids).iter().any(is_it)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a line that is not read fails the test")]

    use super::*;
    use crate::serve::feed::Feed;

    #[test]
    fn a_cancel_concerns_earlier_questions_of_its_id() {
        let mut feed = Feed::default();
        feed.add(b"{}\n{}\n{\"id\":3,\"cancel\":2}\n{}\n");
        let cancelled = Cancelled::default();
        cancelled.note(&feed.batch().unwrap());
        let is_given_up = |id, number| cancelled.contains(&Id::Number(id), number);
        assert!(is_given_up(2, 1) && is_given_up(2, 2));
        assert!(!is_given_up(1, 1), "another id");
        assert!(!is_given_up(2, 4), "a later question");
    }

    #[test]
    fn traffic_counts_what_waits_and_admits_none_after_it_is_given_up() {
        let traffic = Traffic::default();
        assert!(traffic.is_idle() && traffic.admits_more());
        traffic.hold(2, 30);
        assert!(!traffic.is_idle() && traffic.admits_more());
        traffic.answer(2, 12);
        assert!(traffic.is_idle());
        traffic.release(40);
        let held = locked(&traffic.waiting);
        assert_eq!((held.lines, held.bytes), (0, 2));
        drop(held);
        traffic.hold(WAITING, 0);
        assert!(!traffic.is_given_up(&Id::Number(1), 1));
        traffic.give_up();
        assert!(!traffic.admits_more());
        assert!(traffic.is_given_up(&Id::Number(1), 1));
    }

    /// The reader waits, so that a program that never reads answers is not asked for more.
    #[test]
    fn no_more_is_read_while_much_waits() {
        for (lines, bytes) in [(WAITING, 0), (1, HELD)] {
            let traffic = Traffic::default();
            traffic.hold(lines, bytes);
            std::thread::scope(|scope| {
                let reader = scope.spawn(|| traffic.admits_more());
                std::thread::sleep(std::time::Duration::from_millis(50));
                assert!(!reader.is_finished());
                traffic.answer(lines, 0);
                traffic.release(bytes);
                assert!(reader.join().unwrap());
            });
        }
    }

    #[test]
    fn lines_have_their_bytes_together() {
        let mut feed = Feed::default();
        feed.add(b"a\nbcd\nef\n");
        let batch = feed.batch().unwrap();
        assert_eq!((batch.bytes(0, 3), batch.bytes(1, 2)), (6, 3));
    }
}
