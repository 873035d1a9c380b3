//! Records with what is written about their turns: comments, and variations in brackets.

use std::fmt::Write;

use super::TextError;
use super::entry::{Entry, entry_named, may_follow, read_entry};
use super::located::Located;
use super::notation::looks_like_label;
use super::puzzle::{begin_puzzle, tags_above};
use super::record::Record;
use super::rest::Rest;
use super::tags::{Tags, as_tag};
use super::transcript::Transcribed;

/// How deep variations may stand in variations.
const DEEPEST: usize = 32;

/// A record with its comments and variations. Nothing says that it follows the rules.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Annotated {
    /// The tags.
    pub tags: Tags,
    /// Comments on the game as a whole: at tags, at the pieces of a puzzle, or beside no turn.
    pub comments: Vec<String>,
    /// The turns, and what stands in place of one.
    pub lines: Vec<AnnotatedLine>,
}

/// A turn, or what stands in place of one, and everything written about it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct AnnotatedLine {
    /// The turn. Of a variation in a comment its places are those in the comment.
    pub entry: Entry,
    /// Comments on it, each one line of text.
    pub comments: Vec<String>,
    /// Other turns from the position before this one.
    pub variations: Vec<Vec<Self>>,
}

/// Reads the records of a file with their comments and variations.
///
/// Every text that [`read_records`](super::read_records) reads is read, and has the same turns,
/// unless a variation in it is none. Beside that:
///
/// - `{…}` is a comment too, over several lines if need be. It belongs to the turn before it, as
///   does `#` on the line of a turn. `#` on a line of its own belongs to the turn after it.
/// - `(…)` is a variation: other turns from the position before the turn in front of it; without
///   such a turn it is a comment, and so are other words in brackets. A comment that is a variation
///   in brackets is one, so that records can hold variations that other programs skip.
/// - Several turns can stand on one line, each with its label; `takeback` in variations needs none.
///
/// ```
/// use arimaa::text::read_annotated;
///
/// let text = "2g Ed2n {bold} (2g Ee2n 2s ed7s) 2s ed7s # usual";
/// let line = &read_annotated(text)?[0].lines;
/// assert_eq!((line.len(), &line[0].comments[..]), (2, &["bold".to_owned()][..]));
/// assert_eq!(line[0].variations[0][1].entry.to_string(), "2s ed7s");
/// # Ok::<(), arimaa::text::TextError>(())
/// ```
///
/// # Errors
///
/// Those of [`read_records`](super::read_records), a bracket or a brace without its other, and
/// variations in more than 32 others.
pub fn read_annotated(text: &str) -> Result<Vec<Annotated>, TextError> {
    let read: Result<_, TextError> = AnnotatedRecords::new(text).collect();
    read.or_else(|error| match Transcribed::of(text) {
        Some(transcribed) => {
            let read: Result<_, TextError> = AnnotatedRecords::new(&transcribed.text).collect();
            read.map_err(|error| transcribed.error_at_source(error))
        }
        None => Err(error),
    })
}

/// Writes a record whose comments hold the comments and the variations, one line each.
///
/// Reading the text gives the same record back, except for braces in comments inside variations,
/// and for a comment that is written like a variation, which becomes one.
///
/// ```
/// use arimaa::text::{read_annotated, write_annotated};
///
/// let records = read_annotated("2g Ed2n {bold} (2g Ee2n {timid})")?;
/// let text = "# bold\n2g Ed2n\n# (2g Ee2n {timid})\n";
/// assert_eq!(write_annotated(&records[0]), text);
/// assert_eq!(write_annotated(&read_annotated(text)?[0]), text);
/// # Ok::<(), arimaa::text::TextError>(())
/// ```
pub fn write_annotated(record: &Annotated) -> String {
    let mut text = String::new();
    let comment = |text: &mut String, comment: &str| {
        let _ = writeln!(text, "# {comment}");
    };
    record
        .comments
        .iter()
        .for_each(|one| comment(&mut text, one));
    let entries = record.lines.iter().map(|line| &line.entry);
    text.push_str(&tags_above(&record.tags, entries).to_string());
    if !text.is_empty() && !record.lines.is_empty() {
        text.push('\n');
    }
    for line in &record.lines {
        line.comments.iter().for_each(|one| comment(&mut text, one));
        let _ = writeln!(text, "{}", line.entry);
        for variation in &line.variations {
            comment(&mut text, &inline_variation(variation));
        }
    }
    text
}

