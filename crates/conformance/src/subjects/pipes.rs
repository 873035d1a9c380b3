//! The pipes of a child process, whose blocking calls end when the child is dropped.
//!
//! A descendant that has left the process group can hold a pipe open. On Unix the thread that waits
//! for the pipe ends all the same; on other systems it waits until the pipe is closed.

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::sync::Arc;

/// The greatest number of bytes written at once: a ready pipe takes them without blocking (POSIX).
const CHUNK: usize = 512;

/// The right to use the pipes of a child: when it is dropped, every call on them ends.
#[derive(Debug)]
pub(super) struct Lease {
    _writer: PipeWriter,
    over: Arc<PipeReader>,
}

/// A pipe from or to a child. Reads find the end of the stream, and writes fail, once its [`Lease`]
/// is dropped.
#[derive(Debug)]
pub(super) struct Pipe<T> {
    stream: T,
    over: Arc<PipeReader>,
}

impl Lease {
    pub(super) fn new() -> io::Result<Self> {
        let (reader, writer) = io::pipe()?;
        Ok(Self {
            _writer: writer,
            over: Arc::new(reader),
        })
    }

    pub(super) fn pipe<T>(&self, stream: T) -> Pipe<T> {
        Pipe {
            stream,
            over: Arc::clone(&self.over),
        }
    }
}

impl<T: Read + Pollable> Read for Pipe<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if is_over(&self.stream, Wanted::Input, &self.over)? {
            return Ok(0);
        }
        self.stream.read(buffer)
    }
}

impl<T: Write + Pollable> Write for Pipe<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if is_over(&self.stream, Wanted::Output, &self.over)? {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        self.stream.write(&bytes[..bytes.len().min(CHUNK)])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// The direction of a pipe that a call waits for.
#[derive(Clone, Copy)]
enum Wanted {
    Input,
    Output,
}

#[cfg(unix)]
use std::os::fd::AsFd as Pollable;

/// Waits until a stream is ready or its lease is dropped; returns whether the lease was dropped.
#[cfg(unix)]
fn is_over(stream: &impl Pollable, wanted: Wanted, over: &PipeReader) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, poll};

    let flags = match wanted {
        Wanted::Input => PollFlags::IN,
        Wanted::Output => PollFlags::OUT,
    };
    let mut both = [PollFd::new(over, PollFlags::IN), PollFd::new(stream, flags)];
    rustix::io::retry_on_intr(|| poll(&mut both, None))?;
    Ok(!both[0].revents().is_empty())
}

#[cfg(not(unix))]
use std::fmt::Debug as Pollable;

#[cfg(not(unix))]
fn is_over(_: &impl Pollable, _: Wanted, _: &PipeReader) -> io::Result<bool> {
    Ok(false)
}
