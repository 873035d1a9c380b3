//! The games of files: read one after the other, worked on in parallel, answered in their order.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;
use std::{iter, thread};

use indicatif::ProgressBar;
use rayon::prelude::*;
use walkdir::WalkDir;

use crate::exit::{CliError, ExitStatus, print_to_stderr, report};
use crate::foreign::escape_line;
use crate::input::{Input, STANDARD_INPUT};
use crate::progress;
use crate::signals::Signals;
use arimaa::text::kind::TextKind;
use arimaa::text::lines::{UnreadRow, next_unread, places_of_records};
use arimaa::text::{Archive, ArchiveGame, ReadError, Record, Records, TextError, read_records};
use arimaa_oracle::judge::Options;

/// The most games of a block. While a block is worked on, the next one is cut from the files.
const BLOCK: usize = 128;

/// Size of a block in bytes of games and logs; a block that reaches it gets no further game.
const BYTES: usize = 4 << 20;

/// Interval between two looks for a signal while no game comes.
const WAIT: Duration = Duration::from_millis(100);

/// How long a begun block waits for a further game.
const WAIT_FOR_ANOTHER: Duration = Duration::from_millis(10);

/// The endings of names of game files in a directory; compressed files have `.gz` behind them.
const ENDINGS: [&str; 4] = [".txt", ".tsv", ".rec", ".pgn"];

/// A game's place in its file, and its name.
pub(super) struct Found {
    /// The name of its file.
    pub(super) file: Arc<str>,
    /// The game's number in its file, from 1; a game that cannot be read has a number, too.
    pub(super) number: usize,
    /// The game's id, or its place in the file where it has none, as `--game` takes it.
    pub(super) id: String,
    kind: FoundKind,
}

/// The form of the file in which a game was found.
enum FoundKind {
    /// In a record, which may have an id.
    Record { is_named: bool },
    /// In this line of an archive.
    Archived { line: usize },
}

impl Found {
    pub(super) fn key(&self) -> GameKey {
        GameKey {
            file: escape_line(&self.file),
            number: self.number,
        }
    }

    /// The game's file, its line in an archive, and its id or number, for messages.
    pub(super) fn location(&self) -> String {
        let (file, id) = (escape_line(&self.file), escape_line(&self.id));
        match self.kind {
            FoundKind::Record { is_named: false } => format!("{file}: game {id}"),
            FoundKind::Record { is_named: true } => format!("{file}: {id}"),
            FoundKind::Archived { line } => format!("{file}:{line}: {id}"),
        }
    }
}

/// A type that games can be read as.
pub(super) trait ReadGame: Sized {
    /// Converts a game of a record.
    fn from_record(record: Record) -> Self;

    /// Reads a game from a row of an archive; returns its id, too.
    fn from_row(row: UnreadRow) -> Result<(String, Self), ReadError>;
}

/// A game as its file has it: a record, or a row of an archive.
pub(super) enum Source {
    Record(Record),
    Archived(ArchiveGame),
}

impl ReadGame for Source {
    fn from_record(record: Record) -> Self {
        Self::Record(record)
    }

    fn from_row(row: UnreadRow) -> Result<(String, Self), ReadError> {
        let game = row.read()?;
        Ok((game.id.clone(), Self::Archived(game)))
    }
}

/// A game as a record, and the options to judge it by: strict reading for archives.
pub(super) type RecordOfGame = (Record, Options);

impl ReadGame for RecordOfGame {
    fn from_record(record: Record) -> Self {
        (record, Options::default())
    }

    fn from_row(row: UnreadRow) -> Result<(String, Self), ReadError> {
        let record = row.read_record()?;
        let id = record.tags.game.clone().unwrap_or_default();
        Ok((id, (record, Options::STRICT)))
    }
}

/// A game that was cut from its file and is not read yet.
struct Unread {
    file: Arc<str>,
    number: usize,
    game: UnreadGame,
    /// How many bytes of the file the progress bar adds when this game is done.
    bytes: u64,
}

enum UnreadGame {
    /// The text of all records of a file, and the place of this one in it.
    In(Arc<String>, (usize, usize)),
    /// A game read from another form than the records of SPEC.md chapter 10.
    Record(Box<Record>),
    Row(UnreadRow),
}

impl Unread {
    /// The game's share of the size of a block, in bytes.
    const fn size(&self) -> usize {
        match &self.game {
            UnreadGame::Row(row) => row.size(),
            UnreadGame::In(..) | UnreadGame::Record(_) => BYTES / BLOCK,
        }
    }

