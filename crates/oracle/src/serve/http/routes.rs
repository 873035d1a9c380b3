//! The routes, and what a status says.
//!
//! The body of a response to a question is always an answer of the one language; the status repeats
//! in the words of HTTP what it is.

use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequest, MatchedPath, Request, State};
use axum::handler::HandlerWithoutStateExt;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use tokio::time::timeout;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::CorsLayer;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::services::ServeDir;
use tower_http::timeout::RequestBodyTimeoutLayer;
use tower_http::trace::{DefaultOnResponse, TraceLayer};
use tracing::{Level, Span, info_span};

use super::pool::{Busy, Pool};
use super::{Options, catalogue, lines, openapi};
use crate::ask::{Answer, Fault, Question};

/// The page at `/`.
const FRONT: &str = include_str!("front.html");

/// Every route.
pub(super) fn router(pool: Arc<Pool>, options: &Options) -> Router {
    let questions = Router::new()
        .route("/v1/ask", post(ask))
        .route("/v1/rules", get(catalogue::rules))
        .route("/v1/rules/{id}", get(catalogue::rule))
        .route("/v1/cases", get(catalogue::cases))
        .route("/v1/cases/{id}", get(catalogue::case))
        .route("/v1/board.svg", get(catalogue::board))
        .route("/v1/openapi.json", get(openapi::document))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .layer(DefaultBodyLimit::max(options.body));
    let lines = post(lines::answer_lines);
    let lines = lines.layer(RequestBodyTimeoutLayer::new(options.head_timeout));
    let logs = TraceLayer::new_for_http()
        .make_span_with(span)
        .on_response(DefaultOnResponse::new().level(Level::INFO));
    let other = match &options.page {
        Some(folder) => files(folder),
        None => Router::new()
            .route("/", get(|| async { Html(FRONT) }))
            .fallback(unknown),
    };
    questions
        .route("/v1/lines", lines)
        .fallback_service(other)
        .method_not_allowed_fallback(|| async {
            let message = "this page does not answer this method".to_owned();
            problem(StatusCode::METHOD_NOT_ALLOWED, message)
        })
        .layer(
            ServiceBuilder::new()
                .layer(SetRequestIdLayer::x_request_id(MakeRequestUuid))
                .layer(PropagateRequestIdLayer::x_request_id())
                .layer(logs)
                .option_layer(options.cors.then(CorsLayer::permissive))
                .layer(from_fn_with_state(Arc::clone(&pool), count))
                .layer(CatchPanicLayer::custom(|_| {
                    let message = "answering failed".to_owned();
                    problem(StatusCode::INTERNAL_SERVER_ERROR, message)
                })),
        )
        .with_state(pool)
}

/// The files of a folder, with `index.html` at `/`.
fn files(folder: &Path) -> Router {
    let files = ServeDir::new(folder).call_fallback_on_method_not_allowed(true);
    Router::new().fallback_service(files.fallback(unknown.into_service()))
}

/// The response at an address where there is nothing.
async fn unknown() -> Response {
    problem(StatusCode::NOT_FOUND, "there is no such page".to_owned())
}

/// `POST /v1/ask`: a question, answered.
async fn ask(State(pool): State<Arc<Pool>>, request: Request) -> Response {
    let body = timeout(pool.body_timeout, Bytes::from_request(request, &())).await;
    let body = match body {
        Ok(Ok(body)) => body,
        Ok(Err(rejection)) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            let limit = pool.body as u64;
            let message = format!("the body has more than {limit} bytes");
            let answer = Answer::from(Fault::TooLarge { limit, message });
            return json(StatusCode::PAYLOAD_TOO_LARGE, &answer);
        }
        Ok(Err(rejection)) => return problem(rejection.status(), rejection.body_text()),
        Err(_) => {
            let message = "the body did not arrive in time".to_owned();
            return problem(StatusCode::REQUEST_TIMEOUT, message);
        }
    };
    match serde_json::from_slice::<Question>(&body) {
        Ok(question) => answer(&pool, question).await,
        Err(wrong) => problem(StatusCode::BAD_REQUEST, wrong.to_string()),
    }
}

/// The response to one question.
pub(super) async fn answer(pool: &Pool, question: Question) -> Response {
    match pool.answer(question).await {
        Ok(answer) => json(status_of(&answer), &answer),
        Err(busy) => unavailable(busy),
    }
}

/// The response where no question is taken.
pub(super) fn unavailable(busy: Busy) -> Response {
    let message = match busy {
        Busy::Full => "as many questions wait as may",
        Busy::Ending => "the server is ending",
    };
    let mut response = problem(StatusCode::SERVICE_UNAVAILABLE, message.to_owned());
    let headers = response.headers_mut();
    headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
    response
}

/// The status that repeats an answer.
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
        Ok(body) => (status, [(CONTENT_TYPE, "application/json")], body).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

/// A request that is no question, said in the one language.
pub(super) fn problem(status: StatusCode, message: String) -> Response {
    let error = match status {
        StatusCode::SERVICE_UNAVAILABLE | StatusCode::REQUEST_TIMEOUT => {
            Fault::TimedOut { message }
        }
        _ => Fault::BadQuestion { message },
    };
    json(status, &Answer::Error { error })
}

async fn ready(State(pool): State<Arc<Pool>>) -> Response {
    if pool.is_ready() {
        "ready\n".into_response()
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "not ready\n").into_response()
    }
}

async fn metrics(State(pool): State<Arc<Pool>>) -> Response {
    let format = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(CONTENT_TYPE, format)], pool.metrics.text()).into_response()
}

/// The part of a log line that says which request it is about.
fn span(request: &Request) -> Span {
    let id = request.headers().get("x-request-id");
    let id = id.and_then(|id| id.to_str().ok()).unwrap_or_default();
    let (method, path) = (request.method(), request.uri().path());
    info_span!("request", id, %method, path)
}

/// Counts each request by its route, never by its path, of which there are too many.
async fn count(State(pool): State<Arc<Pool>>, request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().cloned();
    let response = next.run(request).await;
    let route = route.as_ref().map_or("none", MatchedPath::as_str);
    pool.metrics.responded(route, response.status().as_u16());
    response
}
