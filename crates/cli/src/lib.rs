//! The program `arimaa-oracle`: one file a command, and files that they share.
//!
//! Arguments are read here and answers are printed; what is legal, decided or counted comes from
//! [`arimaa_oracle`]. Text for people by default, `--json` for programs. Answers go to standard
//! output, everything else to standard error. Exit codes: 0 answered, yes; 1 answered, no; 2
//! something could not be read; 3 an engine gave no answer, or two gave different ones; 130 and
//! 143: a signal ended the work.
//!
//! The library is there for the program and its tests: it may change with any version.
//!
//! | file | contents |
//! |---|---|
//! | `commands` | the list of subcommands, and one file for each |
//! | [`referee`] | games between programs, judged |
//! | [`statistics`] | games in numbers |
//! | `rows`, `parquet_file.rs` | positions as rows: CSV, JSON Lines, Parquet |
//! | `options.rs`, `position_args.rs` | arguments that several commands take |
//! | `input.rs`, `standard_input.rs` | files and standard input |
//! | `position.rs`, `chosen_game.rs`, `games.rs` | positions and games in these texts |
//! | `answers.rs`, `batch.rs` | questions and answers in JSON; batch mode |
//! | `render.rs`, `case_text.rs` | rulings and cases as text |
//! | `foreign.rs` | text of files and programs, as it is safe to print |
//! | `output.rs`, `progress.rs` | standard output, progress bars |
//! | `aside.rs`, `locked.rs` | files that are whole or not there, and those that one process writes |
//! | `exit.rs`, `signals.rs`, `suggest.rs` | exit codes, SIGINT and SIGTERM, suggestions |

mod answers;
mod aside;
mod batch;
mod case_text;
mod chosen_game;
mod commands;
mod exit;
mod foreign;
mod games;
mod input;
mod locked;
pub mod mover;
mod options;
mod output;
#[cfg(feature = "parquet")]
mod parquet_file;
mod position;
mod position_args;
mod progress;
pub mod referee;
mod render;
mod rows;
mod signals;
mod standard_input;
pub mod statistics;
mod suggest;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use commands::Cli;
use exit::{CliError, ExitStatus, print_to_stderr, report};
use foreign::{foreign_lines, json_line};
use output::Output;

use anstream::AutoStream;

use arimaa_oracle::ask::{Answer, Fault};

/// The exit code when two engines differ.
const DIFFER: u8 = 3;

/// Runs the command line that this process was given.
pub fn main() -> ExitCode {
    exit::report_shortages();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return refuse_arguments(&error),
    };
    let stdout = io::stdout().lock();
    let out = io::BufWriter::new(if cli.prints_no_colours() {
        AutoStream::always_ansi(stdout)
    } else {
        AutoStream::auto(stdout)
    });
    let mut out = Output::new(out, cli.status_needs_whole_run());
    let engine = cli.engine().engine();
    let threads = options::use_threads(cli.threads());
    let answer = threads.and_then(|()| commands::run(&engine, &cli, &mut out));
    let result = answer.and_then(|answer| match out.flush() {
        // A reader that has seen enough does not change the answer.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(answer),
        flushed => flushed.map(|()| answer).map_err(CliError::from),
    });
    // Two engines that differ give no answer, even if something was printed.
    if let Some(divergence) = engine.divergence() {
        print_to_stderr(format_args!("error: {divergence}"));
        return ExitCode::from(DIFFER);
    }
    let result = match result {
        Err(failure) if cli.answers_in_json() => print_error_as_json(failure, &mut out),
        result => result,
    };
    match result {
        Ok(answer) => answer.into(),
        // A reader that has seen enough is no failure.
        Err(CliError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            report(&failure);
            ExitStatus::from(&failure).into()
        }
    }
}

/// Prints an error as the answer to a question in JSON.
fn print_error_as_json(failure: CliError, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    if let CliError::Write(_) = failure {
        return Err(failure);
    }
    let status = ExitStatus::from(&failure);
    writeln!(out, "{}", json_line(&Answer::from(Fault::from(failure))))?;
    out.flush()?;
    Ok(status)
}

/// Prints help, or an error in the arguments. An error with unprintable characters is printed
/// without colours and with escapes.
fn refuse_arguments(error: &clap::Error) -> ExitCode {
    let plain = error.render().to_string();
    let safe = foreign_lines(&plain);
    if safe != plain {
        print_to_stderr(safe.trim_end());
        return ExitStatus::Unreadable.into();
    }
    let mut out = Output::new(anstream::stdout(), true);
    let printed = if error.use_stderr() {
        // It is lost if standard error cannot be written.
        let _ = error.print();
        Ok(())
    } else {
        write!(out, "{}", error.render().ansi()).and_then(|()| out.flush())
    };
    match printed {
        Ok(()) => u8::try_from(error.exit_code()).unwrap_or(u8::MAX).into(),
        Err(failure) => {
            report(&failure.into());
            ExitStatus::Unreadable.into()
        }
    }
}
