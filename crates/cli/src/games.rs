//! The games of files: read one after the other, worked on by all cores, answered in their order.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;
use std::{thread, vec};

use indicatif::ProgressBar;
use rayon::prelude::*;
use walkdir::WalkDir;

use crate::exit::{CliError, ExitStatus, print_to_stderr, report};
use crate::foreign::foreign;
use crate::input::{Input, STANDARD_INPUT};
use crate::progress;
use crate::signals::Signals;
use arimaa::text::kind::TextKind;
use arimaa::text::{Archive, ArchiveGame, Record, Records, TextError, read_records};
use arimaa_oracle::judge::Options;

/// The most games that are held at once.
const BLOCK: usize = 64;

/// The lines of games and logs after which no game is added to a block. A line takes a few hundred
/// bytes.
const LINES: usize = 20_000;

/// How soon a signal is noticed while no game comes.
const WAIT: Duration = Duration::from_millis(100);

/// How long a block waits for one game more.
const WAIT_FOR_ANOTHER: Duration = Duration::from_millis(10);

/// How the files of games in a directory are named; compressed ones end in `.gz` besides.
const ENDINGS: [&str; 3] = [".txt", ".tsv", ".rec"];

/// A game, and where it stands.
pub(super) struct Found {
    /// The name of its file.
    pub(super) file: Arc<str>,
    /// The place of the game in its file, from 1; what cannot be read has a place too.
    pub(super) number: usize,
    /// The game's id, or its place in the file where it has none, as `--game` takes it.
    pub(super) id: String,
    pub(super) source: Source,
    /// How many bytes of a file count as read when this game is done.
    bytes: u64,
}

impl Found {
    pub(super) fn key(&self) -> GameKey {
        GameKey {
            file: foreign(&self.file),
            number: self.number,
        }
    }

    /// Its file and its id, or the line of its row, for messages.
    pub(super) fn place(&self) -> String {
        let (file, id) = (foreign(&self.file), foreign(&self.id));
        match &self.source {
            Source::Record(record) if record.tags.game.is_none() => format!("{file}: game {id}"),
            Source::Record(_) => format!("{file}: {id}"),
            Source::Archived(game) => format!("{file}:{}: {id}", game.line),
        }
    }
}

/// A game as it was read.
pub(super) enum Source {
    Record(Record),
    Archived(ArchiveGame),
}

/// How the work on games ended.
pub(super) struct Done {
    /// How many games could not be read.
    pub(super) unreadable: usize,
    /// The signal that ended it early.
    pub(super) ended: Option<ExitStatus>,
}

/// Does `work` on every game, and hands what comes of it to `take` in the order of the games.
///
/// A game that cannot be read is reported and skipped. SIGINT and SIGTERM end the work early.
/// Progress is shown on standard error, if that is a terminal.
pub(super) fn for_each_game<T: Send>(
    files: &[String],
    work: impl Fn(&Found) -> T + Sync,
    take: impl FnMut(&Found, T) -> Result<(), CliError>,
) -> Result<Done, CliError> {
    for_each_game_after(files, None, work, take)
}

/// A game by its place, as it is written and found again.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) struct GameKey {
    /// The name of its file, escaped as foreign text.
    pub(super) file: String,
    /// Its place there.
    pub(super) number: usize,
}

