//! Other programs, asked for the counts that this program gives.

use std::time::Duration;

use super::NoTime;
use super::positions::{Counted, Positions, Unit};
use crate::exit::CliError;
use arimaa_conformance::subjects::Program;
use arimaa_conformance::subjects::line::{LineProgram, Variant};
use arimaa_oracle::ask::{self, Answer, MAX_STEPS, Question};
use arimaa_oracle::subject::{Reply, Subject};

/// Another program that is timed.
pub(super) struct Contestant {
    pub(super) command: String,
    subject: Box<dyn Subject>,
    /// The units in which the program does not count, each with the reason.
    pub(super) declined: Vec<(Unit, String)>,
}

impl Contestant {
    /// Starts a program that answers lines of plain words.
    pub(super) fn line(command: &str, timeout: Duration) -> Result<Self, CliError> {
        let program = LineProgram::start(command, timeout, Variant::default())?;
        Ok(Self::new(command, Box::new(program.counting())))
    }

    /// Starts a program that answers lines of JSON.
    pub(super) fn subject(command: &str, timeout: Duration) -> Result<Self, CliError> {
        let program = Program::start(command, timeout)?;
        Ok(Self::new(command, Box::new(program)))
    }

    fn new(command: &str, subject: Box<dyn Subject>) -> Self {
        Self {
            command: command.to_owned(),
            subject,
            declined: Vec::new(),
        }
    }

    /// Asks about every position; returns whether the program answers questions of this unit.
    pub(super) fn answers(
        &mut self,
        positions: &Positions,
        unit: Option<Unit>,
    ) -> Result<bool, NoTime> {
        let capabilities = self.subject.capabilities();
        let declined = positions
            .0
            .iter()
            .find_map(|counted| capabilities.declines(&question(counted, unit)));
        let declined = match declined {
            Some(reason) => Some(reason),
            None => self.ask_all(positions, unit)?,
        };
        match (declined, unit) {
            (None, _) => return Ok(true),
            (Some(reason), Some(unit)) => self.declined.push((unit, reason)),
            (Some(_), None) => {}
        }
        Ok(false)
    }

    /// Asks about every position and compares the answers; returns the reason if it declines.
    pub(super) fn ask_all(
        &mut self,
        positions: &Positions,
        unit: Option<Unit>,
    ) -> Result<Option<String>, NoTime> {
        for counted in &positions.0 {
            match self.subject.ask(&question(counted, unit)) {
                Reply::Answer(answer) => self.check(counted, unit, &answer)?,
                Reply::Declined(reason) => return Ok(Some(reason)),
                Reply::Failed(failure) => {
                    let message = format!(
                        "`{}` {failure}; asked about `{}`",
                        self.command, counted.text
                    );
                    return Err(NoTime::Failed(CliError::Engine(message)));
                }
            }
        }
        Ok(None)
    }

    fn check(&self, one: &Counted, unit: Option<Unit>, answer: &Answer) -> Result<(), NoTime> {
        let is_right = match (unit, answer) {
            (Some(Unit::Steps), Answer::Perft { counts }) => *counts == one.steps,
            (Some(Unit::Turns), Answer::TurnCount { count }) => *count == one.turns,
            (None, Answer::Standing { standing }) => standing.board.0 == one.board,
            _ => false,
        };
        if is_right {
            return Ok(());
        }
        let expected = match unit {
            Some(Unit::Steps) => format!("the steps {:?}", one.steps),
            Some(Unit::Turns) => format!("{} turns", one.turns),
            None => "the same board".to_owned(),
        };
        let answer = serde_json::to_string(answer).unwrap_or_default();
        Err(NoTime::Wrong(format!(
            "`{}` counts otherwise in `{}`\n  answer:   {answer}\n  expected: {expected}",
            self.command, one.text
        )))
    }
}

/// The question for the numbers of a position, or for the position itself.
fn question(one: &Counted, unit: Option<Unit>) -> Question {
    let position = one.source.clone();
    match unit {
        Some(Unit::Steps) => Question::Perft {
            position,
            count: ask::Unit::Steps,
            depth: MAX_STEPS,
        },
        Some(Unit::Turns) => Question::TurnCount {
            position,
            past_end: false,
        },
        None => Question::Standing { position },
    }
}
