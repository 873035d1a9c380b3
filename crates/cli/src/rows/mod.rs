//! Rows of positions, as `positions` and `stats --rows` write them.
//!
//! `resume.rs` finds where a file of rows breaks off, for `positions --resume`.

mod resume;

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use clap::ValueEnum;

use crate::aside::{Aside, Existing};
use crate::exit::{CliError, ExitStatus, print_to_stderr};
use crate::foreign::{escape_line, json_line};
use crate::games::{Found, GameKey};
use crate::locked::open_locked;
#[cfg(feature = "parquet")]
use crate::parquet_file::ParquetFile;
use arimaa::text::Tags;
use arimaa::vocab::Edition;
use arimaa_oracle::judge::EditionChoice;
use arimaa_oracle::rows::{GamePlace, PositionRow, Row};

/// The forms of rows.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(super) enum RowFormat {
    /// Comma-separated values, with a header.
    Csv,
    /// JSON Lines: one object a line.
    Jsonl,
    /// Parquet, to a file.
    Parquet,
}

impl RowFormat {
    /// The format by the ending of a file's name; CSV for any other ending.
    pub(super) fn from_file_name(path: Option<&Path>) -> Self {
        let ending = path.and_then(Path::extension).and_then(|end| end.to_str());
        match ending {
            Some("jsonl" | "ndjson") => Self::Jsonl,
            Some("parquet") => Self::Parquet,
            _ => Self::Csv,
        }
    }
}

/// Requirements on the rows of a file that `positions --resume` continues.
pub(super) struct Expected<'a> {
    /// The index of a game's file among the files of the command.
    pub(super) place: &'a dyn Fn(&GameKey) -> Option<usize>,
    /// Finds the first of the files with these indices that has rows.
    pub(super) with_rows: &'a FileWithRows<'a>,
    /// Whether distinct turns are counted.
    pub(super) is_counted: bool,
    pub(super) editions: EditionChoice,
    /// Finds the first of these games whose record does not name the edition that judged it.
    pub(super) untagged: &'a FirstOf<'a>,
}

/// A game, and the edition that judged it.
pub(super) type Judged = (GameKey, Edition);

/// A function that finds the first of some games that fulfils a condition.
type FirstOf<'a> = dyn Fn(&[Judged]) -> Result<Option<Judged>, CliError> + 'a;

/// A function that finds the first file that has rows among those with these indices.
type FileWithRows<'a> = dyn Fn(&[usize]) -> Result<Option<String>, CliError> + 'a;

/// Writes the rows of games to a stream or a file.
pub(super) struct RowWriter<'a> {
    sink: Sink<'a>,
    /// The temporary file and its path-to-be, for a file that is named only when it is complete.
    aside: Option<(Aside, &'a Path)>,
}

/// The rows of a game, ready to be written; text is made by the threads that make the rows.
pub(super) enum WrittenRows {
    Text(Vec<u8>),
    #[cfg_attr(
        not(feature = "parquet"),
        expect(dead_code, reason = "Parquet has values")
    )]
    Values(Vec<Row>),
}

impl WrittenRows {
    /// The rows of a game with these tags, in a format.
    ///
    /// # Errors
    ///
    /// If the writer of CSV fails, which it does not when it writes to memory.
    pub(super) fn new(
        format: RowFormat,
        found: &Found,
        tags: &Tags,
        rows: Vec<PositionRow>,
    ) -> io::Result<Self> {
        let place = GamePlace {
            file: &found.file,
            number: found.number,
            game: &found.id,
        };
        let mut rows = rows.into_iter().map(|row| Row::new(place, tags, row));
        Ok(match format {
            RowFormat::Csv => {
                let mut builder = csv::WriterBuilder::new();
                let mut writer = builder.has_headers(false).from_writer(Vec::new());
                rows.try_for_each(|row| writer.serialize(row))?;
                Self::Text(
                    writer
                        .into_inner()
                        .map_err(csv::IntoInnerError::into_error)?,
                )
            }
            RowFormat::Jsonl => {
                let lines = rows.map(|row| json_line(&row) + "\n");
                Self::Text(lines.collect::<String>().into_bytes())
            }
            RowFormat::Parquet => Self::Values(rows.collect()),
        })
    }
}

enum Sink<'a> {
    /// Lines of text; `header` is whether the header is still to be written.
    Text {
        to: Box<dyn Write + 'a>,
        header: bool,
    },
    #[cfg(feature = "parquet")]
    Parquet(Box<ParquetFile>),
}

impl<'a> RowWriter<'a> {
    /// A writer to a stream.
    ///
    /// # Errors
    ///
    /// For Parquet, which needs a file.
    pub(super) fn to_stream(format: RowFormat, to: &'a mut dyn Write) -> Result<Self, CliError> {
        if format == RowFormat::Parquet {
            return Err(CliError::Question("Parquet needs --out FILE".to_owned()));
        }
        Ok(Self::of(format, false, Box::new(to)))
    }

    /// A writer to a new file, which gets its name when it is complete.
    ///
    /// # Errors
    ///
    /// If the file exists, or cannot be written.
    pub(super) fn to_whole_file(format: RowFormat, path: &'a Path) -> Result<Self, CliError> {
        Self::try_whole_file(format, path).map_err(|error| CliError::file(path, error))
    }

