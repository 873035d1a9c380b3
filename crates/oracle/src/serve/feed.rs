//! Lines from a stream in batches: as many as have arrived, within bounds.
//!
//! A batch is one piece of memory, which makes a million small questions cheap. A batch is
//! handed on without waiting for it to fill.

use std::io::{self, BufRead, BufReader, Read};
use std::ops::Range;

use crate::protocol::MAX_LINE;

/// The most lines of a batch: enough to keep all cores busy, few enough that their answers fit into
/// memory.
const LINES: usize = 64;
/// The bytes of a batch after which no line is added.
const BYTES: usize = 1 << 20;
/// The bytes read from the stream at once: as many as a pipe holds.
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

    /// The lines that have arrived, waiting for the first; none at the end of the stream. The last
    /// line of a stream need not have a line break.
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

    /// How many bytes some of the lines have together.
    pub(super) fn bytes(&self, first: usize, last: usize) -> usize {
        let lines = self.lines.iter().take(last).skip(first).flatten();
        lines.map(Range::len).sum()
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

#[cfg(test)]
#[allow(
    clippy::unwrap_used,
    reason = "a stream that cannot be read fails the test"
)]
mod tests {
    use super::*;

    /// How many lines each batch of a stream has, and which of them are too long.
    fn batches(stream: &[u8]) -> Vec<Vec<bool>> {
        let mut feed = Feed::new(stream);
        let mut batches = Vec::new();
        loop {
            let batch = feed.next_batch().unwrap();
            if batch.len() == 0 {
                return batches;
            }
            let lines = (0..batch.len()).map(|index| batch.line(index).1.is_err());
            batches.push(lines.collect());
        }
    }

    #[test]
    fn a_batch_is_bounded_in_lines_and_in_bytes() {
        let lengths =
            |stream: &[u8]| -> Vec<usize> { batches(stream).iter().map(Vec::len).collect() };
        assert_eq!(lengths(&b"a\n".repeat(300)), [64, 64, 64, 64, 44]);

        // A full batch, then a line of just the bytes after which none is added, with lines in the
        // chunk behind it.
        let mut stream = b"a\n".repeat(LINES);
        stream.extend(vec![b'b'; BYTES - 1]);
        stream.extend(b"\nc\nd\n");
        assert_eq!(lengths(&stream), [LINES, 1, 2]);
        // With a byte less another line goes in, which goes beyond.
        stream.remove(2 * LINES);
        assert_eq!(lengths(&stream), [LINES, 2, 1]);
    }

    #[test]
    fn a_line_is_too_long_with_one_byte_more() {
        let line = |length: usize, end: &str| [&vec![b'a'; length][..], end.as_bytes()].concat();
        let too_long = |stream: &[u8]| batches(stream).concat();
        assert_eq!(too_long(&line(MAX_LINE, "")), [false]);
        assert_eq!(too_long(&line(MAX_LINE, "\nb")), [false, false]);
        assert_eq!(too_long(&line(MAX_LINE + 1, "")), [true]);
        assert_eq!(too_long(&line(MAX_LINE + 1, "\nb")), [true, false]);
    }

    #[test]
    fn lines_are_numbered_through_the_stream() {
        let mut feed = Feed::new(&b"a\n\nb"[..]);
        let batch = feed.next_batch().unwrap();
        assert_eq!(batch.line(0), (1, Ok(&b"a"[..])));
        assert_eq!(batch.line(1), (2, Ok(&b""[..])));
        let batch = feed.next_batch().unwrap();
        assert_eq!(batch.line(0), (3, Ok(&b"b"[..])));
    }
}
