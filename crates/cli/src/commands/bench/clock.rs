//! Timing in interleaved rounds.
//!
//! A time depends on the machine as much as on the program. Every round times each row once, so
//! other load on the machine falls on all rows, and ratios of medians can be compared between
//! machines.

use std::time::Instant;

use super::NoTime;
use super::positions::{Positions, Unit, name_of, unit_of};
use super::programs::Contestant;
use crate::exit::CliError;
use arimaa::bitboard::{Walk, Workspace};

/// Least seconds of one measurement: shorter work is repeated until it takes as long.
const SHORTEST: f64 = 0.2;

/// The work that a row times, over all fifty positions.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Task {
    /// A walk of this program.
    Walk(Walk),
    /// Another program: its counts in `unit`, or if `None` its answers to questions without counts.
    Program { program: usize, unit: Option<Unit> },
}

/// A task and the times measured for it.
pub(super) struct Row {
    pub(super) task: Task,
    repeats: u32,
    /// Seconds of one run of the task, one entry a round.
    seconds: Vec<f64>,
    /// The memory of walks, which is kept from one run to the next.
    space: Workspace,
}

impl Row {
    pub(super) fn new(task: Task) -> Self {
        Self {
            task,
            repeats: 1,
            seconds: Vec::new(),
            space: Workspace::default(),
        }
    }

    /// Adds one measurement. The first call finds out how many runs a measurement needs.
    pub(super) fn measure(
        &mut self,
        positions: &Positions,
        programs: &mut [Contestant],
    ) -> Result<(), NoTime> {
        let mut seconds = self.time(positions, programs)?;
        while seconds < SHORTEST && self.repeats < 1 << 20 {
            self.repeats *= 2;
            seconds = self.time(positions, programs)?;
        }
        self.seconds.push(seconds / f64::from(self.repeats));
        Ok(())
    }

    /// The seconds of all runs of a measurement. Every answer is compared.
    fn time(&mut self, positions: &Positions, programs: &mut [Contestant]) -> Result<f64, NoTime> {
        let start = Instant::now();
        for _ in 0..self.repeats {
            match self.task {
                Task::Walk(walk) => check(walk, positions, &mut self.space)?,
                Task::Program { program, unit } => {
                    if let Some(program) = programs.get_mut(program)
                        && let Some(reason) = program.ask_all(positions, unit)?
                    {
                        let why = format!("`{}` no longer answers: {reason}", program.command);
                        return Err(NoTime::Failed(CliError::Engine(why)));
                    }
                }
            }
        }
        Ok(start.elapsed().as_secs_f64())
    }

    /// The least, the median and the largest seconds of a run in the first `rounds` rounds.
    pub(super) fn spread(&self, rounds: u16) -> [f64; 3] {
        let rounds = self.seconds.iter().take(usize::from(rounds));
        let mut seconds: Vec<f64> = rounds.copied().collect();
        seconds.sort_by(f64::total_cmp);
        let last = seconds.len().saturating_sub(1);
        let at = |index: usize| seconds.get(index).copied().unwrap_or_default();
        [
            at(0),
            f64::midpoint(at(last / 2), at(last.div_ceil(2))),
            at(last),
        ]
    }
}

/// Walks all positions, and compares what is counted.
fn check(walk: Walk, positions: &Positions, space: &mut Workspace) -> Result<(), NoTime> {
    for counted in &positions.0 {
        let (found, expected) = (
            walk.count(&counted.position, space),
            counted.number(unit_of(walk)),
        );
        if found != expected {
            let (name, text) = (name_of(walk), counted.text);
            let wrong = format!("{name}: this program counts {found}, not {expected}, in `{text}`");
            return Err(NoTime::Failed(CliError::Engine(wrong)));
        }
    }
    Ok(())
}
