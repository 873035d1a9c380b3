//! The ways in which a command ends, and the exit codes.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::{fmt, panic};

use thiserror::Error;

use crate::foreign::{escape_line, foreign_lines};
use arimaa::text::{ReadError, TextError};
use arimaa_oracle::ask::Fault;
use arimaa_oracle::judge::CannotStart;

/// The exit status of a command that has answered.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum ExitStatus {
    /// Exit code 0: answered, and where the question was yes or no, yes.
    Yes,
    /// Exit code 1: answered no. Only `bench`, `compare`, `goal`, `judge`, `perft --suite`,
    /// `positions`, `referee`, `replay`, `stats`, `suite run`, `turns --to` and `validate` say no.
    No,
    /// Exit code 2: answered, but something in the input could not be read.
    Unreadable,
    /// Exit code 3: an engine gave no answer, or two engines gave different ones.
    Errored,
    /// Exit code 128 and the number: a signal ended the work early, such as 130 for SIGINT. Only
    /// `bench`, `compare`, `positions`, `referee`, `replay`, `stats` and `suite run` say so.
    Signal(i32),
}

impl ExitStatus {
    /// Ends the program without waiting for its threads; reports an error of the output first.
    pub(super) fn exit(self, written: Result<(), CliError>) -> ! {
        if let Err(error) = written {
            report(&error);
        }
        std::process::exit(self.code().into())
    }

    fn code(self) -> u8 {
        match self {
            Self::Yes => 0,
            Self::No => 1,
            Self::Unreadable => 2,
            Self::Errored => 3,
            Self::Signal(signal) => u8::try_from(128 + signal).unwrap_or(u8::MAX),
        }
    }

    /// The exit status of several answers together: the worst one.
    pub(super) fn worse_of(self, other: Self) -> Self {
        match (self, other) {
            (Self::Signal(signal), _) | (_, Self::Signal(signal)) => Self::Signal(signal),
            (Self::Errored, _) | (_, Self::Errored) => Self::Errored,
            (Self::Unreadable, _) | (_, Self::Unreadable) => Self::Unreadable,
            (Self::No, _) | (_, Self::No) => Self::No,
            (Self::Yes, Self::Yes) => Self::Yes,
        }
    }
}

impl From<ExitStatus> for ExitCode {
    fn from(answer: ExitStatus) -> Self {
        Self::from(answer.code())
    }
}

/// The reason why a command has no answer: exit code 2, or 3 if an engine failed.
#[derive(Debug, Error)]
pub(super) enum CliError {
    /// A text is malformed.
    #[error("{}: {error}", escape_line(source_name))]
    Text {
        /// The source: a file's name, or the name of an argument.
        source_name: String,
        /// The error, with its place.
        error: TextError,
        /// The line that the error is in, where it can be shown.
        line: Option<String>,
    },
    /// A file cannot be read or written.
    #[error("{}: {error}", escape_line(name))]
    Read {
        /// The file's name, or a name for the stream.
        name: String,
        /// The cause.
        error: io::Error,
    },
    /// The question makes no sense for this input.
    #[error("{0}")]
    Question(String),
    /// The oracle answers the question with an error.
    #[error("{}", sentence_of(.0))]
    Unanswered(Fault),
    /// An engine gives no answer, or two engines give different ones: exit code 3.
    #[error("{0}")]
    Engine(String),
    /// The answer cannot be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
}

/// A fault as a sentence for people, with the rule that an impossible position breaks.
fn sentence_of(fault: &Fault) -> String {
    match fault {
        Fault::ImpossiblePosition { rule, message, .. } => {
            format!("invalid position ({rule}): {message}")
        }
        fault => fault.message().to_owned(),
    }
}

/// Prints a line for people on standard error. Where that cannot be written, it is lost.
pub(super) fn print_to_stderr(line: impl fmt::Display) {
    let _ = writeln!(anstream::stderr(), "{line}");
}

/// Prints an error on standard error, with the line of text that it is in, if known.
pub(super) fn report(error: &CliError) {
    print_to_stderr(format_args!("error: {}", foreign_lines(&error.to_string())));
    if let CliError::Text {
        error,
        line: Some(line),
        ..
    } = error
    {
        print_to_stderr(pointed_at(line, error.column));
    }
}

/// Installs a panic hook for errors of the system, as of a library that gets no thread or file: the
/// program ends with a message and exit code 2. Other panics are bugs.
pub(super) fn report_shortages() {
    let other = panic::take_hook();
    panic::set_hook(Box::new(move |panic| match panic.payload_as_str() {
        Some(text) if text.contains("os error ") || text.contains("Os { code: ") => {
            print_to_stderr(format_args!(
                "error: the system refuses what a library needs: {text}"
            ));
            arimaa_conformance::subjects::end_children();
            ExitStatus::Unreadable.exit(Ok(()));
        }
        _ => other(panic),
    }));
}

/// A line with carets under the word that begins at a column.
fn pointed_at(line: &str, column: usize) -> String {
    /// The most characters that are shown on either side.
    const SHOWN: usize = 60;
    let at = column.saturating_sub(1);
    let cut = at.saturating_sub(SHOWN);
    let before: String = line.chars().skip(cut).take(at - cut).collect();
    let rest: String = line.chars().skip(at).take(SHOWN).collect();
    let word: String = rest
        .chars()
        .take_while(|letter| !letter.is_whitespace())
        .collect();
    let dots = if cut > 0 { "…" } else { "" };
    let (before, rest) = (
        format!("{dots}{}", escape_line(&before)),
        escape_line(&rest),
    );
    let width = escape_line(&word).chars().count().max(1);
    let blanks = " ".repeat(before.chars().count());
    format!("  {before}{rest}\n  {blanks}{}", "^".repeat(width))
}

impl CliError {
    pub(super) fn text_error(source_name: impl Into<String>, error: TextError) -> Self {
        Self::Text {
            source_name: source_name.into(),
            error,
            line: None,
        }
    }

    /// Adds to a text error the line of `text` that it is in.
    pub(super) fn with_line_of(mut self, text: &str) -> Self {
        if let Self::Text { error, line, .. } = &mut self {
            let number = error.line.saturating_sub(1);
            *line = text.lines().nth(number).map(str::to_owned);
        }
        self
    }

    /// A file that cannot be opened, made or written.
    pub(super) fn file(path: &Path, error: io::Error) -> Self {
        let name = path.display().to_string();
        Self::Read { name, error }
    }

    pub(super) fn read(name: &str, error: ReadError) -> Self {
        match error {
            ReadError::Io(error) => Self::Read {
                name: name.to_owned(),
                error,
            },
            ReadError::Text(error) => Self::text_error(name, error),
        }
    }
}

impl From<CannotStart> for CliError {
    fn from(CannotStart(invalid): CannotStart) -> Self {
        Fault::from(&invalid).into()
    }
}

impl From<Fault> for CliError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::EnginesDiffer { message } => Self::Engine(message),
            fault => Self::Unanswered(fault),
        }
    }
}

impl From<CliError> for Fault {
    /// The error as answers in JSON have it.
    fn from(error: CliError) -> Self {
        match error {
            CliError::Text { error, .. } => error.into(),
            CliError::Unanswered(fault) => fault,
            error => Self::BadQuestion {
                message: error.to_string(),
            },
        }
    }
}

impl From<&CliError> for ExitStatus {
    fn from(error: &CliError) -> Self {
        match error {
            CliError::Engine(_) => Self::Errored,
            _ => Self::Unreadable,
        }
    }
}
