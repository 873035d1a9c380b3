//! `suite`: the conformance suite, listed, shown and exported.
//!
//! | file | contents |
//! |---|---|
//! | `args.rs`, `selection.rs` | arguments, and the cases that they choose |
//! | `init.rs`, `starter` | an adapter to be filled in |
//! | `badge.rs` | the result of a report as a small picture |
//! | `run.rs`, `subject.rs` | `suite run`, and the engine that it asks |

mod args;
mod badge;
mod init;
mod run;
mod selection;
mod subject;

use std::collections::BTreeMap;
use std::io::{self, Write};

use clap::{Args, Subcommand};
use serde_json::json;

use crate::case_text::write_case;
use crate::exit::{CliError, ExitStatus, print_to_stderr};
use crate::render::RULE;
use crate::suggest::nearest;
use args::{LineArgs, RunArgs};
use arimaa::compare::Engine;
use arimaa::spec;
use arimaa_conformance::subjects::line::sample_of;
use arimaa_conformance::{Case, Suite};
use arimaa_oracle::ask::QuestionKind;
use arimaa_oracle::protocol::{Id, Request};
use selection::{Selection, read_report};

/// The most lines of a case that `suite show --line` prints.
const MOST_LINES: usize = 100;

#[derive(Debug, Args)]
pub(super) struct SuiteArgs {
    #[command(subcommand)]
    command: SuiteCommand,
}

#[derive(Debug, Subcommand)]
enum SuiteCommand {
    /// List the cases, one a line: id, kind of question, rules, and what it is about
    List(Selection),
    /// Show a case: the board, the question, what the answer must be, and why
    Show {
        /// The id of the case
        id: String,
        /// Print the request instead, as a program of the protocol receives it
        #[arg(long)]
        request: bool,
        /// Print the lines instead, as a program of the line kit receives them
        #[arg(long, conflicts_with = "request")]
        line: bool,
        #[command(flatten)]
        variant: LineArgs,
    },
    /// Print the cases as JSON, one a line
    Export {
        /// Print the JSON Schema of a case instead
        #[arg(long)]
        schema: bool,
        /// Print the wrong rules instead, one a line, each with the cases that it fails
        #[arg(long, conflicts_with = "schema")]
        wrong_rules: bool,
        #[command(flatten)]
        selection: Selection,
    },
    /// Put the cases to an engine
    #[command(after_help = args::AFTER_HELP)]
    Run(Box<RunArgs>),
    /// Write an adapter of the line kit to be filled in, a list of known failures and a CI job
    Init(init::InitArgs),
    /// Print the result of a report (`run --report`) as a badge in SVG
    Badge {
        /// The report, in JSON
        report: String,
    },
    /// Print a list of known failures (`run --skip-list`) from a report (`run --report`)
    SkipList {
        /// The report, in JSON
        report: String,
    },
}

pub(super) fn run(
    engine: &Engine,
    args: &SuiteArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let suite = Suite::embedded().map_err(|error| CliError::Question(error.to_string()))?;
    match &args.command {
        SuiteCommand::List(selection) => list(&selection.cases_in(&suite)?, out),
        SuiteCommand::Show {
            id, request: true, ..
        } => request(&suite, id, out),
        SuiteCommand::Show {
            id,
            line: true,
            variant,
            ..
        } => lines(&suite, id, variant, out),
        SuiteCommand::Show { id, .. } => show(engine, &suite, id, out),
        SuiteCommand::Export { schema: true, .. } => {
            let schema = serde_json::to_string_pretty(&arimaa_conformance::schema());
            writeln!(out, "{}", schema.map_err(io::Error::from)?)?;
            Ok(ExitStatus::Yes)
        }
        SuiteCommand::Export {
            wrong_rules: true, ..
        } => wrong_rules(&suite, out),
        SuiteCommand::Export { selection, .. } => {
            for case in selection.cases_in(&suite)? {
                writeln!(out, "{}", json!(case))?;
            }
            Ok(ExitStatus::Yes)
        }
        SuiteCommand::Run(args) => run::run(&suite, args, out),
        SuiteCommand::Badge { report } => badge::badge(report, out),
        SuiteCommand::Init(args) => init::init(args, out),
        SuiteCommand::SkipList { report } => skip_list(report, out),
    }
}

