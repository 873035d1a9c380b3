//! Game records: tags, then one line for each turn.

use std::fmt;

use super::TextError;
use super::entry::{Entry, add_entry, add_turns};
use super::located::Located;
use super::puzzle::{begin_puzzle, tags_above};
use super::rest::Rest;
use super::tags::{Tags, as_tag};
use super::transcript::{Transcribed, without_notes};
use crate::vocab::Label;

/// A game as it was recorded. It need not follow the rules.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Record {
    /// The tags: statements about the game as a whole.
    pub tags: Tags,
    /// The turns, and the entries in place of a turn.
    pub entries: Vec<Entry>,
}

impl Record {
    /// The first label of the game, which tells the turn it begins with; `None` if no line has one.
    pub fn first_label(&self) -> Option<Label> {
        self.entries.iter().find_map(Entry::label)
    }
}

/// Reads the records of a file.
///
/// `#` begins a comment, blank lines mean nothing. A tag after a line of the game begins the next
/// record. Labels may use `w` and `b`, so the bare move list of a game server is a record. A text
/// that is no record by SPEC.md chapter 10 is read if it has one of the forms of `docs/records.md`,
/// such as tags in brackets and comments in braces.
///
/// ```
/// use arimaa::text::read_records;
///
/// let records = read_records("1w Ra1\n1b ra8 # too few\nGame: 2\n1g")?;
/// assert_eq!(records.len(), 2);
/// assert_eq!(records[0].entries.len(), 2);
/// assert_eq!(records[1].tags.game.as_deref(), Some("2"));
/// # Ok::<(), arimaa::text::TextError>(())
/// ```
///
/// # Errors
///
/// Returns the first place that is neither a tag nor a line of a game, a known tag with a senseless
/// value, or a known tag that is repeated.
pub fn read_records(text: &str) -> Result<Vec<Record>, TextError> {
    let records = read_located(text)?.into_iter();
    Ok(records.map(|record| record.value).collect())
}

/// Reads a file that holds exactly one record.
///
/// # Errors
///
/// Returns the errors of [`read_records`], and refuses a file without a record or with several.
pub fn read_record(text: &str) -> Result<Record, TextError> {
    let one = "a record of one game";
    let mut records = read_located(text)?.into_iter();
    let record = records
        .next()
        .ok_or_else(|| TextError::new(1, 1, "no game", one))?;
    match records.next() {
        Some(second) => Err(TextError::new(
            second.line,
            second.column,
            "a second game",
            one,
        )),
        None => Ok(record.value),
    }
}

/// Reads the records of a file, each with the place of its first line.
fn read_located(text: &str) -> Result<Vec<Located<Record>>, TextError> {
    let read = Rest::new(text).refuse_export();
    let read = read.and_then(|()| Records::new(text).collect());
    read.or_else(|error| read_in_another_form(text, error))
}

/// Reads records in the forms of `docs/records.md`. `error` is that of the reader of SPEC.md
/// chapter 10, which may be returned if these forms fail, too.
fn read_in_another_form(text: &str, error: TextError) -> Result<Vec<Located<Record>>, TextError> {
    let Some(transcribed) = Transcribed::of(text) else {
        let place = |error: &TextError| (error.line, error.column);
        return read_without_notes(text).map_err(|other| {
            if place(&other) > place(&error) {
                other
            } else {
                error
            }
        });
    };
    let read = read_without_notes(&transcribed.text);
    let mut records = read.map_err(|error| transcribed.error_at_source(error))?;
    let place = |place| transcribed.place_in_source(place);
    for record in &mut records {
        record.move_to(&place);
        for entry in &mut record.value.entries {
            entry.move_to(&place);
        }
    }
    Ok(records)
}

/// Reads the records of a text, ignoring comments in braces and variations.
fn read_without_notes(text: &str) -> Result<Vec<Located<Record>>, TextError> {
    let plain = without_notes(text);
    let records = Records {
        rest: Rest::new(&plain),
        splits_lines: true,
    };
    records.collect()
}

/// Iterates over the records of a text, by SPEC.md chapter 10 alone. It ends after a record that
/// cannot be read.
#[derive(Clone, Debug)]
pub struct Records<'a> {
    /// The text from the first line of the next record on.
    rest: Rest<'a>,
    /// Whether several turns can be on one line.
    splits_lines: bool,
}

impl<'a> Records<'a> {
    /// Iterates over the records of a text, from its beginning.
    pub fn new(text: &'a str) -> Self {
        Self {
            rest: Rest::new(text),
            splits_lines: false,
        }
    }

