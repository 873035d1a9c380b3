//! Routes of the server, and the layers around them.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONNECTION, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_SECURITY_POLICY,
    CONTENT_TYPE, ETAG, IF_NONE_MATCH, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn, from_fn_with_state, map_response};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use futures_util::StreamExt;
use tokio::time::{Instant, timeout_at};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::CorsLayer;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::trace::{DefaultOnResponse, TraceLayer};
use tracing::{Level, Span, info_span};

use crate::budget::{Hold, SMALL};
use crate::connections::Connection;
use crate::head::{REQUEST_ID, check_head, with_sound_id};
use crate::pool::{Busy, Pool};
use crate::responses::{answer, json, later, problem, tag_of, unavailable, unknown};
use crate::{Options, catalogue, lines, openapi, page};
use arimaa_oracle::ask::{Answer, Fault, Question};
use arimaa_oracle::protocol;

/// The page at `/`.
const FRONT: &str = include_str!("front.html");

/// The policy that pages of other hosts show no response in a frame.
const IN_NO_FRAME: &str = "frame-ancestors 'none'";

/// The time that a browser caches the permission for pages of other hosts.
const PREFLIGHT: Duration = Duration::from_hours(24);

/// Every route.
pub(super) fn router(pool: Arc<Pool>, options: &Options) -> std::io::Result<Router> {
    let constant = Router::new()
        .route("/v1/rules", get(catalogue::rules))
        .route("/v1/rules/{id}", get(catalogue::rule))
        .route("/v1/cases", get(catalogue::cases))
        .route("/v1/cases/{id}", get(catalogue::case))
        .route("/v1/board.svg", get(catalogue::board))
        .route("/v1/openapi.json", get(async || openapi::DOCUMENT.clone()))
        .layer(from_fn_with_state(Arc::clone(&pool), catalogue::make_lists))
        .layer(from_fn(add_etag));
    let logs = TraceLayer::new_for_http()
        .make_span_with(request_span)
        .on_response(DefaultOnResponse::new().level(Level::INFO))
        // A failure is a response, and has its line already.
        .on_failure(());
    let other = match &options.page {
        Some(page) => page::router(page)?.layer(from_fn(add_etag)),
        None => Router::new()
            .route("/", get(|| async { Html(FRONT) }))
            .fallback(async || unknown()),
    };
    Ok(constant
        .route("/v1/ask", post(ask))
        .route("/v1/lines", post(lines::answer_lines))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .fallback_service(other)
        .layer(
            ServiceBuilder::new()
                .layer(SetResponseHeaderLayer::overriding(
                    X_CONTENT_TYPE_OPTIONS,
                    HeaderValue::from_static("nosniff"),
                ))
                .layer(SetResponseHeaderLayer::if_not_present(
                    CONTENT_SECURITY_POLICY,
                    HeaderValue::from_static(IN_NO_FRAME),
                ))
                .map_request(with_sound_id)
                .layer(SetRequestIdLayer::x_request_id(MakeRequestUuid))
                .layer(PropagateRequestIdLayer::x_request_id())
                .layer(logs)
                .option_layer(
                    options
                        .cors
                        .then(|| CorsLayer::permissive().max_age(PREFLIGHT)),
                )
                .layer(from_fn_with_state(Arc::clone(&pool), count_request))
                .layer(from_fn(close_before_unread))
                .layer(from_fn(check_head))
                .layer(CatchPanicLayer::custom(|_| unavailable(Busy::Failed)))
                .layer(map_response(in_json)),
        )
        .with_state(pool))
}

/// Marks a response whose request's body was read to its end.
#[derive(Clone)]
struct BodyIsRead;

/// Adds `Connection: close` to a refusal that leaves a part of the request's body unread.
async fn close_before_unread(
    Extension(connection): Extension<Arc<Connection>>,
    request: Request,
    next: Next,
) -> Response {
    let has_body = !request.body().is_end_stream();
    let mut response = next.run(request).await;
    let is_unread = has_body && response.extensions().get::<BodyIsRead>().is_none();
    if is_unread && !response.status().is_success() {
        connection.is_unread.store(true, Ordering::Relaxed);
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(CONNECTION, close);
    }
    response
}

/// Turns an error response of any layer into an `error` answer.
async fn in_json(response: Response) -> Response {
    let (status, kind) = (response.status(), response.headers().get(CONTENT_TYPE));
    let is_error = status.is_client_error() || status.is_server_error();
    if !is_error || kind.is_some_and(|kind| kind == "application/json") {
        return response;
    }
    let reason = status.canonical_reason().unwrap_or("an error");
    let said = problem(status, reason.to_lowercase());
    let (mut head, _) = response.into_parts();
    head.headers.remove(CONTENT_LENGTH);
    head.headers.extend(said.headers().clone());
    Response::from_parts(head, said.into_body())
}

