//! `suite`: the conformance suite, listed, shown, exported, and put to an engine.

use std::fs;
use std::io::{self, Write};
use std::time::Duration;

use clap::{Args, Subcommand};
use serde_json::json;

use super::case_text::write_case;
use super::exit::{CliError, ExitStatus};
use super::progress;
use super::render::RULE;
use super::suggest::nearest;
use crate::engines::{Engine, Starter};
use crate::protocol::Program;
use crate::protocol::aei::Examinee;
use crate::suite::{Case, KnownFailures, Local, Report, Selector, Subject, Suite};

/// How long a program may take for an answer unless told otherwise.
const PATIENCE: Duration = Duration::from_mins(1);

const EXIT_CODES: &str = "\
Examples:
  arimaa-oracle suite run --subject reference
  arimaa-oracle suite run --only 'FRZ-*' --only 7 --json -
  arimaa-oracle suite run --subject './my-engine --stdio' --timeout 5
  arimaa-oracle suite run --skip-list known.toml --junit report.xml
  arimaa-oracle suite run --aei ./my-engine --repeat 20

With --aei the engine is asked for a turn in the position of each case, and the oracle judges it. A
case that is about something else, or whose position the interface cannot tell, is skipped.

A case fails where the answer is not as it must be, and errors where there is none: the engine
crashed, hung or said what is no answer. A list of known failures has for each case
  [[known]]
  case = \"the-id\"
  reason = \"why it fails\"
Such a case may fail or error, and is reported if it passes.

Exit codes: 0 nothing failed; 1 a case failed, or a known failure passed; 2 something could not be read; 3 a case errored";

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
    },
    /// Print the cases as JSON, one a line
    Export {
        /// Print the JSON Schema of a case instead
        #[arg(long)]
        schema: bool,
        #[command(flatten)]
        selection: Selection,
    },
    /// Put the cases to an engine
    #[command(after_help = EXIT_CODES)]
    Run(RunArgs),
}

/// Which cases.
#[derive(Debug, Args)]
struct Selection {
    /// Only these: an id, a rule, the number of a chapter, a kind of question or a wrong rule; `*` stands for any letters
    #[arg(long, value_name = "CASES")]
    only: Vec<Selector>,
    /// Not these
    #[arg(long, value_name = "CASES")]
    skip: Vec<Selector>,
}

#[derive(Debug, Args)]
struct RunArgs {
    /// The subject: reference, bitboard, or the command of a program that answers in the protocol of `serve`
    #[arg(long, value_name = "ENGINE", default_value = "bitboard")]
    subject: String,
    /// Or the command of an engine that speaks the Arimaa Engine Interface (AEI), and can only move
    #[arg(long, value_name = "COMMAND", conflicts_with = "subject")]
    aei: Option<String>,
    /// How often an AEI engine is asked for a turn in each position
    #[arg(long, value_name = "TIMES", default_value_t = 5, requires = "aei",
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    repeat: u32,
    /// An option for an AEI engine; can be repeated
    #[arg(long, value_name = "NAME=VALUE", requires = "aei", value_parser = super::options::aei_option)]
    option: Vec<(String, String)>,
    #[command(flatten)]
    selection: Selection,
    /// A list of cases that are known to fail, with reasons
    #[arg(long, value_name = "FILE")]
    skip_list: Option<String>,
    /// Seconds for each answer (default: no limit for reference and bitboard, 60 for a program)
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    timeout: Option<u64>,
    /// Write the results as JSON to a file, or to standard output (`-`) in place of the text
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
    /// Write the results to a file as XML, as test runners write and collect them
    #[arg(long, value_name = "FILE")]
    junit: Option<String>,
}

pub(super) fn run(
    engine: &Starter,
    args: &SuiteArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let suite = Suite::embedded().map_err(|error| CliError::Question(error.to_string()))?;
    match &args.command {
        SuiteCommand::List(selection) => list(&selection.of(&suite)?, out),
        SuiteCommand::Show { id } => show(engine, &suite, id, out),
        SuiteCommand::Export { schema: true, .. } => {
            let schema = serde_json::to_string_pretty(&crate::schema::cases());
            writeln!(out, "{}", schema.map_err(io::Error::from)?)?;
            Ok(ExitStatus::Yes)
        }
        SuiteCommand::Export { selection, .. } => {
            for case in selection.of(&suite)? {
                writeln!(out, "{}", json!(case))?;
            }
            Ok(ExitStatus::Yes)
        }
        SuiteCommand::Run(args) => put(&suite, args, out),
    }
}