/// A variation in brackets, on one line.
fn inline_variation(lines: &[AnnotatedLine]) -> String {
    let written = lines.iter().map(|line| {
        let mut text = line.entry.to_string();
        for comment in &line.comments {
            let _ = write!(text, " {{{}}}", comment.replace(['{', '}'], " "));
        }
        for variation in &line.variations {
            let _ = write!(text, " {}", inline_variation(variation));
        }
        text
    });
    format!("({})", written.collect::<Vec<_>>().join(" "))
}

/// The records of a text one after the other, with their comments and variations. After one that
/// cannot be read there is none.
#[derive(Clone, Debug)]
pub struct AnnotatedRecords<'a> {
    /// The text from the first line of the next record on.
    rest: Rest<'a>,
}

impl<'a> AnnotatedRecords<'a> {
    /// The records of a text, from its beginning.
    pub fn new(text: &'a str) -> Self {
        let rest = Rest::new(text);
        Self { rest }
    }

    /// The records from a place on that [`place`](Self::place) gave.
    pub fn at(text: &'a str, place: (usize, usize)) -> Self {
        let rest = Rest::at(text, place);
        Self { rest }
    }

    /// The place of the next record: how many bytes of the text are left, and how many lines come
    /// before.
    pub const fn place(&self) -> (usize, usize) {
        self.rest.place()
    }

    fn read(&mut self) -> Result<Option<Annotated>, TextError> {
        let (mut record, mut reading) = (Annotated::default(), Reading::default());
        let mut is_begun = false;
        // Comments above the tags of the next record belong to that one.
        let mut comments_from = None;
        self.rest.refuse_export()?;
        while let Some((line, after)) = self.rest.split_line() {
            let mark = line.value.find('#').unwrap_or(line.value.len());
            let (told, comment) = line.split_at(mark);
            if let Some((name, value)) = as_tag(told.trim()).filter(|_| reading.is_between()) {
                if !reading.lines.is_empty() {
                    self.rest = comments_from.unwrap_or(self.rest);
                    reading.pending.clear();
                    break;
                }
                is_begun = true;
                record.tags.read(name, value)?;
                record.comments.append(&mut reading.pending);
                record
                    .comments
                    .extend(words_of(comment.value.trim_start_matches('#')));
            } else {
                let is_first = reading.pending.is_empty();
                reading.read_line(line)?;
                if reading.pending.is_empty() {
                    comments_from = None;
                } else if is_first {
                    comments_from = Some(self.rest);
                }
            }
            self.rest = after;
        }
        let (mut lines, comments) = reading.finish()?;
        is_begun |= !lines.is_empty();
        let entries = lines.iter().map(|line| &line.entry);
        let count = begin_puzzle(&mut record.tags, entries);
        let pieces = lines.drain(..count).flat_map(|line| line.comments);
        record.comments.extend(pieces);
        record.lines = lines;
        record.comments.extend(comments);
        Ok(is_begun.then_some(record))
    }
}

impl Iterator for AnnotatedRecords<'_> {
    type Item = Result<Annotated, TextError>;

    fn next(&mut self) -> Option<Self::Item> {
        let read = self.read();
        if read.is_err() {
            self.rest.end();
        }
        read.transpose()
    }
}

