//! `perft --suite`: checks the numbers of perft files.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::in_order::in_order;
use crate::exit::{CliError, ExitStatus};
use crate::foreign::{escape_line, json_line};
use crate::input::Input;
use crate::progress;
use crate::render::{BAD, GOOD};
use arimaa::compare::Engine;
use arimaa::rules::Rules;
use arimaa_conformance::{PerftPosition, read_perft};
use arimaa_oracle::ask::{Counted, count};

/// One number to be checked.
struct NumberCheck {
    /// Index of the number's file among the arguments.
    file: usize,
    line: usize,
    name: String,
    what: Counted,
    expected: u64,
    state: Box<dyn Rules>,
}

/// Checks the numbers of these files up to a limit.
pub(super) fn run(
    engine: &Engine,
    files: &[String],
    limit: Option<u64>,
    as_json: bool,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    // All files are read before anything is counted, so a mistyped name is reported at once.
    let mut checks = Vec::new();
    for (index, file) in files.iter().enumerate() {
        checks.extend(read(engine, index, file)?);
    }
    let limit = limit.unwrap_or(u64::MAX);
    let progress = progress::bar(checks.len() as u64);
    let mut tally = NumberTally::default();
    let mut print = |check: &NumberCheck, counted| {
        let file = files.get(check.file).map_or("", String::as_str);
        tally.add(check.expected, counted);
        if as_json {
            writeln!(out, "{}", json_line(&check.as_json(file, counted)))?;
        } else {
            check.report(file, counted, out)?;
        }
        out.flush()
    };
    // All cores count, and a number is printed as soon as those before it are.
    let counted = |check: &NumberCheck| {
        let number = (check.expected <= limit).then(|| count(&*check.state, check.what));
        progress.inc(1);
        number
    };
    in_order(&checks, counted, |check, number| {
        progress.suspend(|| print(check, number))
    })?;
    progress.finish_and_clear();
    tally.report(as_json, out)?;
    Ok(match tally.failed {
        0 => ExitStatus::Yes,
        _ => ExitStatus::No,
    })
}

/// The numbers of a file, each with the state that it belongs to.
fn read(engine: &Engine, index: usize, file: &str) -> Result<Vec<NumberCheck>, CliError> {
    let text = Input::open(file)?.into_text()?;
    let positions =
        read_perft(file, &text).map_err(|error| CliError::Question(error.to_string()))?;
    if positions.is_empty() {
        return Err(CliError::Question(format!(
            "{}: there is no position in it",
            escape_line(file)
        )));
    }
    let mut checks = Vec::new();
    for position in positions {
        let PerftPosition { name, line, .. } = position;
        let state = engine.start(&position.snapshot).map_err(|invalid| {
            let rule = invalid.rule();
            CliError::Question(format!(
                "{}: line {line}: {}: invalid position ({rule}): {invalid}",
                escape_line(file),
                escape_line(&name)
            ))
        })?;
        checks.extend(position.counts.into_iter().map(|count| NumberCheck {
            file: index,
            line: count.line,
            name: name.clone(),
            what: count.what,
            expected: count.expected,
            state: state.clone(),
        }));
    }
    Ok(checks)
}

/// The result of a check in one word; `None` is a number that was not counted.
fn verdict(expected: u64, counted: Option<u64>) -> &'static str {
    match counted {
        None => "skipped",
        Some(number) if number == expected => "passed",
        Some(_) => "failed",
    }
}

impl NumberCheck {
    fn as_json(&self, file: &str, counted: Option<u64>) -> Value {
        json!({
            "file": file,
            "line": self.line,
            "name": self.name,
            "count": self.what.to_string(),
            "expected": self.expected,
            "counted": counted,
            "result": verdict(self.expected, counted),
        })
    }

    fn report(&self, file: &str, counted: Option<u64>, out: &mut dyn Write) -> io::Result<()> {
        let Self {
            line,
            what,
            expected,
            ..
        } = self;
        let (name, file) = (escape_line(&self.name), escape_line(file));
        match (verdict(*expected, counted), counted) {
            ("failed", Some(counted)) => writeln!(
                out,
                "{BAD}failed {BAD:#} {name} {what}: counted {counted}, expected {expected} ({file}, line {line})"
            ),
            ("skipped", _) => writeln!(out, "skipped {name} {what}: {expected}"),
            _ => writeln!(out, "{GOOD}passed {GOOD:#} {name} {what}: {expected}"),
        }
    }
}

#[derive(Default)]
struct NumberTally {
    passed: usize,
    failed: usize,
    skipped: usize,
}

impl NumberTally {
    fn add(&mut self, expected: u64, counted: Option<u64>) {
        *match verdict(expected, counted) {
            "passed" => &mut self.passed,
            "failed" => &mut self.failed,
            _ => &mut self.skipped,
        } += 1;
    }

    fn report(&self, as_json: bool, out: &mut dyn Write) -> io::Result<()> {
        let Self {
            passed,
            failed,
            skipped,
        } = self;
        if as_json {
            let tally = json!({ "passed": passed, "failed": failed, "skipped": skipped });
            writeln!(out, "{tally}")
        } else {
            writeln!(out, "{passed} passed, {failed} failed, {skipped} skipped")
        }
    }
}
