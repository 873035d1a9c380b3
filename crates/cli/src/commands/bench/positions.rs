//! The fifty positions, and the numbers that every count must give.

use super::NoTime;
use crate::exit::CliError;
use arimaa::bitboard::{Position, Walk};
use arimaa::text::read_compact;
use arimaa::vocab::{Board, Edition, Snapshot};
use arimaa_oracle::ask::{MAX_STEPS, PositionSource, State};

/// The positions, one a line: a compact board and a comment.
const POSITIONS: &str = include_str!("positions.txt");

/// A unit in which work is counted.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Unit {
    /// The step tree of one turn (CNT-2).
    Steps,
    /// Distinct turns (TRN-6).
    Turns,
}

impl Unit {
    pub(super) const ALL: [Self; 2] = [Self::Steps, Self::Turns];

    /// The known count over all fifty positions, which this program has to reproduce.
    pub(super) const fn total(self) -> u64 {
        match self {
            Self::Steps => 14_433_190,
            Self::Turns => 919_255,
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Steps => "steps",
            Self::Turns => "turns",
        }
    }
}

/// The unit that a walk counts.
pub(super) const fn unit_of(walk: Walk) -> Unit {
    match walk {
        Walk::CountSteps | Walk::VisitSteps => Unit::Steps,
        Walk::CountTurns | Walk::VisitTurns => Unit::Turns,
    }
}

/// The name of a walk in the table.
pub(super) const fn name_of(walk: Walk) -> &'static str {
    match walk {
        Walk::CountSteps => "last level counted",
        Walk::VisitSteps => "every leaf made, with its key",
        Walk::CountTurns => "counted",
        Walk::VisitTurns => "position after each visited",
    }
}

/// One of the fifty positions, with its counts.
pub(super) struct Counted {
    pub(super) position: Position,
    /// The position in the form that questions take.
    pub(super) source: PositionSource,
    pub(super) board: Board,
    /// The compact board, without the comment of its line.
    pub(super) text: &'static str,
    /// Number of step sequences of each length from 1 to 4.
    pub(super) steps: Vec<u64>,
    pub(super) turns: u64,
}

impl Counted {
    pub(super) fn number(&self, unit: Unit) -> u64 {
        match unit {
            Unit::Steps => self.steps.iter().sum(),
            Unit::Turns => self.turns,
        }
    }
}

/// All fifty positions, with their counts.
pub(super) struct Positions(pub(super) Vec<Counted>);

impl Positions {
    /// Reads the positions, counts each, and compares the totals with the known ones.
    pub(super) fn read() -> Result<Self, NoTime> {
        let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
        let all = Self(lines.map(read_counted).collect::<Result<_, _>>()?);
        for unit in Unit::ALL {
            let found = all.0.iter().map(|one| one.number(unit)).sum::<u64>();
            if found != unit.total() {
                let wrong = format!("this program counts {found} {}", unit.name());
                return Err(NoTime::Failed(CliError::Engine(wrong)));
            }
        }
        Ok(all)
    }
}

fn read_counted(line: &'static str) -> Result<Counted, NoTime> {
    let text = line.split(" #").next().unwrap_or(line);
    let failed = |why: String| NoTime::Failed(CliError::Engine(format!("{text}: {why}")));
    let (side, board) = read_compact(text).map_err(|error| failed(error.to_string()))?;
    let position = Position::new(side, &board).map_err(|error| failed(error.to_string()))?;
    let snapshot = Snapshot::position(Edition::default(), side, board);
    Ok(Counted {
        position,
        source: PositionSource::State(State {
            snapshot,
            number: None,
        }),
        board,
        text,
        steps: (1..=MAX_STEPS)
            .map(|steps| position.count_steps(steps))
            .collect(),
        turns: position.count_turns(),
    })
}