    /// Reads the game.
    fn read<G: ReadGame>(self) -> Result<(Found, G), CliError> {
        let Self {
            file, number, game, ..
        } = self;
        let record = match game {
            UnreadGame::Row(row) => {
                let line = row.line();
                let read = G::from_row(row).map_err(|error| CliError::read(&file, error));
                let (id, game) = read?;
                let found = Found {
                    file,
                    number,
                    id,
                    kind: FoundKind::Archived { line },
                };
                return Ok((found, game));
            }
            UnreadGame::Record(record) => *record,
            UnreadGame::In(text, place) => {
                let read = Records::at(&text, place).next();
                let read = read
                    .transpose()
                    .map_err(|error| CliError::text_error(&*file, error))?;
                read.map(|record| record.value).unwrap_or_default()
            }
        };
        let id = record.tags.game.clone();
        let found = Found {
            file,
            number,
            kind: FoundKind::Record {
                is_named: id.is_some(),
            },
            id: id.unwrap_or_else(|| number.to_string()),
        };
        Ok((found, G::from_record(record)))
    }
}

/// The result of working through games.
pub(super) struct Done {
    /// How many games could not be read.
    pub(super) unreadable: usize,
    /// The exit status of the signal that ended the work early, if one did.
    pub(super) ended: Option<ExitStatus>,
}

/// Does `work` on every game, and passes each result to `take`, in the order of the games.
///
/// A game that cannot be read is reported and skipped. SIGINT and SIGTERM end the work early.
/// Progress is shown on standard error, if that is a terminal.
pub(super) fn for_each_game<G: ReadGame, T: Send>(
    files: &[String],
    work: impl Fn(&Found, G) -> T + Sync,
    take: impl FnMut(&Found, T) -> Result<(), CliError>,
) -> Result<Done, CliError> {
    for_each_game_after(files, None, work, take)
}

/// A game's file and number, by which a later run finds the game again.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) struct GameKey {
    /// The name of its file, escaped as foreign text.
    pub(super) file: String,
    /// The game's number in its file, from 1.
    pub(super) number: usize,
}

/// Works as [`for_each_game`] does, but only on the games after one of them, if it is given.
pub(super) fn for_each_game_after<G: ReadGame, T: Send>(
    files: &[String],
    after: Option<GameKey>,
    work: impl Fn(&Found, G) -> T + Sync,
    mut take: impl FnMut(&Found, T) -> Result<(), CliError>,
) -> Result<Done, CliError> {
    let signals = Signals::catch();
    let files = with_folders_walked(files, &|left_out| {
        print_to_stderr(format_args!("note: {}", escape_line(left_out)));
    })?;
    let progress = progress_bar(&files);
    let mut games = Reader::start(games_of(files, progress.clone()))?;
    if let Some(after) = after {
        skip_to(&mut games, &after, &signals)?;
    }
    let mut unreadable = 0;
    loop {
        let block = games.next_block(&signals);
        let ended = signals.received();
        if block.is_empty() || ended.is_some() {
            progress.finish_and_clear();
            return Ok(Done { unreadable, ended });
        }
        let done: Vec<Option<Result<(Found, T), CliError>>> = block
            .into_par_iter()
            .map(|found| {
                if signals.received().is_some() {
                    return None;
                }
                let bytes = found.as_ref().map_or(0, |unread| unread.bytes);
                let done = found.and_then(Unread::read).map(|(found, source)| {
                    let done = work(&found, source);
                    (found, done)
                });
                progress.inc(bytes);
                Some(done)
            })
            .collect();
        // A game that a signal kept from being done ends the games: none is left out between two.
        for done in done.into_iter().map_while(|done| done) {
            match done {
                Ok((found, done)) => progress.suspend(|| take(&found, done))?,
                Err(failure) => {
                    unreadable += 1;
                    progress.suspend(|| report(&failure));
                }
            }
        }
    }
}

/// Skips the games up to and including `last`, or up to a signal.
fn skip_to(games: &mut Reader, last: &GameKey, signals: &Signals) -> Result<(), CliError> {
    while signals.received().is_none() {
        let is_last = |unread: &Unread| {
            unread.number == last.number && escape_line(&unread.file) == last.file
        };
        match games.next_within(WAIT) {
            Ok(Some(Ok(unread))) if is_last(&unread) => return Ok(()),
            Err(RecvTimeoutError::Disconnected) => return Err(game_not_found(last)),
            _ => {}
        }
    }
    Ok(())
}

fn game_not_found(last: &GameKey) -> CliError {
    CliError::Question(format!(
        "game {} of {}, the last that is done, is not among the games",
        last.number, last.file
    ))
}

