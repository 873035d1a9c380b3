//! The arguments of `suite run`.

use std::time::Duration;

use clap::{Args, ValueEnum};

use super::selection::{Selection, read_report};
use crate::exit::CliError;
use arimaa_conformance::subjects::line::Variant;
use arimaa_conformance::{Case, PastReport, Suite};

pub(super) const AFTER_HELP: &str = include_str!("run_help.txt").trim_ascii_end();

#[derive(Debug, Args)]
pub(super) struct RunArgs {
    /// The subject: reference, bitboard, or the command of a program that answers in the protocol
    /// of `serve`
    #[arg(long, value_name = "ENGINE", default_value = "bitboard",
          conflicts_with_all = ["actions", "turns", "repeat", "move_time", "option"])]
    pub(super) subject: String,
    /// Or the command of a program that answers lines of plain words (docs/line-kit.md)
    #[arg(long, value_name = "COMMAND",
          conflicts_with_all = ["subject", "aei", "repeat", "move_time", "option"])]
    pub(super) line: Option<String>,
    #[command(flatten)]
    pub(super) variant: LineArgs,
    /// Or the command of an engine that speaks the Arimaa Engine Interface (AEI), and can only move
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["subject", "actions", "turns"])]
    pub(super) aei: Option<String>,
    /// The number of turns that an AEI engine is asked for in each position
    #[arg(long, value_name = "TIMES", default_value_t = 5, requires = "aei",
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) repeat: u32,
    /// The seconds for a turn that an AEI engine is given (`tcmove`)
    #[arg(long, value_name = "SECONDS", default_value_t = 1, requires = "aei",
          value_parser = crate::options::whole_seconds)]
    pub(super) move_time: u32,
    /// An option for an AEI engine; can be repeated
    #[arg(long, value_name = "NAME=VALUE", requires = "aei", value_parser = crate::options::aei_option)]
    pub(super) option: Vec<(String, String)>,
    #[command(flatten)]
    pub(super) selection: Selection,
    /// Only the cases that failed or errored in this report (of --report), and those that its run
    /// did not reach; its passes speak against causes of failures
    #[arg(long, value_name = "REPORT")]
    pub(super) failed_from: Option<String>,
    /// A list of cases that are known to fail, with reasons
    #[arg(long, value_name = "FILE")]
    pub(super) skip_list: Option<String>,
    /// Seconds for each answer, of a line engine for each line (default: no limit for reference and
    /// bitboard, 60 for a program)
    #[arg(long, value_name = "SECONDS", value_parser = crate::options::seconds)]
    pub(super) timeout: Option<f64>,
    /// Seconds for each case, all its answers together; a case that takes longer is errored
    /// (default: no limit)
    #[arg(long, value_name = "SECONDS", value_parser = crate::options::seconds)]
    pub(super) case_timeout: Option<f64>,
    /// The number of copies of the engine that are asked in parallel
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) jobs: u16,
    /// End with the first case that fails or errors
    #[arg(long)]
    pub(super) fail_fast: bool,
    /// Show every failure, not only one of each cause
    #[arg(long)]
    pub(super) all: bool,
    /// Print the report as JSON in place of the text
    #[arg(long)]
    pub(super) json: bool,
    /// Write the report as JSON to a file
    #[arg(long, value_name = "FILE")]
    pub(super) report: Option<String>,
    /// Write the report to a file as XML, as test runners write and collect it
    #[arg(long, value_name = "FILE")]
    pub(super) junit: Option<String>,
    /// Write the report to a file as a web page, with the boards of all failures
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<String>,
}

/// The actions of a line engine.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
enum Actions {
    /// Every action is one step
    OneStep,
    /// A push or a pull is one action of two steps
    TwoStep,
}

/// The parts of a turn that a line engine takes.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
enum Turns {
    /// Any beginning of a turn
    Parts,
    /// A whole turn and nothing less
    Whole,
}

impl RunArgs {
    /// The timeout of each answer of a program: at most that of a case.
    pub(super) fn patience(&self) -> Duration {
        let answer = self.patience_at_start();
        self.case_time().map_or(answer, |case| case.min(answer))
    }

    /// The timeout of a program's first answer: by default a minute plus the time of a turn.
    pub(super) fn patience_at_start(&self) -> Duration {
        let turn = self.aei.as_ref().map_or(0, |_| self.move_time);
        let answer = Duration::from_secs(60 + u64::from(turn));
        self.timeout.map_or(answer, Duration::from_secs_f64)
    }

    /// The timeout of each case; `None` is no limit.
    pub(super) fn case_time(&self) -> Option<Duration> {
        self.case_timeout.map(Duration::from_secs_f64)
    }

    /// Reads the report of `--failed-from`, whose failed cases are asked again.
    pub(super) fn earlier_report(&self) -> Result<Option<PastReport>, CliError> {
        self.failed_from.as_deref().map(read_report).transpose()
    }

    /// The cases that the options choose; with an earlier report, only those to ask again.
    pub(super) fn cases<'a>(
        &self,
        suite: &'a Suite,
        earlier: Option<&PastReport>,
    ) -> Result<Vec<&'a Case>, CliError> {
        let mut cases = self.selection.cases_in(suite)?;
        if let Some(report) = earlier {
            let again = report.to_ask_again();
            cases.retain(|case| again.contains(&case.id.as_str()));
            if cases.is_empty() && !again.is_empty() {
                let why = "no case of --failed-from is chosen that the suite has".to_owned();
                return Err(CliError::Question(why));
            }
        }
        Ok(cases)
    }

    /// The names of the options that chose the cases, joined by `and`.
    pub(super) fn choosing_options(&self) -> String {
        let mut options = self.selection.options();
        if self.failed_from.is_some() {
            options.push("--failed-from");
        }
        options.join(" and ")
    }
}

/// The way in which a line engine is asked.
#[derive(Debug, Args)]
pub(super) struct LineArgs {
    /// The actions of a line engine: one step each, or pushes and pulls as one action of two steps
    #[arg(
        long,
        value_name = "ACTIONS",
        default_value = "one-step",
        requires = "line"
    )]
    actions: Actions,
    /// The lines of a line engine: any part of a turn, or whole turns only
    #[arg(long, value_name = "TURNS", default_value = "parts", requires = "line")]
    turns: Turns,
}

impl LineArgs {
    pub(super) fn variant(&self) -> Variant {
        Variant {
            after_end: false,
            two_step: self.actions == Actions::TwoStep,
            whole_turns: self.turns == Turns::Whole,
        }
    }
}
