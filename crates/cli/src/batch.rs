//! Many questions at once: one compact board per line in, one answer line per board out, in the
//! same order.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use rayon::prelude::*;

use crate::exit::{CliError, ExitStatus};
use crate::foreign::{escape_line, json_line};
use crate::standard_input::standard_input;
use arimaa::text::{Lines, TextError};
use arimaa_oracle::ask::{Answer, Fault};

/// Most lines that are read ahead, and most lines of a block that is answered in parallel.
const BLOCK: usize = 256;

/// Approximate limit, in bytes, of the answers held at once. After a block with more, the next
/// blocks have fewer lines.
const BYTES: usize = 4 << 20;

/// The most lines of the first block.
const FIRST: usize = 16;

type Line = Result<(usize, Result<String, TextError>), io::Error>;

/// A function that answers the question about the board of one input line.
type AskedInLine<'a> = dyn Fn(&str) -> Result<(String, ExitStatus), CliError> + Sync + 'a;

/// The form of answers, and of the errors in their place.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Form {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// Answers every line on standard input with `question`, which gives one line without its end.
///
/// Lines that have arrived are answered at once, in parallel, without waiting for a block to fill,
/// so a program can ask one board at a time. Empty lines and lines that begin with `#` are passed
/// over. A line that cannot be answered gets an error in its place, as JSON where the answers are,
/// and the rest goes on. Input without a position is an error: nothing was answered.
pub(super) fn answer_lines(
    form: Form,
    out: &mut dyn Write,
    question: &AskedInLine<'_>,
) -> Result<ExitStatus, CliError> {
    let (sender, lines) = sync_channel::<Line>(BLOCK);
    thread::spawn(move || {
        for line in Lines::new(standard_input()) {
            let is_empty = |text: &str| text.trim().is_empty() || text.starts_with('#');
            if matches!(&line, Ok((_, Ok(text))) if is_empty(text)) {
                continue;
            }
            let failed = line.is_err();
            if sender.send(line).is_err() || failed {
                return;
            }
        }
    });
    let mut answer: Option<ExitStatus> = None;
    // A first block of slow questions is small, too.
    let mut most = FIRST;
    while let Some(block) = next_block(&lines, most) {
        let mut bytes = 0;
        let answers: Vec<Result<(String, ExitStatus), io::Error>> = block
            .into_par_iter()
            .map(|line| Ok(answer_line(line?, form, question)))
            .collect();
        for line in answers {
            let (line, one) = line.map_err(|error| CliError::Read {
                name: "standard input".to_owned(),
                error,
            })?;
            bytes += line.len();
            writeln!(out, "{line}")?;
            answer = Some(answer.map_or(one, |answer| answer.worse_of(one)));
        }
        out.flush()?;
        most = match bytes {
            0..BYTES => (2 * most).min(BLOCK),
            _ => (most / 4).max(1),
        };
    }
    answer
        .ok_or_else(|| CliError::Question("standard input: there is no position in it".to_owned()))
}

/// The lines that have arrived, at least one; `None` at the end of the input.
fn next_block(lines: &Receiver<Line>, most: usize) -> Option<Vec<Line>> {
    let mut block = vec![lines.recv().ok()?];
    block.extend(lines.try_iter().take(most - 1));
    Some(block)
}

fn answer_line(
    (number, line): (usize, Result<String, TextError>),
    form: Form,
    question: &AskedInLine<'_>,
) -> (String, ExitStatus) {
    let answer = line
        .map_err(|error| CliError::text_error("standard input", error))
        .and_then(|line| question(&line));
    let error = match answer {
        Ok(answer) => return answer,
        Err(error) => error,
    };
    let status = ExitStatus::from(&error);
    let line = if form == Form::Json {
        json_line(&Answer::from(fault_in_line(error, number)))
    } else {
        match error {
            CliError::Text { error, .. } => format!("error: {}", with_line(error, number)),
            error => format!("error: line {number}: {}", escape_line(&error.to_string())),
        }
    };
    (line, status)
}

/// Sets the input line of an error: each board was read as line 1 of a text of its own.
fn with_line(mut error: TextError, number: usize) -> TextError {
    error.line = number;
    error
}

/// The error in its JSON form; its line, or else its message, names the input line.
fn fault_in_line(error: CliError, number: usize) -> Fault {
    match error {
        CliError::Text { error, .. } => with_line(error, number).into(),
        CliError::Unanswered(mut fault) => {
            if let Fault::ImpossiblePosition { message, .. }
            | Fault::TooLarge { message, .. }
            | Fault::TimedOut { message }
            | Fault::BadQuestion { message } = &mut fault
            {
                *message = format!("line {number}: {message}");
            }
            fault
        }
        error => Fault::BadQuestion {
            message: format!("line {number}: {error}"),
        },
    }
}
