//! Interleaved rounds.
//!
//! A rate says as much of the machine as of the program. Every round times each row once, so other
//! load on the machine falls on all of them, and ratios of medians can be compared between
//! machines.

use std::time::Instant;

use super::NoTime;
use super::positions::{Positions, Unit, name_of, unit_of};
use super::programs::Contestant;
use crate::exit::CliError;
use arimaa::bitboard::{Walk, Workspace};

/// Shorter work is repeated until one measurement takes at least so many seconds.
const SHORTEST: f64 = 0.2;

/// The work of a row: all fifty positions.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Task {
    /// A walk of this program.
    Walk(Walk),
    /// Another program's counts in this unit; without one, its answers where nothing is counted.
    Program { program: usize, unit: Option<Unit> },
}

/// One thing that is timed.
pub(super) struct Row {
    pub(super) task: Task,
    repeats: u32,
    /// The seconds of one run, round by round.
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

    /// One measurement. The first one finds out how many runs it takes.
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

    /// The least, the median and the largest seconds of the first rounds.
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