/// Does something with each game after one of them.
pub(super) fn for_each_game_after<T: Send>(
    files: &[String],
    after: Option<GameKey>,
    work: impl Fn(&Found) -> T + Sync,
    mut take: impl FnMut(&Found, T) -> Result<(), CliError>,
) -> Result<Done, CliError> {
    let signals = Signals::catch();
    let files = with_folders_walked(files, |left_out| {
        print_to_stderr(format_args!("note: {}", foreign(left_out)));
    })?;
    let progress = progress(&files);
    let mut games = Reader::start(GamesOfFiles {
        files: files.into_iter(),
        open: Box::new(std::iter::empty()),
        progress: progress.clone(),
    })?;
    if let Some(after) = after {
        skip_to(&mut games, &after, &signals)?;
    }
    let mut unreadable = 0;
    loop {
        let block = next_block(&mut games, &signals);
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
                Some(found.map(|found| {
                    let done = work(&found);
                    progress.inc(found.bytes);
                    (found, done)
                }))
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

/// Skips the games up to this one, or to a signal.
fn skip_to(games: &mut Reader, last: &GameKey, signals: &Signals) -> Result<(), CliError> {
    while signals.received().is_none() {
        match games.next_within(WAIT) {
            Ok(Ok(found)) if found.key() == *last => return Ok(()),
            Err(RecvTimeoutError::Disconnected) => return Err(not_among(last)),
            _ => {}
        }
    }
    Ok(())
}

fn not_among(last: &GameKey) -> CliError {
    CliError::Question(format!(
        "game {} of {}, the last that is done, is not among the games",
        last.number, last.file
    ))
}

/// The names of the files as [`GameKey`] has them, each once.
///
/// # Errors
///
/// If a directory cannot be read, and for a file that is named twice.
pub(super) fn names_once(files: &[String]) -> Result<HashSet<String>, CliError> {
    let mut names = HashSet::new();
    for name in with_folders_walked(files, |_| {})? {
        let shown = match name.as_str() {
            "-" => STANDARD_INPUT.to_owned(),
            name => foreign(name),
        };
        if !names.insert(shown) {
            return Err(CliError::Question(format!(
                "{}: named twice, so it is not known which of both is done",
                foreign(&name)
            )));
        }
    }
    Ok(names)
}

/// The files, and in place of a directory those below it that are named as games are, in the order
/// of their names. `note` is told what else is there.
fn with_folders_walked(
    files: &[String],
    mut note: impl FnMut(&str),
) -> Result<Vec<String>, CliError> {
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
                    foreign(&path)
                )));
            }
            all.push(path.into_owned());
        }
        let endings = ENDINGS.join(", ");
        if all.len() == before {
            return Err(CliError::Question(format!(
                "{}: no file below it is named {endings}",
                foreign(name)
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

/// A game, or why it cannot be read.
type FoundOrNot = Result<Found, CliError>;

/// A thread that reads games one by one, so that waiting for a stream keeps nobody from printing
/// what is known. It reads when it is asked: games may be large.
struct Reader {
    ask: Sender<()>,
    games: Receiver<FoundOrNot>,
    is_asked: bool,
}

impl Reader {
    fn start(mut games: GamesOfFiles) -> Result<Self, CliError> {
        let (ask, asked) = mpsc::channel();
        let (send, received) = mpsc::channel();
        let read = move || {
            while asked.recv().is_ok()
                && let Some(found) = games.next()
                && send.send(found).is_ok()
            {}
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

    /// The next game, if it comes in time; at the end the thread is gone.
    fn next_within(&mut self, time: Duration) -> Result<FoundOrNot, RecvTimeoutError> {
        if !self.is_asked {
            self.is_asked = self.ask.send(()).is_ok();
        }
        let found = self.games.recv_timeout(time)?;
        self.is_asked = false;
        Ok(found)
    }
}

/// The games that are read by now, bounded in number and size, but at least one; none at the end or
/// after a signal.
fn next_block(games: &mut Reader, signals: &Signals) -> Vec<FoundOrNot> {
    let mut block = Vec::new();
    let mut lines = 0;
    while block.len() < BLOCK && lines < LINES && signals.received().is_none() {
        let wait = if block.is_empty() {
            WAIT
        } else {
            WAIT_FOR_ANOTHER
        };
        match games.next_within(wait) {
            Ok(found) => {
                lines += found.as_ref().map_or(0, |found| found.source.lines());
                block.push(found);
            }
            Err(RecvTimeoutError::Timeout) if block.is_empty() => {}
            Err(_) => break,
        }
    }
    block
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

impl Source {
    /// The game as a record, and how it is judged: archives as the server judges.
    pub(super) fn record(&self) -> (Cow<'_, Record>, Options) {
        match self {
            Self::Record(record) => (Cow::Borrowed(record), Options::default()),
            Self::Archived(game) => (Cow::Owned(Record::from(game.clone())), Options::STRICT),
        }
    }

    /// How many lines its game and its log have.
    fn lines(&self) -> usize {
        match self {
            Self::Record(record) => record.entries.len(),
            Self::Archived(game) => {
                game.entries.len() + game.events.as_ref().map_or(0, std::vec::Vec::len)
            }
        }
    }
}

/// A bar as long as the files together.
fn progress(files: &[String]) -> ProgressBar {
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
struct GamesOfFiles {
    files: vec::IntoIter<String>,
    open: Box<dyn Iterator<Item = FoundOrNot> + Send>,
    progress: ProgressBar,
}

impl Iterator for GamesOfFiles {
    type Item = FoundOrNot;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(game) = self.open.next() {
                return Some(game);
            }
            match open(&self.files.next()?, &self.progress) {
                Ok(games) => self.open = games,
                Err(failure) => return Some(Err(failure)),
            }
        }
    }
}

fn open(
    name: &str,
    progress: &ProgressBar,
) -> Result<Box<dyn Iterator<Item = FoundOrNot> + Send>, CliError> {
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
            let games = Archive::new(reader).map_err(|error| CliError::read(&file, error))?;
            Ok(Box::new(games.zip(1..).map(move |(game, number)| {
                let game = game.map_err(|error| CliError::read(&file, error))?;
                Ok(Found {
                    file: Arc::clone(&file),
                    number,
                    id: game.id.clone(),
                    source: Source::Archived(game),
                    bytes: 0,
                })
            })))
        }
        TextKind::Records => {
            let size = input.size.unwrap_or(0);
            let text = input.into_text()?;
            let (count, records) = records_of(text)
                .map_err(|(error, text)| CliError::text(&*file, error).with_line_of(&text))?;
            if count == 0 {
                return Err(CliError::Question(format!(
                    "{file}: there is no game in it"
                )));
            }
            let bytes = size / count as u64;
            Ok(Box::new(records.zip(1..).map(move |(record, number)| {
                let id = record.tags.game.clone();
                Ok(Found {
                    file: Arc::clone(&file),
                    number,
                    id: id.unwrap_or_else(|| number.to_string()),
                    source: Source::Record(record),
                    bytes,
                })
            })))
        }
        TextKind::Compact | TextKind::Plain | TextKind::Diagram | TextKind::State => {
            Err(CliError::Question(format!(
                "{file}: this is a position, and a record or an archive is needed"
            )))
        }
    }
}

/// Records, each read when it is needed.
type OneByOne = Box<dyn Iterator<Item = Record> + Send>;

/// The records of a text and how many there are; an error comes with the text.
///
/// All are read before the first is worked on. None of them is kept, but for those in a form that
/// is no record by SPEC.md chapter 10.
fn records_of(text: String) -> Result<(usize, OneByOne), (TextError, String)> {
    if let Ok(places) = places_of_records(&text) {
        let count = places.len();
        let read = move |place| Some(Records::at(&text, place).next()?.ok()?.value);
        return Ok((count, Box::new(places.into_iter().filter_map(read))));
    }
    match read_records(&text) {
        Ok(records) => Ok((records.len(), Box::new(records.into_iter()))),
        Err(error) => Err((error, text)),
    }
}

/// The places of the records in a text, all of which can be read.
fn places_of_records(text: &str) -> Result<Vec<(usize, usize)>, TextError> {
    let mut records = Records::new(text);
    let mut places = Vec::new();
    loop {
        let place = records.place();
        match records.next() {
            Some(record) => record.map(|_| places.push(place))?,
            None => return Ok(places),
        }
    }
}
