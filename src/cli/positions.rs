//! `positions`: the positions of games as rows.

mod resume;

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};

use super::exit::{CliError, ExitStatus, report};
use super::foreign::{foreign, json_line};
use super::games::{self, Found};
use super::options::{self, use_threads};
use crate::audit::EditionChoice;
use crate::engines::Starter;
use crate::stats::{GameRows, PositionRow, rows};
use crate::text::{Tags, write_compact};

const HELP: &str = "\
Examples:
  arimaa-oracle positions game.txt
  arimaa-oracle positions archive.tsv.gz --out positions.csv
  arimaa-oracle positions games/ --format jsonl --uncounted | head
  arimaa-oracle positions archive.tsv --out positions.csv --resume

One row for each position at the start of a turn of play, from the end of the setups on; turns
that were taken back are left out. docs/commands.md says what the columns mean.

Exit codes: 0 every game written, 1 some only up to a turn that the rules refuse, 2 something
could not be read";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct PositionsArgs {
    /// Game records or server archives, compressed by gzip or not, and directories of them (files
    /// named .txt, .tsv or .rec, and the same with .gz); `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// How rows are written (default: as the name of --out ends, or csv)
    #[arg(long, value_name = "FORMAT")]
    format: Option<RowFormat>,
    /// Write to this file, which must not exist
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Go on where the file of --out ends
    #[arg(long, requires = "out")]
    resume: bool,
    /// Do not count distinct turns, which takes most of the time
    #[arg(long)]
    uncounted: bool,
    /// The edition of the rules, or `by-date` for that of each game's day (default: as recorded, or
    /// 2008-07-01)
    #[arg(long, value_parser = options::edition_choice)]
    edition: Option<EditionChoice>,
    /// How many threads (default: all cores)
    #[arg(long, value_parser = options::threads)]
    threads: Option<usize>,
}

/// The forms of rows.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
enum RowFormat {
    /// Comma-separated values, with a header.
    Csv,
    /// JSON Lines: one object a line.
    Jsonl,
}

/// A row as it is written. Texts are foreign and escaped.
#[derive(Debug, Deserialize, Serialize)]
struct Row {
    file: String,
    /// The place of the game in its file, from 1.
    number: usize,
    game: String,
    label: String,
    side: String,
    board: String,
    turns: Option<u64>,
    steps: usize,
    captures: String,
    played: Option<String>,
    winner: Option<String>,
    end: Option<String>,
    edition: Option<String>,
    date: Option<String>,
    result: Option<String>,
    termination: Option<char>,
    gold_rating: Option<String>,
    silver_rating: Option<String>,
}

pub(super) fn run(
    engine: &Starter,
    args: &PositionsArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    use_threads(args.threads)?;
    let format = args.format();
    let mut after = None;
    let mut file = None;
    if let Some(path) = &args.out {
        let opened = open(path, args.resume).map_err(|error| CliError::file(path, error))?;
        if args.resume {
            after = resume::cut(&opened, format).map_err(|error| CliError::file(path, error))?;
        }
        file = Some(opened);
    }
    let has_header = after.is_some();
    let to: &mut dyn Write = match &mut file {
        Some(file) => file,
        None => out,
    };
    let mut writer = RowWriter::new(format, has_header, to);
    let editions = args.edition.unwrap_or_default();
    let mut is_in_part = false;
    let done = games::each_after(
        &args.files,
        after,
        |found| {
            let (record, options) = found.source.record();
            let game = rows(engine, &record, editions, options, !args.uncounted);
            (record.tags.clone(), game)
        },
        |found, (tags, GameRows { rows, stopped })| {
            for row in rows {
                writer.write(&Row::new(found, &tags, row))?;
            }
            writer.flush()?;
            if let Some(stopped) = stopped {
                is_in_part = true;
                let stopped = foreign(&stopped.to_string());
                report(&CliError::Question(format!("{}: {stopped}", found.place())));
            }
            Ok(())
        },
    )?;
    Ok(done.status(false, is_in_part))
}

impl PositionsArgs {
    fn format(&self) -> RowFormat {
        let ending = self.out.as_deref().and_then(Path::extension);
        let is_json = ending.is_some_and(|ending| ending == "jsonl" || ending == "ndjson");
        let named = if is_json {
            RowFormat::Jsonl
        } else {
            RowFormat::Csv
        };
        self.format.unwrap_or(named)
    }
}

impl Row {
    fn new(found: &Found, tags: &Tags, row: PositionRow) -> Self {
        let captures: Vec<String> = row.captures.iter().map(ToString::to_string).collect();
        let rating = |name: &str| {
            let tag = tags.other.iter().find(|(tag, _)| tag == name);
            tag.map(|(_, value)| foreign(value))
        };
        Self {
            file: foreign(&found.file),
            number: found.number,
            game: foreign(&found.id),
            label: row.label.to_string(),
            side: row.label.side.to_string(),
            board: write_compact(row.label.side, &row.board),
            turns: row.turns,
            steps: row.steps,
            captures: captures.join(" "),
            played: row.played,
            winner: row.outcome.map(|outcome| outcome.winner_name().to_owned()),
            end: row.outcome.map(|outcome| outcome.end.name().to_owned()),
            edition: tags.edition.map(|edition| edition.to_string()),
            date: tags.date.as_deref().map(foreign),
            result: tags.result.map(|result| result.name().to_owned()),
            termination: tags.termination,
            gold_rating: rating("GoldRating"),
            silver_rating: rating("SilverRating"),
        }
    }
}

/// Opens a file for rows: a new one, or one to go on with.
fn open(path: &Path, resume: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    if resume {
        return options.create(true).truncate(false).open(path);
    }
    options.create_new(true).open(path).map_err(|error| {
        if error.kind() == io::ErrorKind::AlreadyExists {
            io::Error::other("it exists already; --resume goes on where it ends")
        } else {
            error
        }
    })
}

/// Writes rows to a stream.
enum RowWriter<'a> {
    Csv(Box<csv::Writer<&'a mut dyn Write>>),
    Jsonl(&'a mut dyn Write),
}

impl<'a> RowWriter<'a> {
    fn new(format: RowFormat, has_header: bool, to: &'a mut dyn Write) -> Self {
        match format {
            RowFormat::Csv => {
                let mut builder = csv::WriterBuilder::new();
                let writer = builder.has_headers(!has_header).from_writer(to);
                Self::Csv(Box::new(writer))
            }
            RowFormat::Jsonl => Self::Jsonl(to),
        }
    }

    fn write(&mut self, row: &Row) -> io::Result<()> {
        match self {
            Self::Csv(writer) => writer.serialize(row).map_err(io::Error::from),
            Self::Jsonl(to) => writeln!(to, "{}", json_line(row)),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Csv(writer) => writer.flush(),
            Self::Jsonl(to) => to.flush(),
        }
    }
}
