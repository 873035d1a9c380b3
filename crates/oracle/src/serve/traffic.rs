//! The state that the threads of a server share: lines in work, cancelled questions, failures.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::protocol::{Id, Request};
use crate::serve::respond::read;

/// While so many lines are read and not yet answered, no more are read.
const WAITING: u64 = 64;

/// While requests that are not answered and responses that are not written have so many bytes
/// together, no more are read.
const HELD: usize = 32 << 20;

/// What a server holds.
#[derive(Debug, Default)]
struct Waiting {
    /// How many lines were read and not yet answered.
    lines: u64,
    /// The bytes of these lines, and of the responses that are ready.
    bytes: usize,
}

/// The state that the threads of a server share.
#[derive(Debug, Default)]
pub(super) struct Traffic {
    waiting: Mutex<Waiting>,
    fewer: Condvar,
    /// Whether the responses are no longer read.
    is_over: AtomicBool,
    /// Why the requests could not be read to their end.
    pub(super) failure: Mutex<Option<io::Error>>,
    /// The ids of cancelled questions, each with the number of the line that cancels it.
    cancelled: Mutex<Vec<(Id, u64)>>,
    /// The number of the last line that cancels a question.
    last_cancel: AtomicU64,
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
        if waiting.lines == 0 {
            locked(&self.cancelled).clear();
        }
        self.fewer.notify_one();
    }

    pub(super) fn give_up(&self) {
        let _waiting = locked(&self.waiting);
        self.is_over.store(true, Ordering::Relaxed);
        self.fewer.notify_one();
    }

    /// Notes the question that a line cancels, if it does.
    pub(super) fn note_cancel(&self, number: u64, line: &[u8]) {
        const NAME: &[u8] = b"\"cancel\"";
        if line.windows(NAME.len()).any(|part| part == NAME)
            && let Ok(Request::Cancel { cancel, .. }) = read(number, line)
        {
            locked(&self.cancelled).push((cancel, number));
            self.last_cancel.store(number, Ordering::Relaxed);
        }
    }

    /// Whether the question of an earlier line has been cancelled, or its response is not read.
    pub(super) fn is_given_up(&self, id: &Id, number: u64) -> bool {
        self.is_over.load(Ordering::Relaxed)
            || (self.last_cancel.load(Ordering::Relaxed) > number
                && locked(&self.cancelled)
                    .iter()
                    .any(|(cancelled, by)| cancelled == id && *by > number))
    }
}
