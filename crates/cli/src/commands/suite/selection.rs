//! Options of `suite` that choose cases, and files that it reads.

use clap::Args;

use crate::exit::CliError;
use crate::input::read_file;
use crate::suggest::nearest;
use arimaa::spec;
use arimaa_conformance::{Case, Level, PastReport, Selector, Suite};

/// The choice of cases.
#[derive(Debug, Args)]
pub(super) struct Selection {
    /// Only the cases of an id, a rule, a number of a chapter, a kind of question or a wrong rule;
    /// `*` stands for any characters
    #[arg(long, value_name = "CASES")]
    only: Vec<Selector>,
    /// Leave out cases, chosen as by `--only`
    #[arg(long, value_name = "CASES")]
    skip: Vec<Selector>,
    /// Only the cases of this level: core (play by the current rules) or full (all the rest)
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    level: Option<Level>,
}

fn level(text: &str) -> Result<Level, String> {
    let found = Level::ALL.into_iter().find(|level| level.name() == text);
    found.ok_or_else(|| "expected core or full".to_owned())
}

impl Selection {
    /// The chosen cases. It is an error if one selector, or all options together, choose none.
    pub(super) fn cases_in<'a>(&self, suite: &'a Suite) -> Result<Vec<&'a Case>, CliError> {
        for selector in self.only.iter().chain(&self.skip) {
            if !suite.cases.iter().any(|case| selector.chooses(case)) {
                let selector = selector.to_string();
                let ids = suite.cases.iter().map(|case| case.id.as_str());
                let rules = spec::rules().iter().map(|rule| rule.id);
                let wrong = suite.wrong_rules.iter().map(|rule| rule.id.as_str());
                let hint = match nearest(&selector, ids.chain(rules).chain(wrong)) {
                    Some(meant) => format!("; perhaps `{meant}`"),
                    None => String::new(),
                };
                return Err(CliError::Question(format!(
                    "no case is chosen by `{selector}`{hint}"
                )));
            }
        }
        let any = |selectors: &[Selector], case: &Case| {
            selectors.iter().any(|selector| selector.chooses(case))
        };
        let cases = suite.cases.iter();
        let chosen: Vec<&Case> = cases
            .filter(|case| self.only.is_empty() || any(&self.only, case))
            .filter(|case| !any(&self.skip, case))
            .filter(|case| self.level.is_none_or(|level| case.level() == level))
            .collect();
        if chosen.is_empty() {
            let options = self.options().join(" and ");
            let error = format!("no case is chosen by {options} together");
            return Err(CliError::Question(error));
        }
        Ok(chosen)
    }
}

impl Selection {
    /// The names of the given options that restrict the choice.
    pub(super) fn options(&self) -> Vec<&'static str> {
        let options = [
            ("--only", !self.only.is_empty()),
            ("--skip", !self.skip.is_empty()),
            ("--level", self.level.is_some()),
        ];
        let given = options.into_iter().filter(|(_, is_given)| *is_given);
        given.map(|(option, _)| option).collect()
    }
}

/// Reads a report of `suite run --report` from a file.
pub(super) fn read_report(name: &str) -> Result<PastReport, CliError> {
    PastReport::read(&read_file(name)?)
        .map_err(|error| CliError::Question(format!("{name} {error}")))
}