/// The files, directories expanded, and the index of each by its name in a [`GameKey`].
///
/// # Errors
///
/// If a directory cannot be read, and for a file that is named twice.
pub(super) fn places_of_files(
    files: &[String],
) -> Result<(Vec<String>, HashMap<String, usize>), CliError> {
    let mut places = HashMap::new();
    let files = with_folders_walked(files, &|_| {})?;
    for (place, name) in files.iter().enumerate() {
        let shown = match name.as_str() {
            "-" => STANDARD_INPUT.to_owned(),
            name => escape_line(name),
        };
        if places.insert(shown, place).is_some() {
            return Err(CliError::Question(format!(
                "{}: named twice, so it is not known which of both is done",
                escape_line(name)
            )));
        }
    }
    Ok((files, places))
}

/// The files, each directory replaced by the game files below it in the order of their names.
/// `note` gets a message about files that are left out.
fn with_folders_walked(files: &[String], note: &dyn Fn(&str)) -> Result<Vec<String>, CliError> {
    let mut all = Vec::new();
    for name in files {
        if !Path::new(name).is_dir() {
            all.push(name.clone());
            continue;
        }
        let before = all.len();
        let mut others = Vec::new();
        for entry in WalkDir::new(name).follow_links(true).sort_by_file_name() {
            let entry = match entry {
                Err(error) if error.loop_ancestor().is_some() => {
                    let path = error.path().unwrap_or(Path::new(name)).display();
                    note(&format!(
                        "{path}: left out, because it leads back to a directory above it"
                    ));
                    continue;
                }
                entry => entry.map_err(|error| CliError::Read {
                    name: name.clone(),
                    error: error.into(),
                })?,
            };
            let kind = entry.file_type();
            if kind.is_dir() {
                continue;
            }
            let path = entry.path().to_string_lossy();
            if !kind.is_file() {
                note(&format!("{path}: left out, because it is no regular file"));
                continue;
            }
            let plain = path.strip_suffix(".gz").unwrap_or(&path);
            if !ENDINGS.iter().any(|ending| plain.ends_with(ending)) {
                others.push(path.into_owned());
                continue;
            }
            if entry.path().to_str().is_none() {
                return Err(CliError::Question(format!(
                    "{}: its name is not UTF-8, so nothing could name it; rename it",
                    escape_line(&path)
                )));
            }
            all.push(path.into_owned());
        }
        let endings = ENDINGS.join(", ");
        if all.len() == before {
            return Err(CliError::Question(format!(
                "{}: no file below it is named {endings}",
                escape_line(name)
            )));
        }
        if let Some(first) = others.first() {
            let count = others.len();
            note(&format!(
                "{name}: files not named {endings} are left out: {count}, the first of them {first}"
            ));
        }
    }
    Ok(all)
}

/// A game that was cut from its file, or the error in its place.
type UnreadOrNot = Result<Unread, CliError>;

/// A thread that cuts files into games while others are judged, so that waiting for a stream does
/// not delay the printing of results. It reads one block at each request: games may be large.
struct Reader {
    ask: Sender<()>,
    /// The games, and `None` where a block ends.
    games: Receiver<Option<UnreadOrNot>>,
    is_asked: bool,
}

impl Reader {
    fn start(
        mut games: impl Iterator<Item = UnreadOrNot> + Send + 'static,
    ) -> Result<Self, CliError> {
        let (ask, asked) = mpsc::channel();
        let (send, received) = mpsc::channel();
        let read = move || {
            while asked.recv().is_ok() {
                let (mut count, mut size) = (0, 0);
                while count < BLOCK && size < BYTES {
                    let Some(game) = games.next() else { return };
                    size += game.as_ref().map_or(0, Unread::size);
                    count += 1;
                    if send.send(Some(game)).is_err() {
                        return;
                    }
                }
                if send.send(None).is_err() {
                    return;
                }
            }
        };
        let thread = thread::Builder::new().name("reader".to_owned());
        let started = thread.spawn(read);
        started
            .map_err(|error| CliError::Question(format!("no thread can be started: {error}")))?;
        Ok(Self {
            ask,
            games: received,
            is_asked: false,
        })
    }

    /// The next game; `None` at the end of a block, an error after `time` or the last game.
    fn next_within(&mut self, time: Duration) -> Result<Option<UnreadOrNot>, RecvTimeoutError> {
        if !self.is_asked {
            self.is_asked = self.ask.send(()).is_ok();
        }
        let found = self.games.recv_timeout(time)?;
        self.is_asked = found.is_some();
        Ok(found)
    }

