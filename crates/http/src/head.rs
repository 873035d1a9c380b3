//! Checks the head of a request before a route is chosen.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Extension;
use axum::extract::Request;
use axum::http::header::{CONTENT_ENCODING, HOST, TRANSFER_ENCODING};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Version};
use axum::middleware::Next;
use axum::response::Response;

use crate::connections::Connection;
use crate::responses::problem;

/// The header with the id of a request, from the client or from this server.
pub(super) const REQUEST_ID: &str = "x-request-id";

/// The greatest length of a request id in bytes.
const ID: usize = 128;

/// Removes a request id that is long, not printable or given twice; the server then makes one.
pub(super) fn with_sound_id(mut request: Request) -> Request {
    let mut ids = request.headers().get_all(REQUEST_ID).iter();
    let is_sound = |id: &HeaderValue| {
        (1..=ID).contains(&id.len()) && id.as_bytes().iter().all(u8::is_ascii_graphic)
    };
    if !ids.next().is_some_and(is_sound) || ids.next().is_some() {
        request.headers_mut().remove(REQUEST_ID);
    }
    request
}

/// Refuses a request whose head is invalid.
pub(super) async fn check_head(
    Extension(connection): Extension<Arc<Connection>>,
    request: Request,
    next: Next,
) -> Response {
    if let Some((status, message)) = refusal(&request, connection.is_loopback) {
        return problem(status, message.to_owned());
    }
    next.run(request).await
}

fn refusal(request: &Request, is_loopback: bool) -> Option<(StatusCode, &'static str)> {
    if !has_plain_transfer(request.headers()) {
        let message = "a body is read in pieces or with its length, in no other coding";
        return Some((StatusCode::NOT_IMPLEMENTED, message));
    }
    if !is_uncompressed(request.headers()) {
        let message = "a body with a `Content-Encoding` is not read: send it uncompressed";
        return Some((StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
    }
    let Some(hosts) = hosts_of(request) else {
        let message = "`Host` is missing, given twice, or no host and port";
        return Some((StatusCode::BAD_REQUEST, message));
    };
    // By another name, a page of another host could read answers.
    let message = "at a loopback address `Host` is `localhost` or an address";
    let is_foreign = is_loopback && !hosts.iter().all(|host| is_local(host));
    is_foreign.then_some((StatusCode::MISDIRECTED_REQUEST, message))
}

/// The hosts of a request: of `Host`, which HTTP/1.0 may leave out, and of an absolute target.
fn hosts_of(request: &Request) -> Option<Vec<String>> {
    let fields: Vec<_> = request.headers().get_all(HOST).iter().collect();
    let field: Option<Authority> = match fields[..] {
        [] if request.version() < Version::HTTP_11 => None,
        [field] => Some(field.to_str().ok()?.parse().ok()?),
        _ => return None,
    };
    let named = field.iter().chain(request.uri().authority());
    named
        .map(|named| host_of(named).map(str::to_owned))
        .collect()
}

/// Whether the transfer encoding is none or `chunked`.
fn has_plain_transfer(headers: &HeaderMap) -> bool {
    let mut codings = headers.get_all(TRANSFER_ENCODING).iter();
    let first = codings.next();
    let is_chunked = |coding: &HeaderValue| coding.as_bytes().eq_ignore_ascii_case(b"chunked");
    first.is_none_or(is_chunked) && codings.next().is_none()
}

/// Whether the body is not compressed. Without this check it would be refused as bad JSON.
fn is_uncompressed(headers: &HeaderMap) -> bool {
    let fields = headers.get_all(CONTENT_ENCODING).iter();
    let mut codings = fields.flat_map(|field| field.as_bytes().split(|byte| *byte == b','));
    codings.all(|coding| {
        let coding = coding.trim_ascii();
        coding.is_empty() || coding.eq_ignore_ascii_case(b"identity")
    })
}

/// The host of an authority that has no user and, if any, a numeric port.
fn host_of(authority: &Authority) -> Option<&str> {
    let (host, text) = (authority.host(), authority.as_str());
    let port = text.strip_prefix(host)?;
    let port = port.strip_prefix(':').unwrap_or(port);
    let is_port = port.is_empty() || port.parse::<u16>().is_ok();
    (is_port && !host.is_empty()).then_some(host)
}

/// Whether a host is `localhost` or an address, so that no name server decides where it leads.
fn is_local(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost") || address.parse::<IpAddr>().is_ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails")]
mod tests {
    use axum::body::Body;

    use super::*;

    #[test]
    fn only_a_loopback_address_has_no_other_name() {
        let status = |host: &str, is_loopback| {
            let request = Request::builder().uri("/").header(HOST, host);
            let refusal = refusal(&request.body(Body::empty()).unwrap(), is_loopback);
            refusal.map(|(status, _)| status.as_u16())
        };
        assert_eq!(status("oracle.example.org", false), None);
        assert_eq!(status("oracle.example.org", true), Some(421));
        assert_eq!(status("a b", false), Some(400));
    }
}
