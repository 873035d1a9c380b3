//! Reads lines from a stream, of any length and content, with bounded memory.

use std::io::{self, BufRead, Read};

use super::TextError;
pub use super::archive::{UnreadRow, next_unread};
pub use super::record::places_of_records;

/// The longest line, in bytes without its line break, that [`Lines`] reads by default.
pub const MAX_LINE: usize = 1 << 20;

/// The lines of a stream, numbered from 1, read with bounded memory.
///
/// A line that cannot be read is one error, and reading goes on with the next line:
/// - a line over the limit (the error comes as soon as the limit is passed; the rest of the line is
///   skipped and never stored),
/// - a NUL character or bytes that are not UTF-8 (unless decoding is [`lossy`](Lines::lossy)).
///
/// Line breaks are `\n` or `\r\n`; a byte order mark in front of the first line is dropped. The
/// outer `io::Result` is a failure of the stream, which ends the lines.
///
/// ```
/// use arimaa::text::Lines;
///
/// let mut lines = Lines::new(&b"1g Ra1\r\n\xff\n2g Ra1n"[..]);
/// assert_eq!(lines.next().unwrap()?, (1, Ok("1g Ra1".to_owned())));
/// assert!(lines.next().unwrap()?.1.is_err());
/// assert_eq!(lines.next().unwrap()?, (3, Ok("2g Ra1n".to_owned())));
/// assert!(lines.next().is_none());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Lines<R> {
    reader: R,
    number: usize,
    decoding: Decoding,
    failed: bool,
    /// Whether the rest of a line over the limit, which may never end, is still to be skipped.
    is_inside: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines of a stream, with at most [`MAX_LINE`] bytes each, strictly in UTF-8.
    pub const fn new(reader: R) -> Self {
        Self {
            reader,
            number: 0,
            decoding: Decoding {
                limit: MAX_LINE,
                lossy: false,
            },
            failed: false,
            is_inside: false,
        }
    }

    /// Sets the limit of a line, in bytes without the line break.
    #[must_use]
    pub fn with_limit(mut self, limit: usize) -> Self {
        self.decoding.limit = limit;
        self
    }

    /// Allows bytes that are not UTF-8, which become `�`, and NUL characters.
    #[must_use]
    pub fn lossy(mut self) -> Self {
        self.decoding.lossy = true;
        self
    }

    /// The bytes of the next line with its line break, up to the limit plus two; none at the end.
    fn next_bytes(&mut self) -> io::Result<Vec<u8>> {
        if std::mem::take(&mut self.is_inside) {
            self.reader.skip_until(b'\n')?;
        }
        let mut bytes = Vec::new();
        // Two bytes more than the limit: a line break after a line of just that length.
        let enough = self.decoding.limit.saturating_add(2) as u64;
        self.reader
            .by_ref()
            .take(enough)
            .read_until(b'\n', &mut bytes)?;
        self.is_inside = bytes.len() > self.decoding.limit && !bytes.ends_with(b"\n");
        Ok(bytes)
    }

    /// The number and the undecoded bytes of the next line, with its line break; `None` at the end.
    pub(super) fn next_unread(&mut self) -> Option<io::Result<(usize, Vec<u8>)>> {
        if self.failed {
            return None;
        }
        match self.next_bytes() {
            Ok(bytes) if bytes.is_empty() => None,
            Ok(bytes) => {
                self.number += 1;
                Some(Ok((self.number, bytes)))
            }
            Err(failure) => {
                self.failed = true;
                Some(Err(failure))
            }
        }
    }
}

/// The decoding of a line: its limit in bytes, and whether bytes that are not UTF-8 are replaced.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decoding {
    pub(super) limit: usize,
    pub(super) lossy: bool,
}

