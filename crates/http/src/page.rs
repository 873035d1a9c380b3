//! The files of a page, at their paths: those of a folder, or those inside the program.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::handler::HandlerWithoutStateExt;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http_body_util::BodyExt;
use percent_encoding::percent_decode_str;
use tokio::fs;
use tower_http::compression::CompressionLayer;
use tower_http::services::ServeDir;

use crate::memory::Memory;
use crate::pool::Busy;
use crate::responses::{unavailable, unknown};

/// The memory for a file that is being sent, which is read in pieces and compressed.
const FILE: usize = 512 << 10;

/// A folder, and the budget of memory for what is read of it.
#[derive(Clone)]
struct Folder {
    path: Arc<Path>,
    memory: Memory,
}

/// The files of a folder, with `index.html` at `/`.
pub(super) fn folder_router(path: &Path, memory: Memory) -> std::io::Result<Router> {
    let path: Arc<Path> = path.canonicalize()?.into();
    let files = ServeDir::new(&path).call_fallback_on_method_not_allowed(true);
    Ok(Router::new()
        .fallback_service(files.fallback(unknown.into_service()))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(Folder { path, memory }, only_files)))
}

/// The files that the program has inside, with `index.html` at `/`. They need no memory.
pub(super) fn embedded_router(file: fn(&str) -> Option<&'static [u8]>) -> Router {
    let answer = async move |request: Request| {
        let path = match request.uri().path() {
            "/" => "index.html",
            path => path.trim_start_matches('/'),
        };
        let Some(bytes) = file(path) else {
            return unknown().await;
        };
        let kind = mime_guess::from_path(path).first_raw();
        let kind = kind.unwrap_or("application/octet-stream");
        ([(CONTENT_TYPE, kind)], bytes).into_response()
    };
    Router::new()
        .fallback(get(answer))
        .layer(CompressionLayer::new())
}

/// Answers only requests of regular files, wherever links lead, that are inside of the folder and
/// not hidden. Nothing else is opened: a pipe would never be read to its end.
async fn only_files(State(folder): State<Folder>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    // To a browser this names another host, where a redirection to a folder would lead it.
    if path.starts_with("//") {
        return unknown().await;
    }
    let path = percent_decode_str(path).decode_utf8_lossy();
    let mut file = folder.path.join(path.trim_start_matches('/'));
    if fs::metadata(&file).await.is_ok_and(|found| found.is_dir()) {
        file.push("index.html");
    }
    if !is_served(&folder.path, file).await {
        return unknown().await;
    }
    let Some(hold) = folder.memory.hold(FILE) else {
        return unavailable(Busy::Memory);
    };
    let held_to_the_end = move |frame| {
        let _ = &hold;
        frame
    };
    let response = next.run(request).await;
    response.map(|body| Body::new(body.map_frame(held_to_the_end)))
}

async fn is_served(folder: &Path, file: PathBuf) -> bool {
    let Ok(file) = fs::canonicalize(file).await else {
        return false;
    };
    let is_shown = |part: Component<'_>| !part.as_os_str().as_encoded_bytes().starts_with(b".");
    let inside = file.strip_prefix(folder);
    inside.is_ok_and(|inside| inside.components().all(is_shown))
        && fs::metadata(&file).await.is_ok_and(|found| found.is_file())
}
