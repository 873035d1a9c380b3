//! Values with the place in the text where they were read.

use super::TextError;
use crate::vocab::UnknownWord;

/// A value that was read, with the place of its first character.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// The line, the first being 1.
    pub line: usize,
    /// The column in characters, the first being 1.
    pub column: usize,
}

impl<T> Located<T> {
    /// A value that was read at this place.
    pub const fn new(value: T, line: usize, column: usize) -> Self {
        Self {
            value,
            line,
            column,
        }
    }

    /// A value that was made and not read: its place is line 0, column 0.
    pub const fn made(value: T) -> Self {
        Self::new(value, 0, 0)
    }

    /// Changes the place of the value: `place` maps its line and column to new ones.
    pub(super) fn move_to(&mut self, place: &dyn Fn((usize, usize)) -> (usize, usize)) {
        (self.line, self.column) = place((self.line, self.column));
    }

    /// Another value at the same place.
    pub(super) const fn with<U>(&self, value: U) -> Located<U> {
        Located::new(value, self.line, self.column)
    }
}

impl<T: Copy> Located<T> {
    /// The values without their places.
    pub fn values(located: &[Self]) -> Vec<T> {
        located.iter().map(|located| located.value).collect()
    }
}

/// A fragment of a line. Every part that is cut from it knows its own column.
impl Located<&str> {
    /// The error that `expected` was expected in place of this fragment. An empty fragment is
    /// reported as the end of the line.
    pub fn unexpected(self, expected: impl Into<String>) -> TextError {
        let found = match self.value {
            "" => "the end of the line".to_owned(),
            input => TextError::quoted(input),
        };
        TextError::new(self.line, self.column, found, expected)
    }

    /// Cuts the fragment in two after `bytes` bytes, which must lie between two characters.
    pub(super) fn split_at(self, bytes: usize) -> (Self, Self) {
        let (head, tail) = self.value.split_at(bytes);
        let column = self.column + letters_in(head);
        (self.with(head), Self::new(tail, self.line, column))
    }

    /// The first character as a fragment, which is empty at the end of the line, and the rest.
    pub fn split_first(self) -> (Self, Self) {
        self.split_at(self.value.chars().next().map_or(0, char::len_utf8))
    }

    /// The fragments before and after the first `separator`, or `None` if there is none.
    pub(super) fn split_once(self, separator: &str) -> Option<(Self, Self)> {
        let (before, rest) = self.split_at(place_of(separator, self.value)?);
        Some((before, rest.split_at(separator.len()).1))
    }

    /// The fragments between separators.
    pub(super) fn split(self, separator: &str) -> impl Iterator<Item = Self> {
        let mut rest = Some(self);
        std::iter::from_fn(move || {
            let fragment = rest?;
            let (part, tail) = match fragment.split_once(separator) {
                Some((part, tail)) => (part, Some(tail)),
                None => (fragment, None),
            };
            rest = tail;
            Some(part)
        })
    }

    /// The words between whitespace of any kind and length.
    pub(crate) fn words(self) -> impl Iterator<Item = Self> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let text = rest.trim_start();
            let (end, letters) = end_of_word(text.value);
            let (word, tail) = text.value.split_at(end);
            rest = Self::new(tail, text.line, text.column + letters);
            (!word.is_empty()).then_some(text.with(word))
        })
    }

    /// The rest of the fragment after a prefix, or `None` if it does not begin with that.
    pub(super) fn strip_prefix(self, prefix: &str) -> Option<Self> {
        let has_it = self.value.starts_with(prefix);
        has_it.then(|| self.split_at(prefix.len()).1)
    }

    /// The fragment without the whitespace before it.
    pub(super) fn trim_start(self) -> Self {
        match self.value.as_bytes() {
            // Most fragments begin with a word, or with one blank.
            [b'!'..=b'~', ..] => self,
            [b' ', b'!'..=b'~', ..] => self.split_at(1).1,
            _ => {
                let blanks = self.value.len() - self.value.trim_start().len();
                self.split_at(blanks).1
            }
        }
    }

    /// The fragment without the whitespace around it.
    pub(super) fn trim(self) -> Self {
        let text = self.trim_start();
        text.with(text.value.trim_end())
    }
}

/// The number of characters in a text: a `chars().count()` that is fast for a single word.
fn letters_in(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        text.chars().count()
    }
}

/// The texts before and after the first `separator`, which must be ASCII; `None` without one.
pub(super) fn split_text_once<'a>(text: &'a str, separator: &str) -> Option<(&'a str, &'a str)> {
    let (before, rest) = text.split_at(place_of(separator, text)?);
    Some((before, &rest[separator.len()..]))
}

/// The byte index of the first `separator`, which must be ASCII. It searches for the first letter
/// of the separator, which is much faster than a search for the whole of it.
fn place_of(separator: &str, text: &str) -> Option<usize> {
    let &first = separator.as_bytes().first()?;
    let text = text.as_bytes();
    let mut from = 0;
    loop {
        let at = from + place_of_byte(first, text.get(from..)?)?;
        // The separators are so short that comparing slices would take longer.
        let mut here = text[at..].iter();
        if separator.bytes().all(|byte| here.next() == Some(&byte)) {
            return Some(at);
        }
        from = at + 1;
    }
}

/// The index of the first byte with this value. It looks at eight bytes at a time.
fn place_of_byte(wanted: u8, bytes: &[u8]) -> Option<usize> {
    const ONES: u64 = u64::MAX / 0xff;
    let (words, rest) = bytes.as_chunks::<8>();
    for (index, &word) in words.iter().enumerate() {
        let other = u64::from_le_bytes(word) ^ (ONES * u64::from(wanted));
        // The highest bit of each byte that is 0. Behind the first one it may be wrong.
        let equal = other.wrapping_sub(ONES) & !other & (ONES << 7);
        if equal != 0 {
            return Some(8 * index + equal.trailing_zeros() as usize / 8);
        }
    }
    let rest = rest.iter().position(|&byte| byte == wanted);
    rest.map(|at| 8 * words.len() + at)
}

/// The length of the first word of a text, in bytes and in characters.
fn end_of_word(text: &str) -> (usize, usize) {
    let ends = |byte: u8| !byte.is_ascii() || matches!(byte, b'\t'..=b'\r' | b' ');
    let end = text.bytes().position(ends).unwrap_or(text.len());
    if end == text.len() || text.is_char_boundary(end + 1) {
        return (end, end);
    }
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (end, letters_in(&text[..end]))
}

impl From<UnknownWord> for TextError {
    /// The error for a text that consists of one word.
    fn from(error: UnknownWord) -> Self {
        let word = Located::new(error.found(), 1, 1);
        word.unexpected(error.expected())
    }
}
