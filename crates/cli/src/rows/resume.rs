//! The place at which a file of rows breaks off.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::rc::Rc;

use super::{Expected, Judged, RowFormat};
use crate::games::GameKey;
use arimaa::text::MAX_LINE;
use arimaa::vocab::Edition;
use arimaa_oracle::rows::Row;

/// The longest row in bytes, not counting bytes that were read ahead.
const MAX_ROW: usize = MAX_LINE;

/// The rows of a file, as far as they can be read.
pub(super) struct Written {
    /// The last game that is whole, if there is one.
    pub(super) last: Option<GameKey>,
    /// Byte offset of the end of that game's rows; the game behind it may lack rows.
    end: u64,
    /// The indices of the game files that have rows.
    pub(super) places: BTreeSet<usize>,
    /// The games whose records have to name the edition that judged them, because another is the
    /// default.
    pub(super) tagged: Vec<Judged>,
}

/// Reads and checks the rows that a file holds.
///
/// # Errors
///
/// If the file cannot be read or does not begin as a file of rows does; if its rows are of other
/// files or in another order, have turns counted where the new rows have not (or the reverse), or
/// are of a game judged by another edition.
pub(super) fn read(
    mut file: &File,
    format: RowFormat,
    expected: &Expected<'_>,
) -> io::Result<Written> {
    let first = match format {
        RowFormat::Csv => "file,number,game,",
        _ => "{\"file\":",
    };
    let mut start = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.take(first.len() as u64).read_to_end(&mut start)?;
    if !first.as_bytes().starts_with(&start) {
        return Err(io::Error::other("this is no file of rows in that format"));
    }
    file.seek(SeekFrom::Start(0))?;
    let (mut other, mut tagged, mut places) = (None, Vec::new(), BTreeSet::new());
    let mut check = |row: Row| {
        let fault = if row.turns.is_some() && !expected.is_counted {
            Some("its turns are counted: leave --uncounted out".to_owned())
        } else if row.turns.is_none() && expected.is_counted {
            Some("its turns are not counted: give --uncounted".to_owned())
        } else {
            None
        };
        let judged = row.edition.as_ref().and_then(|name| name.parse().ok());
        let date = row.date.as_deref();
        let would_judge = |named| expected.editions.for_record(named, date).ok() == judged;
        let (by_default, if_named) = (would_judge(None), would_judge(judged));
        let key = key(row);
        let file = &key.file;
        let misplaced = match (expected.place)(&key) {
            None => Some(format!(
                "its rows are of {file}, which is not among the games"
            )),
            Some(place) if places.range(place + 1..).next().is_some() => Some(format!(
                "its rows are of {file} after files that are named behind it now"
            )),
            Some(place) => {
                places.insert(place);
                None
            }
        };
        let mut fault = fault.or(misplaced);
        match judged {
            _ if by_default => {}
            Some(judged) if if_named => {
                if tagged.last().is_none_or(|(game, _)| *game != key) {
                    tagged.push((key.clone(), judged));
                }
            }
            judged => fault = fault.or_else(|| Some(edition_fault(&key, judged))),
        }
        other = other.take().or(fault);
        key
    };
    let (last, end) = match format {
        RowFormat::Csv => last_whole(csv_rows(file)?.map(|(start, row)| (start, check(row)))),
        _ => last_whole(json_rows(file).map(|(start, row)| (start, check(row)))),
    };
    if let Some(fault) = other {
        return Err(io::Error::other(fault));
    }
    Ok(Written {
        last,
        end,
        places,
        tagged,
    })
}

/// The error about the rows of a game that another edition judged.
pub(super) fn edition_fault(game: &GameKey, edition: Option<Edition>) -> String {
    let edition = edition.map_or("which the rows do not name", Edition::name);
    let GameKey { file, number } = game;
    format!("game {number} of {file} was judged by another edition than is asked for: {edition}")
}

impl Written {
    /// Cuts off what is behind the last whole game; the file is positioned at its end.
    ///
    /// # Errors
    ///
    /// If the file cannot be shortened.
    pub(super) fn cut_rest(&self, mut file: &File) -> io::Result<()> {
        file.set_len(self.end)?;
        file.seek(SeekFrom::End(0))?;
        Ok(())
    }
}

/// The last game that another game follows, and the byte at which that one begins, or else 0.
fn last_whole(rows: impl Iterator<Item = (u64, GameKey)>) -> (Option<GameKey>, u64) {
    let mut whole = None;
    let mut current: Option<(u64, GameKey)> = None;
    for (start, key) in rows {
        match &current {
            Some((_, game)) if *game == key => {}
            _ => {
                let before = current.replace((start, key));
                whole = before.map(|(_, game)| game);
            }
        }
    }
    let end = match (&whole, &current) {
        (Some(_), Some((start, _))) => *start,
        _ => 0,
    };
    (whole, end)
}

fn key(row: Row) -> GameKey {
    GameKey {
        file: row.file,
        number: row.number,
    }
}

/// Each row with the offset of its first byte, up to the first row that cannot be read.
fn csv_rows(file: &File) -> io::Result<impl Iterator<Item = (u64, Row)>> {
    let (file, next) = PerRow::new(file);
    let mut reader = csv::Reader::from_reader(file);
    let header = reader.headers()?.clone();
    let mut record = csv::StringRecord::new();
    Ok(std::iter::from_fn(move || {
        let start = reader.position().byte();
        next();
        let is_read = reader.read_record(&mut record).ok()?;
        let row: Row = is_read.then(|| record.deserialize(Some(&header)).ok())??;
        Some((start, row))
    }))
}

fn json_rows(file: &File) -> impl Iterator<Item = (u64, Row)> {
    let (file, next) = PerRow::new(file);
    let mut reader = BufReader::new(file);
    let mut start = 0;
    let mut line = String::new();
    std::iter::from_fn(move || {
        line.clear();
        next();
        let length = reader.read_line(&mut line).ok()?;
        let row: Row = serde_json::from_str(&line).ok()?;
        let here = start;
        start += length as u64;
        Some((here, row))
    })
}

/// A reader of a file of rows; it fails within a row longer than [`MAX_ROW`].
struct PerRow<'a> {
    file: &'a File,
    left: Rc<Cell<usize>>,
}

impl<'a> PerRow<'a> {
    /// The reader, and a function to call before each row.
    fn new(file: &'a File) -> (Self, impl Fn()) {
        let left = Rc::new(Cell::new(MAX_ROW));
        let own = Rc::clone(&left);
        (Self { file, left }, move || own.set(MAX_ROW))
    }
}

impl Read for PerRow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left.get() == 0 {
            return Err(io::Error::other("a row is too long"));
        }
        let read = self.file.read(buffer)?;
        self.left.set(self.left.get().saturating_sub(read));
        Ok(read)
    }
}
