//! The game server's archive: a table with one game in each row.

use std::io::{self, BufRead};
use std::sync::Arc;

use super::entry::{Entry, add_entry};
use super::events::{Event, EventKind, Listed, read_event};
use super::lines::{Decoding, Lines};
use super::located::Located;
use super::tags::{RecordedResult, only_letter, read_code};
use super::{ReadError, Record, TextError};

/// The longest row, in bytes, that an [`Archive`] reads.
pub const MAX_ROW: usize = 16 << 20;

/// The decoding of rows: bytes that are not UTF-8 are replaced, not refused.
const DECODING: Decoding = Decoding {
    limit: MAX_ROW,
    lossy: true,
};

/// The separator of lines inside a field: a backslash and an `n`.
const LINE_BREAK: &str = r"\n";

/// A typical length of a line of a log, in bytes, for reserving memory.
const COMMON_LINE: usize = 64;

/// A typical length of a turn in a list of moves, in bytes, for reserving memory.
const COMMON_TURN: usize = 24;

/// The words that some tables write for an empty cell.
const NULLS: [&str; 3] = ["NULL", "null", r"\N"];

/// One game of the archive, without the columns that no program here needs.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct ArchiveGame {
    /// The number of the game's line in the file, from 1.
    pub line: usize,
    /// Column `id`: the id of the game.
    pub id: String,
    /// Column `site`: the place where the game was played.
    pub site: Option<String>,
    /// Column `startts`: when the game began, in seconds since 1970.
    pub start: Option<i64>,
    /// Column `endts`: when the game ended, in seconds since 1970.
    pub end: Option<i64>,
    /// Columns `wusername` and `busername`: the names of Gold and Silver.
    pub players: [Option<String>; 2],
    /// Columns `wrating` and `brating`: the ratings of Gold and Silver, as text.
    pub ratings: [Option<String>; 2],
    /// Column `result`: the winner, a draw, or unknown.
    pub result: Option<RecordedResult>,
    /// Column `termination`: the code of the way in which the game ended (SPEC.md NOT-12).
    pub termination: Option<char>,
    /// Column `plycount`, which holds the number of the last turn.
    pub last_move: Option<u32>,
    /// Column `corrupt`: whether the server itself marks the row as doubtful.
    pub corrupt: Option<bool>,
    /// Column `movelist`: the accepted turns, and takebacks.
    pub entries: Vec<Entry>,
    /// Column `events`: the log of the game, or `None` if it was not read or is no log.
    pub events: Option<Vec<Event>>,
}

/// A game read from a row, or the reason why the row cannot be read.
pub type Row = Result<ArchiveGame, ReadError>;

/// The games of an archive, read row by row with bounded memory.
///
/// The table is separated by tabs and has a header that names its columns. It must have `id` and
/// `movelist`; the other columns of [`ArchiveGame`] may be missing, and all others are skipped. A
/// row that cannot be read is an error item, and the next row follows; only a failing stream ends
/// the iterator.
///
/// ```
/// use arimaa::text::Archive;
///
/// let table = "id\tresult\tmovelist\n1\tw\t1w Ra1\\n1b\n2\tb\t1w Ra9\n";
/// let games: Vec<_> = Archive::new(table.as_bytes())?.collect();
/// assert_eq!(games[0].as_ref().unwrap().entries.len(), 2);
/// let error = games[1].as_ref().unwrap_err().to_string();
/// assert!(error.starts_with("line 3, column 8: found `Ra9`"));
/// # Ok::<(), arimaa::text::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Archive<R> {
    lines: Lines<R>,
    columns: Arc<Columns>,
}

/// A row cut from an [`Archive`] but not read: one thread can cut rows, and others read them.
#[derive(Clone, Debug)]
pub struct UnreadRow {
    columns: Arc<Columns>,
    number: usize,
    bytes: Vec<u8>,
}

impl UnreadRow {
    /// The length of the row in bytes.
    pub const fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Reads the row.
    ///
    /// # Errors
    ///
    /// Returns the place that cannot be read.
    pub fn read(self) -> Row {
        let row = DECODING.read(self.number, self.bytes)?;
        Ok(self.columns.read_row(&row, self.number, |_| true)?)
    }

    /// Reads the row as a record. The log is read only if the record needs it, which few do.
    ///
    /// # Errors
    ///
    /// Returns the place that cannot be read.
    pub fn read_record(self) -> Result<Record, ReadError> {
        let row = DECODING.read(self.number, self.bytes)?;
        let game = self.columns.read_row(&row, self.number, has_refused_turn)?;
        Ok(game.into())
    }

    /// The number of the row's line in the file, from 1.
    pub const fn line(&self) -> usize {
        self.number
    }
}

