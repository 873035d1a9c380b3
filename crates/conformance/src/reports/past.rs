//! Reads a report in JSON that an earlier run wrote.

use serde::Deserialize;

use crate::cases::{Case, Suite};
use arimaa_oracle::ask::SUITE_VERSION;

/// The results of an earlier run, read from its report in JSON.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
pub struct PastReport {
    /// The version of the suite.
    #[serde(default)]
    suite: String,
    /// The results.
    results: Vec<PastResult>,
    /// The ids of the cases that the run did not reach.
    #[serde(default)]
    unfinished: Vec<String>,
    #[serde(default)]
    diagnosis: PastDiagnosis,
}

/// One result of an earlier report.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
pub struct PastResult {
    /// The id of the case.
    pub id: String,
    /// The name of the status.
    status: String,
    /// The details, line by line.
    details: Vec<String>,
    /// The ids of the wrong rules that explain the failure.
    #[serde(default)]
    causes: Vec<String>,
}

/// The causes that an earlier report names.
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

    /// The ids of the cases that failed or errored, or that the run did not reach.
    pub fn to_ask_again(&self) -> Vec<&str> {
        let bad = self.bad().map(|result| result.id.as_str());
        bad.chain(self.unfinished.iter().map(String::as_str))
            .collect()
    }

    /// The results that failed or errored, known failures too; without cases that were not asked
    /// because the run had given the engine up.
    pub fn failures(&self) -> impl Iterator<Item = &PastResult> {
        let is_dead = |detail: &String| detail.starts_with("dead: ");
        self.bad()
            .filter(move |result| !result.details.iter().any(is_dead))
    }

    /// The reason for this result in a list of known failures. A known failure keeps its reason;
    /// for another it is the causes or, without causes, the difference.
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

    /// The cases of `suite` that the engine was asked, and whether each passed; none if the report
    /// is of another version of the suite.
    pub fn asked<'a>(&self, suite: &'a Suite) -> Vec<(&'a Case, bool)> {
        let results = self.results.iter().filter(|_| self.suite == SUITE_VERSION);
        let asked = results.filter_map(|result| {
            let passed = ["passed", "unexpected-pass"].contains(&result.status.as_str());
            Some((suite.case(&result.id)?, passed))
        });
        asked.collect()
    }
}
