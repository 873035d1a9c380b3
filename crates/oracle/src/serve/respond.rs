//! One line of a stream: the request in it, and the response to it.

use std::time::Duration;

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::ask::{PROTOCOL_VERSION, SUITE_VERSION, read_from_objects};
use crate::protocol::{
    Hello, Id, MAX_LINE, Problem, ProblemKind, Request, Response, without_place,
};
use crate::subject::{Reply, Subject};
use arimaa::spec;

/// The response to one line, both as JSON without a line break.
///
/// `is_over` says whether the time for the answer is over. It is given the time that the request
/// allows, and it is asked again and again while the answer is sought: a caller with a clock looks
/// at it, and one without may count how often it was asked.
pub fn answer_line(
    subject: &mut impl Subject,
    line: &[u8],
    is_over: &(dyn Fn(Option<Duration>) -> bool + Sync),
) -> String {
    answer_numbered(subject, 1, line, is_over)
}

/// The response to line `number` of a stream, as JSON.
pub fn answer_numbered(
    subject: &mut impl Subject,
    number: u64,
    line: &[u8],
    is_over: &(dyn Fn(Option<Duration>) -> bool + Sync),
) -> String {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let response = respond(subject, number, line, &|_id, timeout| is_over(timeout));
    response_line(&response, number)
}

/// A response as JSON; an error in its place, if it is longer than the longest line.
pub fn response_line(response: &Response, number: u64) -> String {
    let written = serde_json::to_string(response).map_err(|error| error.to_string());
    let written = written.and_then(|line| match line.len() {
        length if length > MAX_LINE => Err(format!("the response has {length} bytes")),
        _ => Ok(line),
    });
    written.unwrap_or_else(|message| {
        let failed = failed(response.id().cloned(), number, message);
        serde_json::to_string(&failed).unwrap_or_default()
    })
}

/// The response to line `number` of a stream. `is_over` is given the id of the request, too.
pub fn respond(
    subject: &mut impl Subject,
    number: u64,
    line: &[u8],
    is_over: &(dyn Fn(&Id, Option<Duration>) -> bool + Sync),
) -> Response {
    if line.len() > MAX_LINE {
        return too_long(number);
    }
    let request = match read(number, line) {
        Ok(request) => request,
        Err(response) => return response,
    };
    let timeout = request.timeout();
    match request {
        Request::Hello { id, .. } => Response::Hello {
            id,
            hello: Box::new(Hello {
                protocol: PROTOCOL_VERSION.to_owned(),
                specification: Some(spec::version().to_owned()),
                suite: Some(SUITE_VERSION.to_owned()),
                identity: subject.identity().clone(),
                capabilities: subject.capabilities().clone(),
            }),
        },
        Request::Cancel { id, cancel } => Response::Cancelled {
            id,
            cancelled: cancel,
        },
        Request::Ask {
            id, ask, details, ..
        } => {
            if let Some(declined) = subject.capabilities().declines(&ask) {
                return Response::Declined { id, declined };
            }
            match subject.ask_unless(&ask, &|| is_over(&id, timeout)) {
                Reply::Answer(answer) => Response::Answer {
                    id,
                    answer: Box::new(if details {
                        answer
                    } else {
                        answer.without_details()
                    }),
                },
                Reply::Declined(declined) => Response::Declined { id, declined },
                Reply::Failed(how) => failed(Some(id), number, how.to_string()),
            }
        }
    }
}

/// Reads the request of a line, or returns the response to a line that is none.
pub(super) fn read(number: u64, line: &[u8]) -> Result<Request, Response> {
    let text = std::str::from_utf8(line).map_err(|invalid| {
        let before = line[..invalid.valid_up_to()].split(|byte| *byte == b'\n');
        let lengths = before.map(|line| line.len() as u64);
        let (breaks, length) = (0..).zip(lengths).last().unwrap_or_default();
        let (number, column) = (number + breaks, length + 1);
        let message = format!("byte {column} of the line is not UTF-8");
        error(None, ProblemKind::NotUtf8, number, Some(column), message)
    })?;
    serde_json::from_str(text).map_err(|wrong| {
        // A line that is no request at its beginning may be invalid JSON further on.
        let wrong = match serde_json::from_str::<IgnoredAny>(text) {
            Err(no_json) if wrong.is_data() => no_json,
            _ => wrong,
        };
        let (kind, id) = if wrong.is_data() {
            (ProblemKind::BadRequest, id_of(text))
        } else {
            (ProblemKind::BadJson, None)
        };
        // A field that is missing has no place in the line.
        let column = Some(wrong.column() as u64).filter(|column| *column > 0);
        // Over HTTP and in C a request may have line breaks.
        let number = number + wrong.line().saturating_sub(1) as u64;
        error(id, kind, number, column, without_place(&wrong.to_string()))
    })
}

pub(super) fn too_long(number: u64) -> Response {
    let message = format!("the line has more than {MAX_LINE} bytes");
    error(None, ProblemKind::TooLong, number, None, message)
}

/// The response to a request for which answering failed.
pub fn failed(id: Option<Id>, number: u64, message: String) -> Response {
    error(id, ProblemKind::Failed, number, None, message)
}

fn error(
    id: Option<Id>,
    kind: ProblemKind,
    line: u64,
    column: Option<u64>,
    message: String,
) -> Response {
    let error = Problem {
        kind,
        line,
        column,
        message,
    };
    Response::Error { id, error }
}

/// The id in a JSON object that is no request otherwise.
fn id_of(text: &str) -> Option<Id> {
    #[derive(Deserialize)]
    #[serde(remote = "Self")]
    struct Named {
        id: Id,
    }

    read_from_objects!(Named: "an object");
    serde_json::from_str(text).ok().map(|named: Named| named.id)
}
