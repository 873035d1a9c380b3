//! Answering requests: one line, or a stream of lines.
//!
//! Everything here takes a request of the [`protocol`](crate::protocol) and writes its response;
//! the answer itself comes from [`ask`](crate::ask).
//!
//! ```
//! use arimaa::compare::EngineKind;
//! use arimaa_oracle::serve::answer_line;
//! use arimaa_oracle::subject::Local;
//!
//! let mut engine = Local::new("arimaa-oracle", EngineKind::Bitboard.engine());
//! let line = br#"{"id": 1, "ask": {"kind": "recognize", "text": "2g Ed2n"}}"#;
//! let response = answer_line(&mut engine, line, &|_timeout| false);
//! assert!(response.starts_with(r#"{"id":1,"answer":{"kind":"recognized","form":"turn""#));
//! ```
//!
//! One line needs neither threads nor a clock, so it is there on every machine. A stream is
//! answered on all cores. Its parts are public for servers of another kind, such as that of
//! `arimaa-oracle-http`.
//!
//! | file | what it is |
//! |---|---|
//! | `respond.rs` | a line read, the response to it, and the response as a line |
//! | `feed.rs` | the lines of a stream that arrives in pieces |
//! | `workers.rs` | the threads: those of expensive questions have a lower priority |
//! | `stream.rs` | the lines of one stream, each answered within its time |
//! | `server.rs` | a stream of requests over a pipe |

#[cfg(not(target_family = "wasm"))]
mod feed;
mod respond;
#[cfg(not(target_family = "wasm"))]
mod server;
#[cfg(not(target_family = "wasm"))]
mod stream;
#[cfg(not(target_family = "wasm"))]
mod workers;

#[cfg(not(target_family = "wasm"))]
pub use feed::{Feed, Line};
pub use respond::{answer_line, answer_numbered, failed, respond, response_line};
#[cfg(not(target_family = "wasm"))]
pub use server::{ServeError, Serving, serve};
#[cfg(not(target_family = "wasm"))]
pub use stream::Stream;
#[cfg(not(target_family = "wasm"))]
pub use workers::{Client, LONG_REQUEST, Worker, Workers};
