//! A report in JSON that was written before.

use serde::Deserialize;

use crate::cases::{Case, Suite};
use arimaa_oracle::ask::SUITE_VERSION;

/// The results of a report in JSON that was written before.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
pub struct PastReport {
    /// The version of the suite.
    #[serde(default)]
    suite: String,
    /// The results.
    results: Vec<PastResult>,
    /// The ids of the cases that the run did not come to.
    #[serde(default)]
    unfinished: Vec<String>,
    #[serde(default)]
    diagnosis: PastDiagnosis,
}

/// One result of such a report.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
pub struct PastResult {
    /// The id of the case.
    pub id: String,
    /// The name of its status.
    status: String,
    /// The details, line by line.
    details: Vec<String>,
    /// The ids of the wrong rules that explain it.
    #[serde(default)]
    causes: Vec<String>,
}

/// The causes that such a report names.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq)]
struct PastDiagnosis {
    #[serde(default)]
    causes: Vec<PastCause>,
}

#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
struct PastCause {
    wrong_rule: String,
    rule: String,
    says: String,
}

impl PastReport {
    /// Reads a report in JSON, of this version or of one before.
    ///
    /// # Errors
    ///
    /// Why the text is no report.
    pub fn read(text: &str) -> Result<Self, String> {
        serde_json::from_str(text)
            .map_err(|error| format!("is no report of `suite run --report`: {error}"))
    }

    /// The results that failed or errored, known failures too.
    fn bad(&self) -> impl Iterator<Item = &PastResult> {
        let bad = ["failed", "errored", "known-failure"];
        self.results
            .iter()
            .filter(move |result| bad.contains(&result.status.as_str()))
    }

    /// The ids of the cases that failed or errored, and of those that the run did not come to.
    pub fn to_ask_again(&self) -> Vec<&str> {
        let bad = self.bad().map(|result| result.id.as_str());
        bad.chain(self.unfinished.iter().map(String::as_str))
            .collect()
    }

    /// The results that failed or errored, known failures too; without the cases that were not
    /// asked, because the engine was given up by then.
    pub fn failures(&self) -> impl Iterator<Item = &PastResult> {
        let is_dead = |detail: &String| detail.starts_with("dead: ");
        self.bad()
            .filter(move |result| !result.details.iter().any(is_dead))
    }

    /// The reason that a list of known failures gives for this result of the report. A known
    /// failure keeps that of the list then; another has its causes, or the difference.
    pub fn reason(&self, result: &PastResult) -> String {
        let causes = self.diagnosis.causes.iter();
        let causes = causes.filter(|cause| {
            result.status != "known-failure" && result.causes.contains(&cause.wrong_rule)
        });
        let causes =
            causes.map(|cause| format!("{} ({}): {}", cause.wrong_rule, cause.rule, cause.says));
        let causes: Vec<String> = causes.collect();
        if causes.is_empty() {
            result.details.join("; ")
        } else {
            causes.join(" ")
        }
    }

    /// The cases of a suite that were put to the engine then, with whether they passed; none where
    /// the report is one of another version of the suite, whose cases may be others.
    pub fn asked<'a>(&self, suite: &'a Suite) -> Vec<(&'a Case, bool)> {
        let results = self.results.iter().filter(|_| self.suite == SUITE_VERSION);
        let asked = results.filter_map(|result| {
            let passed = ["passed", "unexpected-pass"].contains(&result.status.as_str());
            Some((suite.case(&result.id)?, passed))
        });
        asked.collect()
    }
}
