//! The lines of a text: all that hold something, and a text that can be read on from a place.

use super::TextError;
use super::fences::lines_within_fences;
use super::found::holds_moves;
use super::lines::without_mark;
use super::located::Located;

/// The lines of a text that are not read yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rest<'a> {
    text: &'a str,
    /// How many lines come before.
    before: usize,
}

impl<'a> Rest<'a> {
    /// All lines of a text.
    pub(super) fn new(text: &'a str) -> Self {
        let text = without_mark(text);
        Self { text, before: 0 }
    }

    /// The lines from a place on that [`place`](Self::place) gave.
    pub(super) fn at(text: &'a str, (left, before): (usize, usize)) -> Self {
        let from = text.len().saturating_sub(left);
        let text = text.get(from..).unwrap_or_default();
        Self { text, before }
    }

    /// Refuses a text that begins with an object or an address in which a game is: it is no comment
    /// and no tag.
    pub(super) fn refuse_export(self) -> Result<(), TextError> {
        let start = self.text.trim_start();
        let mut begins = ["{", "http://", "https://"].into_iter();
        if self.before == 0
            && begins.any(|begin| start.starts_with(begin))
            && holds_moves(self.text, &lines_within_fences(self.text))
        {
            return Err(Located::new(start, 1, 1).unexpected("a turn, a tag or a comment"));
        }
        Ok(())
    }

    /// How many bytes of the text are left, and how many lines come before.
    pub(super) const fn place(&self) -> (usize, usize) {
        (self.text.len(), self.before)
    }

    /// The next line, without its line break, and the lines after it.
    pub(super) fn split_line(self) -> Option<(Located<&'a str>, Self)> {
        if self.text.is_empty() {
            return None;
        }
        let (line, text) = match self.text.split_once('\n') {
            Some((line, after)) => (line.strip_suffix('\r').unwrap_or(line), after),
            None => (self.text, ""),
        };
        let before = self.before + 1;
        Some((Located::new(line, before, 1), Self { text, before }))
    }

    /// Leaves no line.
    pub(super) const fn end(&mut self) {
        self.text = "";
    }
}
