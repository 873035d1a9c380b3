//! Lines from a stream in batches: as many as have arrived, within bounds.
//!
//! A batch is one piece of memory, which is what makes a million small questions cheap. Nobody waits for a batch to fill.

use std::io::{self, BufRead, BufReader, Read};
use std::ops::Range;

use super::message::MAX_LINE;

/// The most lines of a batch: enough to keep all cores busy, few enough that their answers fit into memory.
const LINES: usize = 128;
/// The bytes of a batch after which no line is added.
const BYTES: usize = 1 << 20;
/// What is read from the stream at once, in bytes: what a pipe holds.
const CHUNK: usize = 1 << 16;

/// A stream that is cut into batches of lines.
#[derive(Debug)]
pub(super) struct Feed<R> {
    reader: BufReader<R>,
    lines: u64,
}

/// Some lines.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// How many lines of the stream came before.
    before: u64,
    bytes: Vec<u8>,
    lines: Vec<Result<Range<usize>, TooLong>>,
}

/// A line of more than [`MAX_LINE`] bytes, which was skipped and never stored.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct TooLong;

impl<R: Read> Feed<R> {
    pub(super) fn new(stream: R) -> Self {
        Self {
            reader: BufReader::with_capacity(CHUNK, stream),
            lines: 0,
        }
    }

    /// The lines that have arrived, waiting for the first; none at the end of the stream. The last line of a stream need
    /// not have a line break.
    pub(super) fn next_batch(&mut self) -> io::Result<Batch> {
        let mut batch = Batch {
            before: self.lines,
            ..Batch::default()
        };
        while batch.lines.len() < LINES && batch.bytes.len() < BYTES {
            let start = batch.bytes.len();
            let most = MAX_LINE as u64 + 1;
            let read = (&mut self.reader)
                .take(most)
                .read_until(b'\n', &mut batch.bytes)?;
            if read == 0 {
                break;
            }
            if batch.bytes.ends_with(b"\n") {
                batch.lines.push(Ok(start..batch.bytes.len() - 1));
            } else if read > MAX_LINE {
                batch.bytes.truncate(start);
                self.reader.skip_until(b'\n')?;
                batch.lines.push(Err(TooLong));
            } else {
                batch.lines.push(Ok(start..batch.bytes.len()));
            }
            if !self.reader.buffer().contains(&b'\n') {
                break;
            }
        }
        self.lines += batch.lines.len() as u64;
        Ok(batch)
    }
}

impl Batch {
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// A line of the batch with its number in the stream, the first being 1.
    pub(super) fn line(&self, index: usize) -> (u64, Result<&[u8], TooLong>) {
        let number = self.before + index as u64 + 1;
        let line = match self.lines.get(index) {
            Some(Ok(range)) => Ok(self.bytes.get(range.clone()).unwrap_or_default()),
            Some(Err(TooLong)) => Err(TooLong),
            None => Ok(&[][..]),
        };
        (number, line)
    }
}
