//! The error of reading a word.

use std::fmt;

use crate::text::error::shown;

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
    /// The most characters of the offending text that a message repeats.
    const SHOWN: usize = 24;

    /// The error of a text that was read, with a noun phrase for what was expected.
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

    /// The text that was read; of a long one the beginning.
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
        let found = shown(&self.found, usize::MAX);
        write!(f, "`{found}` is not {}", self.expected)
    }
}

impl std::error::Error for UnknownWord {}