impl<R: BufRead> Archive<R> {
    /// Reads the header of an archive, whose rows can then be read.
    ///
    /// # Errors
    ///
    /// Returns an error if the stream fails, or if the header lacks the column `id` or `movelist`.
    pub fn new(reader: R) -> Result<Self, ReadError> {
        let mut lines = Lines::new(reader).with_limit(MAX_ROW).lossy();
        let header = match lines.next() {
            Some(line) => line?.1?,
            None => String::new(),
        };
        let columns = Arc::new(Columns::read(&header)?);
        Ok(Self { lines, columns })
    }
}

/// Cuts the next row from an archive without reading it; `None` at its end. Blank rows are skipped,
/// such as one at the end.
///
/// # Errors
///
/// Returns the failure of the stream, after which there are no rows.
pub fn next_unread<R: BufRead>(archive: &mut Archive<R>) -> Option<io::Result<UnreadRow>> {
    loop {
        let (number, bytes) = match archive.lines.next_unread()? {
            Ok(line) => line,
            Err(failure) => return Some(Err(failure)),
        };
        let is_blank = || String::from_utf8_lossy(&bytes).trim().is_empty();
        if bytes.iter().any(u8::is_ascii_graphic) || !is_blank() {
            let columns = Arc::clone(&archive.columns);
            return Some(Ok(UnreadRow {
                columns,
                number,
                bytes,
            }));
        }
    }
}

impl<R: BufRead> Iterator for Archive<R> {
    type Item = Row;

    fn next(&mut self) -> Option<Self::Item> {
        Some(match next_unread(self)? {
            Ok(row) => row.read(),
            Err(failure) => Err(failure.into()),
        })
    }
}

/// The index of the field for each column, `None` for a missing one, and the number of fields.
#[derive(Debug)]
struct Columns {
    count: usize,
    id: usize,
    movelist: usize,
    site: Option<usize>,
    start: Option<usize>,
    end: Option<usize>,
    players: [Option<usize>; 2],
    ratings: [Option<usize>; 2],
    result: Option<usize>,
    termination: Option<usize>,
    last_move: Option<usize>,
    corrupt: Option<usize>,
    events: Option<usize>,
}

impl Columns {
    fn read(header: &str) -> Result<Self, TextError> {
        let names: Vec<&str> = header.split('\t').map(str::trim).collect();
        let place = |name: &str| names.iter().position(|&column| column == name);
        let needed = |name: &str| {
            place(name).ok_or_else(|| {
                let found = format!("a header without the column `{name}`");
                let expected = "the names of the columns in small letters, separated by tabs";
                TextError::new(1, 1, found, expected)
            })
        };
        Ok(Self {
            count: names.len(),
            id: needed("id")?,
            movelist: needed("movelist")?,
            site: place("site"),
            start: place("startts"),
            end: place("endts"),
            players: [place("wusername"), place("busername")],
            ratings: [place("wrating"), place("brating")],
            result: place("result"),
            termination: place("termination"),
            last_move: place("plycount"),
            corrupt: place("corrupt"),
            events: place("events"),
        })
    }

    /// Reads a row. Its log is read only if `needs_log` returns true for its termination.
    fn read_row(
        &self,
        row: &str,
        number: usize,
        needs_log: fn(Option<char>) -> bool,
    ) -> Result<ArchiveGame, TextError> {
        let row = Located::new(row, number, 1);
        let fields: Vec<Located<&str>> = row.split("\t").collect();
        if fields.len() != self.count {
            let found = format!("{} fields", fields.len());
            let expected = format!("{} fields, as in the header", self.count);
            return Err(TextError::new(number, 1, found, expected));
        }
        let field = |place: usize| {
            let field = fields.get(place).map_or(row.with(""), |field| field.trim());
            let is_null = NULLS.contains(&field.value);
            if is_null { field.with("") } else { field }
        };
        // An empty field says nothing, whatever its column.
        let optional =
            |place: Option<usize>| place.map(field).filter(|field| !field.value.is_empty());
        let text = |place| optional(place).map(|field| field.value.to_owned());
        let site = text(self.site);
        let movelist = field(self.movelist);
        let entries = read_movelist(movelist)?;
        let termination = optional(self.termination).map(read_code).transpose()?;
        let log = optional(self.events).filter(|_| needs_log(termination));
        let events = log.and_then(|log| read_events(log, movelist, &entries));
        Ok(ArchiveGame {
            line: number,
            id: field(self.id).value.to_owned(),
            site,
            start: optional(self.start).map(read_time).transpose()?,
            end: optional(self.end).map(read_time).transpose()?,
            players: self.players.map(text),
            ratings: self.ratings.map(text),
            result: optional(self.result).map(read_result).transpose()?,
            termination,
            last_move: optional(self.last_move).and_then(|field| field.value.parse().ok()),
            corrupt: optional(self.corrupt).map(|field| field.value != "0"),
            entries,
            events,
        })
    }
}

