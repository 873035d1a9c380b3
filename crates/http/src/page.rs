//! Serves the files of a page, from a folder or from inside the program. They are read and
//! compressed once, at the start.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path};
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::Request;
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, VARY};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use flate2::Compression;
use flate2::write::GzEncoder;
use percent_encoding::percent_decode_str;
use walkdir::WalkDir;

use crate::Page;
use crate::responses::{Constant, unknown};

/// The greatest size in bytes of all files of a folder together.
const MOST: u64 = 64 << 20;

/// A file, and its gzip form if that is shorter.
#[derive(Clone)]
struct File {
    plain: Constant,
    gzip: Option<Constant>,
}

/// Routes for the files of a page, with `index.html` at `/`.
pub(super) fn router(page: &Page) -> io::Result<Router> {
    let mut files = HashMap::new();
    match page {
        Page::Folder(folder) => read_folder(folder, &mut files)
            .map_err(|error| io::Error::other(format!("{}: {error}", folder.display())))?,
        Page::Inside(inside) => {
            for &(path, bytes) in inside {
                add(&mut files, path.to_owned(), bytes.into())?;
            }
        }
    }
    let files = Arc::new(files);
    Ok(Router::new().fallback(get(async move |request: Request| respond(&files, &request))))
}

fn respond(files: &HashMap<String, File>, request: &Request) -> Response {
    let address = request.uri().path();
    // No file has the address of another host, such as `//sub`.
    let path = address.strip_prefix('/').unwrap_or(address);
    let path = percent_decode_str(path).decode_utf8_lossy();
    let Some(file) = files.get(&*path) else {
        let is_folder = files.contains_key(&format!("{path}/"));
        let folder = is_folder.then(|| Redirect::temporary(&format!("{address}/")));
        return folder.map_or_else(unknown, Redirect::into_response);
    };
    let headers = [(CACHE_CONTROL, "no-cache"), (VARY, "accept-encoding")];
    match file.gzip.clone().filter(|_| takes_gzip(request.headers())) {
        Some(gzip) => (headers, [(CONTENT_ENCODING, "gzip")], gzip).into_response(),
        None => (headers, file.plain.clone()).into_response(),
    }
}

/// Whether a client accepts gzip.
fn takes_gzip(head: &HeaderMap) -> bool {
    let fields = head.get_all(ACCEPT_ENCODING).iter();
    let mut codings = fields.flat_map(|field| field.to_str().unwrap_or_default().split(','));
    codings.any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, "q=1"));
        let weight = weight.trim().trim_start_matches("q=");
        name.trim().eq_ignore_ascii_case("gzip") && !weight.trim_matches(['0', '.']).is_empty()
    })
}

fn add(files: &mut HashMap<String, File>, path: String, bytes: Bytes) -> io::Result<()> {
    let kind = mime_guess::from_path(&path).first_raw();
    let kind = kind.unwrap_or("application/octet-stream");
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(&bytes)?;
    let gzip = Some(gzip.finish()?).filter(|gzip| gzip.len() < bytes.len());
    let file = File {
        gzip: gzip.map(|gzip| Constant::new(kind, gzip)),
        plain: Constant::new(kind, bytes),
    };
    if let Some(folder) = path.strip_suffix("index.html") {
        files.insert(folder.to_owned(), file.clone());
    }
    files.insert(path, file);
    Ok(())
}

/// Reads the regular files of a folder that are not hidden; a link counts if its target is inside
/// of the folder. Nothing else is opened: reading a pipe would never end.
fn read_folder(folder: &Path, files: &mut HashMap<String, File>) -> io::Result<()> {
    let folder = folder.canonicalize()?;
    let mut bytes = 0;
    let is_inside = |path: &Path| {
        let leads_to = path.canonicalize();
        is_shown(&folder, path) && leads_to.is_ok_and(|leads_to| is_shown(&folder, &leads_to))
    };
    let all = WalkDir::new(&folder).follow_links(true).into_iter();
    // A link that leads nowhere, or in a circle, is no file.
    for entry in all.filter_entry(|entry| is_inside(entry.path())).flatten() {
        let Some(path) = entry
            .path()
            .strip_prefix(&folder)
            .ok()
            .and_then(Path::to_str)
        else {
            continue;
        };
        if !entry.file_type().is_file() {
            continue;
        }
        bytes += entry.metadata()?.len();
        if bytes > MOST {
            let message = format!("its files have more than {} MiB", MOST >> 20);
            return Err(io::Error::other(message));
        }
        let path = path.replace(std::path::MAIN_SEPARATOR, "/");
        add(files, path, fs::read(entry.path())?.into())?;
    }
    Ok(())
}

fn is_shown(folder: &Path, path: &Path) -> bool {
    let is_shown = |part: Component<'_>| !part.as_os_str().as_encoded_bytes().starts_with(b".");
    let inside = path.strip_prefix(folder);
    inside.is_ok_and(|inside| inside.components().all(is_shown))
}