    /// Iterates over the records of a text, from a place that [`place`](Self::place) returned.
    pub fn at(text: &'a str, place: (usize, usize)) -> Self {
        Self {
            rest: Rest::at(text, place),
            splits_lines: false,
        }
    }

    /// The place of the next record: the number of bytes left, and the number of lines before.
    pub const fn place(&self) -> (usize, usize) {
        self.rest.place()
    }

    /// Reads the next record, up to the first tag of the record after it; `None` at the end.
    fn read(&mut self) -> Result<Option<Located<Record>>, TextError> {
        let mut found: Option<Located<Record>> = None;
        while let Some((line, after)) = self.rest.split_line() {
            let line = without_comment(line).trim();
            if !line.value.is_empty() {
                let tag = as_tag(line);
                let has_game = |found: &Located<Record>| !found.value.entries.is_empty();
                if tag.is_some() && found.as_ref().is_some_and(has_game) {
                    break;
                }
                let record = found.get_or_insert_with(|| line.with(Record::default()));
                match tag {
                    Some((name, value)) => record.value.tags.read(name, value)?,
                    None if self.splits_lines => add_turns(&mut record.value.entries, line)?,
                    None => add_entry(&mut record.value.entries, line)?,
                }
            }
            self.rest = after;
        }
        if let Some(Located {
            value: Record { tags, entries },
            ..
        }) = &mut found
        {
            entries.drain(..begin_puzzle(tags, &*entries));
        }
        Ok(found)
    }
}

impl Iterator for Records<'_> {
    type Item = Result<Located<Record>, TextError>;

    fn next(&mut self) -> Option<Self::Item> {
        let read = self.read();
        if read.is_err() {
            self.rest.end();
        }
        read.transpose()
    }
}

/// The [places](Records::place) of the records in a text. If one cannot be read, they mean nothing.
///
/// # Errors
///
/// Refuses a text that begins with an export of another program.
pub fn places_of_records(text: &str) -> Result<Vec<(usize, usize)>, TextError> {
    let mut rest = Rest::new(text);
    rest.refuse_export()?;
    let mut places = vec![rest.place()];
    let mut has_game = false;
    while let Some((line, after)) = rest.split_line() {
        let line = without_comment(line).trim();
        let is_tag = as_tag(line).is_some();
        if is_tag && has_game {
            places.push(rest.place());
        }
        has_game = !is_tag && (has_game || !line.value.is_empty());
        rest = after;
    }
    Ok(places)
}

/// Writes a record: known tags, other tags, a blank line, and the game.
///
/// A record that was read is written back without loss, except for comments and the way it was laid
/// out. A value from elsewhere can hold characters that a line of text cannot: line breaks, other
/// control characters and `#` become blanks.
///
/// ```
/// use arimaa::text::{read_record, write_record};
///
/// let record = read_record("result: w # by goal\n1w Ra1\n1b takeback")?;
/// assert_eq!(write_record(&record), "Result: gold\n\n1g Ra1\n1s takeback\n");
/// # Ok::<(), arimaa::text::TextError>(())
/// ```
pub fn write_record(record: &Record) -> String {
    record.to_string()
}

impl fmt::Display for Record {
    /// Writes the text of [`write_record`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tags = tags_above(&self.tags, &self.entries).to_string();
        let between = if tags.is_empty() || self.entries.is_empty() {
            ""
        } else {
            "\n"
        };
        write!(f, "{tags}{between}")?;
        self.entries
            .iter()
            .try_for_each(|entry| writeln!(f, "{entry}"))
    }
}

fn without_comment(line: Located<&str>) -> Located<&str> {
    line.value
        .find('#')
        .map_or(line, |mark| line.split_at(mark).0)
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        reason = "a record that cannot be read fails the test"
    )]

    use super::*;

    #[test]
    fn records_are_read_on_from_a_place() {
        let text = "Game: 1\n1g Ra1\n\nGame: 2\n1g Rb1\n";
        let mut records = Records::new(text);
        assert_eq!(records.place(), (text.len(), 0));
        records.next().unwrap().unwrap();
        let place = records.place();
        assert_eq!(place, ("Game: 2\n1g Rb1\n".len(), 3));
        let second = Records::at(text, place).next().unwrap().unwrap();
        assert_eq!((second.line, second.column), (4, 1));
        assert_eq!(second.value, records.next().unwrap().unwrap().value);
        assert_eq!(records.place(), (0, 5));
    }
}
