//! `serve`: questions of other programs, answered in the oracle's own protocol.

use std::io::{self, Write};

use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::exit::{CliError, ExitStatus};
use super::options::use_threads;
use crate::engines::Starter;
use crate::protocol;
use crate::suite::Local;

const HELP: &str = "\
Examples:
  arimaa-oracle serve < questions.jsonl > answers.jsonl
  arimaa-oracle serve --schema > schema.json

Each line of standard input is a request, {\"id\": 1, \"hello\": {}} or {\"id\": 2, \"ask\": {\"kind\": ...}}. Each gets one line of
standard output, in the same order, with the same id. A line that is no request gets an `error`, and the rest goes on.

Exit codes: 0 the input ended; 2 it could not be read";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct ServeArgs {
    /// Read requests on standard input and answer on standard output, until the input ends (the default)
    #[arg(long)]
    stdio: bool,
    /// How many threads answer (default: one for each core)
    #[arg(long, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    threads: Option<usize>,
    /// Print the JSON Schema of a line instead
    #[arg(long, conflicts_with_all = ["stdio", "threads"])]
    schema: bool,
}

pub(super) fn run(
    engine: &Starter,
    args: &ServeArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    if args.schema {
        let schema = serde_json::to_string_pretty(&protocol::schema_of_lines());
        writeln!(out, "{}", schema.map_err(io::Error::from)?)?;
        return Ok(ExitStatus::Yes);
    }
    use_threads(args.threads)?;
    protocol::serve(
        &Local::new("arimaa-oracle", engine.clone()),
        io::stdin(),
        out,
    )?;
    Ok(ExitStatus::Yes)
}