/// Turns that are being read.
#[derive(Default)]
struct Reading<'a> {
    /// The turns read so far, of the innermost variation that is open.
    lines: Vec<AnnotatedLine>,
    /// The turns around it, each with the bracket that interrupted them.
    around: Vec<(Vec<AnnotatedLine>, Located<&'a str>)>,
    /// The words of the turn that is being read, and the comments behind it.
    words: Vec<Located<&'a str>>,
    said: Vec<String>,
    /// Comments on the next turn.
    pending: Vec<String>,
    /// A comment that is open, with its brace.
    brace: Option<(Located<&'a str>, String)>,
    /// Whether a turn stands on the present line.
    has_turn: bool,
    /// In how many comments this text stands.
    depth: usize,
}

impl<'a> Reading<'a> {
    /// Whether no bracket and no brace is open.
    const fn is_between(&self) -> bool {
        self.around.is_empty() && self.brace.is_none()
    }

    /// Reads a line. A turn ends with it, a comment in braces and a variation need not.
    fn read_line(&mut self, line: Located<&'a str>) -> Result<(), TextError> {
        self.has_turn = false;
        let mut rest = line;
        loop {
            if let Some((_, comment)) = &mut self.brace {
                let end = rest.value.find('}');
                let (told, tail) = rest.split_at(end.unwrap_or(rest.value.len()));
                comment.push_str(told.value);
                comment.push(' ');
                if end.is_none() {
                    return Ok(());
                }
                rest = tail.split_first().1;
                if let Some((_, comment)) = self.brace.take() {
                    self.add_comment(&comment, true)?;
                }
            }
            rest = rest.trim_start();
            let (first, tail) = rest.split_first();
            match first.value {
                "" => return self.end_turn(),
                "#" => {
                    self.add_comment(tail.value, self.has_turn)?;
                    return self.end_turn();
                }
                "{" => self.brace = Some((first, String::new())),
                "}" => return Err(first.unexpected("a `{` before it")),
                "(" => match note_in_brackets(rest) {
                    Some((note, behind)) => {
                        self.add_comment(note, true)?;
                        rest = behind;
                        continue;
                    }
                    None => self.open(first)?,
                },
                ")" => self.close(first)?,
                _ => {
                    let ends = |c: char| c.is_whitespace() || "(){}#".contains(c);
                    let end = rest.value.find(ends).unwrap_or(rest.value.len());
                    let (word, tail) = rest.split_at(end);
                    self.word(word)?;
                    rest = tail;
                    continue;
                }
            }
            rest = tail;
        }
    }

    fn word(&mut self, word: Located<&'a str>) -> Result<(), TextError> {
        // A record has `takeback` and the like on lines of their own, a variation on one line.
        let is_inside = self.depth > 0 || !self.around.is_empty();
        let is_labelled = |last: &Located<&str>| looks_like_label(last.value);
        let is_named = is_inside && entry_named(word.value).is_some();
        if looks_like_label(word.value) || is_named && !self.words.last().is_some_and(is_labelled) {
            self.end_turn()?;
        }
        self.words.push(word);
        self.has_turn = true;
        Ok(())
    }

    /// Reads the turn whose words are there, if there are any.
    fn end_turn(&mut self) -> Result<(), TextError> {
        let words = std::mem::take(&mut self.words);
        let Some(&first) = words.first() else {
            return Ok(());
        };
        let last = self.lines.last().map(|line| &line.entry);
        if let Some(entry) = read_entry(words.into_iter())?
            && may_follow(last, &entry, first)?
        {
            let mut comments = std::mem::take(&mut self.pending);
            comments.append(&mut self.said);
            self.lines.push(AnnotatedLine {
                entry,
                comments,
                variations: Vec::new(),
            });
        }
        Ok(())
    }

    /// Begins a variation of the last turn.
    fn open(&mut self, bracket: Located<&'a str>) -> Result<(), TextError> {
        self.end_turn()?;
        if self.depth + self.around.len() >= DEEPEST {
            let most = format!("at most {DEEPEST} variations in one another");
            return Err(bracket.unexpected(most));
        }
        let lines = std::mem::take(&mut self.lines);
        self.around.push((lines, bracket));
        Ok(())
    }

    /// Ends the variation that is open.
    fn close(&mut self, bracket: Located<&'a str>) -> Result<(), TextError> {
        self.end_turn()?;
        self.attach_pending_comments();
        let Some((around, _)) = self.around.pop() else {
            return Err(bracket.unexpected("a `(` before it"));
        };
        let variation = std::mem::replace(&mut self.lines, around);
        if variation.is_empty() {
            return Ok(());
        }
        match self.lines.last_mut() {
            Some(last) => last.variations.push(variation),
            None => self.pending.push(inline_variation(&variation)),
        }
        Ok(())
    }

    /// Adds a comment to the turn before it or after it. A variation in a comment is added as a
    /// variation.
    fn add_comment(&mut self, comment: &str, is_behind: bool) -> Result<(), TextError> {
        let Some(comment) = words_of(comment) else {
            return Ok(());
        };
        if let Some(variation) = self.variation_in(&comment) {
            self.end_turn()?;
            if let Some(last) = self.lines.last_mut() {
                last.variations.push(variation);
                return Ok(());
            }
        }
        if !self.words.is_empty() {
            self.said.push(comment);
        } else if let Some(last) = self.lines.last_mut().filter(|_| is_behind) {
            last.comments.push(comment);
        } else {
            self.pending.push(comment);
        }
        Ok(())
    }

    /// Reads a comment `(…)` as a variation; `None` if it is only a comment.
    fn variation_in(&self, comment: &str) -> Option<Vec<AnnotatedLine>> {
        let inner = comment.strip_prefix('(')?.strip_suffix(')')?;
        let depth = self.depth + self.around.len() + 1;
        if depth > DEEPEST || self.words.is_empty() && self.lines.is_empty() {
            return None;
        }
        let mut reading = Reading {
            depth,
            ..Reading::default()
        };
        reading.read_line(Located::new(inner, 1, 1)).ok()?;
        let (lines, _) = reading.finish().ok()?;
        let is_turn = matches!(lines.first()?.entry, Entry::Turn { .. });
        is_turn.then_some(lines)
    }

    /// Comments on a turn that does not come belong to the last one.
    fn attach_pending_comments(&mut self) {
        if let Some(last) = self.lines.last_mut() {
            last.comments.append(&mut self.pending);
        }
    }

    /// The turns, and comments that belong to none.
    fn finish(mut self) -> Result<(Vec<AnnotatedLine>, Vec<String>), TextError> {
        self.end_turn()?;
        self.attach_pending_comments();
        if let Some((brace, _)) = self.brace {
            return Err(brace.unexpected("a `}` after it"));
        }
        if let Some((_, bracket)) = self.around.last() {
            return Err(bracket.unexpected("a `)` after it"));
        }
        Ok((self.lines, self.pending))
    }
}

/// Words in brackets that begin with no turn, and the rest of the line.
fn note_in_brackets(text: Located<&str>) -> Option<(&str, Located<&str>)> {
    let first = text
        .value
        .split(|c: char| c.is_whitespace() || "(){}#".contains(c));
    let first = first.take(2).last().unwrap_or_default();
    if first.is_empty() || looks_like_label(first) || entry_named(first).is_some() {
        return None;
    }
    let mut depth = 0;
    let end = text.value.find(|letter| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        depth == 0
    })?;
    let (note, rest) = text.split_at(end + 1);
    Some((note.value, rest))
}