fn list(cases: &[&Case], out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    for case in cases {
        let (id, kind, rules) = (&case.id, case.question.kind(), case.rules().join(" "));
        let title = case.title();
        writeln!(out, "{id:<56} {kind:<13} {RULE}{rules:<20}{RULE:#} {title}")?;
    }
    Ok(ExitStatus::Yes)
}

fn wrong_rules(suite: &Suite, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let failing = suite.failing();
    for wrong in &suite.wrong_rules {
        let fails = failing.get(wrong.id.as_str()).into_iter().flatten();
        let fails: Vec<&str> = fails.map(|case| case.id.as_str()).collect();
        let mut line = json!(wrong);
        line["fails"] = json!(fails);
        writeln!(out, "{line}")?;
    }
    Ok(ExitStatus::Yes)
}

/// The case with this id.
fn find<'a>(suite: &'a Suite, id: &str) -> Result<&'a Case, CliError> {
    suite.case(id).ok_or_else(|| {
        let ids = suite.cases.iter().map(|case| case.id.as_str());
        let meant = nearest(id, ids).map_or_else(String::new, |id| format!("perhaps `{id}`, "));
        CliError::Question(format!(
            "there is no case `{id}`; {meant}`suite list` lists all"
        ))
    })
}

fn show(
    engine: &Engine,
    suite: &Suite,
    id: &str,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let case = find(suite, id)?;
    write_case(engine, case, out)?;
    writeln!(out)?;
    for (side, cited) in [("for", &case.yes), ("against", &case.no)] {
        for id in cited {
            let summary = || spec::rule(id).map(spec::Rule::summary);
            let says = spec::sentence(id).or_else(summary).unwrap_or_default();
            writeln!(out, "{side} {RULE}{id}{RULE:#} {says}")?;
        }
    }
    for wrong in &suite.wrong_rules {
        if case.kills.contains(&wrong.id) {
            writeln!(out, "kills {}: {}", wrong.id, wrong.says)?;
        }
    }
    Ok(ExitStatus::Yes)
}

/// Prints the line of the protocol that asks a case.
fn request(suite: &Suite, id: &str, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let ask = Request::Ask {
        id: Id::Number(1),
        ask: Box::new(find(suite, id)?.question.clone()),
        details: false,
        timeout_ms: None,
    };
    writeln!(out, "{}", json!(ask))?;
    Ok(ExitStatus::Yes)
}

/// Prints the first lines of the line kit that ask a case; standard error says which lines follow.
fn lines(
    suite: &Suite,
    id: &str,
    variant: &LineArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let case = find(suite, id)?;
    let declined = case.declined_by(&variant.variant().capabilities());
    let sample = declined.map_or_else(
        || sample_of(&case.question, variant.variant(), MOST_LINES),
        Err,
    );
    let sample = sample.map_err(|reason| {
        CliError::Question(format!("the case is not asked by lines: {reason}"))
    })?;
    for line in &sample.lines {
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    let pattern = match case.question.kind() {
        QuestionKind::Judge => "the whole turn; then, if it is legal, its beginnings for captures",
        QuestionKind::LegalActions => "the position; then it with each step that there could be",
        QuestionKind::Turns | QuestionKind::TurnCount => {
            "each way to go on with `end`, then without; and so on after each legal step"
        }
        QuestionKind::Perft => "the position; then each step, and so on after each legal step",
        _ => "the position",
    };
    let cut = if sample.is_cut {
        format!("; the first {MOST_LINES} lines of more")
    } else {
        String::new()
    };
    print_to_stderr(format_args!(
        "{pattern}{cut}, as an engine without faults is asked"
    ));
    Ok(ExitStatus::Yes)
}

/// Prints the failures of a report as a list of known failures.
fn skip_list(report: &str, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let report = read_report(report)?;
    let mut cases: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for result in report.failures() {
        let reason = report.reason(result);
        cases.entry(reason).or_default().push(&result.id);
    }
    for (reason, cases) in cases {
        // Strings of JSON are strings of TOML.
        writeln!(out, "[[known]]\nreason = {}\ncases = [", json!(reason))?;
        for case in cases {
            writeln!(out, "    {},", json!(case))?;
        }
        writeln!(out, "]\n")?;
    }
    Ok(ExitStatus::Yes)
}
