//! The engine that `suite run` asks, in as many copies as are asked side by side.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::args::RunArgs;
use crate::exit::CliError;
use crate::suggest::nearest;
use arimaa::compare::EngineKind;
use arimaa_conformance::subjects::aei::TestedEngine;
use arimaa_conformance::subjects::line::{Exchange, LineProgram};
use arimaa_conformance::subjects::{CannotAsk, Player, Program};
use arimaa_conformance::{Asked, Asker, Case, Examiner, Status, Task, ask_case, deciding_exchange};
use arimaa_oracle::protocol::{Capabilities, Identity};
use arimaa_oracle::subject::{Local, Subject};

/// The exchanged lines that decided failures, by the ids of the failed cases.
pub(super) type Exchanges = Arc<Mutex<BTreeMap<String, Exchange>>>;

/// Copies of an engine that are ready to be asked.
pub(super) struct Copies<'a> {
    pub(super) identity: Identity,
    pub(super) capabilities: Capabilities,
    pub(super) asked: Asked,
    /// A sentence on how long the run may take; `None` if that is not known.
    pub(super) forecast: Option<String>,
    pub(super) askers: Vec<Asker<'a>>,
}

/// Starts `jobs` copies of the engine that the arguments name.
pub(super) fn start_copies<'a>(
    args: &RunArgs,
    cases: &[&'a Case],
    jobs: usize,
    exchanges: &Exchanges,
) -> Result<Copies<'a>, CliError> {
    let mut copies = match (&args.line, &args.aei) {
        (Some(command), _) => line_programs(command, args, jobs, exchanges)?,
        (None, Some(command)) => player_copies(command, args, cases, jobs)?,
        (None, None) => {
            let subjects = (0..jobs).map(|_| subject(args));
            let subjects = subjects.collect::<Result<Vec<_>, _>>()?;
            let first = subjects.first();
            let known = copies_of(first.map(|one| &**one as &dyn Subject), Asked::Questions);
            Copies {
                askers: subjects.into_iter().map(asker_of_subject).collect(),
                ..known
            }
        }
    };
    if let Some(time) = args.case_time() {
        let askers = copies.askers.into_iter();
        copies.askers = askers.map(|asker| with_time_limit(asker, time)).collect();
    }
    Ok(copies)
}

/// Copies without askers yet, with the identity and capabilities of the first copy.
fn copies_of<'a>(first: Option<&dyn Subject>, asked: Asked) -> Copies<'a> {
    let identity = first.map(|one| one.identity().clone());
    let capabilities = first.map(|one| one.capabilities().clone());
    Copies {
        identity: identity.unwrap_or_default(),
        capabilities: capabilities.unwrap_or_default(),
        asked,
        forecast: None,
        askers: Vec::new(),
    }
}

fn asker_of_subject<'a>(mut subject: Box<dyn Subject + Send>) -> Asker<'a> {
    Box::new(move |case| ask_case(case, subject.as_mut()))
}

/// Wraps an asker: the error of a late answer names the timeout of the case.
fn with_time_limit(mut asker: Asker<'_>, time: Duration) -> Asker<'_> {
    Box::new(move |case| {
        let start = Instant::now();
        match asker(case) {
            Status::Errored(_) if start.elapsed() >= time => Status::Errored(format!(
                "took longer than {} s (--case-timeout)",
                time.as_secs_f64()
            )),
            verdict => verdict,
        }
    })
}

/// Starts copies of an engine of the line kit. The line that decided a failure is kept.
fn line_programs<'a>(
    command: &str,
    args: &RunArgs,
    jobs: usize,
    exchanges: &Exchanges,
) -> Result<Copies<'a>, CliError> {
    let variant = args.variant.variant();
    // The time of a case is one for all of its lines.
    let programs = (0..jobs).map(|_| {
        let program = LineProgram::start(command, args.patience_at_start(), variant)?;
        Ok(program.with_time_for_a_question(args.case_time()))
    });
    let programs = programs.collect::<Result<Vec<_>, CliError>>()?;
    let first = programs.first();
    let known = copies_of(first.map(|one| one as &dyn Subject), Asked::Lines(variant));
    let askers = programs
        .into_iter()
        .map(|program| line_asker(program, Arc::clone(exchanges)));
    Ok(Copies {
        askers: askers.collect(),
        ..known
    })
}

