//! The response to a line within its time, or an attempt at it.

use std::time::{Duration, Instant};

use super::feed::TooLong;
use super::respond::{read, respond_to, response_line, too_long};
use super::workers::{Class, LONG_REQUEST, Worker};
use crate::protocol::{Id, Request, Response};
use crate::subject::Subject;

/// The bounds on the answer to one line of a stream.
pub struct Bounds<'a> {
    /// The moment at which the line was read.
    pub read_at: Instant,
    /// The time for an answer from then on; a request may ask for less.
    pub timeout: Option<Duration>,
    /// The thread, whose class of cost is tried.
    pub worker: &'a Worker,
    /// Whether the client has given up this question.
    pub is_given_up: &'a (dyn Fn(&Id) -> bool + Sync),
}

/// The response to a line, with its line break; `None` where the line is of a higher class.
pub fn answer_line_within(
    subject: &mut impl Subject,
    number: u64,
    line: Result<&[u8], TooLong>,
    bounds: &Bounds<'_>,
) -> Option<String> {
    let response = match line {
        Err(TooLong) => too_long(number),
        Ok(line) if bounds.worker.class() == Class::Short && line.len() > LONG_REQUEST => {
            return None;
        }
        Ok(line) => match read(number, line) {
            Err(response) => response,
            Ok(request) => respond_within(subject, number, request, bounds)?,
        },
    };
    Some(response_line(&response, number) + "\n")
}

fn respond_within(
    subject: &mut impl Subject,
    number: u64,
    request: Request,
    bounds: &Bounds<'_>,
) -> Option<Response> {
    let Request::Ask { id, .. } = &request else {
        return Some(respond_to(subject, number, request, &|| false));
    };
    let (id, asked) = (id.clone(), request.timeout());
    let timeout = [asked, bounds.timeout].into_iter().flatten().min();
    let until = timeout.and_then(|timeout| bounds.read_at.checked_add(timeout));
    let slice = bounds.worker.slice();
    let is_over =
        || until.is_some_and(|until| Instant::now() >= until) || (bounds.is_given_up)(&id);
    let response = respond_to(subject, number, request, &|| slice.stops(&is_over));
    let is_unfinished =
        matches!(&response, Response::Answer { answer, .. } if answer.is_timed_out());
    (!is_unfinished || slice.is_endless() || is_over()).then_some(response)
}
