//! Lines of a stream in batches: as many as have arrived, within bounds.
//!
//! A batch is one piece of memory, which makes a million small questions cheap. A batch is
//! handed on without waiting for it to fill.

use std::ops::Range;

use crate::protocol::MAX_LINE;

/// The most lines of a batch: enough to keep all cores busy, few enough that their answers fit into
/// memory.
const LINES: usize = 64;
/// The bytes of a batch after which no line is added.
const BYTES: usize = 1 << 20;

/// Cuts the bytes of a stream into batches of lines, as they arrive.
#[derive(Debug, Default)]
pub struct Feed {
    /// The bytes that belong to no batch yet.
    bytes: Vec<u8>,
    /// How many of these hold no line break for certain.
    searched: usize,
    /// Whether the line that is arriving is too long, and its bytes are dropped.
    is_skipping: bool,
    lines: u64,
}

/// Some lines.
#[derive(Debug, Default)]
pub struct Batch {
    /// How many lines of the stream came before.
    before: u64,
    bytes: Vec<u8>,
    lines: Vec<Result<Range<usize>, TooLong>>,
}

/// A line of more than [`MAX_LINE`] bytes, which was skipped and never stored.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct TooLong;

impl Feed {
    /// Adds the next bytes of the stream.
    pub fn add(&mut self, arrived: &[u8]) {
        self.bytes.extend_from_slice(arrived);
    }

    /// How many bytes belong to no batch yet.
    pub fn unbatched_bytes(&self) -> usize {
        self.bytes.len()
    }

    /// The whole lines that have arrived, if there are any.
    pub fn batch(&mut self) -> Option<Batch> {
        let (mut lines, mut start) = (Vec::new(), 0);
        while lines.len() < LINES && start < BYTES {
            let from = start.max(self.searched);
            let unsearched = self.bytes.iter().skip(from);
            let Some(length) = unsearched.copied().position(|byte| byte == b'\n') else {
                self.searched = self.bytes.len();
                break;
            };
            lines.push(self.line(start..from + length));
            start = from + length + 1;
        }
        let rest = self.bytes.split_off(start);
        let bytes = std::mem::replace(&mut self.bytes, rest);
        self.searched = self.searched.saturating_sub(start);
        if self.is_skipping || self.bytes.len() > MAX_LINE && self.searched == self.bytes.len() {
            self.is_skipping = true;
            self.bytes.clear();
            self.searched = 0;
        }
        self.batch_of(bytes, lines)
    }

    /// The last line of a stream that has ended, if it has no line break.
    pub fn last(&mut self) -> Option<Batch> {
        let bytes = std::mem::take(&mut self.bytes);
        self.searched = 0;
        if bytes.is_empty() && !self.is_skipping {
            return None;
        }
        let line = self.line(0..bytes.len());
        self.batch_of(bytes, vec![line])
    }

    fn line(&mut self, range: Range<usize>) -> Result<Range<usize>, TooLong> {
        let is_skipped = std::mem::take(&mut self.is_skipping);
        if is_skipped || range.len() > MAX_LINE {
            Err(TooLong)
        } else {
            Ok(range)
        }
    }

    fn batch_of(
        &mut self,
        bytes: Vec<u8>,
        lines: Vec<Result<Range<usize>, TooLong>>,
    ) -> Option<Batch> {
        let before = self.lines;
        self.lines += lines.len() as u64;
        (!lines.is_empty()).then_some(Batch {
            before,
            bytes,
            lines,
        })
    }
}

impl Batch {
    /// How many lines it has; there is no batch without one.
    #[expect(clippy::len_without_is_empty, reason = "it is never empty")]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// How many bytes some of the lines have together.
    pub fn bytes(&self, first: usize, last: usize) -> usize {
        let lines = self.lines.iter().take(last).skip(first).flatten();
        lines.map(Range::len).sum()
    }

    /// A line of the batch with its number in the stream, the first being 1.
    pub fn line(&self, index: usize) -> (u64, Result<&[u8], TooLong>) {
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
mod tests {
    use super::*;

    /// The batches of a stream that arrives in pieces of this length.
    fn batches_of(stream: &[u8], piece: usize) -> Vec<Batch> {
        let (mut feed, mut batches) = (Feed::default(), Vec::new());
        for piece in stream.chunks(piece) {
            feed.add(piece);
            batches.extend(std::iter::from_fn(|| feed.batch()));
        }
        batches.extend(feed.last());
        assert!(feed.last().is_none());
        batches
    }

    #[test]
    fn a_batch_is_bounded_in_lines_and_in_bytes() {
        let lengths = |stream: &[u8]| -> Vec<usize> {
            let batches = batches_of(stream, usize::MAX);
            batches.iter().map(Batch::len).collect()
        };
        assert_eq!(lengths(&b"a\n".repeat(300)), [64, 64, 64, 64, 44]);

        // A full batch, then a line of just the bytes after which none is added, with lines behind
        // it.
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
        for piece in [100_000, MAX_LINE, usize::MAX] {
            let too_long = |stream: &[u8]| -> Vec<bool> {
                let batches = batches_of(stream, piece);
                let lines = |batch: &Batch| -> Vec<bool> {
                    let line = |index| batch.line(index).1.is_err();
                    (0..batch.len()).map(line).collect()
                };
                batches.iter().flat_map(lines).collect()
            };
            assert_eq!(too_long(&line(MAX_LINE, "")), [false]);
            assert_eq!(too_long(&line(MAX_LINE, "\nb")), [false, false]);
            assert_eq!(too_long(&line(MAX_LINE + 1, "")), [true]);
            assert_eq!(too_long(&line(MAX_LINE + 1, "\nb")), [true, false]);
            assert_eq!(too_long(&line(2 * MAX_LINE, "\n\n")), [true, false]);
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_not_stored() {
        let mut feed = Feed::default();
        for _ in 0..100 {
            feed.add(&b"a".repeat(1 << 16));
            assert!(feed.batch().is_none());
            assert!(feed.bytes.len() <= MAX_LINE);
        }
    }

    #[test]
    fn lines_are_numbered_through_the_stream_however_it_arrives() {
        for piece in 1..5 {
            let batches = batches_of(b"a\n\nb", piece);
            let line = |batch: &Batch, index| {
                let (number, line) = batch.line(index);
                (number, line.map(<[u8]>::to_vec))
            };
            let all = |batch: &Batch| -> Vec<_> {
                (0..batch.len()).map(|index| line(batch, index)).collect()
            };
            let lines: Vec<_> = batches.iter().flat_map(all).collect();
            let expected = [
                (1, Ok(b"a".to_vec())),
                (2, Ok(Vec::new())),
                (3, Ok(b"b".to_vec())),
            ];
            assert_eq!(lines, expected, "{piece}");
        }
    }
}
