//! Standard output, whose reader may go away early.

use std::io::{self, Write};

/// Buffered standard output that can outlive its reader: where the exit status says yes or no, a
/// closed pipe does not end the work, since `head -1` does not change the answer.
pub(super) struct Output<W> {
    to: W,
    /// Whether a closed pipe is ignored instead of being an error.
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

    /// Runs `write`, or returns `done` if the reader has gone.
    fn unless_reader_has_gone<T>(
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
        self.unless_reader_has_gone(bytes.len(), |to| to.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unless_reader_has_gone((), W::flush)
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
