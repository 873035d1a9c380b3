//! The error of a text that names no value of the vocabulary.

use std::fmt;

/// A text that names no value of the type: the error of every `FromStr` in the vocabulary.
///
/// ```
/// use arimaa::vocab::Square;
///
/// let error = "j9".parse::<Square>().unwrap_err();
/// assert_eq!(error.to_string(), "`j9` is not a square (a1 to h8)");
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct UnknownWord {
    found: String,
    expected: &'static str,
}

impl UnknownWord {
    /// The largest number of characters of the text that a message quotes.
    const SHOWN: usize = 24;

    /// An error with the text that was read, and a noun phrase for the text that was expected.
    pub fn new(found: &str, expected: &'static str) -> Self {
        let mut shown: String = found.chars().take(Self::SHOWN).collect();
        if shown.len() < found.len() {
            shown.push('…');
        }
        Self {
            found: shown,
            expected,
        }
    }

    /// The text that was read, or the beginning of a long text.
    pub fn found(&self) -> &str {
        &self.found
    }

    /// A noun phrase for the text that was expected instead.
    pub fn expected(&self) -> &'static str {
        self.expected
    }
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found: String = self.found.chars().flat_map(printed).collect();
        write!(f, "`{found}` is not {}", self.expected)
    }
}

impl std::error::Error for UnknownWord {}

/// The characters by which a message shows a letter: an escape if it does not print.
pub(crate) fn printed(letter: char) -> impl Iterator<Item = char> {
    // `escape_debug` would escape these for code, but they print well.
    let is_plain = matches!(letter, '"' | '\'' | '\\');
    let escaped = (!is_plain).then(|| letter.escape_debug());
    let plain = is_plain.then_some(letter);
    plain.into_iter().chain(escaped.into_iter().flatten())
}