    /// The games that are cut by now, bounded in number and size, but at least one; none at the end
    /// or after a signal. The next ones are cut meanwhile.
    fn next_block(&mut self, signals: &Signals) -> Vec<UnreadOrNot> {
        let mut block = Vec::new();
        while signals.received().is_none() {
            let wait = if block.is_empty() {
                WAIT
            } else {
                WAIT_FOR_ANOTHER
            };
            match self.next_within(wait) {
                Ok(Some(found)) => block.push(found),
                Ok(None) | Err(RecvTimeoutError::Timeout) if block.is_empty() => {}
                Ok(None) => {
                    self.is_asked = self.ask.send(()).is_ok();
                    break;
                }
                Err(_) => break,
            }
        }
        block
    }
}

impl Done {
    /// The exit status of a command that says no where games are against the rules.
    pub(super) fn status(&self, has_unjudged: bool, has_refused: bool) -> ExitStatus {
        if let Some(ended) = self.ended {
            ended
        } else if self.unreadable > 0 || has_unjudged {
            ExitStatus::Unreadable
        } else if has_refused {
            ExitStatus::No
        } else {
            ExitStatus::Yes
        }
    }
}

/// A progress bar over the bytes of all files.
fn progress_bar(files: &[String]) -> ProgressBar {
    let size = |name: &String| {
        let file = fs::metadata(name).ok()?;
        // Of a compressed file it is not known how many bytes will be read.
        let is_packed = Path::new(name).extension() == Some(OsStr::new("gz"));
        let is_plain = file.is_file() && !is_packed;
        is_plain.then_some(file.len())
    };
    progress::bytes_bar(files.iter().map(size).sum())
}

/// The games of several files, one after the other.
fn games_of(files: Vec<String>, progress: ProgressBar) -> impl Iterator<Item = UnreadOrNot> + Send {
    files.into_iter().flat_map(move |name| {
        open(&name, &progress).unwrap_or_else(|failure| Box::new(iter::once(Err(failure))))
    })
}

fn open(
    name: &str,
    progress: &ProgressBar,
) -> Result<Box<dyn Iterator<Item = UnreadOrNot> + Send>, CliError> {
    // Elsewhere a board may stand in place of a file's name.
    if name != "-" && !name.contains('\n') {
        fs::metadata(name).map_err(|error| CliError::Read {
            name: name.to_owned(),
            error,
        })?;
    }
    let input = Input::open(name)?;
    let file: Arc<str> = input.name.as_str().into();
    match input.kind {
        TextKind::Archive => {
            let reader = BufReader::new(progress.wrap_read(input.into_reader()));
            let mut games = Archive::new(reader).map_err(|error| CliError::read(&file, error))?;
            let rows = iter::from_fn(move || next_unread(&mut games));
            Ok(Box::new(rows.zip(1..).map(move |(row, number)| {
                let row = row.map_err(|error| CliError::read(&file, error.into()))?;
                Ok(Unread {
                    file: Arc::clone(&file),
                    number,
                    game: UnreadGame::Row(row),
                    bytes: 0,
                })
            })))
        }
        TextKind::Records => {
            let size = input.size.unwrap_or(0);
            let records = records_of(input.into_text()?)
                .map_err(|(error, text)| CliError::text_error(&*file, error).with_line_of(&text))?;
            if records.is_empty() {
                return Err(CliError::Question(format!(
                    "{file}: there is no game in it"
                )));
            }
            let bytes = size / records.len() as u64;
            let records = records.into_iter().zip(1..);
            Ok(Box::new(records.map(move |(game, number)| {
                Ok(Unread {
                    file: Arc::clone(&file),
                    number,
                    game,
                    bytes,
                })
            })))
        }
        TextKind::State => Err(CliError::Question(format!(
            "{file}: there is no game in this JSON; a record or an archive is needed"
        ))),
        TextKind::Compact | TextKind::Plain | TextKind::Diagram => Err(CliError::Question(
            format!("{file}: this is a position, and a record or an archive is needed"),
        )),
    }
}

/// The records of a text. An error is returned with the text.
///
/// All records are read, and so checked, before the first is worked on. Only their places are kept,
/// except of games in another form than the records of SPEC.md chapter 10.
fn records_of(text: String) -> Result<Vec<UnreadGame>, (TextError, String)> {
    let read = |&place: &(usize, usize)| {
        let read = Records::at(&text, place).next().transpose();
        read.map(|record| record.map(|_| place))
    };
    let places = places_of_records(&text);
    let read = |places: Vec<_>| places.par_iter().map(read).collect();
    let places: Result<Vec<_>, TextError> = places.and_then(read);
    if let Ok(places) = places {
        let text = Arc::new(text);
        let places = places.into_iter().flatten();
        return Ok(places
            .map(|place| UnreadGame::In(Arc::clone(&text), place))
            .collect());
    }
    match read_records(&text) {
        Ok(records) => Ok(records
            .into_iter()
            .map(|record| UnreadGame::Record(Box::new(record)))
            .collect()),
        Err(error) => Err((error, text)),
    }
}
