//! One line of a stream: the request in it, and the response to it.

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::message::{Hello, Id, MAX_LINE, Problem, ProblemKind, Request, Response};
use crate::ask::{PROTOCOL_VERSION, QuestionKind, read_from_objects};
use crate::spec;
use crate::suite::{Capabilities, Reply, SUITE_VERSION, Subject};

/// A response as a line of JSON. One that is longer than the longest line is an error.
pub(super) fn line_of(response: &Response, number: u64) -> Vec<u8> {
    let written = serde_json::to_vec(response).map_err(|error| error.to_string());
    let written = written.and_then(|line| match line.len() {
        length if length > MAX_LINE => Err(format!("the response has {length} bytes")),
        _ => Ok(line),
    });
    let mut line = written.unwrap_or_else(|message| {
        let id = response.id().cloned();
        let failed = error(id, ProblemKind::Failed, number, None, message);
        serde_json::to_vec(&failed).unwrap_or_default()
    });
    line.push(b'\n');
    line
}

/// The response to one line, which has this number in its stream.
pub fn respond(subject: &mut impl Subject, number: u64, line: &[u8]) -> Response {
    match read(number, line) {
        Ok(request) => respond_to(subject, number, request, &|| false),
        Err(response) => response,
    }
}

/// The response to a request, for which there is time until `is_over` holds.
pub(super) fn respond_to(
    subject: &mut impl Subject,
    number: u64,
    request: Request,
    is_over: &(dyn Fn() -> bool + Sync),
) -> Response {
    match request {
        Request::Hello { id, .. } => Response::Hello {
            id,
            hello: Box::new(Hello {
                protocol: PROTOCOL_VERSION.to_owned(),
                specification: Some(spec::version().to_owned()),
                suite: Some(SUITE_VERSION.to_owned()),
                identity: subject.identity().clone(),
                capabilities: known_to_all(subject.capabilities().clone()),
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
            match subject.ask_unless(&ask, is_over) {
                Reply::Answer(answer) => Response::Answer {
                    id,
                    answer: Box::new(if details {
                        answer
                    } else {
                        answer.without_details()
                    }),
                },
                Reply::Declined(declined) => Response::Declined { id, declined },
                Reply::Failed(how) => {
                    error(Some(id), ProblemKind::Failed, number, None, how.to_string())
                }
            }
        }
    }
}

/// The capabilities as programs of version 1.0 can read them: they refuse the names of questions
/// that came later.
fn known_to_all(mut capabilities: Capabilities) -> Capabilities {
    capabilities
        .questions
        .retain(|kind| QuestionKind::V1_0.contains(kind));
    capabilities
}

/// The request of a line, or what to say to it where it is none.
pub(super) fn read(number: u64, line: &[u8]) -> Result<Request, Response> {
    let text = std::str::from_utf8(line).map_err(|invalid| {
        let column = invalid.valid_up_to();
        let message = format!("byte {} of the line is not UTF-8", column + 1);
        let column = Some(column as u64 + 1);
        error(None, ProblemKind::NotUtf8, number, column, message)
    })?;
    serde_json::from_str(text).map_err(|wrong| {
        // What is no request at its beginning may be no JSON further on.
        let wrong = match serde_json::from_str::<IgnoredAny>(text) {
            Err(no_json) if wrong.is_data() => no_json,
            _ => wrong,
        };
        let (kind, id) = if wrong.is_data() {
            (ProblemKind::BadRequest, id_of(text))
        } else {
            (ProblemKind::BadJson, None)
        };
        // What is noticed at the end of an object has no place of its own.
        let column = Some(wrong.column() as u64).filter(|column| *column > 0);
        error(id, kind, number, column, without_place(&wrong.to_string()))
    })
}

pub(super) fn too_long(number: u64) -> Response {
    let message = format!("the line has more than {MAX_LINE} bytes");
    error(None, ProblemKind::TooLong, number, None, message)
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

/// The id of what is otherwise no request.
fn id_of(text: &str) -> Option<Id> {
    #[derive(Deserialize)]
    #[serde(remote = "Self")]
    struct Named {
        id: Id,
    }

    read_from_objects!(Named: "an object");
    serde_json::from_str(text).ok().map(|named: Named| named.id)
}

/// What is wrong with a JSON text, without the place, which has fields of its own.
pub(super) fn without_place(message: &str) -> String {
    let (message, _) = message.rsplit_once(" at line ").unwrap_or((message, ""));
    message.to_owned()
}