impl Selection {
    /// The cases; a selector that chooses none is a mistake.
    fn of<'a>(&self, suite: &'a Suite) -> Result<Vec<&'a Case>, CliError> {
        for selector in self.only.iter().chain(&self.skip) {
            if !suite.cases.iter().any(|case| selector.chooses(case)) {
                return Err(CliError::Question(format!(
                    "no case is chosen by `{selector}`"
                )));
            }
        }
        let any = |selectors: &[Selector], case: &Case| {
            selectors.iter().any(|selector| selector.chooses(case))
        };
        let cases = suite.cases.iter();
        Ok(cases
            .filter(|case| self.only.is_empty() || any(&self.only, case))
            .filter(|case| !any(&self.skip, case))
            .collect())
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

fn show(
    engine: &Starter,
    suite: &Suite,
    id: &str,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let case = suite.case(id).ok_or_else(|| {
        let ids = suite.cases.iter().map(|case| case.id.as_str());
        let meant = nearest(id, ids).map_or_else(String::new, |id| format!("perhaps `{id}`, "));
        CliError::Question(format!(
            "there is no case `{id}`; {meant}`suite list` lists all"
        ))
    })?;
    write_case(engine, case, out)?;
    writeln!(out)?;
    for (side, rules) in [("for", &case.yes), ("against", &case.no)] {
        for rule in rules.iter().filter_map(|id| crate::spec::rule(id)) {
            writeln!(out, "{side} {RULE}{}{RULE:#} {}", rule.id, rule.summary())?;
        }
    }
    for wrong in &suite.wrong_rules {
        if case.kills.contains(&wrong.id) {
            writeln!(out, "kills {}: {}", wrong.id, wrong.says)?;
        }
    }
    Ok(ExitStatus::Yes)
}

/// Puts the cases to the engine that is asked.
fn put(suite: &Suite, args: &RunArgs, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let cases = args.selection.of(suite)?;
    let known = known(suite, args.skip_list.as_deref())?;
    let progress = progress::bar(cases.len() as u64);
    let done = || progress.inc(1);
    let report = match &args.aei {
        Some(command) => {
            let mut engine = examinee(command, args)?;
            Report::run_player(
                Engine::Bitboard.starter(),
                cases,
                &mut engine,
                args.repeat,
                &known,
                done,
            )
        }
        None => Report::run(cases, subject(args)?.as_mut(), &known, done),
    };
    progress.finish_and_clear();
    if let Some(file) = &args.junit {
        write_file(file, &report.junit())?;
    }
    match args.json.as_deref() {
        Some("-") => writeln!(out, "{}", report.json())?,
        Some(file) => write_file(file, &format!("{}\n", report.json()))?,
        None => {}
    }
    if args.json.as_deref() != Some("-") {
        write!(out, "{}", report.text())?;
    }
    let counts = report.counts();
    Ok(if counts.errored > 0 {
        ExitStatus::Errored
    } else if counts.failed + counts.unexpected > 0 {
        ExitStatus::No
    } else {
        ExitStatus::Yes
    })
}

/// The subject of the arguments.
fn subject(args: &RunArgs) -> Result<Box<dyn Subject>, CliError> {
    let timeout = args.timeout.map(Duration::from_secs);
    Ok(match args.subject.as_str() {
        "reference" => {
            Box::new(Local::new("reference", Engine::Reference.starter()).with_timeout(timeout))
        }
        "bitboard" => {
            Box::new(Local::new("bitboard", Engine::Bitboard.starter()).with_timeout(timeout))
        }
        command => {
            let program = Program::start(command, timeout.unwrap_or(PATIENCE));
            Box::new(program.map_err(|error| CliError::Question(error.to_string()))?)
        }
    })
}

/// The AEI engine of the arguments.
fn examinee(command: &str, args: &RunArgs) -> Result<Examinee, CliError> {
    let timeout = args.timeout.map_or(PATIENCE, Duration::from_secs);
    Examinee::start(command, args.option.clone(), timeout)
        .map_err(|error| CliError::Question(error.to_string()))
}

fn known(suite: &Suite, file: Option<&str>) -> Result<KnownFailures, CliError> {
    let Some(file) = file else {
        return Ok(KnownFailures::default());
    };
    let text = fs::read_to_string(file).map_err(|error| CliError::Read {
        name: file.to_owned(),
        error,
    })?;
    KnownFailures::read(&text, suite)
        .map_err(|error| CliError::Question(format!("{file}: {error}")))
}

fn write_file(name: &str, text: &str) -> Result<(), CliError> {
    fs::write(name, text).map_err(|error| CliError::Read {
        name: name.to_owned(),
        error,
    })
}
