//! `suite run`: the cases put to an engine.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::PoisonError;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::args::RunArgs;
use super::subject::{Copies, Exchanges, start_copies};
use crate::aside::{Existing, check_writable, place_of, write_whole};
use crate::exit::{CliError, ExitStatus};
use crate::foreign::{escape_line, foreign_lines};
use crate::input::read_file;
use crate::progress;
use crate::signals::Signals;
use arimaa_conformance::{Case, KnownFailures, LeftOut, Report, Run, Status, Suite};
use arimaa_oracle::protocol::printing_json;

/// Interval between two looks for a signal while the causes of failures are computed.
const WAIT: Duration = Duration::from_millis(100);

pub(super) fn run(
    suite: &Suite,
    args: &RunArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let earlier = args.earlier_report()?;
    let cases = args.cases(suite, earlier.as_ref())?;
    let known = read_known_failures(suite, args.skip_list.as_deref())?;
    let files = [&args.report, &args.junit, &args.html];
    let files = files.into_iter().flatten();
    let mut places: Vec<PathBuf> = args.skip_list.iter().map(place_of).collect();
    for file in files {
        let place = place_of(file);
        if places.contains(&place) && file != "/dev/null" {
            let file = escape_line(file);
            return Err(CliError::Question(format!("{file}: named for two files")));
        }
        places.push(place);
        let file = Path::new(file);
        check_writable(file).map_err(|error| CliError::file(file, error))?;
    }
    let signals = Signals::catch();
    let jobs = usize::from(args.jobs).min(cases.len()).max(1);
    let exchanges = Exchanges::default();
    let Copies {
        identity,
        capabilities,
        asked,
        forecast,
        mut askers,
    } = match (
        start_copies(args, &cases, jobs, &exchanges),
        signals.received(),
    ) {
        (_, Some(ended)) => return Ok(ended),
        (copies, None) => copies?,
    };
    if let (Some(forecast), false) = (forecast, args.json) {
        writeln!(out, "{forecast}")?;
        out.flush()?;
    }

    let progress = progress::cases_bar(cases.len() as u64);
    let chosen = cases.clone();
    let run = Run {
        cases,
        known: &known,
        fail_fast: args.fail_fast,
        is_over: &|| signals.received().is_some(),
    };
    let results = run.ask_all(&mut askers, |case, status| {
        if status.is_bad() {
            progress.println(escape_line(&result_line(case, status)));
        }
        progress.inc(1);
    });
    progress.finish_and_clear();
    // The programs end before the report is written, which may take its time.
    drop(askers);
    let left_out = LeftOut::new(suite, &chosen, args.choosing_options(), &results);
    let mut report = Report::new(identity, capabilities, asked, results);
    report.left_out = match (&args.failed_from, &earlier) {
        (Some(name), Some(earlier)) => left_out.with_earlier(name, earlier, suite),
        _ => left_out,
    };
    report.exchanges =
        std::mem::take(&mut *exchanges.lock().unwrap_or_else(PoisonError::into_inner));
    report.diagnosis = thread::scope(|scope| {
        let (send, found) = mpsc::channel();
        let causes = || report.causes(suite);
        scope.spawn(move || send.send(causes()));
        loop {
            match found.recv_timeout(WAIT) {
                Err(RecvTimeoutError::Timeout) => {}
                found => return found.unwrap_or_default(),
            }
            if let Some(ended) = signals.received() {
                // Nobody waits for the causes any more.
                let written = write_report(&report, args, out).and_then(|()| Ok(out.flush()?));
                ended.exit(written);
            }
        }
    });
    write_report(&report, args, out)?;
    Ok(signals.received().unwrap_or_else(|| exit_status(&report)))
}

/// Writes the report to the files of the arguments and to the output.
fn write_report(report: &Report<'_>, args: &RunArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let files = [
        (&args.report, json_text as fn(&Report<'_>) -> String),
        (&args.junit, |report| report.junit()),
        (&args.html, |report| report.html()),
    ];
    // A run may have taken hours: what can be written is, and the first fault is told then.
    let written = files.map(|(file, text)| match file {
        Some(file) => {
            let file = Path::new(file);
            let written = write_whole(file, text(report).as_bytes(), Existing::Replaced);
            written
                .map(drop)
                .map_err(|error| CliError::file(file, error))
        }
        None => Ok(()),
    });
    if args.json {
        write!(out, "{}", printing_json(&json_text(report)))?;
    } else {
        write!(out, "{}", foreign_lines(&report.text(args.all)))?;
    }
    written.into_iter().collect()
}

/// A bad result in one line, for a terminal while the run goes on.
fn result_line(case: &Case, status: &Status) -> String {
    let details = status.details();
    let first = details.first().map_or("", String::as_str);
    format!("{} {}: {first}", status.name(), case.id)
}

fn json_text(report: &Report<'_>) -> String {
    format!("{}\n", report.json())
}

fn exit_status(report: &Report<'_>) -> ExitStatus {
    let counts = report.counts();
    let is_unasked = counts.skipped > 0 && counts.passed + counts.failed + counts.known == 0;
    if counts.errored > 0 || is_unasked && counts.unexpected == 0 {
        ExitStatus::Errored
    } else if counts.failed + counts.unexpected > 0 {
        ExitStatus::No
    } else {
        ExitStatus::Yes
    }
}

fn read_known_failures(suite: &Suite, file: Option<&str>) -> Result<KnownFailures, CliError> {
    let Some(file) = file else {
        return Ok(KnownFailures::default());
    };
    let text = read_file(file)?;
    KnownFailures::read(&text, suite).map_err(|error| {
        let hint = if text.trim_start().starts_with('{') {
            " (this is JSON; `arimaa-oracle suite skip-list` makes a list of a report)"
        } else {
            ""
        };
        CliError::Question(format!("{file}: {error}{hint}"))
    })
}