fn line_asker<'a>(mut program: LineProgram, exchanges: Exchanges) -> Asker<'a> {
    Box::new(move |case| {
        let verdict = ask_case(case, &mut program);
        if let Status::Failed(mismatches) = &verdict
            && let Some(exchange) = deciding_exchange(program.exchanges(), mismatches)
        {
            let mut exchanges = exchanges.lock().unwrap_or_else(PoisonError::into_inner);
            exchanges.insert(case.id.clone(), exchange.clone());
        }
        verdict
    })
}

/// Starts one copy of an engine that answers questions.
fn subject(args: &RunArgs) -> Result<Box<dyn Subject + Send>, CliError> {
    let timeout = args.timeout.map(Duration::from_secs_f64);
    let timeout = timeout.into_iter().chain(args.case_time()).min();
    let local = |name: &str, engine: EngineKind| {
        Box::new(Local::new(name, engine.engine()).with_timeout(timeout))
    };
    Ok(match args.subject.as_str() {
        "reference" => local("reference", EngineKind::Reference),
        "bitboard" => local("bitboard", EngineKind::Bitboard),
        command => {
            let program = Program::start(command, args.patience_at_start());
            let program =
                program.map_err(|error| match nearest(command, ["reference", "bitboard"]) {
                    Some(meant) => CliError::Question(format!("{error}; perhaps `{meant}`")),
                    None => error.into(),
                })?;
            Box::new(program.with_timeout(args.patience()))
        }
    })
}

/// Starts copies of an engine that can only move. Of cases with one position, one is asked.
fn player_copies<'a>(
    command: &str,
    args: &RunArgs,
    cases: &[&'a Case],
    jobs: usize,
) -> Result<Copies<'a>, CliError> {
    if args.patience().as_secs() < u64::from(args.move_time) {
        return Err(CliError::Question(format!(
            "an engine that takes its {} s for a turn would miss the time for its answer; give \
             --timeout and --case-timeout more than --move-time",
            args.move_time
        )));
    }
    let engine = EngineKind::Bitboard.engine();
    let mut seen = HashSet::new();
    let mut chosen: HashSet<&'a str> = HashSet::new();
    for case in cases {
        if let Ok(task) = Task::for_question(&engine, &case.question)
            && seen.insert(task.approach().clone())
        {
            chosen.insert(&case.id);
        }
    }
    let positions = chosen.len() as u64;
    let each = u64::from(args.repeat) * u64::from(args.move_time);
    let most = args
        .case_time()
        .map_or(u64::MAX, |most| most.as_secs().max(1));
    let each = each.min(most);
    let seconds = positions * each;
    let plural = |count: u64| if count == 1 { "" } else { "s" };
    let forecast = format!(
        "{positions} position{}, {} turn{} each, {} s a turn: up to {}",
        plural(positions),
        args.repeat,
        plural(args.repeat.into()),
        args.move_time,
        duration(seconds.div_ceil(jobs as u64))
    );
    let chosen = Arc::new(chosen);
    let mut identity = Identity::default();
    let mut askers: Vec<Asker<'a>> = Vec::new();
    for _ in 0..jobs {
        let options = args.option.clone();
        let mut player = TestedEngine::start(command, options, args.move_time, args.patience())?;
        identity = player.identity().clone();
        let examiner = Examiner::new(engine.clone(), args.repeat);
        let mut examiner = examiner.within(args.case_time());
        let chosen = Arc::clone(&chosen);
        askers.push(Box::new(move |case: &'a Case| {
            if chosen.contains(case.id.as_str()) {
                examiner.ask(case, &mut player)
            } else {
                Status::Skipped(examiner.why_not(case))
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