/// The words of a comment on one line, if there are any.
fn words_of(comment: &str) -> Option<String> {
    let words: Vec<&str> = comment.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

impl From<Record> for Annotated {
    /// The record, of which nothing more is written.
    fn from(Record { tags, entries }: Record) -> Self {
        let line = |entry| AnnotatedLine {
            entry,
            comments: Vec::new(),
            variations: Vec::new(),
        };
        Self {
            tags,
            comments: Vec::new(),
            lines: entries.into_iter().map(line).collect(),
        }
    }
}

impl Annotated {
    /// The record without comments and variations.
    pub fn record(&self) -> Record {
        Record {
            tags: self.tags.clone(),
            entries: self.lines.iter().map(|line| line.entry.clone()).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        reason = "a record that cannot be read fails the test"
    )]

    use super::*;
    use crate::text::Records;

    #[test]
    fn nothing_is_read_after_an_error() {
        let text = "1g Ra9\n\nGame: 2\n1g Ra1\n";
        let plain: Vec<bool> = Records::new(text)
            .map(|read| read.is_ok())
            .take(3)
            .collect();
        let annotated = AnnotatedRecords::new(text).map(|read| read.is_ok()).take(3);
        assert_eq!((plain, annotated.collect()), (vec![false], vec![false]));
    }

    #[test]
    fn variations_in_comments_are_as_deep_as_others() {
        fn depth(lines: &[AnnotatedLine]) -> usize {
            let below = lines.iter().flat_map(|line| &line.variations);
            below.map(|one| 1 + depth(one)).max().unwrap_or(0)
        }
        for (around, deepest) in [(0, 1), (1, 2), (DEEPEST - 1, DEEPEST), (DEEPEST, DEEPEST)] {
            let (open, close) = ("(2g Ed2n ".repeat(around), ")".repeat(around));
            let text = format!("2g Ed2n {open}# (2g Ed2w)\n{close}");
            assert_eq!(depth(&read_annotated(&text).unwrap()[0].lines), deepest);
        }
    }

    #[test]
    fn variations_in_one_another_are_bounded() {
        let nested = |depth| format!("2g Ed2n {}{}", "(2g Ed2n ".repeat(depth), ")".repeat(depth));
        assert!(read_annotated(&nested(DEEPEST)).is_ok());
        let error = read_annotated(&nested(DEEPEST + 1)).unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("at most 32 variations in one another")
        );
        let hidden = format!("2g Ed2n {}", "# (2g Ed2n ".repeat(10_000)) + &")".repeat(10_000);
        assert!(read_annotated(&hidden).is_ok());
    }
}
