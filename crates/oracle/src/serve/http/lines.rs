//! `POST /v1/lines`: a stream of requests, one a line, as `serve` answers them over a pipe.

use std::io::{self, BufWriter, Write};
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use tokio::sync::mpsc::{Sender, channel};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;
use tokio_util::io::{StreamReader, SyncIoBridge};

use super::pool::Pool;
use super::routes::unavailable;
use crate::serve::{self, Serving};
use crate::subjects::Local;

/// The bytes of a response that are sent at once, unless nothing more is known to come.
const PIECE: usize = 64 << 10;

/// The most pieces of a response that wait for a slow reader.
const WAITING: usize = 4;

/// Answers the lines of a body while it arrives. A client that leaves ends the work.
pub(super) async fn answer_lines(State(pool): State<Arc<Pool>>, body: Body) -> Response {
    let lines = body
        .into_data_stream()
        .map(|part| part.map_err(io::Error::other));
    let requests = SyncIoBridge::new(StreamReader::new(Box::pin(lines)));
    let (sender, responses) = channel(WAITING);
    let subject = Local::new("arimaa-oracle", pool.engine().clone());
    let serving = Serving {
        timeout: Some(pool.timeout()),
        ..Serving::default()
    };
    let started = pool.start_stream(move || {
        let mut responses = BufWriter::with_capacity(PIECE, Responses { sender });
        // It fails where the client has left, and nobody is there to be told.
        let _ = serve::serve_with(&subject, requests, &mut responses, serving);
    });
    match started {
        Ok(()) => {
            let responses = ReceiverStream::new(responses).map(io::Result::Ok);
            let body = Body::from_stream(responses);
            ([(CONTENT_TYPE, "application/x-ndjson")], body).into_response()
        }
        Err(busy) => unavailable(busy),
    }
}

/// The body of a response, written by a thread.
struct Responses {
    sender: Sender<Bytes>,
}

impl Write for Responses {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let sent = self.sender.blocking_send(Bytes::copy_from_slice(bytes));
        sent.map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
