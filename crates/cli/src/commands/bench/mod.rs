//! `bench`: times the walks of the bitboard engine, and programs beside it that count the same.
//!
//! | file | what it is |
//! |---|---|
//! | `positions.rs` | the fifty positions, and the numbers that every count must give |
//! | `programs.rs` | programs of others, asked for the same numbers |
//! | `clock.rs` | interleaved rounds |
//! | `machine.rs` | the machine and the build |
//! | `report.rs` | the result as a table and as JSON |

mod clock;
mod machine;
mod positions;
mod programs;
mod report;

use std::io::Write;
use std::time::Duration;

use clap::Args;

use crate::exit::{CliError, ExitStatus, print_to_stderr};
use crate::foreign::{foreign_lines, json_line};
use crate::progress;
use crate::signals::Signals;
use arimaa::bitboard::Walk;
use clock::{Row, Task};
use positions::{Positions, Unit, unit_of};
use programs::Contestant;
use report::Report;

const HELP: &str = include_str!("help.txt").trim_ascii_end();

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct BenchArgs {
    /// The command of a program that answers lines of plain words, `count` among them; can be
    /// repeated
    #[arg(long, value_name = "COMMAND")]
    line: Vec<String>,
    /// The command of a program that answers in the protocol of `serve`; can be repeated
    #[arg(long, value_name = "COMMAND")]
    subject: Vec<String>,
    /// The number of rounds
    #[arg(long, value_name = "N", default_value_t = 5,
          value_parser = clap::value_parser!(u16).range(1..=1000))]
    rounds: u16,
    /// Seconds for each answer of a program
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0,
          value_parser = crate::options::seconds)]
    timeout: f64,
    /// Print the result as JSON in place of the table
    #[arg(long)]
    json: bool,
}

/// The reason why a bench gives no times.
enum NoTime {
    /// A count is wrong, as the text says.
    Wrong(String),
    /// A program or this one failed, so there is nothing to compare.
    Failed(CliError),
}

pub(super) fn run(args: &BenchArgs, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let signals = Signals::catch();
    if cfg!(debug_assertions) {
        print_to_stderr("this is a debug build: its times say nothing");
    }
    let bench =
        Bench::start_and_compare(args).and_then(|bench| bench.measured(args.rounds, &signals));
    let (bench, rounds) = match (bench, signals.received()) {
        (Ok(measured), _) => measured,
        // Programs are ended by the signal, too.
        (Err(_), Some(ended)) => return Ok(ended),
        (Err(NoTime::Wrong(wrong)), None) => {
            writeln!(out, "{}", foreign_lines(&wrong))?;
            return Ok(ExitStatus::No);
        }
        (Err(NoTime::Failed(error)), None) => return Err(error),
    };
    if rounds > 0 {
        let report = Report::new(&bench, rounds);
        if args.json {
            writeln!(out, "{}", json_line(&report))?;
        } else {
            write!(out, "{}", foreign_lines(&report.text()))?;
        }
    }
    Ok(signals.received().unwrap_or(ExitStatus::Yes))
}

/// The positions, the other programs and the timed rows of a bench.
struct Bench {
    positions: Positions,
    programs: Vec<Contestant>,
    rows: Vec<Row>,
}

impl Bench {
    /// Starts the programs, and compares every count once.
    fn start_and_compare(args: &BenchArgs) -> Result<Self, NoTime> {
        let positions = Positions::read()?;
        let timeout = Duration::from_secs_f64(args.timeout);
        let line = args.line.iter();
        let line = line.map(|command| Contestant::line(command, timeout));
        let subject = args.subject.iter();
        let subject = subject.map(|command| Contestant::subject(command, timeout));
        let programs = line.chain(subject).collect::<Result<_, _>>();
        let mut bench = Self {
            positions,
            programs: programs.map_err(NoTime::Failed)?,
            rows: Vec::new(),
        };
        for unit in Unit::ALL {
            let walks = Walk::ALL.into_iter().filter(|walk| unit_of(*walk) == unit);
            bench
                .rows
                .extend(walks.map(|walk| Row::new(Task::Walk(walk))));
            bench.add_programs(Some(unit))?;
        }
        bench.add_programs(None)?;
        Ok(bench)
    }

    /// Adds a row for each program that counts in `unit`, or if `None`, answers without counting.
    fn add_programs(&mut self, unit: Option<Unit>) -> Result<(), NoTime> {
        for (program, contestant) in self.programs.iter_mut().enumerate() {
            if contestant.answers(&self.positions, unit)? {
                self.rows.push(Row::new(Task::Program { program, unit }));
            }
        }
        Ok(())
    }

    /// Times every row once a round until a signal comes; returns how many rounds were completed.
    fn measured(mut self, rounds: u16, signals: &Signals) -> Result<(Self, u16), NoTime> {
        let progress = progress::bar(u64::from(rounds) * self.rows.len() as u64);
        let mut completed = 0;
        while completed < rounds && signals.received().is_none() {
            match self.round(signals, || progress.inc(1)) {
                // The signal has ended the program that did not answer.
                Err(_) if signals.received().is_some() => break,
                round => round?,
            }
            completed += u16::from(signals.received().is_none());
        }
        progress.finish_and_clear();
        Ok((self, completed))
    }

    /// Times every row once, until a signal comes.
    fn round(&mut self, signals: &Signals, tick: impl Fn()) -> Result<(), NoTime> {
        for row in &mut self.rows {
            if signals.received().is_none() {
                row.measure(&self.positions, &mut self.programs)?;
                tick();
            }
        }
        Ok(())
    }
}
