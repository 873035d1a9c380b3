//! The lines of a stream that arrives in pieces.

use crate::protocol::MAX_LINE;

/// Cuts pieces of a stream into lines.
#[derive(Debug, Default)]
pub struct Feed {
    /// The part of the next line that has arrived.
    part: Vec<u8>,
    /// Whether the next line is too long, so that its bytes are dropped.
    is_too_long: bool,
    lines: u64,
}

/// A line of a stream.
#[derive(Debug, Eq, PartialEq)]
pub struct Line {
    /// The line's number in the stream, from 1.
    pub number: u64,
    /// The line's bytes without the line break; `None` for a line of more than [`MAX_LINE`] bytes,
    /// which was skipped and never stored.
    pub text: Option<Vec<u8>>,
}

impl Line {
    /// How many bytes of the line are stored.
    pub fn bytes(&self) -> usize {
        self.text.as_ref().map_or(0, Vec::len)
    }
}

impl Feed {
    /// How many bytes of the next line are stored.
    pub fn stored_bytes(&self) -> usize {
        self.part.len()
    }

    /// Takes the next line from the front of `arrived`; `None` if the line is not yet complete
    /// there, and all bytes were taken.
    pub fn next(&mut self, arrived: &mut &[u8]) -> Option<Line> {
        let end = arrived.iter().position(|byte| *byte == b'\n');
        let (part, rest) = arrived.split_at(end.unwrap_or(arrived.len()));
        self.is_too_long |= self.part.len() + part.len() > MAX_LINE;
        if self.is_too_long {
            self.part = Vec::new();
        } else {
            self.part.extend_from_slice(part);
        }
        *arrived = rest.get(1..).unwrap_or_default();
        end.map(|_| self.line())
    }

    /// The last line of a stream that has ended, if it has no line break.
    pub fn last(&mut self) -> Option<Line> {
        (self.is_too_long || !self.part.is_empty()).then(|| self.line())
    }

    fn line(&mut self) -> Line {
        self.lines += 1;
        let text = std::mem::take(&mut self.part);
        let is_too_long = std::mem::take(&mut self.is_too_long);
        Line {
            number: self.lines,
            text: (!is_too_long).then_some(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of a stream that arrives in pieces of this length.
    fn lines_of(stream: &[u8], piece: usize) -> Vec<Line> {
        let (mut feed, mut lines) = (Feed::default(), Vec::new());
        for mut piece in stream.chunks(piece) {
            while !piece.is_empty() {
                lines.extend(feed.next(&mut piece));
                assert!(feed.stored_bytes() <= MAX_LINE);
            }
        }
        lines.extend(feed.last());
        assert_eq!(feed.last(), None);
        lines
    }

    #[test]
    fn a_line_is_too_long_with_one_byte_more() {
        let line = |length: usize, end: &str| [&vec![b'a'; length][..], end.as_bytes()].concat();
        for piece in [100_000, MAX_LINE, usize::MAX] {
            let too_long = |stream: &[u8]| -> Vec<bool> {
                let lines = lines_of(stream, piece);
                lines.iter().map(|line| line.text.is_none()).collect()
            };
            assert_eq!(too_long(&line(MAX_LINE, "")), [false]);
            assert_eq!(too_long(&line(MAX_LINE, "\nb")), [false, false]);
            assert_eq!(too_long(&line(MAX_LINE + 1, "")), [true]);
            assert_eq!(too_long(&line(MAX_LINE + 1, "\nb")), [true, false]);
            assert_eq!(too_long(&line(2 * MAX_LINE, "\n\n")), [true, false]);
        }
    }

    #[test]
    fn lines_are_numbered_through_the_stream_however_it_arrives() {
        for piece in 1..6 {
            let lines = lines_of(b"a\n\nb", piece).into_iter();
            let lines: Vec<_> = lines.map(|line| (line.number, line.text)).collect();
            let expected = [
                (1, Some(b"a".to_vec())),
                (2, Some(Vec::new())),
                (3, Some(b"b".to_vec())),
            ];
            assert_eq!(lines, expected, "{piece}");
        }
    }
}