/// Adds an `ETag` to a response that depends on its request and the program alone. A client that
/// has the response gets the status 304 and no body.
async fn add_etag(request: Request, next: Next) -> Response {
    let known = request.headers().get(IF_NONE_MATCH).cloned();
    let response = next.run(request).await;
    if response.status() != StatusCode::OK {
        return response;
    }
    let (mut head, mut body) = response.into_parts();
    let made = head.headers.get(ETAG).and_then(|tag| tag.to_str().ok());
    let tag = if let Some(tag) = made {
        tag.to_owned()
    } else {
        let Ok(bytes) = axum::body::to_bytes(body, usize::MAX).await else {
            return unavailable(Busy::Failed);
        };
        let tag = tag_of(&bytes);
        body = bytes.into();
        tag
    };
    let is_known = known.is_some_and(|known| {
        let known = known.as_bytes().trim_ascii();
        known == b"*" || known.windows(tag.len()).any(|part| part == tag.as_bytes())
    });
    if let Ok(tag) = HeaderValue::try_from(tag) {
        head.headers.insert(ETAG, tag);
    }
    let cached = HeaderValue::from_static("public, max-age=3600");
    head.headers.entry(CACHE_CONTROL).or_insert(cached);
    if is_known {
        head.status = StatusCode::NOT_MODIFIED;
        head.headers.remove(CONTENT_TYPE);
        head.headers.remove(CONTENT_ENCODING);
        body = Body::empty();
    }
    Response::from_parts(head, body)
}

/// `POST /v1/ask`: answers a question.
async fn ask(
    State(pool): State<Arc<Pool>>,
    Extension(client): Extension<IpAddr>,
    body: Body,
) -> Response {
    let read = match pool.admit() {
        Ok(()) => read_body(&pool, client, body).await,
        Err(busy) => Err(unavailable(busy)),
    };
    let (body, hold) = match read {
        Ok(read) => read,
        Err(refusal) => return refusal,
    };
    let question = move || {
        if body.trim_ascii().is_empty() {
            return Err("the body is empty: expected a question".to_owned());
        }
        serde_json::from_slice::<Question>(&body).map_err(|wrong| {
            if serde_json::from_slice::<protocol::Request>(&body).is_ok() {
                return "this is a line of `/v1/lines`: a question here is the value of its `ask`"
                    .to_owned();
            }
            wrong.to_string()
        })
    };
    let mut response = answer(&pool, client, hold, question).await;
    response.extensions_mut().insert(BodyIsRead);
    response
}

/// Reads the whole body of a request with a question, and holds the memory for it.
async fn read_body(pool: &Pool, client: IpAddr, body: Body) -> Result<(Vec<u8>, Hold), Response> {
    let limit = pool.options.body;
    let too_large = || {
        let limit = limit as u64;
        let message = format!("the body has more than {limit} bytes");
        let answer = Answer::from(Fault::TooLarge { limit, message });
        json(StatusCode::PAYLOAD_TOO_LARGE, &answer)
    };
    let size = body.size_hint();
    let announced = usize::try_from(size.lower()).unwrap_or(usize::MAX);
    if announced > limit {
        return Err(too_large());
    }
    let most = size.exact().map_or(limit, |_| announced);
    let until = Instant::now() + pool.options.request_timeout;
    // Memory is taken as it arrives: what is announced may never come.
    let (mut whole, mut hold) = (Vec::new(), Hold::beyond(SMALL));
    let mut parts = body.into_data_stream();
    loop {
        let Ok(part) = timeout_at(until, parts.next()).await else {
            let message = "the body did not arrive in time".to_owned();
            return Err(problem(StatusCode::REQUEST_TIMEOUT, message));
        };
        let Some(part) = part else {
            return Ok((whole, hold));
        };
        let part = part.map_err(|error| problem(StatusCode::BAD_REQUEST, error.to_string()))?;
        let length = whole.len() + part.len();
        if length > limit {
            return Err(too_large());
        }
        if length > whole.capacity() {
            // In large steps, so that a body in small parts is not copied with each of them.
            let capacity = length.max(most.min(2 * whole.capacity()));
            let has_room = pool.memory.try_grow(client, &mut hold, capacity)
                && whole.try_reserve_exact(capacity - whole.len()).is_ok();
            if !has_room {
                return Err(unavailable(Busy::Memory));
            }
        }
        whole.extend_from_slice(&part);
    }
}

async fn ready(State(pool): State<Arc<Pool>>) -> Response {
    if pool.is_ready() {
        "ready\n".into_response()
    } else {
        later(StatusCode::SERVICE_UNAVAILABLE, "not ready")
    }
}

async fn metrics(State(pool): State<Arc<Pool>>) -> Response {
    let format = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(CONTENT_TYPE, format)], pool.metrics()).into_response()
}

/// The part of a log line that identifies the request.
fn request_span(request: &Request) -> Span {
    let id = request.headers().get(REQUEST_ID);
    let id = id.and_then(|id| id.to_str().ok()).unwrap_or_default();
    let (method, path) = (request.method(), request.uri().path());
    info_span!("request", id, %method, path)
}

/// Counts each request by its route; paths would be too many.
async fn count_request(State(pool): State<Arc<Pool>>, request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().cloned();
    let response = next.run(request).await;
    let route = route.as_ref().map_or("none", MatchedPath::as_str);
    pool.metrics.responded(route, response.status().as_u16());
    response
}
