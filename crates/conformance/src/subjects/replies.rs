//! Classifies one output line of a subject as a reply or as a protocol error.
//!
//! It needs the line and the id of the request, and no child process.

use super::aei::shown;
use crate::subjects::{ProtocolFailure, Reply};
use arimaa::text::TextError;
use arimaa_oracle::ask::PROTOCOL_VERSION;
use arimaa_oracle::protocol::without_place;
use arimaa_oracle::protocol::{Hello, Id, Identity, Response};

/// The reply in a line that answers the question with this id.
///
/// ```
/// use arimaa_conformance::subjects::read_reply;
/// use arimaa_oracle::ask::Answer;
/// use arimaa_conformance::subjects::Reply;
///
/// let line = r#"{"id":7,"answer":{"kind":"turn_count","count":12}}"#;
/// let answer = Answer::TurnCount { count: 12 };
/// assert_eq!(read_reply(Ok(line.to_owned()), 7), Ok(Reply::Answer(answer)));
/// let stale = read_reply(Ok(line.to_owned()), 8).unwrap_err();
/// assert_eq!(stale.to_string(), "garbage: a stale answer: to request 7, when 8 was asked");
/// ```
///
/// # Errors
///
/// When the line cannot be read, is no response, or is one that was not asked for.
pub fn read_reply(line: Result<String, TextError>, asked: i64) -> Result<Reply, ProtocolFailure> {
    match read_response(line, asked)? {
        Response::Answer { answer, .. } => Ok(Reply::Answer(*answer)),
        Response::Declined { declined, .. } => Ok(Reply::Declined(shown(&declined))),
        Response::Error { error, .. } => Ok(Reply::Failed(ProtocolFailure::Garbage(format!(
            "it answers the question with an error: {}",
            shown(&error.message)
        )))),
        other @ (Response::Hello { .. } | Response::Cancelled { .. }) => Err(
            ProtocolFailure::Garbage(format!("{} where it should answer", name(&other))),
        ),
    }
}

/// The introduction of a program in a line that answers the `hello` with this id.
///
/// # Errors
///
/// When the line cannot be read, is no `hello`, was not asked for, or names another version of the
/// protocol.
pub fn read_hello(line: Result<String, TextError>, asked: i64) -> Result<Hello, ProtocolFailure> {
    match read_response(line, asked)? {
        Response::Hello { mut hello, .. } if hello.is_understood() => {
            let Identity { name, version } = hello.identity;
            hello.identity = Identity {
                name: shown(&name),
                version: version.as_deref().map(shown),
            };
            Ok(*hello)
        }
        Response::Hello { hello, .. } => Err(ProtocolFailure::Garbage(format!(
            "it speaks version {} of the protocol, and this is {PROTOCOL_VERSION}",
            shown(&hello.protocol)
        ))),
        other => Err(ProtocolFailure::Garbage(format!(
            "{} where it should introduce itself",
            name(&other)
        ))),
    }
}

/// The response in a line, if it has the id of the request.
fn read_response(line: Result<String, TextError>, asked: i64) -> Result<Response, ProtocolFailure> {
    let line = line.map_err(|error| {
        let found = format!("found {}, expected {}", error.found, error.expected);
        ProtocolFailure::Garbage(format!("a line cannot be read: {found}"))
    })?;
    let response: Response = serde_json::from_str(&line).map_err(|error| {
        // The message about a line repeats parts of it.
        let (why, what) = (shown(&without_place(&error.to_string())), shown(&line));
        ProtocolFailure::Garbage(format!("`{what}` is no response: {why}"))
    })?;
    match response.id() {
        Some(Id::Number(id)) if *id == asked => Ok(response),
        Some(Id::Number(id)) if (1..asked).contains(id) => Err(ProtocolFailure::Garbage(format!(
            "a stale answer: to request {id}, when {asked} was asked"
        ))),
        Some(id) => Err(ProtocolFailure::Garbage(format!(
            "an answer to request {}, when {asked} was asked",
            shown(&id.to_string())
        ))),
        None => Err(ProtocolFailure::Garbage(match &response {
            Response::Error { error, .. } => {
                format!("it cannot read the request: {}", shown(&error.message))
            }
            other => format!("{} without an id", name(other)),
        })),
    }
}

fn name(response: &Response) -> &'static str {
    match response {
        Response::Hello { .. } => "`hello`",
        Response::Answer { .. } => "`answer`",
        Response::Declined { .. } => "`declined`",
        Response::Cancelled { .. } => "`cancelled`",
        Response::Error { .. } => "`error`",
    }
}
