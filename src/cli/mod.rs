//! The command line: one file a subcommand.
//!
//! Text for people by default, `--json` for programs. Answers go to standard output, everything else to standard
//! error. Exit codes: 0 answered, yes; 1 answered, no; 2 something could not be read; 3 an engine gave no
//! answer, or two gave different ones.

mod aei;
mod answer;
mod args;
mod batch;
mod both;
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

use crate::engines::{Engine, Game, Reference};
use crate::rules::Rules;
use answer::{Answer, Failure};
use args::{Cli, Command};
use both::Both;

/// Runs the command line that this process was given.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = io::BufWriter::new(anstream::stdout().lock());
    let answer = match cli.engine {
        Engine::Reference => run::<Reference>(&cli, &mut out),
        Engine::Bitboard => run::<Game>(&cli, &mut out),
        Engine::Both => run::<Both<Reference, Game>>(&cli, &mut out),
    };
    let result = answer.and_then(|answer| match out.flush() {
        // A reader that has seen enough does not change the answer.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(answer),
        flushed => flushed.map(|()| answer).map_err(Failure::from),
    });
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
fn run<R: Rules + Send + Sync + 'static>(
    cli: &Cli,
    out: &mut dyn Write,
) -> Result<Answer, Failure> {
    match &cli.command {
        Command::Judge(args) => judge::run::<R>(args, out),
        Command::Legal(args) => legal::run::<R>(args, out),
        Command::Turns(args) => turns::run::<R>(args, out),
        Command::Outcome(args) => outcome::run::<R>(args, out),
        Command::Replay(args) => replay::run::<R>(args, out),
        Command::Stats(args) => stats::run::<R>(args, out),
        Command::Perft(args) if !args.suite.is_empty() => perft_suite::run::<R>(args, out),
        Command::Perft(args) => perft::run::<R>(args, out),
        Command::Compare(args) => compare::run(args, out),
        Command::Suite(args) => suite::run::<R>(args, out),
        Command::Serve(args) => serve::run::<R>(args, out),
        Command::Aei(args) => aei::run::<R>(args, out),
        Command::Referee(args) => referee::run::<R>(args, out),
        Command::Show(args) => show::run::<R>(args, out),
        Command::Rule(args) => rule::run(args, out),
        Command::Validate(args) => validate::run::<R>(args, out),
        Command::Convert(args) => convert::run::<R>(args, out),
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
