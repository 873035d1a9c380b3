//! Standard output, whose reader may go away early, and which may be closed from the start.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether standard output was closed when the program began.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Notes whether standard output is closed. It makes a system call and nothing else, so that it can
/// be called before `main`.
#[cfg(unix)]
pub fn note_closed_output() {
    let flags = rustix::io::fcntl_getfd(rustix::stdio::stdout());
    IS_CLOSED.store(flags.is_err(), Ordering::Relaxed);
}

/// Standard output with a buffer. Where the exit status says yes or no, the work goes on without a
/// reader, since `head -1` does not change the answer.
pub(super) struct Output<W> {
    to: W,
    /// Whether a missing reader is no error.
    outlives_reader: bool,
    is_unread: bool,
}

impl<W: Write> Output<W> {
    pub(super) const fn new(to: W, outlives_reader: bool) -> Self {
        Self {
            to,
            outlives_reader,
            is_unread: false,
        }
    }

    /// Does something with the stream, unless its reader has gone.
    fn attempt<T>(
        &mut self,
        done: T,
        write: impl FnOnce(&mut W) -> io::Result<T>,
    ) -> io::Result<T> {
        if self.is_unread {
            return Ok(done);
        }
        match write(&mut self.to) {
            Err(error) if self.outlives_reader && error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_unread = true;
                Ok(done)
            }
            result => result,
        }
    }
}

impl<W: Write> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if IS_CLOSED.load(Ordering::Relaxed) {
            return Err(io::Error::other("standard output is closed"));
        }
        self.attempt(bytes.len(), |to| to.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.attempt((), W::flush)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream without a reader.
    struct Closed;

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
    }

    #[test]
    fn missing_reader_is_an_error_only_where_work_shall_end_with_it() {
        let mut lasting = Output::new(Closed, true);
        assert!(lasting.write_all(b"a").is_ok() && lasting.flush().is_ok());
        let mut ending = Output::new(Closed, false);
        assert!(ending.write_all(b"a").is_err() && ending.flush().is_err());
    }
}
