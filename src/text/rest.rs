//! The unread lines of a text, from any place on.

use super::TextError;
use super::fences::lines_within_fences;
use super::found::holds_moves;
use super::lines::without_mark;
use super::located::Located;

/// The lines of a text that are not read yet, with the number of the lines before them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rest<'a> {
    text: &'a str,
    /// The number of lines before the rest.
    before: usize,
}

impl<'a> Rest<'a> {
    /// All lines of a text.
    pub(super) fn new(text: &'a str) -> Self {
        let text = without_mark(text);
        Self { text, before: 0 }
    }

    /// The lines from a place that [`place`](Self::place) returned.
    pub(super) fn at(text: &'a str, (left, before): (usize, usize)) -> Self {
        let from = text.len().saturating_sub(left);
        let text = text.get(from..).unwrap_or_default();
        Self { text, before }
    }

    /// Refuses a text that begins with an export, an object or a web address that holds a game:
    /// that is no comment and no tag.
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

    /// The number of bytes left in the text, and the number of lines before them.
    pub(super) const fn place(&self) -> (usize, usize) {
        (self.text.len(), self.before)
    }

    /// The next line, without its line break, and the lines after it; `None` at the end.
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

    /// Drops all lines that are left.
    pub(super) const fn end(&mut self) {
        self.text = "";
    }
}
