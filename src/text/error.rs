//! The errors of readers: the place, the text found, and the text expected.

use std::error::Error;
use std::{fmt, io};

use crate::vocab::printed;

/// The error of a text that cannot be read: the place, the text found, and the text expected.
///
/// It is displayed as one line. Input in it is quoted in backticks, long input is shortened, and
/// characters that do not print are escaped, so a message is safe to show on a terminal.
///
/// ```
/// use arimaa::text::read_turn;
///
/// let error = read_turn("12g Ed2n Ed9n", 3).unwrap_err();
/// assert_eq!((error.line, error.column), (3, 10));
/// assert_eq!(
///     error.to_string(),
///     "line 3, column 10: found `Ed9n`, \
///      expected a step (`Ed2n`), a placement (`Ra1`) or a capture (`cf3x`)"
/// );
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct TextError {
    /// The line, the first being 1.
    pub line: usize,
    /// The column in characters, the first being 1.
    pub column: usize,
    /// The text found there, as a phrase; input is in backticks.
    pub found: String,
    /// The text expected there, as a phrase.
    pub expected: String,
}

impl TextError {
    /// The largest number of characters of input that a message quotes.
    const SHOWN: usize = 24;

    /// An error that describes what was found in words, such as `63 squares`.
    pub fn new(
        line: usize,
        column: usize,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self {
            line,
            column,
            found: found.into(),
            expected: expected.into(),
        }
    }

    /// Quotes input as messages do: in backticks, shortened, and escaped.
    pub fn quoted(input: &str) -> String {
        format!("`{}`", shown(input, Self::SHOWN))
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            line,
            column,
            found,
            expected,
        } = self;
        write!(
            f,
            "line {line}, column {column}: found {found}, expected {expected}"
        )
    }
}

impl Error for TextError {}

/// The first `limit` characters of a text, then an ellipsis if there are more. Characters that do
/// not print are escaped.
pub fn shown(input: &str, limit: usize) -> String {
    // Most texts need no escape.
    if input.len() <= limit && input.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return input.to_owned();
    }
    let mut shown = String::new();
    let mut letters = input.chars();
    for letter in letters.by_ref().take(limit) {
        shown.extend(printed(letter));
    }
    if letters.next().is_some() {
        shown.push('…');
    }
    shown
}

/// The reason why something could not be read from a stream.
#[derive(Debug)]
pub enum ReadError {
    /// The stream failed; nothing more can be read from it.
    Io(io::Error),
    /// The text cannot be read at this place.
    Text(TextError),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "cannot read: {error}"),
            Self::Text(error) => error.fmt(f),
        }
    }
}

impl Error for ReadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Text(error) => error.source(),
        }
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<TextError> for ReadError {
    fn from(error: TextError) -> Self {
        Self::Text(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_that_fails_is_named_as_the_source() {
        let failed = ReadError::from(io::Error::other("gone"));
        assert_eq!(failed.to_string(), "cannot read: gone");
        assert!(
            failed
                .source()
                .is_some_and(|source| source.to_string() == "gone")
        );
        let wrong = ReadError::from(TextError::new(1, 2, "Ed9n", "a square"));
        assert!(wrong.source().is_none());
    }
}
