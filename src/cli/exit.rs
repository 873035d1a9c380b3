//! How a command ends, and the exit codes.

use std::io;
use std::process::ExitCode;

use thiserror::Error;

use crate::ask::Fault;
use crate::oracle::CannotStart;
use crate::text::{ReadError, TextError};

/// A question was answered.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum ExitStatus {
    /// Exit code 0: answered, and where the question was yes or no, yes.
    Yes,
    /// Exit code 1: answered no. Only `compare`, `judge`, `perft --suite`, `referee`, `replay`, `stats`, `suite run` and `validate` say no.
    No,
    /// Exit code 2: answered, but something in the input could not be read.
    Unreadable,
    /// Exit code 3: an engine that was asked gave no answer. Only `suite run` says so.
    Errored,
}

impl ExitStatus {
    /// The answer to several questions: the worst of them.
    pub(super) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Errored, _) | (_, Self::Errored) => Self::Errored,
            (Self::Unreadable, _) | (_, Self::Unreadable) => Self::Unreadable,
            (Self::No, _) | (_, Self::No) => Self::No,
            (Self::Yes, Self::Yes) => Self::Yes,
        }
    }
}

impl From<ExitStatus> for ExitCode {
    fn from(answer: ExitStatus) -> Self {
        Self::from(match answer {
            ExitStatus::Yes => 0,
            ExitStatus::No => 1,
            ExitStatus::Unreadable => 2,
            ExitStatus::Errored => 3,
        })
    }
}

/// A question could not be answered: exit code 2.
#[derive(Debug, Error)]
pub(super) enum CliError {
    /// A text is wrong.
    #[error("{source_name}: {error}")]
    Text {
        /// The source: a file's name, or the name of an argument.
        source_name: String,
        /// The error, with its place.
        error: TextError,
    },
    /// A file cannot be read or written.
    #[error("{name}: {error}")]
    Read {
        /// The file.
        name: String,
        /// Why.
        error: io::Error,
    },
    /// A state cannot exist.
    #[error("invalid position ({rule}): {message}")]
    Impossible {
        /// The rule that excludes it.
        rule: String,
        /// Why.
        message: String,
    },
    /// The question makes no sense for this input.
    #[error("{0}")]
    Question(String),
    /// The answer cannot be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
}

impl CliError {
    pub(super) fn text(source_name: impl Into<String>, error: TextError) -> Self {
        Self::Text {
            source_name: source_name.into(),
            error,
        }
    }

    pub(super) fn read(name: &str, error: ReadError) -> Self {
        match error {
            ReadError::Io(error) => Self::Read {
                name: name.to_owned(),
                error,
            },
            ReadError::Text(error) => Self::text(name, error),
        }
    }
}

impl From<CannotStart> for CliError {
    fn from(CannotStart(invalid): CannotStart) -> Self {
        Self::Impossible {
            rule: invalid.rule().to_owned(),
            message: invalid.to_string(),
        }
    }
}

impl From<Fault> for CliError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::ImpossiblePosition { rule, message, .. } => Self::Impossible { rule, message },
            fault => Self::Question(fault.message().to_owned()),
        }
    }
}

impl From<CliError> for ExitCode {
    fn from(_: CliError) -> Self {
        ExitStatus::Unreadable.into()
    }
}
