//! The files of a folder, at their paths.

use std::path::{Component, Path, PathBuf};

use axum::Router;
use axum::extract::Request;
use axum::handler::HandlerWithoutStateExt;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use percent_encoding::percent_decode_str;
use tokio::fs;
use tower_http::compression::CompressionLayer;
use tower_http::services::ServeDir;

use super::routes::unknown;

/// The files of a folder, with `index.html` at `/`.
pub(super) fn files(folder: &Path) -> std::io::Result<Router> {
    let folder = folder.canonicalize()?;
    let files = ServeDir::new(&folder).call_fallback_on_method_not_allowed(true);
    Ok(Router::new()
        .fallback_service(files.fallback(unknown.into_service()))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(folder.into(), only_files)))
}

/// Answers only requests of regular files, wherever links lead, that are inside of the folder and
/// not hidden. Nothing else is opened: a pipe would never be read to its end.
async fn only_files(
    folder: axum::extract::State<std::sync::Arc<Path>>,
    request: Request,
    next: Next,
) -> Response {
    let path = percent_decode_str(request.uri().path()).decode_utf8_lossy();
    let mut file = folder.join(path.trim_start_matches('/'));
    if fs::metadata(&file).await.is_ok_and(|found| found.is_dir()) {
        file.push("index.html");
    }
    if is_served(&folder, file).await {
        next.run(request).await
    } else {
        unknown().await
    }
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
