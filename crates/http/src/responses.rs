//! Makes responses: answers, and the reasons why there is none.
//!
//! The body of a response to a question is always an answer of the one language; the status repeats
//! in the words of HTTP what it is.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Bytes;
use axum::http::header::{CONTENT_TYPE, ETAG, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::budget::{Hold, SMALL};
use crate::pool::{Busy, Pool};
use arimaa_oracle::ask::{Answer, Fault, Question};

/// A constant body with its `ETag`.
#[derive(Clone, Debug)]
pub(super) struct Constant {
    kind: &'static str,
    body: Bytes,
    tag: String,
}

impl Constant {
    pub(super) fn new(kind: &'static str, body: impl Into<Bytes>) -> Self {
        let body = body.into();
        let tag = tag_of(&body);
        Self { kind, body, tag }
    }
}

impl IntoResponse for Constant {
    fn into_response(self) -> Response {
        let kind = (CONTENT_TYPE, self.kind.to_owned());
        ([kind, (ETAG, self.tag)], self.body).into_response()
    }
}

/// The value of `ETag` for a body.
pub(super) fn tag_of(body: &Bytes) -> String {
    let mut hasher = DefaultHasher::new();
    (env!("CARGO_PKG_VERSION"), body).hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}

/// The response to one question.
pub(super) async fn answer(
    pool: &Arc<Pool>,
    client: IpAddr,
    hold: Hold,
    question: impl Fn() -> Result<Question, String> + Send + 'static,
) -> Response {
    let memory = pool.memory.clone();
    let render = move |answer: Answer| {
        let body = serde_json::to_vec(&answer).unwrap_or_default();
        (status_of(&answer), memory.keep(client, body, SMALL))
    };
    match pool.answer(client, hold, question, render).await {
        Ok((status, Some(body))) => in_json_type(status, body),
        Ok((_, None)) => unavailable(Busy::Memory),
        Err(busy) => unavailable(busy),
    }
}

/// The response to a question that gets no answer.
pub(super) fn unavailable(busy: Busy) -> Response {
    let (status, message) = match busy {
        Busy::Full => (StatusCode::SERVICE_UNAVAILABLE, "the queue is full"),
        Busy::Memory => (
            StatusCode::SERVICE_UNAVAILABLE,
            "the memory for requests is used up",
        ),
        Busy::Threads => (
            StatusCode::SERVICE_UNAVAILABLE,
            "there is no thread for this question",
        ),
        Busy::Ending => (StatusCode::SERVICE_UNAVAILABLE, "the server is ending"),
        Busy::Client => (
            StatusCode::TOO_MANY_REQUESTS,
            "this client asks too much at a time",
        ),
        Busy::NoQuestion(wrong) => return problem(StatusCode::BAD_REQUEST, wrong),
        Busy::Failed => {
            let message = "answering failed".to_owned();
            return problem(StatusCode::INTERNAL_SERVER_ERROR, message);
        }
    };
    later(status, message)
}

/// A response that invites the client to retry.
pub(super) fn later(status: StatusCode, message: &str) -> Response {
    let mut response = problem(status, message.to_owned());
    let headers = response.headers_mut();
    headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
    response
}

/// The HTTP status that fits an answer.
pub(super) const fn status_of(answer: &Answer) -> StatusCode {
    match answer {
        Answer::Error { error } => match error {
            Fault::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Fault::TimedOut { .. } => StatusCode::GATEWAY_TIMEOUT,
            Fault::UnknownRule { .. } => StatusCode::NOT_FOUND,
            Fault::EnginesDiffer { .. } => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        },
        _ => StatusCode::OK,
    }
}

/// A response in JSON.
pub(super) fn json(status: StatusCode, body: &impl serde::Serialize) -> Response {
    match serde_json::to_vec(body) {
        Ok(body) => in_json_type(status, Bytes::from(body)),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

pub(super) fn in_json_type(status: StatusCode, body: Bytes) -> Response {
    (status, [(CONTENT_TYPE, "application/json")], body).into_response()
}

/// The response to a request that is no question, as an `error` answer.
pub(super) fn problem(status: StatusCode, message: String) -> Response {
    let error = match status {
        StatusCode::SERVICE_UNAVAILABLE
        | StatusCode::TOO_MANY_REQUESTS
        | StatusCode::REQUEST_TIMEOUT => Fault::TimedOut { message },
        _ => Fault::BadQuestion { message },
    };
    json(status, &Answer::Error { error })
}

/// The response at an address without a route.
pub(super) fn unknown() -> Response {
    problem(StatusCode::NOT_FOUND, "there is no such page".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_that_differ_are_a_failure() {
        let message = String::new();
        let differ = Answer::from(Fault::EnginesDiffer { message });
        assert_eq!(status_of(&differ), StatusCode::INTERNAL_SERVER_ERROR);
    }
}
