//! The command line: one file a subcommand.
//!
//! Text for people by default, `--json` for programs. Answers go to standard output, everything else to standard
//! error. Exit codes: 0 answered, yes; 1 answered, no; 2 something could not be read; 3 an engine gave no
//! answer, or two gave different ones.

mod aei;
mod answer;
mod args;
mod batch;
mod compare;
mod convert;
mod games;
mod input;
mod json;
mod judge;
mod legal;
mod outcome;
mod perft;
mod perft_suite;
mod position;
mod referee;
mod render;
mod replay;
mod rule;
mod serve;
mod show;
mod stats;
mod suite;
mod turns;
mod validate;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use crate::engines::Starter;
use answer::{Answer, Failure};
use args::{Cli, Command};

/// The exit code when two engines differ.
const DIFFER: u8 = 3;

/// Runs the command line that this process was given.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = io::BufWriter::new(anstream::stdout().lock());
    let engine = cli.engine.starter();
    let answer = run(&engine, &cli, &mut out);
    let result = answer.and_then(|answer| match out.flush() {
        // A reader that has seen enough does not change the answer.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(answer),
        flushed => flushed.map(|()| answer).map_err(Failure::from),
    });
    // Where two engines differ there is no answer, whatever was printed.
    if let Some(divergence) = engine.divergence() {
        anstream::eprintln!("error: {divergence}");
        return ExitCode::from(DIFFER);
    }
    match result {
        Ok(answer) => answer.into(),
        // A reader that has seen enough is no failure.
        Err(Failure::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            anstream::eprintln!("error: {failure}");
            failure.into()
        }
    }
}

/// Answers one command with one engine.
fn run(engine: &Starter, cli: &Cli, out: &mut dyn Write) -> Result<Answer, Failure> {
    match &cli.command {
        Command::Judge(args) => judge::run(engine, args, out),
        Command::Legal(args) => legal::run(engine, args, out),
        Command::Turns(args) => turns::run(engine, args, out),
        Command::Outcome(args) => outcome::run(engine, args, out),
        Command::Replay(args) => replay::run(engine, args, out),
        Command::Stats(args) => stats::run(engine, args, out),
        Command::Perft(args) if !args.suite.is_empty() => perft_suite::run(engine, args, out),
        Command::Perft(args) => perft::run(engine, args, out),
        Command::Compare(args) => compare::run(args, out),
        Command::Suite(args) => suite::run(engine, args, out),
        Command::Serve(args) => serve::run(engine, args, out),
        Command::Aei(args) => aei::run(engine, args, out),
        Command::Referee(args) => referee::run(engine, args, out),
        Command::Show(args) => show::run(engine, args, out),
        Command::Rule(args) => rule::run(args, out),
        Command::Validate(args) => validate::run(engine, args, out),
        Command::Convert(args) => convert::run(engine, args, out),
        Command::Completions { shell } => {
            clap_complete::generate(*shell, &mut Cli::command(), "arimaa-oracle", &mut { out });
            Ok(Answer::Yes)
        }
    }
}

/// Lets parallel work use so many threads; without a number, all cores.
fn use_threads(threads: Option<usize>) -> Result<(), Failure> {
    let Some(threads) = threads else {
        return Ok(());
    };
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build_global()
        .map_err(|error| Failure::Question(error.to_string()))
}
