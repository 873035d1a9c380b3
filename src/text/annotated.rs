//! Reads and writes game records with comments, and with variations in brackets.

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

/// The greatest depth of variations within variations.
const DEEPEST: usize = 32;

/// A record with its comments and variations. It need not follow the rules.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Annotated {
    /// The tags of the record.
    pub tags: Tags,
    /// Comments on the game as a whole: beside tags, beside the pieces of a puzzle, or in a game
    /// without turns.
    pub comments: Vec<String>,
    /// The turns, and the entries in place of a turn.
    pub lines: Vec<AnnotatedLine>,
}

/// A turn, or an entry in place of one, with its comments and variations.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct AnnotatedLine {
    /// The turn or other entry. In a variation within a comment, places are those in the comment.
    pub entry: Entry,
    /// Comments on the turn, each one line of text.
    pub comments: Vec<String>,
    /// Variations: sequences of other turns from the position before this turn.
    pub variations: Vec<Vec<Self>>,
}

/// Reads the records of a file with their comments and variations.
///
/// Every text that [`read_records`](super::read_records) reads is read with the same turns, unless
/// it has a variation that cannot be read. Besides:
///
/// - `{…}` is a comment too, over several lines if need be. It belongs to the turn before it, as
///   does a `#` comment on the line of a turn. A `#` comment on a line of its own belongs to the
///   turn after it.
/// - `(…)` is a variation: other turns from the position before the turn in front of it; without
///   such a turn it is a comment, and so are other words in brackets. A comment that consists of a
///   variation in brackets is read as that variation, so that records can hold variations that
///   other programs skip.
/// - Several turns can be on one line, each with its label; in variations `takeback` needs none.
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
/// Returns the errors of [`read_records`](super::read_records), and refuses an unmatched bracket or
/// brace, and variations more than 32 deep.
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

/// Writes a record with its comments and variations as `#` comments, one line each.
///
/// Reading the text gives the same record, except for braces in comments inside variations, and for
/// a comment that is written like a variation, which becomes one.
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

/// Writes a variation in brackets, on one line.
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

/// Iterates over the records of a text, with their comments and variations. It ends after a record
/// that cannot be read.
#[derive(Clone, Debug)]
pub struct AnnotatedRecords<'a> {
    /// The text from the first line of the next record on.
    rest: Rest<'a>,
}

impl<'a> AnnotatedRecords<'a> {
    /// Iterates over the records of a text, from its beginning.
    pub fn new(text: &'a str) -> Self {
        let rest = Rest::new(text);
        Self { rest }
    }

    /// Iterates over the records of a text, from a place that [`place`](Self::place) returned.
    pub fn at(text: &'a str, place: (usize, usize)) -> Self {
        let rest = Rest::at(text, place);
        Self { rest }
    }

    /// The place of the next record: the number of bytes left, and the number of lines before.
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

/// The state of reading the turns of a record.
#[derive(Default)]
struct Reading<'a> {
    /// The turns read so far in the innermost open variation, or in the record itself.
    lines: Vec<AnnotatedLine>,
    /// The turns of the record and of the outer open variations, each with the opening bracket of
    /// the next inner variation.
    around: Vec<(Vec<AnnotatedLine>, Located<&'a str>)>,
    /// The words of the turn that is being read; `said` has the comments after them.
    words: Vec<Located<&'a str>>,
    said: Vec<String>,
    /// Comments that belong to the next turn.
    pending: Vec<String>,
    /// A comment in braces that is not closed yet, with its opening brace.
    brace: Option<(Located<&'a str>, String)>,
    /// Whether the present line has a turn.
    has_turn: bool,
    /// The depth of this text: the number of variations and comments around it.
    depth: usize,
}

impl<'a> Reading<'a> {
    /// Whether no bracket and no brace is open.
    const fn is_between(&self) -> bool {
        self.around.is_empty() && self.brace.is_none()
    }

    /// Reads a line. The end of the line ends a turn, unless a comment in braces is open.
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

    /// Ends the turn that is being read, if there is one: reads its words as an entry.
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

    /// Ends the innermost open variation.
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

    /// Adds a comment to the turn before it (`is_behind`) or after it. A comment that is a
    /// variation is added as a variation.
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

    /// Reads a comment `(…)` as a variation, or returns `None` if it is only a comment.
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

    /// Adds comments that await a next turn to the last turn, because none follows.
    fn attach_pending_comments(&mut self) {
        if let Some(last) = self.lines.last_mut() {
            last.comments.append(&mut self.pending);
        }
    }

    /// Ends the reading: returns the turns, and the comments that belong to no turn.
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

/// Splits off words in brackets that do not begin with a turn, and so are a comment. Returns them
/// and the rest of the line, or `None` for a variation.
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

/// The words of a comment on one line, or `None` if it has none.
fn words_of(comment: &str) -> Option<String> {
    let words: Vec<&str> = comment.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

impl From<Record> for Annotated {
    /// The record without comments and variations.
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