impl Decoding {
    /// Decodes the bytes of a line, without its line break. `number` is the number of the line.
    pub(super) fn read(self, number: usize, mut bytes: Vec<u8>) -> Result<String, TextError> {
        if bytes.ends_with(b"\n") {
            bytes.pop();
            if bytes.ends_with(b"\r") {
                bytes.pop();
            }
        }
        let error = |before: &[u8], found: String, expected: String| {
            let column = String::from_utf8_lossy(before).chars().count() + 1;
            TextError::new(number, column, found, expected)
        };
        if let Some((before, [_, ..])) = bytes.split_at_checked(self.limit) {
            let found = format!("a line of more than {} bytes", self.limit);
            return Err(error(before, found, "a shorter line".to_owned()));
        }
        let text = String::from_utf8(bytes);
        if self.lossy {
            return Ok(text.unwrap_or_else(|invalid| {
                String::from_utf8_lossy(invalid.as_bytes()).into_owned()
            }));
        }
        let text = text.map_err(|invalid| {
            let (before, rest) = invalid
                .as_bytes()
                .split_at(invalid.utf8_error().valid_up_to());
            let byte = rest.first().copied().unwrap_or_default();
            let found = format!("the byte 0x{byte:02x}");
            error(before, found, "text in UTF-8".to_owned())
        })?;
        match text.find('\0') {
            Some(at) => {
                let (before, _) = text.as_bytes().split_at(at);
                Err(error(
                    before,
                    "a NUL character".to_owned(),
                    "text".to_owned(),
                ))
            }
            None => Ok(text),
        }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<(usize, Result<String, TextError>)>;

    fn next(&mut self) -> Option<Self::Item> {
        let (number, bytes) = match self.next_unread()? {
            Ok(line) => line,
            Err(failure) => return Some(Err(failure)),
        };
        let mut line = self.decoding.read(number, bytes);
        if number == 1 {
            line = line.map(|text| without_mark(&text).to_owned());
        }
        Some(Ok((number, line)))
    }
}

/// A text without the byte order mark that some editors write at its beginning.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed read fails the test")]

    use super::*;

    /// Each line with its number, as text: the line itself or its error message.
    fn all<R: BufRead>(lines: Lines<R>) -> Vec<String> {
        let shown = |(number, text): (usize, Result<String, TextError>)| match text {
            Ok(text) => format!("{number} {text}"),
            Err(error) => error.to_string(),
        };
        lines.map(|line| shown(line.unwrap())).collect()
    }

    #[test]
    fn line_breaks_are_stripped() {
        for (text, expected) in [
            ("a\nb\r\n\r\nc\r", &["1 a", "2 b", "3 ", "4 c\r"][..]),
            ("", &[]),
            ("\n", &["1 "]),
            ("\u{feff}a\n\u{feff}b", &["1 a", "2 \u{feff}b"]),
        ] {
            assert_eq!(all(Lines::new(text.as_bytes())), expected);
        }
    }

    #[test]
    fn a_bad_line_is_one_error() {
        let expected = [
            "line 1, column 2: found the byte 0xff, expected text in UTF-8",
            "line 2, column 2: found a NUL character, expected text",
            "3 fine",
        ];
        let lines = Lines::new(&b"\xc3\xa9\xffz\n\xc3\xa9\0\nfine"[..]);
        assert_eq!(all(lines), expected);
        let lines = Lines::new(&b"\xff\0\nfine"[..]).lossy();
        assert_eq!(all(lines), ["1 \u{fffd}\0", "2 fine"]);
    }

    #[test]
    fn the_limit_does_not_count_the_line_break() {
        let limited = |text: &'static str| all(Lines::new(text.as_bytes()).with_limit(3));
        let too_long = |line| {
            format!(
                "line {line}, column 4: found a line of more than 3 bytes, expected a shorter line"
            )
        };
        let lines = limited("abc\nabc\r\nabcd\nabcd\r\nabcdefgh\nabc");
        assert_eq!(lines[..2], ["1 abc", "2 abc"]);
        assert_eq!(lines[2..5], [3, 4, 5].map(too_long));
        assert_eq!(lines[5..], ["6 abc"]);
        assert_eq!(limited("abcd"), [too_long(1)]);
        assert_eq!(limited("abc"), ["1 abc"]);
    }

    /// A line over the limit is skipped, not stored.
    #[test]
    fn a_huge_line_is_skipped() {
        let huge = io::repeat(b'R').take(64 * MAX_LINE as u64);
        let mut lines = Lines::new(io::BufReader::with_capacity(
            1 << 20,
            huge.chain(&b"\nnext"[..]),
        ));
        let bytes = lines.next_bytes().unwrap();
        assert_eq!(bytes.len(), MAX_LINE + 2);
        assert_eq!(all(lines), ["1 next"]);
    }

    /// The reader does not wait for the end of a line that is too long already.
    #[test]
    fn a_line_without_end_is_an_error_at_once() {
        let endless = io::BufReader::new(io::repeat(b'R'));
        let mut lines = Lines::new(endless).with_limit(3);
        assert!(lines.next().unwrap().unwrap().1.is_err());
    }

    #[test]
    fn a_failing_stream_ends_the_lines() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        let mut lines = Lines::new(io::BufReader::new((&b"a\nb"[..]).chain(Broken)));
        assert_eq!(lines.next().unwrap().unwrap(), (1, Ok("a".to_owned())));
        assert_eq!(lines.next().unwrap().unwrap_err().to_string(), "broken");
        assert!(lines.next().is_none());
    }
}
