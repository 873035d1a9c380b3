//! The result as a table and as JSON.

use std::fmt::Write;

use serde::Serialize;

use super::Bench;
use super::clock::{Row, Task};
use super::machine::Machine;
use super::positions::{Unit, name_of, unit_of};
use super::programs::Contestant;
use crate::statistics::grouped;

/// Widest name of a row, in characters.
const WIDEST: usize = 60;

/// The medians of a bench.
#[derive(Serialize)]
pub(super) struct Report {
    version: &'static str,
    machine: Machine,
    positions: usize,
    rounds: u16,
    steps: Table,
    turns: Table,
    programs: Vec<Asked>,
}

/// The results in one unit, steps or turns.
#[derive(Serialize)]
struct Table {
    /// The count over all positions.
    number: u64,
    ours: Vec<Timed>,
    programs: Vec<Compared>,
}

#[derive(Serialize)]
struct Timed {
    name: String,
    seconds: Seconds,
}

/// Times of another program, and its median divided by that of each row of [`Table::ours`].
#[derive(Serialize)]
struct Compared {
    #[serde(flatten)]
    timed: Timed,
    ratios: Vec<f64>,
}

/// The seconds of all positions.
#[derive(Serialize)]
struct Seconds {
    least: f64,
    median: f64,
    most: f64,
}

/// Another program: its time without counting, and the units that it declines.
#[derive(Serialize)]
struct Asked {
    name: String,
    /// Seconds for all positions without counting: the cost of the pipes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pipes: Option<Seconds>,
    /// The units in which the program does not count, with the reasons.
    declined: Vec<Declined>,
}

#[derive(Serialize)]
struct Declined {
    unit: &'static str,
    reason: String,
}

impl Report {
    pub(super) fn new(bench: &Bench, rounds: u16) -> Self {
        let table = |unit| Table::new(bench, unit, rounds);
        let programs = bench.programs.iter().enumerate();
        let asked = |(number, program): (usize, &Contestant)| {
            let is_pipes = |row: &&Row| matches!(row.task, Task::Program { program, unit: None } if program == number);
            let declined = program.declined.iter();
            Asked {
                name: program.command.clone(),
                pipes: bench
                    .rows
                    .iter()
                    .find(is_pipes)
                    .map(|row| Seconds::from_row(row, rounds)),
                declined: declined
                    .map(|(unit, reason)| Declined {
                        unit: unit.name(),
                        reason: reason.clone(),
                    })
                    .collect(),
            }
        };
        Self {
            version: env!("CARGO_PKG_VERSION"),
            machine: Machine::here(),
            positions: bench.positions.0.len(),
            rounds,
            steps: table(Unit::Steps),
            turns: table(Unit::Turns),
            programs: programs.map(asked).collect(),
        }
    }

    /// The table for people.
    pub(super) fn text(&self) -> String {
        let Machine {
            processor,
            cores,
            target,
            features,
        } = &self.machine;
        let processor = processor.as_deref().unwrap_or("a processor without a name");
        let features = match features[..] {
            [] => String::new(),
            _ => format!(" with {}", features.join(", ")),
        };
        let mut text = format!(
            "arimaa-oracle {} for {target}{features}\n{processor}, {cores} cores; one thread\n\
             {} positions; medians of {} interleaved rounds\n",
            self.version, self.positions, self.rounds
        );
        let tables = [&self.steps, &self.turns];
        let names = tables.iter().flat_map(|table| table.row_names());
        let width = names.map(|name| name.chars().count()).max();
        let width = width.unwrap_or_default().clamp(40, WIDEST);
        for (table, title) in tables.iter().zip(["steps in step trees", "distinct turns"]) {
            table.write(title, width, &mut text);
        }
        for program in &self.programs {
            program.write(&mut text);
        }
        text
    }
}

impl Table {
    fn new(bench: &Bench, wanted: Unit, rounds: u16) -> Self {
        let mut table = Self {
            number: wanted.total(),
            ours: Vec::new(),
            programs: Vec::new(),
        };
        for row in &bench.rows {
            let seconds = Seconds::from_row(row, rounds);
            match row.task {
                Task::Walk(walk) if unit_of(walk) == wanted => table.ours.push(Timed {
                    name: name_of(walk).to_owned(),
                    seconds,
                }),
                Task::Program { program, unit } if unit == Some(wanted) => {
                    let ours = table.ours.iter();
                    let ratio = |our: &Timed| seconds.median / our.seconds.median;
                    let ratios = ours.map(ratio).collect();
                    let program = bench.programs.get(program);
                    let name = program.map_or_else(String::new, |program| program.command.clone());
                    let timed = Timed { name, seconds };
                    table.programs.push(Compared { timed, ratios });
                }
                _ => {}
            }
        }
        table
    }

    fn row_names(&self) -> impl Iterator<Item = String> {
        let ours = self.ours.iter().enumerate();
        let ours = ours.map(|(at, row)| format!("ours {}: {}", at + 1, row.name));
        ours.chain(self.programs.iter().map(|row| row.timed.name.clone()))
    }

    fn write(&self, title: &str, width: usize, text: &mut String) {
        let title = format!("{} {title}", grouped(self.number));
        let _ = write!(text, "\n{title:<width$}  {:>10}{:>10}", "seconds", "M/s");
        if !self.programs.is_empty() {
            for at in 1..=self.ours.len() {
                let _ = write!(text, "{:>9}", format!("ours {at}"));
            }
        }
        text.push('\n');
        let ours = self.ours.iter().map(|row| (row, &[][..]));
        let programs = self.programs.iter();
        let programs = programs.map(|row| (&row.timed, &row.ratios[..]));
        for (name, (row, ratios)) in self.row_names().zip(ours.chain(programs)) {
            let name: String = name.chars().take(width).collect();
            let seconds = row.seconds.median;
            #[expect(clippy::cast_precision_loss, reason = "a rate needs few digits")]
            let rate = self.number as f64 / seconds.max(1e-9) / 1e6;
            let _ = write!(text, "  {name:<width$}{seconds:>10.4}{rate:>10.2}");
            for ratio in ratios {
                let _ = write!(text, "{ratio:>8.1}x");
            }
            text.push('\n');
        }
    }
}

impl Asked {
    fn write(&self, text: &mut String) {
        let name = &self.name;
        let _ = writeln!(text, "\n{name}");
        for Declined { unit, reason } in &self.declined {
            let _ = writeln!(text, "  counts no {unit}: {reason}");
        }
        if let Some(pipes) = &self.pipes {
            let seconds = pipes.median;
            let _ = writeln!(text, "  answers without counting: {seconds:.4} s");
        }
    }
}

impl Seconds {
    fn from_row(row: &Row, rounds: u16) -> Self {
        let [least, median, most] = row.spread(rounds);
        Self {
            least,
            median,
            most,
        }
    }
}
