//! `--json`: questions put to [`ask`](arimaa_oracle::ask), and its answers, one a line.

use std::io::Write;

use crate::batch::{Form, answer_lines};
use crate::exit::{CliError, ExitStatus};
use crate::foreign::json_line;
use crate::position::FoundPosition;
use crate::position_args::PositionArgs;
use arimaa::engines::Engine;
use arimaa_oracle::ask::{Answer, Fault, Question, answer};

/// Answers a question about the position of the arguments, or about every board on standard input.
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
            Answer::Refused { .. } => ExitStatus::No,
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
