//! Python functions for the question language, the suite and the line protocol.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use arimaa::compare::EngineKind;
use arimaa::spec;
use arimaa::vocab::UnknownWord;
use arimaa_conformance::subjects::{CannotAsk, Program, end_children};
use arimaa_conformance::{KnownFailures, Report, Selector, Suite};
use arimaa_oracle::ask::{Budget, Fault, Question, answer_within};
use arimaa_oracle::protocol::{Capabilities, Identity, MAX_LINE, without_place};
use arimaa_oracle::serve::answer_numbered;
use arimaa_oracle::subject::{Local, ProtocolFailure, Reply, Subject};
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::errors::{json, of_fault};
use crate::waiting::{INTERVAL, detached};

/// The answer to a question, both as JSON.
#[pyfunction]
#[pyo3(signature = (question, engine="bitboard"))]
pub fn ask(py: Python<'_>, question: &str, engine: &str) -> PyResult<String> {
    let engine = engine_named(engine)?;
    let question: Question = serde_json::from_str(question).map_err(|error| {
        let message = without_place(&error.to_string());
        of_fault(py, &Fault::BadQuestion { message })
    })?;
    let answer = detached(py, |stop| {
        let budget = Budget {
            is_expired: Some(stop),
            ..Budget::default()
        };
        answer_within(&engine.engine(), &question, &budget)
    })?;
    json(&answer)
}

/// Answers a question about the time of a turn; question and answer are JSON.
#[pyfunction]
pub fn answer_clock(request: &str) -> String {
    arimaa_oracle::clock::answer_clock(request.as_bytes())
}

/// The ids of all rules and theorems, in the order of the text.
#[pyfunction]
pub fn rule_ids() -> Vec<&'static str> {
    let rules = spec::rules().iter().chain(spec::theorems());
    rules.map(|rule| rule.id).collect()
}

/// Answers lines of the protocol.
#[pyclass(module = "arimaa._native")]
pub struct Server {
    subject: Local,
    timeout: Duration,
}

#[pymethods]
impl Server {
    /// A server with the engine of this name and a timeout in seconds for each answer.
    #[new]
    fn new(engine: &str, timeout: f64) -> PyResult<Self> {
        let subject = Local::new("arimaa-oracle", engine_named(engine)?.engine());
        let timeout = Duration::try_from_secs_f64(timeout).map_err(invalid)?;
        Ok(Self { subject, timeout })
    }

    /// The longest line, in bytes without its line break.
    #[classattr]
    const MAX_LINE: usize = MAX_LINE;

    /// The response to the line with this number, counted from 1; both without a line break.
    fn answer(&mut self, py: Python<'_>, number: u64, line: &[u8]) -> PyResult<String> {
        let (start, own) = (Instant::now(), self.timeout);
        let subject = &mut self.subject;
        detached(py, |stop| {
            let is_over = |asked: Option<Duration>| {
                start.elapsed() >= asked.map_or(own, |asked| asked.min(own)) || stop()
            };
            answer_numbered(subject, number, line, &is_over)
        })
    }
}

/// The cases of the suite that the selector `only` chooses, as JSON.
#[pyfunction]
pub fn suite_cases(only: &str) -> PyResult<String> {
    let (suite, selector) = suite_and_selector(only)?;
    let cases = suite.cases.iter().filter(|case| selector.chooses(case));
    json(&cases.collect::<Vec<_>>())
}

/// Puts cases of the suite to a callable, and returns the report as JSON.
#[pyfunction]
pub fn run_suite(
    name: &str,
    capabilities: &str,
    only: &str,
    answer: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let (suite, selector) = suite_and_selector(only)?;
    let mut subject = Callable {
        identity: Identity {
            name: name.to_owned(),
            version: None,
        },
        capabilities: serde_json::from_str(capabilities)
            .map_err(|error| invalid(without_place(&error.to_string())))?,
        answer,
        interrupted: None,
    };
    let cases = suite.cases.iter().filter(|case| selector.chooses(case));
    let report = Report::run(cases, &mut subject, &KnownFailures::default(), || ());
    match subject.interrupted {
        Some(error) => Err(error),
        None => json(&report.json()),
    }
}

