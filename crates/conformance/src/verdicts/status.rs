//! The result of a case, and counts of results.

use std::fmt;

use serde::Serialize;

use crate::verdicts::Mismatch;

/// The result of one case.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Status {
    /// The answer was as expected.
    Passed,
    /// The answer differed from the expectation in these ways.
    Failed(Vec<Mismatch>),
    /// The case was not asked or not answered, for this reason.
    Skipped(String),
    /// The engine crashed, hung or wrote something that is no answer.
    Errored(String),
    /// The case failed or errored, and is in the list of known failures for this reason.
    KnownFailure(String),
    /// The case passed, although it is in the list of known failures for this reason.
    UnexpectedPass(String),
}

impl Status {
    /// The name of the status in reports.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed(_) => "failed",
            Self::Skipped(_) => "skipped",
            Self::Errored(_) => "errored",
            Self::KnownFailure(_) => "known-failure",
            Self::UnexpectedPass(_) => "unexpected-pass",
        }
    }

    /// The mismatches, or the reason, as lines of text.
    pub fn details(&self) -> Vec<String> {
        match self {
            Self::Passed => Vec::new(),
            Self::Failed(mismatches) => mismatches.iter().map(ToString::to_string).collect(),
            Self::Skipped(text) | Self::Errored(text) | Self::KnownFailure(text) => {
                vec![text.clone()]
            }
            Self::UnexpectedPass(reason) => vec![format!(
                "passes, and the list of known failures says: {reason}"
            )],
        }
    }

    /// Whether the status makes a run fail.
    pub const fn is_bad(&self) -> bool {
        matches!(
            self,
            Self::Failed(_) | Self::Errored(_) | Self::UnexpectedPass(_)
        )
    }

    /// The status with respect to the list of known failures: `reason` is that of the list, if any.
    pub(crate) fn known(self, reason: Option<&str>) -> Self {
        match (self, reason) {
            (Self::Passed, Some(reason)) => Self::UnexpectedPass(reason.to_owned()),
            (Self::Failed(_) | Self::Errored(_), Some(reason)) => {
                Self::KnownFailure(reason.to_owned())
            }
            (status, _) => status,
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Passed => f.write_str("passed"),
            Self::Skipped(reason) => write!(f, "skipped: {reason}"),
            _ => f.write_str(&self.details().join("; ")),
        }
    }
}

/// The number of results of each status.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize)]
pub struct Counts {
    /// [`Status::Passed`].
    pub passed: usize,
    /// [`Status::Failed`].
    pub failed: usize,
    /// [`Status::Skipped`].
    pub skipped: usize,
    /// [`Status::Errored`].
    pub errored: usize,
    /// [`Status::KnownFailure`].
    #[serde(rename = "known_failures")]
    pub known: usize,
    /// [`Status::UnexpectedPass`].
    #[serde(rename = "unexpected_passes")]
    pub unexpected: usize,
}

impl Counts {
    pub(crate) fn add(&mut self, status: &Status) {
        *match status {
            Status::Passed => &mut self.passed,
            Status::Failed(_) => &mut self.failed,
            Status::Skipped(_) => &mut self.skipped,
            Status::Errored(_) => &mut self.errored,
            Status::KnownFailure(_) => &mut self.known,
            Status::UnexpectedPass(_) => &mut self.unexpected,
        } += 1;
    }

    /// The number of cases.
    pub const fn all(&self) -> usize {
        self.asked() + self.skipped
    }

    /// The number of cases that were not skipped.
    pub const fn asked(&self) -> usize {
        self.passed + self.failed + self.errored + self.known + self.unexpected
    }
}
