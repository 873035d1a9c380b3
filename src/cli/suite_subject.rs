//! The engine that `suite run` asks, in as many copies as are asked side by side.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use super::exit::CliError;
use super::suggest::nearest;
use super::suite_args::{Actions, RunArgs, Turns};
use crate::engines::Engine;
use crate::protocol::aei::Examinee;
use crate::protocol::line::{LineProgram, Variant};
use crate::protocol::{CannotAsk, Program};
use crate::suite::{
    Asked, Asker, Capabilities, Case, CaseVerdict, Examiner, Identity, Local, Player, Subject,
    Task, ask_case,
};

/// Copies of an engine that are ready to be asked.
pub(super) struct Copies<'a> {
    pub(super) identity: Identity,
    pub(super) capabilities: Capabilities,
    pub(super) asked: Asked,
    /// How long the run may take, where that is known.
    pub(super) forecast: Option<String>,
    pub(super) askers: Vec<Asker<'a>>,
}

/// Starts so many copies of the engine of the arguments.
pub(super) fn copies<'a>(
    args: &RunArgs,
    cases: &[&'a Case],
    jobs: usize,
) -> Result<Copies<'a>, CliError> {
    if let Some(command) = &args.aei {
        return players(command, args, cases, jobs);
    }
    let asked = match args.line {
        Some(_) => Asked::Lines,
        None => Asked::Questions,
    };
    let subjects = (0..jobs).map(|_| subject(args));
    let subjects = subjects.collect::<Result<Vec<_>, _>>()?;
    let first = subjects.first();
    Ok(Copies {
        identity: first.map(|one| one.identity().clone()).unwrap_or_default(),
        capabilities: first
            .map(|one| one.capabilities().clone())
            .unwrap_or_default(),
        asked,
        forecast: None,
        askers: subjects.into_iter().map(asker).collect(),
    })
}

fn asker<'a>(mut subject: Box<dyn Subject + Send>) -> Asker<'a> {
    Box::new(move |case| ask_case(case, subject.as_mut()))
}

/// One copy of an engine that answers questions.
fn subject(args: &RunArgs) -> Result<Box<dyn Subject + Send>, CliError> {
    if let Some(command) = &args.line {
        let variant = Variant {
            two_step: args.actions == Actions::TwoStep,
            whole_turns: args.turns == Turns::Whole,
        };
        return Ok(Box::new(LineProgram::start(
            command,
            args.patience(),
            variant,
        )?));
    }
    let timeout = args.timeout.map(Duration::from_secs);
    let local = |name: &str, engine: Engine| {
        Box::new(Local::new(name, engine.starter()).with_timeout(timeout))
    };
    Ok(match args.subject.as_str() {
        "reference" => local("reference", Engine::Reference),
        "bitboard" => local("bitboard", Engine::Bitboard),
        command => {
            Box::new(Program::start(command, args.patience()).map_err(|error| {
                match nearest(command, ["reference", "bitboard"]) {
                    Some(meant) => CliError::Question(format!("{error}; perhaps `{meant}`")),
                    None => error.into(),
                }
            })?)
        }
    })
}

/// Copies of an engine that can only move. Each position is asked about in one case only.
fn players<'a>(
    command: &str,
    args: &RunArgs,
    cases: &[&'a Case],
    jobs: usize,
) -> Result<Copies<'a>, CliError> {
    let engine = Engine::Bitboard.starter();
    let mut seen = HashSet::new();
    let mut chosen: HashSet<&'a str> = HashSet::new();
    for case in cases {
        if let Ok(task) = Task::of(&engine, &case.question)
            && seen.insert(task.approach().clone())
        {
            chosen.insert(&case.id);
        }
    }
    let positions = chosen.len() as u64;
    let seconds = positions * u64::from(args.repeat) * u64::from(args.move_time);
    let plural = if positions == 1 { "" } else { "s" };
    let forecast = format!(
        "{positions} position{plural}, {} turns each, {} s a turn: up to {}",
        args.repeat,
        args.move_time,
        duration(seconds.div_ceil(jobs as u64))
    );
    let chosen = Arc::new(chosen);
    let mut identity = Identity::default();
    let mut askers: Vec<Asker<'a>> = Vec::new();
    for _ in 0..jobs {
        let options = args.option.clone();
        let mut player = Examinee::start(command, options, args.move_time, args.patience())?;
        identity = player.identity().clone();
        let mut examiner = Examiner::new(engine.clone(), args.repeat);
        let chosen = Arc::clone(&chosen);
        askers.push(Box::new(move |case: &'a Case| {
            if chosen.contains(case.id.as_str()) {
                examiner.ask(case, &mut player)
            } else {
                CaseVerdict::Skipped(examiner.why_not(case))
            }
        }));
    }
    Ok(Copies {
        identity,
        capabilities: Capabilities::default(),
        asked: Asked::Turns { times: args.repeat },
        forecast: Some(forecast),
        askers,
    })
}

/// A time for people, in minutes from two minutes on.
fn duration(seconds: u64) -> String {
    match seconds {
        0..120 => format!("{seconds} s"),
        _ => format!("{} min", seconds.div_ceil(60)),
    }
}

impl From<CannotAsk> for CliError {
    fn from(error: CannotAsk) -> Self {
        match error {
            CannotAsk::CannotRun(error) => Self::Question(error.to_string()),
            CannotAsk::Failed { .. } => Self::Engine(error.to_string()),
        }
    }
}