    fn try_whole_file(format: RowFormat, path: &'a Path) -> io::Result<Self> {
        if path.symlink_metadata().is_ok() {
            return Err(io::Error::other("it exists already"));
        }
        let aside = Aside::new(path)?;
        let file = aside.reopen()?;
        let sink = match format {
            RowFormat::Parquet => parquet(file)?,
            _ => Self::of(format, false, Box::new(file)).sink,
        };
        let aside = Some((aside, path));
        Ok(Self { sink, aside })
    }

    /// A writer to a new file, which can be resumed; a Parquet file cannot.
    ///
    /// # Errors
    ///
    /// If the file exists, or cannot be written.
    pub(super) fn to_new_file(format: RowFormat, path: &'a Path) -> Result<Self, CliError> {
        if format == RowFormat::Parquet {
            return Self::to_whole_file(format, path);
        }
        let file = open_locked(OpenOptions::new().write(true).create_new(true), path);
        let file = file.map_err(|error| {
            let is_there = error.kind() == io::ErrorKind::AlreadyExists;
            let hint = "it exists already; --resume goes on where it ends";
            let error = if is_there {
                io::Error::other(hint)
            } else {
                error
            };
            CliError::file(path, error)
        })?;
        Ok(Self::of(format, false, Box::new(file)))
    }

    /// A writer to the end of a file, and the last game that is complete there, if any. The rows in
    /// the file have to be those that are expected.
    ///
    /// # Errors
    ///
    /// If the file has other rows, is written by another process, or cannot be written.
    pub(super) fn resumed(
        format: RowFormat,
        path: &'a Path,
        expected: &Expected<'_>,
    ) -> Result<(Self, Option<GameKey>), CliError> {
        let failed = |error| CliError::file(path, error);
        if format == RowFormat::Parquet {
            return Err(CliError::Question(
                "a Parquet file is whole or not there, so --resume is for CSV and JSON Lines"
                    .to_owned(),
            ));
        }
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let file = open_locked(options, path).map_err(failed)?;
        let written = resume::read(&file, format, expected).map_err(failed)?;
        let untagged = match &written.tagged[..] {
            [] => None,
            tagged => (expected.untagged)(tagged)?,
        };
        if let Some((game, edition)) = untagged {
            let fault = resume::edition_fault(&game, Some(edition));
            return Err(failed(io::Error::other(fault)));
        }
        let last = written.last.as_ref().and_then(expected.place);
        let passed = (0..last.unwrap_or(0)).filter(|place| !written.places.contains(place));
        if let Some(lost) = (expected.with_rows)(&passed.collect::<Vec<_>>())? {
            let fault = format!("it lacks the rows of {lost}, which stands before the last game");
            return Err(failed(io::Error::other(fault)));
        }
        written.cut_rest(&file).map_err(failed)?;
        let after = written.last;
        Ok((Self::of(format, after.is_some(), Box::new(file)), after))
    }

    fn of(format: RowFormat, has_header: bool, to: Box<dyn Write + 'a>) -> Self {
        let header = format == RowFormat::Csv && !has_header;
        let sink = Sink::Text { to, header };
        let aside = None;
        Self { sink, aside }
    }

    /// Writes the rows of a game.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub(super) fn write_game(&mut self, rows: WrittenRows) -> io::Result<()> {
        match (&mut self.sink, rows) {
            #[cfg(feature = "parquet")]
            (Sink::Parquet(file), WrittenRows::Values(rows)) => {
                rows.into_iter().try_for_each(|row| file.write(row))
            }
            (Sink::Text { to, header }, WrittenRows::Text(text)) => {
                if !text.is_empty() && std::mem::take(header) {
                    let names = Row::COLUMNS.map(|(name, _)| name);
                    writeln!(to, "{}", names.join(","))?;
                }
                to.write_all(&text)?;
                to.flush()
            }
            _ => Err(io::Error::other("the rows are in another form")),
        }
    }

    /// Finishes the file. After a signal, a file that is named only when it is complete is not
    /// named: it may lack rows.
    ///
    /// # Errors
    ///
    /// If the file cannot be written or named.
    pub(super) fn finish(self, signal: Option<ExitStatus>) -> Result<(), CliError> {
        let Some((aside, path)) = self.aside else {
            return Ok(());
        };
        if signal.is_some() {
            let name = escape_line(&path.display().to_string());
            print_to_stderr(format_args!(
                "note: {name}: not written, it would not be whole"
            ));
            return Ok(());
        }
        let finished = match self.sink {
            #[cfg(feature = "parquet")]
            Sink::Parquet(file) => file.finish(),
            // They are flushed after each game.
            Sink::Text { .. } => Ok(()),
        };
        let placed = finished.and_then(|()| aside.put_in_place(Existing::Kept));
        placed
            .map(drop)
            .map_err(|error| CliError::file(path, error))
    }
}

#[cfg(feature = "parquet")]
fn parquet<'a>(file: File) -> io::Result<Sink<'a>> {
    Ok(Sink::Parquet(Box::new(ParquetFile::new(file)?)))
}

#[cfg(not(feature = "parquet"))]
fn parquet<'a>(_: File) -> io::Result<Sink<'a>> {
    Err(io::Error::other(
        "this program was built without Parquet; build it with \
         `cargo install --path crates/cli --features parquet`",
    ))
}
