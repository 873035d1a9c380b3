//! The state that the threads of a stream share: lines in work, cancelled questions, failures.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::feed::Batch;
use crate::protocol::{Id, Request};
use crate::serve::respond::read;

/// While so many lines are read and not yet answered, no more are read.
const WAITING: u64 = 64;

/// While requests that are not answered and responses that are not written have so many bytes
/// together, no more are read.
const HELD: usize = 32 << 20;

/// The most cancelled questions that are remembered: more than lines wait in any stream.
const CANCELLED: usize = 512;

/// The requests and responses that are in memory.
#[derive(Debug, Default)]
struct Waiting {
    /// How many lines were read and not yet answered.
    lines: u64,
    /// The bytes of these lines, and of the responses that are ready.
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
pub(super) struct Cancelled {
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

    /// Counts lines that were read, or the bytes of responses.
    pub(super) fn hold(&self, lines: u64, bytes: usize) {
        let mut waiting = locked(&self.waiting);
        waiting.lines += lines;
        waiting.bytes += bytes;
    }

    /// Counts lines whose responses are written, with the bytes of both.
    pub(super) fn release(&self, lines: u64, bytes: usize) {
        let mut waiting = locked(&self.waiting);
        waiting.lines -= lines;
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
    pub(super) fn note(&self, batch: &Batch) {
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
    pub(super) fn contains(&self, id: &Id, number: u64) -> bool {
        let is_it = |(cancelled, by): &(Id, u64)| cancelled == id && *by > number;
        self.last.load(Ordering::Relaxed) > number && locked(&self.ids).iter().any(is_it)
    }
}
