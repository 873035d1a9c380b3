//! Questions about positions put to [`ask`](arimaa_oracle::ask), and their answers: one a line as
//! JSON, or rendered for people.

use std::io::Write;

use crate::batch::{Form, answer_lines};
use crate::exit::{CliError, ExitStatus};
use crate::foreign::json_line;
use crate::position::FoundPosition;
use crate::position_args::PositionArgs;
use arimaa::compare::Engine;
use arimaa_oracle::ask::{Answer, Fault, Question, answer};

/// A question about a position, and how people read its answer.
pub(super) trait Asked: Sync {
    /// The question about this position.
    fn question(&self, position: FoundPosition) -> Result<Question, CliError>;

    /// Prints the answer to the question.
    fn print(
        &self,
        question: &Question,
        answer: &Answer,
        out: &mut dyn Write,
    ) -> Result<(), CliError>;

    /// The answer in one line, where many boards are asked about.
    fn line(&self, answer: &Answer) -> String;
}

/// Answers a question about the position of the arguments, or about every board on standard input,
/// in JSON or for people.
pub(super) fn ask(
    engine: &Engine,
    args: &PositionArgs,
    json: bool,
    out: &mut dyn Write,
    asked: &impl Asked,
) -> Result<ExitStatus, CliError> {
    if json {
        return in_json(engine, args, out, |position| asked.question(position));
    }
    let ask = |position: FoundPosition| {
        let question = asked.question(position)?;
        let answer = answer(engine, &question);
        match (status(&question, &answer), answer) {
            (ExitStatus::Unreadable | ExitStatus::Errored, Answer::Error { error }) => {
                Err(CliError::from(error))
            }
            (status, answer) => Ok((question, answer, status)),
        }
    };
    if args.is_batch()? {
        let edition = args.for_boards()?;
        return answer_lines(Form::Text, out, |board| {
            let (_, answer, status) = ask(FoundPosition::in_line(board, edition)?)?;
            Ok((asked.line(&answer), status))
        });
    }
    let (question, answer, status) = ask(FoundPosition::find(engine, args)?)?;
    asked.print(&question, &answer, out)?;
    Ok(status)
}

/// Answers a question about the position of the arguments, or about every board on standard input,
/// in JSON.
pub(super) fn in_json(
    engine: &Engine,
    args: &PositionArgs,
    out: &mut dyn Write,
    question: impl Fn(FoundPosition) -> Result<Question, CliError> + Sync,
) -> Result<ExitStatus, CliError> {
    if args.is_batch()? {
        let edition = args.for_boards()?;
        return answer_lines(Form::Json, out, |board| {
            let position = FoundPosition::in_line(board, edition)?;
            Ok(line(engine, &question(position)?))
        });
    }
    let question = question(FoundPosition::find(engine, args)?)?;
    let (line, status) = line(engine, &question);
    writeln!(out, "{line}")?;
    Ok(status)
}

/// The answer on one line, and its exit status.
fn line(engine: &Engine, question: &Question) -> (String, ExitStatus) {
    let answer = answer(engine, question);
    (json_line(&answer), status(question, &answer))
}

fn status(question: &Question, answer: &Answer) -> ExitStatus {
    let Answer::Error { error } = answer else {
        return match answer {
            Answer::Refused { .. } | Answer::Goal { total: 0, .. } => ExitStatus::No,
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
