//! `stats`: what the games of records and archives are like.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::exit::{CliError, ExitStatus};
use crate::foreign::{escape_line, json_line};
use crate::games::{self, RecordOfGame};
use crate::options;
use crate::render::{BAD, termination};
use crate::rows::{RowFormat, RowWriter, WrittenRows};
use crate::statistics;
use crate::statistics::{Stats, report, study, study_and_rows};
use arimaa::compare::Engine;
use arimaa_oracle::judge::EditionChoice;

const HELP: &str = "\
Examples:
  arimaa-oracle stats game.txt
  arimaa-oracle stats archive.tsv --json
  arimaa-oracle stats archive.tsv --rows positions.csv

Exit codes: 0 every game counted, 1 some only up to a turn that the rules refuse, 2 something
could not be read";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct StatsArgs {
    /// Game records or server archives; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// The edition of games whose records name none, or `by-date` for that of each game's day
    /// (default: the current one)
    #[arg(long, value_parser = options::edition_choice)]
    edition: Option<EditionChoice>,
    /// Write the positions to this new file, as `positions --out` does: CSV, or .jsonl, or .parquet
    #[arg(long, value_name = "FILE")]
    rows: Option<PathBuf>,
    /// The number of threads (default: one for each core)
    #[arg(long, value_parser = options::threads)]
    pub(super) threads: Option<usize>,
    /// Answer in JSON, one line a game that does not count whole and a last one with the statistics
    #[arg(long)]
    json: bool,
}

pub(super) fn run(
    engine: &Engine,
    args: &StatsArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let path = args.rows.as_deref();
    let format = path.map(|path| RowFormat::from_file_name(Some(path)));
    let open = |(path, format)| RowWriter::to_whole_file(format, path);
    let mut writer = path.zip(format).map(open).transpose()?;
    let editions = args.edition.unwrap_or_default();
    let mut stats = Stats::default();
    let done = games::for_each_game(
        &args.files,
        |found, (record, options): RecordOfGame| {
            let Some(format) = format else {
                return (study(engine, &record, editions, options), None);
            };
            let (game, rows) = study_and_rows(engine, &record, editions, options);
            let rows = WrittenRows::new(format, found, &record.tags, rows.rows);
            (game, Some(rows))
        },
        |found, (game, rows)| {
            if let (Some(writer), Some(rows)) = (&mut writer, rows) {
                writer.write_game(rows?)?;
            }
            stats.add(&game);
            let Some(stopped) = &game.stopped else {
                return Ok(());
            };
            if args.json {
                let fault = json!({ "file": *found.file, "game": found.id, "stopped": stopped.to_string() });
                writeln!(out, "{}", json_line(&fault))?;
            } else {
                let stopped = escape_line(&stopped.to_string());
                writeln!(out, "{BAD}{}{BAD:#}: {stopped}", found.location())?;
            }
            out.flush().map_err(CliError::from)
        },
    )?;
    if let Some(writer) = writer {
        writer.finish(done.ended)?;
    }
    if args.json {
        let mut value = statistics::json(&stats);
        if let Some(fields) = value.as_object_mut() {
            fields.insert("unreadable".to_owned(), done.unreadable.into());
        }
        writeln!(out, "{}", json_line(&json!({ "stats": value })))?;
    } else {
        write!(out, "{}", report(&stats, termination))?;
        if done.unreadable > 0 {
            writeln!(out, "\n{BAD}unreadable{BAD:#}  {}", done.unreadable)?;
        }
    }
    Ok(done.status(stats.not_judged > 0, stats.in_part > 0))
}