/// Puts cases of the suite to a program that speaks the line protocol, and returns the report as
/// JSON.
///
/// A signal ends the call at once; the program ends with its next answer, at its timeout, or by
/// [`end_programs`].
#[pyfunction]
pub fn run_suite_of_program(
    py: Python<'_>,
    command: String,
    only: &str,
    timeout: f64,
    name: Option<String>,
) -> PyResult<String> {
    let timeout = Duration::try_from_secs_f64(timeout).map_err(invalid)?;
    let (suite, selector) = suite_and_selector(only)?;
    let is_over = Arc::new(AtomicBool::new(false));
    let asked = {
        let is_over = Arc::clone(&is_over);
        move || -> Result<_, CannotAsk> {
            let mut program = Program::start(&command, timeout)?;
            let cases = suite.cases.iter().filter(|case| selector.chooses(case));
            let cases = cases.take_while(|_| !is_over.load(Ordering::Relaxed));
            let mut report = Report::run(cases, &mut program, &KnownFailures::default(), || ());
            report.subject.name = name.unwrap_or(report.subject.name);
            Ok(report.json())
        }
    };
    let (send, receive) = mpsc::channel();
    thread::spawn(move || send.send(asked()).ok());
    let report = detached(py, move |stop| {
        loop {
            match receive.recv_timeout(INTERVAL) {
                Err(RecvTimeoutError::Timeout) if !stop() => {}
                received => break received,
            }
        }
    });
    is_over.store(true, Ordering::Relaxed);
    let report = report?.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    json(&report.map_err(|error| PyOSError::new_err(error.to_string()))?)
}

/// Kills the subject programs and starts no more: called when the Python process ends.
#[pyfunction]
pub fn end_programs() {
    end_children();
}

/// A Python function that maps a question in JSON to an answer in JSON, or to `None`.
struct Callable<'a, 'py> {
    identity: Identity,
    capabilities: Capabilities,
    answer: &'a Bound<'py, PyAny>,
    interrupted: Option<PyErr>,
}

impl Subject for Callable<'_, '_> {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn ask(&mut self, question: &Question) -> Reply {
        if self.interrupted.is_some() {
            return Reply::Failed(ProtocolFailure::Dead("interrupted".to_owned()));
        }
        let answer = json(question).and_then(|question| self.answer.call1((question,)));
        match answer.and_then(|answer| answer.extract::<Option<String>>()) {
            Ok(None) => Reply::Declined("the function answered None".to_owned()),
            Ok(Some(text)) => match serde_json::from_str(&text) {
                Ok(answer) => Reply::Answer(answer),
                Err(error) => Reply::Failed(ProtocolFailure::Garbage(format!("{error}: {text}"))),
            },
            Err(error) => {
                let py = self.answer.py();
                let message = error.to_string();
                if error.is_instance_of::<PyKeyboardInterrupt>(py) {
                    self.interrupted = Some(error);
                }
                Reply::Failed(ProtocolFailure::Crashed(message))
            }
        }
    }
}

/// The suite and the selector `only`. A selector that chooses no case is an error.
fn suite_and_selector(only: &str) -> PyResult<(Suite, Selector)> {
    let suite = Suite::embedded().map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let selector: Selector = only.parse().map_err(|error: UnknownWord| invalid(error))?;
    if !suite.cases.iter().any(|case| selector.chooses(case)) {
        return Err(invalid(format!("no case is chosen by `{selector}`")));
    }
    Ok((suite, selector))
}

pub fn engine_named(name: &str) -> PyResult<EngineKind> {
    name.parse().map_err(|error: UnknownWord| invalid(error))
}

pub fn invalid<E: ToString>(error: E) -> PyErr {
    PyValueError::new_err(error.to_string())
}