fn read_movelist(field: Located<&str>) -> Result<Vec<Entry>, TextError> {
    let mut entries = Vec::with_capacity(field.value.len() / COMMON_TURN);
    lines_of(field).try_for_each(|line| add_entry(&mut entries, line))?;
    Ok(entries)
}

/// Reads the log, or returns `None` for a text without a single known line. Most turns of a log are
/// also in the list of moves, and are copied from there.
fn read_events(
    field: Located<&str>,
    movelist: Located<&str>,
    entries: &[Entry],
) -> Option<Vec<Event>> {
    let mut listed = Listed::new(movelist, entries);
    let lines = lines_of(field).filter(|line| !line.value.is_empty());
    let mut events = Vec::with_capacity(field.value.len() / COMMON_LINE);
    let mut is_known = false;
    for (index, line) in lines.enumerate() {
        let kind = read_event(line, &mut listed);
        is_known |= !matches!(kind, EventKind::Other(_));
        events.push(Event { index, kind });
    }
    is_known.then_some(events)
}

/// Whether a game with this termination has a turn in its log that its list of moves lacks: the
/// refused turn that ended it (code `i`).
pub(super) fn has_refused_turn(termination: Option<char>) -> bool {
    termination == Some('i')
}

/// The lines of a field, without the carriage returns that some archives have before line breaks.
fn lines_of(field: Located<&str>) -> impl Iterator<Item = Located<&str>> {
    field.split(LINE_BREAK).map(|line| {
        let line = line.trim();
        let text = line.value.strip_suffix(r"\r");
        text.map_or(line, |text| line.with(text).trim())
    })
}

fn read_time(field: Located<&str>) -> Result<i64, TextError> {
    let seconds = field.value.parse();
    seconds.map_err(|_| field.unexpected("a time in seconds since 1970"))
}

fn read_result(field: Located<&str>) -> Result<RecordedResult, TextError> {
    only_letter(field.value)
        .and_then(RecordedResult::from_letter)
        .ok_or_else(|| field.unexpected("a result (`w`, `b`, `d` or `u`)"))
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        reason = "an archive that cannot be read fails the test"
    )]

    use super::*;

    const HEADER: &str =
        "id\tsite\tstartts\tendts\tresult\ttermination\tplycount\tcorrupt\tmovelist\tevents";

    fn row(text: &[u8]) -> ArchiveGame {
        let table = [HEADER.as_bytes(), b"\n", text].concat();
        Archive::new(&table[..]).unwrap().next().unwrap().unwrap()
    }

    #[test]
    fn row_is_read_as_a_game() {
        let game = row(
            b"7\tJos\xe9\t1769941051\t1769942363\tb\tm\t2\t0\t1w Ra1\\n1b ra8\\n2w\t\
              5 [x] move 2w received from w [Ra1n]\\n5 [x] gameserver rejected move [Ra1n]; \
              push not completed\\n6 [x] w player present\\n6 [x] surprise\\n",
        );
        assert_eq!((game.line, game.id.as_str()), (2, "7"));
        assert_eq!(game.site.as_deref(), Some("Jos\u{fffd}"));
        assert_eq!(
            (game.start, game.end),
            (Some(1_769_941_051), Some(1_769_942_363))
        );
        assert_eq!(game.result, Some(RecordedResult::Silver));
        assert_eq!(game.termination, Some('m'));
        assert_eq!((game.last_move, game.corrupt), (Some(2), Some(false)));
        let entries: Vec<String> = game.entries.iter().map(Entry::to_string).collect();
        assert_eq!(entries, ["1g Ra1", "1s ra8", "2g"]);
        let indices = game.events.unwrap().into_iter().map(|event| event.index);
        assert_eq!(indices.collect::<Vec<_>>(), [0, 1, 2, 3]);
    }

    #[test]
    fn empty_fields_are_read_as_none() {
        let game = row(b"7\t\t\t\t\t\t\t\t\t");
        assert_eq!((game.site, game.start, game.end), (None, None, None));
        assert_eq!((game.result, game.termination), (None, None));
        assert_eq!((game.last_move, game.corrupt), (None, None));
        assert_eq!((game.entries, game.events), (Vec::new(), None));
    }

    #[test]
    fn a_row_over_the_limit_is_one_error() {
        let mut text = b"id\tmovelist\n1\t".to_vec();
        text.resize(MAX_ROW + 100, b'R');
        text.extend(b"\n2\t1w Ra1\n");
        let rows: Vec<Row> = Archive::new(text.as_slice()).unwrap().collect();
        assert!(matches!(rows.as_slice(), [Err(ReadError::Text(error)), Ok(_)] if error.line == 2));
    }

    #[test]
    fn truncated_file_has_its_own_error() {
        struct Broken;
        impl io::Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        let header = format!("{HEADER}\n");
        let file = io::BufReader::new(io::Read::chain(header.as_bytes(), Broken));
        let first = Archive::new(file).unwrap().next().unwrap();
        assert!(matches!(first, Err(ReadError::Io(_))));
    }
}
