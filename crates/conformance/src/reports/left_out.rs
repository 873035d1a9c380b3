//! The cases without a result in a report, and their results in an earlier one.

use std::collections::BTreeSet;

use crate::cases::{Case, Suite};
use crate::reports::PastReport;
use crate::verdicts::Status;

/// The cases without a result.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LeftOut<'a> {
    /// The chosen cases that the run did not reach.
    pub(crate) unfinished: Vec<&'a Case>,
    /// The cases that were not chosen.
    pub(crate) unchosen: Vec<&'a Case>,
    /// The command-line options that chose the cases, as text.
    pub(crate) by: String,
    /// The name of an earlier report of the same engine.
    pub(crate) earlier: Option<String>,
    /// The cases left out that passed in the earlier report.
    pub(crate) passed: Vec<&'a Case>,
    /// The number of cases left out that have no result in an earlier report either.
    pub(crate) unknown: usize,
}

impl<'a> LeftOut<'a> {
    /// The cases of the suite without a result, split into those that `chosen` has and the others.
    pub fn new(
        suite: &'a Suite,
        chosen: &[&'a Case],
        by: String,
        results: &[(&'a Case, Status)],
    ) -> Self {
        let chosen: BTreeSet<&str> = chosen.iter().map(|case| case.id.as_str()).collect();
        let asked: BTreeSet<&str> = results.iter().map(|(case, _)| case.id.as_str()).collect();
        let cases = suite.cases.iter();
        let cases = cases.filter(|case| !asked.contains(case.id.as_str()));
        let (unfinished, unchosen): (Vec<_>, Vec<_>) =
            cases.partition(|case| chosen.contains(case.id.as_str()));
        Self {
            unknown: unfinished.len() + unchosen.len(),
            unfinished,
            unchosen,
            by,
            ..Self::default()
        }
    }

    /// Adds the results of an earlier report of the same engine.
    #[must_use]
    pub fn with_earlier(mut self, name: &str, report: &PastReport, suite: &'a Suite) -> Self {
        let earlier = report.asked(suite);
        let is_left_out = |case: &Case| {
            let mut all = self.unfinished.iter().chain(&self.unchosen);
            all.any(|other| other.id == case.id)
        };
        let known = earlier.iter().filter(|(case, _)| is_left_out(case));
        self.unknown -= known.clone().count();
        self.passed = known
            .filter(|(_, passed)| *passed)
            .map(|(case, _)| *case)
            .collect();
        self.earlier = Some(name.to_owned());
        self
    }
}
