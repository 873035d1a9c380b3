//! `positions`: the positions of games as rows.

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::exit::{CliError, ExitStatus, report};
use crate::foreign::escape_line;
use crate::games::{self, RecordOfGame};
use crate::input::STANDARD_INPUT;
use crate::options;
use crate::rows::{Expected, Judged, RowFormat, RowWriter, WrittenRows};
use arimaa::compare::Engine;
use arimaa_oracle::judge::EditionChoice;
use arimaa_oracle::rows::rows;

const HELP: &str = "\
Examples:
  arimaa-oracle positions game.txt
  arimaa-oracle positions archive.tsv --out rows.csv
  arimaa-oracle positions archive.tsv --out rows.csv --resume
  arimaa-oracle positions games/ archive.tsv.gz --format jsonl --uncounted | head
  arimaa-oracle positions archive.tsv --out rows.parquet   (a build with Parquet)

One row for each position at the start of a turn of play, from the end of the setups on; turns
that were taken back are left out. docs/commands.md says what the columns mean.

Exit codes: 0 every game written, 1 some only up to a turn that the rules refuse, 2 something
could not be read";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct PositionsArgs {
    /// Game records or server archives, compressed by gzip or not, and directories of them (files
    /// named .txt, .tsv, .rec or .pgn, and the same with .gz); `-` is standard input
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
    /// The edition of games whose records name none, or `by-date` for that of each game's day
    /// (default: the current one)
    #[arg(long, value_parser = options::edition_choice)]
    edition: Option<EditionChoice>,
    /// The number of threads (default: one for each core)
    #[arg(long, value_parser = options::threads)]
    pub(super) threads: Option<usize>,
}

pub(super) fn run(
    engine: &Engine,
    args: &PositionsArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let path = args.out.as_deref();
    let editions = args.edition.unwrap_or_default();
    let format = args
        .format
        .unwrap_or_else(|| RowFormat::from_file_name(path));
    let (mut writer, after) = match path {
        None => (RowWriter::to_stream(format, out)?, None),
        Some(path) if args.resume => {
            let (files, places) = games::places_of_files(&args.files)?;
            let expected = Expected {
                place: &|game| places.get(&game.file).copied(),
                with_rows: &|places| {
                    let files = places.iter().map(|place| files[*place].clone());
                    first_with_rows(engine, &files.collect::<Vec<_>>(), editions)
                },
                is_counted: !args.uncounted,
                editions,
                untagged: &|judged| first_without_edition(&args.files, judged),
            };
            RowWriter::resumed(format, path, &expected)?
        }
        Some(path) => (RowWriter::to_new_file(format, path)?, None),
    };
    let (mut is_in_part, mut is_unjudged) = (false, false);
    let done = games::for_each_game_after(
        &args.files,
        after,
        |found, (record, options): RecordOfGame| {
            let game = rows(engine, &record, editions, options, !args.uncounted);
            let rows = WrittenRows::new(format, found, &record.tags, game.rows);
            (rows, game.stopped)
        },
        |found, (rows, stopped)| {
            writer.write_game(rows?)?;
            if let Some(stopped) = stopped {
                is_unjudged |= stopped.is_unjudged();
                is_in_part = true;
                let stopped = escape_line(&stopped.to_string());
                report(&CliError::Question(format!(
                    "{}: {stopped}",
                    found.location()
                )));
            }
            Ok(())
        },
    )?;
    writer.finish(done.ended)?;
    Ok(done.status(is_unjudged, is_in_part))
}

/// The first of these files that has rows. Standard input is taken to have some: it is read once.
fn first_with_rows(
    engine: &Engine,
    files: &[String],
    editions: EditionChoice,
) -> Result<Option<String>, CliError> {
    if files.iter().any(|file| file == "-") {
        return Ok(Some(STANDARD_INPUT.to_owned()));
    }
    let mut first = None;
    let done = games::for_each_game(
        files,
        |_, (record, options): RecordOfGame| rows(engine, &record, editions, options, false).rows,
        |found, rows| {
            if !rows.is_empty() {
                first.get_or_insert(found.key().file);
            }
            Ok(())
        },
    )?;
    if let Some(ended) = done.ended {
        ended.exit(Ok(()));
    }
    Ok(first)
}

/// The first of these games whose record does not name its edition; with standard input, which
/// cannot be read twice, the first game.
fn first_without_edition(files: &[String], judged: &[Judged]) -> Result<Option<Judged>, CliError> {
    let mut named = HashSet::new();
    if !files.iter().any(|file| file == "-") {
        games::for_each_game(
            files,
            |_, (record, _): RecordOfGame| record.tags.edition,
            |found, edition| {
                named.extend(edition.map(|edition| (found.key(), edition)));
                Ok(())
            },
        )?;
    }
    Ok(judged.iter().find(|game| !named.contains(game)).cloned())
}
