//! Questions about positions put to [`ask`](arimaa_oracle::ask), and their answers: one a line as
//! JSON, or rendered for people.

use std::io::Write;

use crate::batch::{Form, answer_lines};
use crate::exit::{CliError, ExitStatus};
use crate::foreign::json_line;
use crate::position::FoundPosition;
use crate::position_args::PositionArgs;
use arimaa::compare::Engine;
use arimaa_oracle::ask::{Answer, Budget, Fault, Question, answer_within};

/// A command's question about a position, and its answer as text for people.
pub(super) trait Asked: Sync {
    /// The question about this position.
    fn question(&self, position: FoundPosition) -> Result<Question, CliError>;

    /// The bounds on work when the answer is text: by default those of answers in JSON.
    fn budget(&self) -> Budget<'static> {
        Budget::default()
    }

    /// Prints the answer to the question.
    fn print(
        &self,
        question: &Question,
        answer: &Answer,
        out: &mut dyn Write,
    ) -> Result<(), CliError>;

    /// The answer as one line of text, for a batch of boards.
    fn line(&self, answer: &Answer) -> String;
}

/// Answers a question about the position of the arguments, or about every board on standard input,
/// in JSON or for people.
pub(super) fn ask(
    engine: &Engine,
    args: &PositionArgs,
    json: bool,
    out: &mut dyn Write,
    asked: &dyn Asked,
) -> Result<ExitStatus, CliError> {
    let is_batch = args.is_batch()?;
    let ask = |position: FoundPosition| {
        let question = asked.question(position)?;
        let budget = if json {
            Budget::default()
        } else {
            asked.budget()
        };
        let answer = answer_within(engine, &question, &budget);
        match (status(&question, &answer), answer) {
            (ExitStatus::Errored, Answer::Error { error }) if !json => Err(CliError::from(error)),
            (ExitStatus::Unreadable, Answer::Error { error }) if !json || is_batch => {
                Err(CliError::from(error))
            }
            (status, answer) => Ok((question, answer, status)),
        }
    };
    if is_batch {
        let edition = args.for_boards()?;
        let form = if json { Form::Json } else { Form::Text };
        return answer_lines(form, out, &|board| {
            let (_, answer, status) = ask(FoundPosition::in_line(board, edition)?)?;
            let line = if json {
                json_line(&answer)
            } else {
                asked.line(&answer)
            };
            Ok((line, status))
        });
    }
    let (question, answer, status) = ask(FoundPosition::find(engine, args)?)?;
    if json {
        writeln!(out, "{}", json_line(&answer))?;
    } else {
        asked.print(&question, &answer, out)?;
    }
    Ok(status)
}

/// The exit status of an answer.
pub(super) fn status(question: &Question, answer: &Answer) -> ExitStatus {
    let Answer::Error { error } = answer else {
        return match (question, answer) {
            (_, Answer::Refused { .. } | Answer::Goal { total: 0, .. })
            | (Question::Turns { to: Some(_), .. }, Answer::Turns { total: 0, .. }) => {
                ExitStatus::No
            }
            _ => ExitStatus::Yes,
        };
    };
    match (question, error) {
        (_, Fault::EnginesDiffer { .. }) => ExitStatus::Errored,
        // Whether the position can exist is the question of `validate`.
        (Question::Standing { .. }, Fault::ImpossiblePosition { .. }) => ExitStatus::No,
        _ => ExitStatus::Unreadable,
    }
}
