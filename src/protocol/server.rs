//! The answering side: requests in, one response each out, in the same order, on all cores.

use std::io::{self, Read, Write};
use std::sync::mpsc::{TryRecvError, sync_channel};
use std::thread;

use rayon::prelude::*;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::feed::{Feed, TooLong};
use super::message::{Hello, Id, MAX_LINE, Problem, ProblemKind, Request, Response};
use crate::ask::read_from_objects;
use crate::ask::{PROTOCOL_VERSION, QuestionKind};
use crate::spec;
use crate::suite::{Capabilities, Reply, SUITE_VERSION, Subject};

/// The most batches of requests that wait to be answered.
const WAITING: usize = 2;

/// The fewest requests of a batch that are worth another core.
const SHARE: usize = 4;

/// Answers a stream of requests until it ends: one line of JSON each, in the order of the requests.
///
/// Requests that have arrived are answered at once and in parallel, on the threads of the global pool; what was answered is
/// written out before more is waited for, so that a program can also ask one question at a time. Memory is bounded whatever
/// arrives. The specification and the suite that are named to who asks are those of this crate.
///
/// ```
/// use arimaa_oracle::engines::Engine;
/// use arimaa_oracle::protocol::serve;
/// use arimaa_oracle::suite::Local;
///
/// let position = r#"{"state": {"side": "gold", "setup": {}}}"#;
/// let request = format!(r#"{{"id": 7, "ask": {{"kind": "turn_count", "position": {position}}}}}"#);
/// let mut responses = Vec::new();
/// let subject = Local::new("bitboard", Engine::Bitboard.starter());
/// serve(&subject, std::io::Cursor::new(request), &mut responses)?;
/// assert_eq!(responses, b"{\"id\":7,\"answer\":{\"kind\":\"turn_count\",\"count\":64864800}}\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// When the stream of requests fails, after what came before was answered, or responses cannot be written.
pub fn serve<S, R>(subject: &S, requests: R, responses: &mut dyn Write) -> io::Result<()>
where
    S: Subject + Clone + Send + Sync,
    R: Read + Send + 'static,
{
    let (sender, batches) = sync_channel(WAITING);
    thread::spawn(move || {
        let mut feed = Feed::new(requests);
        loop {
            let batch = feed.next_batch();
            let is_last = !matches!(&batch, Ok(batch) if batch.len() > 0);
            if sender.send(batch).is_err() || is_last {
                return;
            }
        }
    });
    loop {
        let batch = match batches.try_recv() {
            Ok(batch) => batch?,
            Err(TryRecvError::Disconnected) => break,
            Err(TryRecvError::Empty) => {
                responses.flush()?;
                match batches.recv() {
                    Ok(batch) => batch?,
                    Err(_) => break,
                }
            }
        };
        let lines: Vec<io::Result<Vec<u8>>> = (0..batch.len())
            .into_par_iter()
            .with_min_len(SHARE)
            .map_init(
                || subject.clone(),
                |subject, index| {
                    let (number, line) = batch.line(index);
                    let response = match line {
                        Ok(line) => respond(subject, number, line),
                        Err(TooLong) => too_long(number),
                    };
                    let mut line = serde_json::to_vec(&response)?;
                    line.push(b'\n');
                    Ok(line)
                },
            )
            .collect();
        for line in lines {
            responses.write_all(&line?)?;
        }
    }
    responses.flush()
}

/// The response to one line, which has this number in its stream.
pub fn respond(subject: &mut impl Subject, number: u64, line: &[u8]) -> Response {
    let request = match read(number, line) {
        Ok(request) => request,
        Err(response) => return response,
    };
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
        Request::Ask { id, ask, details } => {
            if let Some(declined) = subject.capabilities().declines(&ask) {
                return Response::Declined { id, declined };
            }
            match subject.ask(&ask) {
                Reply::Answer(answer) => Response::Answer {
                    id,
                    answer: Box::new(if details {
                        answer
                    } else {
                        answer.without_details()
                    }),
                },
                Reply::Declined(declined) => Response::Declined { id, declined },
                Reply::Broken(how) => {
                    error(Some(id), ProblemKind::Failed, number, None, how.to_string())
                }
            }
        }
    }
}

/// The capabilities as programs of version 1.0 can read them: they refuse the names of questions that came later.
fn known_to_all(mut capabilities: Capabilities) -> Capabilities {
    capabilities
        .questions
        .retain(|kind| QuestionKind::FIRST.contains(kind));
    capabilities
}

/// The request of a line, or what to say to it where it is none.
fn read(number: u64, line: &[u8]) -> Result<Request, Response> {
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

fn too_long(number: u64) -> Response {
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
